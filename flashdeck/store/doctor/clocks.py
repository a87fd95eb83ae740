"""What the times of the log's events tell of the clocks that they were taken from."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from flashdeck.model import Event, EventKind, Moment
from flashdeck.schedule.day import A_DAY
from flashdeck.schedule.undoing import ACTIONS, TAKES_BACK, taken_back, targets, to_undo
from flashdeck.store.doctor.findings import Findings
from flashdeck.store.doctor.logfiles import ReadLog
from flashdeck.store.log import CLOCK_TOLERANCE

_COUNTS = ACTIONS - {EventKind.CRAM}


def examine_clocks(log: ReadLog, now: Moment, findings: Findings) -> None:
    """Tell of clocks that went back, of journeys west, of study days that are none, and of events after `now`."""
    before: dict[str, Event] = {}
    ahead = []
    for number, event in enumerate(log.events):
        last = before.get(event.device)
        if last is None or event.sequence > last.sequence:
            before[event.device] = event
            if last is not None:
                _tell_step(log, number, last, findings)
        if not _is_possible(event.when):
            _tell_day(log, number, findings)
        if event.when.day > now.day or event.when.at > now.at + CLOCK_TOLERANCE:
            ahead.append(number)
    if ahead:
        _tell_future(log, ahead, findings)


def _tell_step(log: ReadLog, number: int, last: Event, findings: Findings) -> None:
    event = log.events[number]
    if last.when.at - event.when.at > CLOCK_TOLERANCE:
        kind, what = "clock-back", f"The clock went back by {_span(last.when.at - event.when.at)}"
    elif event.when.day < last.when.day and event.when.at >= last.when.at:
        kind, what = "flight", f"The study day went back from {last.when.day} to {event.when.day} while time went on"
    else:
        return
    file, line = log.place(number)
    findings.add(
        kind, f"{what} before {event.id}", "Nothing is lost; see that the clock is right.", file=file, line=line
    )


def _is_possible(when: Moment) -> bool:
    """Whether the study day is that of the local time or, before a rollover, the day before."""
    try:
        day = (when.at + timedelta(minutes=when.offset)).date()
        return when.day in (day, day - A_DAY)
    except OverflowError:
        return True  # the calendar ends there


def _tell_day(log: ReadLog, number: int, findings: Findings) -> None:
    event = log.events[number]
    local = event.when.at + timedelta(minutes=event.when.offset)
    file, line = log.place(number)
    what = f"The study day {event.when.day} of {event.id} is not that of its local time, {local:%Y-%m-%d %H:%M}"
    way_out = "It counts for the day that it names; correct `day` in the line if that is wrong."
    findings.add("wrong-day", what, way_out, file=file, line=line)


def _tell_future(log: ReadLog, ahead: Iterable[int], findings: Findings) -> None:
    """Events after now that still count: an undo works whenever it was written."""
    dead = taken_back(targets(log.events))
    last = {event.id for event in to_undo(log.events)}
    for number in ahead:
        event = log.events[number]
        if event.kind in TAKES_BACK or event.id in dead:
            continue
        file, line = log.place(number)
        when = f"{event.when.at:%Y-%m-%d %H:%M} UTC, study day {event.when.day}"
        what = f"The {event.kind} {event.id} is of {when}: later than now"
        findings.add("future", what, _way_back(event, last), file=file, line=line)


def _way_back(event: Event, last: set[str]) -> str:
    if event.kind not in _COUNTS:
        return "It changes no schedule; nothing needs to be done."
    if event.id in last:
        return "It was done last: `flashdeck undo --force` takes it back."
    return (
        f"It counts as it stands, behind all that is done until {event.when.day}. An undo would first take back what "
        "was done after it; to be rid of this alone, delete its line from the file."
    )


def _span(step: timedelta) -> str:
    for unit, size in _UNITS:
        if step >= size:
            count = step // size
            return f"1 {unit}" if count == 1 else f"{count} {unit}s"
    return "a moment"


_UNITS = (("day", A_DAY), ("hour", timedelta(hours=1)), ("minute", timedelta(minutes=1)))
