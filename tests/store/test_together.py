"""Several processes, several devices, several versions on one log."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date

import pytest

from flashdeck.config import Settings
from flashdeck.model import Event, Schedule, State
from flashdeck.store import lines
from tests.store.desk import DEVICE, Desk, at, card, foreign, review


def test_two_openings_see_each_others_answers(desk: Desk) -> None:
    """Whoever records next has read what the other wrote, with numbers of its own."""
    desk.write("a.md", card("x") + card("y"))
    x, y = desk.card("x"), desk.card("y")
    with desk.opened() as one, desk.opened() as other:
        one.record([review(x)])
        [_, event] = other.record([review(y)])
        assert event.sequence == 4
        assert other.entry(x).schedule.interval == 1
        one.record([review(x, when=at(1))])
        assert one.entry(y).schedule.interval == 1
        assert one.entry(x).schedule.interval == 6


RECORD = """
import sys
from pathlib import Path
from tests.store.desk import Desk, at, review

desk = Desk(Path(sys.argv[1]))
name = desk.card(sys.argv[2])
for day in range(20):
    with desk.opened(day) as collection:
        collection.record([review(name, when=at(day))])
"""


def test_two_processes_answer_at_once(desk: Desk) -> None:
    """No answer is lost, no number is given out twice, and the index says what the log says."""
    desk.write("a.md", card("x") + card("y"))
    processes = [
        subprocess.Popen([sys.executable, "-c", RECORD, str(desk.root), key], stderr=subprocess.PIPE, text=True)
        for key in "xy"
    ]
    assert [process.communicate()[1] for process in processes] == ["", ""]
    written = desk.lines()
    assert [line["kind"] for line in written].count("review") == 40
    assert [line["id"] for line in written] == [f"{DEVICE}:{number}" for number in range(1, len(written) + 1)]
    with desk.opened(days=20) as collection:
        before = [entry.schedule for entry in collection.entries()]
    desk.index.unlink()
    with desk.opened(days=20) as collection:
        assert [entry.schedule for entry in collection.entries()] == before
        assert all(schedule.repetitions > 1 for schedule in before)


def test_only_the_end_of_the_log_is_read(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was folded once is not read again, neither by an opening nor by an answer."""
    desk.write("a.md", card("x"))
    for day in range(5):
        desk.answer("x", days=day)
    name = desk.card("x")
    last = desk.log.read_bytes().splitlines(keepends=True)[-1]
    with desk.log.open("ab") as stream:
        stream.write(last.replace(b":6", b":7").replace(b"-05", b"-06"))
    decoded: list[bytes] = []
    real = lines.decode

    def decode(raw: bytes) -> Event:
        decoded.append(raw)
        return real(raw)

    monkeypatch.setattr(lines, "decode", decode)
    with desk.opened(days=6) as collection:
        assert [json.loads(raw)["id"] for raw in decoded] == [f"{DEVICE}:7"]
        collection.record([review(name, when=at(6))])
        decoded.clear()
        collection.record([review(name, when=at(7))])
    assert [json.loads(raw)["id"] for raw in decoded] == [f"{DEVICE}:9"]


def test_another_devices_older_answers_are_folded_in_their_place(desk: Desk) -> None:
    """A file that comes by git counts as if it had always been there."""
    desk.write("a.md", card("x"))
    name = desk.card("x")
    desk.answer("x", days=2)
    (desk.log.parent / "phone.jsonl").write_bytes(foreign("2026-12-01", 1, name.guid))
    with desk.opened(days=2) as collection:
        assert collection.entry(name).schedule == Schedule(
            State.REVIEW,
            6,
            2500,
            2,
            0,
            due=date(2026, 12, 9),
            first=date(2026, 12, 1),
            last=date(2026, 12, 3),
            answers=2,
        )
    (desk.log.parent / "phone.jsonl").unlink()
    with desk.opened(days=2) as collection:
        assert collection.entry(name).schedule.interval == 1


def test_answers_that_are_gone_make_a_card_new_again(desk: Desk) -> None:
    """A log file may be taken out again, and then the queue has the card as if it had never been there."""
    desk.write("a.md", card("x"))
    name = desk.card("x")
    desk.log.parent.mkdir()
    (desk.log.parent / "phone.jsonl").write_bytes(foreign("2026-12-01", 1, name.guid))
    with desk.opened() as collection:
        assert collection.queue().cards == ()
    (desk.log.parent / "phone.jsonl").unlink()
    with desk.opened() as collection:
        assert collection.queue().cards == (name,)


def test_a_changed_setting_replays_the_log(desk: Desk) -> None:
    """The fold always uses today's settings, for the whole collection or for a deck."""
    desk.write("a.md", card("x"))
    name = desk.card("x")
    desk.answer("x")
    desk.answer("x", days=1)
    for settings, interval in (
        (Settings(max_interval=4), 4),
        (Settings(), 6),
        (Settings(decks={"a": {"max-interval": 3}}), 3),
    ):
        desk.settings = settings
        with desk.opened(days=1) as collection:
            assert collection.entry(name).schedule.interval == interval


def test_a_card_that_moves_follows_its_new_decks_settings(desk: Desk) -> None:
    """Where a deck has a longest interval of its own, moving a card is a replay."""
    desk.settings = Settings(decks={"short": {"max-interval": 3}})
    path = desk.write("a.md", card("x"))
    name = desk.card("x")
    desk.answer("x")
    desk.answer("x", days=1)
    path.rename(path.with_name("short.md"))
    with desk.opened(days=1) as collection:
        assert collection.entry(name).schedule.interval == 3


def test_an_unknown_kind_is_kept_and_told(desk: Desk) -> None:
    """A newer version may have written it; this one leaves it alone."""
    desk.write("a.md", card("x"))
    desk.answer("x")
    line = {**desk.lines()[-1], "id": f"{DEVICE}:9", "kind": "wave", "day": "2026-12-02"}
    with desk.log.open("a") as stream:
        stream.write(json.dumps(line) + "\n")
    [problem] = desk.problems()
    assert "`wave`" in problem
    assert desk.answer("x", days=3)[0].sequence == 10
    assert desk.lines()[2]["kind"] == "wave"
