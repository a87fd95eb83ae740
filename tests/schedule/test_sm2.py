from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date, timedelta
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flashdeck.config import Settings
from flashdeck.model import Rating, Schedule, State
from flashdeck.schedule.fold import fold
from flashdeck.schedule.scheduler import offers, scheduler
from flashdeck.schedule.sm2 import Sm2
from tests.schedule.written import CARDS, DAY_0, at, dated, review

VECTORS: dict[str, Any] = json.loads(Path(__file__).with_name("sm2_vectors.json").read_text(encoding="utf-8"))
READINGS = list(VECTORS["readings"])
SEQUENCES = VECTORS["sequences"]
WORDS = {0: "again", 1: "again", 2: "again", 3: "hard", 4: "good", 5: "easy"}
ENDLESS = Settings(max_interval=100_000)  # the vectors know no longest interval

ratings = st.sampled_from(Rating)
answers = st.lists(ratings, max_size=30)


def folded(words: list[str], settings: Settings = ENDLESS) -> list[Schedule]:
    """The schedule after each answer, each given on the day the card is due, through the public fold."""
    events, after = [], []
    day = DAY_0
    for number, word in enumerate(words):
        events.append(review(word, dated(day), number))
        after.append(fold(events, settings).schedules[CARDS[0]])
        assert after[-1].due is not None
        day = after[-1].due
    return after


def ours(grades: list[int]) -> list[list[int]]:
    """Interval, EF in hundredths and n after each grade, as the vectors write them."""
    return [[s.interval, s.ease // 10, s.repetitions] for s in folded([WORDS[grade] for grade in grades])]


def played(sm2: Sm2, given_answers: Sequence[Rating], start: date = DAY_0) -> list[Schedule]:
    """The schedule after each answer, each on its due day."""
    schedule, after = Schedule(), []
    for rating in given_answers:
        schedule = sm2.answer(schedule, rating, dated(schedule.due or start))
        after.append(schedule)
    return after


# ---------------------------------------------------------------------------------------------- the vectors


def test_there_are_55_sequences_in_five_readings() -> None:
    """None was lost on the way here, and every reading tells of every grade."""
    assert len(SEQUENCES) == 55
    assert len(READINGS) == 5
    assert all(len(sequence[reading]) == len(sequence["grades"]) for sequence in SEQUENCES for reading in READINGS)


@pytest.mark.parametrize("sequence", SEQUENCES, ids=lambda sequence: "".join(map(str, sequence["grades"])))
def test_the_fold_reads_sm2_as_its_text_has_it(sequence: dict[str, Any]) -> None:
    """All sequences of the reading `text`, answer by answer."""
    assert ours(sequence["grades"]) == sequence["text"]


@pytest.mark.parametrize(("one", "other"), list(combinations(READINGS, 2)))
def test_the_readings_can_be_told_apart(one: str, other: str) -> None:
    """Every two readings disagree somewhere, so passing all of one means following that one."""
    assert any(sequence[one] != sequence[other] for sequence in SEQUENCES)


@pytest.mark.parametrize("reading", [reading for reading in READINGS if reading != "text"])
def test_ours_is_no_other_reading(reading: str) -> None:
    """Old EF, EF changed on failure, other roundings, 1-6 after a lapse: each is refuted by a sequence."""
    assert any(ours(sequence["grades"]) != sequence[reading] for sequence in SEQUENCES)


# ---------------------------------------------------------------------------------------------- by hand


@pytest.mark.parametrize(
    ("words", "intervals", "eases"),
    [
        ("good good good good good", [1, 6, 15, 38, 95], [2500] * 5),  # 37.5 is rounded up
        ("easy easy easy easy", [1, 6, 17, 50], [2600, 2700, 2800, 2900]),  # 16.8, 49.3
        ("hard hard hard hard", [1, 6, 13, 26], [2360, 2220, 2080, 1940]),  # 12.48, 25.22
        ("good good good again good good good", [1, 6, 15, 1, 1, 6, 15], [2500] * 7),
        ("easy easy easy easy easy", [1, 6, 17, 50, 150], [2600, 2700, 2800, 2900, 3000]),  # 50 * 3, not 151
        ("again good good", [1, 1, 6], [2500] * 3),
    ],
)
def test_sequences_worked_out_by_hand(words: str, intervals: list[int], eases: list[int]) -> None:
    """Intervals in days and ease in thousandths, on paper from items 3 to 6."""
    after = folded(words.split())
    assert [schedule.interval for schedule in after] == intervals
    assert [schedule.ease for schedule in after] == eases


def test_a_first_answer_dates_the_schedule() -> None:
    """Due tomorrow, first and last answered today, in review at once, and asked again today only if below good."""
    after = Sm2().answer(Schedule(), Rating.HARD, at(0))
    assert after == Schedule(
        state=State.REVIEW,
        interval=1,
        ease=2360,
        repetitions=1,
        due=DAY_0 + timedelta(days=1),
        first=DAY_0,
        last=DAY_0,
        pending=True,
        answers=1,
    )


def test_a_schedule_that_was_set_is_gone_on_from() -> None:
    """Its interval and ease hold for the next answer; how often the card was answered is not set."""
    given = Schedule(State.REVIEW, 10, 2360, 4, due=DAY_0 + timedelta(days=3), answers=99)
    adopted = Sm2().adopt(folded(["good", "good"])[-1], given)
    assert adopted == given._replace(answers=2)
    assert Sm2().answer(adopted, Rating.GOOD, at(3)).interval == 24


@pytest.mark.parametrize("rating", Rating)
def test_what_scored_below_four_is_asked_again_today(rating: Rating) -> None:
    """Item 7, after a counted answer and after a repeat alike; a repeat moves nothing else."""
    pending = rating in {Rating.AGAIN, Rating.HARD}
    assert Sm2().answer(Schedule(), rating, at(0)).pending is pending
    for schedule in (Sm2().answer(Schedule(), Rating.AGAIN, at(0)), Sm2().answer(Schedule(), Rating.EASY, at(0))):
        assert Sm2().answer(schedule, rating, at(0, "23:00")) == schedule._replace(pending=pending, answers=2)


def test_after_midnight_the_day_has_not_ended() -> None:
    """Half past three in the night is a repeat; half past four is the next day's answer."""
    first = Sm2().answer(Schedule(), Rating.GOOD, at(0))
    assert Sm2().answer(first, Rating.GOOD, at(1, "03:30")) == first._replace(answers=2)
    assert Sm2().answer(first, Rating.GOOD, at(1, "04:30")).interval == 6


def test_an_answer_of_an_earlier_day_is_a_repeat() -> None:
    """A clock set back after a Good: the card neither grows nor shrinks, and is not answered twice."""
    known = folded(["good", "good"])[-1]
    assert known.last == DAY_0 + timedelta(days=1)
    assert Sm2().answer(known, Rating.AGAIN, at(-40)) == known._replace(pending=True, answers=3)


def test_lateness_and_earliness_change_no_interval() -> None:
    """The interval grows from the one that was planned; the next day it is due counts from the answer."""
    six_days = folded(["good", "good"])[-1]
    for day in (2, 7, 400):
        after = Sm2().answer(six_days, Rating.GOOD, at(day))
        assert (after.interval, after.due) == (15, DAY_0 + timedelta(days=day + 15))


def test_a_lapse_is_again_on_a_card_once_known() -> None:
    """Again before the first success, and again right after a lapse, are none."""
    after = folded(["again", "again", "good", "again", "again", "good", "good", "again"])
    assert [schedule.lapses for schedule in after] == [0, 0, 0, 1, 1, 1, 1, 2]


@pytest.mark.parametrize(("threshold", "flagged_at"), [(1, 1), (2, 2), (3, 3), (8, 8), (0, None)])
def test_a_card_becomes_a_leech_at_the_threshold_and_stays_one(threshold: int, flagged_at: int | None) -> None:
    """Lapses are counted, not agains; the mark is never lost."""
    after = folded(["good", "again"] * 10, Settings(leech_threshold=threshold))
    for schedule in after:
        assert schedule.leech is (flagged_at is not None and schedule.lapses >= flagged_at)


@pytest.mark.parametrize(
    ("threshold", "lapses"), [(8, [8, 12, 16, 20]), (5, [5, 8, 11, 14, 17, 20]), (1, list(range(1, 21)))]
)
def test_a_mark_taken_off_comes_back_after_half_the_threshold(threshold: int, lapses: list[int]) -> None:
    """As in Anki: at the threshold and again every half of it, rounded up."""
    marked = []
    for before in range(20):
        known = Schedule(State.REVIEW, interval=6, ease=2500, repetitions=2, lapses=before)
        if Sm2(leech_threshold=threshold).answer(known, Rating.AGAIN, at(0)).leech:
            marked.append(before + 1)
    assert marked == lapses


def test_no_interval_passes_the_longest() -> None:
    """Also the fixed six days do not; ease and repetitions go on."""
    after = folded(["good"] * 4, Settings(max_interval=5))
    assert [(schedule.interval, schedule.repetitions) for schedule in after] == [(1, 1), (5, 2), (5, 3), (5, 4)]


def test_the_calendar_ends_without_a_fault() -> None:
    """A due day past the year 9999 is its last day."""
    known = Schedule(State.REVIEW, interval=36500, ease=2500, repetitions=9, last=date(9980, 1, 1))
    assert Sm2().answer(known, Rating.GOOD, dated(date(9999, 1, 1))).due == date.max


def test_a_deck_may_have_its_own_longest_interval_and_leech_threshold() -> None:
    """`fold` is told the deck of each note; the nearest override above it holds."""
    settings = Settings(decks={"gpu": {"max-interval": 4, "leech-threshold": 1}})
    events = [review(word, at(day), day) for day, word in enumerate(["good", "good", "good", "again"])]
    capped = fold(events[:3], settings, decks={"ring": "gpu::h100"}).schedules[CARDS[0]]
    assert capped.interval == 4
    assert fold(events, settings, decks={"ring": "gpu"}).schedules[CARDS[0]].leech
    elsewhere = fold(events, settings, decks={"ring": "gpus"}).schedules[CARDS[0]]
    assert not elsewhere.leech
    assert fold(events[:3], settings).schedules[CARDS[0]].interval == 15


# ---------------------------------------------------------------------------------------------- laws


@given(answers, ratings)
def test_what_is_offered_is_what_an_answer_gives_and_no_rating_beats_a_higher_one(
    before: list[Rating], rating: Rating
) -> None:
    """Preview and commit agree; again <= hard <= good <= easy in days."""
    sm2 = scheduler(Settings())
    schedule = (played(Sm2(), before) or [Schedule()])[-1]
    when = dated(schedule.due or DAY_0)
    offered = offers(sm2, schedule, when)
    assert list(offered) == list(Rating)
    assert offered[rating] == sm2.answer(schedule, rating, when)
    days = [offer.interval for offer in offered.values()]
    assert days == sorted(days)


@given(answers, st.integers(1, 400))
def test_ease_has_a_floor_and_intervals_a_range_in_which_they_grow(given_answers: list[Rating], longest: int) -> None:
    """Ease >= 1.30 in whole hundredths; 1 <= interval <= longest; a pass after two grows by a day at least."""
    after = played(Sm2(max_interval=longest), given_answers)
    for before, schedule in zip([Schedule(), *after], after, strict=False):
        assert schedule.ease >= 1300
        assert schedule.ease % 10 == 0
        assert isinstance(schedule.interval, int)
        assert 1 <= schedule.interval <= longest
        if schedule.repetitions >= 2:
            assert schedule.interval > before.interval or schedule.interval == longest


@given(answers)
def test_ease_is_what_the_passes_make_of_it(given_answers: list[Rating]) -> None:
    """Failures leave it alone: without them it comes to the same."""
    passes = [rating for rating in given_answers if rating is not Rating.AGAIN]
    ease = played(Sm2(), passes)[-1].ease if passes else 2500
    assert [schedule.ease for schedule in played(Sm2(), given_answers)][-1:] in ([ease], [])


@given(answers, answers)
def test_repeats_move_nothing_and_due_lies_ahead(given_answers: list[Rating], repeats: list[Rating]) -> None:
    """However often a card is asked again on its day, it counted once; and it is due after that day."""
    for schedule in played(Sm2(), given_answers):
        assert schedule.last is not None
        assert schedule.due == schedule.last + timedelta(days=schedule.interval)
        repeated = schedule
        for rating in repeats:
            repeated = Sm2().answer(repeated, rating, dated(schedule.last))
        assert repeated._replace(pending=schedule.pending, answers=schedule.answers) == schedule
        assert repeated.answers == schedule.answers + len(repeats)


@given(answers, st.integers(-300_000, 300_000))
def test_another_calendar_gives_the_same_intervals(given_answers: list[Rating], days: int) -> None:
    """All dates shifted alike change dates alone."""
    here, there = played(Sm2(), given_answers), played(Sm2(), given_answers, DAY_0 + timedelta(days=days))
    assert [undated(schedule) for schedule in here] == [undated(schedule) for schedule in there]


def undated(schedule: Schedule) -> Schedule:
    """All of a schedule but its days."""
    return schedule._replace(due=None, first=None, last=None)
