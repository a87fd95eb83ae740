"""The SQLite index: everything that the texts and the log say, ready to be asked, and never the only place of it.

It may be deleted at any time. It is in WAL mode with `synchronous=NORMAL`: after a loss of power it may lag behind the
log, but it is never torn, and the next opening reads the rest of the log.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flashdeck.model import UserError

if TYPE_CHECKING:
    from sqlite_utils import Database

VERSION = 4
"""The number of the last migration, and the `user_version` of an index that has them all."""

_WAIT_SECONDS = 10
_CACHE_KIB = 64 * 1024  # a bound: 100,000 notes are indexed by digests, which lie everywhere in the file
_HEADER = b"SQLite format 3\0"
_HEADER_SIZE = 100
_PAGE_SIZE_AT, _PAGES_AT, _VERSION_AT = slice(16, 18), slice(28, 32), slice(60, 64)  # big-endian; `user_version` last


class DamagedIndexError(Exception):
    """The index holds something that flashdeck never wrote; deleting it is the cure."""


def open_index(path: Path) -> sqlite3.Connection:
    """A connection to the index, made or migrated where need be.

    Nothing on the disk is touched where the index comes from a newer flashdeck (UserError). Raises DamagedIndexError
    for a file that is no index, and UserError where it cannot be opened or written.
    """
    _refuse_newer(read_version(path), path)
    with reasons(path):
        connection = sqlite3.connect(path, timeout=_WAIT_SECONDS, isolation_level=None)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
            if _user_version(connection) != VERSION:
                _migrate(connection, path)
        except BaseException:
            connection.close()
            raise
    return connection


def delete_index(path: Path) -> None:
    """Remove the index and what SQLite keeps beside it."""
    try:
        for suffix in ("", "-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
    except OSError as error:
        raise UserError(f"The damaged index {path} cannot be deleted ({error.strerror}); delete it yourself.") from None


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of the block or nothing of it; other processes wait before the block, not within."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@contextmanager
def reasons(path: Path) -> Iterator[None]:
    """Turn what SQLite raises into a UserError with the way out, or into DamagedIndexError."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise UserError(f"Another program holds the index {path}; try again when it is done.") from None
        if code in _CANNOT:
            raise UserError(f"The index {path} {_CANNOT[code]}.") from None
        raise DamagedIndexError(str(error)) from error


@contextmanager
def as_written() -> Iterator[None]:
    """Take a row that cannot be read, because nothing ever wrote it like that, for damage of the index."""
    try:
        yield
    except (KeyError, TypeError, ValueError) as error:
        raise DamagedIndexError(f"a row that makes no sense: {error}") from error


_CANNOT = {
    sqlite3.SQLITE_CANTOPEN: "cannot be opened: see that its folder can be read and written",
    sqlite3.SQLITE_READONLY: "cannot be written: see that it and its folder can be written",
    sqlite3.SQLITE_PERM: "cannot be written: see that it and its folder can be written",
    sqlite3.SQLITE_FULL: "cannot grow: the disk is full",
    sqlite3.SQLITE_IOERR: "cannot be read or written: the disk reports an error",
}


def read_version(path: Path) -> int:
    """The version in the file's header, 0 without one, read without SQLite: it would leave files beside a newer one."""
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER_SIZE)
            size = os.fstat(file.fileno()).st_size
    except FileNotFoundError:
        return 0
    except OSError as error:
        raise UserError(f"The index {path} cannot be read ({error.strerror}): move it away, it is rebuilt.") from None
    if header and not header.startswith(_HEADER):
        raise DamagedIndexError("not an SQLite file")
    if header and size < _size_in(header) and not _is_filled(path.with_name(f"{path.name}-wal")):
        raise DamagedIndexError("cut short")  # SQLite tells only once it meets a page that is not there
    return int.from_bytes(header[_VERSION_AT])


def _size_in(header: bytes) -> int:
    """The size in bytes that a header gives its file: pages times their size, where 1 stands for 65,536."""
    page = int.from_bytes(header[_PAGE_SIZE_AT])
    return int.from_bytes(header[_PAGES_AT]) * (65_536 if page == 1 else page)


def _is_filled(path: Path) -> bool:
    try:
        return path.stat().st_size > 0
    except FileNotFoundError:
        return False


def _user_version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _refuse_newer(version: int, path: Path) -> None:
    if version > VERSION:
        raise UserError(f"The index {path} was made by a newer flashdeck: update flashdeck, or delete the file.")


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Apply the numbered migrations that are missing, in one transaction: two processes may start at once."""
    from sqlite_utils import Database
    from sqlite_utils.migrations import Migrations

    migrations = Migrations("flashdeck")
    for migration in _MIGRATIONS:
        migrations()(migration)
    with transaction(connection):
        _refuse_newer(_user_version(connection), path)
        migrations.apply(Database(connection, execute_plugins=False))
        connection.execute(f"PRAGMA user_version = {VERSION}")


def _0001_texts_and_log(db: Database, /) -> None:
    """The tables of the card files (`files`, `notes`, `cards`), of the log (the others), and what it was made by."""
    db.table("files").create(
        {
            "path": str,
            "number": int,  # its place among the files, from 0
            "size": int,
            "mtime_ns": int,
            "is_racy": int,  # written so shortly before it was read that a later change may show the same time
            "digest": str,
            "missing": str,  # names of media that were not there, a line each
            "errors": int,
            "warnings": int,
            "identity_errors": int,  # of its notes' names, which other files have a part in
            "identity_warnings": int,
        },
        pk="path",
    )
    db.table("notes").create(
        {
            "id": int,
            "file": str,
            "position": int,  # orders notes as the files do
            "is_kept": int,  # of an earlier compile of a file that has errors now
            "guid": str,  # null: refused, another note has its key
            "key": str,
            "named": int,
            "digest": str,
            "deck": str,
            "tags": str,
            "apart": str,
            "suspended": int,
            "front": str,
            "back": str,
            "section": str,
            "context": str,
            "source": str,
            "rest": str,  # JSON: the fields that nothing is looked up by
            "line": int,
            "column": int,
            "length": int,
            "identity_errors": int,
            "identity_warnings": int,
        },
        pk="id",
    ).create_index(["file"]).create_index(["key"]).create_index(["guid"], unique=True)
    db.table("cards").create(
        {
            "note": int,
            "ordinal": int,
            "position": int,  # orders cards as the files do
            "due": str,  # the schedule's, null for a new card
            "front": str,
            "back": str,
        },
        pk=("note", "ordinal"),
    ).create_index(["due", "position"])
    db.table("schedules").create(
        {
            "guid": str,
            "ordinal": int,
            "state": str,
            "interval": int,
            "ease": int,
            "repetitions": int,
            "lapses": int,
            "due": str,
            "first": str,
            "last": str,
            "pending": int,
            "leech": int,
        },
        pk=("guid", "ordinal"),
    ).create_index(["last"])
    db.table("note_records").create({"guid": str, "key": str, "front": str, "created": int}, pk="guid")
    db.table("note_records").create_index(["created"])
    db.table("guids").create({"key": str, "guid": str}, pk="key")
    db.table("exports").create({"guid": str, "digest": str, "mod": int}, pk="guid")
    db.table("logs").create(
        {"name": str, "size": int, "mtime_ns": int, "whole": int, "lines": int, "tail": bytes, "latest": str}, pk="name"
    )
    db.table("undone").create({"id": str}, pk="id")
    db.table("unknown_kinds").create({"kind": str, "events": int}, pk="kind")
    db.table("log_problems").create({"id": int, "what": str}, pk="id").create_index(["what"], unique=True)
    db.table("facts").create({"name": str, "value": str}, pk="name")


def _0002_moves(db: Database, /) -> None:
    """What became of renamed notes, for as long as the log does not say so itself; and the kind of each note."""
    db.table("moves").create({"guid": str, "key": str, "front": str, "cloze": int}, pk="guid").create_index(["key"])
    db.table("note_records").add_column("cloze", int)  # null: the log does not say
    db.table("note_records").create_index(["key"])
    db.execute("DELETE FROM facts")  # compile and fold everything anew


def _0003_steps_and_marks(db: Database, /) -> None:
    """Learning steps and memory states of further schedulers, what was set on cards, the latest day of each log."""
    schedules = db.table("schedules")
    for column, kind in (
        ("answers", int),
        ("step", int),
        ("remaining", int),
        ("due_at", str),
        ("stability", float),
        ("difficulty", float),
    ):
        schedules.add_column(column, kind)
    db.table("marks").create(
        {
            "guid": str,
            "ordinal": int,
            "suspended": int,  # null: nobody said, and the text decides
            "buried": str,  # the study day on which the card rests
            "flag": int,
        },
        pk=("guid", "ordinal"),
    )
    db.table("logs").add_column("latest_day", str)
    db.execute("DELETE FROM facts")  # compile and fold everything anew


def _0004_anki(db: Database, /) -> None:
    """Where exported notes lie in Anki, and what came from there."""
    db.table("exports").add_column("deck", str)
    db.table("exports").add_column("ordinals", str)  # parted by spaces
    db.table("imports").create({"guid": str, "digest": str, "mod": int, "notetype": int, "text": str}, pk="guid")
    db.execute("DELETE FROM facts")  # compile and fold everything anew


_MIGRATIONS = (_0001_texts_and_log, _0002_moves, _0003_steps_and_marks, _0004_anki)


def insert_rows(connection: sqlite3.Connection, table: str, rows: Sequence[Sequence[Any]]) -> None:
    """Insert whole rows, each in place of the one with its primary key."""
    if rows:
        places = ", ".join("?" * len(rows[0]))
        connection.executemany(f"INSERT OR REPLACE INTO {table} VALUES ({places})", rows)


def read_fact(connection: sqlite3.Connection, name: str) -> str | None:
    """What the index remembers under a name about how it was made."""
    row = connection.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
    return row[0] if row else None


def write_fact(connection: sqlite3.Connection, name: str, value: str) -> None:
    """Remember something about how the index was made."""
    connection.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, value))
