"""What is code, math or a comment in a Markdown text: the one scanner that compiling and rendering share.

Code beats math, and both are left alone by everything else. The block structure that decides where a code span or a
formula must end (blank lines, headings, list items) is CommonMark's, as far as these regions need it. Every function
here takes time linear in the length of its text.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Kind(StrEnum):
    """What a region of the text is."""

    FENCE = "fence"
    CODE = "code"
    MATH_INLINE = "math-inline"
    MATH_DISPLAY = "math-display"
    COMMENT = "comment"


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch of text that is not prose; offsets in code points, ends exclusive.

    `start` and `end` take in the marks (a fence from its opening marks to the end of its closing line), `inner_start`
    and `inner_end` do not. A fence that nothing closes has `inner_end == end`.
    """

    kind: Kind
    start: int
    end: int
    inner_start: int
    inner_end: int

    @property
    def closed(self) -> bool:
        """Whether closing marks were found: only a fence can go without."""
        return self.inner_end < self.end


def regions(text: str, start: int = 0) -> tuple[Region, ...]:
    """The code, math and comments of `text` from offset `start` on, sorted and without overlap."""
    opaque: list[Region] = []
    if "`" in text or "~~~" in text or "<!--" in text:
        opaque = _opaque(text, start)
    if "$" not in text and "\\(" not in text and "\\[" not in text:
        return tuple(opaque)
    return tuple(sorted([*opaque, *_math(text, start, opaque)], key=lambda region: region.start))


# ---------------------------------------------------------------------------------------------- blocks

# Where a paragraph ends, seen from the line end before it: a blank line, a heading, a list item, a fence, a table row.
PARAGRAPH_BREAK = (
    r"\n(?:(?P<blank>[ \t]*+(?:>[ \t]*+)*+(?=\n|\Z))"
    r"|(?P<heading>[ ]{0,3}(?=\#{1,6}(?:[ \t\n]|\Z)))"
    r"|[ \t]*+(?:>[ \t]*+)*+(?=(?:[-+*]|[0-9]{1,9}[.)])[ \t]|```|~~~|\|))"
)
_PARAGRAPH_END = re.compile(PARAGRAPH_BREAK)

# What may stand before a fence on its line: spaces, quote marks, list markers.
_LEAD = r"(?P<lead>(?:[ \t]*+(?:>|(?:[-+*]|[0-9]{1,9}[.)])(?=[ \t])))*+[ \t]*+)"
_FENCE = re.compile(rf"^{_LEAD}(?P<run>`{{3,}}(?=[^`\n]*+$)|~{{3,}})[^\n]*+", re.MULTILINE)
_CLOSING_FENCE = re.compile(r"^(?P<indent>[ \t]*+)(?P<run>`{3,}+|~{3,}+)[ \t]*+$", re.MULTILINE)
_QUOTED_LINE = re.compile(r"^[ \t]*+>[ \t>]*+(?P<run>`{3,}+|~{3,}+)?(?P<rest>[^\n]*+)\n?", re.MULTILINE)
_LINE = re.compile(
    r"^(?P<indent>[ \t]*+)"
    r"(?:(?P<marker>(?:[-+*]|[0-9]{1,9}[.)])(?:[ \t]++|$))|(?P<heading>\#{1,6}(?=[ \t]|$))|(?P<text>\S))?",
    re.MULTILINE,
)


def _width(lead: str) -> int:
    """The columns that the beginning of a line takes, tab stops every four."""
    return len(lead.expandtabs(4)) if "\t" in lead else len(lead)


class OpenLists:
    """The list items that are open at a line, found by reading forward once."""

    def __init__(self, text: str, start: int) -> None:
        self._text = text
        self._at = start
        self._columns: list[int] = []
        self._after_blank = True

    def column(self, line_start: int, indent: int) -> int:
        """The content column of the innermost list item that a line indented by `indent` belongs to; 0 for none."""
        if self._at < line_start:
            for line in _LINE.finditer(self._text, self._at, line_start - 1):
                self._read(line)
            self._at = line_start
        return max((column for column in self._columns if column <= indent), default=0)

    def skip(self, to: int, column: int) -> None:
        """Go on at `to`, after a fence whose list item has the content column `column`."""
        self._at = to
        self._leave(column)
        self._after_blank = True

    def _read(self, line: re.Match[str]) -> None:
        if line.lastgroup == "indent":
            self._after_blank = True
            return
        indent = _width(line["indent"])
        if self._after_blank or line.lastgroup != "text":
            self._leave(indent)
        marker = line["marker"]
        if marker and indent - (self._columns[-1] if self._columns else 0) < 4:
            gap = len(marker) - len(marker.rstrip())
            self._columns.append(indent + len(marker.rstrip()) + (gap if 1 <= gap <= 4 and "\t" not in marker else 1))
        self._after_blank = False

    def _leave(self, indent: int) -> None:
        while self._columns and self._columns[-1] > indent:
            self._columns.pop()


def _fence(text: str, opening: re.Match[str], lists: OpenLists) -> Region | None:
    """The fence that `opening` begins, unless its indentation makes it text."""
    lead, run = opening["lead"], opening["run"]
    start, inner_start = opening.start("run"), min(opening.end() + 1, len(text))
    if ">" in lead:
        inner_end, end = _quoted_end(text, run, inner_start)
        return Region(Kind.FENCE, start, end, inner_start, inner_end)
    indent = _width(lead)
    marked = bool(lead.strip())
    column = indent if marked else lists.column(opening.start(), indent) if indent else 0
    if indent - column > 3:
        return None
    inner_end, end = _listed_end(text, run, inner_start, column) if column else _end(text, run, inner_start)
    lists.skip(end, column)
    return Region(Kind.FENCE, start, end, inner_start, inner_end)


def _end(text: str, run: str, inner_start: int) -> tuple[int, int]:
    """Where a fence at the margin ends, without and with its closing line."""
    for closing in _CLOSING_FENCE.finditer(text, inner_start):
        if closing["run"].startswith(run) and _width(closing["indent"]) <= 3:
            return closing.start(), closing.end()
    return len(text), len(text)


def _listed_end(text: str, run: str, inner_start: int, column: int) -> tuple[int, int]:
    """Where a fence in a list item ends: at its closing line, or where the item does."""
    last = inner_start
    for line in _LINE.finditer(text, inner_start):
        if line.lastgroup == "indent":
            continue
        if _width(line["indent"]) < column:
            return last, last
        closing = _CLOSING_FENCE.match(text, line.start())
        if closing and closing["run"].startswith(run) and _width(closing["indent"]) - column <= 3:
            return closing.start(), closing.end()
        line_end = text.find("\n", line.end())
        last = len(text) if line_end < 0 else line_end + 1
    return len(text), len(text)


def _quoted_end(text: str, run: str, inner_start: int) -> tuple[int, int]:
    """Where a fence in a block quote ends: at its closing line, or where the quote does."""
    at = inner_start
    while line := _QUOTED_LINE.match(text, at):
        if line["run"] and line["run"].startswith(run) and not line["rest"].strip():
            return at, line.end("rest")
        if line.end() == at:
            break
        at = line.end()
    return at, at


# ---------------------------------------------------------------------------------------------- code and comments

_OPENING = re.compile(r"\\[^\n]|`+|<!--(?:-?>)?")
_BACKTICKS = re.compile(r"`+")


class _Paragraph:
    """The backtick runs of the paragraph at hand, by length: each paragraph is read once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._end = -1
        self._runs: dict[int, list[int]] = {}

    def closing(self, after: int, length: int) -> int:
        """Where the next run of exactly `length` backticks of this paragraph begins, or -1."""
        if after > self._end:
            stop = _PARAGRAPH_END.search(self._text, after)
            self._end = stop.start() if stop else len(self._text)
            self._runs = {}
            for run in _BACKTICKS.finditer(self._text, after, self._end):
                self._runs.setdefault(run.end() - run.start(), []).append(run.start())
        starts = self._runs.get(length, [])
        index = bisect_left(starts, after)
        return starts[index] if index < len(starts) else -1


def _opaque(text: str, start: int) -> list[Region]:
    """Fences, code spans and comments, whichever begins first."""
    found: list[Region] = []
    fences: Iterator[re.Match[str]] = _FENCE.finditer(text, start) if "```" in text or "~~~" in text else iter(())
    fence = next(fences, None)
    lists, paragraph = OpenLists(text, start), _Paragraph(text)
    comments_end = text.rfind("-->")
    opening = _OPENING.search(text, start)
    at = start
    while True:
        if opening and opening.start() < at:
            opening = _OPENING.search(text, at)
        while fence and fence.start() < at:
            fence = next(fences, None)
        region: Region | None = None
        if fence and (not opening or fence.start() <= opening.start()):
            region = _fence(text, fence, lists)
            at = region.end if region else fence.end()
        elif not opening:
            return found
        else:
            region = _inline(text, opening, paragraph, comments_end)
            at = region.end if region else opening.end()
        if region:
            found.append(region)


def _inline(text: str, opening: re.Match[str], paragraph: _Paragraph, comments_end: int) -> Region | None:
    """The code span or the comment that `opening` begins, if it is closed."""
    start, inner_start, mark = opening.start(), opening.end(), opening.group()
    if mark[0] == "`":
        closing = paragraph.closing(inner_start, len(mark))
        return None if closing < 0 else Region(Kind.CODE, start, closing + len(mark), inner_start, closing)
    if mark[0] == "\\":
        return None
    if mark[-1] == ">":
        return Region(Kind.COMMENT, start, inner_start, start + 4, start + 4)
    if inner_start > comments_end:
        return None
    closing = text.find("-->", inner_start)
    return Region(Kind.COMMENT, start, closing + 3, inner_start, closing)


# ---------------------------------------------------------------------------------------------- math

_MATH = re.compile(rf"\\[()\[\]]|\\[^\n]|\$+|{PARAGRAPH_BREAK}")
_CLOSES = {"$": "$", "$$": "$$", "\\(": "\\)", "\\[": "\\]"}
_KINDS = frozenset({*_CLOSES, *_CLOSES.values(), "paragraph", "section"})


class _Token(NamedTuple):
    kind: str
    start: int
    end: int


def _tokens(text: str, start: int, opaque: list[Region]) -> Iterator[_Token]:
    """Everything that opens, closes or stops a formula, in order."""
    after_blank = -1
    for region in [*opaque, None]:
        for match in _MATH.finditer(text, start, region.start if region else len(text)):
            kind = match.group()
            if kind[0] == "\n":
                kind = "section" if match["heading"] is not None and match.start() == after_blank else "paragraph"
                if match["blank"] is not None:
                    after_blank = match.end()
            if kind in _KINDS:
                yield _Token(kind, *match.span())
        if region:
            yield _Token("opaque", region.start, region.end)
            start = region.end


def _math(text: str, start: int, opaque: list[Region]) -> Iterator[Region]:
    """The formulas between the opaque regions.

    An inline formula stays in its paragraph. A display may hold blank lines, but never a blank line with a heading
    after it: a forgotten `$$` must not swallow the cards below.
    """
    tokens = list(_tokens(text, start, opaque))
    where: dict[str, list[int]] = {}
    for index, token in enumerate(tokens):
        where.setdefault(token.kind, []).append(index)

    def following(kind: str, index: int) -> int:
        indexes = where.get(kind, [])
        at = bisect_right(indexes, index)
        return indexes[at] if at < len(indexes) else len(tokens)

    index = 0
    while index < len(tokens):
        opening = tokens[index]
        index += 1
        closing_mark = _CLOSES.get(opening.kind)
        if closing_mark is None:
            continue
        display = opening.kind in ("$$", "\\[")
        stops = ("opaque", "section") if display else ("opaque", "section", "paragraph", "$$")
        at = following(closing_mark, index - 1)
        if at == len(tokens) or any(following(stop, index - 1) < at for stop in stops):
            continue
        closing = tokens[at]
        if opening.kind == "$" and not _is_math(text, opening.end, closing.start):
            continue
        kind = Kind.MATH_DISPLAY if display else Kind.MATH_INLINE
        yield Region(kind, opening.start, closing.end, opening.end, closing.start)
        index = at + 1


def _is_math(text: str, start: int, end: int) -> bool:
    """Whether what stands between two single dollars is a formula and not money."""
    return not (text[start].isspace() or text[end - 1].isspace() or text[end + 1 : end + 2].isdigit())
