"""Schedules that a `set` event carries: what is read of them, and what each scheduler makes of odd ones."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from flashdeck.config import Settings
from flashdeck.model import Rating, Schedule, State
from flashdeck.schedule import Candidate, answered_on, queue
from flashdeck.schedule.fold import fold
from flashdeck.schedule.scheduler import scheduler
from tests.schedule.written import CARDS, DAY_0, at, event

RING = CARDS[0]
TODAY, TOMORROW = str(DAY_0), str(DAY_0 + timedelta(days=1))


def after(name: str, day: int = 0, **given: Any) -> Schedule:
    """The schedule of a card that was set like this, under a scheduler."""
    made = event("set", at(day), 1, guid=RING.guid, ordinal=RING.ordinal, schedule=given)
    standing = fold([made], Settings(scheduler=name))
    assert standing.problems == []
    return standing.schedules[RING]


def test_a_time_that_utc_cannot_name_is_told() -> None:
    """The calendar ends before it; the rest of the log counts."""
    given = {"state": "learning", "due": TODAY, "due_at": "0001-01-01T00:00:00+14:00"}
    standing = fold([event("set", at(0), 1, guid="ring", ordinal=0, schedule=given)], Settings())
    assert standing.problems == ["desk:1: this `set` event is skipped, its schedule's `due_at` makes no sense"]


@pytest.mark.parametrize("name", ["sm2", "anki"])
def test_a_new_card_has_nothing_else(name: str) -> None:
    """Else it would wait for a day, though new cards wait for none."""
    assert after(name, state="new", due="9999-12-31", last=TODAY, interval=9) == Schedule()


def test_a_step_that_ends_on_another_day_than_it_is_due_is_one_of_days() -> None:
    """Due today and over in the year 9999 it would wait for ever."""
    step: dict[str, Any] = {"state": "learning", "due": TODAY, "remaining": 1, "step": 600}
    assert after("anki", **step, due_at="9999-12-31T09:00:00+00:00").due_at is None
    assert after("anki", **step, due_at=f"{TOMORROW}T01:00:00+00:00").due_at is not None


def test_a_card_in_review_is_at_no_step() -> None:
    """And has an interval of a day at least."""
    given: dict[str, Any] = {"step": 60, "remaining": 2, "due_at": f"{TODAY}T09:00:00+00:00", "pending": True}
    schedule = after("anki", state="review", due=TODAY, **given)
    assert (schedule.step, schedule.remaining, schedule.due_at, schedule.pending) == (0, 0, None, False)
    assert schedule.interval == 1


@pytest.mark.parametrize(("state", "repetitions"), [("learning", 0), ("relearning", 5)])
def test_sm2_knows_no_steps(state: str, repetitions: int) -> None:
    """A card at one is in review from then on: its first Good of the day ends the day for it."""
    step: dict[str, Any] = {"step": 600, "remaining": 1, "due_at": f"{TODAY}T08:00:00+00:00"}
    schedule = after("sm2", state=state, due=TODAY, repetitions=5, last=TODAY, **step)
    assert (schedule.state, schedule.due_at, schedule.repetitions) == (State.REVIEW, None, repetitions)
    known = scheduler(Settings()).answer(schedule, Rating.GOOD, at(0), RING)
    assert (known.pending, known.due_at) == (False, None)
    assert known.due is not None
    assert known.due > DAY_0


@pytest.mark.parametrize("name", ["sm2", "anki", "fsrs"])
@pytest.mark.parametrize("last", [TODAY, "9999-12-31"])
def test_a_card_due_on_a_day_that_counted_can_be_left(name: str, last: str) -> None:
    """It is asked once more; once it is known it is not asked again that day, nor for ever."""
    chosen = Settings(scheduler=name)
    schedule = after(name, state="review", due=TODAY, interval=9, ease=2500, repetitions=3, last=last)
    schedule = scheduler(chosen).answer(schedule, Rating.GOOD, at(0), RING)
    cards = [Candidate(RING, "gpu", 1, schedule)]
    assert queue(cards, at(0), chosen, answered_on(DAY_0, cards)).cards == ()
    assert schedule.due is not None
    assert schedule.due > DAY_0


def test_sm2_raises_an_ease_below_the_floor() -> None:
    """EF is 1.3 or more, also where a card is forgotten first."""
    schedule = after("sm2", state="review", due=TODAY, interval=9, ease=1, repetitions=3)
    assert scheduler(Settings()).answer(schedule, Rating.AGAIN, at(0), RING).ease == 1300
