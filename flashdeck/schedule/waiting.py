"""The new cards that nobody looks at today, because others fill the limits: counted all the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from flashdeck.config import Settings
from flashdeck.schedule.counts import Counts, Reason
from flashdeck.schedule.queue import Candidate, Queue


class NewCards(NamedTuple):
    """How many new cards a deck has: those that may be asked, and those that are set aside; `first` is a position."""

    first: int
    ready: int
    buried: int
    suspended: int


def with_the_rest(
    found: Queue,
    looked_at: Iterable[Candidate],
    new: Mapping[str, NewCards],
    siblings: Iterable[Candidate],
    settings: Settings,
) -> dict[str, Counts]:
    """The counts of each deck as if every new card had been looked at, decks of new cards first, in their order.

    `found` is the queue of some new cards, those that were `looked_at`, when the limits had no room for more; `new` are
    those of all decks. `siblings` are the new cards, looked at or not, of the notes that are shown or were answered
    today: they wait for that, and the others for the limits.
    """
    seen = {card.key: card for card in looked_at}
    decks: dict[str, Counts] = {deck: Counts() for deck in new}
    for deck, counts in found.decks.items():
        decks.setdefault(deck, Counts()).add(counts)
    for deck, cards in new.items():
        deferred = decks[deck].deferred
        deferred[Reason.LIMIT] += cards.ready
        deferred[Reason.BURIED] += cards.buried
        deferred[Reason.SUSPENDED] += cards.suspended
    for card in seen.values():
        decks[card.deck].deferred[_reason_to_be_set_aside(card) or Reason.LIMIT] -= 1
    for card in siblings:
        is_behind = card.key not in seen and _reason_to_be_set_aside(card) is None
        if is_behind and settings.for_deck(card.deck).bury_siblings:
            decks[card.deck].deferred[Reason.LIMIT] -= 1
            decks[card.deck].deferred[Reason.SIBLING] += 1
    for counts in decks.values():
        counts.deferred = +counts.deferred
    return decks


def _reason_to_be_set_aside(card: Candidate) -> Reason | None:
    if card.suspended:
        return Reason.SUSPENDED
    return Reason.BURIED if card.buried else None
