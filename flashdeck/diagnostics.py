r"""Problems as text: the full form with the line and a caret, one line each, JSON, and GitHub's annotations.

Card text and file names reach the reader here, so nothing in any form can be obeyed by a terminal: what would be is
shown as a picture (`␛`) or an escape (`\u202e`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from unicodedata import category, east_asian_width

from flashdeck.model import Diagnostic, Severity

WIDEST_LINE = 100
"""Columns of the terminal that a quoted line may take before it is cut to a window around its caret."""

# ---------------------------------------------------------------------------------------------- what is seen


def visible(text: str, *, keep: str = "") -> str:
    """The text with every control, invisible and direction character shown instead of sent; those in `keep` stay."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(char if char in keep else _seen(char) for char in text)


def _seen(char: str) -> str:
    code = ord(char)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    if 0x7F < code < 0xA0:
        return f"\\x{code:02x}"
    if char in _UNSEEN or category(char) in {"Cs", "Zl", "Zp"}:
        return f"\\u{code:04x}"
    return char


_UNSEEN = frozenset(
    "\u00ad\u200b\u2060\ufeff"  # nothing at all, but not the joiners that emoji and Indic scripts are made with
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # directions: text that lies
)


def cells(text: str) -> int:
    """How many columns of a terminal the text takes: wide characters two, combining ones none."""
    return len(text) if text.isascii() else sum(map(_cell, text))


def _cell(char: str) -> int:
    if char.isascii():
        return 1
    if category(char) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if east_asian_width(char) in "WF" else 1


# ---------------------------------------------------------------------------------------------- full

Paint = Callable[[str, str], str]

_COLORS = {Severity.ERROR: "1;31", Severity.WARNING: "1;33"}
_GUTTER, _STRONG = "1;34", "1"


def full(diagnostics: Sequence[Diagnostic], *, color: bool = False) -> str:
    """Each problem with its line, a caret below the place, and what to do; empty for none."""

    def paint(text: str, style: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if color and text else text

    return "\n\n".join(_full(diagnostic, paint) for diagnostic in diagnostics)


def _full(diagnostic: Diagnostic, paint: Paint) -> str:
    span, style = diagnostic.span, _COLORS[diagnostic.severity]
    number = str(span.line)
    margin = " " * len(number)
    bar = paint("|", _GUTTER)
    lines = [
        paint(f"{diagnostic.severity}[{diagnostic.code}]", style) + paint(f": {visible(diagnostic.message)}", _STRONG),
        f"{margin}{paint('-->', _GUTTER)} {_place(diagnostic)}",
    ]
    if diagnostic.text:
        line, indent, carets = _quoted(diagnostic)
        pointer = f"{carets} {visible(diagnostic.label)}".rstrip()
        lines += [
            f"{margin} {bar}",
            f"{paint(number, _GUTTER)} {bar} {line}",
            f"{margin} {bar} {indent}{paint(pointer, style)}",
        ]
    for place, label in diagnostic.related:
        where = f"{visible(place.file)}:{place.line}:{place.column}"
        lines.append(f"{margin}{paint(':::', _GUTTER)} {where}" + (f": {visible(label)}" if label else ""))
    if diagnostic.help:
        lines += [f"{margin} {bar}", f"{margin} {paint('=', _GUTTER)} help: {visible(diagnostic.help)}"]
    return "\n".join(lines)


def _quoted(diagnostic: Diagnostic) -> tuple[str, str, str]:
    """The line as shown, the space that leads to its caret (tabs kept), and the carets."""
    text = diagnostic.text.rstrip("\r\n")
    start = min(diagnostic.span.column - 1, len(text))
    end = min(start + max(diagnostic.span.length, 1), len(text))
    before, after = "", ""
    if len(text) > WIDEST_LINE or sum(map(_room, text)) > WIDEST_LINE:  # not the whole of a long line for each caret
        left, right = _window(text, start)
        before, after = "…" * (left > 0), "…" * (right < len(text))
        text, start, end = text[left:right], start - left, min(end, right) - left
    shown = before + visible(text, keep="\t") + after
    lead = before + visible(text[:start], keep="\t")
    indent = "".join("\t" if char == "\t" else " " * _cell(char) for char in lead)
    marked = visible(text[start:end], keep="\t").replace("\t", " ")
    return shown, indent, "^" * max(cells(marked), 1)


def _window(text: str, start: int) -> tuple[int, int]:
    """The part of a long line to show: the caret's place with a third of the room before it."""
    left, room = start, WIDEST_LINE // 3
    if text.isascii():
        left = max(0, left - room)
        return left, min(len(text), left + WIDEST_LINE)
    while left > 0 and room >= _room(text[left - 1]):
        left -= 1
        room -= _room(text[left])
    right, room = left, WIDEST_LINE
    while right < len(text) and room >= _room(text[right]):
        room -= _room(text[right])
        right += 1
    return left, right


def _room(char: str) -> int:
    """What a character counts for in the window: never nothing, or a line of combining marks would have no end."""
    return max(cells(_seen(char)), 1)


# ---------------------------------------------------------------------------------------------- for other readers


def concise(diagnostics: Sequence[Diagnostic]) -> str:
    """One line for each problem, as editors read it: `file:line:column: error[code] message`."""
    return "\n".join(f"{_place(d)}: {d.severity}[{d.code}] {visible(d.message)}" for d in diagnostics)


def as_json(diagnostics: Sequence[Diagnostic]) -> dict[str, Any]:
    """The object that `check --format json` prints; what is absent is None."""
    return {
        "schema": 1,
        "diagnostics": [
            {
                "code": d.code,
                "severity": str(d.severity),
                "message": d.message,
                "help": d.help or None,
                "file": d.span.file,
                "line": d.span.line,
                "column": d.span.column,
                "length": d.span.length,
            }
            for d in diagnostics
        ],
        "errors": sum(d.severity is Severity.ERROR for d in diagnostics),
        "warnings": sum(d.severity is Severity.WARNING for d in diagnostics),
    }


def github(diagnostics: Sequence[Diagnostic]) -> str:
    """GitHub's workflow commands, which show each problem beside its line in a pull request."""
    return "\n".join(map(_annotation, diagnostics))


def _annotation(d: Diagnostic) -> str:
    place = f"file={_property(d.span.file)},line={d.span.line},col={d.span.column}"
    message = "%0A".join(_escaped(visible(part)) for part in (d.message, d.help) if part)
    return f"::{d.severity} {place},title={_property(d.code)}::{message}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _escaped(visible(text)).replace(":", "%3A").replace(",", "%2C")


def _place(diagnostic: Diagnostic) -> str:
    span = diagnostic.span
    return f"{visible(span.file)}:{span.line}:{span.column}"
