"""From events to schedules, and from schedules to what is due today: pure, replayable, in whole days.

`scheduler` names the one transition, `fold` replays the log through it, `queue` says what is asked today under the
limits, `simulate` plays answers that nobody gave.
"""

from flashdeck.schedule.day import days_after, moment, study_day
from flashdeck.schedule.fold import Transition, extends, fold, rules, transitions
from flashdeck.schedule.given import moved_to, to_log
from flashdeck.schedule.limits import Portion
from flashdeck.schedule.notation import Step, parse_schedule, parse_step, schedule_json
from flashdeck.schedule.order import REVLOG, Place, in_order
from flashdeck.schedule.queue import (
    Answered,
    Candidate,
    Counts,
    Queue,
    Reason,
    answered_on,
    everything,
    next_due,
    next_step,
    queue,
)
from flashdeck.schedule.scheduler import Scheduler, offers, scheduler, schedulers
from flashdeck.schedule.simulate import SimulatedAnswer, answer_json, simulate
from flashdeck.schedule.standing import ExportRecord, ImportRecord, NoteRecord, Standing
from flashdeck.schedule.undoing import TAKES_BACK, of_card, to_redo, to_undo

__all__ = [
    "REVLOG",
    "TAKES_BACK",
    "Answered",
    "Candidate",
    "Counts",
    "ExportRecord",
    "ImportRecord",
    "NoteRecord",
    "Place",
    "Portion",
    "Queue",
    "Reason",
    "Scheduler",
    "SimulatedAnswer",
    "Standing",
    "Step",
    "Transition",
    "answer_json",
    "answered_on",
    "days_after",
    "everything",
    "extends",
    "fold",
    "in_order",
    "moment",
    "moved_to",
    "next_due",
    "next_step",
    "of_card",
    "offers",
    "parse_schedule",
    "parse_step",
    "queue",
    "rules",
    "schedule_json",
    "scheduler",
    "schedulers",
    "simulate",
    "study_day",
    "to_log",
    "to_redo",
    "to_undo",
    "transitions",
]
