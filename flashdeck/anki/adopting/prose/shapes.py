"""What was read of a list, a table or a code block -> the one form that all ways to write it share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from flashdeck.anki.adopting.prose.content import (
    Block,
    Blocks,
    Break,
    Code,
    Item,
    Items,
    Paragraph,
    Run,
    Runs,
    Style,
    Table,
    all_runs,
    text_of,
)
from flashdeck.anki.adopting.prose.inline import settled
from flashdeck.anki.adopting.prose.runs import is_blank

MOST_CELLS, MOST_COLUMNS = 5_000, 50
"""What a pipe table holds at most; the rows of a larger one are lines of text."""

MERGED = "have tables with merged cells, whose text stands in the first of them now"
CROWDED = "have cells of tables with several lines, which stand on one now"
HUGE = f"have tables of more than {MOST_CELLS:,} cells, whose rows are lines of text now"

_BLANK = re.compile(r"(?<=\n)[ \t]+(?=\n|\Z)")
_BLANK_LINES = re.compile(r"\A(?:[ \t]*\n)+")
_NUMBERS = re.compile(r"[\s\d]+")
_LANGUAGE = re.compile(r"[\w.+#-]+")


# ---------------------------------------------------------------------------------------------- lists


def list_of(items: Iterable[Item], start: int | None, *, paragraphs: bool) -> Items | None:
    """A list of the items that hold something; `paragraphs` tells that these were written as such."""
    kept = tuple(item for item in items if item.blocks)
    if not kept:
        return None
    can_be_loose = len(kept) > 1 or any(len(item.blocks) > 1 for item in kept)
    must_be = any(not _is_tight(*pair) for item in kept for pair in pairwise(item.blocks))
    return Items(kept, start, loose=must_be or (paragraphs and can_be_loose))


def _is_tight(block: Block, after: Block) -> bool:
    """Whether the second block can follow the first one in an item without a blank line."""
    follows = isinstance(after, Code) or (isinstance(after, Items) and after.start in (None, 1))
    return isinstance(block, Paragraph) and follows


def joined_lists(one: Items, other: Items) -> Items | None:
    """Two lists of bullets that follow each other, as one, which Markdown makes of them; numbers part them."""
    if one.start is not None or other.start is not None:
        return None
    return list_of((*one.items, *other.items), None, paragraphs=one.loose or other.loose)


# ---------------------------------------------------------------------------------------------- code


def code_of(runs: Iterable[Run], language: str) -> Code | None:
    """A block of code, without blank lines around it; None where there is nothing to be seen."""
    merged: list[Run] = []
    for run in runs:
        if merged and merged[-1].gaps == run.gaps:
            merged[-1] = replace(merged[-1], what=merged[-1].words + run.words)
        elif run.words:
            merged.append(Run(run.words, gaps=run.gaps))
    if all(is_blank(run) for run in merged):
        return None
    kept = _stripped([replace(run, what=_BLANK.sub("", run.words.replace("\xa0", " "))) for run in merged])
    return Code(language if _LANGUAGE.fullmatch(language) else "", tuple(kept))


def _stripped(runs: list[Run]) -> list[Run]:
    while not runs[0].words.strip("\n"):
        del runs[0]
    while not runs[-1].words.strip("\n"):
        del runs[-1]
    runs[0] = replace(runs[0], what=_BLANK_LINES.sub("", runs[0].words))
    runs[-1] = replace(runs[-1], what=runs[-1].words.rstrip("\n"))
    return runs


# ---------------------------------------------------------------------------------------------- tables


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell as it was written: how many columns and rows it takes, and how it is aligned."""

    blocks: Blocks
    columns: int = 1
    rows: int = 1
    aligned: str = ""


def table_of(rows: Sequence[Sequence[Cell]]) -> tuple[Blocks, frozenset[str]]:
    """The table that these cells make, or what stands in its place, and what is to be told of it."""
    told = (
        frozenset({MERGED}) if any(cell.columns > 1 or cell.rows > 1 for row in rows for cell in row) else frozenset()
    )
    if len(rows) == 1 and (len(rows[0]) == 1 or not all(_is_line(cell.blocks) for cell in rows[0])):
        return tuple(_side_by_side(rows[0])), frozenset()
    grid = _grid(rows)
    if grid is None:
        return tuple(_lines(rows)), told | {HUGE}
    if any(len(cell.blocks) > 1 or not _is_line(cell.blocks) for row in grid for cell in row):
        told |= {CROWDED}
    lines = tuple(tuple(line_of(cell.blocks) for cell in row) for row in grid)
    if not any(cell for row in lines for cell in row):
        return (), frozenset()
    return (Table(lines, tuple(cell.aligned for cell in grid[0])),), told


def _side_by_side(row: Sequence[Cell]) -> Iterator[Block]:
    """What stands in the one row of a table that is there for the layout, without the numbers of lines of code."""
    blocks = [block for cell in row for block in cell.blocks]
    code = [block for block in blocks if isinstance(block, Code)]
    for block in blocks:
        if not (len(code) > 1 and isinstance(block, Code) and _NUMBERS.fullmatch(text_of(block.runs))):
            yield block


def _grid(rows: Sequence[Sequence[Cell]]) -> list[list[Cell]] | None:
    """All cells by row and column, those that others reach into empty; None where they are too many."""
    grid: list[list[Cell]] = []
    below: dict[int, int] = {}  # for each column, the rows that a cell above still takes
    for row in rows:
        line: list[Cell] = []
        for cell in row:
            _fill(line, below)
            for column in range(cell.columns):
                below[len(line)] = cell.rows - 1
                line.append(cell if column == 0 else Cell(()))
        _fill(line, below)
        grid.append(line)
    width = max(map(len, grid), default=0)
    if width > MOST_COLUMNS or width * len(grid) > MOST_CELLS:
        return None
    return [line + [Cell(())] * (width - len(line)) for line in grid]


def _fill(line: list[Cell], below: dict[int, int]) -> None:
    while below.get(len(line)):
        below[len(line)] -= 1
        line.append(Cell(()))


def _is_line(blocks: Blocks) -> bool:
    return all(
        isinstance(block, Paragraph) and not any(isinstance(run.what, Break) for run in block.runs) for block in blocks
    )


def line_of(blocks: Blocks) -> Runs:
    """All words of blocks on one line."""
    runs: list[Run] = []
    for block in blocks:
        code = isinstance(block, Code)
        for found in all_runs((block,)):
            runs += [Run(" "), *(_in_line(run, code=code) for run in found)]
    return settled(runs)


def on_one_line(runs: Runs) -> Runs:
    """Runs of several lines as those of one."""
    return line_of((Paragraph(runs),)) if any(isinstance(run.what, Break) for run in runs) else runs


def _in_line(run: Run, *, code: bool) -> Run:
    if isinstance(run.what, Break):
        return replace(run, what=" ")
    return replace(run, styles=run.styles | {Style.CODE}, what=run.words.replace("\n", " ")) if code else run


def _lines(rows: Sequence[Sequence[Cell]]) -> Iterator[Paragraph]:
    for row in rows:
        cells = [runs for cell in row if (runs := line_of(cell.blocks))]
        if cells:
            parted = [run for runs in cells for run in (Run(" | "), *runs)]
            yield Paragraph(settled(parted[1:]))
