"""Where a card stands in Anki and what is set on it, as events: only where its history does not tell."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import timedelta

from flashdeck.anki.adopting.here import Here
from flashdeck.anki.adopting.there import LARGEST, There, state_of, whole
from flashdeck.anki.progress import SUSPENDED
from flashdeck.anki.reading.values import AnkiAnswer
from flashdeck.model import EventKind, Schedule, State
from flashdeck.schedule import REVLOG, days_after
from flashdeck.schedule.anki import Anki
from flashdeck.schedule.given import to_log
from flashdeck.schedule.scheduler import scheduler
from flashdeck.store.collection import Draft

BURIED = (-2, -3)
SECONDS_FROM = 1_000_000_000
"""From this number on a `due` is a time in seconds, below it a day: Anki's own line, where the queue does not tell."""

_AT_A_STEP = (State.LEARNING, State.RELEARNING)
_SECOND_INTERVAL = 6  # SM-2's; from here on an interval is the last one times the ease
_NEARLY = timedelta(seconds=2)  # the engine counts a step from its own clock, in whole seconds


def stands(here: Here, there: There, folded: Schedule) -> Draft | None:
    """One `set` or `reset` where the history comes to something else than where the card stands in Anki.

    `folded` is what the history comes to. What is set is compared as the scheduler takes it: under SM-2 and FSRS, which
    know no steps, a card at one of today is in review and due today.
    """
    when, name = there.calendar.moment_of(there.stood), {**here.key._asdict(), REVLOG: there.stood}
    if state_of(there.card) is State.NEW:
        return (EventKind.RESET, when, name) if folded.state is not State.NEW else None
    chosen = scheduler(here.settings)
    given = _schedule(there, folded)
    if chosen.name == Anki.name:
        given = given._replace(repetitions=whole(there.card.repetitions))
    if _alike(chosen.adopt(folded, given), folded):
        return None
    if chosen.name != Anki.name and given.state is State.REVIEW:
        given = given._replace(repetitions=_passes(folded, given.interval))
    return EventKind.SET, when, {**name, "schedule": to_log(given)}


def marked(here: Here, there: There) -> Iterator[Draft]:
    """What is set on the card in Anki and not here.

    Cards are buried until the next day on which Anki is opened, so only what was buried today still rests.
    """
    card, today = there.card, there.calendar.now.day
    when, name = there.calendar.moment_of(there.changed), {**here.key._asdict(), REVLOG: there.changed}
    if card.queue == SUSPENDED and not here.is_suspended:
        yield EventKind.SUSPEND, when, name
    if card.flag not in (0, here.marks.flag):
        yield EventKind.FLAG, when, {**name, "flag": card.flag}
    if card.queue in BURIED and when.day == today != here.marks.buried:
        yield EventKind.BURY, when, name


# ---------------------------------------------------------------------------------------------- as a schedule


def _schedule(there: There, folded: Schedule) -> Schedule:
    """Where the card stands; what Anki does not keep of it is as its history has it."""
    card, calendar, state = there.card, there.calendar, state_of(there.card)
    is_at_a_step, is_learned = state in _AT_A_STEP, state is not State.LEARNING
    back = calendar.moment_of(card.due * 1000) if is_at_a_step and card.due >= SECONDS_FROM else None
    due = back.day if back else calendar.date_of(card.due)
    interval = max(1, whole(card.interval)) if is_learned else 0
    stability, difficulty = _memory(card.data)
    return folded._replace(
        state=state,
        interval=interval,
        ease=whole(card.factor) if is_learned else 0,
        lapses=whole(card.lapses),
        due=due,
        first=folded.first or days_after(due, -interval),
        pending=False,
        step=_step(there.past) if is_at_a_step else 0,
        remaining=whole(card.remaining) if is_at_a_step else 0,
        due_at=back.at if back else None,
        stability=stability or folded.stability,
        difficulty=difficulty or folded.difficulty,
    )


def _passes(folded: Schedule, interval: int) -> int:
    """SM-2's repetitions: so many that the next interval grows from this one, and is not its first or second again."""
    return max(folded.repetitions, 2 if interval >= _SECOND_INTERVAL else 1)


def _step(rows: Sequence[AnkiAnswer]) -> int:
    """The seconds of the step to which the last answer led: a card does not tell."""
    last = next((row.interval for row in reversed(rows) if row.button), 0)
    return whole(-last)


def _memory(data: str) -> tuple[float, float]:
    """FSRS's stability (days) and difficulty (1 to 10), as Anki keeps them beside a card; 0 without them."""
    try:
        kept = json.loads(data or "{}")
        stability, difficulty = float(kept["s"]), float(kept["d"])
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError):
        return 0.0, 0.0
    is_sound = 0 < stability <= LARGEST and 1 <= difficulty <= 10
    return (stability, difficulty) if is_sound else (0.0, 0.0)


def _alike(one: Schedule, other: Schedule) -> bool:
    """Whether two schedules go on alike; Anki has the time of a step in whole seconds."""
    if one.due_at and other.due_at and abs(one.due_at - other.due_at) < _NEARLY:
        one = one._replace(due_at=other.due_at)
    return _what_counts(one) == _what_counts(other)


def _what_counts(schedule: Schedule) -> tuple[object, ...]:
    return (
        schedule.state,
        schedule.interval,
        schedule.ease,
        schedule.repetitions,
        schedule.lapses,
        schedule.due,
        schedule.remaining,
        schedule.due_at,
    )
