"""The formulas in a card's HTML -> elements of their own, with the text that a terminal shows for them."""

from __future__ import annotations

from collections.abc import Iterator

from flashdeck.render.notation import formula_lines
from flashdeck.render.tree import Node

INLINE, DISPLAYED, WRITTEN = "$", "$$", "$$ as written"
"""The tags of a formula in the text, of one on lines of its own, and of one on the lines that its TeX has."""

MAX_MATH = 4_000
"""Characters of TeX in one side of a card that are shown as text; formulas after them stay as they were written."""

_BRACKETS = ((r"\(", r"\)"), (r"\[", r"\]"))
_CODE = frozenset(["code", "pre"])


def set_formulas(root: Node, *, tex: bool) -> None:
    r"""Put an element in the place of each `\(…\)` and `\[…\]` outside code: as text, or with `tex` as written."""
    room = 0 if tex else MAX_MATH
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.tag in _CODE:
            continue
        children: list[Node | str] = []
        for child in node.children:
            if isinstance(child, Node) or "\\" not in child:
                children.append(child)
                continue
            for opening, text in _cut(child):
                children.append(_formula(opening, text, known=len(text) <= room) if opening else text)
                room -= len(text) if opening else 0
        node.children = children
        waiting += reversed(node.elements())


def _cut(text: str) -> Iterator[tuple[str, str]]:
    """Yield the pieces of the text, each with the bracket that opens it if it is a formula."""
    found = {opening: text.find(opening) for opening, _ in _BRACKETS}
    end = 0
    while True:
        start, opening, closing = min(
            (found[opening] if found[opening] >= 0 else len(text), opening, closing) for opening, closing in _BRACKETS
        )
        yield "", text[end:start]
        if start == len(text):
            return
        close = text.find(closing, start + 2)
        if close < 0:  # and so none of this kind is closed
            found[opening], end = -1, start
            continue
        yield opening, text[start + 2 : close]
        end = close + 2
        for each, at in found.items():
            if 0 <= at < end:
                found[each] = text.find(each, end)


def _formula(opening: str, tex: str, *, known: bool) -> Node:
    lines = formula_lines(tex) if known else None
    if opening == r"\(":
        return Node(INLINE, children=[lines[0] if lines and len(lines) == 1 else tex.strip()])
    return Node(DISPLAYED, children=["\n".join(lines)]) if lines else Node(WRITTEN, children=[tex])
