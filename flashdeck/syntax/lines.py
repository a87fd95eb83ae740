"""Lines as blocks are made of: what begins one, what ends a paragraph, and which list items are open."""

from __future__ import annotations

import re
from collections.abc import Sequence

from flashdeck.syntax.region import Region

# Where a paragraph ends, seen from the line end before it: a blank line, a heading, or the first marks of a list item,
# a fence, a comment, a table row or a rule.
PARAGRAPH_BREAK = (
    r"\n(?:(?P<blank>[ \t]*+(?:>[ \t]*+)*+(?=\n|\Z))"
    r"|(?P<heading>[ ]{0,3}(?=\#{1,6}(?:[ \t\n]|\Z)))"
    r"|[ \t]*+(?:>[ \t]*+)*+"
    r"(?=(?:[-+*]|[0-9]{1,9}[.)])[ \t]|```|~~~|<!--|\||(?:-{3,}+|={3,}+|\*{3,}+|_{3,}+)[ \t]*+(?:\n|\Z)))"
)

# What may stand before a fence on its line: spaces, quote marks, list markers.
LEAD = r"(?P<lead>(?:[ \t]*+(?:>|(?:[-+*]|[0-9]{1,9}[.)])(?=[ \t])))*+[ \t]*+)"

LINE = re.compile(
    r"""
    ^(?P<indent>[ \t]*+)
    (?: (?P<rule>(?:(?:\*[ \t]*+){3,}|(?:-[ \t]*+){3,})$)
      | (?P<marker>(?:[-+*]|[0-9]{1,9}[.)])(?:[ \t]++|$))
      | (?P<block>\#{1,6}(?=[ \t]|$)|>|<!--|```|~~~)
      | (?P<text>\S)
    )?
    """,
    re.MULTILINE | re.VERBOSE,
)
_BLOCK = re.compile(r"\#{1,6}[ \t]|```|~~~")
_LEADING = re.compile(LEAD)
_LEAD_SIGNS = " \t>-+*.)0123456789"


def width(lead: str) -> int:
    """The columns that the beginning of a line takes, tab stops every four."""
    return len(lead.expandtabs(4)) if "\t" in lead else len(lead)


def begins_line(text: str, at: int) -> bool:
    """Whether only spaces, quote marks and list markers stand before `at` on its line."""
    start = at
    while start and text[start - 1] in _LEAD_SIGNS:
        start -= 1
    return (not start or text[start - 1] == "\n") and _LEADING.fullmatch(text, start, at) is not None


class Next:
    """Where a pattern is found next; asked for places in ascending order, it reads the text once."""

    def __init__(self, pattern: re.Pattern[str], text: str) -> None:
        self._pattern = pattern
        self._text = text
        self._found = -1

    def after(self, at: int) -> int:
        """Where the first match from `at` on begins; the length of the text if there is none."""
        if self._found < at:
            match = self._pattern.search(self._text, at)
            self._found = match.start() if match else len(self._text)
        return self._found


class OpenLists:
    """The list items that are open at a line, found by reading forward once; what is in `fences` is not read."""

    def __init__(self, text: str, start: int, fences: Sequence[Region] = ()) -> None:
        self._text = text
        self._at = start
        self._fences = fences
        self._fence = 0
        self._columns: list[int] = []
        self._after_paragraph = False

    def column(self, line_start: int, indent: int) -> int:
        """The content column of the innermost list item that a line indented by `indent` belongs to; 0 for none."""
        if self._at < line_start:
            for line in LINE.finditer(self._text, self._at, line_start - 1):
                if self._is_fenced(line.start()):
                    self._after_paragraph = False
                else:
                    self._read(line)
            self._at = line_start
        return max((column for column in self._columns if column <= indent), default=0)

    def _is_fenced(self, at: int) -> bool:
        while self._fence < len(self._fences) and self._fences[self._fence].end <= at:
            self._fence += 1
        return self._fence < len(self._fences) and self._fences[self._fence].inner_start <= at

    def _read(self, line: re.Match[str]) -> None:
        if line.lastgroup == "indent":
            self._after_paragraph = False
            return
        indent = width(line["indent"])
        if not self._after_paragraph or line.lastgroup != "text":
            self._leave(indent)
        marker = line["marker"]
        if marker and indent - (self._columns[-1] if self._columns else 0) < 4:
            gap = len(marker) - len(marker.rstrip())
            self._columns.append(indent + len(marker.rstrip()) + (gap if 1 <= gap <= 4 and "\t" not in marker else 1))
        is_block = line.lastgroup == "block" or _BLOCK.match(self._text, line.end()) is not None
        self._after_paragraph = not is_block  # which the next line may go on with, however little it is indented

    def _leave(self, indent: int) -> None:
        while self._columns and self._columns[-1] > indent:
            self._columns.pop()
