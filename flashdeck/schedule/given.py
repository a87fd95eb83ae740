"""A whole schedule as an event carries it: each field under its name, and left out where it is as in a new card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from typing import Any

from flashdeck.model import Schedule, State
from flashdeck.schedule.day import A_DAY

_LARGEST = 2**31
FIRST_EASE = 2500


def moved_to(schedule: Schedule, today: date, due: date) -> Schedule:
    """The schedule with another due day, as Anki sets one.

    Steps are left behind; a card that was never in review gets an interval up to that day, and SM-2's first ease. A
    card that is to be asked today counts once more, also where it was answered today.
    """
    is_in_review = schedule.state in (State.REVIEW, State.RELEARNING)
    return schedule._replace(
        state=State.REVIEW,
        interval=schedule.interval if is_in_review else max(1, (due - today).days),
        ease=schedule.ease or FIRST_EASE,
        repetitions=schedule.repetitions if is_in_review else max(1, schedule.repetitions),
        due=due,
        first=schedule.first or today,
        last=None if due <= today else schedule.last,
        pending=False,
        step=0,
        remaining=0,
        due_at=None,
    )


def to_log(schedule: Schedule) -> dict[str, Any]:
    """The schedule as plain JSON values: days as YYYY-MM-DD, `due_at` as a UTC time."""
    new = Schedule()
    return {
        name: _plain(value)
        for name, value, usual in zip(Schedule._fields, schedule, new, strict=True)
        if value != usual
    }


def from_log(written: Mapping[str, Any]) -> Schedule:
    """The schedule of such an object, fields that this version does not know left aside.

    So is what a card in its state does not have: steps in review, a step's time on another day than it is due, anything
    of a new card. Raises ValueError, with the end of a sentence, for a value out of range, and for one that is not new
    and has no due day.
    """
    values: dict[str, Any] = {}
    for name, read in _READ.items():
        if name in written:
            try:
                values[name] = read(written[name])
            except (ValueError, TypeError, KeyError, OverflowError):
                raise ValueError(f"its schedule's `{name}` makes no sense") from None
    schedule = Schedule(**values)
    state, due, due_at = schedule.state, schedule.due, schedule.due_at
    if state is State.NEW:
        return Schedule()
    if due is None:
        raise ValueError("its schedule says no `due` day")
    if state is not State.LEARNING:
        schedule = schedule._replace(interval=max(1, schedule.interval))
    if state is State.REVIEW:
        return schedule._replace(step=0, remaining=0, due_at=None)
    is_of_that_day = due_at is not None and abs(due_at.date() - due) <= A_DAY
    return schedule if is_of_that_day else schedule._replace(due_at=None)


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="milliseconds")
    return value.isoformat() if isinstance(value, date) else value


# ---------------------------------------------------------------------------------------------- single fields


def _whole(value: Any) -> int:
    if type(value) is not int or not 0 <= value < _LARGEST:
        raise ValueError
    return value


def _truth(value: Any) -> bool:
    if type(value) is not bool:
        raise ValueError
    return value


def _number(value: Any) -> float:
    if type(value) not in (int, float) or not 0 <= value < _LARGEST:
        raise ValueError
    return float(value)


def _time(value: Any) -> datetime:
    at = datetime.fromisoformat(value)
    if at.tzinfo is None:
        raise ValueError
    return at.astimezone(UTC)


_READ: Mapping[str, Callable[[Any], object]] = {
    "state": State,
    "interval": _whole,
    "ease": _whole,
    "repetitions": _whole,
    "lapses": _whole,
    "due": date.fromisoformat,
    "first": date.fromisoformat,
    "last": date.fromisoformat,
    "pending": _truth,
    "leech": _truth,
    "answers": _whole,
    "step": _whole,
    "remaining": _whole,
    "due_at": _time,
    "stability": _number,
    "difficulty": _number,
}
