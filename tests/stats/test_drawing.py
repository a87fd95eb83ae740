from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.text import Text

from flashdeck.model import CardKey, Schedule
from flashdeck.stats import figures
from flashdeck.stats.activity import Day
from flashdeck.stats.drawing import ASCII, UNICODE, Glyphs, page
from flashdeck.stats.drawing.charts import MONTHS, bar, columns
from flashdeck.stats.drawing.heatmap import heat_map
from flashdeck.stats.drawing.shares import percent
from flashdeck.stats.leeches import Leech
from flashdeck.stats.retention import Share
from tests.stats.golden import LOOKS, drawn, golden, year

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def plain(lines: list[Text]) -> list[str]:
    return [line.plain.rstrip() for line in lines]


def days(last: date, reviews: dict[date, int]) -> list[Day]:
    """A year of days up to the last one."""
    return [Day(day, reviews.get(day, 0), 0) for day in (last - timedelta(days=ago) for ago in range(364, -1, -1))]


# ---------------------------------------------------------------------------------------------- the page


@pytest.mark.parametrize("look", LOOKS)
def test_the_page_looks_as_it_was_approved(look: str) -> None:
    """`make golden` writes the texts anew."""
    assert drawn(look) == golden(look)


@given(st.integers(1, 160), st.booleans(), st.sampled_from([UNICODE, ASCII]))
@settings(max_examples=40, deadline=None)
def test_no_line_is_wider_than_the_terminal(width: int, color: bool, glyphs: Glyphs) -> None:  # noqa: FBT001
    """However narrow that is; and none ends in spaces."""
    lines = ESCAPE.sub("", page(year().told, year().cards, width, glyphs, color=color)).splitlines()
    assert [line for line in lines if cell_len(line) > width or line != line.rstrip()] == []


def test_color_changes_no_character() -> None:
    """What it tells is told without it; without it nothing is sent that a terminal would obey."""
    assert ESCAPE.search(drawn("80", color=True))
    assert ESCAPE.sub("", drawn("80", color=True)) == drawn("80")
    assert "\x1b" not in drawn("80")


def test_ascii_is_enough() -> None:
    """What the encoding lacks is an escape, counted in the width."""
    assert drawn("80-ascii").isascii()


def test_a_collection_without_history_can_be_drawn() -> None:
    """New cards alone have neither shares nor leeches."""
    empty = figures([], {CardKey("new", 0): Schedule()}, date(2026, 12, 31))
    text = page(empty, {}, 80, UNICODE, color=False)
    assert "To come  nothing in the next 30 days" in text
    assert "Leeches" not in text


def test_a_leech_without_a_text_is_told_by_its_guid() -> None:
    """Nothing in a name is obeyed by the terminal."""
    told = figures([], {CardKey("gone\x1b[2J", 0): Schedule(lapses=9, leech=True)}, date(2026, 12, 31))
    assert told.leeches == (Leech(CardKey("gone\x1b[2J", 0), 9),)
    assert "  9  gone␛[2J\n" in page(told, {}, 80, UNICODE, color=False)


# ---------------------------------------------------------------------------------------------- charts


@pytest.mark.parametrize(
    ("share", "seen"),
    [(0, "──────────"), (0.5, "━━━━━─────"), (0.55, "━━━━━╸────"), (0.97, "━━━━━━━━━╸"), (1, "━━━━━━━━━━")],
)
def test_a_bar_is_as_long_as_its_share(share: float, seen: str) -> None:
    """To half a cell."""
    assert bar(share, 10, "green", UNICODE).plain == seen


def test_columns_stand_on_a_line_with_their_labels() -> None:
    """5 lines are 40 steps: of 8 cards at most, one card is five of them; a label that has no room is left out."""
    assert plain(columns([8, 0, 4, 1], {0: "a", 2: "b", 3: "long"}, 80, "blue", UNICODE)) == [
        "8 █",
        "  █",
        "  █   ▄",
        "  █   █",
        "  █   █ ▅",
        "0 ───────",
        "  a   b",
    ]


def test_columns_have_no_gaps_where_there_is_no_room() -> None:
    """The same heights."""
    assert plain(columns([8, 0, 4, 1], {}, 8, "blue", UNICODE))[4:6] == ["  █ █▅", "0 ────"]


def test_a_column_far_above_all_others_is_cut() -> None:
    """The scale is twice the second highest, and an arrow tells that the first goes on."""
    lines = plain(columns([500, 10, 5], {}, 80, "blue", UNICODE))
    assert lines[0] == "20 ▲"
    assert lines[-2] == " 0 ─────"
    assert lines[1:5] == ["   █", "   █ ▄", "   █ █ ▂", "   █ █ █"]


@pytest.mark.parametrize(
    ("reviews", "known", "seen"),
    [(0, 0, "-"), (4, 3, "75%"), (1000, 999, "99%"), (1000, 1, "1%"), (7, 7, "100%"), (7, 0, "0%")],
)
def test_only_all_is_100_percent(reviews: int, known: int, seen: str) -> None:
    """And only none is 0."""
    assert percent(Share(reviews, known)) == seen


# ---------------------------------------------------------------------------------------------- the calendar


def test_each_day_stands_in_its_week_and_row() -> None:
    """Wednesday, 30 December 2026 is in the last column, the third row; what is to come is empty."""
    last = date(2026, 12, 30)
    drawn = plain(heat_map(days(last, {last: 1, date(2026, 12, 21): 4, date(2026, 1, 4): 2}), 80, UNICODE))
    assert drawn[0] == "Answers by day  31 Dec 2025 – 30 Dec 2026"
    rows = {line[:3]: line[4:] for line in drawn[2:9]}
    assert (rows["Wed"][52], rows["Mon"][51], rows["Sun"][0]) == ("░", "█", "▒")
    assert (len(rows["Mon"]), len(rows["Wed"]), len(rows["Thu"])) == (53, 53, 52)
    assert rows["Mon"].startswith(" ·")
    assert drawn[9] == "    · none  ░ 1  ▒ 2  ▓ 3  █ 4+"


def test_months_are_named_above_the_week_that_they_begin_in() -> None:
    """1 February 2026 is a Sunday, in the week of 26 January: the fifth column of a year from 31 December."""
    months = plain(heat_map(days(date(2026, 12, 30), {}), 80, UNICODE))[1]
    assert months.index("Feb") == 4 + 4
    assert re.findall("[A-Z][a-z]+", months) == [*MONTHS]


def test_a_narrow_terminal_has_the_latest_weeks() -> None:
    """30 columns have room for 26 weeks."""
    drawn = plain(heat_map(days(date(2026, 12, 30), {}), 30, UNICODE))
    assert len(drawn[4]) == 30
    assert drawn[0] == "Answers by day"


def test_shades_go_by_what_most_days_have() -> None:
    """On most days 40 answers or fewer: ten for each shade; one day of 500 changes nothing."""
    last = date(2026, 12, 30)
    reviews = {last - timedelta(days=ago): ago % 40 + 1 for ago in range(200)} | {last: 500}
    assert plain(heat_map(days(last, reviews), 80, UNICODE))[-1] == "    · none  ░ 1–10  ▒ 11–20  ▓ 21–30  █ 31+"
