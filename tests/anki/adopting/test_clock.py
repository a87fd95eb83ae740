"""Days and times of Anki's, beside what the engine itself makes of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import UTC, date, datetime, time, timedelta, timezone
from pathlib import Path

import pytest

from flashdeck.anki.adopting.clock import Calendar
from flashdeck.anki.reading.values import AnkiClock
from flashdeck.schedule import moment, study_day

ROLLOVER = time(4)
CREATED = (1_690_000_000, 1_700_000_000, 1_700_025_200, 1_700_057_600)
WEST = (None, 480, 0, -600)

ENGINE = """
import json, sys
from anki.collection import Collection
path, today = sys.argv[1], {}
for west in json.loads(sys.argv[2]):
    for created in json.loads(sys.argv[3]):
        col = Collection(path)
        col.db.execute("UPDATE col SET crt = ?", created)
        col.remove_config("creationOffset") if west is None else col.set_config("creationOffset", west)
        col.close()
        col = Collection(path)
        today[f"{created} {west}"] = col.sched.today
        col.close()
print(json.dumps(today))
"""


@pytest.mark.parametrize("hours", [-11, -8, 0, 1, 9, 14])
def test_todays_number_is_the_engines(hours: int, tmp_path: Path) -> None:
    """In every zone, wherever the collection was made, and where it does not say that."""
    command = [sys.executable, "-c", ENGINE, str(tmp_path / "c.anki2"), json.dumps(WEST), json.dumps(CREATED)]
    environment = {**os.environ, "TZ": f"HERE{-hours:+d}"}
    zone = timezone(timedelta(hours=hours))
    before = datetime.now(zone)
    told = json.loads(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
    if study_day(before.replace(tzinfo=None), ROLLOVER) != study_day(datetime.now(zone).replace(tzinfo=None), ROLLOVER):
        pytest.fail("the day ended while the engine was asked")  # pragma: no cover
    now = moment(before, ROLLOVER)
    for place, number in told.items():
        created, west = (None if word == "None" else int(word) for word in place.split())
        assert created is not None
        clock = AnkiClock(created, None if west is None else -west)
        calendar = Calendar(clock, lambda _: 60 * hours, ROLLOVER, now)
        assert calendar.date_of(number) == now.day, place


def test_a_time_is_a_moment_of_the_zone_that_held_then() -> None:
    """The study day follows the wall clock of that time, and the collection's own rollover."""
    winter = datetime(2026, 1, 10, 3, 30, tzinfo=UTC)
    summer = datetime(2026, 7, 10, 1, 30, tzinfo=UTC)
    berlin = lambda when: 120 if when.month == 7 else 60  # noqa: E731
    calendar = Calendar(AnkiClock(0, 0), berlin, ROLLOVER, moment(summer, ROLLOVER))
    one, other = (calendar.moment_of(int(when.timestamp() * 1000) + 7) for when in (winter, summer))
    assert (one.at, one.offset, one.day) == (winter + timedelta(milliseconds=7), 60, date(2026, 1, 10))
    assert (other.at, other.offset, other.day) == (summer + timedelta(milliseconds=7), 120, date(2026, 7, 9))


@pytest.mark.parametrize("number", [-(2**53), -1, 2**53])
@pytest.mark.parametrize("minutes", [-1439, 0, 1439])
def test_numbers_that_no_calendar_has(number: int, minutes: int) -> None:
    """They are moved to its ends, in every zone."""
    calendar = Calendar(AnkiClock(number, None), lambda _: minutes, ROLLOVER, moment(datetime.now(UTC), ROLLOVER))
    assert 1969 <= calendar.moment_of(number).day.year <= 9999
    assert calendar.date_of(number).year >= 1969
