"""Today's queue: what is due, what is shown of it under the limits, in which order, and why the rest waits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from flashdeck.config import Settings
from flashdeck.model import CardKey, Schedule, State
from flashdeck.schedule.apart import keep_apart
from flashdeck.schedule.day import days_after
from flashdeck.schedule.limits import Limits, Portion

WHOLE_DAY = Portion()


class Reason(StrEnum):
    """Why a due card is not shown today."""

    LIMIT = "limit"
    SIBLING = "sibling"
    SUSPENDED = "suspended"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A live card as the queue needs it; `position` is its place in the files, `apart` its groups (see `Note`)."""

    key: CardKey
    deck: str
    position: int
    schedule: Schedule
    apart: tuple[str, ...] = ()
    suspended: bool = False


class Answered(NamedTuple):
    """A card whose answer counted today; `was_new`: it was its first ever."""

    key: CardKey
    deck: str
    was_new: bool


@dataclass(slots=True)
class Counts:
    """Cards due today: those still shown (`new`, `learning`, `review`) and, by reason, those `deferred`.

    `learning` are those answered today that are asked again until known.
    """

    new: int = 0
    learning: int = 0
    review: int = 0
    deferred: Counter[Reason] = field(default_factory=Counter)

    @property
    def shown(self) -> int:
        """The cards that are asked."""
        return self.new + self.learning + self.review

    def add(self, other: Counts) -> None:
        """Count another's cards in."""
        self.new += other.new
        self.learning += other.learning
        self.review += other.review
        self.deferred += other.deferred


@dataclass(frozen=True, slots=True)
class Queue:
    """What to ask now, in order: reviews, new cards, then those answered today that are asked again until known.

    `deferred` names every other due card and why it waits; `decks` are the counts by each card's own deck.
    """

    cards: tuple[CardKey, ...]
    deferred: Mapping[CardKey, Reason]
    decks: Mapping[str, Counts]

    @property
    def total(self) -> Counts:
        """The counts of all decks together."""
        total = Counts()
        for counts in self.decks.values():
            total.add(counts)
        return total


def answered_on(day: date, candidates: Iterable[Candidate]) -> list[Answered]:
    """The cards whose answer counted on `day`, read off their schedules."""
    return [
        Answered(card.key, card.deck, was_new=card.schedule.first == day)
        for card in candidates
        if card.schedule.last == day
    ]


def next_due(candidates: Iterable[Candidate], day: date) -> date | None:
    """The first study day after `day` on which a card that was answered before is due; None if there is none.

    A card due by `day` waits for the day after. New and suspended cards do not fall due.
    """
    tomorrow = days_after(day, 1)
    days = (card.schedule.due for card in candidates if not card.suspended)
    return min((max(due, tomorrow) for due in days if due is not None), default=None)


def queue(
    candidates: Sequence[Candidate],
    day: date,
    settings: Settings,
    answered: Iterable[Answered],
    portion: Portion = WHOLE_DAY,
) -> Queue:
    """Today's queue from the cards that are asked for: each one that is due is in `cards` or in `deferred`.

    Reviews come first, the longest overdue before the others, then new cards, equals in file order; cards that share a
    group are not neighbours while there are others. `answered` are today's counted answers of the whole collection,
    also of cards that are not asked for: they have used up the limits (see `Limits`), and their siblings wait. So do
    siblings of a card that stands earlier in the queue. Cards to be asked again today know neither.
    """
    gathering = _Gathering(Limits(settings, portion), settings, list(answered))
    asked: dict[State, list[Candidate]] = {State.LEARNING: [], State.REVIEW: [], State.NEW: []}
    deferred: dict[CardKey, Reason] = {}
    for state, card in _due(candidates, day):
        reason = gathering.reason_to_wait(card, state)
        if reason is None:
            asked[state].append(card)
        else:
            deferred[card.key] = reason
    order = [*keep_apart([*asked[State.REVIEW], *asked[State.NEW]]), *asked[State.LEARNING]]
    return Queue(tuple(card.key for card in order), deferred, _counts(candidates, asked, deferred))


def _due(candidates: Iterable[Candidate], day: date) -> list[tuple[State, Candidate]]:
    """What is due, in the order in which limits are filled: again today, reviews, new cards; each with its state."""
    again = [card for card in candidates if card.schedule.pending and card.schedule.last == day]
    reviews = [card for card in candidates if card.schedule.due is not None and card.schedule.due <= day]
    new = [card for card in candidates if card.schedule.state is State.NEW]
    again.sort(key=lambda card: card.position)
    reviews.sort(key=lambda card: (card.schedule.due, card.position))
    new.sort(key=lambda card: card.position)
    return [
        (state, card)
        for state, cards in ((State.LEARNING, again), (State.REVIEW, reviews), (State.NEW, new))
        for card in cards
    ]


class _Gathering:
    """What the cards gathered so far leave to those that follow."""

    def __init__(self, limits: Limits, settings: Settings, answered: Iterable[Answered]) -> None:
        self._limits = limits
        for card in answered:
            limits.use_up(card.deck, is_new=card.was_new)
        self._notes = {card.key.guid for card in answered}
        self._buries = cache(lambda deck: settings.for_deck(deck).bury_siblings)

    def reason_to_wait(self, card: Candidate, state: State) -> Reason | None:
        """Why the card is not shown; where it is, it takes its share of the limits."""
        if card.suspended:
            return Reason.SUSPENDED
        if state is State.LEARNING:
            return None
        if card.key.guid in self._notes and self._buries(card.deck):
            return Reason.SIBLING
        if not self._limits.admit(card.deck, is_new=state is State.NEW):
            return Reason.LIMIT
        self._notes.add(card.key.guid)
        return None


def _counts(
    candidates: Iterable[Candidate], asked: Mapping[State, Iterable[Candidate]], deferred: Mapping[CardKey, Reason]
) -> dict[str, Counts]:
    """The counts of every deck that a candidate is in, in the order of the candidates."""
    decks = {deck: Counts() for deck in dict.fromkeys(card.deck for card in candidates)}
    for card in candidates:
        if card.key in deferred:
            decks[card.deck].deferred[deferred[card.key]] += 1
    for card in asked[State.LEARNING]:
        decks[card.deck].learning += 1
    for card in asked[State.REVIEW]:
        decks[card.deck].review += 1
    for card in asked[State.NEW]:
        decks[card.deck].new += 1
    return decks
