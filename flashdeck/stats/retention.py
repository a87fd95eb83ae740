"""How much is remembered: of the cards that came back after an interval, those that were known."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from flashdeck.model import Rating, State
from flashdeck.schedule.fold import Transition

MATURE = 21
INTERVALS = {1: "1 day", 2: "2-6 days", 7: "7-20 days", MATURE: "21-89 days", 90: "90-364 days", 365: "365+ days"}
"""The classes of intervals, by the shortest of each, in days."""


@dataclass(frozen=True, slots=True)
class Share:
    """The reviews of a kind, and how many of them found the card known: Hard, Good or Easy."""

    reviews: int = 0
    known: int = 0

    @property
    def retention(self) -> float | None:
        """From 0 to 1; None without a review."""
        return self.known / self.reviews if self.reviews else None


@dataclass(frozen=True, slots=True)
class Retention:
    """Shares of all reviews, of young cards (interval below 21 days) and mature ones, by interval and by deck.

    `intervals` has each class of `INTERVALS`, by its shortest interval; `decks` those decks that were reviewed, by
    full name, without the decks below them. A note without a deck, since it was taken out, is in neither of them.
    """

    overall: Share
    young: Share
    mature: Share
    intervals: Mapping[int, Share]
    decks: Mapping[str, Share]


def retention(transitions: Iterable[Transition], decks: Mapping[str, str]) -> Retention:
    """The retention of these answers; `decks` names the deck of each guid.

    What counts is the answer to a card in review: not a new card, a learning step or a repeat on the same day. The
    interval is the one that the card had before.
    """
    reviews = [
        (transition, _is_known(transition))
        for transition in transitions
        if transition.before.state is State.REVIEW and not _is_repeat(transition)
    ]
    by_interval: dict[int, list[bool]] = {shortest: [] for shortest in INTERVALS}
    by_deck: dict[str, list[bool]] = {}
    for transition, is_known in reviews:
        by_interval[_class(transition.before.interval)].append(is_known)
        if (deck := decks.get(transition.key.guid)) is not None:
            by_deck.setdefault(deck, []).append(is_known)
    young = [is_known for shortest, known in by_interval.items() if shortest < MATURE for is_known in known]
    mature = [is_known for shortest, known in by_interval.items() if shortest >= MATURE for is_known in known]
    return Retention(
        overall=_share(young + mature),
        young=_share(young),
        mature=_share(mature),
        intervals={shortest: _share(known) for shortest, known in by_interval.items()},
        decks={deck: _share(by_deck[deck]) for deck in sorted(by_deck)},
    )


def _class(interval: int) -> int:
    borders = list(INTERVALS)
    return borders[max(0, bisect_right(borders, interval) - 1)]


def _is_repeat(transition: Transition) -> bool:
    """One that counted moved the day of the last answer or, where each answer of a day counts, the repetitions."""
    before, after = transition.before, transition.after
    return (before.last, before.repetitions) == (after.last, after.repetitions)


def _is_known(transition: Transition) -> bool:
    return transition.event.body.get("rating") != Rating.AGAIN


def _share(known: list[bool]) -> Share:
    return Share(len(known), sum(known))
