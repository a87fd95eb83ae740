"""Today's queue: what is due, what is shown of it under the limits, in which order, and why the rest waits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from functools import cache
from typing import Any, NamedTuple

from flashdeck.config import Settings
from flashdeck.model import CardKey, Moment, Schedule, State
from flashdeck.schedule.apart import keep_apart
from flashdeck.schedule.counts import Counts, Reason, in_all
from flashdeck.schedule.day import days_after
from flashdeck.schedule.limits import Limits, Portion

WHOLE_DAY = Portion()


class Candidate(NamedTuple):
    """A live card as the queue needs it; `position` is its place in the files, `apart` its groups (see `Note`).

    `buried`: it rests today. A named tuple, as schedules are: a collection has ten thousand.
    """

    key: CardKey
    deck: str
    position: int
    schedule: Schedule
    apart: tuple[str, ...] = ()
    suspended: bool = False
    buried: bool = False


class Answered(NamedTuple):
    """A card whose answer counted today; `was_new`: it was its first ever."""

    key: CardKey
    deck: str
    was_new: bool


@dataclass(frozen=True, slots=True)
class Queue:
    """What to ask now, in order: learning steps that are over, reviews, new cards, and what is asked again today.

    `deferred` names every other due card and why it waits; `decks` are the counts by each card's own deck.
    """

    cards: tuple[CardKey, ...]
    deferred: Mapping[CardKey, Reason]
    decks: Mapping[str, Counts]

    @property
    def total(self) -> Counts:
        """The counts of all decks together."""
        return in_all(self.decks.values())


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


def next_step(candidates: Iterable[Candidate], now: datetime) -> datetime | None:
    """When, after `now`, the first learning step of today is over (UTC); None if there is none."""
    times = (card.schedule.due_at for card in candidates if not card.suspended and not card.buried)
    return min((at for at in times if at is not None and at > now), default=None)


def queue(  # noqa: PLR0913 - all that the queue of a day depends on
    candidates: Sequence[Candidate],
    now: Moment,
    settings: Settings,
    answered: Iterable[Answered],
    portion: Portion = WHOLE_DAY,
    *,
    unseen: Iterable[Candidate] = (),
) -> Queue:
    """Today's queue from the cards that are asked for: each one that is due is in `cards` or in `deferred`.

    Learning steps that are over come first, then steps of days, then reviews, the longest overdue before the others,
    then new cards in the order of `new-order`; equals in file order. Cards that share a group are not neighbours while
    there are others. Last are the steps that are over within `learn-ahead`, and what SM-2 asks again today. `answered`
    are today's counted answers of the whole collection, also of cards that are not asked for: they have used up the
    limits (see `Limits`), and their siblings wait. So do siblings of a card that stands earlier in the queue. Cards at
    a step of less than a day, and those to be asked again, know neither. Source of the order: Anki's scheduler.

    `unseen` are new cards in file order, which go on behind those of `candidates`. No more of them are looked at than
    the limits leave room for; the rest is neither shown nor deferred nor counted.
    """
    limits = Limits(settings, portion)
    gathering = _Gathering(limits, settings, list(answered))
    is_in_file_order = settings.new_order == "file"
    looked_at = [*candidates] if is_in_file_order else [*candidates, *unseen]
    for stage, card in _due(looked_at, now, settings, portion.until or now.day):
        gathering.add(card, stage)
    following = iter(unseen if is_in_file_order else ())
    while limits.have_room_for_new and (fresh := next(following, None)):
        gathering.add(fresh, _Stage.NEW)
        looked_at.append(fresh)
    shown = gathering.shown
    main = keep_apart([*shown[_Stage.DAY_STEP], *shown[_Stage.REVIEW], *shown[_Stage.NEW]])
    order = [*shown[_Stage.STEP], *main, *shown[_Stage.AGAIN]]
    return Queue(tuple(card.key for card in order), gathering.deferred, _counts(looked_at, shown, gathering.deferred))


def everything(candidates: Iterable[Candidate], limit: int | None = None) -> Queue:
    """Every card that is not suspended, in the order given and up to the limit: to be asked without being scheduled."""
    candidates = list(candidates)
    awake = [card for card in candidates if not card.suspended]
    shown = {stage: awake[:limit] if stage is _Stage.REVIEW else [] for stage in _Stage}
    deferred = {card.key: Reason.SUSPENDED for card in candidates if card.suspended}
    deferred |= {card.key: Reason.LIMIT for card in awake[len(shown[_Stage.REVIEW]) :]}
    cards = tuple(card.key for card in shown[_Stage.REVIEW])
    return Queue(cards, deferred, _counts(candidates, shown, deferred))


class _Stage(StrEnum):
    """What a due card is due for, in the order in which limits are filled."""

    STEP = "a learning step that is over"
    AGAIN = "a step that is over within learn-ahead, or a card to be repeated today"
    LATER = "a step that is over later today"
    DAY_STEP = "a learning step of days"
    REVIEW = "a review"
    NEW = "a new card"


_FREE = frozenset({_Stage.STEP, _Stage.AGAIN})


def _due(
    candidates: Iterable[Candidate], now: Moment, settings: Settings, until: date
) -> list[tuple[_Stage, Candidate]]:
    """What is due, in the order in which limits are filled, each card with what it is due for."""
    stages: dict[_Stage, list[Candidate]] = {stage: [] for stage in _Stage}
    ahead = now.at + settings.anki.learn_ahead
    for card in candidates:
        stage = _stage(card.schedule, now, ahead, until)
        if stage is not None:
            stages[stage].append(card)
    for stage, cards in stages.items():
        cards.sort(key=_order_of_new(settings, now.day) if stage is _Stage.NEW else _order_of_due)
    return [(stage, card) for stage, cards in stages.items() for card in cards]


def _stage(schedule: Schedule, now: Moment, ahead: datetime, until: date) -> _Stage | None:
    """What a card is due for; None where it is not due."""
    if schedule.state is State.NEW:
        return _Stage.NEW
    if (over := schedule.due_at) is not None:
        return _Stage.STEP if over <= now.at else _Stage.AGAIN if over <= ahead else _Stage.LATER
    if schedule.pending and schedule.last == now.day:
        return _Stage.AGAIN
    if schedule.due is None or schedule.due > until:
        return None
    return _Stage.REVIEW if schedule.state is State.REVIEW else _Stage.DAY_STEP


def _order_of_due(card: Candidate) -> tuple[Any, ...]:
    """By the time of the step, then by the due day, then as in the files."""
    at, due = card.schedule.due_at, card.schedule.due
    return at is None, at, due, card.position


def _order_of_new(settings: Settings, day: date) -> Callable[[Candidate], tuple[Any, ...]]:
    """As in the files, or shuffled: every day anew, and on one day always alike."""
    if settings.new_order == "file":
        return lambda card: (card.position,)
    from hashlib import blake2b

    def shuffled(card: Candidate) -> tuple[Any, ...]:
        seed = f"{day} {card.key.guid} {card.key.ordinal}"
        return (blake2b(seed.encode(), digest_size=8).digest(), card.position)

    return shuffled


class _Gathering:
    """The cards gathered so far, `shown` and `deferred`, and what they leave to those that follow."""

    def __init__(self, limits: Limits, settings: Settings, answered: Iterable[Answered]) -> None:
        self.shown: dict[_Stage, list[Candidate]] = {stage: [] for stage in _Stage}
        self.deferred: dict[CardKey, Reason] = {}
        self._limits = limits
        for card in answered:
            limits.use_up(card.deck, is_new=card.was_new)
        self._gathered: dict[str, set[CardKey]] = {}
        for card in answered:
            self._gathered.setdefault(card.key.guid, set()).add(card.key)
        self._buries = cache(lambda deck: settings.for_deck(deck).bury_siblings)

    def add(self, card: Candidate, stage: _Stage) -> None:
        """Show one more card, or defer it."""
        reason = self._reason_to_wait(card, stage)
        if reason is None:
            self.shown[stage].append(card)
        else:
            self.deferred[card.key] = reason

    def _reason_to_wait(self, card: Candidate, stage: _Stage) -> Reason | None:
        """Why the card is not shown; where it is, it takes its share of the limits."""
        aside = _aside(card, stage)
        if aside is not None:
            return aside
        siblings = self._gathered.setdefault(card.key.guid, set())
        if stage in _FREE:
            siblings.add(card.key)
            return None
        if siblings - {card.key} and self._buries(card.deck):
            return Reason.SIBLING
        if not self._limits.admit(card.deck, is_new=stage is _Stage.NEW):
            return Reason.LIMIT
        siblings.add(card.key)
        return None


def _aside(card: Candidate, stage: _Stage) -> Reason | None:
    """Why the card waits whatever the limits say."""
    if card.suspended:
        return Reason.SUSPENDED
    if card.buried:
        return Reason.BURIED
    return Reason.LATER if stage is _Stage.LATER else None


def _counts(
    candidates: Iterable[Candidate], shown: Mapping[_Stage, Iterable[Candidate]], deferred: Mapping[CardKey, Reason]
) -> dict[str, Counts]:
    """The counts of every deck that a candidate is in, in the order of the candidates."""
    decks = {deck: Counts() for deck in dict.fromkeys(card.deck for card in candidates)}
    for card in candidates:
        if card.key in deferred:
            decks[card.deck].deferred[deferred[card.key]] += 1
    for stage, cards in shown.items():
        for card in cards:
            counts = decks[card.deck]
            if stage is _Stage.NEW:
                counts.new += 1
            elif stage is _Stage.REVIEW:
                counts.review += 1
            else:
                counts.learning += 1
    return decks
