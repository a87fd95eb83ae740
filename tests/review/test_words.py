from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from flashdeck.model import Moment, Rating, Schedule, State
from flashdeck.review.words import (
    clock,
    count,
    distance,
    duration,
    fitting,
    interval,
    offer,
    short_interval,
    short_offer,
)
from flashdeck.schedule.sm2 import Sm2

DAY = date(2026, 12, 1)
NOW = Moment(datetime(2026, 12, 1, 9, tzinfo=UTC), 0, DAY)
KNOWN = Schedule(State.REVIEW, 15, 2500, 3, due=DAY, first=date(2026, 1, 1), last=date(2026, 11, 16))


@pytest.mark.parametrize(
    ("days", "words", "short"),
    [
        (1, "1 day", "1d"),
        (6, "6 days", "6d"),
        (38, "38 days", "38d"),
        (60, "60 days", "60d"),
        (61, "2 months", "2mo"),
        (76, "2.5 months", "2.5mo"),
        (364, "12 months", "12mo"),
        (365, "1 year", "1y"),
        (548, "1.5 years", "1.5y"),
        (36500, "99.9 years", "99.9y"),
    ],
)
def test_intervals_read_as_people_say_them(days: int, words: str, short: str) -> None:
    """Days below two months, then months and years to one decimal, without a trailing zero."""
    assert (interval(days), short_interval(days)) == (words, short)


@pytest.mark.parametrize(
    ("days", "words"),
    [(-1, "today"), (0, "today"), (1, "tomorrow"), (2, "in 2 days"), (76, "in 2.5 months")],
)
def test_distances_have_a_preposition(days: int, words: str) -> None:
    """A day ahead is today, tomorrow, or so far away."""
    assert distance(days) == words


def spoken(before: Schedule) -> list[tuple[str, tuple[str, ...]]]:
    sm2 = Sm2()
    after = [sm2.answer(before, rating, NOW) for rating in Rating]
    return [(offer(schedule, DAY), short_offer(schedule, DAY)) for schedule in after]


def test_an_offer_tells_the_interval_and_whether_the_card_comes_back_first() -> None:
    """Below good the card comes back today and then keeps its interval."""
    assert spoken(KNOWN) == [
        ("today, then 1 day", ("today", "then 1d")),
        ("today, then 36 days", ("today", "then 36d")),
        ("38 days", ("38d",)),
        ("39 days", ("39d",)),
    ]


def test_a_repeat_is_offered_in_the_same_words() -> None:
    """It settles nothing but whether the card comes back today; the days are those to when it is due anyway."""
    lapsed = Sm2().answer(KNOWN, Rating.AGAIN, NOW)
    assert spoken(lapsed) == [("today, then 1 day", ("today", "then 1d"))] * 2 + [("1 day", ("1d",))] * 2
    hard = Sm2().answer(KNOWN._replace(interval=4), Rating.HARD, NOW)
    assert hard.interval == 10
    assert spoken(hard) == [("today, then 10 days", ("today", "then 10d"))] * 2 + [("10 days", ("10d",))] * 2


@pytest.mark.parametrize(
    ("width", "importance", "shown"),
    [
        (12, (), "a · bb · ccc"),
        (11, (), "a · bb"),
        (11, ("ccc", "a", "bb"), "a · ccc"),
        (6, ("ccc", "a", "bb"), "ccc"),
        (5, (), "a"),
        (0, (), ""),
    ],
)
def test_what_does_not_fit_goes_as_a_whole(width: int, importance: tuple[str, ...], shown: str) -> None:
    """The last piece first, or the least important one; nothing is ever cut."""
    assert fitting(("a", "bb", "ccc"), width, " · ", importance) == shown


def test_wide_characters_take_two_cells() -> None:
    """Room is measured as a terminal shows it."""
    assert fitting(("带宽", "HBM"), 8, " ") == "带宽 HBM"
    assert fitting(("带宽", "HBM"), 7, " ") == "带宽"


@pytest.mark.parametrize(
    ("seconds", "running", "past"),
    [
        (0, "0:00", "under a minute"),
        (59.9, "0:59", "under a minute"),
        (60, "1:00", "1 minute"),
        (754, "12:34", "12 minutes"),
        (3600, "1:00:00", "1 hour"),
        (3905, "1:05:05", "1 hour 5 minutes"),
        (7260, "2:01:00", "2 hours 1 minute"),
    ],
)
def test_times_run_in_figures_and_are_told_in_words(seconds: float, running: str, past: str) -> None:
    """The clock of the sitting counts seconds; its end tells minutes."""
    assert (clock(seconds), duration(seconds)) == (running, past)


def test_one_card_is_not_cards() -> None:
    """Singular and plural."""
    assert [count(number, "card") for number in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
