r"""Text as Markdown that shows it: with a backslash where a character would mean something, and nowhere else.

What a character means depends on what stands around it, and no rule here knows all of it: whatever is written is read
again, and written with more of them where it was read otherwise.
"""

from __future__ import annotations

import re
import string
from enum import IntEnum

from flashdeck.syntax import Kind, regions


class Care(IntEnum):
    """How much is escaped, and how much of the content is written at all."""

    SPARING = 0
    THOROUGH = 1
    BARE = 2
    LITERAL = 3


_URL = r"(?<![A-Za-z0-9_@/.])(?:https?://|www\.)[^\s<>\[\]`\"\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef]+"
_SIGN = re.compile(
    rf"""
    (?P<url>(?i:{_URL}))
  | (?P<escape>\\(?=[{re.escape(string.punctuation)}\n]|$))
  | (?P<mark>\*+|_+)
  | `
  | ~~+
  | \[(?=[^\[\]]*\]\s*(?:[(\[:]))
  | \[(?=\^[^\s\]]+\])
  | <(?=!--|[A-Za-z][A-Za-z0-9+.-]*:[^\s<>]*>|[^\s<>@]+@[^\s<>]+>)
  | &(?=\#?\w+;)
  | (?P<brace>\{{(?=\{{[ \t]*[cC][ \t]*\d))
    """,
    re.VERBOSE,
)
# `\[` and `\(` begin a formula if `\]` and `\)` follow, so that of brackets only the first is ever escaped.
_THOROUGH = re.compile(rf"(?P<url>(?i:{_URL}))|[\\`*_{{}}\[<>&$~|#!]")
_LITERAL = re.compile(rf"[{re.escape(''.join(sorted({*string.punctuation} - {*'()]'})))}]")
_ENTITY = re.compile(r"&(?=\#?\w+;)")
_IN_WORDS = re.compile(rf"\\(?=[{re.escape(string.punctuation)}])|&(?=\#?\w+;)|`|!(?=\[)")
_IN_GAP = re.compile(r"\\.|[{}]|:(?=:)", re.DOTALL)
_LINE_START = re.compile(
    r"""
    (?P<marks>\#{1,6}(?=\s|$|\w)|[-+*](?=\s|$)|>|~{3,}|=+[ \t]*$|-+[ \t]*$)
  | (?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$
  | (?P<number>\d{1,9})(?=[.)](?:\s|$))
  | (?P<row>\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$)
  | (?P<box>\[(?=[ xX]\]))
    """,
    re.VERBOSE,
)
_CLOSING_MARKS = re.compile(r"(?<![^ \t])(#+)$")


def escaped(text: str, care: Care, *, in_gap: bool) -> str:
    """Text inside a line; `in_gap` tells that a deletion is around it, in which braces and `::` have a meaning too."""
    if care is Care.LITERAL:
        return _LITERAL.sub(r"\\\g<0>", text)
    if care is Care.SPARING:
        result = _SIGN.sub(_sparing, text)
        if "$" in text and any(each.kind in (Kind.MATH_INLINE, Kind.MATH_DISPLAY) for each in regions(text)):
            result = result.replace("$", "\\$")
    else:
        result = _THOROUGH.sub(lambda sign: _address(sign["url"]) if sign["url"] else f"\\{sign[0]}", text)
    return _IN_GAP.sub(_inside, result) if in_gap else result


def _sparing(sign: re.Match[str]) -> str:
    if sign["url"]:
        return _address(sign["url"])
    if sign["mark"] and _is_plain(sign):
        return sign[0]
    return "".join(f"\\{each}" for each in sign[0])


def _address(url: str) -> str:
    """An address in the text, which ends before signs at its end."""
    end = len(url.rstrip("?!.,:;*_~'"))
    return _ENTITY.sub(r"\\&", url[:end]) + _SIGN.sub(_sparing, url[end:])


def _is_plain(mark: re.Match[str]) -> bool:
    """Whether a mark of emphasis is none where it stands: between spaces, in a product, a power or a name."""
    text, length = mark.string, len(mark[0])
    before, after = text[max(0, mark.start() - 1) : mark.start()], text[mark.end() : mark.end() + 1]
    if before.isspace() and after.isspace():
        return True
    if not (before.isascii() and before.isalnum() and after.isascii() and after.isalnum()):
        return False
    return mark[0][0] == "_" or length == 1 or (length == 2 and (before.isdigit() or after.isdigit()))


def _inside(sign: re.Match[str]) -> str:
    return sign[0] if sign[0][0] == "\\" else f"\\{sign[0]}"


def picture_words(text: str) -> str:
    """The words of a picture, whose brackets have their partners."""
    return _IN_WORDS.sub(r"\\\g<0>", text)


def line_starts(text: str) -> str:
    """The lines of a paragraph, so that none of them begins another block."""
    return "\n".join(line_start(line) for line in text.split("\n"))


def line_start(line: str) -> str:
    """A line of a paragraph, so that it begins no other block."""
    found = _LINE_START.match(line)
    if not found:
        return line
    if found["number"]:
        return f"{found['number']}\\{line[found.end() :]}"
    return f"\\{line}"


def closing_marks(text: str) -> str:
    """The text of a heading, whose last `#` would close it."""
    return _CLOSING_MARKS.sub(r"\\\1", text)
