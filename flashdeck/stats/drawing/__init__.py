"""The figures drawn for a terminal of any width; whoever imports this room loads rich."""

from flashdeck.stats.drawing.glyphs import ASCII, UNICODE, Glyphs
from flashdeck.stats.drawing.page import page

__all__ = ["ASCII", "UNICODE", "Glyphs", "page"]
