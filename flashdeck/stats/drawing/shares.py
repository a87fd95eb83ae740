"""How much is remembered, as bars: the last 30 days beside all answers."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

from flashdeck.stats.drawing.charts import DIM, bar, cut, heading
from flashdeck.stats.drawing.glyphs import Glyphs
from flashdeck.stats.retention import INTERVALS, MATURE, Retention, Share

RECENT_STYLE, STYLE = "cyan", "green"
ABOUT = "share and number of reviews"
MOST_DECKS = 12
GAP = "  "

Row = tuple[str, Share, Share]
"""What is told of, its share in the last 30 days, and in all."""


def by_interval(recent: Retention, everything: Retention, width: int, glyphs: Glyphs) -> list[Text]:
    """All reviews, young and mature cards, and each class of intervals that was reviewed."""
    rows: list[Row] = [
        ("all cards", recent.overall, everything.overall),
        (f"young (< {MATURE} days)", recent.young, everything.young),
        ("mature", recent.mature, everything.mature),
    ]
    classes: list[Row] = [
        (name.replace("-", glyphs.dash), recent.intervals[shortest], everything.intervals[shortest])
        for shortest, name in INTERVALS.items()
        if everything.intervals[shortest].reviews
    ]
    return [
        *heading("Known after an interval", ABOUT, width),
        *_table([*rows, *classes], width, glyphs, below=len(rows)),
    ]


def by_deck(recent: Retention, everything: Retention, width: int, glyphs: Glyphs) -> list[Text]:
    """The decks with the most reviews, in the order of their names."""
    most = sorted(everything.decks, key=lambda deck: -everything.decks[deck].reviews)[:MOST_DECKS]
    rows: list[Row] = [
        (deck, recent.decks.get(deck, Share()), share) for deck, share in everything.decks.items() if deck in most
    ]
    left = len(everything.decks) - len(most)
    more = [Text(f"and {left} more with fewer reviews", DIM)] if left else []
    return [*heading("Known by deck", ABOUT, width), *_table(rows, width, glyphs), *more] if rows else []


def _table(rows: Sequence[Row], width: int, glyphs: Glyphs, *, below: int = 0) -> list[Text]:
    """A line for each row, with as long a bar as there is room for; numbers stay where bars have none.

    After `below` rows an empty line sets apart what follows.
    """
    counts = max(len(f"{share.reviews:,}") for _, *shares in rows for share in shares)
    label = min(max(cell_len(glyphs.shown(name)) for name, *_ in rows), max(10, width * 2 // 5))
    numbers = len("100%") + 1 + counts
    room = (width - label) // 2 - len(GAP) - numbers - 1
    if room < 4:
        numbers, room = len("100%"), (width - label) // 2 - len(GAP) - len("100%") - 1
    size = min(room, 20) if room >= 4 else 0
    part = size + 1 + numbers
    titles = ("last 30 days", "all time") if part > len("last 30 days") else ("30 days", "all")
    head = Text.assemble(" " * label, *((GAP + title.ljust(part), DIM) for title in titles))
    lines = [head]
    for number, (name, recent, everything) in enumerate(rows):
        if below and number == below:
            lines.append(Text())
        line = Text(cut(name, label, glyphs))
        for share, style in ((recent, RECENT_STYLE), (everything, STYLE)):
            line.append(GAP)
            line.append(_share(share, size, numbers, style, glyphs))
        lines.append(line)
    return lines


def _share(share: Share, size: int, numbers: int, style: str, glyphs: Glyphs) -> Text:
    known = share.retention
    if known is None:
        return Text.assemble((" " * size, ""), (f" {glyphs.dash:>4}".ljust(numbers + 1), DIM))
    text = Text.assemble(bar(known, size, style, glyphs), f" {percent(share):>4}")
    if numbers > len("100%"):
        text.append(f"{share.reviews:,}".rjust(numbers - len("100%")), DIM)
    return text


def percent(share: Share) -> str:
    """The share in whole percent: 100 only where all were known, 0 only where none was; `-` without a review."""
    if share.retention is None:
        return "-"
    if share.known in (0, share.reviews):
        return f"{share.retention:.0%}"
    return f"{min(max(share.retention, 0.01), 0.99):.0%}"
