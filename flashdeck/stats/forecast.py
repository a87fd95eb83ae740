"""What is to come: the cards that fall due, and the work that they make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from flashdeck.model import Schedule
from flashdeck.stats.activity import calendar

DAYS_AHEAD = 30


@dataclass(frozen=True, slots=True)
class Due:
    """The cards that are due on a study day."""

    day: date
    cards: int


@dataclass(frozen=True, slots=True)
class Workload:
    """A mean day of the forecast; without a time per answer there are no minutes either."""

    reviews_per_day: float
    seconds_per_review: float | None

    @property
    def minutes_per_day(self) -> float | None:
        """The time that a day's reviews take, each answered once."""
        return None if self.seconds_per_review is None else self.reviews_per_day * self.seconds_per_review / 60


def forecast(schedules: Iterable[Schedule], today: date) -> tuple[Due, ...]:
    """The cards due on each of the next 30 study days, today the first of them.

    What is overdue counts for today. Each card counts once, on the day it is due next; new cards, and those that are
    only to be repeated today, do not.
    """
    cards = Counter(max(schedule.due, today) for schedule in schedules if schedule.due is not None)
    first = today.toordinal()
    return tuple(Due(day, cards[day]) for day in calendar(first, first + DAYS_AHEAD - 1))


def workload(ahead: tuple[Due, ...], seconds_per_review: float | None) -> Workload:
    """The mean day of a forecast, at that many seconds for each answer."""
    return Workload(sum(due.cards for due in ahead) / len(ahead), seconds_per_review)
