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
READ_BACK = (
    "state",
    "interval_days",
    "interval_seconds",
    "ease",
    "repetitions",
    "lapses",
    "remaining_steps",
    "leech",
    "stability",
    "difficulty",
)
WRITTEN_ONLY = ("due_day", "due")  # follow from the others
MANY, LONG = 999_999, 999_999_999
"""The largest number of days or times, and of seconds, that is read."""

AT_STEPS = frozenset({State.LEARNING, State.RELEARNING})
STATES = {"anki": tuple(State)}
"""The states that a scheduler knows, where there are more than new and review."""


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

    A card never answered has zeros. One that has FSRS's memory, in place of an ease, has two keys more.
    """
    memory = {"stability": schedule.stability, "difficulty": schedule.difficulty} if schedule.stability else {}
    is_at_a_step = schedule.state in AT_STEPS
    return {
        "state": schedule.state.value,
        "interval_days": schedule.interval,
        "interval_seconds": schedule.step if is_at_a_step else None,
        "due_day": (schedule.due - day_0).days if schedule.due and day_0 else 0,
        "ease": None if memory else schedule.ease / 1000,
        "repetitions": schedule.repetitions,
        "lapses": schedule.lapses,
        "remaining_steps": schedule.remaining if is_at_a_step else None,
        "leech": schedule.leech,
        **memory,
    }


def parse_schedule(text: str, scheduler: str = "sm2") -> Schedule:
    """A schedule of this scheduler from its JSON object, undated; ValueError, with a sentence, where it makes none.

    `repetitions` left out are as few as the interval allows: one below six days, else two. Steps left out are the last.
    Without a `stability` a card of fsrs has no memory yet.
    """
    written = _object(text)
    for name in written.keys() - {*READ_BACK, *WRITTEN_ONLY}:
        raise ValueError(f"a schedule has no `{name}`: it has {', '.join(READ_BACK)}.")
    interval = _whole(written, "interval_days", 0)
    state = _state(written, State.REVIEW if interval else State.NEW, scheduler)
    if state is State.NEW:
        return Schedule()
    if state is not State.LEARNING and interval < 1:
        raise ValueError(f"a card in {state} has `interval_days` of 1 or more.")
    schedule = Schedule(
        state=state,
        repetitions=_whole(written, "repetitions", 1 if interval < 6 else 2),
        lapses=_whole(written, "lapses", 0),
        leech=_leech(written),
    )
    if state in AT_STEPS:
        seconds, remaining = _whole(written, "interval_seconds", 0, LONG), _whole(written, "remaining_steps", 1)
        schedule = schedule._replace(step=seconds, remaining=remaining)
    if scheduler == "fsrs" and written.get("stability") is not None:
        stability, difficulty = _number(written, "stability", 0.001, MANY), _number(written, "difficulty", 1, 10, 5)
        schedule = schedule._replace(stability=stability, difficulty=difficulty)
    return schedule if state is State.LEARNING else schedule._replace(interval=interval, ease=_ease(written))


def _object(text: str) -> dict[str, Any]:
    try:
        written = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"`{text[:60]}` is not JSON: {error}.") from None
    if isinstance(written, dict):
        return written
    raise ValueError(f"`{text[:60]}` is no schedule: write an object such as " + '{"interval_days": 10, "ease": 2.5}.')


def _state(written: Mapping[str, Any], default: State, scheduler: str) -> State:
    value = written.get("state", default)
    known = STATES.get(scheduler, (State.NEW, State.REVIEW))
    if value in list(known):
        return State(value)
    words = f"{', '.join(known[:-1])} or {known[-1]}"
    raise ValueError(f"`state` is {json.dumps(value)}: under {scheduler} a card is {words}.")


def _whole(written: Mapping[str, Any], name: str, default: int, most: int = MANY) -> int:
    value = written.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise ValueError(f"`{name}` is {json.dumps(value)}: it is a whole number from 0 to {most}.")
    return value


def _ease(written: Mapping[str, Any]) -> int:
    """The ease in thousandths."""
    return round(_number(written, "ease", 1.3, 100, 2.5) * 1000)


def _number(written: Mapping[str, Any], name: str, least: float, most: float, default: float = 0) -> float:
    """A number; what is null counts as left out."""
    value = default if written.get(name) is None else written[name]
    if not isinstance(value, int | float) or isinstance(value, bool) or not least <= value <= most:
        raise ValueError(f"`{name}` is {json.dumps(value)}: it is a number from {least} to {most}.")
    return float(value)


def _leech(written: Mapping[str, Any]) -> bool:
    value = written.get("leech", False)
    if value is True or value is False:
        return value
    raise ValueError(f"`leech` is {json.dumps(value)}: it is true or false.")
