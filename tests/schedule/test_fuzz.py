"""Fuzz: inside Anki's bounds, and the same on every machine."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from flashdeck.model import CardKey, Rating, Schedule
from flashdeck.schedule import moment
from flashdeck.schedule.anki import Anki
from flashdeck.schedule.fuzz import bounds, delayed, draw, whole_days
from flashdeck.schedule.scheduler import offers
from flashdeck.schedule.single import single
from tests.schedule.recorded import DAY_0, START, VECTORS, anki, read

AGAIN, HARD, GOOD, EASY = Rating
CARDS = [CardKey(guid, ordinal) for guid in ("ring", "h100", "é", "nvlink") for ordinal in range(6)]
FUZZ_IDS = [f"{row['state']} after {row['elapsed']}" for row in VECTORS["fuzz"]]


def wanted(row: dict[str, Any]) -> Iterator[tuple[float, int]]:
    """What hard, good and easy come to before fuzz, and the least that each may be given what came before it.

    From the formulas, in the 32-bit steps that Anki takes.
    """
    chosen = anki(row.get("set", {}))
    interval, ease, _ = map(int, row["state"].split()[1:])
    hard_interval, easy_bonus = single(chosen.hard_interval), single(chosen.easy_bonus)
    modifier, factor, late = single(chosen.interval_modifier), single(ease / 1000), row["elapsed"] - interval
    hard, good, _ = row["picked"]
    grows = hard_interval > 1
    yield single(single(interval * hard_interval) * modifier), interval + 1 if grows else 0
    yield single(single((interval + late / 2) * factor) * modifier), (hard if grows else interval) + 1
    yield single(single(single((interval + late) * factor) * easy_bonus) * modifier), good + 1


@pytest.mark.parametrize("row", VECTORS["fuzz"], ids=FUZZ_IDS)
def test_the_bounds_are_anki_s(row: dict[str, Any]) -> None:
    """The least and the most that Hard, Good and Easy can come to, after what the one before came to."""
    most = anki(row.get("set", {})).maximum_interval
    found = [bounds(days, min(max(least, 1), most), most) for days, least in wanted(row)]
    assert [list(pair) for pair in found] == row["bounds"]


@pytest.mark.parametrize("row", VECTORS["fuzz"], ids=FUZZ_IDS)
def test_what_is_picked_lies_inside_the_bounds_for_every_card_and_repetition(row: dict[str, Any]) -> None:
    """Hard's as recorded; those of Good and Easy begin at a day after what Hard and Good came to here."""
    chosen = anki(row.get("set", {}))
    interval = int(row["state"].split()[1])
    schedule = read(row["state"], DAY_0 + timedelta(days=interval - row["elapsed"]))
    (_, _), (good_days, _), (easy_days, _) = wanted(row)
    most = chosen.maximum_interval
    picked: set[tuple[int, int, int]] = set()
    for card in CARDS:
        for repetitions in range(1, 9):
            offered = offers(chosen, schedule._replace(repetitions=repetitions), moment(START, chosen.rollover), card)
            hard, good, easy = (offered[rating].interval for rating in (HARD, GOOD, EASY))
            least = (hard if single(chosen.hard_interval) > 1 else interval) + 1
            for found, (low, high) in (
                (hard, row["bounds"][0]),
                (good, bounds(good_days, min(least, most), most)),
                (easy, bounds(easy_days, min(good + 1, most), most)),
            ):
                assert low <= found <= high
            picked.add((hard, good, easy))
    assert len(picked) == 1 if row["bounds"][2][0] == row["bounds"][2][1] else len(picked) > 1


@pytest.mark.parametrize(("days", "pair"), VECTORS["bounds"].items())
def test_the_bounds_of_whole_days(days: str, pair: list[int]) -> None:
    """Anki's own table, from one day to ten years."""
    assert list(bounds(float(days), 1, 36500)) == pair


def test_every_interval_between_the_bounds_is_picked() -> None:
    """From the least number drawn to the greatest, evenly."""
    picked = [whole_days(10.0, 1, 36500, number / 500) for number in range(500)]
    assert picked == sorted(picked)
    assert {days: picked.count(days) for days in picked} == dict.fromkeys(range(8, 13), 100)
    assert whole_days(10.0, 1, 36500, 1 - 2**-32) == 12


def test_bounds_lie_between_the_limits() -> None:
    """Fuzz is that of the interval which the limits allow."""
    assert bounds(10.0, 12, 36500) == (12, 14)  # of twelve days it is 10 to 14
    assert bounds(10.0, 12, 12) == (12, 12)
    assert bounds(1.2, 3, 36500) == (3, 4)
    assert bounds(100.0, 1, 95) == (88, 95)  # 95 - 6.725


def test_one_number_is_drawn_for_all_ratings_of_an_answer() -> None:
    """With a card whose number is high all intervals are long, with another's all are short."""
    schedule = read("review 100 2500 0", DAY_0)
    nearest = {HARD: 120, GOOD: 250, EASY: 325}
    for card in CARDS:
        offered = offers(Anki(), schedule, moment(START, Anki().rollover), card)
        number = draw(card, schedule.repetitions)
        for rating, days in nearest.items():
            low, high = bounds(float(days), 1, 36500)
            assert offered[rating].interval == low + int(number * (high - low + 1))


def test_what_is_drawn_follows_from_card_and_repetitions() -> None:
    """The same for the same, another for another guid, ordinal or repetition, all from 0 up to 1 and spread evenly."""
    numbers = [draw(card, repetitions) for card in CARDS for repetitions in range(50)]
    assert numbers == [draw(CardKey(*card), repetitions) for card in CARDS for repetitions in range(50)]
    assert len(set(numbers)) == len(numbers)
    assert all(0 <= number < 1 for number in numbers)
    assert 0.47 < sum(numbers) / len(numbers) < 0.53


def test_what_is_drawn_is_the_same_in_every_process() -> None:
    """Whatever the hash seed: the log is replayed elsewhere and must come to the same days."""
    code = (
        "from flashdeck.schedule.fuzz import draw\nfrom flashdeck.model import CardKey\nprint(draw(CardKey('é', 1), 7))"
    )
    for seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-X", "utf8", "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert float(run.stdout) == draw(CardKey("é", 1), 7)


def test_what_is_drawn_stays_what_it_was() -> None:
    """A version that drew otherwise would move every card's day: the first four bytes of a SHA-256, over 2**32."""
    assert draw(CardKey("ring", 0), 0) == 0x7ADB364E / 2**32


@pytest.mark.parametrize(
    ("seconds", "longest"), [(1, 1), (3, 3), (4, 4), (8, 9), (60, 74), (600, 749), (1200, 1499), (7200, 7499)]
)
def test_a_step_is_put_off_by_less_than_a_quarter_and_five_minutes(seconds: int, longest: int) -> None:
    """From nothing up; the greatest number drawn comes just short of the limit."""
    assert delayed(seconds, None) == delayed(seconds, 0.0) == seconds
    assert delayed(seconds, 1 - 2**-32) == longest


def test_steps_are_fuzzed_and_their_name_is_not() -> None:
    """The card comes back a little later than its step of ten minutes says, and never past the study day."""
    when = moment(START, Anki().rollover)
    waits = {(Anki().answer(Schedule(), GOOD, when, card).due_at or START) - START for card in CARDS}
    assert len(waits) > 12
    assert min(waits) >= timedelta(seconds=600)
    assert max(waits) < timedelta(seconds=750)
    assert {Anki().answer(Schedule(), GOOD, when, card).step for card in CARDS} == {600}
    night = moment(START.replace(day=6, hour=3, minute=49, second=59), Anki().rollover)
    ends = {Anki().answer(Schedule(), GOOD, night, card).due_at for card in CARDS}
    assert ends == {night.at + timedelta(seconds=600)}


def test_first_intervals_and_lapses_are_fuzzed_too() -> None:
    """Easy on a new card gives 3 to 5 days, half of a hundred days 46 to 54."""
    chosen, when = Anki(new_interval=0.5), moment(START, Anki().rollover)
    assert {chosen.answer(Schedule(), EASY, when, card).interval for card in CARDS} == {3, 4, 5}
    lapsed = {chosen.answer(read("review 100 2500 0", DAY_0), AGAIN, when, card).interval for card in CARDS}
    assert lapsed <= set(range(46, 55))
    assert len(lapsed) > 4


def test_without_a_card_or_with_fuzz_off_nothing_is_fuzzed() -> None:
    """The nearest day, and the step to the second."""
    schedule, when = read("review 100 2500 0", DAY_0), moment(START, Anki().rollover)
    plain = offers(Anki(), schedule, when)
    assert [plain[rating].interval for rating in (HARD, GOOD, EASY)] == [120, 250, 325]
    assert all(offers(Anki(fuzz=False), schedule, when, card) == plain for card in CARDS)


def test_an_answer_before_its_day_is_not_fuzzed() -> None:
    """As in Anki, whose early answers come from a filtered deck."""
    schedule, when = read("review 100 2500 0", DAY_0 + timedelta(days=50)), moment(START, Anki().rollover)
    plain = offers(Anki(), schedule, when)
    for card in CARDS:
        fuzzed = offers(Anki(), schedule, when, card)
        assert [fuzzed[rating].interval for rating in (HARD, GOOD, EASY)] == [
            plain[rating].interval for rating in (HARD, GOOD, EASY)
        ]
