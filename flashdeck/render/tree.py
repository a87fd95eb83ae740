"""The HTML of a card's side -> a tree, forgiving what browsers forgive."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
BLOCKS = frozenset([*HEADINGS, "blockquote", "div", "hr", "ol", "p", "pre", "table", "ul"])
"""Elements that stand on lines of their own; one of them ends a paragraph that was not closed."""

MAX_DEPTH = 100
"""Elements inside one another; what is deeper stands in the last of them."""

_VOID = frozenset(["br", "hr", "img", "input", "wbr"])


@dataclass(slots=True)
class Node:
    """An element, with its children in order: elements and text."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Node | str] = field(default_factory=list)

    @property
    def classes(self) -> frozenset[str]:
        """The words of its `class`."""
        return frozenset(self.attributes.get("class", "").split())

    @property
    def text(self) -> str:
        """All text in it."""
        return "".join(self.texts())

    def texts(self) -> Iterator[str]:
        """Its pieces of text in order."""
        waiting: list[Node | str] = [self]
        while waiting:
            node = waiting.pop()
            if isinstance(node, str):
                yield node
            else:
                waiting += reversed(node.children)

    def elements(self, *tags: str) -> list[Node]:
        """Its children that are elements, of the given tags if any are given."""
        return [child for child in self.children if isinstance(child, Node) and (not tags or child.tag in tags)]


def parse(html: str) -> Node:
    """Return the tree under one root; what is not closed is closed at the end."""
    parser = _TreeParser()
    parser.feed(html)
    parser.close()
    return parser.root


class _TreeParser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Node("")
        self._open = [self.root]

    def updatepos(self, i: int, j: int) -> int:  # noqa: ARG002 - the library's
        """Count no lines: nobody asks where an element stood."""
        return j

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in BLOCKS:
            self.handle_endtag("p")
        node = Node(tag, {name: value or "" for name, value in attrs})
        self._open[-1].children.append(node)
        if tag not in _VOID and len(self._open) <= MAX_DEPTH:
            self._open.append(node)

    def handle_endtag(self, tag: str) -> None:
        for depth in range(len(self._open) - 1, 0, -1):
            if self._open[depth].tag == tag:
                del self._open[depth:]
                return

    def handle_data(self, data: str) -> None:
        self._open[-1].children.append(data)
