"""Columns of text that fit a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Sequence

from flashdeck.diagnostics import cells, visible

GAP = "  "
USUAL = 80
LEAST = 6
"""Columns below which a cell is not cut, however narrow the terminal is."""


def terminal_width() -> int | None:
    """The columns of the terminal; None where the output goes elsewhere and nothing needs to be cut."""
    named = os.environ.get("COLUMNS", "")
    if named.isdecimal() and int(named):
        return int(named)
    if sys.stdout is None or not sys.stdout.isatty():
        return None
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or USUAL
    except OSError:
        return USUAL


def table(rows: Sequence[Sequence[str]], width: int | None, *, right: Collection[int] = ()) -> list[str]:
    """The rows as lines of aligned columns, those in `right` to the right.

    Where they are wider than `width`, the widest columns are cut, with `…` at the end of what was cut. Control
    characters are shown as in `visible`.
    """
    shown = [[visible(cell) for cell in row] for row in rows]
    widths = [max(map(cells, column)) for column in zip(*shown, strict=True)]
    if width is not None:
        _shrink(widths, width - len(GAP) * (len(widths) - 1))
    return [
        GAP.join(_aligned(cell, widths[number], to_right=number in right) for number, cell in enumerate(row)).rstrip()
        for row in shown
    ]


def _shrink(widths: list[int], room: int) -> None:
    while sum(widths) > room and max(widths) > LEAST:
        widths[widths.index(max(widths))] -= 1


def _aligned(cell: str, width: int, *, to_right: bool) -> str:
    cut = _cut(cell, width)
    space = " " * (width - cells(cut))
    return space + cut if to_right else cut + space


def _cut(cell: str, width: int) -> str:
    if cells(cell) <= width:
        return cell
    kept, room = "", width - 1
    for char in cell:
        room -= cells(char)
        if room < 0:
            break
        kept += char
    return kept + "…"
