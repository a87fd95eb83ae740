"""How a review speaks of days, minutes and cards."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from flashdeck.diagnostics import cells
from flashdeck.model import Schedule

_UNITS = ((365.25, 365, "year", "y"), (365.25 / 12, 61, "month", "mo"))  # days in one, used from, names


def interval(days: int) -> str:
    """`1 day`, `6 days`, `2.5 months`, `1 year`."""
    figure, unit, _ = _measure(days)
    return f"{figure} {unit}" if figure == "1" else f"{figure} {unit}s"


def short_interval(days: int) -> str:
    """`1d`, `6d`, `2.5mo`, `1y`."""
    figure, _, unit = _measure(days)
    return figure + unit


def _measure(days: int) -> tuple[str, str, str]:
    """The figure, its unit and the unit's short form: days below two months, then months and years to one decimal."""
    for length, least, unit, short in _UNITS:
        if days >= least:
            return f"{days / length:.1f}".removesuffix(".0"), unit, short
    return str(days), "day", "d"


def distance(days: int) -> str:
    """How far ahead a day is: `today`, `tomorrow`, `in 6 days`."""
    if days <= 0:
        return "today"
    return "tomorrow" if days == 1 else f"in {interval(days)}"


def step(seconds: int) -> str:
    """A learning step: `10 minutes`, `1 hour`, `1 day`."""
    amount, unit = _step(seconds)
    return count(amount, unit)


def _step(seconds: int) -> tuple[int, str]:
    """The step in the largest unit that names it whole, days only above one."""
    for length, unit in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= length and seconds % length == 0:
            return seconds // length, unit
    return (round(seconds / 60), "minute") if seconds > 120 else (seconds, "second")


def offer(after: Schedule, day: date) -> str:
    """What a rating gives: `6 days`, `10 minutes`, or `today, then 1 day` where the card first comes back today."""
    if after.due_at is not None:
        return step(after.step)
    ahead = interval(_days_to(after, day))
    return f"today, then {ahead}" if after.pending else ahead


def short_offer(after: Schedule, day: date) -> tuple[str, ...]:
    """The same in little room, the part that may be left out last: `6d`, `10m`, or `today` and `then 1d`."""
    if after.due_at is not None:
        amount, unit = _step(after.step)
        return (f"{amount}{unit[0]}",)
    ahead = short_interval(_days_to(after, day))
    return ("today", f"then {ahead}") if after.pending else (ahead,)


def _days_to(schedule: Schedule, day: date) -> int:
    return (schedule.due - day).days if schedule.due else 0


def fitting(pieces: Sequence[str], width: int, between: str, importance: Sequence[str] = ()) -> str:
    """As many whole pieces as fit into `width` cells, in their order; the least important go first, else the last."""
    kept = list(pieces)
    for piece in reversed(importance or pieces):
        if cells(between.join(kept)) <= width:
            break
        if piece in kept:
            kept.remove(piece)
    return between.join(kept)


def clock(seconds: float) -> str:
    """A running time: `0:07`, `12:40`, `1:02:40`."""
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"


def time_taken(milliseconds: int) -> str:
    """The time of one answer: `0.4 s`, `12 s`, `3 minutes`."""
    seconds = milliseconds / 1000
    if seconds >= 60:
        return duration(seconds)
    return f"{seconds:.0f} s" if seconds >= 9.95 else f"{seconds:.1f} s"


def duration(seconds: float) -> str:
    """A time looked back upon: `under a minute`, `1 minute`, `12 minutes`, `1 hour 5 minutes`."""
    hours, minutes = divmod(int(seconds) // 60, 60)
    parts = [count(amount, unit) for amount, unit in ((hours, "hour"), (minutes, "minute")) if amount]
    return " ".join(parts) or "under a minute"


def count(amount: int, noun: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{amount} {noun}" if amount == 1 else f"{amount} {noun}s"
