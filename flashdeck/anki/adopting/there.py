"""What Anki has of a card beside its text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from flashdeck.anki.adopting.clock import Calendar
from flashdeck.anki.reading.values import AnkiAnswer, AnkiCard
from flashdeck.model import State

LARGEST = 2**31 - 1
"""The largest number that a schedule of the log holds."""

_STATES = (State.NEW, State.LEARNING, State.REVIEW, State.RELEARNING)
_STEP_QUEUES = (1, 3)


@dataclass(frozen=True)
class There:
    """A card in Anki, its rows of the review log in the order of time, and how to read their times and days."""

    card: AnkiCard
    rows: Sequence[AnkiAnswer]
    calendar: Calendar

    @cached_property
    def past(self) -> Sequence[AnkiAnswer]:
        """The rows without those of a clock that is ahead of ours: they wait for an import after their time."""
        return [row for row in self.rows if row.id <= self.calendar.latest]

    @property
    def last(self) -> AnkiAnswer | None:
        """What was done last."""
        return self.past[-1] if self.past else None

    @property
    def stood(self) -> int:
        """The millisecond from which the card stands as it does: right behind its last row or, without, its `mod`."""
        return self.last.id + 1 if self.last else self.changed

    @property
    def changed(self) -> int:
        """The millisecond in which anything of the card was changed last, never one ahead of us."""
        return min(max(0, self.card.mod) * 1000, self.calendar.current)


def state_of(card: AnkiCard) -> State:
    """Anki's first scheduler took a card that was forgotten for one in review, and only its queue told."""
    state = _STATES[card.type]
    return State.RELEARNING if state is State.REVIEW and card.queue in _STEP_QUEUES else state


def whole(number: int) -> int:
    """The number, moved to where a schedule may have it."""
    return min(max(0, number), LARGEST)
