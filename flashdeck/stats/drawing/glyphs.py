"""The characters that charts are made of: shades tell apart without colour what colour makes pleasant."""

from __future__ import annotations

from dataclasses import dataclass

from flashdeck.diagnostics import visible


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
    encoding: str = "utf-8"

    def shown(self, text: str) -> str:
        """A person's text on one line, as it is printed: what is no letter, or not in the encoding, as an escape."""
        escaped = visible(" ".join(text.split())).encode(self.encoding, "backslashreplace")
        return escaped.decode(self.encoding)


UNICODE = Glyphs("·░▒▓█", " ▁▂▃▄▅▆▇█", " ╸━", "─", "─", "▲", "–", "…")
ASCII = Glyphs(".-+*#", " .:|#", " =", "-", "-", "^", "-", "...", "ascii")
"""For an encoding that lacks the others."""
