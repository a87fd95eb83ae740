"""A sitting as a value: the cards that wait, whether the answer is shown, what was answered.

Every step gives a new `Session`; nothing here knows of a disk, a clock or a screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flashdeck.config import Settings
from flashdeck.model import CardKey, Moment, Rating, Schedule, State
from flashdeck.schedule import Candidate, Scheduler, offers, schedulers

Draft = tuple[str, Moment, Mapping[str, Any]]
"""An event before the log has given it a name: kind, when, body."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One rating of this sitting; `taken_ms` runs from the question's appearance to the rating."""

    key: CardKey
    rating: Rating
    taken_ms: int


@dataclass(frozen=True, slots=True)
class Progress:
    """Cards, not answers: `done` today for good; `left`, of which `new` were never answered and `again` come back."""

    done: int
    left: int
    new: int
    again: int


def begin(cards: Sequence[CardKey], candidates: Iterable[Candidate], settings: Settings) -> Session:
    """The session that asks `cards` in this order; `candidates` tell where each stands and whose scheduler it has."""
    scheduler_of = schedulers(settings)
    known = {candidate.key: candidate for candidate in candidates}
    asked = [known[key] for key in cards]
    return Session(
        waiting=tuple(cards),
        schedules={card.key: card.schedule for card in asked},
        schedulers={card.key: scheduler_of(card.deck) for card in asked},
    )


@dataclass(frozen=True, slots=True)
class Session:
    """`waiting[0]` is the card that stands; `schedules` are those of all cards of the sitting, as they are now.

    `schedulers` are those of the cards' decks. `former` is the session as it stood before the last answer, with its
    answer shown: undo is a step back, and equal to never having answered.
    """

    waiting: tuple[CardKey, ...]
    schedules: Mapping[CardKey, Schedule]
    schedulers: Mapping[CardKey, Scheduler]
    answers: tuple[Answer, ...] = ()
    revealed: bool = False
    former: Session | None = field(default=None, compare=False, repr=False)

    @property
    def card(self) -> CardKey | None:
        """The card that stands, or None at the end."""
        return self.waiting[0] if self.waiting else None

    @property
    def schedule(self) -> Schedule:
        """The schedule of the card that stands."""
        return self.schedules[self.waiting[0]]

    @property
    def progress(self) -> Progress:
        """How far the sitting has come."""
        left = [self.schedules[key] for key in self.waiting]
        return Progress(
            done=len({answer.key for answer in self.answers} - set(self.waiting)),
            left=len(left),
            new=sum(schedule.state is State.NEW for schedule in left),
            again=sum(schedule.pending for schedule in left),
        )

    def offers(self, when: Moment) -> dict[Rating, Schedule]:
        """What each rating would make of the card that stands."""
        return offers(self.schedulers[self.waiting[0]], self.schedule, when)

    def reveal(self) -> Session:
        """The same card with its answer shown."""
        return replace(self, revealed=True)

    def rate(
        self,
        rating: Rating,
        when: Moment,
        taken_ms: int,
        *,
        typed: str | None = None,
        draw: Mapping[str, str] | None = None,
    ) -> tuple[Session, Draft]:
        """The session after an answer, and the event to write down before anyone sees it.

        `typed` is what was typed on a card that asks for it, `draw` the numbers of a drill; the event has them where
        there are any. A card that is still pending comes back at the end, today, until it is known (SM-2, item 7).
        Raises ValueError while the answer is hidden: nobody grades what they have not seen.
        """
        if not self.revealed:
            raise ValueError("a card cannot be graded before its answer is shown")
        key, *others = self.waiting
        scheduler = self.schedulers[key]
        after = scheduler.answer(self.schedules[key], rating, when)
        session = replace(
            self,
            waiting=(*others, key) if after.pending else tuple(others),
            schedules={**self.schedules, key: after},
            answers=(*self.answers, Answer(key, rating, taken_ms)),
            revealed=False,
            former=self,
        )
        body: dict[str, Any] = {
            "guid": key.guid,
            "ordinal": key.ordinal,
            "rating": rating.value,
            "taken_ms": taken_ms,
            "scheduler": scheduler.name,
        }
        if typed is not None:
            body["typed"] = typed
        if draw is not None:
            body["draw"] = dict(draw)
        return session, ("review", when, body)

    def skip(self) -> Session:
        """The card goes to the end of the queue unanswered."""
        return replace(self, waiting=(*self.waiting[1:], *self.waiting[:1]), revealed=False)

    def undo(self) -> Session | None:
        """The session before the last answer of this sitting, or None if it has none."""
        return self.former

    def put_back(self, key: CardKey, schedule: Schedule, scheduler: Scheduler) -> Session:
        """A card whose answer of an earlier sitting was taken back stands in front, as a question."""
        return replace(
            self,
            waiting=(key, *(other for other in self.waiting if other != key)),
            schedules={**self.schedules, key: schedule},
            schedulers={**self.schedulers, key: scheduler},
            revealed=False,
        )
