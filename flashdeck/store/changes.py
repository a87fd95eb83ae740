"""What changed card files hold now, written into the index.

A note stands in `notes` also when it is refused (without a guid): when the note that has its key goes, it comes back
without its file being compiled again.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, count
from pathlib import Path
from typing import Any

from flashdeck.compile import Claim, cards, claim, compile_file, derive_guid, link
from flashdeck.model import Diagnostic, Note, Severity, Span
from flashdeck.store.entries import IS_CLOZE, TITLE
from flashdeck.store.index import insert_rows
from flashdeck.store.renames import Outcome, Rename, follow, known_notes, logged_notes, move
from flashdeck.store.rows import note_rest, words_column
from flashdeck.store.texts import Text, deck_of, find_media, in_order

_FILE = 1 << 32  # a position is the number of the file times this, and the place in the file


def write_changes(
    index: sqlite3.Connection, root: Path, changed: Sequence[Text], gone: Sequence[str], *, is_first: bool
) -> Outcome:
    """Write what the changed files hold, drop what the files that are gone held, and settle anew who has which key.

    Of a file that has errors, the notes that were there before stay (`is_kept`), unless their key stands elsewhere.
    The history of a renamed note goes with it; in a first compile, what was before is known from the log alone.
    """
    paths = [text.file.path for text in changed]
    _fill(index, "changed_files", [*paths, *gone])
    before = logged_notes(index) if is_first else known_notes(index)
    index.execute("UPDATE notes SET is_kept = 1 WHERE file IN changed_files")
    numbers = _number_files(index, paths, gone)
    for text in changed:
        _write_file(index, root, text, numbers[text.file.path])
    settle(index, _column(index, "SELECT DISTINCT key FROM notes WHERE file IN changed_files"))
    _delete_notes(index, "is_kept AND file NOT IN (SELECT path FROM files WHERE errors > 0 OR identity_errors > 0)")
    outcome = follow(index, before, {text.file.path: text.raw for text in changed})
    rename(index, outcome.renames)
    return outcome


def rename(index: sqlite3.Connection, renames: Sequence[Rename]) -> None:
    """Let notes go on under their new keys."""
    if renames:
        settle(index, move(index, renames))


def settle(index: sqlite3.Connection, keys: Iterable[str]) -> None:
    """Find out which note has each of these keys, and under which guid."""
    _touch(index, keys)
    _link(index)
    index.execute(
        """
        UPDATE cards SET due = (
            SELECT schedules.due FROM notes JOIN schedules ON schedules.guid = notes.guid
            WHERE notes.id = cards.note AND schedules.ordinal = cards.ordinal
        ) WHERE note IN (SELECT id FROM notes WHERE key IN touched_keys)
        """
    )


# ---------------------------------------------------------------------------------------------- files


def _number_files(index: sqlite3.Connection, changed: Iterable[str], gone: Iterable[str]) -> dict[str, int]:
    """Drop the files that are gone and number all others in order; the notes of a file move with its number."""
    index.executemany("DELETE FROM files WHERE path = ?", [(path,) for path in gone])
    before = dict(index.execute("SELECT path, number FROM files"))
    after = {path: number for number, path in enumerate(in_order(before.keys() | set(changed)))}
    for path, number in before.items():
        if shift := (after[path] - number) * _FILE:
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
    row = (text.file.path, number, *text.row, "\n".join(missing), *_counts(compiled.diagnostics), 0, 0)
    insert_rows(index, "files", [row])
    _write_notes(index, compiled.notes, number * _FILE)


def _write_notes(index: sqlite3.Connection, notes: Sequence[Note], start: int) -> None:
    first = 1 + (index.execute("SELECT max(id) FROM notes").fetchone()[0] or 0)
    note_rows: list[tuple[Any, ...]] = []
    card_rows: list[tuple[Any, ...]] = []
    for number, note in enumerate(notes, first):
        note_rows.append(_note_row(number, start + len(note_rows), note))
        for card in cards(note):
            card_rows.append((number, card.ordinal, start + len(card_rows), None, card.front, card.back))
    insert_rows(index, "notes", note_rows)
    insert_rows(index, "cards", card_rows)


def _note_row(number: int, position: int, note: Note) -> tuple[Any, ...]:
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


def _counts(diagnostics: Iterable[Diagnostic]) -> tuple[int, int]:
    """Errors and warnings."""
    counts = Counter(diagnostic.severity for diagnostic in diagnostics)
    return counts[Severity.ERROR], counts[Severity.WARNING]


# ---------------------------------------------------------------------------------------------- identity


def _touch(index: sqlite3.Connection, keys: Iterable[str]) -> None:
    """Fill `touched_keys`: these, and with the id of a card or a table those of its cells, which share the name."""
    names = {key.split("/")[0] for key in keys if not key.startswith("~")}
    _fill(index, "touched_names", names)
    _fill(index, "touched_keys", keys)
    index.execute("INSERT OR IGNORE INTO touched_keys SELECT value FROM touched_names")
    index.execute(
        """
        INSERT OR IGNORE INTO touched_keys
        SELECT key FROM touched_names JOIN notes ON key > value || '/' AND key < value || '0'
        """  # in order, 0 is what comes after /
    )


def _link(index: sqlite3.Connection) -> None:
    """Link the notes that claim a touched key, in the whole collection, to their guids."""
    rows = index.execute(
        f"""
        SELECT id, is_kept, guid, key, digest, named, file, line, column, length, {TITLE}, {IS_CLOZE}
        FROM notes WHERE key IN touched_keys ORDER BY position
        """
    ).fetchall()
    before = {key: digest for _, _, guid, key, digest, *_ in rows if guid is not None}
    numbers = [number for number, is_kept, *_ in rows if not is_kept]
    claims = [
        Claim(key, digest, bool(named), Span(file, line, column, length), front, bool(is_cloze))
        for _, is_kept, _, key, digest, named, file, line, column, length, front, is_cloze in rows
        if not is_kept
    ]
    logged = dict(
        index.execute(
            """
            SELECT key, guid FROM guids WHERE key IN touched_keys AND guid NOT IN (SELECT guid FROM moves)
            UNION ALL SELECT key, guid FROM moves WHERE key IN touched_keys
            """
        )
    )
    fronts = dict(index.execute("SELECT key, front FROM note_records WHERE key IN touched_keys ORDER BY created"))
    linked = link(claims, guids=logged, before=before, fronts=fronts)
    guids = _settled(index, claims, linked.guids, logged)
    _fill(index, "claimed_keys", {claim.key for claim in claims})
    _delete_notes(index, "is_kept AND key IN claimed_keys")
    index.execute("UPDATE notes SET guid = NULL WHERE guid IS NOT NULL AND key IN claimed_keys")
    index.executemany(
        "UPDATE OR IGNORE notes SET guid = ? WHERE id = ?",
        [(guid, numbers[place]) for place, guid in guids.items()],
    )
    _count_problems(index, numbers, claims, linked.diagnostics)


def _settled(
    index: sqlite3.Connection, claims: Sequence[Claim], linked: Mapping[int, str], logged: Mapping[str, str]
) -> dict[int, str]:
    """The linked guids, none of them twice, and none that Anki knows as that of a note of another kind.

    A renamed note keeps the guid that its old key would give to another. A card that became a cloze under the same id
    is another note, and the one that it was when it turns back.
    """
    guids = {}
    for place, guid in linked.items():
        claim = claims[place]
        derived = (derive_guid(f"{claim.key}\n{attempt}") for attempt in count(1))
        guids[place] = next(
            candidate
            for candidate in chain([guid], _known_of_kind(index, claim), derived)
            if not _is_of_another(index, candidate, claim, is_logged=claim.key in logged)
        )
    return guids


def _is_of_another(index: sqlite3.Connection, guid: str, claim: Claim, *, is_logged: bool) -> bool:
    """Whether the guid is known as that of a note of another kind or, unless the log gives it, with another key."""
    having = "SELECT 1 FROM {} WHERE guid = :guid AND (cloze != :cloze OR key != :key AND NOT :is_logged)"
    query = " UNION ".join(having.format(table) for table in ("note_records", "moves"))
    parameters = {"guid": guid, "key": claim.key, "cloze": claim.is_cloze, "is_logged": is_logged}
    return index.execute(query, parameters).fetchone() is not None


def _known_of_kind(index: sqlite3.Connection, claim: Claim) -> list[str]:
    """The guids of notes that the log knows by this key and as of this kind, the newest first."""
    query = "SELECT guid FROM note_records WHERE key = ? AND cloze = ? ORDER BY created DESC"
    return [guid for (guid,) in index.execute(query, (claim.key, claim.is_cloze))]


def _count_problems(
    index: sqlite3.Connection, numbers: Sequence[int], claims: Sequence[Claim], diagnostics: Sequence[Diagnostic]
) -> None:
    """Count, in each file, the problems of the names of its notes; `numbers` are the ids of the claims' notes."""
    by_span: dict[Span, list[Diagnostic]] = {}
    for diagnostic in diagnostics:
        by_span.setdefault(diagnostic.span, []).append(diagnostic)
    rows = [
        (*_counts(by_span[claim.span]), number)
        for number, claim in zip(numbers, claims, strict=True)
        if claim.span in by_span
    ]
    files = {claim.span.file for claim in claims}
    index.execute(
        """
        UPDATE notes SET identity_errors = 0, identity_warnings = 0
        WHERE identity_errors + identity_warnings > 0 AND key IN claimed_keys
        """
    )
    index.executemany("UPDATE notes SET identity_errors = ?, identity_warnings = ? WHERE id = ?", rows)
    for column in ("identity_errors", "identity_warnings"):
        of_notes = f"SELECT total({column}) FROM notes WHERE file = files.path AND NOT is_kept"
        index.executemany(f"UPDATE files SET {column} = ({of_notes}) WHERE path = ?", [(file,) for file in files])


# ---------------------------------------------------------------------------------------------- SQL


def _fill(index: sqlite3.Connection, table: str, values: Iterable[str]) -> None:
    """A temporary table of texts, to say `IN table`."""
    index.execute(f"CREATE TEMP TABLE IF NOT EXISTS {table} (value TEXT PRIMARY KEY) WITHOUT ROWID")
    index.execute(f"DELETE FROM {table}")
    index.executemany(f"INSERT INTO {table} VALUES (?)", [(value,) for value in values])


def _column(index: sqlite3.Connection, query: str) -> list[str]:
    return [value for (value,) in index.execute(query)]


def _delete_notes(index: sqlite3.Connection, which: str) -> None:
    index.execute(f"DELETE FROM cards WHERE note IN (SELECT id FROM notes WHERE {which})")
    index.execute(f"DELETE FROM notes WHERE {which}")
