"""From events to schedules, and from schedules to what is due today: pure, replayable, in whole days.

`scheduler` names the one transition, `fold` replays the log through it, `queue` says what is asked today under the
limits, `simulate` plays answers that nobody gave. What stands here is what every command needs; the rest is imported
from its module by those who use it, so that a command starts soon.
"""

from flashdeck.schedule.counts import Counts, Reason, in_all
from flashdeck.schedule.day import days_after, moment, study_day
from flashdeck.schedule.limits import Portion
from flashdeck.schedule.order import REVLOG, Place, in_order
from flashdeck.schedule.queue import (
    Answered,
    Candidate,
    Queue,
    answered_on,
    everything,
    next_due,
    next_step,
    queue,
)

__all__ = [
    "REVLOG",
    "Answered",
    "Candidate",
    "Counts",
    "Place",
    "Portion",
    "Queue",
    "Reason",
    "answered_on",
    "days_after",
    "everything",
    "in_all",
    "in_order",
    "moment",
    "next_due",
    "next_step",
    "queue",
    "study_day",
]
