"""What a scheduler is, and the table of them: a new one is one file and one line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Protocol

from flashdeck.config import Settings
from flashdeck.model import Moment, Rating, Schedule
from flashdeck.schedule.sm2 import Sm2


class Scheduler(Protocol):
    """A way to turn answers into intervals: a pure function of what it is given."""

    @property
    def name(self) -> str:
        """The word that settings and events use for it."""

    def answer(self, schedule: Schedule, rating: Rating, when: Moment) -> Schedule:
        """The schedule after an answer: the only way in which a schedule changes."""


def _sm2(settings: Settings) -> Scheduler:
    return Sm2(max_interval=settings.max_interval, leech_threshold=settings.leech_threshold)


SCHEDULERS: Mapping[str, Callable[[Settings], Scheduler]] = {"sm2": _sm2}


def scheduler(settings: Settings) -> Scheduler:
    """The scheduler that the settings name, with their numbers; KeyError for a name that is not in the table."""
    return SCHEDULERS[settings.scheduler](settings)


def schedulers(settings: Settings) -> Callable[[str], Scheduler]:
    """The scheduler of each deck, by its full name: a deck may have a longest interval of its own."""

    @cache
    def of_deck(deck: str) -> Scheduler:
        return scheduler(settings.for_deck(deck))

    return of_deck


def offers(chosen: Scheduler, schedule: Schedule, when: Moment) -> dict[Rating, Schedule]:
    """What each of the four ratings would make of a schedule."""
    return {rating: chosen.answer(schedule, rating, when) for rating in Rating}
