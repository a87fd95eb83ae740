"""Where styles begin and end: only where Markdown's marks for them would mean something."""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import category, east_asian_width

from flashdeck.anki.adopting.prose.content import Run, Style
from flashdeck.anki.adopting.prose.runs import common, merged


def bordered(runs: list[Run]) -> list[Run]:
    """The runs without the styles that Markdown could not begin or end where they do.

    `**` and `*` mean nothing between a sign inside and a letter outside, and `*` nothing between two letters: the sign
    is set outside, and of a part of a word the style is dropped.
    """
    runs = merged(runs)
    for style in (Style.STRONG, Style.EMPHASIS, Style.STRUCK):
        if any(style in run.styles for run in runs):
            runs = merged(_with_borders(runs, style))
    return runs


def _with_borders(runs: list[Run], style: Style) -> Iterator[Run]:
    at = 0
    while at < len(runs):
        end = at
        while end < len(runs) and style in runs[end].styles:
            end += 1
        if end == at:
            yield runs[at]
            at += 1
            continue
        end = _cut(runs, at, end)
        before, after = runs[at - 1] if at else None, runs[end] if end < len(runs) else None
        yield from _stretch(runs[at:end], style, before, after)
        at = end


def _cut(runs: list[Run], at: int, end: int) -> int:
    """Where a stretch is cut in two, lest a deletion be: one that goes on where it ends, or went on where it begins."""
    after = runs[end].gaps if end < len(runs) else ()
    before = runs[at - 1].gaps if at else ()
    first, last = runs[at].gaps, runs[end - 1].gaps
    going_on = common(last, after)[len(common(first, last)) :]
    gone_on = common(before, first)[len(common(first, last)) :]
    for place in range(at + 1, end):
        if any(gap in runs[place].gaps for gap in going_on) or any(gap not in runs[place].gaps for gap in gone_on):
            return place
    return end


def _stretch(runs: list[Run], style: Style, before: Run | None, after: Run | None) -> Iterator[Run]:
    """A stretch of one style between its neighbours; white space and signs that cannot begin or end it go outside."""
    head, kept = _peeled(runs, style, before, 0)
    tail, kept = _peeled(kept[::-1], style, after, -1)
    kept.reverse()
    before, after = head[-1] if head else before, tail[-1] if tail else after
    is_possible = bool(kept) and _can_stand(kept, style, before, after)
    yield from head
    yield from kept if is_possible else (_without(run, style) for run in kept)
    yield from reversed(tail)


def _peeled(runs: list[Run], style: Style, beside: Run | None, edge: int) -> tuple[list[Run], list[Run]]:
    """What is not to stand in the style at one end of it, from the outside on, and the rest."""
    peeled: list[Run] = []
    at = 0
    while at < len(runs) and (length := _outside(runs[at], beside, edge)):
        run, text = runs[at], runs[at].words
        cut, rest = (text[:length], text[length:]) if edge == 0 else (text[-length:], text[:-length])
        beside = Run(cut, run.styles - {style}, run.gaps)
        peeled.append(beside)
        if rest:
            runs[at] = Run(rest, run.styles, run.gaps)
        else:
            at += 1
    return peeled, runs[at:]


def _outside(run: Run, beside: Run | None, edge: int) -> int:
    """How many characters at an edge of a run cannot stand in its style: white space, or a sign beside a letter."""
    if not isinstance(run.what, str) or Style.CODE in run.styles:
        return 0
    blank = len(run.what) - len(run.what.lstrip() if edge == 0 else run.what.rstrip())
    return blank or int(_is_sign(run.what[edge]) and _is_word(_neighbour(beside, run, -1 - edge)))


def _without(run: Run, style: Style) -> Run:
    return Run(run.what, run.styles - {style}, run.gaps)


def _can_stand(runs: list[Run], style: Style, before: Run | None, after: Run | None) -> bool:
    opens = _neighbour(before, runs[0], -1), _edge(runs[0], 0)
    closes = _neighbour(after, runs[-1], 0), _edge(runs[-1], -1)
    if style is Style.STRUCK:
        return True
    if style is Style.EMPHASIS and any(_is_word(outside) and _is_word(inside) for outside, inside in (opens, closes)):
        return False
    outside, inside = opens
    return not (_is_word(outside) and _is_word(inside) and (outside.isdigit() or inside.isdigit()))


def _neighbour(run: Run | None, of: Run, edge: int) -> str:
    """The character beside a run; none where a deletion begins or ends in between, whose marks part words."""
    return _edge(run, edge) if run and run.gaps == of.gaps else ""


def _edge(run: Run, edge: int) -> str:
    return run.what[edge] if isinstance(run.what, str) and run.what and Style.CODE not in run.styles else ""


def _is_word(character: str) -> bool:
    return character.isalnum() and east_asian_width(character) not in "WF"


def _is_sign(character: str) -> bool:
    return character != "" and category(character)[0] in "PS"
