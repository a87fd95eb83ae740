r"""The formulas of a paragraph, which MathJax finds in the text as it is shown: `\(…\)` and `\[…\]`."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import reduce

from flashdeck.anki.adopting.prose.content import Break, Formula, Run, Style
from flashdeck.anki.adopting.prose.runs import common, merged, outer

_OPENING = re.compile(r"\\[(\[]")
_LINE_END = re.compile(r"[ \t]*[\r\n]\s*")
_BLANK_LINES = re.compile(r"[ \t]*[\r\n](?:[ \t]*[\r\n])*")
_ELSEWHERE = "\ufffc"
"""Stands in the place of what is no text."""


def with_formulas(runs: list[Run]) -> list[Run]:
    """The runs with each formula as one of them; a deletion stands around it, or in it, or it is none."""
    text = "".join(_as_text(run) for run in runs)
    result: list[Run] = []
    pieces = _Pieces(runs)
    at = 0
    for start, end, displayed in _formulas(text):
        whole, inside = list(pieces.between(start, end)), list(pieces.between(start + 2, end - 2))
        around = reduce(common, (run.gaps for run in whole))
        tex = text[start + 2 : end - 2]
        if _ELSEWHERE not in tex and tex.strip() and all(run.gaps[: len(around)] == around for run in inside):
            formula = Formula(tuple(merged(_tex(run, len(around), displayed=displayed) for run in inside)), displayed)
            result += pieces.between(at, start)
            result.append(Run(formula, outer(whole[0].styles), around))
            at = end
    return [*result, *pieces.between(at, len(text))] if result else runs


def _formulas(text: str) -> Iterator[tuple[int, int, bool]]:
    """Where each formula begins and ends, its brackets included, and whether it is displayed."""
    at, endless = 0, set[str]()
    while opening := _OPENING.search(text, at):
        at = opening.end()
        closing = "\\]" if opening[0] == "\\[" else "\\)"
        if closing not in endless:
            end = text.find(closing, at)
            if end < 0:
                endless.add(closing)
            else:
                at = end + 2
                yield opening.start(), at, closing == "\\]"


def _tex(run: Run, outer: int, *, displayed: bool) -> Run:
    """A piece of TeX; a formula in the text stands on one line, and none holds a blank one."""
    tex = "\n" if isinstance(run.what, Break) else run.words.replace("\xa0", " ")
    tex = _BLANK_LINES.sub("\n", tex) if displayed else _LINE_END.sub(" ", tex)
    return Run(tex, gaps=run.gaps[outer:])


def _as_text(run: Run) -> str:
    if isinstance(run.what, str):
        return _ELSEWHERE * len(run.what) if Style.CODE in run.styles else run.what
    return "\n" if isinstance(run.what, Break) else _ELSEWHERE


class _Pieces:
    """Runs by the offsets of their text."""

    def __init__(self, runs: list[Run]) -> None:
        self._runs = runs
        self._starts: list[int] = []
        at = 0
        for run in runs:
            self._starts.append(at)
            at += len(_as_text(run))

    def between(self, start: int, end: int) -> Iterator[Run]:
        """The parts of runs from one offset to another."""
        for index in range(max(0, bisect_right(self._starts, start) - 1), len(self._runs)):
            run, first = self._runs[index], self._starts[index]
            if first >= end:
                return
            if not isinstance(run.what, str):
                if first >= start:
                    yield run
            elif part := run.what[max(0, start - first) : end - first]:
                yield Run(part, run.styles, run.gaps)
