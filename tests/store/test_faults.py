"""What goes wrong, and what is left of it."""

from __future__ import annotations

import sqlite3

import pytest

from flashdeck.model import Schedule, UserError
from flashdeck.store import opened
from flashdeck.store.index import DamagedIndexError
from tests.store.desk import DEVICE, Desk, at, card, foreign, review


def test_bad_lines_are_named_at_every_opening(desk: Desk) -> None:
    """Until somebody mends them; the good lines around them count."""
    desk.write("a.md", card("x") + card("y"))
    desk.answer("x")
    with desk.log.open("ab") as stream:
        stream.write(b"<<<<<<< HEAD\nnonsense\n")
    desk.answer("y")
    for _ in range(2):
        problems = desk.problems()
        assert [problem.split(": ")[0] for problem in problems] == [
            f".flashdeck/log/{DEVICE}.jsonl:3",
            f".flashdeck/log/{DEVICE}.jsonl:4",
        ]
    with desk.opened() as collection:
        assert all(entry.schedule.interval == 1 for entry in collection.entries())
    desk.log.write_bytes(desk.log.read_bytes().replace(b"<<<<<<< HEAD\nnonsense\n", b""))
    assert desk.problems() == []


def test_an_unreadable_log_file_is_named_until_it_can_be_read(desk: Desk) -> None:
    """Its answers are left out for so long, and then they are back."""
    desk.write("a.md", card("x"))
    name = desk.card("x")
    desk.answer("x")
    text = desk.log.read_bytes()
    desk.log.unlink()
    desk.log.mkdir()
    for _ in range(2):
        with desk.opened() as collection:
            assert len(collection.problems) == 1
            assert collection.entry(name).schedule == Schedule()
    desk.log.rmdir()
    desk.log.write_bytes(text)
    with desk.opened() as collection:
        assert collection.problems == []
        assert collection.entry(name).schedule.interval == 1


def test_a_full_disk_is_one_sentence(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer that is not on the disk does not count, and says so."""
    desk.write("a.md", card("x"))
    name = desk.card("x")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with desk.opened() as collection:
        monkeypatch.setattr("flashdeck.store.log.flush", full)
        with pytest.raises(UserError, match="No space left on device"):
            collection.record([review(name)])
        assert collection.entry(name).schedule == Schedule()
        monkeypatch.undo()
        collection.record([review(name)])
        assert collection.entry(name).schedule.interval == 1


@pytest.mark.parametrize("error", [UserError("The index is held."), DamagedIndexError("torn")])
def test_an_answer_outlives_an_index_that_cannot_follow(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """The line in the log is what counts; the index catches up."""
    desk.write("a.md", card("x"))
    name = desk.card("x")

    def fail(*_: object) -> None:
        monkeypatch.undo()
        raise error

    with desk.opened() as collection:
        monkeypatch.setattr(opened, "catch_up", fail)
        events = collection.record([review(name)])
        assert [event.kind for event in events] == ["note", "review"]
        assert len(collection.problems) == 1
    with desk.opened() as collection:
        assert collection.entry(name).schedule.interval == 1


def test_an_index_that_breaks_while_it_is_open_is_rebuilt(desk: Desk) -> None:
    """Also in the middle of a session."""
    desk.write("a.md", card("x"))
    name = desk.card("x")
    desk.answer("x")
    with desk.opened() as collection:
        with sqlite3.connect(desk.index) as connection:
            connection.execute("DROP TABLE cards")
        connection.close()
        assert collection.entry(name).schedule.interval == 1
        with sqlite3.connect(desk.index) as connection:
            connection.execute("DROP TABLE logs")
        connection.close()
        collection.record([review(name, when=at(1))])
        assert collection.entry(name).schedule.interval == 6


def test_an_index_that_breaks_under_a_listing_is_rebuilt(desk: Desk) -> None:
    """Nothing of it is handed out before all of it could be read."""
    desk.write("a.md", card("x"))
    with desk.opened() as collection:
        with sqlite3.connect(desk.index) as connection:
            connection.execute("UPDATE notes SET rest = '{}'")
        connection.close()
        assert [entry.card.note.key for entry in collection.entries()] == ["x"]


def test_a_clock_set_back_is_told(desk: Desk) -> None:
    """From five minutes before this device's last event on."""
    desk.write("a.md", card("x"))
    desk.answer("x", days=2)
    with desk.opened(days=2, minutes=-5) as collection:
        assert collection.problems == []
    with desk.opened(days=2, minutes=-6) as collection:
        assert [problem.split(":")[0] for problem in collection.problems] == ["The clock was set back"]


def test_another_devices_clock_is_its_own(desk: Desk) -> None:
    """Their files may be ahead of this device's time."""
    desk.write("a.md", card("x"))
    desk.answer("x")
    (desk.log.parent / "phone.jsonl").write_bytes(foreign("2027-01-01", 1, "elsewhere"))
    assert desk.problems() == []
