"""Schedules and answers as people and programs write them: `good@3d`, and a schedule's JSON object."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from flashdeck.model import Rating, Schedule, State

SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
STEP = re.compile(r"(?P<rating>[a-z]+)(?:@(?P<number>[0-9]{1,9})(?P<unit>[smhd]))?")
READ_BACK = ("state", "interval_days", "ease", "repetitions", "lapses", "leech")
WRITTEN_ONLY = ("interval_seconds", "due_day", "remaining_steps", "due")  # follow from the others, or say nothing here


@dataclass(frozen=True, slots=True)
class Step:
    """An answer to simulate; `delay` is in seconds since the one before, None when the card falls due."""

    rating: Rating
    delay: int | None = None


def parse_step(text: str) -> Step:
    """`RATING` or `RATING@DELAY`, a delay in whole s, m, h or d; ValueError, with a sentence, for anything else."""
    found = STEP.fullmatch(text)
    if found is None or found["rating"] not in set(Rating):
        raise ValueError(f"`{text}` is no answer: write again, hard, good or easy, with a delay if need be (good@3d).")
    delay = int(found["number"]) * SECONDS[found["unit"]] if found["number"] else None
    return Step(Rating(found["rating"]), delay)


def schedule_json(schedule: Schedule, day_0: date | None) -> dict[str, Any]:
    """A schedule as JSON has it: days are counted from `day_0`, ease is 2.36, what does not apply is null.

    A card never answered has zeros.
    """
    return {
        "state": schedule.state.value,
        "interval_days": schedule.interval,
        "interval_seconds": None,
        "due_day": (schedule.due - day_0).days if schedule.due and day_0 else 0,
        "ease": schedule.ease / 1000,
        "repetitions": schedule.repetitions,
        "lapses": schedule.lapses,
        "remaining_steps": None,
        "leech": schedule.leech,
    }


def parse_schedule(text: str) -> Schedule:
    """A schedule from its JSON object, undated; ValueError, with a sentence, where it makes none.

    `repetitions` left out are as few as the interval allows: one below six days, else two.
    """
    written = _object(text)
    for name in written.keys() - {*READ_BACK, *WRITTEN_ONLY}:
        raise ValueError(f"a schedule has no `{name}`: it has {', '.join(READ_BACK)}.")
    interval = _whole(written, "interval_days", 0)
    state = written.get("state", State.REVIEW if interval else State.NEW)
    if state == State.NEW:
        return Schedule()
    if state != State.REVIEW:
        raise ValueError(f"`state` is {json.dumps(state)}: under sm2 a card is new or in review.")
    if interval < 1:
        raise ValueError("a card in review has `interval_days` of 1 or more.")
    return Schedule(
        state=State.REVIEW,
        interval=interval,
        ease=_ease(written),
        repetitions=_whole(written, "repetitions", 1 if interval < 6 else 2),
        lapses=_whole(written, "lapses", 0),
        leech=_leech(written),
    )


def _object(text: str) -> dict[str, Any]:
    try:
        written = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"`{text[:60]}` is not JSON: {error}.") from None
    if isinstance(written, dict):
        return written
    raise ValueError(f"`{text[:60]}` is no schedule: write an object such as " + '{"interval_days": 10, "ease": 2.5}.')


def _whole(written: Mapping[str, Any], name: str, default: int) -> int:
    value = written.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 999_999:
        raise ValueError(f"`{name}` is {json.dumps(value)}: it is a whole number from 0 to 999999.")
    return value


def _ease(written: Mapping[str, Any]) -> int:
    """The ease in thousandths."""
    value = written.get("ease", 2.5)
    if not isinstance(value, int | float) or isinstance(value, bool) or not 1.3 <= value <= 100:
        raise ValueError(f"`ease` is {json.dumps(value)}: it is a number from 1.3 to 100.")
    return round(value * 1000)


def _leech(written: Mapping[str, Any]) -> bool:
    value = written.get("leech", False)
    if value is True or value is False:
        return value
    raise ValueError(f"`leech` is {json.dumps(value)}: it is true or false.")
