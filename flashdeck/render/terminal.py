"""The HTML of a card's side -> lines of styled text for a terminal.

The lines are neutral: segments of text with the names of their styles, which the screen paints and the plain review
joins. Everything that carries meaning is in the text itself (a deletion in brackets, struck text in tildes, a picture
by name), and no control character of a card is ever in it.
"""

from __future__ import annotations

from collections.abc import Iterable

from flashdeck.diagnostics import visible
from flashdeck.render.formulas import WRITTEN, set_formulas
from flashdeck.render.grid import table_lines
from flashdeck.render.notation import NO_BREAK
from flashdeck.render.runs import SET_OUT, code_runs, runs
from flashdeck.render.segments import PLAIN, Line, Segment, Style, cut, merged, prefixed, width_of, wrap
from flashdeck.render.tree import BLOCKS, HEADINGS, Node, parse

__all__ = ["STYLES", "Line", "Segment", "lines"]

STYLES = (
    "bold", "italic", "underline", "mark", "strike", "code", "math", "link", "url", "image", "cloze", "heading",
    "table-head", "marker", "quote", "rule", "keyword", "string", "comment", "number", "name", "diff",
)  # fmt: skip
"""Every name that a segment's style may hold."""

MIN_WIDTH = 6
"""Cells that text is given however deep it is nested, as long as the whole is that wide."""

_BULLETS = "•◦▪"
_WRAPPED = "↳ "


def lines(html: str, width: int, *, tex: bool = False) -> list[Line]:
    """Return the lines of `html`, none wider than `width` cells (two are the least).

    Formulas are shown as text in Unicode where that says the same, else as their TeX; with `tex`, all as their TeX.
    """
    cells = max(2, width)
    root = parse(html)
    if "\\" in html:
        set_formulas(root, tex=tex)
    return [_with_spaces(line) for flowed in _blocks(root.children, cells, 0) for line in cut(flowed, cells)]


def _with_spaces(line: Line) -> Line:
    """Once the lines are made, a space at which none may end is a space like any other."""
    return tuple(
        Segment(text.replace(NO_BREAK, " "), style) if NO_BREAK in text else Segment(text, style)
        for text, style in line
    )


def _blocks(
    nodes: Iterable[Node | str], width: int, depth: int, style: Style = PLAIN, *, tight: bool = False
) -> list[Line]:
    """Return the lines of a mixture of blocks and text, with a blank line between blocks unless they stand `tight`."""
    result: list[Line] = []
    inline: list[Node | str] = []

    def add(block: list[Line]) -> None:
        if block:
            if result and not tight:
                result.append(())
            result.extend(block)

    for node in nodes:
        if isinstance(node, Node) and node.tag in BLOCKS:
            add(_paragraph(inline, width, style))
            inline = []
            add(_block(node, width, depth))
        else:
            inline.append(node)
    add(_paragraph(inline, width, style))
    return result


def _block(node: Node, width: int, depth: int) -> list[Line]:
    if node.tag in HEADINGS:
        return _blocks(node.children, width, depth, frozenset(["heading", "bold"]))
    match node.tag:
        case "ul" | "ol":
            return _list(node, width, depth)
        case "blockquote":
            return _quote(node, width, depth)
        case "table":
            return table_lines(node, width)
        case "pre":
            return _verbatim(code_runs(node), width)
        case _:
            return _rule(width) if node.tag == "hr" else _blocks(node.children, width, depth)


def _quote(node: Node, width: int, depth: int) -> list[Line]:
    """Put a bar before each line for every quote around it, as far as there is room."""
    bars = "│ "
    while len(inner := [child for child in node.children if isinstance(child, Node) or child.strip()]) == 1:
        only = inner[0]
        if not isinstance(only, Node) or only.tag != "blockquote":
            break
        node = only
        bars += "│ " if len(bars) < width - MIN_WIDTH else ""
    margin = bars if width - len(bars) >= MIN_WIDTH else ""
    return prefixed(_blocks(node.children, _inner(width, len(bars)), depth), bars, margin, frozenset(["quote"]))


def _rule(width: int) -> list[Line]:
    return [(Segment("─" * width, frozenset(["rule"])),)]


def _paragraph(nodes: Iterable[Node | str], width: int, style: Style) -> list[Line]:
    """Flow text; a displayed formula stands on lines of its own, set in."""
    result: list[Line] = []
    text: list[Segment] = []
    for segment in [*runs(nodes, style), None]:
        if segment is not None and segment.style.isdisjoint(SET_OUT):
            text.append(segment)
            continue
        if any(part.text.strip() for part in text):
            result += wrap(text, width)
        text = []
        if segment is not None:
            result += _displayed(segment, width)
    return result


def _displayed(formula: Segment, width: int) -> list[Line]:
    """Set a formula in by two: TeX as it was written, text going on below, further in, if it is too long."""
    shown = Segment(formula.text.strip("\n"), formula.style - SET_OUT)
    if WRITTEN in formula.style:
        return _verbatim([shown], width)
    result: list[Line] = []
    for line in _split([shown]):
        result += prefixed(wrap(line, _inner(width, 4)), "  ", "    ")
    return result


def _list(node: Node, width: int, depth: int) -> list[Line]:
    items = node.elements("li")
    first = int(start) if (start := node.attributes.get("start", "1")).isdecimal() else 1
    markers = [_marker(item, node.tag, first + index, depth) for index, item in enumerate(items)]
    widest = max((len(marker) for marker in markers), default=0)
    loose = any(item.elements("p") for item in items)
    margin = " " * widest if width - widest >= MIN_WIDTH else ""
    result: list[Line] = []
    for item, marker in zip(items, markers, strict=True):
        children = [child for child in item.children if not (isinstance(child, Node) and child.tag == "input")]
        inner = _blocks(children, _inner(width, widest), depth + 1, tight=not loose) or [()]
        if result and loose:
            result.append(())
        result += prefixed(inner, f"{marker:>{widest}}", margin, frozenset(["marker"]))
    return result


def _marker(item: Node, tag: str, number: int, depth: int) -> str:
    for box in item.elements("input"):
        return "[x] " if "checked" in box.attributes else "[ ] "
    return f"{number}. " if tag == "ol" else f"{_BULLETS[min(depth, len(_BULLETS) - 1)]} "


def _verbatim(segments: Iterable[Segment], width: int) -> list[Line]:
    """Keep lines as written, set in by two; what is too long goes on below, after an arrow."""
    room = _inner(width, 2)
    result: list[Line] = []
    for line in _split(segments):
        head, *rest = cut(line, room, max(1, room - len(_WRAPPED)), after=" ")
        result += prefixed([merged(head)], "  ", "  ")
        for piece in rest:
            result += prefixed([piece], "  " + _WRAPPED, "", frozenset(["marker"]))
    return result


def _split(segments: Iterable[Segment]) -> list[list[Segment]]:
    """Cut verbatim text at its line ends; tabs go to the next fourth column."""
    result: list[list[Segment]] = [[]]
    column = 0
    for text, style in segments:
        for index, part in enumerate(text.split("\n")):
            if index:
                result.append([])
                column = 0
            expanded = (" " * (column % 4) + part).expandtabs(4)[column % 4 :] if "\t" in part else part
            if expanded:
                segment = Segment(visible(expanded), style)
                result[-1].append(segment)
                column += width_of([segment])
    return result


def _inner(width: int, margin: int) -> int:
    """Return the width beside a margin: what is deep still has some room, and is cut in the end."""
    return max(width - margin, min(width, MIN_WIDTH))
