"""Which note has which key, and under which guid: the claims of the texts settled against what the log knows."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, count

from flashdeck.compile import Claim, derive_guid, link
from flashdeck.model import Diagnostic, Severity, Span
from flashdeck.store.entries import IS_CLOZE, TITLE
from flashdeck.store.homeless import Homeless


def settle(index: sqlite3.Connection, keys: Collection[str]) -> None:
    """Find out which note has each of these keys, and under which guid."""
    while keys:
        _touch(index, keys)
        keys = _link(index)
        index.execute(
            """
            UPDATE cards SET due = (
                SELECT schedules.due FROM notes JOIN schedules ON schedules.guid = notes.guid
                WHERE notes.id = cards.note AND schedules.ordinal = cards.ordinal
            )
            WHERE EXISTS (SELECT 1 FROM schedules) AND note IN (SELECT id FROM notes WHERE key IN touched_keys)
            """
        )


def settle_heirs(index: sqlite3.Connection, retired: Collection[str]) -> None:
    """Let the histories of notes that just retired, given by guid, go to cards that have an earlier name of them."""
    if not retired:
        return
    homeless = Homeless(index)
    strangers = index.execute(
        f"""
        SELECT key, {IS_CLOZE} FROM notes
        WHERE guid IS NOT NULL AND guid NOT IN (SELECT guid FROM note_records) AND guid NOT IN (SELECT guid FROM moves)
        """
    ).fetchall()
    settle(index, [key for key, is_cloze in strangers if homeless.guid_of(key, is_cloze=bool(is_cloze)) in retired])


def _touch(index: sqlite3.Connection, keys: Iterable[str]) -> None:
    """Fill `touched_keys`: these, and with the id of a card or a table those of its cells, which share the name."""
    names = {key.split("/")[0] for key in keys if not key.startswith("~")}
    fill(index, "touched_names", names)
    fill(index, "touched_keys", set(keys))
    index.execute("INSERT OR IGNORE INTO touched_keys SELECT value FROM touched_names")
    index.execute(
        """
        INSERT OR IGNORE INTO touched_keys
        SELECT key FROM touched_names JOIN notes ON key > value || '/' AND key < value || '0'
        """  # in order, 0 is what comes after /
    )


def _link(index: sqlite3.Connection) -> list[str]:
    """Link the notes that claim a touched key, in the whole collection, to their guids.

    Returns the keys of other notes that had to give such a guid back.
    """
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
    fill(index, "claimed_keys", {claim.key for claim in claims})
    delete_notes(index, "is_kept AND key IN claimed_keys")
    index.execute("UPDATE notes SET guid = NULL WHERE guid IS NOT NULL AND key IN claimed_keys")
    fill(index, "taken_guids", set(guids.values()))
    delete_notes(index, "is_kept AND guid IN taken_guids")
    displaced = column(index, "SELECT key FROM notes WHERE guid IN taken_guids")
    index.execute("UPDATE notes SET guid = NULL WHERE guid IN taken_guids")
    index.executemany(
        "UPDATE OR IGNORE notes SET guid = ? WHERE id = ?",
        [(guid, numbers[place]) for place, guid in guids.items()],
    )
    _count_problems(index, numbers, claims, linked.diagnostics)
    return displaced


# ---------------------------------------------------------------------------------------------- guids


def _settled(
    index: sqlite3.Connection, claims: Sequence[Claim], linked: Mapping[int, str], logged: Mapping[str, str]
) -> dict[int, str]:
    """The linked guids, none of them twice, and none that Anki knows as that of a note of another kind.

    A renamed note keeps the guid that its old key would give to another, until its own text is gone. A card that became
    a cloze under the same id is another note, and the one that it was when it turns back.
    """
    if not index.execute("SELECT 1 FROM note_records UNION ALL SELECT 1 FROM moves LIMIT 1").fetchone():
        return dict(linked)
    guids: dict[int, str] = {}
    homeless = None
    for place, guid in linked.items():
        claim = claims[place]
        is_logged = claim.key in logged
        known = [*([guid] if is_logged else []), *_known_of_kind(index, claim)]
        found = next((each for each in known if not _is_of_another(index, each, claim, is_logged=is_logged)), None)
        if not (found or is_logged):
            homeless = homeless or Homeless(index)
            found = homeless.guid_of(claim.key, is_cloze=claim.is_cloze, taken=guids.values())
        derived = chain([guid], (derive_guid(f"{claim.key}\n{attempt}") for attempt in count(1)))
        guids[place] = found or next(
            each for each in derived if not _is_of_another(index, each, claim, is_logged=is_logged)
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


# ---------------------------------------------------------------------------------------------- problems


def _count_problems(
    index: sqlite3.Connection, numbers: Sequence[int], claims: Sequence[Claim], diagnostics: Sequence[Diagnostic]
) -> None:
    """Count, in each file, the problems of the names of its notes; `numbers` are the ids of the claims' notes."""
    by_span: dict[Span, list[Diagnostic]] = {}
    for diagnostic in diagnostics:
        by_span.setdefault(diagnostic.span, []).append(diagnostic)
    rows = [
        (*counts(by_span[claim.span]), number)
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
    for name in ("identity_errors", "identity_warnings"):
        of_notes = f"SELECT total({name}) FROM notes WHERE file = files.path AND NOT is_kept"
        index.executemany(f"UPDATE files SET {name} = ({of_notes}) WHERE path = ?", [(file,) for file in files])


def counts(diagnostics: Iterable[Diagnostic]) -> tuple[int, int]:
    """Errors and warnings."""
    found = Counter(diagnostic.severity for diagnostic in diagnostics)
    return found[Severity.ERROR], found[Severity.WARNING]


# ---------------------------------------------------------------------------------------------- SQL


def fill(index: sqlite3.Connection, table: str, values: Iterable[str]) -> None:
    """A temporary table of texts, to say `IN table`."""
    index.execute(f"CREATE TEMP TABLE IF NOT EXISTS {table} (value TEXT PRIMARY KEY) WITHOUT ROWID")
    index.execute(f"DELETE FROM {table}")
    index.executemany(f"INSERT INTO {table} VALUES (?)", [(value,) for value in sorted(values)])  # in order is fastest


def column(index: sqlite3.Connection, query: str) -> list[str]:
    """The first and only column of what is asked."""
    return [value for (value,) in index.execute(query)]


def delete_notes(index: sqlite3.Connection, which: str) -> None:
    """Delete these notes with their cards."""
    index.execute(f"DELETE FROM cards WHERE note IN (SELECT id FROM notes WHERE {which})")
    index.execute(f"DELETE FROM notes WHERE {which}")
