"""Bars, columns and lines of text: the parts that the page is put together from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from flashdeck.stats.drawing.glyphs import Glyphs

HEIGHT = 5
"""Lines that columns are high."""

DIM = "dim"
HEADING = "bold"
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def heading(title: str, about: str, width: int) -> list[Text]:
    """A title and, where there is room for it, what its figures are."""
    fits = cell_len(title) + 2 + cell_len(about) <= width
    return [Text.assemble((title, HEADING), ("  " + about if fits else "", DIM))]


def bar(share: float, width: int, style: str, glyphs: Glyphs) -> Text:
    """A bar of so many cells, filled from the left to that share (0 to 1)."""
    steps = len(glyphs.bars) - 1
    full, part = divmod(round(share * width * steps), steps)
    filled = glyphs.bars[-1] * full + (glyphs.bars[part] if part else "")
    return Text.assemble((filled, style), (glyphs.rest * (width - len(filled)), DIM))


def columns(values: Sequence[int], labels: Mapping[int, str], width: int, style: str, glyphs: Glyphs) -> list[Text]:
    """A column for each value, with gaps where there is room for them, and labels below those that have one.

    One column that is far above all others is cut, so that these can be told apart.
    """
    top = _top(values)
    room = len(f"{top:,}")
    step = 2 if room + 2 * len(values) <= width else 1
    steps = len(glyphs.columns) - 1
    heights = [min(HEIGHT * steps, -(-value * HEIGHT * steps // top)) for value in values]
    drawn = []
    for row in reversed(range(HEIGHT)):
        cells = [glyphs.columns[min(max(high - row * steps, 0), steps)] for high in heights]
        if row == HEIGHT - 1:
            cells = [glyphs.above if value > top else cell for cell, value in zip(cells, values, strict=True)]
        text = "".join(cell.ljust(step) for cell in cells)
        scale = f"{top:,}" if row == HEIGHT - 1 else ""
        drawn.append(Text.assemble((scale.rjust(room) + " ", DIM), (text, style)))
    line = glyphs.line * (len(values) * step - step + 1)
    below = ""
    for place, label in labels.items():
        if place * step + len(label) <= len(line):
            below = below.ljust(place * step) + label
    return [*drawn, Text(f"{'0':>{room}} {line}", DIM), Text(" " * (room + 1) + below, DIM)]


def _top(values: Sequence[int]) -> int:
    """The value that the highest column stands for."""
    *_, second, first = sorted((0, 0, *values))
    return max(1, first if first <= 3 * second or second < 1 else 2 * second)


def cut(text: str, width: int, glyphs: Glyphs) -> str:
    """A text in so many cells, with spaces or an ellipsis at its end; nothing in it is obeyed by a terminal."""
    shown = glyphs.shown(text)
    if cell_len(shown) <= width:
        return set_cell_size(shown, width)
    return set_cell_size(shown, width - len(glyphs.dots)).rstrip() + glyphs.dots


def counted(number: int, noun: str) -> str:
    """`1 day`, `2 days`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def wrapped(pieces: Iterable[Text], width: int, *, gap: str = "   ", indent: int = 0) -> list[Text]:
    """The pieces one behind the other, on as many lines as they need."""
    lines: list[Text] = []
    for piece in pieces:
        if lines and lines[-1].cell_len + len(gap) + piece.cell_len <= width:
            lines[-1] = Text.assemble(lines[-1], gap, piece)
        else:
            lines.append(Text.assemble(" " * indent, piece))
    return lines


def beside(left: list[Text], right: list[Text], width: int, gap: int) -> list[Text]:
    """Two charts side by side, the right one `gap` cells behind the `width` of the left one."""
    pairs = zip_longest(left, right, fillvalue=Text())
    return [Text.assemble(one, " " * (width + gap - one.cell_len), other) if other else one for one, other in pairs]
