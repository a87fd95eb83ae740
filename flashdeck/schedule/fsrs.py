"""FSRS in whole days: the `fsrs` package, asked at noon of the study day.

Source: Free Spaced Repetition Scheduler, version 6 with its default parameters, as PyPI `fsrs` has it. Two things are
read our way. A card counts once a study day, so there are no learning or relearning steps. Time passes in study days:
the package counts whole 24 hours, in which a review 34 hours after another, two study days on, would be one day late.
Nothing is fuzzed, so the same answers always give the same days.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import ClassVar, NamedTuple

from flashdeck.model import CardKey, Moment, Rating, Schedule, State
from flashdeck.schedule.day import days_after
from flashdeck.schedule.leech import makes_a_leech

KNOWN = frozenset({Rating.GOOD, Rating.EASY})  # as under SM-2, whatever is worse is asked again the same day
LONGEST_WAIT = 3_000_000  # days; what the package is told of a longer time, for which its calendar has no room


class Memory(NamedTuple):
    """What FSRS knows of a card: `stability` in days, at which recall is 90 % likely, and `difficulty` from 1 to 10."""

    stability: float
    difficulty: float


@dataclass(frozen=True, slots=True)
class Fsrs:
    """A card comes back when its recall has sunk to `desired_retention` (0 to 1), in 1 to `max_interval` days.

    Repetitions are the passes since the last failure, a lapse is Again on a card in review, and there is no ease. At
    `leech_threshold` lapses, and again after each further half of it, a card is marked a leech; 0 marks none.
    Answering raises ImportError where the package is not installed.
    """

    desired_retention: float = 0.9
    max_interval: int = 36500
    leech_threshold: int = 8
    name: ClassVar[str] = "fsrs"

    def answer(
        self,
        schedule: Schedule,
        rating: Rating,
        when: Moment,
        card: CardKey | None = None,  # noqa: ARG002 - every scheduler is told the card; here nothing is left to chance
    ) -> Schedule:
        """The schedule after an answer.

        A card counts once a study day: a further answer on its day (or on an earlier one: a clock set back) is a repeat
        and decides only whether the card is asked again today. A card without a memory, such as one that was only ever
        given a day to be due, starts as a new one does.
        """
        if schedule.last is not None and when.day <= schedule.last:
            return _repeated(schedule, rating)
        before = Memory(schedule.stability, schedule.difficulty) if schedule.stability else None
        waited = min((when.day - schedule.last).days, LONGEST_WAIT) if schedule.last else 0
        memory, interval = _review(self.desired_retention, self.max_interval)(before, rating, waited)
        failed = rating is Rating.AGAIN
        lapses = schedule.lapses + (failed and schedule.state is State.REVIEW)
        return Schedule(
            state=State.REVIEW,
            interval=interval,
            repetitions=0 if failed else schedule.repetitions + 1,
            lapses=lapses,
            due=days_after(when.day, interval),
            first=schedule.first or when.day,
            last=when.day,
            pending=rating not in KNOWN,
            leech=schedule.leech or (lapses > schedule.lapses and makes_a_leech(lapses, self.leech_threshold)),
            answers=schedule.answers + 1,
            stability=memory.stability,
            difficulty=memory.difficulty,
        )

    def adopt(self, schedule: Schedule, given: Schedule) -> Schedule:
        """The schedule after it was set to `given`: due on that day, after an interval of that length, and not before.

        Nothing else is taken, for a memory comes of answers alone. One without a day to be due changes nothing.
        """
        if given.due is None:
            return schedule
        return schedule._replace(state=State.REVIEW, interval=max(1, given.interval), due=given.due, pending=False)


def _repeated(schedule: Schedule, rating: Rating) -> Schedule:
    """Asked again today or not; where the card was set to be due on a day that already counted, the next day's turn."""
    if schedule.last is not None and schedule.due is not None and schedule.due <= schedule.last:
        schedule = schedule._replace(due=days_after(schedule.last, 1))
    return schedule._replace(pending=rating not in KNOWN, answers=schedule.answers + 1)


@cache
def _review(desired_retention: float, max_interval: int) -> Callable[[Memory | None, Rating, int], tuple[Memory, int]]:
    """What one answer makes of a memory (None: there is none yet), days after the one before: memory and interval.

    The package is imported and set up once for all cards, and what was asked before is remembered: many cards begin
    alike, and a button's offer is asked for again when it is pressed. The days that passed are told on a calendar that
    begins at noon of its first day, so that no card needs the package's clock and none comes to the calendar's end.
    """
    from datetime import UTC, datetime, timedelta

    import fsrs

    engine = fsrs.Scheduler(
        desired_retention=desired_retention,
        maximum_interval=max_interval,
        learning_steps=(),
        relearning_steps=(),
        enable_fuzzing=False,
    )
    ratings = {rating: fsrs.Rating(rating.button) for rating in Rating}
    before = datetime(1, 1, 1, 12, tzinfo=UTC)
    untouched = fsrs.Card(card_id=0, due=before)

    @lru_cache(maxsize=1 << 14)
    def review(memory: Memory | None, rating: Rating, waited: int) -> tuple[Memory, int]:
        card, now = untouched, before + timedelta(days=waited)
        if memory is not None:
            card = fsrs.Card(0, fsrs.State.Review, None, *memory, due=before, last_review=before)
        card, _ = engine.review_card(card, ratings[rating], now)
        after = Memory(card.stability or 0.0, card.difficulty or 0.0)  # only before its first review has a card neither
        return after, (card.due - now).days

    return review
