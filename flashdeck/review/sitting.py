"""A session with its disk and its clock: what both faces drive.

Each answer is written down, flushed and synced before the session moves on, so a card that is on the screen proves
that the answer before it is on disk.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from flashdeck.model import CardKey, Moment, Rating, Schedule
from flashdeck.review.session import Progress, Session
from flashdeck.schedule import Candidate, moment, next_due, schedulers
from flashdeck.store.collection import Collection, Entry

_TICK = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a sitting came to, and what waits: cards `left` today and due `tomorrow`; days to the next that is due."""

    cards: int
    answers: int
    missed: int  # cards whose first answer was again
    seconds: float
    left: int
    tomorrow: int
    next_due: int | None


class Sitting:
    """One person before one collection. `wall` and `stopwatch` are seconds; only their differences count."""

    def __init__(
        self,
        collection: Collection,
        session: Session,
        instant: datetime,
        *,
        wall: Callable[[], float] = time.time,
        stopwatch: Callable[[], float] = time.monotonic,
    ) -> None:
        self.session = session
        self._collection = collection
        self._instant = instant
        self._wall, self._wall_started = wall, wall()
        self._stopwatch, self._started = stopwatch, stopwatch()
        self._shown = self._started
        self._last = instant - _TICK

    # ------------------------------------------------------------------------------------------ what stands

    @property
    def standing(self) -> Entry:
        """The card that stands, with its schedule as it is now."""
        key = self.session.waiting[0]
        return replace(self._collection.entry(key), schedule=self.session.schedule)

    @property
    def progress(self) -> Progress:
        """How far the sitting has come."""
        return self.session.progress

    @property
    def seconds(self) -> float:
        """How long the sitting has lasted."""
        return self._stopwatch() - self._started

    def now(self) -> Moment:
        """The moment by the wall clock, with the study day as it is now: a long sitting may run into the next one."""
        passed = timedelta(seconds=self._wall() - self._wall_started)
        return moment(max(self._instant + passed, self._last + _TICK), self._collection.settings.rollover)

    def offers(self) -> tuple[Moment, dict[Rating, Schedule]]:
        """What each rating would make of the card, were it given now."""
        now = self.now()
        return now, self.session.offers(now)

    # ------------------------------------------------------------------------------------------ what is done

    def card_shown(self) -> None:
        """A question has appeared: its time runs from here."""
        self._shown = self._stopwatch()

    def reveal(self) -> None:
        """Show the answer."""
        self.session = self.session.reveal()

    def rate(self, rating: Rating) -> None:
        """Write the answer down, then move on. Raises ValueError while the answer is hidden."""
        when = self.now()
        taken_ms = round((self._stopwatch() - self._shown) * 1000)
        session, draft = self.session.rate(rating, when, taken_ms)
        self._collection.record([draft])
        self.session, self._last = session, when.at

    def skip(self) -> None:
        """Put the card at the end."""
        self.session = self.session.skip()

    def undo(self) -> bool:
        """Take back the last answer, of this sitting or, before its first, of an earlier one; False: there is none."""
        when = self.now()
        undone = self._collection.undo(when)
        if undone is None:
            return False
        self._last = when.at
        former = self.session.undo()
        if former is not None and former.card == undone.key:
            self.session = former
        else:
            self._put_back(undone.key, undone.schedule)
        return True

    def _put_back(self, key: CardKey, schedule: Schedule) -> None:
        """The card stands again, unless its text is gone: then its answer is taken back all the same."""
        try:
            deck = self._collection.entry(key).card.note.deck
        except KeyError:
            return
        scheduler = schedulers(self._collection.settings)(deck)
        self.session = self.session.put_back(key, schedule, scheduler)

    # ------------------------------------------------------------------------------------------ how it ended

    def outcome(self) -> Outcome:
        """What the sitting came to so far, and what waits in the whole collection."""
        answers = self.session.answers
        first = {answer.key: answer.rating for answer in reversed(answers)}
        day = self.now().day
        candidates = self._collection.candidates()
        due = next_due(candidates, day)
        return Outcome(
            cards=len(first),
            answers=len(answers),
            missed=sum(rating is Rating.AGAIN for rating in first.values()),
            seconds=self.seconds,
            left=self.progress.left,
            tomorrow=sum(_is_due_by(candidate, day + timedelta(days=1)) for candidate in candidates),
            next_due=None if due is None else (due - day).days,
        )


def _is_due_by(candidate: Candidate, day: date) -> bool:
    due = candidate.schedule.due
    return due is not None and due <= day and not candidate.suspended
