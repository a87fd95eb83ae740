"""What changed card files hold now, written into the index.

A note stands in `notes` also when it is refused (without a guid): when the note that has its key goes, it comes back
without its file being compiled again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

from flashdeck.store.compiling import FILE, FileRows, compiled
from flashdeck.store.index import insert_rows
from flashdeck.store.linking import column, delete_notes, fill, settle, settle_heirs
from flashdeck.store.renames import Outcome, Rename, follow, known_notes, logged_notes, move
from flashdeck.store.texts import Text, in_order
from flashdeck.store.waits import Progress

__all__ = ["rename", "settle", "write_changes"]


def write_changes(  # noqa: PLR0913 (what changed, and who is told)
    index: sqlite3.Connection,
    root: Path,
    changed: Sequence[Text],
    gone: Sequence[str],
    *,
    is_first: bool,
    progress: Progress,
) -> Outcome:
    """Write what the changed files hold, drop what the files that are gone held, and settle anew who has which key.

    Of a file that has errors, the notes that were there before stay (`is_kept`), unless their key stands elsewhere.
    The history of a renamed note goes with it; in a first compile, what was before is known from the log alone.
    """
    paths = [text.file.path for text in changed]
    fill(index, "changed_files", [*paths, *gone])
    before = logged_notes(index) if is_first else known_notes(index)
    index.execute("UPDATE notes SET is_kept = 1 WHERE file IN changed_files")
    numbers = _number_files(index, paths, gone)
    for done, rows in enumerate(compiled(root, changed, numbers), 1):
        _write_file(index, rows)
        progress("Compiling the card files", done / len(changed))
    settle(index, column(index, "SELECT DISTINCT key FROM notes WHERE file IN changed_files"))
    delete_notes(index, "is_kept AND file NOT IN (SELECT path FROM files WHERE errors > 0 OR identity_errors > 0)")
    outcome = follow(index, before, {text.file.path: text.raw for text in changed})
    rename(index, outcome.renames)
    settle_heirs(index, {note.guid for note in outcome.retired})
    return outcome


def rename(index: sqlite3.Connection, renames: Sequence[Rename]) -> None:
    """Let notes go on under their new keys."""
    if renames:
        settle(index, move(index, renames))


# ---------------------------------------------------------------------------------------------- files


def _number_files(index: sqlite3.Connection, changed: Iterable[str], gone: Iterable[str]) -> dict[str, int]:
    """Drop the files that are gone and number all others in order; the notes of a file move with its number."""
    index.executemany("DELETE FROM files WHERE path = ?", [(path,) for path in gone])
    before = dict(index.execute("SELECT path, number FROM files"))
    after = {path: number for number, path in enumerate(in_order(before.keys() | set(changed)))}
    for path, number in before.items():
        if shift := (after[path] - number) * FILE:
            index.execute("UPDATE files SET number = ? WHERE path = ?", (after[path], path))
            index.execute(
                "UPDATE cards SET position = position + ? WHERE note IN (SELECT id FROM notes WHERE file = ?)",
                (shift, path),
            )
            index.execute("UPDATE notes SET position = position + ? WHERE file = ?", (shift, path))
    return after


def _write_file(index: sqlite3.Connection, rows: FileRows) -> None:
    first = 1 + (index.execute("SELECT max(id) FROM notes").fetchone()[0] or 0)
    insert_rows(index, "files", [rows.file])
    for table, of_file in (("notes", rows.notes), ("cards", rows.cards)):  # the first column is the note's number
        if of_file:
            places = ", ".join("?" * (len(of_file[0]) - 1))
            index.executemany(f"INSERT INTO {table} VALUES (? + {first}, {places})", of_file)
