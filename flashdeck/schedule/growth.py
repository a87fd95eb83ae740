"""How the interval of a card in review changes under Anki's SM-2, in 32-bit floats as Anki computes it."""

from __future__ import annotations

from dataclasses import dataclass

from flashdeck.model import Rating
from flashdeck.schedule.fuzz import whole_days
from flashdeck.schedule.single import single


@dataclass(frozen=True, slots=True)
class Growth:
    """The multipliers of Hard, Easy, every interval and a lapse, as 32-bit floats; the limits are in days.

    An `ease` is in thousandths, `drawn` the fuzz (None: none). `elapsed` counts the days since the last review; those
    beyond the interval make the card late, and count half for Good and whole for Easy.
    """

    hard: float
    easy: float
    modifier: float
    lapse: float
    least_after_lapse: int
    most: int

    def passed(self, rating: Rating, interval: int, elapsed: int, ease: int, drawn: float | None) -> int:
        """The interval after Hard, Good or Easy: each at least a day longer than the one before it, if on time."""
        if elapsed < interval:
            return self._passed_early(rating, interval, elapsed, single(ease / 1000))
        days = max(interval, 1)
        hard = 0
        if rating is Rating.HARD or self.hard > 1:
            hard = self._limited(single(days * self.hard), interval + 1 if self.hard > 1 else 0, drawn)
        if rating is Rating.HARD:
            return hard
        late, factor = elapsed - interval, single(ease / 1000)
        good = self._limited(
            single(single(days + late / 2) * factor), hard + 1 if self.hard > 1 else interval + 1, drawn
        )
        if rating is Rating.GOOD:
            return good
        return self._limited(single(single(single(days + late) * factor) * self.easy), good + 1, drawn)

    def _passed_early(self, rating: Rating, interval: int, elapsed: int, factor: float) -> int:
        """The interval after an answer before the day: no fuzz, and no order among the ratings but what follows."""
        if rating is Rating.HARD:
            return self._limited(max(single(elapsed * self.hard), single(interval * single(self.hard / 2))), 0, None)
        good = max(single(elapsed * factor), interval)
        if rating is Rating.GOOD:
            return self._limited(good, 0, None)
        half_the_bonus = single(self.easy - single(single(self.easy - 1) / 2))
        return self._limited(single(good * half_the_bonus), 0, None)

    def _limited(self, days: float, least: int, drawn: float | None) -> int:
        return whole_days(single(days * self.modifier), least, self.most, drawn)

    def lapsed(self, interval: int, drawn: float | None) -> int:
        """The interval that a card has after it was forgotten, which the modifier leaves alone."""
        return whole_days(single(max(interval, 1) * self.lapse), self.least_after_lapse, self.most, drawn)

    def first(self, interval: int, drawn: float | None) -> int:
        """The interval with which a card leaves the steps of learning, which no multiplier changes."""
        return whole_days(interval, 1, self.most, drawn)
