"""The collection's database, asked with care: whoever made the file may have meant harm."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flashdeck.anki.reading import limits
from flashdeck.model import UserError

Row = tuple[Any, ...]

_TABLES = frozenset({"col", "notes", "cards", "revlog", "notetypes", "fields", "templates", "decks", "config"})
_EVERY = 100_000  # steps between two looks at how many there were


class Damaged(Exception):  # noqa: N818 (a state of the file)
    """The database is not as Anki writes it; the argument ends a sentence that says so."""


class Database:
    """Plain tables of a database file; a question to anything else is refused before SQLite runs it."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._steps = 0
        connection.set_progress_handler(self._count, _EVERY)
        with self._faults():
            for setting in ("trusted_schema = OFF", "query_only = ON", "cell_size_check = ON"):
                connection.execute(f"PRAGMA {setting}")
            rows = connection.execute("SELECT name, type, sql FROM sqlite_master").fetchmany(10_000)
        self._tables = {name: (kind, sql) for name, kind, sql in rows if name in _TABLES}

    def has(self, table: str) -> bool:
        """Whether there is such a table."""
        return table in self._tables

    def rows(self, table: str, columns: str, rest: str = "") -> Iterator[Row]:
        """The rows of a table; raises Damaged where it is none of Anki's, or cannot be read."""
        self._see_that_it_is_plain(table, columns)
        self._steps = 0
        with self._faults():
            yield from self._connection.execute(f"SELECT {columns} FROM {table} {rest}")

    def count(self, table: str, most: int) -> int:
        """How many rows there are; raises Damaged for more than `most`."""
        self._see_that_it_is_plain(table, "")
        with self._faults():
            (found,) = self._connection.execute(
                f"SELECT count(*) FROM (SELECT 1 FROM {table} LIMIT {most + 1})"
            ).fetchone()
        if found > most:
            raise Damaged(f"it has more than {most} rows of `{table}`")
        return int(found)

    def _see_that_it_is_plain(self, table: str, columns: str) -> None:
        """A view or a virtual table could be anything under a table's name, a generated column any computation."""
        kind, sql = self._tables.get(table, ("", ""))
        if kind != "table" or not isinstance(sql, str) or sql.upper().startswith("CREATE VIRTUAL"):
            raise Damaged(f"`{table}` is no table in it")
        with self._faults():
            found = {row[1]: row[6] for row in self._connection.execute(f"PRAGMA table_xinfo({table})")}
        for column in columns.split(", ") if columns else ():
            if found.get(column) != 0:
                raise Damaged(f"its table `{table}` has no column `{column}`")

    def _count(self) -> int:
        """Called by SQLite now and then; anything but 0 stops it."""
        self._steps += _EVERY
        return int(self._steps > limits.STEPS)

    @contextmanager
    def _faults(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OverflowError, ValueError) as error:
            raise Damaged(str(error)) from error


@contextmanager
def open_database(file: Path) -> Iterator[Database]:
    """The database in a file of our own that nobody else writes to; raises Damaged for what is none."""
    connection = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)
    try:
        connection.text_factory = lambda text: text.decode("utf-8", "replace")
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, limits.LIST)
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        connection.create_collation("unicase", _without_case)
        yield Database(connection)
    finally:
        connection.close()


def _without_case(one: str, other: str) -> int:
    """Anki's own order of names, without which SQLite refuses to read its indexes."""
    left, right = one.casefold(), other.casefold()
    return (left > right) - (left < right)


# ---------------------------------------------------------------------------------------------- a closed collection


def see_that_anki_is_closed(path: Path) -> None:
    """Raise UserError for a collection that Anki has open: what it wrote last is elsewhere then."""
    if path.with_name(f"{path.name}-wal").exists():
        raise UserError(f"{path} is open in Anki: close Anki, then import again.")
