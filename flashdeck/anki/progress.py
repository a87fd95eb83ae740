"""Progress as Anki keeps it: where each card stands, and every answer that it was given.

Source: the tables `cards` and `revlog` of Anki's schema 11, and what Anki's engine makes of them on import.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from flashdeck.model import CardKey, Event, EventKind, Schedule, State
from flashdeck.schedule import REVLOG, fields, in_order
from flashdeck.schedule.fold import Transition
from flashdeck.schedule.order import place
from flashdeck.schedule.undoing import taken_back, targets
from flashdeck.store.collection import Collection, Entry

DAY_0 = date(2020, 1, 1)
"""The day from which the package counts: its noon in UTC is the same date wherever Anki is opened."""

CREATED = int(datetime.combine(DAY_0, time(12), UTC).timestamp())
EASE_WITHOUT_ONE = 2500
LONGEST_ANSWER_MS = 60_000  # what Anki's own default cuts the time of an answer to

COLUMNS = "anki"
"""The field of what a row of Anki's tells: interval, the one before, ease and kind, as they are there."""

Columns = tuple[int, int, int, int]

ANSWERS = (EventKind.REVIEW, EventKind.CRAM)
BY_HAND_HERE = (EventKind.SET, EventKind.RESET)

SUSPENDED, BURIED = -1, -3
FILTERED, BY_HAND = 3, 4
"""Kinds of rows: an answer in a filtered deck, which is none to Anki's schedulers where its ease is 0; no answer."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_A_MILLISECOND = timedelta(milliseconds=1)
_TYPE = {State.NEW: 0, State.LEARNING: 1, State.REVIEW: 2, State.RELEARNING: 3}
_LEARN, _REVIEW, _RELEARN = 0, 1, 2
_LOGGED = {State.NEW: _LEARN, State.LEARNING: _LEARN, State.REVIEW: _REVIEW, State.RELEARNING: _RELEARN}


@dataclass(frozen=True, slots=True)
class CardRow:
    """The columns of a card that tell where it stands; `due` is None for a new card, whose place Anki keeps there.

    `mod` is when that was so, in seconds since 1970: for Anki's own buried cards the day on which they rest.
    """

    type: int
    queue: int
    due: int | None
    ivl: int
    factor: int
    reps: int
    lapses: int
    left: int
    flags: int
    mod: int


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
    logs = _logs(collection.events(), collection.transitions())
    today, mod = collection.now.day, milliseconds(collection.now.at) // 1000
    return {
        entry.card.key: Progress(_row(entry, today, mod), tuple(logs.get(entry.card.key, ())), entry.schedule.leech)
        for entry in collection.entries()
    }


def milliseconds(at: datetime) -> int:
    """Anki's number for a time: whole milliseconds since 1970."""
    return (at - _EPOCH) // _A_MILLISECOND


def is_row(event: Event) -> bool:
    """Whether Anki's review log has a row for it: an answer, or what was set by hand.

    Where a card stood in Anki when it came from there is set here too, but is no row.
    """
    if event.kind not in (*ANSWERS, *BY_HAND_HERE) or not fields.is_understood(event):
        return False
    return event.kind in ANSWERS or REVLOG not in event.body or COLUMNS in event.body


def button_of(event: Event) -> int:
    """The button of its row, 0 where it is no answer."""
    return fields.rating(event).button if event.kind in ANSWERS else 0


def numbered(answers: Iterable[Event]) -> Iterator[int]:
    """Anki's number for each of these events: its millisecond or, where that is taken, the next free one."""
    taken: set[int] = set()
    for event in answers:
        number = milliseconds(event.when.at)
        while number in taken:
            number += 1
        taken.add(number)
        yield number


# ---------------------------------------------------------------------------------------------- where it stands


def _row(entry: Entry, today: date, mod: int) -> CardRow:
    schedule, marks = entry.schedule, entry.marks
    queue, due = _queue(schedule)
    if entry.suspended:
        queue = SUSPENDED
    elif marks.buried == today:
        queue = BURIED
    return CardRow(
        type=_TYPE[schedule.state],
        queue=queue,
        due=due,
        ivl=schedule.interval,
        factor=_factor(schedule),
        reps=schedule.answers,
        lapses=schedule.lapses,
        left=schedule.remaining,
        flags=marks.flag,
        mod=mod,
    )


def _queue(schedule: Schedule) -> tuple[int, int | None]:
    """Anki's queue and the column `due`: seconds since 1970 for a step of today, else days since `DAY_0`."""
    if schedule.state is State.NEW or schedule.due is None:
        return 0, None
    if schedule.due_at is not None:
        return 1, milliseconds(schedule.due_at) // 1000
    return (2 if schedule.state is State.REVIEW else 3), (schedule.due - DAY_0).days


def _factor(schedule: Schedule) -> int:
    """The ease in permille; 0 while a card is learned, Anki's first one where the scheduler knows none."""
    if schedule.state in (State.NEW, State.LEARNING):
        return 0
    return schedule.ease or EASE_WITHOUT_ONE


# ---------------------------------------------------------------------------------------------- what was answered


def _logs(events: Iterable[Event], transitions: Iterable[Transition]) -> Mapping[CardKey, list[LogRow]]:
    """The rows of each card: its answers that still count, those that only looked at it, and what was set by hand."""
    found: list[tuple[Event, Transition | None]] = [(step.event, step) for step in transitions]
    found += [(event, None) for event in _counting(events) if event.kind != EventKind.REVIEW and is_row(event)]
    found.sort(key=lambda each: place(each[0]))
    logs: dict[CardKey, list[LogRow]] = {}
    for number, (event, step) in zip(numbered(event for event, _ in found), found, strict=True):
        log = logs.setdefault(fields.card(event), [])
        columns = _brought(event) or (_made(step) if step else _set(event, log))
        log.append(_log_row(number, event, columns))
    return logs


def _counting(events: Iterable[Event]) -> Iterator[Event]:
    ordered = in_order(events)
    dead = taken_back(targets(ordered))
    return (event for event in ordered if event.id not in dead)


def _log_row(number: int, event: Event, columns: Columns) -> LogRow:
    interval, last_interval, factor, kind = columns
    taken = event.body.get("taken_ms")
    taken_ms = taken if isinstance(taken, int) and taken >= 0 else 0
    return LogRow(
        id=number,
        ease=button_of(event),
        ivl=interval,
        last_ivl=last_interval,
        factor=factor,
        time=taken_ms if COLUMNS in event.body else min(taken_ms, LONGEST_ANSWER_MS),
        type=kind,
    )


def _made(step: Transition) -> Columns:
    """What an answer made of its card; a repeat of the same day is for Anki's schedulers none.

    Its intervals, which are equal and not 0, tell it from an answer that only looked at the card.
    """
    before, after = step.before, step.after
    is_repeat = (after.last, after.repetitions, after.due_at) == (before.last, before.repetitions, before.due_at)
    factor, kind = (0, FILTERED) if is_repeat else (_factor(after), _LOGGED[before.state])
    return _interval(after), _interval(before), factor, kind


def _set(event: Event, log: Sequence[LogRow]) -> Columns:
    """What was set by hand; a card that was made new has no interval, and one that was looked at keeps all it has."""
    before = log[-1].ivl if log else 0
    if event.kind == EventKind.SET:
        given = fields.schedule(event)
        return _interval(given), before, _factor(given), BY_HAND
    return (0, before, 0, BY_HAND) if event.kind == EventKind.RESET else (0, 0, 0, FILTERED)


def _brought(event: Event) -> Columns | None:
    """The columns of a row that came from Anki, as they were there."""
    match event.body.get(COLUMNS):
        case [int(interval), int(last_interval), int(factor), int(kind)]:
            return interval, last_interval, factor, kind
        case _:
            return None


def _interval(schedule: Schedule) -> int:
    """Days, or the seconds of a step as a negative number."""
    return -schedule.step if schedule.state in (State.LEARNING, State.RELEARNING) else schedule.interval
