"""A session with its disk and its clock: what both faces drive.

Each answer is written down, flushed and synced before the session moves on, so a card that is on the screen proves
that the answer before it is on disk.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from flashdeck.answers import Verdict, compare
from flashdeck.drills import Instance, instance
from flashdeck.drills.working import working
from flashdeck.model import Card, CardKey, Event, EventKind, Moment, NoteType, Rating, Schedule
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
    next_step: float | None = None  # seconds until the first learning step of today is over


class Sitting:
    """One person before one collection. `wall` and `stopwatch` are seconds; only their differences count.

    Where other sittings of the collection are open (`others`: since when), a card that stands in one of them or was
    answered in it is not asked here.

    `typed` is what was typed on the card that stands, None before its answer is shown and on a card that is only
    turned over.
    """

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
        self.typed: str | None = None
        self._collection = collection
        self._drill: Instance | None = None  # of the card that stands, once it was looked at
        self._instant = instant
        self._wall, self._wall_started = wall, wall()
        self._stopwatch, self._started = stopwatch, stopwatch()
        self._shown = self._started
        self._last = instant - _TICK
        self._given: list[Event] = []  # the answers of this sitting that stand: undo takes back these first
        self._seat = collection.take_seat(instant)
        self.others = self._seat.others if self._seat else []
        self._stand(session)

    def close(self) -> None:
        """Let other sittings have the card that stands."""
        if self._seat:
            self._seat.leave()

    # ------------------------------------------------------------------------------------------ what stands

    @property
    def standing(self) -> Entry:
        """The card that stands, with its schedule as it is now; a drill has the numbers of this review."""
        entry = self._collection.entry(self.session.waiting[0])
        card = self._with_numbers(entry.card) if entry.card.note.type is NoteType.DRILL else entry.card
        return replace(entry, card=card, schedule=self.session.schedule)

    @property
    def is_to_be_typed(self) -> bool:
        """Whether the card that stands asks for a typed answer, and has none yet."""
        return not self.session.revealed and self.standing.card.expected is not None

    @property
    def verdict(self) -> Verdict | None:
        """How what was typed compares with what was expected; None where nothing was compared."""
        expected = self.standing.card.expected
        return compare(expected, self.typed) if expected and self.typed is not None else None

    @property
    def proposed(self) -> Rating:
        """The grade that Space gives: what the verdict proposes, else good."""
        verdict = self.verdict
        return verdict.rating if verdict else Rating.GOOD

    @property
    def working(self) -> list[str]:
        """How the answer of the drill that stands comes about, a line for each step; nothing for other cards."""
        note = self.standing.card.note
        return working(note.drill, self._drill.draw) if self._drill and note.type is NoteType.DRILL else []

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

    def reveal(self, typed: str | None = None) -> None:
        """Show the answer; what was typed before is compared with it."""
        self.session, self.typed = self.session.reveal(), typed

    def rate(self, rating: Rating) -> None:
        """Write the answer down, then move on. Raises ValueError while the answer is hidden."""
        when = self.now()
        taken_ms = round((self._stopwatch() - self._shown) * 1000)
        draw = self._drill.draw if self._drill else None
        session, draft = self.session.rate(rating, when, taken_ms, typed=self.typed, draw=draw)
        *_, answer = self._collection.record([draft])
        self._given.append(answer)
        self._last = when.at
        self._stand(session)

    def skip(self) -> bool:
        """Put the card at the end; False: it is the only one."""
        if len(self.session.waiting) == 1:
            return False
        self._stand(self.session.skip())
        return True

    def undo(self) -> bool:
        """Take back the last answer, of this sitting or, before its first, of an earlier one; False: there is none."""
        when = self.now()
        undone = self._collection.undo(when, self._given[-1] if self._given else None)
        if undone is None:
            return False
        self._last = when.at
        del self._given[-1:]
        if undone.event.kind not in (EventKind.REVIEW, EventKind.CRAM):
            return True  # nothing was answered, so no card comes back here
        former = self.session.undo()
        if former is not None and former.card == undone.key:
            typed = undone.event.body.get("typed")
            self._stand(former, typed if isinstance(typed, str) else None)
        else:
            self._put_back(undone.key, undone.schedule)
        return True

    def _stand(self, session: Session, typed: str | None = None) -> None:
        """The session goes on like this, with the first card that no other sitting has or had."""
        session = session.without(self._answered_elsewhere(session))
        if self._seat:
            card = self._seat.choose(session.waiting)
            session = session.beginning_with(card)
        self.session, self.typed, self._drill = session, typed, None

    def _answered_elsewhere(self, session: Session) -> set[CardKey]:
        """The cards that were answered more often today than this sitting knows of."""
        known = session.schedules
        if session.is_cram:
            return set()
        today = self._collection.answered_today().items()
        return {key for key, answers in today if key in known and answers > known[key].answers}

    def _with_numbers(self, card: Card) -> Card:
        """The drill with its draw, which its guid and the number of its answers so far decide."""
        if self._drill is None:
            crammed = sum(answer.key == card.key for answer in self.session.answers) if self.session.is_cram else 0
            self._drill = instance(card.note, self.session.schedule.answers + crammed)
        drawn = self._drill
        note = replace(card.note, front=drawn.front, back=drawn.back, expected=drawn.expected)
        return Card(note, card.ordinal, drawn.front, drawn.back)

    def _put_back(self, key: CardKey, schedule: Schedule) -> None:
        """The card stands again, unless its text is gone: then its answer is taken back all the same."""
        try:
            deck = self._collection.entry(key).card.note.deck
        except KeyError:
            return
        scheduler = schedulers(self._collection.settings)(deck)
        self._stand(self.session.put_back(key, schedule, scheduler))

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
            left=self.progress.left + len(self.session.resting),
            tomorrow=sum(_is_due_by(candidate, day + timedelta(days=1)) for candidate in candidates),
            next_due=None if due is None else (due - day).days,
            next_step=self._next_step(),
        )

    def _next_step(self) -> float | None:
        at = [due for key in self.session.resting if (due := self.session.schedules[key].due_at) is not None]
        return (min(at) - self.now().at).total_seconds() if at else None


def _is_due_by(candidate: Candidate, day: date) -> bool:
    due = candidate.schedule.due
    return due is not None and due <= day and not candidate.suspended
