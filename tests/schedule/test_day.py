from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flashdeck.model import Moment
from flashdeck.schedule import moment, study_day
from flashdeck.schedule.day import next_rollover
from tests.schedule.recorded import VECTORS

FOUR = time(4)


@pytest.mark.parametrize(
    ("local", "rollover", "expected"),
    [
        ("2026-12-01T03:59:59", FOUR, "2026-11-30"),
        ("2026-12-01T04:00:00", FOUR, "2026-12-01"),
        ("2026-12-01T00:00:00", time(0), "2026-12-01"),
        ("2026-12-01T22:59:00", time(23), "2026-11-30"),
        ("2026-12-01T23:00:00", time(23), "2026-12-01"),
        ("2027-01-01T00:30:00", FOUR, "2026-12-31"),
        ("2028-03-01T03:00:00", FOUR, "2028-02-29"),
        ("0001-01-01T01:00:00", FOUR, "0001-01-01"),
    ],
)
def test_before_the_rollover_it_is_still_the_day_before(local: str, rollover: time, expected: str) -> None:
    """The study day changes when the wall clock shows the rollover, and at no other time."""
    assert study_day(datetime.fromisoformat(local), rollover) == date.fromisoformat(expected)


@pytest.mark.parametrize(
    ("now", "day"),
    [
        ("2026-03-29T01:59:00+01:00", "2026-03-28"),  # Berlin: at 02:00 clocks go to 03:00
        ("2026-03-29T03:30:00+02:00", "2026-03-28"),
        ("2026-03-29T04:00:00+02:00", "2026-03-29"),  # 23 hours after the last rollover
        ("2026-10-25T02:30:00+02:00", "2026-10-24"),  # Berlin: 02:30 comes twice
        ("2026-10-25T02:30:00+01:00", "2026-10-24"),
        ("2026-10-25T04:00:00+01:00", "2026-10-25"),
        ("2026-12-01T03:00:00+14:00", "2026-11-30"),
        ("2026-12-01T23:00:00-12:00", "2026-12-01"),
    ],
)
def test_the_wall_clock_names_the_day_in_every_zone(now: str, day: str) -> None:
    """Nights of 23 and 25 hours and far zones move no day: the clock on the wall decides."""
    assert moment(datetime.fromisoformat(now), FOUR).day == date.fromisoformat(day)


def test_a_moment_keeps_utc_offset_and_day() -> None:
    """The three things that an event stores; India's offset is not whole hours."""
    now = datetime(2026, 12, 1, 2, 0, tzinfo=timezone(timedelta(hours=5, minutes=30)))
    assert moment(now, FOUR) == Moment(datetime(2026, 11, 30, 20, 30, tzinfo=UTC), 330, date(2026, 11, 30))
    assert moment(now, FOUR).at.tzinfo is UTC


@pytest.mark.parametrize("text", ["2026-12-01T09:00:00", "9999-12-31T23:00:00-03:00", "0001-01-01T01:00:00+03:00"])
def test_a_time_that_utc_cannot_name_is_refused(text: str) -> None:
    """Without a zone, or past the calendar's ends, there is no moment."""
    with pytest.raises(ValueError, match=r"zone|UTC"):
        moment(datetime.fromisoformat(text), FOUR)


zones = st.integers(-12 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
instants = st.datetimes(datetime(1971, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 (the strategy adds the zone)
rollovers = st.times().map(lambda clock: clock.replace(second=0, microsecond=0))


@given(instants, instants, zones, rollovers)
def test_within_a_zone_days_never_run_back(one: datetime, other: datetime, zone: timezone, rollover: time) -> None:
    """A later moment never counts for an earlier day."""
    early, late = sorted((one, other))
    assert moment(early.astimezone(zone), rollover).day <= moment(late.astimezone(zone), rollover).day


@given(instants, zones, zones, rollovers)
def test_no_journey_moves_the_day_by_more_than_two(
    instant: datetime, home: timezone, away: timezone, rollover: time
) -> None:
    """Zones lie at most 26 hours apart, so one instant's days differ by two at most, and its UTC by nothing."""
    here, there = moment(instant.astimezone(home), rollover), moment(instant.astimezone(away), rollover)
    assert abs((here.day - there.day).days) <= 2
    assert here.at == there.at == instant


# ---------------------------------------------------------------------------------------------- the day's end

MADE = date(2026, 3, 1)


@pytest.mark.parametrize("row", VECTORS["days"], ids=lambda row: f"{row['zone']} {row['rollover']}")
def test_days_begin_and_end_as_anki_has_them(row: dict[str, Any]) -> None:
    """The day's number and the seconds that are left of it, through both nights that the clocks change in."""
    rollover = time.fromisoformat(row["rollover"])
    assert len(row["times"]) == 15
    for local, number, seconds in row["times"]:
        when = moment(datetime.fromisoformat(local), rollover)
        assert max(0, (when.day - MADE).days) == number  # Anki counts no day before a collection was made
        assert next_rollover(when, rollover) - when.at == timedelta(seconds=seconds)


def test_the_recorded_days_are_of_three_zones_and_three_rollovers() -> None:
    """135 times in all."""
    assert len({(row["zone"], row["rollover"]) for row in VECTORS["days"]}) == len(VECTORS["days"]) == 9


def test_the_last_day_of_the_calendar_ends_with_it() -> None:
    """There is no rollover on the day after."""
    when = moment(datetime(9999, 12, 31, 12, tzinfo=UTC), FOUR)
    assert next_rollover(when, FOUR) == datetime.max.replace(tzinfo=UTC)
    evening = moment(datetime(9999, 12, 30, 23, tzinfo=timezone(timedelta(hours=-11))), time(23))
    assert next_rollover(evening, time(23)) == datetime.max.replace(tzinfo=UTC)


@given(instants, zones, rollovers)
def test_the_next_day_begins_at_the_rollover(instant: datetime, zone: timezone, rollover: time) -> None:
    """Within 24 hours; the moment before it is of today, the moment itself of tomorrow."""
    when = moment(instant.astimezone(zone), rollover)
    end = next_rollover(when, rollover)
    assert timedelta(0) < end - when.at <= timedelta(days=1)
    assert moment(end.astimezone(zone), rollover).day == when.day + timedelta(days=1)
    assert moment((end - timedelta.resolution).astimezone(zone), rollover).day == when.day
