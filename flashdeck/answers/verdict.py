"""What a comparison says: how far off an answer is, in words, and the grade that this proposes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from flashdeck.model import Rating


class Outcome(StrEnum):
    """How a typed answer stands to the expected one; the first two are right."""

    EXACT = "exact"
    WITHIN = "within tolerance"
    UNIT = "wrong unit"
    POWER = "off by a power of ten"
    OFF = "off"
    DIFFERENT = "different"
    EMPTY = "empty"


class Letters(StrEnum):
    """Where the letters of a piece stand: in both answers, only in the typed or only in the expected one."""

    BOTH = "both"
    EXTRA = "extra"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of two texts laid on each other; of letters that differ only in case, the expected ones."""

    text: str
    letters: Letters


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of one answer.

    `message` is a sentence without its full stop, `expected` the alternative that was compared, `rating` the grade that
    is proposed: the person decides. `error` is how far a number is off, relative to the expected one (-0.1: a tenth too
    small), where both are of one kind. `difference` is set for texts.
    """

    outcome: Outcome
    message: str
    expected: str
    rating: Rating
    error: float | None = None
    difference: tuple[Piece, ...] = ()

    @property
    def is_right(self) -> bool:
        """Whether the answer counts as right."""
        return self.outcome in (Outcome.EXACT, Outcome.WITHIN)
