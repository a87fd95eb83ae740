from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.commands.calls import NEXT_DAY, call, report, review, spawn, write

TYPED = """\
## Accelerators {#gpu .table .typed}

| GPU  | Memory | Power |
|------|--------|-------|
| H100 | 80 GB  | 700 W |
| H200 | 141 GB | 700 W |
"""


def days(found: Any) -> dict[str, int]:
    """The days with answers."""
    return {day["day"]: day["reviews"] for day in found["days"] if day["reviews"]}


def test_an_empty_log_says_what_to_do_next(gpu: Path) -> None:
    """In one sentence."""
    assert call("stats").stdout == "No card was answered yet: start with `flashdeck review`.\n"
    assert call("stats", "net").stdout == "No card of `net` was answered yet: start with `flashdeck review net`.\n"


def test_without_cards_it_says_where_they_go(folder: Path) -> None:
    """A review would ask nothing."""
    assert call("stats").stdout.startswith("There are no cards yet: write some into cards/")


def test_an_empty_log_has_figures_too(gpu: Path) -> None:
    """Nothing counted, nothing said that cannot be said."""
    found = report("stats")
    assert list(found) == ["reviews", "days", "streak", "retention", "forecast", "workload", "hours", "leeches"]
    assert found["reviews"] == {"count": 0, "seconds": 0, "median_seconds": None, "mean_seconds": None}
    assert (len(found["days"]), len(found["forecast"]), len(found["hours"])) == (365, 30, 24)


def test_the_figures_of_two_mornings(gpu: Path) -> None:
    """Good on the first, one Again and Good, and one Good, on the second: of two reviews one was known."""
    review(" 3 3q")
    call("review", "--plain", "--new", "0", now=NEXT_DAY, keys=" 1 3 3q")
    found = report("stats", now=NEXT_DAY)
    assert found["reviews"]["count"] == 5
    assert days(found) == {"2026-12-01": 2, "2026-12-02": 3}
    assert found["streak"] == {"current": 2, "longest": 2}
    assert found["retention"]["all"]["overall"] == {"reviews": 2, "known": 1, "retention": 0.5}
    assert found["retention"]["all"]["intervals"][0]["interval"] == "1 day"
    assert found["hours"][9] == 5
    due = {day["day"]: day["cards"] for day in found["forecast"] if day["cards"]}
    assert due == {"2026-12-03": 1, "2026-12-08": 1}
    assert found["workload"]["reviews_per_day"] == pytest.approx(2 / 30)


def test_what_was_taken_back_is_not_told(gpu: Path) -> None:
    """The figures are of the answers that stand."""
    review(" 3 3q")
    call("undo")
    assert days(report("stats")) == {"2026-12-01": 1}


def test_named_decks_are_told_with_those_below_them(gpu: Path) -> None:
    """`net` holds `net::ring`; case does not matter, and a name that no deck has is told."""
    call("review", "--plain", "net", keys=" 3q")
    call("review", "--plain", "gpu", keys=" 3 3q")
    assert days(report("stats", "net")) == {"2026-12-01": 1}
    assert days(report("stats", "gpu", "net::ring")) == {"2026-12-01": 3}
    assert "did you mean `net::ring`?" in call("stats", "net::rings", code=1).stderr


def test_the_history_of_a_card_whose_text_is_gone_is_told_of_all_decks(gpu: Path) -> None:
    """It belongs to no deck any more."""
    call("review", "--plain", "net", keys=" 3q")
    (gpu / "cards" / "net" / "ring.md").write_text("## Another? {#another}\n\nYes.\n", encoding="utf-8")
    assert days(report("stats")) == {"2026-12-01": 1}
    assert days(report("stats", "net")) == {}


def test_a_leech_is_told_with_what_it_is_confused_with(folder: Path) -> None:
    """Forgotten on its second day with the memory of the other GPU typed: its cell, and both of its neighbours."""
    write(folder / "cards" / "gpu.md", TYPED)
    write(folder / "flashdeck.toml", "leech-threshold = 1\n")
    call("review", "--plain", "--limit", "1", keys="80 GB\n3q")
    call("review", "--plain", "--limit", "1", now=NEXT_DAY, keys="141 gb\n1q")
    (leech,) = report("stats", now=NEXT_DAY)["leeches"]
    assert (leech["key"], leech["front"], leech["lapses"]) == ("gpu/h100/memory", "H100 — Memory", 1)
    assert leech["typed"] == [{"text": "141 gb", "times": 1, "answer_of": "gpu/h200/memory"}]
    assert {each["key"] for each in leech["neighbours"]} == {"gpu/h200/memory", "gpu/h100/power"}
    assert "typed   141 gb (1 time), the answer of H200 — Memory" in call("stats", now=NEXT_DAY).stdout


def test_the_page_fits_the_terminal(gpu: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And is in colour where that is asked for."""
    review(" 3q")
    monkeypatch.setenv("COLUMNS", "44")
    drawn = call("stats").stdout
    assert max(map(len, drawn.splitlines())) <= 44
    assert "\x1b" not in drawn
    assert "\x1b[1mAnswers" in call("stats", "--color", "always").stdout


def test_where_the_encoding_has_no_blocks_the_page_is_ascii(gpu: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is escaped that another character could stand for."""
    review(" 3q")
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    run = spawn("stats", cwd=gpu)
    assert run.returncode == 0
    assert run.stdout.isascii()
    assert "\\u" not in run.stdout
    assert "# 4+" in run.stdout


def test_a_year_ends_today(gpu: Path) -> None:
    """By the study day of `--now`."""
    found = report("stats", now="2027-03-01T01:00:00+00:00")
    assert found["days"][-1]["day"] == "2027-02-28"
    assert found["days"][0]["day"] == f"{date(2027, 2, 28) - timedelta(days=364)}"
