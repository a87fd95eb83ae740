"""The `anki` scheduler against what Anki itself was seen to do, and the rules that no recording shows."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest

from flashdeck.config import AnkiOptions, Settings
from flashdeck.model import Rating, Schedule, State
from flashdeck.schedule import moment
from flashdeck.schedule.anki import Anki
from flashdeck.schedule.leech import makes_a_leech
from flashdeck.schedule.scheduler import offers, scheduler
from tests.schedule.recorded import DAY_0, START, VECTORS, anki, due_said, offered, read, said

AGAIN, HARD, GOOD, EASY = Rating
TEN = moment(START, time(4))


def in_review(interval: int = 10, ease: int = 2500, lapses: int = 0, late: int = 0) -> Schedule:
    """A card in review that was due `late` days before TEN."""
    due = DAY_0 - timedelta(days=late)
    return Schedule(State.REVIEW, interval, ease, 5, lapses, due, due, due - timedelta(days=interval), answers=5)


@pytest.mark.parametrize("sequence", VECTORS["sequences"], ids=lambda sequence: sequence["name"])
def test_answers_go_as_anki_has_them(sequence: dict[str, Any]) -> None:
    """At every answer what all four ratings offer, and after it state, due time or day, repetitions and leech."""
    chosen = anki(sequence.get("set", {}))
    schedule = Schedule()
    if "from" in sequence:
        state, due = sequence["from"]
        schedule = read(state, DAY_0 + timedelta(days=due))
    for seconds, rating, *offered_there, due, leech in sequence["answers"]:
        when = moment(START + timedelta(seconds=seconds), chosen.rollover)
        repetitions = schedule.repetitions
        assert offered(offers(chosen, schedule, when)) == offered_there
        schedule = chosen.answer(schedule, Rating(rating), when)
        assert (due_said(schedule), schedule.leech) == (due, leech)
        assert schedule.repetitions == schedule.answers == repetitions + 1
        assert schedule.last == when.day


@pytest.mark.parametrize("row", VECTORS["states"], ids=lambda row: f"{row['state']} after {row['elapsed']}")
def test_a_state_offers_what_anki_offers(row: dict[str, Any]) -> None:
    """Late and on time, with every multiplier, ties of 32-bit floats included."""
    interval = int(row["state"].split()[-3])
    schedule = read(row["state"], DAY_0 + timedelta(days=interval - row["elapsed"]))
    assert offered(offers(anki(row.get("set", {})), schedule, TEN)) == row["offers"]


def test_the_recording_is_whole() -> None:
    """152 sequences and 315 states are compared, and they are of every kind."""
    assert (len(VECTORS["sequences"]), len(VECTORS["states"])) == (152, 315)
    kinds = {state.split()[0] for row in VECTORS["sequences"] for answer in row["answers"] for state in answer[2:6]}
    assert kinds == {"learning", "review", "relearning"}


# ---------------------------------------------------------------------------------------------- what no row shows


def test_a_new_card_left_at_its_first_step() -> None:
    """Everything that an answer writes: a step of ten minutes ends at 10:10, on the same study day."""
    assert Anki().answer(Schedule(), GOOD, TEN) == Schedule(
        State.LEARNING,
        repetitions=1,
        due=DAY_0,
        first=DAY_0,
        last=DAY_0,
        answers=1,
        step=600,
        remaining=1,
        due_at=START + timedelta(minutes=10),
    )


def test_every_answer_of_a_day_counts() -> None:
    """A review answered again an hour later is early, by all of its interval: half of Hard's, no change by Good."""
    again_today = Anki().answer(in_review(), GOOD, TEN)
    assert again_today.interval == 25
    later = moment(START + timedelta(hours=1), time(4))
    assert offered(offers(Anki(), again_today, later)) == [
        "relearning 600 1 1 2300 1",
        "review 15 2350 0",
        "review 25 2500 0",
        "review 29 2650 0",  # 25 * 1.15 = 28.75
    ]


def test_a_day_that_was_set_makes_a_card_late_or_early() -> None:
    """Ten days' interval, made due in three days: seven have passed, so Good keeps 7 * 2.5 = 17.5 days."""
    given = in_review()._replace(due=DAY_0 + timedelta(days=3), answers=0)
    adopted = Anki().adopt(in_review(), given)
    assert adopted == given._replace(answers=5)
    assert Anki().answer(adopted, GOOD, TEN).interval == 18


@pytest.mark.parametrize(
    ("clock", "due", "day"),
    [
        ("2026-01-05T23:00:00+00:00", "2026-01-06T03:00:00+00:00", 0),
        ("2026-01-05T23:59:59+00:00", "2026-01-06T03:59:59+00:00", 0),
        ("2026-01-06T00:00:00+00:00", None, 1),
        ("2026-01-06T00:00:00.5+00:00", None, 1),
        ("2026-01-06T00:00:00+05:30", None, 1),
        ("2026-01-05T18:30:00+05:30", "2026-01-05T17:00:00+00:00", 0),
        ("2026-01-06T03:59:00+00:00", None, 1),
        ("2026-01-06T04:00:00+00:00", "2026-01-06T08:00:00+00:00", 1),
    ],
)
def test_a_step_that_reaches_the_rollover_is_counted_in_days(clock: str, due: str | None, day: int) -> None:
    """Four hours before four in the morning, by the wall clock of whoever answers."""
    when = moment(datetime.fromisoformat(clock), time(4))
    after = Anki(learning_steps=(60, 4 * 3600)).answer(Schedule(), GOOD, when)
    assert after.due_at == (due and datetime.fromisoformat(due))
    assert after.due == DAY_0 + timedelta(days=day)


@pytest.mark.parametrize(
    ("steps", "remaining", "rating", "place"),
    [
        ((600, 60), 2, HARD, (330, 2)),  # the mean of two, also where the second is shorter
        ((90_000, 90_000), 2, HARD, (86_400, 2)),  # 25 hours are a day to the nearest
        ((172_800,), 1, HARD, (259_200, 1)),  # half more would be three days, a day more are three too
        ((345_600,), 1, HARD, (432_000, 1)),  # half more would be six days, a day more are five
        ((60, 600, 3600), 2, HARD, (600, 2)),
        ((60, 600), 5, GOOD, (600, 1)),  # there used to be more steps: at the first
        ((60, 600), 0, HARD, (600, 0)),  # there used to be fewer: at the last
        ((60, 600), 1, AGAIN, (60, 2)),
    ],
)
def test_steps_that_are_rarely_set(
    steps: tuple[int, ...], remaining: int, rating: Rating, place: tuple[int, int]
) -> None:
    """The delay in seconds and the steps that remain, in learning and relearning alike."""
    at_a_step = Schedule(State.LEARNING, step=1, remaining=remaining, answers=1)
    learned = Anki(learning_steps=steps).answer(at_a_step, rating, TEN)
    relearned = Anki(relearning_steps=steps).answer(at_a_step._replace(state=State.RELEARNING, interval=5), rating, TEN)
    assert (learned.step, learned.remaining) == (relearned.step, relearned.remaining) == place


def test_relearning_whose_steps_were_taken_away_ends() -> None:
    """Whatever the answer, with the interval that it was to return to; Easy adds its day."""
    lapsed = Anki(new_interval=0.5).answer(in_review(20), AGAIN, TEN)
    assert offered(offers(Anki(relearning_steps=(), new_interval=0.5), lapsed, TEN)) == [
        "review 10 2300 1",
        "review 10 2300 1",
        "review 10 2300 1",
        "review 11 2300 1",
    ]


def test_a_card_that_leaves_learning_has_no_lapses() -> None:
    """Whatever it had before; its mark as a leech stays."""
    forgotten = Schedule(State.LEARNING, lapses=9, leech=True, remaining=1, step=600)
    graduated = Anki().answer(forgotten, GOOD, TEN)
    assert (said(graduated), graduated.leech) == ("review 1 2500 0", True)


@pytest.mark.parametrize(
    ("threshold", "at"), [(8, [8, 12, 16, 20]), (3, [3, 5, 7, 9, 11, 13, 15, 17, 19]), (1, list(range(1, 21))), (0, [])]
)
def test_a_leech_is_made_at_the_threshold_and_each_half_of_it(threshold: int, at: list[int]) -> None:
    """Halves are rounded up; 0 makes none."""
    assert [lapses for lapses in range(21) if makes_a_leech(lapses, threshold)] == at


def test_a_leech_stays_one() -> None:
    """The mark is set by a lapse, and no answer takes it away."""
    lapsed = Anki().answer(in_review(lapses=7), AGAIN, TEN)
    assert lapsed.leech
    assert all(after.leech for after in offers(Anki(), lapsed, TEN).values())
    assert not Anki(leech_threshold=0).answer(in_review(lapses=7), AGAIN, TEN).leech


def test_an_ease_below_the_floor_rises_by_easy_alone() -> None:
    """An imported 1.1: Hard and Again lift it to the floor, Good keeps it, Easy adds to it."""
    eases = [after.ease for after in offers(Anki(), in_review(ease=1100), TEN).values()]
    assert eases == [1300, 1300, 1100, 1250]


def test_a_card_without_an_ease_begins_with_the_starting_one() -> None:
    """As one that was set under a scheduler that has none."""
    assert said(Anki(starting_ease=2.0).answer(in_review(ease=0), GOOD, TEN)) == "review 20 2000 0"


def test_options_left_open_are_those_of_all_schedulers() -> None:
    """The longest interval and the leech threshold; Anki's own win where they are set."""
    common = Settings(scheduler="anki", max_interval=100, leech_threshold=3, rollover=time(2))
    assert scheduler(common) == Anki(maximum_interval=100, leech_threshold=3, rollover=time(2))
    own = Settings(
        scheduler="anki", max_interval=100, anki=AnkiOptions(maximum_interval=50, leech_threshold=0, fuzz=False)
    )
    assert scheduler(own) == Anki(maximum_interval=50, leech_threshold=0, fuzz=False)


def test_the_scheduler_is_told_by_its_options_alone() -> None:
    """Having answered changes neither how it is written nor what it equals."""
    used, fresh = Anki(hard_interval=1.1), Anki(hard_interval=1.1)
    used.answer(in_review(), HARD, TEN)
    assert repr(used) == repr(fresh)
    assert used == fresh != Anki()
    assert hash(used) == hash(fresh)


def test_the_calendar_ends_with_the_year_9999() -> None:
    """What would be due after it is due on its last day; a step that has room is due at its time."""
    last = datetime(9999, 12, 31, 23, 0, tzinfo=UTC)
    when = moment(last, time(4))
    assert Anki().answer(in_review(), EASY, when).due == when.day.max
    assert Anki(learning_steps=(86_400,)).answer(Schedule(), AGAIN, when).due == when.day.max
    assert Anki().answer(Schedule(), AGAIN, when).due_at == last + timedelta(minutes=1)
