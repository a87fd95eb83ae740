"""How many cards a day may bring: Anki's limits, for the whole collection and for each deck with limits of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from flashdeck.config import Settings

OF_A_DAY = frozenset({"new-per-day", "reviews-per-day"})
"""The settings that give a deck a limit of its own."""


@dataclass(frozen=True, slots=True)
class Portion:
    """What one sitting takes of a day: at most `limit` cards, and `new` new ones in place of every `new-per-day`.

    With `until`, reviews that fall due by that later day are taken as well.
    """

    limit: int | None = None
    new: int | None = None
    until: date | None = None


@dataclass(slots=True)
class _Allowance:
    """What is left: every card takes one of `cards`, a new one also one of `new`; None has no end.

    Where `new_is_apart`, a new card takes one of `new` alone.
    """

    cards: int | None
    new: int | None
    new_is_apart: bool = False

    def admits(self, *, is_new: bool) -> bool:
        takes_a_card = not (is_new and self.new_is_apart)
        has_card = not takes_a_card or self.cards is None or self.cards > 0
        return has_card and (not is_new or self.new is None or self.new > 0)

    def take(self, *, is_new: bool) -> None:
        if self.cards is not None and not (is_new and self.new_is_apart):
            self.cards -= 1
        if is_new and self.new is not None:
            self.new -= 1


class Limits:
    """What is left of today, by deck.

    As in Anki a new card uses up a review as well, so that once the reviews are gathered there is room for
    min(new left, reviews left) new cards; not where `new-cards-ignore-review-limit` says otherwise. A card has to fit
    the limits of the collection, those of every deck on its path that has its own, and the sitting's.
    """

    def __init__(self, settings: Settings, portion: Portion) -> None:
        self._portion = portion
        self._of_sitting = _Allowance(portion.limit, portion.new)
        self._of_collection = self._of_a_day(settings)
        self._of_decks = {
            deck: self._of_a_day(settings.for_deck(deck))
            for deck, own in settings.decks.items()
            if OF_A_DAY & own.keys()
        }
        self._paths: dict[str, Sequence[_Allowance]] = {}

    def use_up(self, deck: str, *, is_new: bool) -> None:
        """A card of the deck was answered earlier today."""
        for allowance in self._path(deck):
            allowance.take(is_new=is_new)

    def admit(self, deck: str, *, is_new: bool) -> bool:
        """Whether one more card of the deck may be shown, which then is counted."""
        allowances = (self._of_sitting, *self._path(deck))
        if not all(allowance.admits(is_new=is_new) for allowance in allowances):
            return False
        for allowance in allowances:
            allowance.take(is_new=is_new)
        return True

    @property
    def have_room_for_new(self) -> bool:
        """Whether there may be a deck that admits one more new card."""
        return self._of_sitting.admits(is_new=True) and self._of_collection.admits(is_new=True)

    def _of_a_day(self, settings: Settings) -> _Allowance:
        new = settings.new_per_day if self._portion.new is None else None
        return _Allowance(settings.reviews_per_day, new, settings.new_cards_ignore_review_limit)

    def _path(self, deck: str) -> Sequence[_Allowance]:
        """The collection's allowance, then those of the decks from the top down to this one."""
        if deck not in self._paths:
            parts = deck.split("::")
            names = ("::".join(parts[:depth]) for depth in range(1, len(parts) + 1))
            self._paths[deck] = (self._of_collection, *(self._of_decks[n] for n in names if n in self._of_decks))
        return self._paths[deck]
