"""When a fact was last checked too long ago."""

from __future__ import annotations

from datetime import date

import pytest

from flashdeck.compile import Freshness, compile_file
from flashdeck.compile.freshness import last_day
from tests.compile.texts import FILE, compiled, underlined

NOVEMBER = Freshness(date(2026, 11, 30), 18)


@pytest.mark.parametrize(
    ("as_of", "stale"),
    [
        ("2025-05-29", True),
        ("2025-05-30", False),
        ("2025-05", False),
        ("2025-04", True),
        ("2024", True),
        ("2025", False),
        ("2026-11-30", False),
        ("2030", False),
        ("0001", True),
    ],
)
def test_the_last_day_that_is_meant_counts(as_of: str, *, stale: bool) -> None:
    """18 months before 30 November 2026 is 30 May 2025; of a month or year the writer has the benefit of the doubt."""
    assert NOVEMBER.is_stale(as_of) is stale


@pytest.mark.parametrize(
    ("today", "months", "oldest"),
    [
        (date(2026, 3, 31), 1, "2026-02-28"),
        (date(2024, 3, 31), 1, "2024-02-29"),
        (date(2026, 1, 15), 1, "2025-12-15"),
        (date(2026, 6, 30), 600, "1976-06-30"),
    ],
)
def test_months_are_those_of_the_calendar(today: date, months: int, oldest: str) -> None:
    """The same day of an earlier month, or that month's last."""
    freshness = Freshness(today, months)
    day = date.fromisoformat(oldest)
    assert not freshness.is_stale(oldest)
    assert freshness.is_stale(date.fromordinal(day.toordinal() - 1).isoformat())


def test_more_months_than_there_were_make_nothing_stale() -> None:
    """The calendar begins with year 1."""
    assert not Freshness(date(1, 2, 1), 18).is_stale("0001-01-01")


def test_what_is_no_date_has_no_last_day() -> None:
    """The caller has reported it."""
    assert last_day("2024-02") == date(2024, 2, 29)
    assert last_day("2025-12") == date(2025, 12, 31)
    with pytest.raises(ValueError, match="2026-13"):
        last_day("2026-13")


def test_each_place_where_a_day_is_written_is_told_once() -> None:
    """The front matter, the options of a heading and a cell of a table, each with the day and the day of today."""
    text = (
        "---\nas-of: 2024\n---\n## a {as-of=2024-03}\n\nb\n\n## c\n\nd\n\n## e\n\nf\n\n"
        "## t {#t .table}\n\n| x | y | z | As of |\n|---|---|---|---|\n| 1 | 2 | 3 | 2025-01 |\n| 4 | 5 | 6 | |\n"
    )
    result = compile_file(FILE, text.encode(), deck="gpu", freshness=NOVEMBER)
    assert [(each.code, each.severity, each.span.line, underlined(each)) for each in result.diagnostics] == [
        ("stale-as-of", "warning", 2, "2024"),
        ("stale-as-of", "warning", 4, "as-of=2024-03"),
        ("stale-as-of", "warning", 20, "2025-01"),
    ]
    first = result.diagnostics[0]
    assert "2024" in first.message
    assert "18 months" in first.message
    assert "`2026-11-30`" in first.help
    assert len(result.notes) == 7
    assert compiled(text).diagnostics == ()
