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
from typing import Any

from flashdeck.model import UserError

VERSION = 4
"""The number of the last migration, and the `user_version` of an index that has them all."""

COUNTED = "new_cards"
"""The fact that remembers what was counted, as long as nothing is written."""

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
    """All of the block or nothing of it, after which nothing that was counted before holds any longer."""
    with alone(connection):
        connection.execute("DELETE FROM facts WHERE name = ?", (COUNTED,))
        yield


@contextmanager
def alone(connection: sqlite3.Connection) -> Iterator[None]:
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

    from flashdeck.store.migrations import MIGRATIONS

    migrations = Migrations("flashdeck")
    for migration in MIGRATIONS:
        migrations()(migration)
    with alone(connection):
        _refuse_newer(_user_version(connection), path)
        migrations.apply(Database(connection, execute_plugins=False))
        connection.execute(f"PRAGMA user_version = {VERSION}")


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
