"""Golden texts: what `stats` draws. `python -m tests.stats.golden` writes them anew; read the diff."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random

from flashdeck.compile import cards as cards_of
from flashdeck.compile import compile_file
from flashdeck.config import Settings
from flashdeck.model import Card, CardKey, Event, Moment, Rating, Schedule
from flashdeck.schedule.fold import fold, transitions
from flashdeck.schedule.scheduler import scheduler
from flashdeck.stats import Figures, figures
from flashdeck.stats.drawing import ASCII, UNICODE, Glyphs, page

FOLDER = Path(__file__).parent / "texts"
LOOKS: dict[str, tuple[int, Glyphs]] = {
    "40": (40, UNICODE),
    "80": (80, UNICODE),
    "80-ascii": (80, ASCII),
    "120": (120, UNICODE),
}
"""Columns and characters of each text."""

TODAY = date(2026, 12, 31)
HEADER = "| GPU | Memory | HBM bandwidth | Power |\n|---|---|---|---|\n"
ROWS = "| H100 SXM | 80 GB | 3.35 TB/s | 700 W |\n| H200 SXM | 141 GB | 4.8 TB/s | 700 W |\n"
TEXTS = {
    "gpu": f"## Accelerators {{#accelerators .table .typed}}\n\n{HEADER}{ROWS}| B200 | 180 GB | 8 TB/s | 1000 W |\n",
    "collectives::算法": "".join(f"## 算法 {n}? {{#algorithm-{n}}}\n\n是。\n\n" for n in range(50)),
    "collectives": "".join(f"## Collective {n}? {{#collective-{n}}}\n\nYes.\n\n" for n in range(120)),
}
"""Card files by deck."""

HARD = {"accelerators/h200-sxm/hbm-bandwidth": 0.7, "accelerators/h100-sxm/hbm-bandwidth": 0.4, "algorithm-7": 0.5}
"""How likely a card is forgotten; any other once in twelve times."""


@dataclass(frozen=True)
class Year:
    """A year of one person: the figures, and the cards that they are of."""

    told: Figures
    cards: dict[CardKey, Card]


@cache
def year() -> Year:
    """The same year every time."""
    cards = {card.key: card for deck, text in TEXTS.items() for card in _cards(deck, text)}
    events, settings = list(_events(cards)), Settings(leech_threshold=6)
    told = figures(
        transitions(events, settings),
        fold(events, settings).schedules,
        TODAY,
        decks={card.note.guid: card.note.deck for card in cards.values()},
        apart={card.note.guid: card.note.apart for card in cards.values()},
    )
    return Year(told, cards)


def drawn(look: str, *, color: bool = False) -> str:
    """The year as it looks there."""
    width, glyphs = LOOKS[look]
    return page(year().told, year().cards, width, glyphs, color=color)


def golden(look: str) -> str:
    """The text as it was last approved."""
    return (FOLDER / f"{look}.txt").read_text(encoding="utf-8")


def _cards(deck: str, text: str) -> Iterator[Card]:
    for note in compile_file(f"cards/{deck}.md", text.encode(), deck=deck).notes:
        yield from cards_of(replace(note, guid=note.key))


def _events(cards: dict[CardKey, Card]) -> Iterator[Event]:
    """What is due is answered on most days, in the morning or in the evening; three weeks in July are free."""
    dice, sm2 = Random(7), scheduler(Settings(leech_threshold=6))
    schedules: dict[CardKey, Schedule] = {}
    sequence = 0
    for ago in range(364, -1, -1):
        day = TODAY - timedelta(days=ago)
        if (day.month == 7 and day.day < 22) or dice.random() < (0.4 if day.weekday() > 4 else 0.1):
            continue
        at = datetime(day.year, day.month, day.day, dice.choice((6, 7, 7, 12, 20, 21)), tzinfo=UTC)
        new = [key for key in cards if key not in schedules][: dice.randrange(2)]
        waiting = new + [key for key, schedule in schedules.items() if schedule.due and schedule.due <= day]
        while waiting:
            key = waiting.pop(0)
            at += timedelta(seconds=dice.randrange(3, 20))
            schedule = schedules.get(key, Schedule())
            is_forgotten = not schedule.pending and dice.random() < HARD.get(key.guid, 1 / 12)
            rating = Rating.AGAIN if is_forgotten else Rating.GOOD
            body = {"guid": key.guid, "ordinal": key.ordinal, "rating": rating.value, "taken_ms": at.second * 250}
            if cards[key].expected and is_forgotten:
                other = "4.8 TB/s" if "h100" in key.guid else "3.35 TB/s"
                body["typed"] = dice.choice((other, other.lower(), "5 TB/s"))
            when = Moment(at, 60, day)
            sequence += 1
            yield Event("desk", sequence, "review", when, body)
            schedules[key] = sm2.answer(schedule, rating, when, key)
            if schedules[key].pending:
                waiting.append(key)


def main() -> None:
    """Write all golden texts of this room."""
    FOLDER.mkdir(exist_ok=True)
    for look in LOOKS:
        (FOLDER / f"{look}.txt").write_text(drawn(look), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
