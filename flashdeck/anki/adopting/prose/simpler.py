"""Content that Markdown cannot say as it is, said with less: the words stay."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from flashdeck.anki.adopting.prose.content import (
    Atom,
    Block,
    Blocks,
    Break,
    Code,
    Footnote,
    Formula,
    Heading,
    Image,
    Items,
    Mark,
    Paragraph,
    Quote,
    Run,
    Runs,
    Style,
    Table,
    all_runs,
    described,
    text_of,
)
from flashdeck.anki.adopting.prose.escapes import Care
from flashdeck.anki.adopting.prose.inline import settled
from flashdeck.anki.adopting.prose.shapes import code_of, list_of

_DELETION = re.compile(r"\{\{[ \t]*[cC][ \t]*\d")
_AS_CODE = frozenset([Style.CODE])


def simpler(block: Block, care: Care) -> Blocks:
    """What is written of a block with this care."""
    if care is Care.BARE:
        return (_bare(block),)
    return tuple(_literal(block)) if care is Care.LITERAL else (block,)


def _bare(block: Block) -> Block:
    """The block without styles, links, hints and footnotes' marks."""
    match block:
        case Paragraph(runs) | Heading(_, runs):
            return replace(block, runs=_words(runs))
        case Code(language, runs):
            return code_of((_unhinted(run) for run in runs), language) or block
        case Quote(inner) | Footnote(_, inner):
            return replace(block, blocks=tuple(map(_bare, inner)))
        case Items(items):
            return replace(block, items=tuple(replace(item, blocks=tuple(map(_bare, item.blocks))) for item in items))
        case Table(rows):
            return replace(block, rows=tuple(tuple(_words(cell) for cell in row) for row in rows))
        case _:
            return block


def without_deletions(block: Block) -> Block:
    """A block in whose code nothing looks like a deletion, which would be one: such code stands in spans."""
    match block:
        case Code(_, runs) if _DELETION.search(text_of(runs)):
            lines = (line for line in text_of(runs).split("\n") if line.strip())
            return Paragraph(settled(run for line in lines for run in (Run(Break()), Run(line, _AS_CODE))))
        case Quote(inner) | Footnote(_, inner):
            return replace(block, blocks=tuple(map(without_deletions, inner)))
        case Items(items, start, loose):
            kept = (replace(item, blocks=tuple(map(without_deletions, item.blocks))) for item in items)
            return list_of(kept, start, paragraphs=loose) or block
        case _:
            return block


def _words(runs: Runs) -> Runs:
    return settled(_unhinted(replace(run, styles=frozenset(), what=_plain(run))) for run in runs)


def _plain(run: Run) -> str | Atom:
    return f"[{run.what.label}]" if isinstance(run.what, Mark) else run.what


def _unhinted(run: Run) -> Run:
    gaps = tuple(replace(gap, hint="") for gap in run.gaps)
    if isinstance(run.what, Formula):
        return replace(run, gaps=gaps, what=replace(run.what, pieces=tuple(map(_unhinted, run.what.pieces))))
    return replace(run, gaps=gaps)


def _literal(block: Block) -> Iterator[Block]:
    """Each line of words of the block as a paragraph, with nothing but pictures and deletions in it."""
    for runs in all_runs((block,)):
        line: list[Run] = []
        for piece in (*_pieces(runs), None):
            if piece is not None:
                line.append(piece)
            elif words := settled(line):
                yield Paragraph(words)
                line = []


def _pieces(runs: Runs) -> Iterator[Run | None]:
    """The words, and None where a line ends."""
    for run in map(_unhinted, runs):
        match run.what:
            case Break():
                yield None
            case Image(path, _, _):
                yield Run(Image(path, described(path)), frozenset(), run.gaps)
            case Formula(pieces, _):
                yield from (Run(piece.words, frozenset(), run.gaps + piece.gaps) for piece in pieces)
            case Mark(label):
                yield Run(f"[{label}]", frozenset(), run.gaps)
            case str(text):
                first, *others = text.split("\n")
                yield Run(first, frozenset(), run.gaps)
                for line in others:
                    yield None
                    yield Run(line, frozenset(), run.gaps)
