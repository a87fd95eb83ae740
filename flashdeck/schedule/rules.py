"""What the settings say of answers: all that schedules depend on besides the log."""

from __future__ import annotations

from typing import NamedTuple

from flashdeck.config import Settings
from flashdeck.schedule.scheduler import Scheduler, scheduler


class Rules(NamedTuple):
    """What a deck's settings say of its answers: the scheduler, and whether the leeches of how many lapses rest."""

    scheduler: Scheduler
    leeches_from: int
    suspends_leeches: bool


def rules(settings: Settings) -> Rules:
    """What these settings say of answers."""
    return Rules(scheduler(settings), settings.leeches_from, settings.suspends_leeches)
