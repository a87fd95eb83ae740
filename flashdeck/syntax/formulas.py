r"""Formulas: `$…$`, `$$…$$`, `\(…\)` and `\[…\]`, told from money."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from flashdeck.syntax.lines import PARAGRAPH_BREAK, Next, begins_line
from flashdeck.syntax.region import Kind, Region

_MARK = re.compile(r"\\[^\n]|\$+")
_CLOSES = {"$": "$", "$$": "$$", "\\(": "\\)", "\\[": "\\]"}
_MARKS = frozenset({*_CLOSES, *_CLOSES.values()})
_PARAGRAPH_END = re.compile(PARAGRAPH_BREAK)
_BLANK_LINE = re.compile(r"\n[ \t]*+(?:>[ \t]*+)*+(?=\n|\Z)")
_SECTION = re.compile(r"\n[ \t]*+\n[ ]{0,3}#{1,6}(?:[ \t\n]|\Z)")


class _Mark(NamedTuple):
    sign: str
    start: int
    end: int


def formulas(text: str, start: int, opaque: Sequence[Region]) -> Iterator[Region]:
    """The formulas of `text` from `start` on, which hold none of the opaque regions.

    An inline formula stays in its paragraph. A display that begins its line may hold blank lines, but not one with a
    heading below it: a forgotten `$$` must not swallow the cards that follow.
    """
    marks = _Marks(text, start, opaque)
    at = 0
    while at < len(marks.all):
        opening = marks.all[at]
        closing_at = marks.closing(at) if opening.sign in _CLOSES else None
        at += 1
        if closing_at is not None:
            closing = marks.all[closing_at]
            kind = Kind.MATH_DISPLAY if opening.sign in ("$$", "\\[") else Kind.MATH_INLINE
            yield Region(kind, opening.start, closing.end, opening.end, closing.start)
            at = closing_at + 1


class _Marks:
    """Everything outside of opaque regions that opens or closes a formula, in order."""

    def __init__(self, text: str, start: int, opaque: Sequence[Region]) -> None:
        self._text = text
        self.all = list(_marks(text, start, opaque))
        self._where: dict[str, list[int]] = {}
        for at, mark in enumerate(self.all):
            self._where.setdefault(mark.sign, []).append(at)
        self._opaque = [region.start for region in opaque]
        self._paragraph_end = Next(_PARAGRAPH_END, text)
        self._blank_line = Next(_BLANK_LINE, text)
        self._section = Next(_SECTION, text)

    def closing(self, at: int) -> int | None:
        """Which mark closes the formula that the mark `at` opens, if any does."""
        opening = self.all[at]
        closing_at = self._next(_CLOSES[opening.sign], at)
        if closing_at == len(self.all) or self.all[closing_at].start >= self._limit(opening):
            return None
        if opening.sign == "$" and (
            self._next("$$", at) < closing_at or not _is_math(self._text, opening.end, self.all[closing_at].start)
        ):
            return None
        return closing_at

    def _next(self, sign: str, at: int) -> int:
        places = self._where.get(sign, [])
        index = bisect_right(places, at)
        return places[index] if index < len(places) else len(self.all)

    def _limit(self, opening: _Mark) -> int:
        """Where a formula must have ended."""
        index = bisect_right(self._opaque, opening.start)
        opaque = self._opaque[index] if index < len(self._opaque) else len(self._text)
        if opening.sign in ("$", "\\("):
            return min(opaque, self._paragraph_end.after(opening.end))
        if begins_line(self._text, opening.start):
            return min(opaque, self._section.after(opening.end))
        return min(opaque, self._blank_line.after(opening.end))


def _marks(text: str, start: int, opaque: Sequence[Region]) -> Iterator[_Mark]:
    for region in [*opaque, None]:
        for match in _MARK.finditer(text, start, region.start if region else len(text)):
            sign = match.group()
            if sign in _MARKS:
                yield _Mark(sign, *match.span())
        if region:
            start = region.end


def _is_math(text: str, start: int, end: int) -> bool:
    """Whether what stands between two single dollars is a formula and not money."""
    return not (text[start].isspace() or text[end - 1].isspace() or text[end + 1 : end + 2].isdigit())
