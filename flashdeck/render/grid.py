"""Tables in a terminal: columns as wide as they want to be, narrower where they must, or a list of `header: value`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from flashdeck.render.runs import runs
from flashdeck.render.segments import Line, Segment, longest_word, merged, prefixed, width_of, wrap
from flashdeck.render.tree import Node

MIN_COLUMN = 4
"""Cells below which a column is no column."""
MAX_UNBROKEN = 18
"""Cells up to which a column is not made narrower than its longest word."""

_ENDLESS = 1_000_000
_BETWEEN = " │ "
_RULE_STYLE = frozenset(["rule"])
_HEAD_STYLE = frozenset(["table-head", "bold"])


@dataclass(frozen=True, slots=True)
class _Cell:
    text: list[Segment]
    align: str


def table_lines(table: Node, width: int) -> list[Line]:
    """Return the lines of a `<table>`, none wider than `width`."""
    header, rows = _cells(table)
    columns = max((len(row) for row in [header, *rows]), default=0)
    if not columns:
        return []
    widths = _widths([header, *rows], columns, width)
    if widths is None:
        return _records(header, rows, width)
    blocks = [_row(row, widths) for row in rows]
    lines = _row(header, widths) if any(cell.text for cell in header) else []
    rule: Line = (Segment("─┼─".join("─" * column for column in widths), _RULE_STYLE),)
    airy = any(len(block) > 1 for block in blocks)
    for index, block in enumerate(blocks):
        if (index == 0 and lines) or (index and airy):
            lines.append(rule)
        lines += block
    return lines


def _cells(table: Node) -> tuple[list[_Cell], list[list[_Cell]]]:
    header: list[_Cell] = []
    rows: list[list[_Cell]] = []
    for part in [table, *table.elements("thead", "tbody", "tfoot")]:
        for row in part.elements("tr"):
            cells = row.elements("th", "td")
            head = all(cell.tag == "th" for cell in cells) and not header and not rows
            made = [_cell(cell, head=head) for cell in cells]
            if head:
                header = made
            else:
                rows.append(made)
    return header, rows


def _cell(cell: Node, *, head: bool) -> _Cell:
    align = cell.attributes.get("style", "").rpartition("text-align:")[2].strip(" ;") or "left"
    return _Cell(runs(cell.children, _HEAD_STYLE) if head else runs(cell.children), align)


def _widths(rows: Sequence[Sequence[_Cell]], columns: int, width: int) -> list[int] | None:
    """Share `width` out among the columns: the widest give first. None if they would be too narrow to read."""
    wanted = [1] * columns
    for row in rows:
        for index, cell in enumerate(row):
            wanted[index] = max(wanted[index], *(width_of(line) for line in wrap(cell.text, _ENDLESS)))
    available = width - len(_BETWEEN) * (columns - 1)
    if sum(wanted) <= available:
        return wanted
    least = _least(rows, wanted)
    if sum(least) > available:
        return None
    low, high = 1, max(wanted)
    while low < high:
        level = (low + high + 1) // 2
        if sum(_at(level, least, wanted)) <= available:
            low = level
        else:
            high = level - 1
    return _at(low, least, wanted)


def _least(rows: Sequence[Sequence[_Cell]], wanted: Sequence[int]) -> list[int]:
    """Return how narrow each column may become: as its longest word, if that is not too long."""
    least = [MIN_COLUMN] * len(wanted)
    for row in rows:
        for index, cell in enumerate(row):
            if wanted[index] > MIN_COLUMN:
                least[index] = max(least[index], min(longest_word(cell.text), MAX_UNBROKEN))
    return [min(narrow, wide) for narrow, wide in zip(least, wanted, strict=True)]


def _at(level: int, least: list[int], wanted: list[int]) -> list[int]:
    return [min(wide, max(level, narrow)) for narrow, wide in zip(least, wanted, strict=True)]


def _row(row: Sequence[_Cell], widths: Sequence[int]) -> list[Line]:
    """Return the lines of one row, its cells wrapped side by side."""
    cells = [*row, *[_Cell([], "left")] * (len(widths) - len(row))]
    columns = [wrap(cell.text, width) for cell, width in zip(cells, widths, strict=True)]
    lines: list[Line] = []
    for parts in zip_longest(*columns, fillvalue=()):
        line: list[Segment] = []
        for part, cell, width in zip(parts, cells, widths, strict=True):
            if line:
                line.append(Segment(_BETWEEN, _RULE_STYLE))
            line += _aligned(part, width, cell.align)
        lines.append(_stripped(line))
    return lines


def _aligned(line: Line, width: int, align: str) -> list[Segment]:
    room = max(0, width - width_of(line))
    left = room if align == "right" else room // 2 if align == "center" else 0
    return [*_spaces(left), *line, *_spaces(room - left)]


def _spaces(count: int) -> list[Segment]:
    return [Segment(" " * count)] if count else []


def _stripped(line: list[Segment]) -> Line:
    """Drop the spaces at the end of a line."""
    while line and not line[-1].text.strip():
        line.pop()
    if line:
        line[-1] = Segment(line[-1].text.rstrip(), line[-1].style)
    return merged(line)


def _records(header: Sequence[_Cell], rows: Sequence[Sequence[_Cell]], width: int) -> list[Line]:
    """Return `header: value` lines, a row after the other, the first cell as its name."""
    lines: list[Line] = []
    for row in rows or [header]:
        if lines:
            lines.append(())
        for index, cell in enumerate(row):
            name = header[index].text if index < len(header) and rows else []
            label = [*name, Segment(": ", _HEAD_STYLE)] if name else []
            if index == 0:
                lines += wrap([*label, *cell.text], width)
            else:
                lines += prefixed(wrap([*label, *cell.text], max(1, width - 4)), "  ", "    ")
    return lines
