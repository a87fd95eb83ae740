"""What a scheduler would do: answers that nobody gave, played through the one transition."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from flashdeck.model import CardKey, Moment, Rating, Schedule, State
from flashdeck.schedule.day import days_after, moment
from flashdeck.schedule.notation import Step, schedule_json
from flashdeck.schedule.scheduler import Scheduler, offers

NEW = Schedule()
A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class SimulatedAnswer:
    """One answer: study days and seconds since the first, the schedule after it, and what each rating offered.

    `day_0` is the first answer's study day.
    """

    rating: Rating
    day_0: date
    at_day: int
    at_seconds: int
    schedule: Schedule
    offers: dict[Rating, Schedule]


def simulate(  # noqa: PLR0913 - answers, a time, a day and a card are what a simulation is made of
    scheduler: Scheduler,
    steps: Iterable[Step],
    now: datetime,
    rollover: time,
    start: Schedule = NEW,
    *,
    card: CardKey | None = None,
) -> list[SimulatedAnswer]:
    """The answers in turn, the first at `now` (with a zone, whose offset holds for all), each later one at its delay.

    An answer without a delay comes when the card is due: a step of learning at its time, all else on its day at the
    time of day of the one before. The first answer's delay counts back to when `start` was last answered, without one
    its interval or step; a new card has nothing to be delayed from. A delay that stays in the study day of the last
    answer makes a repeat, which under SM-2 changes nothing. `card` seeds the fuzz, without it there is none. Raises
    ValueError, with a sentence, where the answers run out of the calendar.
    """
    try:
        return _play(lambda schedule, when: offers(scheduler, schedule, when, card), list(steps), now, rollover, start)
    except OverflowError:
        raise ValueError("these answers run out of the calendar, which ends with the year 9999.") from None


Offer = Callable[[Schedule, Moment], dict[Rating, Schedule]]
"""What each rating would make of a schedule."""


def _play(offer: Offer, steps: list[Step], now: datetime, rollover: time, start: Schedule) -> list[SimulatedAnswer]:
    clock, schedule = now, start
    if steps and start.state is not State.NEW:
        schedule = _last_answered(start, _before(now, steps[0], start), rollover)
    day_0 = moment(now, rollover).day
    played: list[SimulatedAnswer] = []
    for step in steps:
        if played:
            clock += _until(step, schedule, moment(clock, rollover))
        when = moment(clock, rollover)
        offered = offer(schedule, when)
        schedule = offered[step.rating]
        at = (when.day - day_0).days, int((clock - now).total_seconds())
        played.append(SimulatedAnswer(step.rating, day_0, *at, schedule, offered))
    return played


def _until(step: Step, schedule: Schedule, last: Moment) -> timedelta:
    """How long after the answer before, given at `last`, this one comes."""
    if step.delay is not None:
        return timedelta(seconds=step.delay)
    if schedule.due_at is not None:
        return max(schedule.due_at - last.at, timedelta(0))
    if schedule.due == date.max:
        raise OverflowError  # the day it is really due on has no name
    return max((schedule.due or last.day) - last.day, timedelta(0))


def _before(now: datetime, first: Step, start: Schedule) -> datetime:
    on_time = A_DAY * start.interval if start.state is State.REVIEW else timedelta(seconds=start.step)
    return now - (on_time if first.delay is None else timedelta(seconds=first.delay))


def _last_answered(start: Schedule, at: datetime, rollover: time) -> Schedule:
    """The schedule dated as if its last answer had been given then."""
    last = moment(at, rollover).day
    days = start.interval if start.state is State.REVIEW else 0
    return start._replace(last=last, first=last, due=days_after(last, days), due_at=None, pending=False)


def answer_json(answer: SimulatedAnswer) -> dict[str, Any]:
    """An answer as `simulate --json` has it."""
    return {
        "rating": answer.rating.value,
        "at_day": answer.at_day,
        "at_seconds": answer.at_seconds,
        "schedule": schedule_json(answer.schedule, answer.day_0),
        "offers": {rating.value: schedule_json(offer, answer.day_0) for rating, offer in answer.offers.items()},
    }
