"""When answers were given and how long they took: days, streaks, hours of the day, times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from statistics import fmean, median

from flashdeck.model import Event, Moment

YEAR = 365
HOURS = 24


@dataclass(frozen=True, slots=True)
class Day:
    """A study day: its answers, repeats included, and the seconds that they took."""

    day: date
    reviews: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Streak:
    """Study days in a row with an answer: up to today (or yesterday, while today has none yet), and at the longest."""

    current: int
    longest: int


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds from question to rating: of all answers together, and of one; None where no answer says its time."""

    total: float
    median: float | None
    mean: float | None


def days(answers: Iterable[Event], today: date) -> tuple[Day, ...]:
    """The last 365 study days, today the last of them, those without an answer too."""
    reviews: Counter[date] = Counter()
    seconds: Counter[date] = Counter()
    for answer in answers:
        reviews[answer.when.day] += 1
        seconds[answer.when.day] += _taken_ms(answer) or 0
    return tuple(
        Day(day, reviews[day], seconds[day] / 1000) for day in calendar(today.toordinal() - YEAR + 1, today.toordinal())
    )


def streak(answers: Iterable[Event], today: date) -> Streak:
    """Days in a row; a day after today, from a clock that ran ahead, is none."""
    run, longest, last = 0, 0, 0
    for day in sorted({answer.when.day.toordinal() for answer in answers if answer.when.day <= today}):
        run = run + 1 if day == last + 1 else 1
        longest, last = max(longest, run), day
    return Streak(run if last >= today.toordinal() - 1 else 0, longest)


def hours(answers: Iterable[Event]) -> tuple[int, ...]:
    """The answers in each of the 24 hours of the day, by the wall clock of whoever gave them."""
    counts = Counter(_local_hour(answer.when) for answer in answers)
    return tuple(counts[hour] for hour in range(HOURS))


def times(answers: Iterable[Event]) -> Times:
    """How long answers take."""
    taken = [taken_ms for answer in answers if (taken_ms := _taken_ms(answer)) is not None]
    return Times(sum(taken) / 1000, median(taken) / 1000, fmean(taken) / 1000) if taken else Times(0, None, None)


def calendar(first: int, last: int) -> list[date]:
    """The days from one ordinal to another, as far as the calendar has them."""
    return [date.fromordinal(day) for day in range(max(first, 1), min(last, date.max.toordinal()) + 1)]


def _taken_ms(answer: Event) -> int | None:
    taken = answer.body.get("taken_ms")
    return taken if isinstance(taken, int) and not isinstance(taken, bool) and taken >= 0 else None


def _local_hour(when: Moment) -> int:
    return (when.at.hour * 60 + when.at.minute + when.offset) // 60 % HOURS
