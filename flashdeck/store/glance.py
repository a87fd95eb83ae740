"""What the index holds, at a glance: for shell completion, which must be fast and must touch nothing.

Nothing is compiled or brought up to date, and where there is no index, or none that can be read, there is nothing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

_WAIT_SECONDS = 0.05


def decks(root: Path) -> list[str]:
    """The names of the decks, sorted."""
    rows = _ask(root, "SELECT DISTINCT deck FROM notes WHERE guid IS NOT NULL ORDER BY deck")
    return [deck for (deck,) in rows]


def tags(root: Path) -> list[str]:
    """The tags of the notes, sorted."""
    rows = _ask(root, "SELECT DISTINCT tags FROM notes WHERE guid IS NOT NULL")
    return sorted({tag for (column,) in rows for tag in column.split("\n") if tag})


def cards(root: Path, beginning: str) -> list[tuple[str, int, str]]:
    """Key, ordinal and front of the cards whose key begins so, in the order of the files."""
    question = """
        SELECT notes.key, cards.ordinal, cards.front FROM cards JOIN notes ON notes.id = cards.note
        WHERE guid IS NOT NULL AND substr(key, 1, length(:beginning)) = :beginning ORDER BY cards.position
    """
    return _ask(root, question, {"beginning": beginning})


def _ask(root: Path, question: str, parameters: Mapping[str, str] | None = None) -> list[Any]:
    """The rows of the answer; none where the index cannot be read, for whatever reason."""
    path = root / ".flashdeck" / "index.db"
    if not path.is_file():
        return []
    try:
        with closing(sqlite3.connect(_address(path), uri=True, timeout=_WAIT_SECONDS)) as index:
            return index.execute(question, parameters or {}).fetchall()
    except sqlite3.Error:
        return []


def _address(path: Path) -> str:
    """The index for reading only: even a reader of a WAL database would leave files beside it, unless they are there.

    Where nobody has it open, it is read as a file that does not change.
    """
    is_open = all(path.with_name(path.name + suffix).exists() for suffix in ("-wal", "-shm"))
    return f"{path.resolve().as_uri()}?{'mode=ro' if is_open else 'immutable=1'}"
