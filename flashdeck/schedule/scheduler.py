"""What a scheduler is, and the table of them: a new one is one file and a few lines here.

Every command starts by asking which one is in force, so only that one is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Protocol

from flashdeck.config import Settings
from flashdeck.model import CardKey, Moment, Rating, Schedule


class Scheduler(Protocol):
    """A way to turn answers into intervals: a pure function of what it is given."""

    @property
    def name(self) -> str:
        """The word that settings and events use for it."""

    def answer(self, schedule: Schedule, rating: Rating, when: Moment, card: CardKey | None = None) -> Schedule:
        """The schedule after an answer: the only way in which answers change it.

        `card` is what fuzz is seeded by, together with the number of answers; without it there is none.
        """

    def adopt(self, schedule: Schedule, given: Schedule) -> Schedule:
        """The schedule after another was set by hand, or by an import."""


def _sm2(settings: Settings) -> Scheduler:
    from flashdeck.schedule.sm2 import Sm2

    return Sm2(max_interval=settings.max_interval, leech_threshold=settings.leech_threshold)


def _anki(settings: Settings) -> Scheduler:
    from flashdeck.schedule.anki import Anki

    own = settings.anki
    return Anki(
        learning_steps=own.learning_steps,
        relearning_steps=own.relearning_steps,
        graduating_interval=own.graduating_interval,
        easy_interval=own.easy_interval,
        starting_ease=own.starting_ease,
        hard_interval=own.hard_interval,
        easy_bonus=own.easy_bonus,
        interval_modifier=own.interval_modifier,
        new_interval=own.new_interval,
        minimum_interval=own.minimum_interval,
        maximum_interval=settings.max_interval if own.maximum_interval is None else own.maximum_interval,
        leech_threshold=settings.leech_threshold if own.leech_threshold is None else own.leech_threshold,
        fuzz=own.fuzz,
        rollover=settings.rollover,
    )


def _fsrs(settings: Settings) -> Scheduler:
    from flashdeck.schedule.fsrs import Fsrs

    return Fsrs(settings.desired_retention, settings.max_interval, settings.leech_threshold)


SCHEDULERS: Mapping[str, Callable[[Settings], Scheduler]] = {"sm2": _sm2, "anki": _anki, "fsrs": _fsrs}


def scheduler(settings: Settings) -> Scheduler:
    """The scheduler that the settings name, with their numbers; KeyError for a name that is not in the table."""
    return SCHEDULERS[settings.scheduler](settings)


def schedulers(settings: Settings) -> Callable[[str], Scheduler]:
    """The scheduler of each deck, by its full name: a deck may have a longest interval of its own."""

    @cache
    def of_deck(deck: str) -> Scheduler:
        return scheduler(settings.for_deck(deck))

    return of_deck


def offers(chosen: Scheduler, schedule: Schedule, when: Moment, card: CardKey | None = None) -> dict[Rating, Schedule]:
    """What each of the four ratings would make of a schedule."""
    return {rating: chosen.answer(schedule, rating, when, card) for rating in Rating}
