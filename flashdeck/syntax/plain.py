r"""Markdown as a person would type it: the marks gone, the words left, and simple formulas as text (`3\times10^8`)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from html import unescape

from flashdeck.syntax import Kind, regions

_IMAGE = re.compile(r"!\[[^\[\]\n]*+\](?:\([^()\n]*+\)|\[[^\[\]\n]*+\])?")
_LINK = re.compile(r"\[([^\[\]\n]*+)\](?:\([^()\n]*+\)|\[[^\[\]\n]*+\])")
_AUTOLINK = re.compile(r"<([A-Za-z][A-Za-z0-9+.-]*+:[^<>\s]*+|[^<>\s@]++@[^<>\s]++)>")
_MARKS = re.compile(r"\*+|_+|~~")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_STAND_IN, _MOST_REGIONS = 0x10_0000, 0xFFFD
"""Letters of Unicode's last private plane stand for code and formulas while the text around them is read."""
_BREAK = re.compile(r"\\\n")

_TEX_GROUP = re.compile(r"\\(?:text|mathrm|mathbf|textbf|operatorname|mathit)\s*\{([^{}]*+)\}")
_TEX_FRACTION = re.compile(r"\\[dt]?frac\s*\{([^{}]*+)\}\s*\{([^{}]*+)\}")
_TEX_SIGNS = {
    **dict.fromkeys((r"\times", r"\cdot"), "×"),
    **dict.fromkeys((r"\approx", r"\sim"), "≈"),
    **dict.fromkeys((r"\,", r"\;", r"\:", r"\!", r"\ ", r"\quad", r"\qquad", "~"), " "),
    **dict.fromkeys((r"\left", r"\right"), ""),
    r"\mu": "μ",
}
_TEX_REST = re.compile(r"\\([%$#&_{}]|[A-Za-z]+)|[{}]")
_TEX_SIGN = re.compile(
    "|".join(re.escape(sign) + (r"(?![A-Za-z])" if sign[-1].isalpha() else "") for sign in _TEX_SIGNS)
)


def typed(tex: str) -> str:
    """A simple formula as a person would type it: `3×10^8`."""
    tex = _TEX_FRACTION.sub(r"\1/\2", _TEX_GROUP.sub(r"\1", tex))
    tex = _TEX_SIGN.sub(lambda sign: _TEX_SIGNS[sign[0]], tex)
    return _TEX_REST.sub(r"\1", tex)


def plain(text: str, formula: Callable[[str], str] = typed) -> str:
    """The words of a Markdown text on one line; of code what stands inside, of pictures nothing.

    `formula` turns the TeX of a formula into text.
    """
    pieces, at, inside = [], 0, {}
    for number, area in enumerate(regions(text)[:_MOST_REGIONS]):
        inner = text[area.inner_start : area.inner_end]
        if area.kind in (Kind.MATH_INLINE, Kind.MATH_DISPLAY):
            inner = formula(inner)
        stand_in = _STAND_IN + number
        inside[stand_in] = "" if area.kind is Kind.COMMENT else inner
        pieces += [text[at : area.start], chr(stand_in)]
        at = area.end
    words = _prose("".join([*pieces, text[at:]]))
    return " ".join(words.translate(inside).split())


def _prose(text: str) -> str:
    text = _AUTOLINK.sub(r"\1", _LINK.sub(r"\1", _IMAGE.sub("", _BREAK.sub("\n", text))))
    pieces, at = [], 0
    for escape in _ESCAPE.finditer(text):
        pieces += [unescape(_unmarked(text[at : escape.start()])), escape[1]]
        at = escape.end()
    return "".join([*pieces, unescape(_unmarked(text[at:]))])


def _unmarked(text: str) -> str:
    """The text without the marks of emphasis; one between letters, between spaces, or alone of its kind is text."""
    marks = [mark for mark in _MARKS.finditer(text) if _is_emphasis(text, mark)]
    count = Counter(mark[0][0] for mark in marks)
    pieces, at = [], 0
    for mark in marks:
        if count[mark[0][0]] > 1:
            pieces.append(text[at : mark.start()])
            at = mark.end()
    return "".join([*pieces, text[at:]])


def _is_emphasis(text: str, mark: re.Match[str]) -> bool:
    before, after = text[max(0, mark.start() - 1) : mark.start()], text[mark.end() : mark.end() + 1]
    if not before.strip() and not after.strip():
        return False
    return not all(side.isascii() and side.isalnum() for side in (before, after))
