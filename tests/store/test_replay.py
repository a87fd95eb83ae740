"""Logs with events of every kind, sound and not: what the index comes to step by step is what it comes to anew."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flashdeck.config import Settings
from flashdeck.model import CardKey, Event, Moment, Rating
from flashdeck.store.index import delete_index, open_index
from flashdeck.store.lines import encode
from tests.schedule.histories import CARDS, SETTINGS, histories, settings_of_all
from tests.store.desk import DEVICE, Desk, at, card, review

OF_THE_LOG = (
    *("schedules", "marks", "note_records", "guids", "exports", "undone", "unknown_kinds"),
    *("logs", "log_problems"),
)


def new_desk(root: Path, chosen: Settings) -> Desk:
    (root / "cards").mkdir(parents=True)
    (root / ".flashdeck" / "log").mkdir(parents=True)
    (root / ".flashdeck" / "device").write_text(DEVICE)
    return Desk(root, chosen)


def dump(desk: Desk) -> dict[str, list[str]]:
    """Every row that comes of the log, without the numbers that SQLite gives."""
    with desk.opened(90):
        pass
    index = open_index(desk.index)
    tables = {
        name: sorted(str(row[name == "log_problems" :]) for row in index.execute(f"SELECT * FROM {name}"))
        for name in OF_THE_LOG
    }
    index.close()
    return tables


def append(desk: Desk, events: list[Event]) -> None:
    """Each device's lines at the end of its file."""
    for event in events:
        with (desk.log.parent / f"{event.device}.jsonl").open("ab") as file:
            file.write(encode(event))


@settings(max_examples=40, deadline=None)
@given(histories(most=20), settings_of_all, st.integers(1, 6))
def test_law_5_step_by_step_is_anew(
    tmp_path_factory: pytest.TempPathFactory, events: list[Event], chosen: Settings, size: int
) -> None:
    """A few lines at a time, with all that undoes, renames or makes no sense, under every scheduler."""
    desk = new_desk(tmp_path_factory.mktemp("desk") / "x", chosen)
    for start in range(0, len(events), size):
        append(desk, events[start : start + size])
        with desk.opened(90):
            pass
    before = dump(desk)
    delete_index(desk.index)
    assert dump(desk) == before


def a_long_history() -> list[Event]:
    """The same on every machine."""
    drawn = random.Random(4711)
    found: list[Event] = []
    for round_number in range(60):
        card, day = drawn.choice(CARDS), at(round_number // 2, minutes=round_number)
        kind = drawn.choice(
            ["review"] * 6 + ["suspend", "flag", "bury", "set", "cram", "reset", "undo", "redo", "dream"]
        )
        body: dict[str, Any] = {"rating": drawn.choice([*Rating]).value, "flag": 2, "mood": {"ünknown": [1, None]}}
        body["schedule"] = {"state": "review", "due": "2026-12-20", "interval": 9, "ease": 2360}
        target = {"target": f"desk:{drawn.randrange(round_number + 1)}"}
        body = target if kind in ("undo", "redo") else {**card._asdict(), **body}
        found.append(Event("desk" if round_number % 3 else "lap", round_number, kind, day, body))
    return found


@pytest.mark.parametrize("name", SETTINGS)
def test_law_5_another_process_comes_to_the_same_bytes(tmp_path: Path, name: str) -> None:
    """Built line by line here, at once there, with another hash seed, zone and locale."""
    desk = new_desk(tmp_path / "x", SETTINGS[name])
    for event in a_long_history():
        append(desk, [event])
        with desk.opened(90):
            pass
    before = dump(desk)
    assert len(before["schedules"]) == len(CARDS)
    delete_index(desk.index)
    environment = {**os.environ, "PYTHONHASHSEED": "4711", "TZ": "Pacific/Apia", "LC_ALL": "C", "PYTHONUTF8": "0"}
    command = "import sys, tests.store.test_replay as it; it.print_dump(*sys.argv[1:])"
    output = subprocess.run(
        [sys.executable, "-c", command, str(desk.root), name], env=environment, check=True, capture_output=True
    )
    assert json.loads(output.stdout) == before


def print_dump(root: str, name: str) -> None:
    """For the other process."""
    print(json.dumps(dump(Desk(Path(root), SETTINGS[name]))))


def test_any_scheduler_may_follow_any_other_and_nothing_is_lost(tmp_path: Path) -> None:
    """sm2, anki, fsrs, sm2: each opening replays, and the last comes to what the first came to."""
    desk = new_desk(tmp_path / "x", SETTINGS["sm2"])
    append(desk, a_long_history())
    dumps = []
    for name in ("sm2", "anki", "fsrs", "sm2"):
        desk.settings = SETTINGS[name]
        dumps.append(dump(desk))
    assert dumps[0] == dumps[3]
    assert len({str(each["schedules"]) for each in dumps}) == 3
    for each in dumps[1:3]:
        assert {**each, "schedules": [], "marks": []} == {**dumps[0], "schedules": [], "marks": []}


# ---------------------------------------------------------------------------------------------- single cases


def test_what_was_told_of_an_event_is_forgotten_with_it(tmp_path: Path) -> None:
    """A set that makes no sense is told until it is taken back."""
    desk = new_desk(tmp_path / "x", Settings())
    odd = {"guid": "a", "ordinal": 0, "schedule": {"state": "review"}}
    append(desk, [Event("lap", 1, "review", at(), {"guid": "a", "ordinal": 0, "rating": "good"})])
    append(desk, [Event("lap", 2, "set", at(1), odd)])
    assert ["lap:2" in problem for problem in desk.problems(2)] == [True]
    append(desk, [Event("lap", 3, "undo", at(2), {"target": "lap:2"})])
    assert desk.problems(2) == []


def test_a_device_file_that_was_renamed_keeps_its_numbers(desk: Desk) -> None:
    """Answers after it get numbers of their own, and undo takes back the last of them alone."""
    desk.write("a.md", card("x") + card("y"))
    first = desk.answer("x")[-1]
    desk.log.rename(desk.log.with_name("old-laptop.jsonl"))
    second = desk.answer("y", days=1)[-1]
    assert second.sequence > first.sequence
    with desk.opened(1) as collection:
        undone = collection.undo(at(1, 5))
        assert undone is not None
        assert undone.event == second
        assert collection.schedule(CardKey(first.body["guid"], 0)).interval == 1


def test_a_step_is_asked_when_it_is_over_also_after_a_flight_west(desk: Desk) -> None:
    """Ten minutes are ten minutes, on whatever study day they end."""
    desk.settings = Settings(scheduler="anki")
    desk.write("a.md", card("x"))
    name = desk.card("x")
    with desk.opened() as collection:
        collection.record([review(name, Rating.GOOD, at())])
    landed = Moment(at(minutes=25).at, -600, at(-1).day)
    with type(collection).open(desk.root, desk.settings, landed) as collection:
        assert collection.queue().cards == (name,)
        assert [candidate.key for candidate in collection.candidates()] == [name]


def test_law_7_undo_and_redo_outlive_rollovers_and_restarts(desk: Desk) -> None:
    """Any depth, each in a session on another day; queue and limits are those of that day without the answer."""
    desk.settings = Settings(new_per_day=2)
    desk.write("a.md", "".join(card(f"q{number}") for number in range(4)))
    for number in range(3):
        desk.answer(f"q{number}", Rating.AGAIN if number == 1 else Rating.EASY, days=number)

    def seen(day: int) -> tuple[Any, ...]:
        with desk.opened(20 + day) as collection:
            return [entry.schedule for entry in collection.entries()], collection.queue()

    with desk.opened(20) as collection:
        states = [[entry.schedule for entry in collection.entries()]]
    for day in range(3):
        with desk.opened(20 + day) as collection:
            assert collection.undo(at(20 + day)) is not None
            states.append([entry.schedule for entry in collection.entries()])
    for day in range(3, 6):
        with desk.opened(20 + day) as collection:
            assert collection.redo(at(20 + day)) is not None
        assert seen(day)[0] == states[5 - day]
        fresh = seen(day)
        delete_index(desk.index)
        assert seen(day) == fresh
    with desk.opened(30) as collection:
        assert collection.redo(at(30)) is None
