"""What two renderings of one text have in common: their elements and their text, without how each writes them down."""

from __future__ import annotations

import re

from flashdeck.render.tree import Node, parse

_NAMES = {"s": "del"}
_TRANSPARENT = frozenset(["span", "div", "thead", "tbody"])
_KEPT = ("alt", "href", "src", "start", "style", "title")
_BLOCK = r"</?(?:p|li|ul|ol|blockquote|pre|h\d|hr|table|tr|td|th|br)(?: [^>]*)?>"


def structure(html: str) -> str:
    """The elements and the text of `html` in one canonical line."""
    written = re.sub(r"\s*\n\s*", "\n", _written(parse(html)))
    return re.sub(rf"\s*({_BLOCK})\s*", r"\1", written).strip()


def _written(node: Node) -> str:
    parts: list[str] = []
    for child in node.children:
        if isinstance(child, str):
            parts.append(child.replace("<", "‹").replace(">", "›"))
            continue
        inner = _written(child)
        if child.tag in _TRANSPARENT:
            parts.append(inner)
            continue
        tag = _NAMES.get(child.tag, child.tag)
        attributes = "".join(f' {name}="{child.attributes[name]}"' for name in _KEPT if name in child.attributes)
        parts.append(f"<{tag}{attributes}>{inner.rstrip() if tag == 'code' else inner}</{tag}>")
    return "".join(parts)
