from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta

import fsrs as package
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flashdeck.config import Settings
from flashdeck.model import Moment, Rating, Schedule, State
from flashdeck.schedule.fsrs import Fsrs
from flashdeck.schedule.notation import Step, parse_schedule, schedule_json
from flashdeck.schedule.scheduler import scheduler, schedulers
from flashdeck.schedule.simulate import simulate
from tests.schedule.written import CARDS, DAY_0, at, dated

AGAIN, HARD, GOOD, EASY = Rating
WAITS = st.one_of(st.integers(1, 40), st.integers(1, 3000))
HISTORIES = st.lists(st.tuples(st.sampled_from(Rating), WAITS), min_size=1, max_size=14)


def played(fsrs: Fsrs, history: Sequence[tuple[Rating, int]], start: date = DAY_0) -> list[Schedule]:
    """The schedule after each answer; each comes its number of days after the one before, the first at `start`."""
    schedule, day, after = Schedule(), start, []
    for number, (rating, waited) in enumerate(history):
        day += timedelta(days=waited if number else 0)
        schedule = fsrs.answer(schedule, rating, dated(day))
        after.append(schedule)
    return after


def on_time(fsrs: Fsrs, ratings: Sequence[Rating]) -> list[Schedule]:
    """The schedule after each answer, each on its due day."""
    schedule, after = Schedule(), []
    for rating in ratings:
        schedule = fsrs.answer(schedule, rating, dated(schedule.due or DAY_0))
        after.append(schedule)
    return after


def the_packages(history: Sequence[tuple[Rating, int]], retention: float, longest: int) -> list[package.Card]:
    """What the package itself makes of the same answers at noon UTC, card by card."""
    engine = package.Scheduler(
        desired_retention=retention,
        maximum_interval=longest,
        learning_steps=(),
        relearning_steps=(),
        enable_fuzzing=False,
    )
    noon = datetime.combine(DAY_0, time(12), UTC)
    card, after = package.Card(card_id=1, due=noon), []
    for number, (rating, waited) in enumerate(history):
        noon += timedelta(days=waited if number else 0)
        card, _ = engine.review_card(card, package.Rating(rating.button), noon)
        after.append(card)
    return after


# ---------------------------------------------------------------------------------------------- by hand


def test_good_good_easy_on_time() -> None:
    """2, 11 and 77 days, as FSRS-6 has it with its default parameters at 90 %."""
    after = on_time(Fsrs(), [GOOD, GOOD, EASY])
    assert [schedule.interval for schedule in after] == [2, 11, 77]
    assert after[0].stability == 2.3065  # the parameter w2 itself
    assert [round(schedule.stability, 1) for schedule in after] == [2.3, 11.0, 77.1]
    assert [(s.first, s.last) for s in after] == [(DAY_0, DAY_0 + timedelta(days=day)) for day in (0, 2, 13)]


@pytest.mark.parametrize(("rating", "stability", "days"), [(AGAIN, 0.212, 1), (HARD, 1.2931, 1), (EASY, 8.2956, 8)])
def test_a_first_answer_gives_the_memory_that_fsrs_begins_with(rating: Rating, stability: float, days: int) -> None:
    """The parameters w0, w1 and w3; at 90 % the interval is the stability in whole days, at least one."""
    after = Fsrs().answer(Schedule(), rating, at(0))
    assert (after.stability, after.interval) == (stability, days)


def test_study_days_pass_not_hours() -> None:
    """Late on one study day and early on the next but one, 34 hours apart, are two days, as 48 hours are."""
    evening = Fsrs().answer(Schedule(), GOOD, at(0, "23:00"))
    morning = Fsrs().answer(evening, GOOD, at(2, "09:00"))
    assert morning == Fsrs().answer(Fsrs().answer(Schedule(), GOOD, at(0)), GOOD, at(2))
    assert round(morning.stability, 1) == 11.0  # 7.3 where 34 hours are taken for one day


def test_a_first_answer_dates_the_schedule() -> None:
    """In review at once, due when recall will have sunk, first and last answered today; there is no ease."""
    after = Fsrs().answer(Schedule(), HARD, at(0))
    assert after._replace(difficulty=0) == Schedule(
        state=State.REVIEW,
        interval=1,
        ease=0,
        repetitions=1,
        due=DAY_0 + timedelta(days=1),
        first=DAY_0,
        last=DAY_0,
        pending=True,
        answers=1,
        stability=1.2931,
    )
    assert 1 <= after.difficulty <= 10


@pytest.mark.parametrize("rating", Rating)
@pytest.mark.parametrize("day", [0, -40])
def test_a_further_answer_on_a_day_that_counted_is_a_repeat(rating: Rating, day: int) -> None:
    """It decides whether the card is asked again today, and is counted; so is one of an earlier day."""
    known = Fsrs().answer(Schedule(), EASY, at(0))
    repeated = Fsrs().answer(known, rating, at(day, "23:00"))
    assert repeated == known._replace(pending=rating in {AGAIN, HARD}, answers=2)


def test_a_lapse_is_again_on_a_card_in_review() -> None:
    """The first answer is none; repetitions are the passes since the last failure."""
    after = on_time(Fsrs(), [AGAIN, AGAIN, GOOD, EASY, AGAIN, HARD])
    assert [schedule.lapses for schedule in after] == [0, 1, 1, 1, 2, 2]
    assert [schedule.repetitions for schedule in after] == [0, 0, 1, 2, 0, 1]


def test_a_card_becomes_a_leech_at_the_threshold_and_stays_one() -> None:
    """As under every scheduler; threshold 0 makes none."""
    ratings = [GOOD, AGAIN, GOOD, AGAIN, GOOD]
    assert [s.leech for s in on_time(Fsrs(leech_threshold=2), ratings)] == [False, False, False, True, True]
    assert not on_time(Fsrs(leech_threshold=0), ratings)[-1].leech


def test_who_wants_to_remember_more_is_asked_sooner() -> None:
    """The wanted retention changes the days alone: the memory after the same answers is the same."""
    often, seldom = (Fsrs(desired_retention=wanted).answer(Schedule(), EASY, at(0)) for wanted in (0.97, 0.8))
    assert often.interval < 8 < seldom.interval
    assert often.stability == seldom.stability


def test_no_interval_passes_the_longest() -> None:
    """The memory goes on growing."""
    after = on_time(Fsrs(max_interval=5), [EASY, EASY, EASY])
    assert [schedule.interval for schedule in after] == [5, 5, 5]
    assert after[0].stability < after[1].stability < after[2].stability


def test_the_calendar_ends_without_a_fault() -> None:
    """A due day past the year 9999 is its last day, and a wait from its first day on is only a long one."""
    last_days = Moment(datetime(9999, 12, 31, tzinfo=UTC), 0, date.max)
    assert Fsrs().answer(Schedule(), EASY, last_days).due == date.max
    known = Fsrs(max_interval=365_000).answer(Schedule(), EASY, Moment(datetime.min.replace(tzinfo=UTC), 0, date.min))
    for rating in Rating:
        assert Fsrs(max_interval=365_000).answer(known, rating, last_days).due == date.max


# ---------------------------------------------------------------------------------------------- set


def test_a_card_that_is_set_takes_its_day_and_keeps_its_memory() -> None:
    """Due and interval are the given ones, everything else its own; the next answer counts from the last one."""
    known = on_time(Fsrs(), [GOOD, GOOD])[-1]
    given = Schedule(State.REVIEW, 100, 2500, 7, 3, DAY_0 + timedelta(days=5), leech=True, stability=50, difficulty=3)
    adopted = Fsrs().adopt(known._replace(pending=True), given)
    assert adopted == known._replace(interval=100, due=given.due)
    assert Fsrs().answer(adopted, GOOD, at(5)) == Fsrs().answer(known, GOOD, at(5))


def test_a_card_without_a_memory_starts_when_it_is_first_answered() -> None:
    """Set to be due it is in review, as in Anki; its memory begins like a new card's."""
    due = DAY_0 + timedelta(days=3)
    adopted = Fsrs().adopt(Schedule(), Schedule(State.REVIEW, 9, 2500, 4, due=due))
    assert adopted == Schedule(State.REVIEW, 9, due=due)
    assert Fsrs().answer(adopted, GOOD, at(3)) == Fsrs().answer(Schedule(), GOOD, at(3))
    assert Fsrs().answer(adopted, AGAIN, at(3)).lapses == 1


def test_a_card_set_to_nothing_stays_as_it_is() -> None:
    """Without a day to be due there is nothing to take."""
    known = Fsrs().answer(Schedule(), GOOD, at(0))
    assert Fsrs().adopt(known, Schedule()) == known


def test_a_card_set_due_again_on_a_day_that_counted_is_asked_once_more() -> None:
    """The answer is a repeat, after which the card waits for the next day instead of being due for ever."""
    known = Fsrs().answer(Schedule(), EASY, at(0))
    adopted = Fsrs().adopt(known, known._replace(due=DAY_0))
    assert Fsrs().answer(adopted, GOOD, at(0)) == known._replace(due=DAY_0 + timedelta(days=1), answers=2)


# ---------------------------------------------------------------------------------------------- laws


@given(HISTORIES, st.sampled_from([0.7, 0.85, 0.9, 0.99]), st.sampled_from([30, 36500]))
def test_it_is_what_the_package_says(history: list[tuple[Rating, int]], retention: float, longest: int) -> None:
    """After every answer stability, difficulty and due day are the package's own, to the last bit."""
    ours = played(Fsrs(retention, longest), history)
    theirs = the_packages(history, retention, longest)
    assert [(s.stability, s.difficulty, s.due) for s in ours] == [
        (card.stability, card.difficulty, card.due.date()) for card in theirs
    ]


@given(HISTORIES)
def test_it_is_what_the_package_reschedules(history: list[tuple[Rating, int]]) -> None:
    """A replay of our answers is the package's replay of its own log."""
    schedules = played(Fsrs(), history)
    logs = [
        package.ReviewLog(1, package.Rating(rating.button), datetime.combine(s.last or DAY_0, time(12), UTC), None)
        for (rating, _), s in zip(history, schedules, strict=True)
    ]
    engine = package.Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    card = engine.reschedule_card(package.Card(card_id=1, due=logs[0].review_datetime), logs)
    last = schedules[-1]
    assert (last.stability, last.difficulty, last.due) == (card.stability, card.difficulty, card.due.date())


@given(HISTORIES, st.lists(st.sampled_from(Rating), max_size=4))
def test_repeats_move_nothing_and_due_lies_ahead(history: list[tuple[Rating, int]], repeats: list[Rating]) -> None:
    """However often a card is asked again on its day, it counted once; and it is due after that day."""
    schedule = played(Fsrs(), history)[-1]
    assert schedule.last is not None
    assert schedule.due == schedule.last + timedelta(days=schedule.interval)
    assert schedule.interval >= 1
    repeated = schedule
    for rating in repeats:
        repeated = Fsrs().answer(repeated, rating, dated(schedule.last))
    assert repeated._replace(pending=schedule.pending, answers=schedule.answers) == schedule


@given(HISTORIES)
def test_no_rating_beats_a_higher_one(history: list[tuple[Rating, int]]) -> None:
    """Again <= hard <= good <= easy in days."""
    *_, schedule = played(Fsrs(), history)
    when = dated(schedule.due or DAY_0)
    days = [Fsrs().answer(schedule, rating, when).interval for rating in Rating]
    assert days == sorted(days)


@given(HISTORIES, st.integers(-300_000, 300_000))
def test_another_calendar_and_another_card_give_the_same_memory(history: list[tuple[Rating, int]], days: int) -> None:
    """All dates shifted alike change dates alone, and nothing depends on chance or on the card's name."""
    here = played(Fsrs(), history)[-1]
    random.seed(days)
    there = played(Fsrs(), history, DAY_0 + timedelta(days=days))[-1]
    assert here._replace(due=None, first=None, last=None) == there._replace(due=None, first=None, last=None)
    when = dated(here.due or DAY_0)
    assert Fsrs().answer(here, GOOD, when, CARDS[0]) == Fsrs().answer(here, GOOD, when, CARDS[1])


REPLAY = """
import json
from datetime import UTC, datetime, timedelta
from flashdeck.model import Moment, Rating, Schedule
from flashdeck.schedule.fsrs import Fsrs

at, schedule, after = datetime(2026, 1, 1, 9, tzinfo=UTC), Schedule(), []
for number in range(200):
    at += timedelta(days=number * number % 23)
    schedule = Fsrs().answer(schedule, list(Rating)[number * 7 % 11 % 4], Moment(at, 0, at.date()))
    after.append(schedule)
print(json.dumps(after, default=str))
"""


def test_a_replay_in_another_process_is_the_same_to_the_byte() -> None:
    """Whatever seeds the hashes: the index may be compared with a replay byte for byte."""
    first, second = (
        subprocess.run(
            [sys.executable, "-c", REPLAY],
            env=os.environ | {"PYTHONHASHSEED": seed, "TZ": zone},
            capture_output=True,
            check=True,
        ).stdout
        for seed, zone in (("1", "UTC"), ("2", "Pacific/Kiritimati"))
    )
    assert first == second
    assert len({schedule[-2] for schedule in json.loads(first)}) > 100  # the stability did move


def test_naming_the_scheduler_loads_no_package() -> None:
    """Only an answer does."""
    code = "import sys; from flashdeck.schedule.fsrs import Fsrs; print(Fsrs(), 'fsrs' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout
    assert told == "Fsrs(desired_retention=0.9, max_interval=36500, leech_threshold=8) False\n"


# ---------------------------------------------------------------------------------------------- as JSON


def test_json_has_the_memory_in_place_of_an_ease() -> None:
    """Once there is one: a new card looks as under every scheduler."""
    after = Fsrs().answer(Schedule(), GOOD, at(0))
    written = schedule_json(after, DAY_0)
    assert (written["ease"], written["stability"], written["difficulty"]) == (None, 2.3065, after.difficulty)
    assert schedule_json(Schedule(), DAY_0).keys() == written.keys() - {"stability", "difficulty"}


def test_a_simulation_goes_on_from_the_json_of_another() -> None:
    """What was written is read back: Good, Good, Easy, whether in one call or in two."""
    whole = simulated([GOOD, GOOD, EASY], Schedule())
    begun = simulated([GOOD, GOOD], Schedule())
    rest = simulated([EASY], parse_schedule(json.dumps(schedule_json(begun[-1], DAY_0)), "fsrs"))
    assert [schedule.interval for schedule in whole] == [2, 11, 77]
    assert (rest[-1].interval, rest[-1].stability) == (77, whole[-1].stability)


def simulated(ratings: Sequence[Rating], start: Schedule) -> list[Schedule]:
    """The schedules of a simulation on time, by the scheduler that the settings name."""
    named = scheduler(Settings(scheduler="fsrs"))
    now = datetime.combine(DAY_0, time(9), UTC)
    return [answer.schedule for answer in simulate(named, [Step(rating) for rating in ratings], now, time(4), start)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"interval_days": 3, "stability": 0}', "`stability` is 0: it is a number from 0.001 to 999999."),
        ('{"interval_days": 3, "stability": "3"}', '`stability` is "3"'),
        ('{"interval_days": 3, "stability": 3, "difficulty": 11}', "`difficulty` is 11: it is a number from 1 to 10."),
    ],
)
def test_a_memory_out_of_range_is_refused_by_name(text: str, told: str) -> None:
    """One sentence that names the field and its range."""
    with pytest.raises(ValueError, match=r"\.$") as caught:
        parse_schedule(text, "fsrs")
    assert told in str(caught.value)


def test_a_memory_is_fsrss_alone() -> None:
    """Under another scheduler it is not read; without one a card of fsrs begins anew at its next answer."""
    text = '{"interval_days": 3, "stability": 3.5, "difficulty": 5}'
    assert parse_schedule(text, "sm2") == Schedule(State.REVIEW, 3, 2500, 1)
    undated = parse_schedule('{"interval_days": 3, "ease": null}', "fsrs")
    assert simulated([GOOD], undated)[-1].stability == 2.3065
    assert parse_schedule(text, "fsrs").stability == 3.5


def test_the_settings_give_their_numbers() -> None:
    """Wanted retention, longest interval, leech threshold, per deck where a deck has its own."""
    settings = Settings(
        scheduler="fsrs",
        desired_retention=0.8,
        max_interval=400,
        leech_threshold=5,
        decks={"gpu": {"desired-retention": 0.95, "max-interval": 90}},
    )
    assert scheduler(settings) == Fsrs(0.8, 400, 5)
    assert schedulers(settings)("gpu::h100") == Fsrs(0.95, 90, 5)
