"""How many cards today holds, and why some of them wait."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum


class Reason(StrEnum):
    """Why a due card is not shown now."""

    LIMIT = "limit"
    SIBLING = "sibling"
    BURIED = "buried"
    SUSPENDED = "suspended"
    LATER = "later"


@dataclass(slots=True)
class Counts:
    """Cards due today: those still shown (`new`, `learning`, `review`) and, by reason, those `deferred`.

    `learning` are those at a learning step, and those answered today that are asked again until known.
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


def in_all(decks: Iterable[Counts]) -> Counts:
    """The counts of several decks together."""
    total = Counts()
    for counts in decks:
        total.add(counts)
    return total
