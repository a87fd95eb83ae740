"""Anki's times and day numbers as moments and dates.

Source: the engine, asked in six time zones from UTC-11 to UTC+14. Day 0 is the date that the wall clock showed when the
collection was made; where the package does not tell its zone of then, the engine takes the zone of now.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone
from functools import cached_property

from flashdeck.anki.progress import milliseconds
from flashdeck.anki.reading.values import AnkiClock
from flashdeck.model import Moment
from flashdeck.schedule import days_after, moment

Zone = Callable[[datetime], int]
"""The local zone's offset from UTC at a time, in minutes."""

TOLERANCE_MS = 5 * 60_000
"""How far two clocks may be apart without a word, as in Anki's sync."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LAST = milliseconds(datetime(9999, 12, 29, tzinfo=UTC))  # beyond, some zone has no date


@dataclass(frozen=True)
class Calendar:
    """The package's `clock`; the zone and the rollover of the study days where it arrives `now`."""

    clock: AnkiClock
    zone: Zone
    rollover: time
    now: Moment

    def moment_of(self, number: int) -> Moment:
        """The moment so many milliseconds after 1970; one before that or after the year 9999 is moved there."""
        at = _time(number)
        return moment(at.astimezone(timezone(timedelta(minutes=self.zone(at)))), self.rollover)

    def date_of(self, day: int) -> date:
        """The date of the study day of this number."""
        return days_after(self._day_0, day)

    @cached_property
    def current(self) -> int:
        """Now, in milliseconds since 1970."""
        return milliseconds(self.now.at)

    @property
    def latest(self) -> int:
        """The last millisecond that is not ahead of us, but for the minutes by which two clocks may differ."""
        return self.current + TOLERANCE_MS

    @cached_property
    def _day_0(self) -> date:
        offset = self.clock.offset
        minutes = self.zone(self.now.at) if offset is None else offset
        return (_time(self.clock.created * 1000) + timedelta(minutes=minutes)).date()


def _time(number: int) -> datetime:
    return _EPOCH + timedelta(milliseconds=min(max(0, number), _LAST))
