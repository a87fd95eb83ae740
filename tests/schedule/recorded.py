"""What Anki was seen to do: the rows of `anki_vectors.json`, and our schedules in the words of that file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from flashdeck.config import Settings, load
from flashdeck.model import Rating, Schedule, State
from flashdeck.schedule.anki import Anki
from flashdeck.schedule.scheduler import scheduler

VECTORS: dict[str, Any] = json.loads(Path(__file__).with_name("anki_vectors.json").read_text(encoding="utf-8"))
START = datetime(2026, 1, 5, 10, tzinfo=UTC)
DAY_0 = date(2026, 1, 5)


def anki(options: Mapping[str, str]) -> Anki:
    """The scheduler with these options, as a person sets them."""
    chosen = scheduler(settings_with(tuple(options.items())))
    assert isinstance(chosen, Anki)
    return chosen


@cache
def settings_with(options: tuple[tuple[str, str], ...]) -> Settings:
    """The settings under `--scheduler anki` and `--set`."""
    return load(None, [("scheduler", "anki"), *options]).settings


def said(schedule: Schedule) -> str:
    """A schedule as the file has it."""
    review = f"{schedule.interval} {schedule.ease} {schedule.lapses}"
    step = f"{schedule.step} {schedule.remaining}"
    if schedule.state is State.REVIEW:
        assert (schedule.step, schedule.remaining, schedule.due_at) == (0, 0, None)
        return f"review {review}"
    if schedule.state is State.LEARNING:
        assert (schedule.interval, schedule.ease) == (0, 0)
        return f"learning {step}"
    return f"{schedule.state} {step} {review}"


def read(state: str, due: date) -> Schedule:
    """The schedule of a card that the file says is in review or relearning, answered five times."""
    word, *figures = state.split()
    *step, interval, ease, lapses = map(int, figures)
    seconds, remaining = step or (0, 0)
    return Schedule(State(word), interval, ease, 5, lapses, due=due, answers=5, step=seconds, remaining=remaining)


def due_said(schedule: Schedule) -> str:
    """When a card is due, as the file has it: seconds since the start, or a day."""
    assert schedule.due is not None
    if schedule.due_at is not None:
        return f"{(schedule.due_at - START) // timedelta(seconds=1)}s"
    return f"day {(schedule.due - DAY_0).days}"


def offered(offers: Mapping[Rating, Schedule]) -> list[str]:
    """What the four ratings would make of a card, as the file has it."""
    return [said(offers[rating]) for rating in Rating]
