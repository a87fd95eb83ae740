"""The days on which facts were last checked against their sources, and which of them are too long ago."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from flashdeck.compile.values import is_as_of


@dataclass(frozen=True, slots=True)
class Freshness:
    """How long ago a fact may have been checked: so many `months` before `today`."""

    today: date
    months: int

    def is_stale(self, as_of: str) -> bool:
        """Whether even the last day of that year, month or day is too long ago."""
        return last_day(as_of) < _months_before(self.today, self.months)


def last_day(as_of: str) -> date:
    """The last day that an as-of date (YYYY, YYYY-MM or YYYY-MM-DD) can mean; raises ValueError if it is none."""
    if not is_as_of(as_of):
        raise ValueError(f"{as_of!r} is no as-of date")
    year, month, day = (*map(int, as_of.split("-")), 0, 0)[:3]
    return date(year, month, day) if day else _last_of(year, month or 12)


def _last_of(year: int, month: int) -> date:
    return date(year, month, 31) if month == 12 else date(year, month + 1, 1) - timedelta(days=1)


def _months_before(day: date, months: int) -> date:
    """The same day of an earlier month, or that month's last."""
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    if year < 1:
        return date.min
    last = _last_of(year, month + 1)
    return last.replace(day=min(day.day, last.day))
