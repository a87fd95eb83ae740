"""The rows of Anki's review log as events of this one.

Source: the engine's own rows. An answer that only looked at a card has kind 3 and no ease, and steps of seconds or none
for intervals; Anki's schedulers pass over it. A card that was made new has a row of kind 4 without an interval, one
that was given a due day by hand a row of kind 4 with its interval, which does not tell the day. Where a change of
options moved a card, a row of kind 5 tells the interval, counted from the last answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from flashdeck.anki.adopting.known import Known
from flashdeck.anki.adopting.replay import Replay
from flashdeck.anki.adopting.there import There, state_of, whole
from flashdeck.anki.progress import BY_HAND, COLUMNS, FILTERED
from flashdeck.anki.reading.values import AnkiAnswer
from flashdeck.model import CardKey, EventKind, Moment, Rating, Schedule, State
from flashdeck.schedule import REVLOG, days_after
from flashdeck.schedule.given import moved_to, to_log
from flashdeck.store.collection import Draft

What = tuple[EventKind, Mapping[str, Any]]

RATINGS = dict(enumerate(Rating, 1))
"""What each button of Anki's means."""

BY_OPTION = 5
LEAST_EASE = 1300  # under FSRS the column holds a difficulty, which is always less


def answered(key: CardKey, there: There, known: Known, replay: Replay) -> list[Draft]:
    """What was done to a card in Anki, in order, but for the rows that are known; `replay` takes it in."""
    drafts: list[Draft] = []
    for row in there.past:
        if not known.has_row(key, row) and (row.button in RATINGS or row.kind in (BY_HAND, BY_OPTION)):
            when = there.calendar.moment_of(row.id)
            kind, more = _answer(row) if row.button in RATINGS else _set(row, when, there, replay.until(when))
            columns = [row.interval, row.last_interval, row.factor, row.kind]
            drafts.append((kind, when, {**key._asdict(), **more, REVLOG: row.id, COLUMNS: columns}))
            replay.take(drafts[-1])
    return drafts


def _answer(row: AnkiAnswer) -> What:
    kind = EventKind.CRAM if _only_looked(row) else EventKind.REVIEW
    return kind, {"rating": RATINGS[row.button].value, "taken_ms": row.taken_ms, "scheduler": "anki"}


def _only_looked(row: AnkiAnswer) -> bool:
    """Whether the answer was for no scheduler; a repeat of the day, as this project exports it, keeps its interval."""
    is_repeat = row.interval == row.last_interval > 0
    return row.kind == FILTERED and row.factor == 0 and not is_repeat


def _set(row: AnkiAnswer, when: Moment, there: There, before: Schedule) -> What:
    if row.kind == BY_HAND and row.interval == 0:
        return EventKind.RESET, {}
    ease = row.factor if row.factor >= LEAST_EASE else before.ease
    moved = moved_to(before._replace(ease=whole(ease)), when.day, _due(row, when, before, there))
    return EventKind.SET, {"schedule": to_log(moved._replace(interval=max(1, whole(row.interval))))}


def _due(row: AnkiAnswer, when: Moment, before: Schedule, there: There) -> date:
    """The day that was set: the card's own, unless more was done to it since; then where its interval ends."""
    if row is there.last and state_of(there.card) is State.REVIEW:
        return there.calendar.date_of(there.card.due)
    begun = before.last if before.last and row.kind == BY_OPTION else when.day
    return days_after(begun, whole(row.interval))
