"""The calendar of a year: weeks as columns, weekdays as rows, the more answers the denser."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import ceil

from rich.text import Text

from flashdeck.stats.activity import Day
from flashdeck.stats.drawing.charts import DIM, MONTHS, heading, wrapped
from flashdeck.stats.drawing.glyphs import Glyphs

WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MARGIN = 4
WEEKS = 53
STYLE = "green"

Week = dict[int, Day]
"""The days of a week that the year has, by weekday (0 is Monday)."""


def heat_map(days: Sequence[Day], width: int, glyphs: Glyphs) -> list[Text]:
    """The days on a calendar, two cells each where there is room; the latest weeks where there is not even for one."""
    cell = 2 if width >= MARGIN + 2 * WEEKS else 1
    weeks = _weeks(days)[-max(1, (width - MARGIN) // cell) :]
    step = _step(days)
    rows = [
        Text.assemble((f"{name:<{MARGIN}}", DIM), *(_cell(week.get(weekday), step, cell, glyphs) for week in weeks))
        for weekday, name in enumerate(WEEKDAYS)
    ]
    first, last = next(iter(weeks[0].values())).day, days[-1].day
    about = f"{first.day} {MONTHS[first.month - 1]} {first.year} {glyphs.dash} "
    about += f"{last.day} {MONTHS[last.month - 1]} {last.year}"
    return [
        *heading("Answers by day", about, width),
        _months(weeks, cell, width),
        *rows,
        *_legend(step, cell, width, glyphs),
    ]


def _weeks(days: Sequence[Day]) -> list[Week]:
    """The weeks from Monday to Sunday, the first and the last not always whole."""
    by_week = groupby(days, lambda each: (each.day.toordinal() - 1) // 7)
    return [{each.day.weekday(): each for each in week} for _, week in by_week]


def _step(days: Sequence[Day]) -> int:
    """The answers that one shade stands for: a round number of which most days have no more than four."""
    busy = sorted(day.reviews for day in days if day.reviews)
    enough = busy[len(busy) * 9 // 10] / 4 if busy else 1
    scale: int = 10 ** max(0, len(str(ceil(enough))) - 1)
    return next(round_ for digit in (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10) if (round_ := ceil(digit * scale)) >= enough)


def _cell(day: Day | None, step: int, width: int, glyphs: Glyphs) -> tuple[str, str]:
    if day is None:
        return " " * width, ""
    shade = min(ceil(day.reviews / step), len(glyphs.shades) - 1)
    return (glyphs.shades[shade] * width, STYLE) if shade else (glyphs.shades[0].ljust(width), DIM)


def _months(weeks: Sequence[Week], cell: int, width: int) -> Text:
    """The name of each month above the week that it begins in; a first one that has no room has none."""
    begins = [(0, next(iter(weeks[0].values())).day.month)]
    begins += [(place, day.day.month) for place, week in enumerate(weeks) for day in week.values() if day.day.day == 1]
    text = ""
    for (place, month), (following, _) in zip(begins, [*begins[1:], (width, 0)], strict=True):
        if (following - place) * cell > len(MONTHS[0]) and MARGIN + place * cell + len(MONTHS[0]) <= width:
            text = text.ljust(MARGIN + place * cell) + MONTHS[month - 1]
    return Text(text, DIM)


def _legend(step: int, cell: int, width: int, glyphs: Glyphs) -> list[Text]:
    last = len(glyphs.shades) - 1
    names = ["none"]
    for shade in range(1, last):
        low, high = (shade - 1) * step + 1, shade * step
        names.append(f"{low}" if low == high else f"{low}{glyphs.dash}{high}")
    names.append(f"{(last - 1) * step + 1}+")
    pieces = [
        Text.assemble((glyph * cell, STYLE) if shade else (glyph, DIM), (f" {name}", DIM))
        for shade, (glyph, name) in enumerate(zip(glyphs.shades, names, strict=True))
    ]
    return wrapped(pieces, width, gap="  ", indent=MARGIN)
