"""The whole road on one small collection: cards in Markdown, a review, an export, and both texts as the only truth."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

MORNING = "2026-12-01T09:00:00+00:00"
NEXT_DAY = "2026-12-02T09:00:00+00:00"

CARDS = """\
---
tags: [gpu]
source: A datasheet, 2023
as-of: 2026-11
---

# Accelerators

## How much HBM does an H100 SXM carry? {#h100-memory}

80 GB of HBM3.

## Reduce-scatter {#reduce-scatter .reversed}

Each rank ends with one shard of the sum.

## Ring all-reduce {#ring}

A ring of {{c1::$n$}} ranks moves {{c2::$2\\frac{n-1}{n}S$::how many bytes}} per rank.
"""


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    folder = tmp_path / "collection"
    (folder / "cards").mkdir(parents=True)
    (folder / "cards" / "gpu.md").write_text(CARDS, encoding="utf-8")
    return folder


def flashdeck(folder: Path, *arguments: str, now: str = MORNING, keys: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "flashdeck", "--now", now, *arguments],
        cwd=folder,
        input=keys,
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "PYTHONUTF8": "1"},
    )


def listing(folder: Path, now: str = MORNING) -> dict[tuple[str, int], dict[str, Any]]:
    run = flashdeck(folder, "cards", "--json", now=now)
    assert run.returncode == 0, run.stderr
    return {(card["key"], card["ordinal"]): card for card in json.loads(run.stdout)["cards"]}


def test_a_session_from_a_pipe_is_in_the_log_and_in_the_schedules(collection: Path) -> None:
    """` 3 3 1 3q` answers four cards; the third was again and still stands to be repeated."""
    run = flashdeck(collection, "review", "--plain", keys=" 3 3 1 3q")
    assert run.returncode == 0, run.stderr
    (log,) = (collection / ".flashdeck" / "log").glob("*.jsonl")
    events = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert [event["rating"] for event in events if event["kind"] == "review"] == ["good", "good", "again", "good"]
    notes = [event["guid"] for event in events if event["kind"] == "note"]
    for at, event in enumerate(events):
        if event["kind"] == "review":
            assert event["guid"] in notes, "a note stands in the log before its first answer"
            assert next(i for i, e in enumerate(events) if e["kind"] == "note" and e["guid"] == event["guid"]) < at
    answered = [card["schedule"] for card in listing(collection).values() if card["schedule"]["state"] != "new"]
    assert {(s["interval_days"], s["ease"]) for s in answered} == {(1, 2.5)}


def test_deleting_the_index_loses_nothing(collection: Path) -> None:
    """Schedules, guids and the `mod` of the last export come back from the two texts alone."""
    flashdeck(collection, "review", "--plain", keys=" 3 4 2 1 3q")
    first = flashdeck(collection, "export", "--json")
    assert first.returncode == 0, first.stderr
    before, package = listing(collection), Path(json.loads(first.stdout)["file"])
    bytes_before = (collection / package).read_bytes()

    for index in (collection / ".flashdeck").glob("index.db*"):
        index.unlink()

    assert listing(collection) == before
    again = flashdeck(collection, "export", "--json", now=NEXT_DAY)
    report = json.loads(again.stdout)["notes"]
    assert (report["new"], report["updated"], len(report["unchanged"])) == ([], [], 3)
    assert (collection / package).read_bytes() == bytes_before


def test_a_changed_answer_keeps_the_history(collection: Path) -> None:
    """The answer's text may change freely: the card keeps its guid and its schedule."""
    flashdeck(collection, "review", "--plain", keys=" 3 3 3 3 3q")
    before = listing(collection)
    path = collection / "cards" / "gpu.md"
    path.write_text(CARDS.replace("80 GB of HBM3.", "80 GB of HBM3, on five stacks."), encoding="utf-8")
    after = listing(collection)
    assert after["h100-memory", 0]["back"] == "80 GB of HBM3, on five stacks."
    for key, card in before.items():
        assert (after[key]["guid"], after[key]["schedule"]) == (card["guid"], card["schedule"])


def test_undo_reaches_an_earlier_session(collection: Path) -> None:
    """`undo` takes back the last answer after the sitting has ended, and once more the one before."""
    fresh = listing(collection)
    flashdeck(collection, "review", "--plain", keys=" 3 4q")
    for _ in range(2):
        run = flashdeck(collection, "undo", "--json")
        assert run.returncode == 0, run.stderr
        assert json.loads(run.stdout)["schema"] == 1
    assert [card["schedule"] for card in listing(collection).values()] == [card["schedule"] for card in fresh.values()]
    run = flashdeck(collection, "undo")
    assert run.returncode == 1
    assert len(run.stderr.strip().splitlines()) == 1


def test_one_bad_card_stops_nothing(collection: Path) -> None:
    """A file with an error keeps its good cards in the review; `check` fails and names the place."""
    bad = collection / "cards" / "bad.md"
    bad.write_text("## Fine {#fine}\n\nYes.\n\n## Broken {.nonsense}\n\nNo.\n", encoding="utf-8")
    keys = listing(collection)
    assert ("fine", 0) in keys
    assert len(keys) == 6
    run = flashdeck(collection, "check", "--format", "json")
    assert run.returncode == 1
    (problem,) = json.loads(run.stdout)["diagnostics"]
    assert (problem["file"], problem["line"], problem["severity"]) == ("cards/bad.md", 5, "error")


def test_today_ends_and_tomorrow_begins(collection: Path) -> None:
    """What was answered Good today is due tomorrow, and nothing is due again today."""
    flashdeck(collection, "review", "--plain", keys=" 3" * 5)
    today = json.loads(flashdeck(collection, "due", "--json").stdout)["total"]
    assert (today["learning"], today["review"]) == (0, 0)
    tomorrow = json.loads(flashdeck(collection, "due", "--json", now=NEXT_DAY).stdout)["total"]
    assert tomorrow["review"] + tomorrow["deferred"] >= 3
