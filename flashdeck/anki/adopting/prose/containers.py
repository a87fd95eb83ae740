"""The lists, quotes, tables and code blocks of a field that are open, from the whole text inwards."""

from __future__ import annotations

from dataclasses import dataclass, field

from flashdeck.anki.adopting.prose.content import (
    Block,
    Blocks,
    Footnote,
    Heading,
    Item,
    Items,
    Paragraph,
    Quote,
    Run,
)
from flashdeck.anki.adopting.prose.shapes import Cell, code_of, joined_lists, list_of, on_one_line, table_of
from flashdeck.anki.adopting.prose.tokens import Start
from flashdeck.anki.adopting.prose.words import Words

DEEPEST = 8
"""Lists and quotes inside one another; what is nested deeper stands in the last of them."""

NESTED = f"nest lists or quotes more than {DEEPEST} deep, which are flatter now"

_WITHIN = {"item": "list", "row": "table", "cell": "row", "footnote": "footnotes"}


@dataclass(slots=True)
class Frame:
    """A container that is open, with what it holds so far."""

    kind: str
    start: Start = field(default_factory=lambda: Start(""))
    blocks: list[Block] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)
    rows: list[list[Cell]] = field(default_factory=list)
    code: list[Run] = field(default_factory=list)
    paragraphs: bool = False
    checked: bool | None = None


class Containers:
    """What is open; `heading` is the level of the heading at hand, 0 outside of one."""

    def __init__(self, words: Words, told: set[str]) -> None:
        self.heading = 0
        self._words = words
        self._told = told
        self._open = [Frame("text")]
        self._footnotes: list[Block] = []

    @property
    def top(self) -> Frame:
        """The innermost container."""
        return self._open[-1]

    def holds(self, kind: str) -> bool:
        """Whether a container of this kind is open."""
        return any(frame.kind == kind for frame in self._open)

    def finish(self) -> Blocks:
        """Close all, and give the blocks of the whole text: its footnotes are the last."""
        self._close(1)
        return (*self.top.blocks, *self._footnotes)

    # ------------------------------------------------------------------------------------------ opening

    def push(self, kind: str, start: Start) -> None:
        """Open a container, and whatever one of its kind stands in."""
        self.paragraph()
        self.heading = 0
        outer = _WITHIN.get(kind)
        if kind == "list" and self.top.kind == "list" and self.top.items:  # as if it stood in the item before
            item = self.top.items.pop()
            self._open.append(Frame("item", blocks=list(item.blocks), checked=item.checked))
        elif outer is None:
            self.flow()
        elif not self.close_inside(outer):
            self.push(outer, Start(outer))
        if kind in ("list", "quote") and sum(frame.kind in ("list", "quote") for frame in self._open) >= DEEPEST:
            self._told.add(NESTED)
        elif outer in (None, self.top.kind):
            self._open.append(Frame(kind, start))

    def close_inside(self, kind: str) -> bool:
        """Close what is inside the nearest container of a kind; tell whether there is one, out of a cell never."""
        self.paragraph()
        for depth in range(len(self._open) - 1, -1, -1):
            if self._open[depth].kind == kind:
                self._close(depth + 1)
                return True
            if self._open[depth].kind == "cell" and kind not in ("row", "table"):
                break
        return False

    def close_last(self, kind: str) -> bool:
        """Close the nearest container of a kind, and what is inside; tell whether there is one."""
        if self.close_inside(kind):
            self._close(len(self._open) - 1)
            return True
        return False

    def flow(self) -> None:
        """Make room for words: a list holds them in an item, a table in a cell."""
        while self.top.kind in ("list", "table", "row"):
            kind = {"list": "item", "table": "row", "row": "cell"}[self.top.kind]
            self._open.append(Frame(kind))

    # ------------------------------------------------------------------------------------------ closing

    def paragraph(self) -> None:
        """End the paragraph or the heading at hand."""
        if runs := self._words.paragraph():
            self.flow()
            self.top.blocks.append(Heading(self.heading, on_one_line(runs)) if self.heading else Paragraph(runs))

    def block(self, block: Block | None) -> None:
        """Add a block to the innermost container."""
        if block is None:
            return
        last = self.top.blocks[-1] if self.top.blocks else None
        if isinstance(last, Items) and isinstance(block, Items) and (joined := joined_lists(last, block)):
            self.top.blocks[-1] = joined
        else:
            self.top.blocks.append(block)

    def _close(self, depth: int) -> None:
        self.paragraph()
        while len(self._open) > depth:
            self._closed(self._open.pop())

    def _closed(self, frame: Frame) -> None:
        blocks, start = tuple(frame.blocks), frame.start
        match frame.kind:
            case "item":
                self.top.items.append(Item(blocks, frame.checked))
                self.top.paragraphs |= frame.paragraphs
            case "list":
                self.block(list_of(frame.items, _first_number(start), paragraphs=frame.paragraphs))
            case "pre":
                self.block(code_of(frame.code, start.attributes.get("language", "")))
            case "cell":
                self.top.cells.append(Cell(blocks, _count(start, "colspan"), _count(start, "rowspan"), _aligned(start)))
            case "row":
                self.top.rows.append(frame.cells)
            case "table":
                self._table(frame)
            case _ if blocks:
                self._closed_text(frame.kind, start, blocks)

    def _closed_text(self, kind: str, start: Start, blocks: Blocks) -> None:
        if kind == "quote":
            self.block(Quote(blocks))
        elif kind == "footnote":
            self._footnotes.append(Footnote(start.attributes["label"], blocks))
        else:
            self.top.blocks += blocks

    def _table(self, frame: Frame) -> None:
        made, told = table_of([row for row in frame.rows if row])
        self._told |= told
        for block in made:
            self.block(block)


def _first_number(start: Start) -> int | None:
    if start.tag != "ol":
        return None
    number = start.attributes.get("start", "1")
    return int(number) if number.isascii() and number.isdigit() and len(number) <= 9 else 1


def _count(start: Start, name: str) -> int:
    number = start.attributes.get(name, "1").strip()
    return min(100, max(1, int(number))) if number.isascii() and number.isdigit() and len(number) < 5 else 1


def _aligned(start: Start) -> str:
    css = start.attributes.get("style", "").lower().replace(" ", "")
    word = css.partition("text-align:")[2].partition(";")[0] or start.attributes.get("align", "").lower()
    return word if word in ("left", "center", "right") else ""
