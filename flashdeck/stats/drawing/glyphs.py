"""The characters that charts are made of: shades tell apart without colour what colour makes pleasant."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Glyphs:
    """A set of characters.

    `shades` go from nothing to most, `columns` and `bars` from an empty cell to a full one in even steps; `rest` is
    the part of a bar that is not reached, `line` what columns stand on, `above` a column that goes on beyond its chart.
    """

    shades: str
    columns: str
    bars: str
    rest: str
    line: str
    above: str
    dash: str
    dots: str


UNICODE = Glyphs("·░▒▓█", " ▁▂▃▄▅▆▇█", " ▏▎▍▌▋▊▉█", "·", "─", "▲", "–", "…")
ASCII = Glyphs(".-+*#", " .:|#", " #", ".", "-", "^", "-", "...")
"""For an encoding that lacks the others."""
