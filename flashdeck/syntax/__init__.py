"""What is code, math or a comment in a Markdown text: the one scanner that compiling and rendering share.

Code beats math, and both are left alone by everything else. The block structure that decides where a code span or a
formula must end (blank lines, headings, list items) is CommonMark's, as far as these regions need it. Every function
here takes time linear in the length of its text.
"""

from __future__ import annotations

from flashdeck.syntax.formulas import formulas
from flashdeck.syntax.lines import PARAGRAPH_BREAK, OpenLists
from flashdeck.syntax.opaque import opaque_regions
from flashdeck.syntax.region import Kind, Region

__all__ = ["PARAGRAPH_BREAK", "Kind", "OpenLists", "Region", "regions"]


def regions(text: str, start: int = 0) -> tuple[Region, ...]:
    """The code, math and comments of `text` from offset `start` on, sorted and without overlap."""
    opaque: list[Region] = []
    if "`" in text or "~~~" in text or "<!--" in text:
        opaque = opaque_regions(text, start)
    if "$" not in text and "\\(" not in text and "\\[" not in text:
        return tuple(opaque)
    return tuple(sorted([*opaque, *formulas(text, start, opaque)], key=lambda region: region.start))
