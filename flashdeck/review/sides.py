"""The texts of a card as both faces show them: HTML for a side, words for a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from flashdeck.diagnostics import cells, visible
from flashdeck.model import Card
from flashdeck.render.html import to_html
from flashdeck.render.segments import Segment, wrap
from flashdeck.render.terminal import lines

_ONE_LINE = 10_000  # cells


def context(card: Card) -> str:
    """The HTML of what stands above the question; empty for most cards."""
    return to_html(card.note.context, title=True) if card.note.context else ""


def hint(card: Card) -> str:
    """The HTML of the card's hint; empty where it has none."""
    return to_html(f"Hint: {card.note.hint}", title=True) if card.note.hint else ""


def section(card: Card) -> str:
    """The words of the title that the card stands under."""
    return _words(card.note.section)


@lru_cache(maxsize=64)
def _words(markdown: str) -> str:
    flowed = lines(to_html(markdown, title=True), _ONE_LINE) if markdown else []
    return " ".join("".join(segment.text for segment in line) for line in flowed)


def wrapped(text: str, width: int, margin: str = "") -> list[str]:
    """The text in lines of at most `width` cells, broken between words; `margin` stands before each but the first."""
    words = " ".join(visible(text).split())
    first, *rest = _flowed(words, width)
    if not rest:
        return [first]
    return [first, *(margin + line for line in _flowed(words[len(first) :].lstrip(), width - len(margin)))]


def columns(pairs: Sequence[tuple[str, str]], width: int) -> Iterator[tuple[str, str]]:
    """The lines of a table of labels and values, each as its two parts.

    A value with a word that is too long for its column stands below its label.
    """
    column = max((cells(label) for label, _ in pairs), default=0) + 2
    for label, value in pairs:
        left = label + " " * (column - cells(label))
        if max(map(cells, value.split()), default=0) > width - column:
            yield left, ""
            left, column_here = "  ", 2
        else:
            column_here = column
        for line in wrapped(value, width - column_here):
            yield left, line
            left = " " * column_here


def _flowed(text: str, width: int) -> list[str]:
    return ["".join(segment.text for segment in line) for line in wrap([Segment(text)], max(2, width))]
