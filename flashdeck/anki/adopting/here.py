"""What the collection has of a card to which Anki's history comes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from flashdeck.config import Settings
from flashdeck.model import CardKey, Event, Marks
from flashdeck.schedule import in_order
from flashdeck.schedule.fields import card
from flashdeck.schedule.fold import fold
from flashdeck.schedule.undoing import TAKES_BACK, taken_back, targets

UNMARKED = Marks()


@dataclass(frozen=True, slots=True)
class Here:
    """A card of the collection: the events about it that count, its deck's settings, whether its text suspends it."""

    key: CardKey
    events: Sequence[Event]
    settings: Settings
    is_suspended_by_text: bool = False

    @property
    def marks(self) -> Marks:
        """What is set on the card."""
        return fold(self.events, self.settings).marks.get(self.key, UNMARKED) if self.events else UNMARKED

    @property
    def is_suspended(self) -> bool:
        """Whether it is left out, by what is set on it or by its text."""
        suspended = self.marks.suspended
        return self.is_suspended_by_text if suspended is None else suspended


def by_card(events: Iterable[Event]) -> Mapping[CardKey, list[Event]]:
    """The events about each card that count, in the order of the fold."""
    ordered = in_order(events)
    dead = taken_back(targets(ordered))
    of_cards: dict[CardKey, list[Event]] = {}
    for event in ordered:
        if event.id in dead or event.kind in TAKES_BACK or "ordinal" not in event.body:
            continue
        try:
            key = card(event)
        except ValueError:  # the fold tells of it
            continue
        of_cards.setdefault(key, []).append(event)
    return of_cards
