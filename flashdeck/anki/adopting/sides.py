"""The sides of a card from Anki: the content of their fields, and the line of it that is the heading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape

from flashdeck.anki.adopting.asked import Part
from flashdeck.anki.adopting.prose.content import (
    Block,
    Blocks,
    Break,
    Footnote,
    Formula,
    Heading,
    Paragraph,
    Run,
    Runs,
    Style,
    all_runs,
    text_of,
)
from flashdeck.anki.adopting.prose.inline import settled
from flashdeck.anki.adopting.prose.places import placed
from flashdeck.anki.adopting.prose.reader import Media, content_of
from flashdeck.anki.adopting.prose.runs import is_picture
from flashdeck.anki.adopting.prose.shapes import line_of

LONGEST_HEADING = 60
"""Characters of a heading that is made of the words below it."""

UNSAID = "…"
"""What stands in a heading for the words that a deletion hides."""


@dataclass(frozen=True, slots=True)
class Front:
    """A heading and what stands below it; `is_made` tells that the heading was made of words that stand there too."""

    heading: Runs
    above: Blocks
    is_made: bool = False


def content(parts: Iterable[Part], media: Media, *, cloze: bool = False) -> tuple[Blocks, frozenset[str]]:
    """The content of fields one after the other, with their names, and what is to be told of it.

    Only fields without a name have deletions in a `cloze`.
    """
    blocks: list[Block] = []
    told: frozenset[str] = frozenset()
    for part in parts:
        found, lost = content_of(part.html, media=media, cloze=cloze and not part.name)
        blocks += _named(part.name, found)
        told |= lost
    notes = [block for block in blocks if isinstance(block, Footnote)]
    return placed((*(block for block in blocks if not isinstance(block, Footnote)), *notes)), told


def line(html: str, media: Media) -> Runs:
    """The words of a field on one line."""
    if "<img" in html or "[sound" in html:
        return _single(line_of(content_of(html, media=media)[0]))
    return _line(html)


@lru_cache(maxsize=1024)
def _line(html: str) -> Runs:
    """The words of a line without media, which many notes share."""
    return _single(line_of(content_of(html)[0]))


def _named(name: str, blocks: Blocks) -> Blocks:
    """The blocks behind the name of their field."""
    if not name or not blocks:
        return blocks
    said = settled(Run(run.what, frozenset([Style.STRONG])) for run in line(escape(name), lambda _: None))
    if isinstance(blocks[0], Paragraph):
        return (Paragraph(settled([*said, Run(": "), *blocks[0].runs])), *blocks[1:])
    return (Paragraph(settled([*said, Run(":")])), *blocks)


# ---------------------------------------------------------------------------------------------- headings


def front(blocks: Blocks) -> Front | None:
    """A front with its first line as the heading; pictures before the words go below. None where nothing is shown."""
    if blocks and isinstance(blocks[0], Heading):
        blocks = (Paragraph(blocks[0].runs), *blocks[1:])
    for at, block in enumerate(blocks):
        if not isinstance(block, Paragraph):
            break
        lines = _lines(block.runs)
        number = next((number for number, words in enumerate(lines) if not is_picture(words)), None)
        if number is not None:
            above = (*blocks[:at], *_paragraph(lines[:number]), *_paragraph(lines[number + 1 :]), *blocks[at + 1 :])
            return Front(_single(lines[number]), above)
    if blocks and isinstance(blocks[0], Paragraph):
        first, *others = _lines(blocks[0].runs)
        return Front(first, (*_paragraph(others), *blocks[1:]))
    made = first_words(blocks)
    return Front(made, blocks, is_made=True) if made else None


def first_words(blocks: Blocks) -> Runs:
    """A heading made of the first words of blocks, with a sign for what a deletion hides."""
    for runs in all_runs(blocks):
        words = _without_gaps(runs)
        if any(character.isalnum() for character in text_of(words).replace(UNSAID, "")) or _has_formula(words):
            return _cut(words)
    return ()


def _without_gaps(runs: Runs) -> Runs:
    said: list[Run] = []
    gap = None
    for run in runs:
        if run.gaps:
            if run.gaps[0] != gap:
                said.append(Run(UNSAID))
            gap = run.gaps[0]
            continue
        gap = None
        match run.what:
            case str(text):
                said.append(Run(text.replace("\n", " "), run.styles & {Style.CODE}))
            case Formula(pieces, _) if not any(piece.gaps for piece in pieces):
                said.append(Run(run.what))
            case Formula():
                said.append(Run(UNSAID))
            case _:
                said.append(Run(" "))
    return _single(settled(said))


def _has_formula(runs: Runs) -> bool:
    return any(isinstance(run.what, Formula) for run in runs)


def _cut(runs: Runs) -> Runs:
    """The runs up to a word's end near the length of a heading."""
    kept: list[Run] = []
    room = LONGEST_HEADING
    for run in runs:
        length = (
            len(run.words) if isinstance(run.what, str) else len(run.what.tex) if isinstance(run.what, Formula) else 1
        )
        if length <= room:
            kept.append(run)
            room -= length
            continue
        if isinstance(run.what, str) and Style.CODE not in run.styles:
            cut = run.what[: room + 1].rpartition(" ")[0] or ("" if kept else run.what[:room])
            kept.append(replace(run, what=cut.rstrip(" ,;:")))
        return settled([*kept, Run(UNSAID)])
    return runs


# ---------------------------------------------------------------------------------------------- lines


def _lines(runs: Runs) -> list[Runs]:
    """The lines of a paragraph."""
    lines: list[list[Run]] = [[]]
    for run in runs:
        if isinstance(run.what, Break):
            lines.append([])
        else:
            lines[-1].append(run)
    return [settled(each) for each in lines]


def _paragraph(lines: list[Runs]) -> Iterator[Paragraph]:
    runs = settled(run for words in lines for run in (Run(Break()), *words))
    if runs:
        yield Paragraph(runs)


def _single(runs: Runs) -> Runs:
    """The runs with each formula on one line, as a heading needs it."""
    return tuple(replace(run, what=_flat(run.what)) if isinstance(run.what, Formula) else run for run in runs)


def _flat(formula: Formula) -> Formula:
    return replace(
        formula, pieces=tuple(replace(piece, what=piece.words.replace("\n", " ")) for piece in formula.pieces)
    )
