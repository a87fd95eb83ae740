"""Deletions numbered by where they stand, so that two readings of one text are equal."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from flashdeck.anki.adopting.prose.content import (
    Block,
    Blocks,
    Code,
    Footnote,
    Formula,
    Gap,
    Heading,
    Items,
    Paragraph,
    Quote,
    Run,
    Runs,
    Table,
)


def placed(blocks: Blocks) -> Blocks:
    """The blocks with their deletions counted in order; one that went on over a border is one on each side of it."""
    return tuple(_Places().block(block) for block in blocks)


class _Places:
    """The deletions of one block, its inner ones included."""

    def __init__(self) -> None:
        self._count = count(1)

    def _blocks(self, blocks: Blocks) -> Blocks:
        return tuple(self.block(block) for block in blocks)

    def block(self, block: Block) -> Block:
        match block:
            case Paragraph(runs) | Heading(_, runs) | Code(_, runs):
                return replace(block, runs=self._runs(runs))
            case Quote(inner) | Footnote(_, inner):
                return replace(block, blocks=self._blocks(inner))
            case Items(items):
                return replace(block, items=tuple(replace(item, blocks=self._blocks(item.blocks)) for item in items))
            case Table(rows):
                return replace(block, rows=tuple(tuple(self._runs(cell) for cell in row) for row in rows))
            case _:
                return block

    def _runs(self, runs: Runs) -> Runs:
        new: dict[int, Gap] = {}
        return tuple(self._run(run, new) for run in runs)

    def _run(self, run: Run, new: dict[int, Gap]) -> Run:
        gaps = tuple(self._gap(gap, new) for gap in run.gaps)
        if isinstance(run.what, Formula):
            return replace(
                run, gaps=gaps, what=replace(run.what, pieces=tuple(self._run(each, new) for each in run.what.pieces))
            )
        return replace(run, gaps=gaps) if gaps else run

    def _gap(self, gap: Gap, new: dict[int, Gap]) -> Gap:
        if gap.place not in new:
            new[gap.place] = replace(gap, place=next(self._count))
        return new[gap.place]
