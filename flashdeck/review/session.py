"""A sitting as a value: the cards that wait, whether the answer is shown, what was answered.

Every step gives a new `Session`; nothing here knows of a disk, a clock or a screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from flashdeck.config import Settings
from flashdeck.model import CardKey, EventKind, Moment, Rating, Schedule, State
from flashdeck.schedule import Candidate
from flashdeck.schedule.scheduler import Scheduler, offers, schedulers

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


def begin(
    cards: Sequence[CardKey],
    candidates: Iterable[Candidate],
    settings: Settings,
    resting: Iterable[CardKey] = (),
    *,
    cram: bool = False,
) -> Session:
    """The session that asks `cards` in this order; `candidates` tell where each stands and whose scheduler it has.

    `resting` are cards of the sitting whose learning step is over later today. To `cram` leaves schedules alone.
    """
    scheduler_of = schedulers(settings)
    known = {candidate.key: candidate for candidate in candidates}
    later = tuple(key for key in resting if key in known)
    asked = [known[key] for key in (*cards, *later)]
    return Session(
        waiting=tuple(cards),
        schedules={card.key: card.schedule for card in asked},
        schedulers={card.key: scheduler_of(card.deck) for card in asked},
        resting=later,
        learn_ahead=settings.anki.learn_ahead,
        is_cram=cram,
    )


@dataclass(frozen=True, slots=True)
class Session:
    """`waiting[0]` is the card that stands; `schedules` are those of all cards of the sitting, as they are now.

    `schedulers` are those of the cards' decks. `resting` are cards at a learning step that is over later than in
    `learn_ahead`: they come back when its time has come. Where it `is_cram`, answers leave schedules alone, and a card
    comes back until it is known. `former` is the session as it stood before what was last done in it and written down,
    an answer mostly: undo is a step back, and equal to never having done it.
    """

    waiting: tuple[CardKey, ...]
    schedules: Mapping[CardKey, Schedule]
    schedulers: Mapping[CardKey, Scheduler]
    answers: tuple[Answer, ...] = ()
    revealed: bool = False
    resting: tuple[CardKey, ...] = ()
    learn_ahead: timedelta = timedelta(0)
    is_cram: bool = False
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
            done=len({answer.key for answer in self.answers} - {*self.waiting, *self.resting}),
            left=len(left),
            new=sum(schedule.state is State.NEW for schedule in left),
            again=sum(map(_comes_back, left)),
        )

    @property
    def goes_on(self) -> datetime | None:
        """When the first of the cards that rest may be asked (UTC); None where none rests."""
        at = [due for key in self.resting if (due := self.schedules[key].due_at) is not None]
        return min(at) - self.learn_ahead if at else None

    def offers(self, when: Moment) -> dict[Rating, Schedule]:
        """What each rating would make of the card that stands."""
        key = self.waiting[0]
        if self.is_cram:
            return dict.fromkeys(Rating, self.schedule)
        return offers(self.schedulers[key], self.schedule, when, key)

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
        there are any. A card that is still pending comes back at the end, today, until it is known (SM-2, item 7); one
        at a learning step when it is over.
        Raises ValueError while the answer is hidden: nobody grades what they have not seen.
        """
        if not self.revealed:
            raise ValueError("a card cannot be graded before its answer is shown")
        key, *others = self.waiting
        scheduler = self.schedulers[key]
        after = self.schedules[key] if self.is_cram else scheduler.answer(self.schedules[key], rating, when, key)
        comes_back = rating is Rating.AGAIN if self.is_cram else _comes_back(after)
        session = replace(
            self,
            waiting=(*others, key) if comes_back else tuple(others),
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
        if self.is_cram:
            return session, (EventKind.CRAM, when, body)
        return session.at(when.at), (EventKind.REVIEW, when, body)

    def at(self, now: datetime) -> Session:
        """The session with its cards in the order that they have `now`.

        Learning steps that are over come first and the others last, those not over within `learn_ahead` not yet; all
        else stays in its order. Source: the order of Anki's queues.
        """
        keys = (*self.waiting, *self.resting)
        steps = {key: at for key in keys if (at := self.schedules[key].due_at) is not None}
        if not steps:
            return self
        by_time = sorted(steps, key=lambda key: (steps[key], keys.index(key)))
        over = [key for key in by_time if steps[key] <= now]
        ahead = [key for key in by_time if now < steps[key] <= now + self.learn_ahead]
        others = [key for key in self.waiting if key not in steps]
        return replace(self, waiting=(*over, *others, *ahead), resting=tuple(by_time[len(over) + len(ahead) :]))

    def beginning_with(self, card: CardKey | None) -> Session:
        """The session with this card in front; without any in front, nothing is left that may be asked here."""
        if card is None or card == self.card:
            return self if card is not None or not self.waiting else replace(self, waiting=(), revealed=False)
        return replace(self, waiting=(card, *(key for key in self.waiting if key != card)), revealed=False)

    def without(self, keys: AbstractSet[CardKey]) -> Session:
        """The session without cards that need not be asked any more: they were answered elsewhere."""
        if keys.isdisjoint(self.waiting) and keys.isdisjoint(self.resting):
            return self
        waiting, resting = (tuple(key for key in some if key not in keys) for some in (self.waiting, self.resting))
        return replace(
            self, waiting=waiting, resting=resting, revealed=self.revealed and waiting[:1] == self.waiting[:1]
        )

    def put_aside(self, now: datetime) -> Session:
        """The session without its card, which was buried or suspended."""
        return replace(self.without({self.waiting[0]}).at(now), former=self)

    def marked(self) -> Session:
        """The same session after a change to its card that leaves the sitting as it is."""
        return replace(self, former=self)

    def following(self, cards: Mapping[CardKey, Candidate], scheduler_of: Callable[[str], Scheduler]) -> Session:
        """The session with its cards as the collection now has them; those that are gone, or rest, leave it.

        A schedule is taken over where it rests on the answers that this session knows of.
        """
        asked = (*self.waiting, *self.resting)
        session = self.without({key for key in asked if not self._is_to_be_asked(cards.get(key))})
        there = [cards[key] for key in (*session.waiting, *session.resting)]
        known = [card for card in there if card.schedule.answers == self.schedules[card.key].answers]
        return replace(
            session,
            schedules={**self.schedules, **{card.key: card.schedule for card in known}},
            schedulers={**self.schedulers, **{card.key: scheduler_of(card.deck) for card in there}},
        )

    def _is_to_be_asked(self, card: Candidate | None) -> bool:
        return card is not None and not card.suspended and (self.is_cram or not card.buried)

    def skip(self) -> Session:
        """The card goes to the end of the queue unanswered."""
        return replace(self, waiting=(*self.waiting[1:], *self.waiting[:1]), revealed=False)

    def undo(self) -> Session | None:
        """The session before what was last done in it, or None if nothing was."""
        return self.former

    def put_back(self, key: CardKey, schedule: Schedule, scheduler: Scheduler) -> Session:
        """A card whose answer of an earlier sitting was taken back stands in front, as a question."""
        return replace(
            self,
            waiting=(key, *(other for other in self.waiting if other != key)),
            resting=tuple(other for other in self.resting if other != key),
            schedules={**self.schedules, key: schedule},
            schedulers={**self.schedulers, key: scheduler},
            revealed=False,
        )


def _comes_back(schedule: Schedule) -> bool:
    """Whether the card is asked again today."""
    return schedule.pending or schedule.due_at is not None
