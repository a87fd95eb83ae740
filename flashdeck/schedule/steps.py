"""The steps of learning and relearning: short delays before a card is asked in days."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from flashdeck.model import Rating
from flashdeck.schedule.single import half_up, single

A_DAY = 86_400


class Place(NamedTuple):
    """A delay in seconds, and the number of steps still to go, this one included."""

    seconds: int
    remaining: int


def next_place(steps: Sequence[int], remaining: int, rating: Rating) -> Place | None:
    """Where an answer leads in these steps (in seconds); None where it leads out of them, as Easy always does.

    Again goes back to the first step, Hard stays, Good goes on. `remaining` may come from other steps, of which there
    were more or fewer: too many is the first step, too few the last.
    """
    if rating is Rating.EASY or not steps:
        return None
    if rating is Rating.AGAIN:
        return Place(steps[0], len(steps))
    at = min(max(len(steps) - remaining, 0), len(steps) - 1)
    if rating is Rating.HARD:
        return Place(_hard_on_the_first(steps) if at == 0 else steps[at], remaining)
    return Place(steps[at + 1], len(steps) - at - 1) if at + 1 < len(steps) else None


def _hard_on_the_first(steps: Sequence[int]) -> int:
    """Between Again, which is the first step, and Good: the mean of two steps; of one, half more, but at most a day."""
    first = steps[0]
    seconds = (first + steps[1]) // 2 if len(steps) > 1 else min(first * 3 // 2, first + A_DAY)
    return seconds if seconds <= A_DAY else half_up(single(single(seconds) / A_DAY)) * A_DAY
