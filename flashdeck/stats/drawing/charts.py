"""Bars, columns and lines of text: the parts that the page is put together from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

from rich.cells import set_cell_size
from rich.text import Text

from flashdeck.diagnostics import visible
from flashdeck.stats.drawing.glyphs import Glyphs

DIM = "dim"
HEADING = "bold"
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def heading(title: str, about: str = "") -> list[Text]:
    """A title, what its figures are, and nothing below it."""
    return [Text.assemble((title, HEADING), ("  " + about if about else "", DIM))]


def bar(share: float, width: int, style: str, glyphs: Glyphs) -> Text:
    """A bar of so many cells, filled from the left to that share (0 to 1)."""
    steps = len(glyphs.bars) - 1
    full, part = divmod(round(share * width * steps), steps)
    filled = glyphs.bars[-1] * full + (glyphs.bars[part] if part else "")
    return Text.assemble((filled, style), (glyphs.rest * (width - len(filled)), DIM))


def columns(
    values: Sequence[int], labels: Mapping[int, str], *, height: int, step: int, style: str, glyphs: Glyphs
) -> list[Text]:
    """A column for each value, `step` cells apart, on a line with labels below the columns that have one.

    One column that is far above all others is cut, so that these can be told apart.
    """
    top = _top(values)
    room = len(f"{top:,}")
    steps = len(glyphs.columns) - 1
    heights = [min(height * steps, -(-value * height * steps // top)) for value in values]
    drawn = []
    for row in reversed(range(height)):
        cells = [glyphs.columns[min(max(high - row * steps, 0), steps)] for high in heights]
        if row == height - 1:
            cells = [glyphs.above if value > top else cell for cell, value in zip(cells, values, strict=True)]
        text = "".join(cell.ljust(step) for cell in cells)
        scale = f"{top:,}" if row == height - 1 else ""
        drawn.append(Text.assemble((scale.rjust(room) + " ", DIM), (text.rstrip(), style)))
    below = ""
    for place, label in labels.items():
        below = below.ljust(place * step) + label
    line = glyphs.line * (len(values) * step - step + 1)
    return [*drawn, Text(f"{'0':>{room}} {line}", DIM), Text(" " * (room + 1) + below, DIM)]


def _top(values: Sequence[int]) -> int:
    """The value that the highest column stands for."""
    *_, second, first = sorted((0, 0, *values))
    return max(1, first if first <= 3 * second or second < 1 else 2 * second)


def cut(text: str, width: int, glyphs: Glyphs) -> str:
    """A text in so many cells, with spaces or an ellipsis at its end; nothing in it is obeyed by a terminal."""
    shown = visible(" ".join(text.split()))
    if Text(shown).cell_len <= width:
        return set_cell_size(shown, width)
    return set_cell_size(shown, width - len(glyphs.dots)).rstrip() + glyphs.dots


def wrapped(pieces: Iterable[Text], width: int, *, gap: str = "  ", indent: int = 0) -> list[Text]:
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
