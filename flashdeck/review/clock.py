"""The time of a sitting: what it is now, and how long the sitting and its card have lasted."""

from __future__ import annotations

import time as clocks
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, time, timedelta

from flashdeck.model import Moment
from flashdeck.schedule import moment

_TICK = timedelta(milliseconds=1)


class Clock:
    """Starts at `instant` (a local time). `wall` and `stopwatch` are seconds; only their differences count."""

    def __init__(
        self,
        instant: datetime,
        rollover: time,
        *,
        wall: Callable[[], float] = clocks.time,
        stopwatch: Callable[[], float] = clocks.monotonic,
    ) -> None:
        self.instant, self._rollover = instant, rollover
        self._wall, self._wall_started = wall, wall()
        self._stopwatch, self._started = stopwatch, stopwatch()
        self._last = instant - _TICK
        self._shown = 0.0
        self._is_timed = False

    @property
    def seconds(self) -> float:
        """How long the sitting has lasted."""
        return self._stopwatch() - self._started

    @property
    def milliseconds(self) -> int:
        """How long the card that stands has been looked at."""
        return round((self.seconds - self._shown) * 1000)

    def now(self) -> Moment:
        """The moment by the wall clock, with the study day as it is now: a long sitting may run into the next one."""
        passed = timedelta(seconds=self._wall() - self._wall_started)
        return moment(max(self.instant + passed, self._last + _TICK), self._rollover)

    def written(self, when: Moment) -> None:
        """Something was written down with this time: what follows has a later one."""
        self._last = when.at

    def card_shown(self) -> None:
        """A card has appeared: its time runs from here, also where it is drawn anew."""
        if not self._is_timed:
            self._shown, self._is_timed = self.seconds, True

    def next_card(self) -> None:
        """Another card stands, or the same once more."""
        self._is_timed = False

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """What passes in the block is time of neither the sitting nor the card."""
        left = self._stopwatch()
        try:
            yield
        finally:
            self._started += self._stopwatch() - left
