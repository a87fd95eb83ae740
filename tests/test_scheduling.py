"""What people ran into elsewhere when days turned and answers were lost, and do not here; each case by its number."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.commands.calls import MORNING, NEXT_DAY, call, report, review, texts, write

LONG_AGO = "2026-06-01T09:00:00+00:00"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A collection of three tagged cards in two decks, which is the working directory."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "cards" / "gpu.md", "---\ntags: [hw]\n---\n\n" + cards("h100", "ring"))
    write(tmp_path / "cards" / "net.md", "---\ntags: [links]\n---\n\n" + cards("torus"))
    return tmp_path


def cards(*keys: str) -> str:
    return "".join(f"## What is {key}? {{#{key}}}\n\nIt is {key}.\n\n" for key in keys)


def log(folder: Path) -> list[dict[str, Any]]:
    """The answers that are on the disk."""
    lines = [line for path in (folder / ".flashdeck" / "log").glob("*.jsonl") for line in path.read_text().splitlines()]
    return [line for line in map(json.loads, lines) if line["kind"] == "review"]


def schedules(now: str = MORNING) -> dict[str, dict[str, Any]]:
    return {card["key"]: card["schedule"] for card in report("cards", now=now)["cards"]}


def due(now: str, *options: str) -> dict[str, Any]:
    found: dict[str, Any] = report("due", *options, now=now)["total"]
    return found


def asked(*arguments: str, now: str = MORNING) -> list[str]:
    """The cards that a sitting begins with, each answered Easy."""
    before = len(list(Path(".flashdeck/log").glob("*.jsonl"))) and len(log(Path()))
    call("review", "--plain", *arguments, now=now, keys=" 4" * 9)
    names = {card["guid"]: card["key"] for card in report("cards", now=now)["cards"]}
    return [names[answer["guid"]] for answer in log(Path())[before:]]


# ---------------------------------------------------------------------------------------------- the day


@pytest.mark.parametrize(
    ("now", "day"),
    [
        ("2026-12-01T23:50:00+01:00", "2026-12-01"),
        ("2026-12-02T00:30:00+01:00", "2026-12-01"),
        ("2026-12-02T03:59:59+01:00", "2026-12-01"),
        ("2026-12-02T04:00:00+01:00", "2026-12-02"),
    ],
)
def test_r78_past_midnight_is_the_same_study_day(folder: Path, now: str, day: str) -> None:
    """Up to the rollover, on both sides of its hour, and by the setting as it is."""
    review(" 3q", now=now)
    assert [answer["day"] for answer in log(folder)] == [day]
    call("undo", now=now)
    call("--set", "rollover=00:00", "review", "--plain", now=now, keys=" 3q")
    assert log(folder)[-1]["day"] == now[:10]


def test_r80_a_day_is_no_86400_seconds(folder: Path) -> None:
    """Los Angeles, 7 to 9 March: a day is due on the next one, also where the night between has 23 hours."""
    review(" 3 3 3", now="2026-03-07T21:00:00-08:00")
    assert due("2026-03-08T03:59:00-07:00")["review"] == 0
    assert due("2026-03-08T04:00:00-07:00")["review"] == 3
    review(" 3 3 3", now="2026-03-08T21:00:00-07:00")
    assert [(answer["day"], answer["offset"]) for answer in log(folder)][::3] == [
        ("2026-03-07", -480),
        ("2026-03-08", -420),
    ]
    assert due("2026-03-13T21:00:00-07:00")["review"] == 0
    assert due("2026-03-14T04:00:00-07:00")["review"] == 3


def test_r82_neither_travel_nor_another_rollover_rewrites_the_past(folder: Path) -> None:
    """The local day is stored with each answer: files and schedules stay as they are."""
    review(" 3q", now="2026-12-01T02:00:00+13:00")
    review(" 3q", now="2026-12-02T02:00:00-10:00")
    before, stood = texts(folder), schedules()
    assert [answer["day"] for answer in log(folder)] == ["2026-11-30", "2026-12-01"]
    for rollover in ("00:00", "12:00"):
        found = report("--set", f"rollover={rollover}", "cards", now="2026-12-02T09:00:00+09:00")["cards"]
        assert {card["key"]: card["schedule"] for card in found} == stood
    assert texts(folder) == before


# ---------------------------------------------------------------------------------------------- SM-2


def test_r83_a_failure_leaves_the_ease_alone(folder: Path) -> None:
    """The reading of the text that is chosen here; ease is 1.3 or more, whatever was answered."""
    kept = report("simulate", "good", "hard", "again", "again")["answers"]
    assert [answer["schedule"]["ease"] for answer in kept] == [2.5, 2.36, 2.36, 2.36]
    low = report("simulate", *["hard"] * 15)["answers"]
    assert [answer["schedule"]["ease"] for answer in low][-3:] == [1.3, 1.3, 1.3]


def test_r84_what_was_not_known_returns_in_the_sitting(folder: Path) -> None:
    """Until it is, and I(n) = I(n-1) x EF, rounded up."""
    review(" 1 3 2 1 3 3q")
    names = [answer["guid"] for answer in log(folder)]
    assert [names.count(name) for name in dict.fromkeys(names)] == [3, 1, 2]
    assert due(MORNING)["learning"] == 0
    played = report("simulate", "good", "good", "good", "hard")["answers"]
    assert [answer["schedule"]["interval_days"] for answer in played] == [1, 6, 15, 36]


def test_r85_a_pile_is_taken_in_portions(folder: Path) -> None:
    """Caps for due and new cards; the rest waits and is told; fuzz follows from the card."""
    call("--set", "new-per-day=2", "review", "--plain", now=LONG_AGO, keys=" 3" * 9)
    capped = due(MORNING, "--set", "reviews-per-day=1")
    assert (capped["review"], capped["new"], capped["reasons"]["limit"]) == (1, 0, 2)
    capped = due(MORNING, "--set", "new-per-day=0")
    assert (capped["review"], capped["new"], capped["reasons"]["limit"]) == (2, 0, 1)
    options = ("--set", "scheduler=anki", "simulate", "easy", "good", "good", "--card", "ring")
    assert report(*options) == report(*options)


# ---------------------------------------------------------------------------------------------- the sitting


def test_r87_a_wrong_key_is_taken_back_also_after_the_last_card(folder: Path) -> None:
    """Card, queue and counters are as before, several steps back and in a later session; the log only grew."""
    states = [(schedules(), due(MORNING))]
    for key in "314":
        review(f" {key}q")
        states.append((schedules(), due(MORNING)))
    for state in reversed(states[:-1]):
        call("undo")
        assert (schedules(), due(MORNING)) == state
    assert len(log(folder)) == 3


def test_r92_a_review_writes_no_card_file(folder: Path) -> None:
    """Not a byte, nor a time."""
    paths = sorted((folder / "cards").glob("*.md"))
    before = [(path.read_bytes(), path.stat().st_mtime_ns) for path in paths]
    review(" 1 3 3 4")
    call("suspend", "ring")
    call("undo")
    assert [(path.read_bytes(), path.stat().st_mtime_ns) for path in paths] == before


def test_r93_progress_is_apart_and_two_logs_are_one(folder: Path) -> None:
    """Each device has a file of its own, so that they merge as files, and count in the order of time."""
    review(" 3q")
    [mine] = (folder / ".flashdeck" / "log").glob("*.jsonl")
    line = json.loads(mine.read_text().splitlines()[-1])
    other = {**line, "id": "phone:1", "at": "2026-11-30T09:00:00.000+00:00", "day": "2026-11-30"}
    write(mine.with_name("phone.jsonl"), json.dumps(other) + "\n")
    assert schedules()["h100"]["interval_days"] == 6
    assert ".flashdeck/log" not in (folder / ".flashdeck" / ".gitignore").read_text()


# ---------------------------------------------------------------------------------------------- what was wished for


def test_r97_a_suspended_card_keeps_its_interval_and_returns(folder: Path) -> None:
    """And one that is buried returns by itself; a leech may be suspended."""
    review(" 3q")
    stood = schedules()["h100"]
    call("suspend", "h100")
    assert schedules()["h100"] == stood
    assert asked(now=NEXT_DAY) == ["ring", "torus"]
    call("unsuspend", "h100", now=NEXT_DAY)
    call("bury", "h100", now=NEXT_DAY)
    assert asked(now=NEXT_DAY) == []
    assert asked(now="2026-12-03T09:00:00+00:00") == ["h100", "ring", "torus"]  # the one that waited comes first


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("gpu", "net"), ["h100", "ring", "torus"]),
        (("net",), ["torus"]),
        (("--tag", "hw"), ["h100", "ring"]),
        (("--tag", "links", "--tag", "hw"), ["h100", "ring", "torus"]),
        (("gpu", "net", "--tag", "links"), ["torus"]),
    ],
)
def test_r99_a_sitting_may_be_of_several_decks_and_tags(
    folder: Path, arguments: tuple[str, ...], expected: list[str]
) -> None:
    """Decks are alternatives, and so are tags; given together both have to hold."""
    assert asked(*arguments) == expected


def test_r100_new_cards_come_in_the_order_of_the_files(folder: Path) -> None:
    """Whenever they were written, unless they are to be shuffled."""
    write(folder / "cards" / "aaa.md", cards("zebra", "ant"))
    assert asked() == ["zebra", "ant", "h100", "ring", "torus"]
