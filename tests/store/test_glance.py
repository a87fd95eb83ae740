"""The index at a glance: fast, and without a trace."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from flashdeck.store import glance
from tests.commands.calls import call, tree, write


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A collection of two decks, indexed."""
    write(tmp_path / "cards/gpu/h100.md", "---\ntags: [hw, speed]\n---\n\n## Q *one*? {#one .reversed}\n\nA.\n")
    write(tmp_path / "cards/net.md", "---\ntags: [hw]\n---\n\n## Two? {#two}\n\nB.\n")
    monkeypatch.chdir(tmp_path)
    call("due")
    return tmp_path


def test_what_it_tells(folder: Path) -> None:
    """Decks and tags sorted and each once, cards in the order of the files."""
    assert glance.decks(folder) == ["gpu::h100", "net"]
    assert glance.tags(folder) == ["hw", "speed"]
    assert glance.cards(folder, "") == [("one", 0, "Q *one*?"), ("one", 1, "A."), ("two", 0, "Two?")]
    assert glance.cards(folder, "tw") == [("two", 0, "Two?")]
    assert glance.cards(folder, "%") == []


def test_nothing_is_written_or_left(folder: Path) -> None:
    """Not even by a reader of a database with a write-ahead log; where one is open, what it holds is seen."""
    before = tree(folder)
    glance.decks(folder)
    assert tree(folder) == before
    writer = sqlite3.connect(folder / ".flashdeck" / "index.db", isolation_level=None)
    writer.execute("UPDATE notes SET deck = 'other' WHERE deck = 'net'")
    before = tree(folder)
    assert glance.decks(folder) == ["gpu::h100", "other"]
    assert tree(folder).keys() == before.keys()
    writer.close()


@pytest.mark.parametrize("content", [None, b"", b"no database", b"SQLite format 3\0" + b"\xff" * 200])
def test_an_index_that_cannot_be_read_holds_nothing(tmp_path: Path, content: bytes | None) -> None:
    """And is not made, mended or told of."""
    if content is not None:
        (tmp_path / ".flashdeck").mkdir()
        (tmp_path / ".flashdeck" / "index.db").write_bytes(content)
    before = tree(tmp_path)
    assert (glance.decks(tmp_path), glance.tags(tmp_path), glance.cards(tmp_path, "")) == ([], [], [])
    assert tree(tmp_path) == before
