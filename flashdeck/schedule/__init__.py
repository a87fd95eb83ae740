"""From events to schedules, and from schedules to what is due today: pure, replayable, in whole days.

`scheduler` names the one transition, `fold` replays the log through it, `queue` says what is asked today under the
limits, `simulate` plays answers that nobody gave.
"""

from flashdeck.schedule.day import moment, study_day
from flashdeck.schedule.fold import ExportRecord, NoteRecord, Standing, extends, fold, in_order, last_answer
from flashdeck.schedule.limits import Portion
from flashdeck.schedule.notation import Step, parse_schedule, parse_step, schedule_json
from flashdeck.schedule.queue import Answered, Candidate, Counts, Queue, Reason, answered_on, next_due, queue
from flashdeck.schedule.scheduler import Scheduler, offers, scheduler, schedulers
from flashdeck.schedule.simulate import SimulatedAnswer, answer_json, simulate

__all__ = [
    "Answered",
    "Candidate",
    "Counts",
    "ExportRecord",
    "NoteRecord",
    "Portion",
    "Queue",
    "Reason",
    "Scheduler",
    "SimulatedAnswer",
    "Standing",
    "Step",
    "answer_json",
    "answered_on",
    "extends",
    "fold",
    "in_order",
    "last_answer",
    "moment",
    "next_due",
    "offers",
    "parse_schedule",
    "parse_step",
    "queue",
    "schedule_json",
    "scheduler",
    "schedulers",
    "simulate",
    "study_day",
]
