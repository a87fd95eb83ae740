"""What a field of Anki's says, as far as a card file can say it: blocks of text, and no other HTML.

Two HTML texts that a card file cannot tell apart are one content. It is what is compared when a text was written as
Markdown and rendered again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePosixPath
from typing import TypeAlias

_NO_WORDS = re.compile(r"(?:paste|image|img)?[-_]*[0-9a-f]*[0-9][0-9a-f]*")


class Style(StrEnum):
    """How words are set; the value is the element that they stand in."""

    STRONG = "strong"
    EMPHASIS = "em"
    STRUCK = "del"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Link:
    """Words that lead to `address`."""

    address: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Gap:
    """A cloze deletion around words; those of one `place` are one deletion, as long as no block ends in it."""

    number: int
    hint: str
    place: int


# ---------------------------------------------------------------------------------------------- inline


@dataclass(frozen=True, slots=True)
class Break:
    """The end of a line within a paragraph."""


@dataclass(frozen=True, slots=True)
class Image:
    """A picture by the path to be written."""

    path: str
    words: str = ""
    title: str = ""


def described(path: str) -> str:
    """Words for a picture that has none in Anki: its name, unless that is a number or a digest, as of one pasted in."""
    stem = PurePosixPath(path).stem
    return "a picture" if _NO_WORDS.fullmatch(stem) else " ".join(re.split(r"[-_ ]+", stem)).strip() or "a picture"


@dataclass(frozen=True, slots=True)
class Formula:
    """TeX, byte for byte, with the deletions in it."""

    pieces: tuple[Run, ...]
    displayed: bool

    @property
    def tex(self) -> str:
        """The TeX alone."""
        return text_of(self.pieces)


@dataclass(frozen=True, slots=True)
class Mark:
    """A reference to a footnote."""

    label: str


Atom: TypeAlias = Break | Image | Formula | Mark


@dataclass(frozen=True, slots=True)
class Run:
    """Words, or something that stands among them, with all that they stand in: deletions from the outermost on."""

    what: str | Atom
    styles: frozenset[Style | Link] = frozenset()
    gaps: tuple[Gap, ...] = ()

    @property
    def words(self) -> str:
        """The words; of what is none, nothing."""
        return self.what if isinstance(self.what, str) else ""


Runs: TypeAlias = tuple[Run, ...]


def text_of(runs: Runs) -> str:
    """The words of runs, one after the other."""
    return "".join(run.words for run in runs)


# ---------------------------------------------------------------------------------------------- blocks


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines of words, parted by `Break`."""

    runs: Runs


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading inside a card: `level` is 3 to 6."""

    level: int
    runs: Runs


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across."""


@dataclass(frozen=True, slots=True)
class Code:
    """Lines of code, with the deletions in it."""

    language: str
    runs: Runs


@dataclass(frozen=True, slots=True)
class Quote:
    """What somebody else said."""

    blocks: Blocks


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a list; `checked` is None where it has no box."""

    blocks: Blocks
    checked: bool | None = None


@dataclass(frozen=True, slots=True)
class Items:
    """A list; `start` is its first number, None where it has bullets. Of a `loose` one, the items are paragraphs."""

    items: tuple[Item, ...]
    start: int | None = None
    loose: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells, all of one length, the first of them the header; `aligned` is "", left, center or right."""

    rows: tuple[tuple[Runs, ...], ...]
    aligned: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Footnote:
    """What stands below the text for the mark of this label."""

    label: str
    blocks: Blocks


Block: TypeAlias = Paragraph | Heading | Rule | Code | Quote | Items | Table | Footnote
Blocks: TypeAlias = tuple[Block, ...]


def all_runs(blocks: Blocks) -> Iterator[Runs]:
    """The runs of each paragraph, heading, code block and cell, in order."""
    for block in blocks:
        match block:
            case Paragraph(runs) | Heading(_, runs) | Code(_, runs):
                yield runs
            case Quote(inner) | Footnote(_, inner):
                yield from all_runs(inner)
            case Items(items):
                for item in items:
                    yield from all_runs(item.blocks)
            case Table(rows):
                for row in rows:
                    yield from row
            case Rule():
                pass


def all_gaps(blocks: Blocks) -> Iterator[Gap]:
    """The deletions around each run, those in formulas included."""
    for runs in all_runs(blocks):
        for run in runs:
            yield from run.gaps
            if isinstance(run.what, Formula):
                for piece in run.what.pieces:
                    yield from piece.gaps
