"""SM-2 as its text of 1990 has it, in whole numbers.

Source: P. A. Wozniak, Optimization of Learning, 1990, section 3.2. The text leaves some things open; what is read here:
the E-Factor (ease) changes before the interval is computed, a failure leaves it alone and starts the repetitions anew
(1 day, 6 days, ...), fractions of a day are rounded up, and an answer before or after its day counts like one on it.

Algorithm SM-2, (C) Copyright SuperMemo World, 1991. www.supermemo.com, www.supermemo.eu
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from flashdeck.model import CardKey, Moment, Rating, Schedule, State
from flashdeck.schedule.day import days_after
from flashdeck.schedule.leech import makes_a_leech

FIRST_EASE = 2500
LEAST_EASE = 1300

# EF' = EF + 0.1 - (5 - q) * (0.08 + (5 - q) * 0.02), in thousandths, for q = 3, 4 and 5: always whole hundredths.
EASE_CHANGE = {Rating.HARD: -140, Rating.GOOD: 0, Rating.EASY: +100}

KNOWN = frozenset({Rating.GOOD, Rating.EASY})  # item 7: whatever scored below four is asked again the same day


@dataclass(frozen=True, slots=True)
class Sm2:
    """Again is q = 2 (0 and 1 would do the same), Hard 3, Good 4, Easy 5; intervals are 1 to `max_interval` days.

    At `leech_threshold` lapses, and again after each further half of it, a card is marked a leech, as Anki does;
    0 marks none.
    """

    max_interval: int = 36500
    leech_threshold: int = 8
    name: ClassVar[str] = "sm2"

    def answer(
        self,
        schedule: Schedule,
        rating: Rating,
        when: Moment,
        card: CardKey | None = None,  # noqa: ARG002 - every scheduler is told the card; here there is no fuzz to seed
    ) -> Schedule:
        """The schedule after an answer: items 3 to 7.

        A card counts once a study day. A further answer on its day (or on an earlier one: a clock set back) is a repeat
        and decides only whether the card is asked again today.
        """
        if schedule.last is not None and when.day <= schedule.last:
            return schedule._replace(pending=rating not in KNOWN, answers=schedule.answers + 1)
        ease = schedule.ease or FIRST_EASE
        repetitions, interval, lapses = 0, 1, schedule.lapses
        if rating is not Rating.AGAIN:
            ease = max(LEAST_EASE, ease + EASE_CHANGE[rating])
            repetitions = schedule.repetitions + 1
            interval = self._interval(repetitions, schedule.interval, ease)
        elif schedule.repetitions > 0:
            lapses += 1
        return Schedule(
            state=State.REVIEW,
            interval=interval,
            ease=ease,
            repetitions=repetitions,
            lapses=lapses,
            due=days_after(when.day, interval),
            first=schedule.first or when.day,
            last=when.day,
            pending=rating not in KNOWN,
            leech=schedule.leech or (lapses > schedule.lapses and makes_a_leech(lapses, self.leech_threshold)),
            answers=schedule.answers + 1,
        )

    def adopt(self, schedule: Schedule, given: Schedule) -> Schedule:
        """A schedule that was set, as it is in SM-2's words: the next answer goes on from it.

        A card at a step of learning starts its repetitions, one at a step of relearning is in review. Where the day on
        which it is due counted already, it counts once more: else the card could be answered, but never left.
        """
        if given.state is State.NEW:
            return given._replace(answers=schedule.answers)
        counted = given.last is not None and given.due is not None and given.due <= given.last
        return given._replace(
            state=State.REVIEW,
            interval=min(max(1, given.interval), self.max_interval),
            ease=max(LEAST_EASE, given.ease or FIRST_EASE),
            repetitions=0 if given.state is State.LEARNING else given.repetitions,
            last=None if counted else given.last,
            answers=schedule.answers,
            step=0,
            remaining=0,
            due_at=None,
        )

    def _interval(self, repetitions: int, last_interval: int, ease: int) -> int:
        """Item 3: 1 day, 6 days, then the last interval times the ease, rounded up."""
        fixed = {1: 1, 2: 6}.get(repetitions)
        interval = fixed or max(1, -(-last_interval * ease // 1000))
        return min(interval, self.max_interval)
