"""Cards and rows of Anki's as values, and what the collection has beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from flashdeck.anki.adopting.clock import Calendar
from flashdeck.anki.adopting.here import Here, by_card
from flashdeck.anki.adopting.history import history
from flashdeck.anki.adopting.known import Known
from flashdeck.anki.adopting.there import There
from flashdeck.anki.reading.values import AnkiAnswer, AnkiCard, AnkiClock
from flashdeck.config import AnkiOptions, Settings
from flashdeck.model import CardKey, Event, Moment, Schedule
from flashdeck.schedule import moment
from flashdeck.schedule.fold import fold
from flashdeck.store.collection import Draft

KEY = CardKey("guid", 0)
DAY_0 = datetime(2026, 1, 1, 12, tzinfo=UTC)
NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
TODAY = 60  # the number of the day of NOW
SM2 = Settings()
ANKI = replace(SM2, scheduler="anki", anki=AnkiOptions(fuzz=False))
FSRS = replace(SM2, scheduler="fsrs")


def ms(days: float) -> int:
    """The time that many days from now, in milliseconds."""
    return int((NOW + timedelta(days=days)).timestamp()) * 1000


def at(days: float) -> Moment:
    return moment(NOW + timedelta(days=days), SM2.rollover)


def row(days: float, button: int, *columns: int) -> AnkiAnswer:
    """A row that many days from now: its interval, the one before, ease and kind, or 0, 0, 2500 and 1."""
    interval, last, factor, kind = (*columns, *(0, 0, 2500, 1)[len(columns) :])
    return AnkiAnswer(ms(days), 1, button, interval, last, factor, 4000, kind)


def card(**columns: Any) -> AnkiCard:
    """A card in review, due in three days, with these columns instead."""
    usual = AnkiCard(
        id=1,
        note=1,
        deck=1,
        ordinal=0,
        mod=ms(-1) // 1000,
        type=2,
        queue=2,
        due=TODAY + 3,
        interval=12,
        factor=2360,
        repetitions=2,
        lapses=0,
        remaining=0,
        flag=0,
    )
    return replace(usual, **columns)


def new(**columns: Any) -> AnkiCard:
    """A card that was never answered, with these columns."""
    return card(**{"type": 0, "queue": 0, "due": 1, "interval": 0, "factor": 0, "repetitions": 0, **columns})


def calendar(clock: AnkiClock | None = None) -> Calendar:
    return Calendar(clock or AnkiClock(int(DAY_0.timestamp()), 0), lambda _: 0, SM2.rollover, at(0))


def brought(
    there: AnkiCard,
    rows: Sequence[AnkiAnswer] = (),
    *,
    log: Iterable[Event] = (),
    settings: Settings = SM2,
    suspended: bool = False,
    only_answers: bool = False,
) -> list[Draft]:
    """What the card brings to that log."""
    log = list(log)
    here = Here(KEY, by_card(log).get(KEY, []), settings, is_suspended_by_text=suspended)
    return history(here, There(there, rows, calendar()), Known(log), only_answers=only_answers)


def logged(drafts: Iterable[Draft], device: str = "desk", start: int = 1) -> list[Event]:
    """The drafts as a device writes them down."""
    return [Event(device, number, *draft) for number, draft in enumerate(drafts, start)]


def here_given(days: float, rating: str, number: int, kind: str = "review") -> Event:
    """An answer that was given here."""
    body = {**KEY._asdict(), "rating": rating, "taken_ms": 4000, "scheduler": "sm2"}
    return Event("desk", number, kind, at(days), body)


def come_to(events: Iterable[Event], settings: Settings = SM2) -> Schedule:
    """Where the card stands by these events, all of which make sense."""
    standing = fold(events, settings)
    assert standing.problems == []
    return standing.schedules.get(KEY, Schedule())
