from __future__ import annotations

import json
from datetime import UTC, date, datetime, time, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flashdeck.config import Settings
from flashdeck.model import Rating, Schedule, State
from flashdeck.schedule.notation import Step, parse_schedule, parse_step
from flashdeck.schedule.scheduler import scheduler
from flashdeck.schedule.simulate import SimulatedAnswer, answer_json, simulate

VECTORS: dict[str, Any] = json.loads(Path(__file__).with_name("sm2_vectors.json").read_text(encoding="utf-8"))
WORDS = {0: "again", 1: "again", 2: "again", 3: "hard", 4: "good", 5: "easy"}
NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)
FOUR = time(4)
ENDLESS = scheduler(Settings(max_interval=100_000))
NEW = Schedule()
TEN_DAYS = Schedule(State.REVIEW, interval=10, ease=2500, repetitions=2)


def played(text: str, start: Schedule = NEW, now: datetime = NOW) -> list[SimulatedAnswer]:
    return simulate(ENDLESS, [parse_step(word) for word in text.split()], now, FOUR, start)


def days(answers: list[SimulatedAnswer]) -> list[tuple[int, int]]:
    """When each answer came and the interval after it."""
    return [(answer.at_day, answer.schedule.interval) for answer in answers]


@pytest.mark.parametrize("sequence", VECTORS["sequences"], ids=lambda sequence: "".join(map(str, sequence["grades"])))
def test_simulate_says_what_the_vectors_say(sequence: dict[str, Any]) -> None:
    """All 55 sequences, on their days: each answer comes when the one before made it due."""
    answers = [answer_json(a) for a in played(" ".join(WORDS[grade] for grade in sequence["grades"]))]
    schedules = [answer["schedule"] for answer in answers]
    found = [[s["interval_days"], round(s["ease"] * 100), s["repetitions"]] for s in schedules]
    assert found == sequence["text"]
    due = 0
    for answer, (interval, _, _) in zip(answers, sequence["text"], strict=True):
        assert (answer["at_day"], answer["at_seconds"]) == (due, due * 86400)
        due += interval
        assert answer["schedule"]["due_day"] == due


def test_an_answer_in_json() -> None:
    """Day 0 is the first answer's; every offer is a whole schedule."""
    second = answer_json(played("hard again")[1])
    schedule = {
        "state": "review",
        "interval_days": 1,
        "interval_seconds": None,
        "due_day": 2,
        "ease": 2.36,
        "repetitions": 0,
        "lapses": 1,
        "remaining_steps": None,
        "leech": False,
    }
    known = {**schedule, "interval_days": 6, "due_day": 7, "repetitions": 2, "lapses": 0}
    assert second == {
        "rating": "again",
        "at_day": 1,
        "at_seconds": 86400,
        "schedule": schedule,
        "offers": {
            "again": schedule,
            "hard": {**known, "ease": 2.22},
            "good": known,
            "easy": {**known, "ease": 2.46},
        },
    }


def test_a_delay_counts_from_the_answer_before() -> None:
    """Late or early, the due day moves with the answer."""
    assert days(played("good good@5d good@48h good@1440m")) == [(0, 1), (5, 6), (7, 15), (8, 38)]
    assert played("good good@90000s")[1].at_seconds == 90000


def test_an_answer_without_a_delay_comes_at_the_hour_of_the_one_before() -> None:
    """On the due day, which is counted from the study day, not from 24 hours."""
    answers = played("good good@30h good")
    assert [(a.at_day, a.at_seconds) for a in answers] == [(0, 0), (1, 30 * 3600), (7, 30 * 3600 + 6 * 86400)]


def test_the_rollover_decides_what_day_it_is() -> None:
    """At 01:00 the study day is the day before: three hours later the next one begins."""
    night = datetime(2026, 12, 1, 1, tzinfo=timezone(timedelta(hours=9)))
    assert days(played("good good@2h good@1h", now=night)) == [(0, 1), (0, 1), (1, 6)]


def test_a_repeat_on_the_same_study_day_changes_nothing() -> None:
    """What SM-2 does with one; the next answer still comes when the card is due."""
    first, repeat, third = played("again easy@10m good")
    assert repeat.schedule.pending is False
    assert answer_json(repeat)["schedule"] == answer_json(first)["schedule"]
    assert (third.at_day, third.schedule.interval) == (1, 1)


def test_a_start_was_last_answered_an_interval_ago() -> None:
    """Without a delay the first answer is on time: 10 * 2.5 days, due 25 days after `--now`."""
    (answer,) = played("good", TEN_DAYS)
    assert (answer.at_day, answer.at_seconds, answer.schedule.interval) == (0, 0, 25)
    assert answer_json(answer)["schedule"]["due_day"] == 25
    assert answer.schedule.last == NOW.date()


def test_the_first_delay_counts_from_the_start_and_now_is_still_the_first_answer() -> None:
    """SM-2 looks at no lateness; an answer on the very day of the last one is a repeat."""
    late, repeat = played("good@30d", TEN_DAYS)[0], played("good@0s", TEN_DAYS)[0]
    assert (late.at_day, late.schedule.interval) == (0, 25)
    assert (repeat.at_day, repeat.schedule.interval, answer_json(repeat)["schedule"]["due_day"]) == (0, 10, 10)


def test_a_card_as_it_stands_is_dated_anew() -> None:
    """Its own last answer, however long ago or pending, gives way to the simulated one."""
    stands = Schedule(
        State.REVIEW, 10, 2500, 2, first=date(2020, 1, 1), last=date(2026, 12, 1), due=date(2026, 12, 11), pending=True
    )
    assert days(played("good good", stands)) == [(0, 25), (25, 63)]


def test_a_new_card_has_nothing_to_be_delayed_from() -> None:
    """Its first answer is at `--now`, whatever the delay."""
    assert days(played("good@3d good")) == days(played("good good"))


def test_no_answers_simulate_nothing() -> None:
    """An empty list, also from a start."""
    assert played("") == played("", TEN_DAYS) == []


@pytest.mark.parametrize(
    ("text", "start"), [("easy " * 40, NEW), ("good good@999999999d", NEW), ("good@999999999d", TEN_DAYS)]
)
def test_answers_beyond_the_calendar_are_refused(text: str, start: Schedule) -> None:
    """After the year 9999 or before the year 1 there is one sentence, and no traceback."""
    with pytest.raises(ValueError, match="calendar"):
        played(text, start)


def test_the_calendar_is_long() -> None:
    """Two centuries between two answers are nothing to it."""
    assert days(played("good good@99999d good")) == [(0, 1), (99999, 6), (100005, 15)]


@settings(max_examples=50)
@given(st.lists(st.builds(Step, st.sampled_from(Rating), st.none() | st.integers(0, 10**7)), max_size=12))
def test_simulate_is_the_one_transition(steps: list[Step]) -> None:
    """Each schedule is what was offered for its rating, and time never runs back."""
    answers = simulate(ENDLESS, steps, NOW, FOUR)
    assert [a.rating for a in answers] == [s.rating for s in steps]
    assert all(a.schedule == a.offers[a.rating] for a in answers)
    assert [a.at_seconds for a in answers] == sorted(a.at_seconds for a in answers)


def test_a_schedule_goes_round() -> None:
    """What `simulate --json` prints, `--from` reads: the rest of the answers come out alike."""
    whole = played("good hard easy again good good easy")
    for place, answer in enumerate(whole[:-1], start=1):
        start = parse_schedule(json.dumps(answer_json(answer)["schedule"]))
        rest = simulate(ENDLESS, [Step(a.rating) for a in whole[place:]], NOW, FOUR, start)
        assert [(a.schedule.interval, a.schedule.ease, a.schedule.lapses) for a in rest] == [
            (a.schedule.interval, a.schedule.ease, a.schedule.lapses) for a in whole[place:]
        ]
