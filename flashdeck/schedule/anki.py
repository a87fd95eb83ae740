"""Anki's scheduler without FSRS: SM-2 with steps, lateness and fuzz, to the day as Anki has it.

Source: what Anki does, observed and described (rslib/src/scheduler/states); written anew. A card is learned in steps of
minutes, then reviewed in days; a lapse sends it through the steps of relearning. Left out is the load balancer, which
looks at other cards: here an answer depends on its own card alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import time, timedelta
from functools import cached_property
from typing import ClassVar

from flashdeck.model import CardKey, Moment, Rating, Schedule, State
from flashdeck.schedule.day import days_after, next_rollover
from flashdeck.schedule.fuzz import delayed, draw
from flashdeck.schedule.growth import Growth
from flashdeck.schedule.leech import makes_a_leech
from flashdeck.schedule.single import half_up, single
from flashdeck.schedule.steps import A_DAY, Place, next_place

LEAST_EASE = 1300
EASE_LOST = {Rating.AGAIN: 200, Rating.HARD: 150}
EASE_WON = 150
A_SECOND = timedelta(seconds=1)


@dataclass(frozen=True)
class Anki:
    """Anki's deck options under their own names: steps in seconds, intervals in days, the others multiply.

    The study day ends at `rollover`, and a step that reaches its end is counted in days.
    """

    learning_steps: tuple[int, ...] = (60, 600)
    relearning_steps: tuple[int, ...] = (600,)
    graduating_interval: int = 1
    easy_interval: int = 4
    starting_ease: float = 2.5
    hard_interval: float = 1.2
    easy_bonus: float = 1.3
    interval_modifier: float = 1.0
    new_interval: float = 0.0
    minimum_interval: int = 1
    maximum_interval: int = 36500
    leech_threshold: int = 8
    fuzz: bool = True
    rollover: time = time(4)
    name: ClassVar[str] = "anki"

    def answer(self, schedule: Schedule, rating: Rating, when: Moment, card: CardKey | None = None) -> Schedule:
        """The schedule after an answer, each of which counts; `card` seeds the fuzz, without it there is none."""
        drawn = None if card is None or not self.fuzz else draw(card, schedule.repetitions)
        if schedule.state is State.REVIEW:
            return self._reviewed(schedule, rating, when, drawn)
        if schedule.state is State.RELEARNING:
            return self._relearned(schedule, rating, when, drawn)
        return self._learned(schedule, rating, when, drawn)

    def adopt(self, schedule: Schedule, given: Schedule) -> Schedule:
        """A schedule that was set, as it is: the next answer goes on from it. No card of Anki's is `pending`."""
        return given._replace(answers=schedule.answers, pending=False)

    # ------------------------------------------------------------------------------------------ the states

    def _learned(self, schedule: Schedule, rating: Rating, when: Moment, drawn: float | None) -> Schedule:
        """A new card has all steps before it; one that leaves them has the starting ease and no lapses."""
        is_new = schedule.state is State.NEW
        remaining = len(self.learning_steps) if is_new else schedule.remaining
        if place := next_place(self.learning_steps, remaining, rating):
            learning = schedule._replace(state=State.LEARNING, interval=0, ease=0)
            return self._at_step(learning, place, when, drawn)
        interval = self.easy_interval if rating is Rating.EASY else self.graduating_interval
        graduated = schedule._replace(interval=self._growth.first(interval, drawn), ease=self._first_ease, lapses=0)
        return self._in_review(graduated, when)

    def _reviewed(self, schedule: Schedule, rating: Rating, when: Moment, drawn: float | None) -> Schedule:
        interval, ease = schedule.interval, schedule.ease or self._first_ease
        if rating is Rating.AGAIN:
            return self._lapsed(schedule, ease, when, drawn)
        elapsed = interval if schedule.due is None else max(0, interval + (when.day - schedule.due).days)
        passed = schedule._replace(
            interval=self._growth.passed(rating, interval, elapsed, ease, drawn),
            ease=_eased(ease, rating),
        )
        return self._in_review(passed, when)

    def _lapsed(self, schedule: Schedule, ease: int, when: Moment, drawn: float | None) -> Schedule:
        """Forgotten: with steps of relearning the new interval waits for their end, without it begins at once."""
        lapses = schedule.lapses + 1
        lapsed = schedule._replace(
            state=State.RELEARNING,
            interval=self._growth.lapsed(schedule.interval, drawn),
            ease=_eased(ease, Rating.AGAIN),
            lapses=lapses,
            leech=schedule.leech or makes_a_leech(lapses, self.leech_threshold),
        )
        place = next_place(self.relearning_steps, 0, Rating.AGAIN)
        return self._at_step(lapsed, place, when, drawn) if place else self._in_review(lapsed, when)

    def _relearned(self, schedule: Schedule, rating: Rating, when: Moment, drawn: float | None) -> Schedule:
        """Again at a step shortens the interval once more, but is no further lapse; Easy adds a day to it."""
        place = next_place(self.relearning_steps, schedule.remaining, rating)
        interval = max(1, schedule.interval)
        if place and rating is Rating.AGAIN:
            interval = self._growth.lapsed(interval, drawn)
        elif rating is Rating.EASY:
            interval += 1
        relearned = schedule._replace(interval=interval, ease=schedule.ease or self._first_ease)
        return self._at_step(relearned, place, when, drawn) if place else self._in_review(relearned, when)

    # ------------------------------------------------------------------------------------------ when it comes back

    def _at_step(self, schedule: Schedule, place: Place, when: Moment, drawn: float | None) -> Schedule:
        """Within the study day the step counts from now, to the second; one that reaches its end counts in days."""
        left = -((when.at - next_rollover(when, self.rollover)) // A_SECOND)
        if place.seconds < left:
            wait = min(delayed(place.seconds, drawn), left - 1)
            due, due_at = when.day, when.at + timedelta(seconds=wait)
        else:
            due, due_at = days_after(when.day, (place.seconds - left) // A_DAY + 1), None
        return schedule._replace(
            repetitions=schedule.repetitions + 1,
            answers=schedule.answers + 1,
            step=place.seconds,
            remaining=place.remaining,
            due=due,
            due_at=due_at,
            first=schedule.first or when.day,
            last=when.day,
            pending=False,
        )

    def _in_review(self, schedule: Schedule, when: Moment) -> Schedule:
        return schedule._replace(
            state=State.REVIEW,
            repetitions=schedule.repetitions + 1,
            answers=schedule.answers + 1,
            step=0,
            remaining=0,
            due=days_after(when.day, schedule.interval),
            due_at=None,
            first=schedule.first or when.day,
            last=when.day,
            pending=False,
        )

    # ------------------------------------------------------------------------------------------ the options in 32 bits

    @cached_property
    def _first_ease(self) -> int:
        return half_up(single(single(self.starting_ease) * 1000))

    @cached_property
    def _growth(self) -> Growth:
        return Growth(
            hard=single(self.hard_interval),
            easy=single(self.easy_bonus),
            modifier=single(self.interval_modifier),
            lapse=single(self.new_interval),
            least_after_lapse=self.minimum_interval,
            most=max(1, self.maximum_interval),
        )


def _eased(ease: int, rating: Rating) -> int:
    """The ease after a review, in thousandths: no ceiling, and a floor for what lowers it."""
    if rating is Rating.GOOD:
        return ease
    return ease + EASE_WON if rating is Rating.EASY else max(LEAST_EASE, ease - EASE_LOST[rating])
