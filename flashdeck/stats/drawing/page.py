"""The whole page: which chart stands where, and the page as text for a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from io import StringIO

from rich.console import Console
from rich.text import Text

from flashdeck.model import Card, CardKey
from flashdeck.stats.activity import HOURS
from flashdeck.stats.drawing.charts import MONTHS, beside, columns, counted, heading, wrapped
from flashdeck.stats.drawing.confused import confused
from flashdeck.stats.drawing.glyphs import Glyphs
from flashdeck.stats.drawing.heatmap import heat_map
from flashdeck.stats.drawing.shares import by_deck, by_interval
from flashdeck.stats.figures import Figures

LEAST, WIDE = 24, 120
"""Columns below which lines are cut instead of drawn narrower; from which two charts stand side by side."""

GAP = 4
LABEL = 8


def page(told: Figures, cards: Mapping[CardKey, Card], width: int, glyphs: Glyphs, *, color: bool) -> str:
    """The figures as lines of at most `width` cells; `cards` are the leeches and their neighbours."""
    room = min(max(width, LEAST), WIDE)
    half = (room - GAP) // 2 if room >= WIDE else room
    retention = by_interval(told.recent, told.retention, half, glyphs)
    decks = by_deck(told.recent, told.retention, half, glyphs)
    ahead = _ahead(told, room, glyphs)
    if room >= WIDE:
        left = max(line.cell_len for line in ahead)
        hours = _hours(told, room - left - GAP, glyphs)
        middle = [beside(retention, decks, half, GAP), beside(ahead, hours, left, GAP)]
    else:
        middle = [retention, decks, ahead, _hours(told, room, glyphs)]
    leeches = confused(told.leeches, cards, room, glyphs) if told.leeches else []
    parts = [_summary(told, room), heat_map(told.days, room, glyphs), *middle, leeches]
    return _as_text([part for part in parts if part], width, color=color)


def _as_text(parts: list[list[Text]], width: int, *, color: bool) -> str:
    console = Console(
        file=StringIO(),
        width=width,
        height=100,  # with both given, no terminal is asked
        force_terminal=color,
        color_system="standard" if color else None,
        legacy_windows=False,
    )
    with console.capture() as captured:
        for number, part in enumerate(parts):
            for line in [Text(), *part] if number else part:
                line.truncate(width)
                line.rstrip()
                console.print(line, soft_wrap=True)
    return captured.get()


# ---------------------------------------------------------------------------------------------- in words


def _summary(told: Figures, width: int) -> list[Text]:
    """Answers, time, streak and what is to come: a line each, or more where there is little room."""
    active = sum(day.reviews > 0 for day in told.days)
    times, work = told.times, told.workload
    cards = counted(round(work.reviews_per_day), "card") if work.reviews_per_day >= 1 else "under a card"
    ahead = [f"{cards} a day"]
    if work.minutes_per_day is not None:
        ahead += [f"{_hours_minutes(work.minutes_per_day * 60)} a day"]
    facts = {
        "Answers": [f"{told.reviews:,}", f"on {active} of the last {len(told.days)} days"],
        "Streak": [counted(told.streak.current, "day"), f"longest {counted(told.streak.longest, 'day')}"],
        "Time": [],
        "To come": ahead if work.reviews_per_day else [f"nothing in the next {len(told.forecast)} days"],
    }
    if times.median is not None and times.mean is not None:
        facts["Time"] = [f"{_hours_minutes(times.total)} in all", f"{times.median:.1f} s an answer (median)"]
        facts["Time"] += [f"{times.mean:.1f} s (mean)"]
    lines = []
    for name, pieces in facts.items():
        texts = [Text(f"{piece}," if piece is not pieces[-1] else piece) for piece in pieces]
        told_of = wrapped(texts, width, gap=" ", indent=LABEL + 1)
        if told_of:
            told_of[0] = Text.assemble((f"{name:<{LABEL}} ", "bold"), told_of[0][LABEL + 1 :])
        lines += told_of
    return lines


def _hours_minutes(seconds: float) -> str:
    """`under a minute`, `12 min`, `41 h 20 min`."""
    hours, minutes = divmod(int(seconds) // 60, 60)
    parts = [f"{hours:,} h"] * bool(hours) + [f"{minutes} min"] * bool(minutes)
    return " ".join(parts) or "under a minute"


# ---------------------------------------------------------------------------------------------- charts


def _ahead(told: Figures, width: int, glyphs: Glyphs) -> list[Text]:
    """The cards due on each of the next days, and how many there are together."""
    cards = [due.cards for due in told.forecast]
    labels = {
        place: f"{due.day.day} {MONTHS[due.day.month - 1]}" if place else "today"
        for place, due in enumerate(told.forecast)
        if place % 7 == 0
    }
    about = f"{sum(cards):,} cards in {len(cards)} days, {cards[0]:,} today"
    return [
        *heading("Due", about, width),
        *columns(cards, labels, width, "blue", glyphs),
    ]


def _hours(told: Figures, width: int, glyphs: Glyphs) -> list[Text]:
    labels = {hour: f"{hour}" for hour in range(0, HOURS, 6)}
    return [
        *heading("Hours of the day", "answers in each", width),
        *columns(told.hours, labels, width, "green", glyphs),
    ]
