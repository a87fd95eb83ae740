"""Fences, code spans and comments, found in one pass: whichever begins first hides the others."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from flashdeck.syntax.fences import FENCE, fence_at
from flashdeck.syntax.lines import PARAGRAPH_BREAK, Next, OpenLists, begins_line
from flashdeck.syntax.region import Kind, Region

_OPENING = re.compile(r"\\[^\n]|`+|<!--(?:-?>)?")
_BACKTICKS = re.compile(r"`+")
_ARROW = re.compile("-->")
_PARAGRAPH_END = re.compile(PARAGRAPH_BREAK)


def opaque_regions(text: str, start: int) -> list[Region]:
    """Fences, code spans and comments, whichever begins first."""
    found: list[Region] = []
    fences: Iterator[re.Match[str]] = FENCE.finditer(text, start) if "```" in text or "~~~" in text else iter(())
    fence = next(fences, None)
    lists, paragraph = OpenLists(text, start, found), _Paragraph(text)
    opening = _OPENING.search(text, start)
    at = start
    while True:
        if opening and opening.start() < at:
            opening = _OPENING.search(text, at)
        while fence and fence.start() < at:
            fence = next(fences, None)
        region: Region | None = None
        if fence and (not opening or fence.start() <= opening.start()):
            region = fence_at(text, fence, lists)
            at = region.end if region else fence.end()
        elif not opening:
            return found
        else:
            region = _inline(text, opening, paragraph)
            at = region.end if region else opening.end()
        if region:
            found.append(region)


def _inline(text: str, opening: re.Match[str], paragraph: _Paragraph) -> Region | None:
    """The code span or the comment that `opening` begins, if it is closed."""
    start, inner_start, mark = opening.start(), opening.end(), opening.group()
    if mark[0] == "\\":
        return None
    if mark[0] == "`":
        closing = paragraph.backticks(inner_start, len(mark))
        return None if closing < 0 else Region(Kind.CODE, start, closing + len(mark), inner_start, closing)
    if mark[-1] == ">":
        return Region(Kind.COMMENT, start, inner_start, start + 4, start + 4)
    closing = paragraph.arrow(inner_start, is_block=begins_line(text, start))
    return None if closing < 0 else Region(Kind.COMMENT, start, closing + 3, inner_start, closing)


class _Paragraph:
    """The paragraph at hand: what closes a code span or a comment in it. Each paragraph is read once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._end = Next(_PARAGRAPH_END, text)
        self._arrow = Next(_ARROW, text)
        self._counted_to = -1
        self._runs: dict[int, list[int]] = {}

    def backticks(self, after: int, length: int) -> int:
        """Where the next run of exactly `length` backticks of this paragraph begins, or -1."""
        end = self._end.after(after)
        if self._counted_to < end:
            self._counted_to = end
            self._runs = {}
            for run in _BACKTICKS.finditer(self._text, after, end):
                self._runs.setdefault(run.end() - run.start(), []).append(run.start())
        starts = self._runs.get(length, [])
        index = bisect_left(starts, after)
        return starts[index] if index < len(starts) else -1

    def arrow(self, after: int, *, is_block: bool) -> int:
        """Where the next `-->` begins, or -1; a comment that does not begin its line must end in its paragraph."""
        arrow = self._arrow.after(after)
        return arrow if arrow < (len(self._text) if is_block else self._end.after(after)) else -1
