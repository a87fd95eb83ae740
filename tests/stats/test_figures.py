from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta

import pytest

from flashdeck.config import Settings
from flashdeck.model import CardKey, Event, Moment, Rating, Schedule, State
from flashdeck.schedule.fold import Transition, fold, transitions
from flashdeck.stats import Figures, as_json, figures
from flashdeck.stats.retention import Share

TODAY = date(2026, 12, 31)
RING, H100, GONE = CardKey("ring", 0), CardKey("h100", 0), CardKey("gone", 0)
DECKS = {"ring": "gpu::collectives", "h100": "gpu"}
NEW = Schedule()


def when(days_ago: int, clock: str = "09:00", zone: int = 0) -> Moment:
    """A UTC clock time, in a zone that many hours east, counted for the study day so many days ago."""
    day = TODAY - timedelta(days=days_ago)
    return Moment(datetime.fromisoformat(f"{day}T{clock}").replace(tzinfo=UTC), zone * 60, day)


def known(interval: int, days_ago: int = 1) -> Schedule:
    """A card in review after an interval, last answered so many days ago."""
    last = TODAY - timedelta(days=days_ago)
    return Schedule(State.REVIEW, interval, 2500, 3, due=last + timedelta(days=interval), last=last)


def leech(lapses: int) -> Schedule:
    """One that was forgotten so often."""
    return known(1)._replace(lapses=lapses, leech=True)


def answered(
    rating: Rating,
    at: Moment,
    before: Schedule = NEW,
    card: CardKey = RING,
    taken_ms: int | None = 2000,
    *,
    is_repeat: bool = False,
) -> Transition:
    """An answer that counted, or a repeat; what the schedule came to matters no further."""
    body = {"guid": card.guid, "ordinal": card.ordinal, "rating": rating.value, "taken_ms": taken_ms}
    after = before._replace(answers=before.answers + 1, pending=rating is Rating.AGAIN)
    if not is_repeat:
        after = after._replace(state=State.REVIEW, last=at.day, repetitions=before.repetitions + 1)
    return Transition(Event("desk", 1, "review", at, body), card, before, after)


def told(*given: Transition, schedules: dict[CardKey, Schedule] | None = None) -> Figures:
    """The figures of these answers."""
    return figures(given, schedules or {}, TODAY, decks=DECKS)


# ---------------------------------------------------------------------------------------------- activity


def test_without_an_answer_everything_is_zero_or_unknown() -> None:
    """A new collection has figures too."""
    nothing = told()
    assert (nothing.reviews, nothing.streak.current, nothing.streak.longest) == (0, 0, 0)
    assert {day.reviews for day in nothing.days} == {0}
    assert (nothing.times.total, nothing.times.median, nothing.times.mean) == (0, None, None)
    assert nothing.retention.overall.retention is None
    assert (nothing.workload.reviews_per_day, nothing.workload.minutes_per_day) == (0, None)
    assert nothing.hours == (0,) * 24
    assert nothing.leeches == ()


def test_a_year_of_days_counts_answers_and_seconds() -> None:
    """365 days, today the last; repeats are answers, and what is older is left out."""
    again = answered(Rating.AGAIN, when(0), taken_ms=1500)
    repeat = answered(Rating.GOOD, when(0), again.after, taken_ms=4500, is_repeat=True)
    days = told(again, repeat, answered(Rating.GOOD, when(364)), answered(Rating.GOOD, when(365))).days
    assert [day.day for day in days] == [TODAY - timedelta(days=ago) for ago in range(364, -1, -1)]
    assert [(day.reviews, day.seconds) for day in days if day.reviews] == [(1, 2.0), (2, 6.0)]


@pytest.mark.parametrize(
    ("days_ago", "current", "longest"),
    [
        ([0], 1, 1),
        ([0, 0, 1, 2], 3, 3),
        ([1, 2], 2, 2),  # today may still come
        ([2, 3, 4], 0, 3),
        ([0, 1, 3, 4, 5, 6, 8], 2, 4),
        ([-1, 0], 1, 1),  # tomorrow, from a clock that ran ahead
        ([-1], 0, 0),
    ],
)
def test_a_streak_is_of_days_in_a_row(days_ago: list[int], current: int, longest: int) -> None:
    """The current one goes up to today or yesterday."""
    streak = told(*(answered(Rating.GOOD, when(ago)) for ago in days_ago)).streak
    assert (streak.current, streak.longest) == (current, longest)


def test_the_time_per_answer_is_of_those_that_say_it() -> None:
    """1, 2 and 9 seconds: 12 together, 2 in the middle, 4 on the mean."""
    times = told(*(answered(Rating.GOOD, when(0), taken_ms=taken) for taken in (1000, 9000, None, -5, 2000))).times
    assert (times.total, times.median, times.mean) == (12.0, 2.0, 4.0)


@pytest.mark.parametrize(("clock", "zone", "hour"), [("09:59", 0, 9), ("23:30", 1, 0), ("00:30", -8, 16)])
def test_hours_are_those_on_the_wall(clock: str, zone: int, hour: int) -> None:
    """By the offset that the answer was given at."""
    hours = told(answered(Rating.GOOD, when(0, clock, zone))).hours
    assert [at for at, count in enumerate(hours) if count] == [hour]


# ---------------------------------------------------------------------------------------------- retention


def test_retention_is_of_cards_in_review_that_counted() -> None:
    """New cards, learning steps and same-day repeats say nothing of memory; Hard is known, Again is not."""
    overall = told(
        answered(Rating.AGAIN, when(0)),
        answered(Rating.AGAIN, when(0), Schedule(State.LEARNING, step=60)),
        answered(Rating.AGAIN, when(0), Schedule(State.RELEARNING, interval=5, step=600)),
        answered(Rating.AGAIN, when(0), known(5), is_repeat=True),
        answered(Rating.AGAIN, when(0), known(5)),
        answered(Rating.HARD, when(0), known(5)),
        answered(Rating.GOOD, when(0), known(5)),
        answered(Rating.EASY, when(0), known(5)),
    ).retention.overall
    assert overall == Share(4, 3)
    assert overall.retention == 0.75


def test_where_every_answer_counts_the_second_of_a_day_does_too() -> None:
    """Under Anki's rules a card may be reviewed twice a day; the count of answers tells it from a repeat."""
    first = answered(Rating.GOOD, when(0), known(5))
    assert told(first, answered(Rating.AGAIN, when(0), first.after)).retention.overall == Share(2, 1)


def test_retention_by_interval_goes_by_the_interval_before_the_answer() -> None:
    """1, 2-6, 7-20, 21-89, 90-364, 365 and more days; young is below 21."""
    intervals = [1, 2, 6, 7, 20, 21, 89, 90, 364, 365, 4000]
    found = told(
        *(answered(Rating.GOOD, when(0), known(interval)) for interval in intervals),
        answered(Rating.AGAIN, when(0), known(20)),
        answered(Rating.AGAIN, when(0), known(21)),
    ).retention
    assert found.intervals == {
        1: Share(1, 1),
        2: Share(2, 2),
        7: Share(3, 2),
        21: Share(3, 2),
        90: Share(2, 2),
        365: Share(2, 2),
    }
    assert (found.young, found.mature, found.overall) == (Share(6, 5), Share(7, 6), Share(13, 11))


def test_retention_by_deck_is_of_each_decks_own_cards() -> None:
    """A note that no deck has any more counts in the whole alone."""
    found = told(
        answered(Rating.GOOD, when(0), known(5), RING),
        answered(Rating.AGAIN, when(0), known(5), H100),
        answered(Rating.GOOD, when(0), known(5), H100),
        answered(Rating.GOOD, when(0), known(5), GONE),
    ).retention
    assert found.decks == {"gpu": Share(2, 1), "gpu::collectives": Share(1, 1)}
    assert found.overall == Share(4, 3)


def test_recent_retention_is_of_thirty_days() -> None:
    """Today and the 29 days before it."""
    found = told(*(answered(Rating.GOOD, when(ago), known(5, ago + 5)) for ago in (-1, 0, 29, 30)))
    assert (found.recent.overall, found.retention.overall) == (Share(2, 2), Share(4, 4))


# ---------------------------------------------------------------------------------------------- what is to come


def due(in_days: int) -> Schedule:
    return Schedule(State.REVIEW, 1, due=TODAY + timedelta(days=in_days))


def test_the_forecast_has_what_is_due_on_each_of_thirty_days() -> None:
    """Overdue cards count today; new, suspended and later ones do not."""
    schedules = {
        CardKey("x", number): schedule
        for number, schedule in enumerate([NEW, due(-9), due(0), due(1), due(1), due(29), due(30), due(2)])
    }
    found = figures([], schedules, TODAY, suspended={CardKey("x", 7)})
    assert [each.day for each in found.forecast] == [TODAY + timedelta(days=ahead) for ahead in range(30)]
    assert [each.cards for each in found.forecast] == [2, 2] + [0] * 27 + [1]


def test_the_workload_is_a_mean_day_of_the_forecast() -> None:
    """60 cards in 30 days, at 15 seconds each: two a day, half a minute."""
    schedules = {CardKey("x", number): due(number % 30) for number in range(60)}
    workload = told(answered(Rating.GOOD, when(0), taken_ms=15000), schedules=schedules).workload
    assert (workload.reviews_per_day, workload.seconds_per_review, workload.minutes_per_day) == (2, 15, 0.5)


def test_leeches_are_told_the_worst_first() -> None:
    """Equals by name; a suspended leech is one too."""
    schedules = {
        RING: leech(8),
        H100: leech(12),
        GONE: leech(8),
        CardKey("fine", 0): known(1)._replace(lapses=7),
    }
    found = figures([], schedules, TODAY, suspended={H100})
    assert [(each.key, each.lapses) for each in found.leeches] == [(H100, 12), (GONE, 8), (RING, 8)]


@pytest.mark.parametrize("today", [date.min, date.max])
def test_the_calendar_ends_without_a_fault(today: date) -> None:
    """The days that it has are told."""
    found = figures([], {RING: due(0)}, today)
    assert found.days[-1].day == found.forecast[0].day == today


# ---------------------------------------------------------------------------------------------- all together


def test_figures_are_told_from_a_log() -> None:
    """Good, then Good on its day, Again six days later and Good the same day: of two reviews one was known."""
    events = [
        Event("desk", number, "review", when(ago, clock), {"guid": "ring", "ordinal": 0, "rating": word})
        for number, (ago, clock, word) in enumerate(
            [(7, "09:00", "good"), (6, "09:00", "good"), (0, "09:00", "again"), (0, "09:05", "good")]
        )
    ]
    settings = Settings()
    found = figures(transitions(events, settings), fold(events, settings).schedules, TODAY, decks=DECKS)
    assert (found.reviews, found.retention.overall) == (4, Share(2, 1))
    assert {shortest: share for shortest, share in found.retention.intervals.items() if share.reviews} == {
        1: Share(1, 1),
        2: Share(1, 0),
    }
    assert [each.day for each in found.forecast if each.cards] == [TODAY + timedelta(days=1)]


def test_the_json_form_has_the_documented_keys() -> None:
    """Plain values only, what cannot be said null."""
    found = as_json(told(answered(Rating.GOOD, when(0), known(9)), schedules={RING: leech(8)}))
    assert json.loads(json.dumps(found)) == found
    assert list(found) == ["reviews", "days", "streak", "retention", "forecast", "workload", "hours", "leeches"]
    assert found["reviews"] == {"count": 1, "seconds": 2.0, "median_seconds": 2.0, "mean_seconds": 2.0}
    assert found["days"][-1] == {"day": "2026-12-31", "reviews": 1, "seconds": 2.0}
    assert found["streak"] == {"current": 1, "longest": 1}
    everything = found["retention"]["all"]
    assert list(found["retention"]) == ["all", "last_30_days"]
    assert list(everything) == ["overall", "young", "mature", "intervals", "decks"]
    assert everything["mature"] == {"reviews": 0, "known": 0, "retention": None}
    assert everything["intervals"][2] == {
        "interval": "7-20 days",
        "from_days": 7,
        "reviews": 1,
        "known": 1,
        "retention": 1.0,
    }
    assert everything["decks"] == [{"deck": "gpu::collectives", "reviews": 1, "known": 1, "retention": 1.0}]
    assert found["forecast"][0] == {"day": "2026-12-31", "cards": 1}
    assert found["workload"]["seconds_per_review"] == 2.0
    assert len(found["hours"]) == 24
    assert found["leeches"] == [
        {"key": None, "guid": "ring", "ordinal": 0, "front": None, "lapses": 8, "typed": [], "neighbours": []}
    ]
