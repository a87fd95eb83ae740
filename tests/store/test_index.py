from __future__ import annotations

import errno
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils import Database

from flashdeck.model import UserError
from flashdeck.store import index, migrations
from flashdeck.store.index import VERSION, open_index
from tests.store.desk import Desk, card

CURE = "The index was damaged; it is rebuilt from the card files and the log."


@pytest.fixture
def used(desk: Desk) -> Desk:
    """A collection of 300 cards, of which one was answered."""
    desk.write("a.md", "".join(card(f"q{number}", "An answer. " * 20) for number in range(300)))
    desk.answer("q7")
    return desk


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:20_000])


def zero(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


def zero_the_middle(path: Path) -> None:
    text = bytearray(path.read_bytes())
    text[8192:-8192] = bytes(len(text) - 16384)
    path.write_bytes(text)


def replace_by_text(path: Path) -> None:
    path.write_text("## A card?\n\nIn the wrong place.\n")


def drop_a_table(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TABLE schedules")
    connection.close()


def empty_a_note(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE notes SET rest = ''")
    connection.close()


@pytest.mark.parametrize("damage", [cut, zero, zero_the_middle, replace_by_text, drop_a_table, empty_a_note])
def test_a_damaged_index_is_rebuilt(used: Desk, damage: Callable[[Path], None]) -> None:
    """Whatever happened to the file, the answer is still there afterwards, and one line tells of it."""
    name = used.card("q7")
    damage(used.index)
    with used.opened() as collection:
        schedule = collection.entry(name).schedule
        assert schedule.interval == 1
        assert len(collection.queue().cards) == 19
        assert collection.problems == [CURE]
    assert used.problems() == []


@pytest.mark.parametrize("size", [0, 50])
def test_an_index_cut_to_almost_nothing_is_made_anew(used: Desk, size: int) -> None:
    """An empty file is a new index to SQLite; a piece of the header is not."""
    used.index.write_bytes(used.index.read_bytes()[:size])
    assert len(used.keys()) == 300


def test_an_index_cut_at_its_end_is_rebuilt(used: Desk) -> None:
    """Also where what was asked for stands in what is left of it."""
    whole = used.index.read_bytes()
    used.index.write_bytes(whole[:-1])
    with used.opened() as collection:
        assert collection.problems == [CURE]
    assert len(used.keys()) == 300


def test_s04_an_index_from_a_newer_version_is_left_alone(used: Desk) -> None:
    """One sentence, and no byte of the folder is changed."""
    with sqlite3.connect(used.index) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    before = snapshot(used.root)
    with pytest.raises(UserError, match="newer flashdeck"), used.opened():
        pass
    assert snapshot(used.root) == before


def snapshot(root: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


def test_s04_an_index_from_an_older_version_is_migrated(used: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new migration is applied to an index that lacks it, and what is in it stays."""

    def _0002_colours(db: Database, /) -> None:
        db.table("colours").create({"name": str})

    monkeypatch.setattr(index, "VERSION", VERSION + 1)
    monkeypatch.setattr(migrations, "MIGRATIONS", (*migrations.MIGRATIONS, _0002_colours))
    assert used.problems() == []
    connection = sqlite3.connect(used.index)
    assert connection.execute("PRAGMA user_version").fetchone() == (VERSION + 1,)
    assert connection.execute("SELECT count(*) FROM notes, colours").fetchone() == (0,)
    assert connection.execute("SELECT count(*) FROM notes").fetchone() == (300,)
    connection.close()


def test_an_index_that_is_held_by_another_program_is_told(used: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence after a wait, and the answer is in the log all the same."""
    monkeypatch.setattr(index, "_WAIT_SECONDS", 0.05)
    used.write("b.md", card("new"))
    holder = sqlite3.connect(used.index)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(UserError, match="Another program holds the index"), used.opened():
        pass
    holder.rollback()
    holder.close()


def test_many_first_openings_at_once_make_one_index(tmp_path: Path) -> None:
    """Whoever comes second finds the tables made."""
    failures: list[Exception] = []
    start = threading.Barrier(6)

    def make() -> None:
        start.wait()
        try:
            open_index(tmp_path / "index.db").close()
        except Exception as error:  # noqa: BLE001 (whatever a thread raises must fail the test)
            failures.append(error)

    threads = [threading.Thread(target=make) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_a_file_in_the_way_of_the_folder_is_told(tmp_path: Path) -> None:
    """One sentence, and nothing is changed."""
    desk = Desk(tmp_path)
    desk.write("a.md", card("x"))
    (tmp_path / ".flashdeck").write_text("")
    before = snapshot(tmp_path)
    with pytest.raises(UserError, match="in the way"), desk.opened():
        pass
    assert snapshot(tmp_path) == before


def test_an_index_that_is_a_folder_is_told(desk: Desk) -> None:
    """SQLite's own message would not say what to do."""
    desk.write("a.md", card("x"))
    desk.index.mkdir()
    with pytest.raises(UserError, match="move it away"), desk.opened():
        pass


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence, and nothing is changed."""
    desk = Desk(tmp_path)
    desk.write("a.md", card("x"))
    before = snapshot(tmp_path)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(UserError, match="Permission denied"), desk.opened():
        pass
    assert snapshot(tmp_path) == before


def test_an_index_that_cannot_be_written_is_told(used: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite's reason becomes a sentence with the way out."""
    real = sqlite3.connect

    def connect(path: Path, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = real(f"file:{path}?mode=ro", uri=True, **options)
        return connection

    used.write("b.md", card("new"))
    monkeypatch.setattr(sqlite3, "connect", connect)
    with pytest.raises(UserError, match="cannot be written"), used.opened():
        pass
