"""The inline part of a card's HTML -> styled text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from flashdeck.diagnostics import visible
from flashdeck.render.formulas import DISPLAYED, INLINE, WRITTEN
from flashdeck.render.notation import NO_BREAK
from flashdeck.render.segments import PLAIN, Segment, Style
from flashdeck.render.tree import Node

_STYLES = {
    "strong": "bold", "b": "bold", "em": "italic", "i": "italic", "code": "code", "del": "strike", "s": "strike",
    "u": "underline", "mark": "mark",
}  # fmt: skip
_AROUND = {"del": ("~~", "~~"), "s": ("~~", "~~"), "sup": ("^", ""), "sub": ("_", "")}
SET_OUT = frozenset([DISPLAYED, WRITTEN])
"""The styles of a formula that stands on lines of its own."""

_FORMULAS = {INLINE: {"math"}, DISPLAYED: {"math", DISPLAYED}, WRITTEN: {"math", WRITTEN}}
_SPACE = re.compile(r"[ \t\n\r\f]+")
_UNITS = (
    r" (?=(?:[kKMGTPEZYmµμnp]?i?(?:B|b|bits?|bytes?|FLOP|FLOPS|OPS|Wh?|Hz|[VAJTUmsg])|[KMBTh%x×]|°C|min)"
    r"(?:/[A-Za-zµ]+|²|³)*(?![\w/]))"
)
_UNIT = re.compile(rf"(?<=\d){_UNITS}")
_UNIT_ALONE = re.compile(_UNITS)
_TOKENS = {"k": "keyword", "s": "string", "c": "comment", "m": "number", "n": "name", "g": "diff"}
_PLAIN_NAMES = frozenset(["n", "nn", "nx", "nv", "py"])


def runs(nodes: Iterable[Node | str], style: Style = PLAIN) -> list[Segment]:
    r"""Return the text of inline nodes: white space folded, `\n` a forced end of line, nothing hidden or sent raw."""
    folded: list[Segment] = []
    after_space = True
    for text, names in _segments(nodes, style):
        shown = text
        if text != "\n" and names.isdisjoint(SET_OUT):
            shown = _SPACE.sub(" ", text)
            shown = shown[1:] if after_space and shown[:1] == " " else shown
            shown = _UNIT.sub(NO_BREAK, shown)
            if folded and folded[-1].text[-1:].isdigit() and _UNIT_ALONE.match(shown):
                shown = NO_BREAK + shown[1:]
        if shown:
            folded.append(Segment(visible(shown, keep="\n"), names))
            after_space = shown[-1] in " \n"
    while folded and folded[-1].text != "\n":
        text, names = folded.pop()
        if text.strip():
            folded.append(Segment(text.rstrip(), names))
            break
    return folded


def code_runs(node: Node, style: Style = frozenset(["code"])) -> Iterator[Segment]:
    """Yield the text of a code block as written, with the kinds of token that Pygments found."""
    for child in node.children:
        if isinstance(child, str):
            yield Segment(child, style)
        elif "cloze" in child.classes:
            inner = style | {"cloze"}
            yield from _bracketed(child, code_runs(child, inner), inner)
        else:
            yield from code_runs(child, style | _token_style(child))


def _segments(nodes: Iterable[Node | str], style: Style) -> Iterator[Segment]:
    for node in nodes:
        if isinstance(node, str):
            yield Segment(node, style)
        else:
            yield from _element(node, style)


def _element(node: Node, style: Style) -> Iterator[Segment]:
    if node.tag == "br":
        yield Segment("\n", style)
    elif node.tag == "img":
        yield Segment(_image(node), style | {"image"})
    elif node.tag == "input":
        yield Segment("[x]" if "checked" in node.attributes else "[ ]", style | {"marker"})
    elif node.tag == "a":
        yield from _link(node, style)
    elif node.tag in _FORMULAS:
        yield Segment(node.text, style | _FORMULAS[node.tag])
    elif node.tag == "code":
        yield Segment(node.text, style | {"code"})
    elif "cloze" in node.classes:
        inner = style | {"cloze"}
        yield from _bracketed(node, _segments(node.children, inner), inner)
    else:
        inner = style | {_STYLES[node.tag]} if node.tag in _STYLES else style
        opening, closing = _AROUND.get(node.tag, ("", ""))
        if any("footnote-ref" in child.classes for child in node.elements("a")):
            opening = ""
        yield Segment(opening, inner)
        yield from _segments(node.children, inner)
        yield Segment(closing, inner)


def _bracketed(node: Node, inner: Iterable[Segment], style: Style) -> Iterator[Segment]:
    """A deletion is told by its brackets, not by colour alone; a hidden one brings them along."""
    text = node.text
    hidden = text.startswith("[") and text.endswith("]")
    if not hidden:
        yield Segment("[", style)
    yield from inner
    if not hidden:
        yield Segment("]", style)


def _link(node: Node, style: Style) -> Iterator[Segment]:
    target = node.attributes.get("href", "")
    if "footnote-backref" in node.classes:
        return
    if "footnote-ref" in node.classes:
        yield Segment(f"[{node.text}]", style | {"marker"})
        return
    yield from _segments(node.children, style | {"link"})
    if target.removeprefix("mailto:").removeprefix("http://") not in node.text:
        yield Segment(f" ({target})", style | {"url"})


def _image(node: Node) -> str:
    name, path = node.attributes.get("alt", ""), node.attributes.get("src", "")
    return f"[image: {name} ({path})]" if name else f"[image: {path}]"


def _token_style(node: Node) -> Style:
    """Return one of six names for Pygments' many."""
    for name in node.classes:
        if name not in _PLAIN_NAMES and name[0] in _TOKENS:
            return frozenset([_TOKENS[name[0]]])
    return PLAIN
