"""Content -> Markdown that is read again as the same content, which is what makes it right.

Each block is written with as few escapes as it seems to need. The whole is rendered as an export renders it, and read
again: a block that came back otherwise is written with more care, and in the end with nothing but its words. So what is
written once says the same after any number of exports and imports, and is written the same again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flashdeck.anki.adopting.prose.content import Blocks, Paragraph
from flashdeck.anki.adopting.prose.converter import block_markdown, line_markdown
from flashdeck.anki.adopting.prose.escapes import Care
from flashdeck.anki.adopting.prose.markup import with_neighbours
from flashdeck.anki.adopting.prose.places import placed
from flashdeck.anki.adopting.prose.simpler import simpler

BARED = "lost formatting that a card file has no marks for"

_MOST_ROUNDS = 8  # of writing and reading one text, after which its words alone are written

Reread = Callable[[str], Blocks]


@dataclass(frozen=True, slots=True)
class Written:
    """Markdown block by block, the content that it says, and whether that is less than was to be said."""

    parts: tuple[str, ...]
    blocks: Blocks
    is_less: bool = False

    @property
    def text(self) -> str:
        """The whole."""
        return "\n\n".join(self.parts)


def write(blocks: Blocks, reread: Reread, *, titled: bool = False, care: Care = Care.SPARING) -> Written:
    """The Markdown of blocks, no block with less than `care`; `reread` renders a text and gives its content.

    The first block of a `titled` text, a paragraph of one line, is written as the line of a heading.
    """
    first = written = _written(blocks, reread, titled=titled, care=care)
    for _ in range(_MOST_ROUNDS if first.is_less or care else 0):
        again = _written(written.blocks, reread, titled=titled, care=care)
        if again.text == written.text:
            break
        written = again
    return Written(written.parts, written.blocks, is_less=first.is_less)


def _written(blocks: Blocks, reread: Reread, *, titled: bool, care: Care) -> Written:
    cares = [care] * len(blocks)
    for _ in range(_MOST_ROUNDS):
        shown, origins = _simplified(blocks, cares)
        parts = _parts(shown, [cares[origin] for origin in origins], titled=titled)
        wrong = _differing(shown, reread("\n\n".join(parts)))
        raised = {origins[at] for at in wrong if cares[origins[at]] < Care.LITERAL}
        if wrong and not raised:
            raised = {at for at, each in enumerate(cares) if each < Care.LITERAL}
        if not raised:
            break
        for at in raised:
            cares[at] = Care(cares[at] + 1)
    else:
        shown, origins = _simplified(blocks, [Care.LITERAL] * len(blocks))
        parts = _parts(shown, [Care.LITERAL] * len(shown), titled=titled)
    return Written(tuple(parts), shown, is_less=shown != blocks)


def _simplified(blocks: Blocks, cares: list[Care]) -> tuple[Blocks, list[int]]:
    """What is written of each block, and for each block of this from which one it comes."""
    shown = [simpler(block, care) for block, care in zip(blocks, cares, strict=True)]
    origins = [at for at, parts in enumerate(shown) for _ in parts]
    return placed(tuple(part for parts in shown for part in parts)), origins


def _parts(blocks: Blocks, cares: list[Care], *, titled: bool) -> list[str]:
    parts = []
    for at, (block, second) in enumerate(with_neighbours(blocks)):
        if titled and at == 0 and isinstance(block, Paragraph):
            parts.append(line_markdown(block.runs, cares[at]))
        else:
            parts.append(block_markdown(block, cares[at], second=second))
    return parts


def _differing(blocks: Blocks, read: Blocks) -> list[int]:
    """Which of the blocks were read otherwise."""
    if len(blocks) == len(read):
        return [at for at, (mine, other) in enumerate(zip(blocks, read, strict=True)) if mine != other]
    start = 0
    while start < min(len(blocks), len(read)) and blocks[start] == read[start]:
        start += 1
    end = 0
    while end < min(len(blocks), len(read)) - start and blocks[-1 - end] == read[-1 - end]:
        end += 1
    return list(range(max(0, min(start, len(blocks) - end - 1)), len(blocks) - end or len(blocks)))
