"""What changed card files hold now, written into the index.

A note stands in `notes` also when it is refused (without a guid): when the note that has its key goes, it comes back
without its file being compiled again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

from flashdeck.compile import cards, claim, compile_file
from flashdeck.model import Note
from flashdeck.store.index import insert_rows
from flashdeck.store.linking import column, counts, delete_notes, fill, settle, settle_heirs
from flashdeck.store.renames import Outcome, Rename, follow, known_notes, logged_notes, move
from flashdeck.store.rows import Row, note_rest, words_column
from flashdeck.store.texts import Text, deck_of, find_media, in_order

__all__ = ["FILE", "file_rows", "rename", "settle", "write_changes"]

FILE = 1 << 32  # a position is the number of the file times this, and the place in the file


def write_changes(
    index: sqlite3.Connection, root: Path, changed: Sequence[Text], gone: Sequence[str], *, is_first: bool
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
    for text in changed:
        _write_file(index, root, text, numbers[text.file.path])
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


def _write_file(index: sqlite3.Connection, root: Path, text: Text, number: int) -> None:
    missing = []

    def exists(name: str) -> bool:
        is_there = find_media(root, text.file.path, name) is not None
        if not is_there:
            missing.append(name)
        return is_there

    compiled = compile_file(text.file.path, text.raw, deck=deck_of(text.file.path), exists=exists)
    row = (text.file.path, number, *text.row, "\n".join(missing), *counts(compiled.diagnostics), 0, 0)
    insert_rows(index, "files", [row])
    _write_notes(index, compiled.notes, number * FILE)


def _write_notes(index: sqlite3.Connection, notes: Sequence[Note], start: int) -> None:
    first = 1 + (index.execute("SELECT max(id) FROM notes").fetchone()[0] or 0)
    note_rows, card_rows = file_rows(notes, first, start)
    insert_rows(index, "notes", note_rows)
    insert_rows(index, "cards", card_rows)


def file_rows(notes: Sequence[Note], first: int, start: int) -> tuple[list[Row], list[Row]]:
    """What a file's notes are in `notes` and in `cards`: their ids from `first`, their positions from `start`."""
    note_rows: list[Row] = []
    card_rows: list[Row] = []
    for number, note in enumerate(notes, first):
        note_rows.append(_note_row(number, start + len(note_rows), note))
        for card in cards(note):
            card_rows.append((number, card.ordinal, start + len(card_rows), None, card.front, card.back))
    return note_rows, card_rows


def _note_row(number: int, position: int, note: Note) -> Row:
    span = note.span
    return (
        number,
        span.file,
        position,
        0,  # is_kept
        None,  # guid
        note.key,
        note.named,
        claim(note).digest,
        note.deck,
        words_column(note.tags),
        words_column(note.apart),
        note.suspended,
        note.front,
        note.back,
        note.section,
        note.context,
        note.source,
        note_rest(note),
        span.line,
        span.column,
        span.length,
        0,
        0,
    )
