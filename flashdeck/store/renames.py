"""Notes whose text is gone: which of them go on as another, and which retire.

What an opening notices stands in `moves` until the log has it too; the log is the one place where it lasts.
"""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from flashdeck.compile.identity import folded
from flashdeck.compile.renames import renames
from flashdeck.compile.traces import Move, Trace
from flashdeck.model import NoteType
from flashdeck.store.index import insert_rows
from flashdeck.store.rows import Row
from flashdeck.store.written import Written

_FIELDS = "guid, key, context, front, back, rest, file"


@dataclass(frozen=True, slots=True)
class Known:
    """A note as it was known before a compile: its guid, what can be compared, and its file (empty: from the log).

    `rivals` are the digests of the notes that were refused because this one has their key.
    """

    guid: str
    trace: Trace
    file: str = ""
    rivals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rename:
    """A note that goes on as another: its guid, what it was, and what it is."""

    guid: str
    before: Trace
    after: Trace


@dataclass(frozen=True, slots=True)
class Choice:
    """A note, or a line of a table, that more than one resembles: what it was called, and what it could be now."""

    front: str
    options: tuple[tuple[str, tuple[Rename, ...]], ...]


@dataclass(slots=True)
class Outcome:
    """What a compile did to the notes whose text is gone."""

    renames: list[Rename] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    retired: list[Known] = field(default_factory=list)


# ---------------------------------------------------------------------------------------------- before a compile


def known_notes(index: sqlite3.Connection) -> list[Known]:
    """The live notes of `changed_files`, before these are compiled."""
    rivals: dict[str, list[str]] = defaultdict(list)
    for key, digest in index.execute("SELECT key, digest FROM notes WHERE guid IS NULL"):
        rivals[key].append(digest)
    rows = index.execute(f"SELECT {_FIELDS} FROM notes WHERE guid IS NOT NULL AND file IN changed_files")
    return [replace(note, rivals=tuple(rivals.get(note.trace.key, ()))) for note in map(_known, rows)]


def logged_notes(index: sqlite3.Connection) -> list[Known]:
    """All notes of the log, for an index that knows no text yet; of these it tells key and front alone."""
    return [_logged(row) for row in index.execute("SELECT guid, key, front, cloze FROM note_records")]


def _logged(row: Row) -> Known:
    guid, key, front, cloze = row
    return Known(guid, Trace.logged(key, front, is_cloze=None if cloze is None else bool(cloze)))


def _known(row: Row) -> Known:
    guid, key, context, front, back, rest, file = row
    is_cloze = json.loads(rest)["type"] == NoteType.CLOZE
    return Known(guid, Trace.of(key, is_cloze=is_cloze, context=context, front=front, back=back), file)


# ---------------------------------------------------------------------------------------------- after it


def follow(index: sqlite3.Connection, before: Sequence[Known], texts: Mapping[str, bytes]) -> Outcome:
    """Find out what became of the notes known before whose text is gone; `texts` are the changed files' contents."""
    gone: list[Known] = []
    kept: list[Known] = []
    ousted: list[Known] = []
    for note in before:
        row = index.execute("SELECT is_kept, digest FROM notes WHERE guid = ?", (note.guid,)).fetchone()
        if row is None:
            gone.append(note)
        elif row[0]:
            kept.append(note)
        elif row[1] in note.rivals:
            ousted.append(note)
    retired = _retired(index, {note.guid for note in before})
    if not (gone or kept or ousted or retired):
        return Outcome()
    came = _came(index, {note.trace.key for note in before})
    old = [*gone, *ousted, *_renamed_beside_errors(kept, came, texts), *_returning(retired, came)]
    found = renames([note.trace for note in old], [note.trace for note in came])

    def renamed(moves: Iterable[Move]) -> tuple[Rename, ...]:
        return tuple(Rename(old[place].guid, old[place].trace, came[to].trace) for place, to in moves)

    moved = renamed(found.moves)
    guids = {rename.guid for rename in moved}
    choices = [Choice(d.front, tuple((o.front, renamed(o.moves)) for o in d.options)) for d in found.doubts]
    return Outcome(list(moved), choices, [note for note in gone if note.guid not in guids])


def _renamed_beside_errors(kept: Iterable[Known], came: Iterable[Known], texts: Mapping[str, bytes]) -> Iterator[Known]:
    """The notes that are kept because their file has errors, though they themselves are not broken but renamed."""
    fronts = {folded(note.trace.front) for note in came}
    written: dict[str, Written] = {}
    for note in kept:
        if note.file not in written:
            written[note.file] = Written(texts.get(note.file, b""))
        if folded(note.trace.front) in fronts or not written[note.file].has(note.trace):
            yield note


def _retired(index: sqlite3.Connection, known: set[str]) -> list[Known]:
    """The notes without a text, but for those just `known`, whose key was their front."""
    rows = index.execute(
        """
        SELECT guid, key, front, cloze FROM note_records
        WHERE key LIKE '~%' AND key NOT IN (SELECT key FROM notes)
            AND guid NOT IN (SELECT guid FROM notes WHERE guid IS NOT NULL) AND guid NOT IN (SELECT guid FROM moves)
        """
    )
    return [note for note in map(_logged, rows) if note.guid not in known]


def _returning(retired: Iterable[Known], came: Iterable[Known]) -> Iterator[Known]:
    """The retired notes that are back under an id: their front was their name, and it is the front of one that came."""
    fronts = {folded(note.trace.front) for note in came if note.trace.is_named}
    return (note for note in retired if folded(note.trace.front) in fronts)


def _came(index: sqlite3.Connection, keys_before: set[str]) -> list[Known]:
    """The live notes of `changed_files` whose key is new, both here and in the log."""
    rows = index.execute(
        f"""
        SELECT {_FIELDS} FROM notes
        WHERE guid IS NOT NULL AND NOT is_kept AND file IN changed_files
            AND guid NOT IN (SELECT guid FROM note_records) AND guid NOT IN (SELECT guid FROM moves)
            AND NOT EXISTS (
                SELECT 1 FROM notes AS other WHERE other.key = notes.key AND other.file NOT IN changed_files
            )
        ORDER BY position
        """
    )
    return [note for note in map(_known, rows) if note.trace.key not in keys_before]


def move(index: sqlite3.Connection, renamed: Iterable[Rename]) -> list[str]:
    """Give notes the guids that they had under another key; returns the keys to settle anew."""
    rows = [(each.guid, each.after.key, each.after.front, each.after.is_cloze) for each in renamed]
    insert_rows(index, "moves", rows)
    of_note = "SELECT id FROM notes WHERE is_kept AND guid = ?"
    index.executemany(f"DELETE FROM cards WHERE note IN ({of_note})", [row[:1] for row in rows])
    index.executemany(f"DELETE FROM notes WHERE id IN ({of_note})", [row[:1] for row in rows])
    return [row[1] for row in rows]
