"""The study day: which day an answer counts for, by the wall clock of whoever gave it."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from flashdeck.model import Moment

A_DAY = timedelta(days=1)


def study_day(local: datetime, rollover: time) -> date:
    """The day that `local`, a wall-clock time, counts for: before the `rollover` it is still the day before.

    Calendar arithmetic on what the clock shows, so that a night with 23 or 25 hours moves no day.
    """
    today = local.date()
    is_still_yesterday = local.time() < rollover and today > date.min
    return today - A_DAY if is_still_yesterday else today


def moment(now: datetime, rollover: time) -> Moment:
    """`now` as an event keeps it: UTC, the local offset in whole minutes, the study day.

    Raises ValueError for a time without a zone, and for one within a day of the calendar's ends that UTC cannot name.
    """
    offset = now.utcoffset()
    if offset is None:
        raise ValueError("a moment needs the zone of its clock")
    try:
        at = now.astimezone(UTC)
    except OverflowError:
        raise ValueError("this time has no name in UTC: the calendar ends there") from None
    return Moment(at, offset // timedelta(minutes=1), study_day(now.replace(tzinfo=None), rollover))


def next_rollover(when: Moment, rollover: time) -> datetime:
    """The end of the study day of `when`, in UTC: the `rollover` of the day after, on a clock with the same offset.

    Where the calendar ends before it, the calendar's last moment.
    """
    try:
        shown = datetime.combine(when.day + A_DAY, rollover, tzinfo=UTC)
        return shown - timedelta(minutes=when.offset)
    except OverflowError:
        return datetime.max.replace(tzinfo=UTC)


def days_after(day: date, days: int) -> date:
    """The date `days` later, or the calendar's last one."""
    try:
        return day + timedelta(days=days)
    except OverflowError:
        return date.max
