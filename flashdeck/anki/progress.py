"""Progress as Anki keeps it: where each card stands, and every answer that it was given.

Source: the tables `cards` and `revlog` of Anki's schema 11, and what Anki's engine makes of them on import.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time

from flashdeck.model import CardKey, Rating, Schedule, State
from flashdeck.schedule import Transition
from flashdeck.store.collection import Collection, Entry

DAY_0 = date(2020, 1, 1)
"""The day from which the package counts: its noon in UTC is the same date wherever Anki is opened."""

CREATED = int(datetime.combine(DAY_0, time(12), UTC).timestamp())
EASE_WITHOUT_ONE = 2500
LONGEST_ANSWER_MS = 60_000  # what Anki's own default cuts the time of an answer to

_TYPE = {State.NEW: 0, State.LEARNING: 1, State.REVIEW: 2, State.RELEARNING: 3}
_LEARN, _REVIEW, _RELEARN, _CRAM = 0, 1, 2, 3
_LOGGED = {State.NEW: _LEARN, State.LEARNING: _LEARN, State.REVIEW: _REVIEW, State.RELEARNING: _RELEARN}


@dataclass(frozen=True, slots=True)
class CardRow:
    """The columns of a card that tell where it stands; `due` is None for a new card, whose place Anki keeps there."""

    type: int
    queue: int
    due: int | None
    ivl: int
    factor: int
    reps: int
    lapses: int
    left: int
    flags: int


@dataclass(frozen=True, slots=True)
class LogRow:
    """One answer: when (ms since 1970), the button, intervals in days or negative seconds, ease, time in ms, kind."""

    id: int
    ease: int
    ivl: int
    last_ivl: int
    factor: int
    time: int
    type: int


@dataclass(frozen=True, slots=True)
class Progress:
    """What is known of one card."""

    row: CardRow
    log: tuple[LogRow, ...] = ()
    leech: bool = False


def progress_of(collection: Collection) -> dict[CardKey, Progress]:
    """The progress of every live card, new ones included."""
    logs = _logs(collection.transitions())
    return {
        entry.card.key: Progress(_row(entry), tuple(logs.get(entry.card.key, ())), entry.schedule.leech)
        for entry in collection.entries()
    }


# ---------------------------------------------------------------------------------------------- where it stands


def _row(entry: Entry) -> CardRow:
    schedule = entry.schedule
    queue, due = _queue(schedule)
    return CardRow(
        type=_TYPE[schedule.state],
        queue=-1 if entry.suspended else queue,
        due=due,
        ivl=schedule.interval,
        factor=_factor(schedule),
        reps=schedule.answers,
        lapses=schedule.lapses,
        left=schedule.remaining,
        flags=entry.marks.flag,
    )


def _queue(schedule: Schedule) -> tuple[int, int | None]:
    """Anki's queue and the column `due`: seconds since 1970 for a step of today, else days since `DAY_0`."""
    if schedule.state is State.NEW or schedule.due is None:
        return 0, None
    if schedule.due_at is not None:
        return 1, int(schedule.due_at.timestamp())
    return (2 if schedule.state is State.REVIEW else 3), (schedule.due - DAY_0).days


def _factor(schedule: Schedule) -> int:
    """The ease in permille; 0 while a card is learned, Anki's first one where the scheduler knows none."""
    if schedule.state in (State.NEW, State.LEARNING):
        return 0
    return schedule.ease or EASE_WITHOUT_ONE


# ---------------------------------------------------------------------------------------------- what was answered


def _logs(transitions: Iterable[Transition]) -> Mapping[CardKey, list[LogRow]]:
    """The answers of each card; a time that another answer has taken is moved on to the next free millisecond."""
    logs: dict[CardKey, list[LogRow]] = {}
    taken: set[int] = set()
    for step in transitions:
        at = int(step.event.when.at.timestamp() * 1000)
        while at in taken:
            at += 1
        taken.add(at)
        logs.setdefault(step.key, []).append(_log_row(at, step))
    return logs


def _log_row(at: int, step: Transition) -> LogRow:
    """An answer; a repeat of the same day is what Anki calls cramming, which its schedulers pass over."""
    before, after = step.before, step.after
    is_repeat = (after.last, after.repetitions, after.due_at) == (before.last, before.repetitions, before.due_at)
    taken = step.event.body.get("taken_ms")
    return LogRow(
        id=at,
        ease=Rating(step.event.body["rating"]).button,
        ivl=_interval(after),
        last_ivl=_interval(before),
        factor=0 if is_repeat else _factor(after),
        time=min(taken, LONGEST_ANSWER_MS) if isinstance(taken, int) and taken >= 0 else 0,
        type=_CRAM if is_repeat else _LOGGED[before.state],
    )


def _interval(schedule: Schedule) -> int:
    """Days, or the seconds of a step as a negative number."""
    return -schedule.step if schedule.state in (State.LEARNING, State.RELEARNING) else schedule.interval
