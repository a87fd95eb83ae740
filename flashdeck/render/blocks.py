"""The blocks of a Markdown text: what `reader` makes of its lines and `elements` of them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import pairwise

_PIPE = re.compile(r"(?<!\\)\|")


class Kind(Enum):
    """What a block is; the first four hold blocks, the others lines."""

    DOCUMENT = auto()
    QUOTE = auto()
    LIST = auto()
    ITEM = auto()
    PARAGRAPH = auto()
    HEADING = auto()
    RULE = auto()
    FENCE = auto()
    INDENTED = auto()
    TABLE = auto()
    RAW = auto()
    FOOTNOTE = auto()


@dataclass(slots=True)
class Block:
    """One block: its children or its lines, and the lines of the text (from 0) that it stands on.

    `indent` is how far an item's content, or a fence, is indented; `info` the fence's info string, the footnote's
    label or the list's bullet or delimiter; `number` the heading's level, the fence's length or the list's start.
    """

    kind: Kind
    first: int
    last: int
    children: list[Block] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    indent: int = 0
    info: str = ""
    number: int = 0

    @property
    def tight(self) -> bool:
        """Of a list: no blank line stands between its items, or between the blocks of one of them."""
        return not any(
            after.first > before.last + 1
            for siblings in (self.children, *(item.children for item in self.children))
            for before, after in pairwise(siblings)
        )


def cells(row: str) -> list[str]:
    """Split a table's row at its pipes; an escaped one is a pipe in the text."""
    inner = row.strip()
    inner = inner.removeprefix("|")
    if inner.endswith("|") and not inner.endswith("\\|"):
        inner = inner[:-1]
    return [cell.strip().replace("\\|", "|") for cell in _PIPE.split(inner)]
