"""Fuzz: intervals a little shorter or longer, so that cards learned together do not come back together for ever.

Nothing here is random. What is drawn follows from the card and from how often it was answered, so that a preview keeps
its word and a replay on any machine comes to the same days.
"""

from __future__ import annotations

from hashlib import sha256

from flashdeck.model import CardKey
from flashdeck.schedule.single import half_up, single

SHORTEST = 2.5
"""Days below which an interval is left as it is."""

SHARES = ((2.5, 7.0, single(0.15)), (7.0, 20.0, single(0.1)), (20.0, float("inf"), single(0.05)))
"""How much of the days between two bounds is added to a day of fuzz on either side."""

LONGEST_WAIT = 300
"""Seconds by which a step is put off at most."""


def draw(card: CardKey, repetitions: int) -> float:
    """A number from 0 up to, but not including, 1: the same for all four ratings of one answer."""
    seed = f"{card.guid}\0{card.ordinal}\0{repetitions}"
    return int.from_bytes(sha256(seed.encode("utf-8", "surrogatepass")).digest()[:4]) / 2**32


def bounds(days: float, least: int, most: int) -> tuple[int, int]:
    """The shortest and the longest interval that fuzz makes of `days`, a 32-bit float; 1 <= least <= most."""
    days = min(max(days, least), most)
    delta = _delta(days)
    return max(half_up(single(days - delta)), least), min(half_up(single(days + delta)), most)


def _delta(days: float) -> float:
    """Days of fuzz on either side."""
    if days < SHORTEST:
        return 0.0
    delta = 1.0
    for start, end, share in SHARES:
        if days <= start:
            break
        delta = single(delta + single(share * single(min(days, end) - start)))
    return delta


def whole_days(days: float, least: int, most: int, drawn: float | None) -> int:
    """An interval in whole days from `least` to `most`: one inside the bounds if drawn, else the nearest.

    `most` is 1 or more; a `least` outside of 1 to `most` is the nearer of the two.
    """
    least = min(max(least, 1), most)
    if drawn is None:
        return min(max(half_up(days), least), most)
    low, high = bounds(days, least, most)
    return low + int(drawn * (high - low + 1))


def delayed(seconds: int, drawn: float | None) -> int:
    """A step's seconds, put off by less than a quarter of them and less than five minutes."""
    return seconds if drawn is None else seconds + int(drawn * min(seconds // 4, LONGEST_WAIT))
