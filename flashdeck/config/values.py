"""Single values of settings: from TOML or the command line, and back to what a person writes.

A parser takes a text or a TOML value, and raises ValueError, KeyError or TypeError for what is out of range.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import time, timedelta
from typing import Any

SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
_DURATION = re.compile(r"([0-9]{1,7})([smhd])")
_LONGEST_STEP = 365 * 86400


def whole(low: int, high: int) -> Callable[[Any], int]:
    """A parser of whole numbers from `low` to `high`."""

    def parse(value: Any) -> int:
        number = int(value) if isinstance(value, str) and value.isascii() and value.isdigit() else value
        if isinstance(number, bool) or not isinstance(number, int) or not low <= number <= high:
            raise ValueError
        return number

    return parse


def decimal(low: float, high: float) -> Callable[[Any], float]:
    """A parser of numbers from `low` to `high`, also written as a percentage: `1.2`, `120%`."""

    def parse(value: Any) -> float:
        if isinstance(value, str):
            value = float(value[:-1]) / 100 if value.endswith("%") else float(value)
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise ValueError
        return float(value)

    return parse


def or_none(parse: Callable[[Any], object]) -> Callable[[Any], object]:
    """The same parser for a setting that need not be set."""
    return lambda value: None if value is None else parse(value)


def truth(value: Any) -> bool:
    """`true` or `false`."""
    if isinstance(value, bool):
        return value
    return {"true": True, "false": False}[value]


def clock(value: Any) -> time:
    """`04:00`, as text or as a TOML time; only whole minutes."""
    parsed = time.fromisoformat(value) if isinstance(value, str) and len(value) == 5 else value
    if not isinstance(parsed, time) or parsed.second or parsed.microsecond or parsed.tzinfo:
        raise ValueError
    return parsed


def months(value: Any) -> int:
    """`18 months`, `2 years`, or the bare number of months, up to 50 years."""
    number, _, unit = value.partition(" ") if isinstance(value, str) else (value, "", "")
    months_in = {"": 1, "month": 1, "months": 1, "year": 12, "years": 12}
    return whole(1, 600)(whole(1, 600)(number) * months_in[unit])


def delay(value: Any) -> timedelta:
    """A whole number with s, m, h or d (`20m`), up to a year."""
    return timedelta(seconds=_seconds(value))


def _seconds(value: Any) -> int:
    found = _DURATION.fullmatch(value)
    if found is None:
        raise ValueError
    return whole(0, _LONGEST_STEP)(int(found[1]) * SECONDS[found[2]])


def steps(value: Any) -> tuple[int, ...]:
    """Delays one after the other, in seconds: `1m 10m`, or nothing; from TOML also as a list."""
    delays = tuple(_seconds(word) for word in (value.split() if isinstance(value, str) else value))
    if not all(delays):
        raise ValueError
    return delays


def prefix(value: Any) -> str:
    """The beginning of deck names, its parts joined by `::`."""
    if not isinstance(value, str) or (value and not all(part.strip() for part in value.split("::"))):
        raise ValueError
    return value


def one_of(*names: str) -> Callable[[Any], str]:
    """A parser of one of these words."""

    def parse(value: Any) -> str:
        if value not in names:
            raise ValueError
        return str(value)

    return parse


# ---------------------------------------------------------------------------------------------- back to text


def plain(value: object) -> object:
    """A setting's value as JSON has it: a time is `04:00`, steps are `1m 10m`, a delay is `20m`, keys are `1 j`."""
    if isinstance(value, time):
        return f"{value:%H:%M}"
    if isinstance(value, timedelta):
        return duration(int(value.total_seconds()))
    if isinstance(value, tuple):
        return " ".join(each if isinstance(each, str) else duration(each) for each in value)
    return value


def duration(seconds: int) -> str:
    """A delay in the largest unit that names it whole: 600 is `10m`, 90 is `90s`."""
    unit = next(name for name in "dhms" if seconds % SECONDS[name] == 0)
    return f"{seconds // SECONDS[unit]}{unit}" if seconds else "0s"


def written(value: object) -> str:
    """A setting's value as a person writes it in TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    bare = plain(value)
    return _quoted(bare) if isinstance(bare, str) else str(bare)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
