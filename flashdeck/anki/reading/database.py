"""The collection's database, asked with care: whoever made the file may have meant harm.

A small file can be made to answer for hours without any table being large: pages that stand in several places, texts
that share their pages, an index that knows of other rows than its table. So rows and bytes are counted as they come,
no index is used, and SQLite sorts nothing but numbers.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flashdeck.anki.reading import limits
from flashdeck.anki.reading.faults import Damaged, TooLarge

Row = tuple[Any, ...]

_TABLES = frozenset({"col", "notes", "cards", "revlog", "notetypes", "fields", "templates", "decks", "config"})
_EVERY = 10_000  # steps between two looks at how many there were
_TEXTS = (str, bytes)
_NAME = 1 << 20  # bytes of a value while the schema is read
_SETTINGS = (
    "trusted_schema = OFF",  # nothing that the schema names is run
    "query_only = ON",
    "cell_size_check = ON",  # find damage before it is followed
    "temp_store = MEMORY",  # what is sorted lies nowhere on the disk
)


class Database:
    """Plain tables of a database file of `size` bytes; what is asked of anything else raises Damaged."""

    def __init__(self, connection: sqlite3.Connection, size: int) -> None:
        self._connection = connection
        self._size = size
        self._steps_left = limits.SCHEMA_STEPS
        connection.set_progress_handler(self._count, _EVERY)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _NAME)
        with _faults():
            for setting in _SETTINGS:
                connection.execute(f"PRAGMA {setting}")
            schema = list(connection.execute("SELECT name, type, sql FROM sqlite_master"))
        self._tables = {name: (kind, sql) for name, kind, sql in schema if name in _TABLES}
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, limits.VALUE)

    def has(self, table: str) -> bool:
        """Whether there is such a table."""
        return table in self._tables

    def rows(self, table: str, columns: str, most: int, *, text: int | None = None) -> Iterator[Row]:
        """The rows of a table, no more than `most`, with texts of no more than `text` bytes together (or the file's).

        Raises Damaged where it is none of Anki's tables, cannot be read, or is beyond that.
        """
        self._see_that_it_is_plain(table, columns)
        yield from self._asked(f"SELECT {columns} FROM {table} NOT INDEXED", table, most, text)

    def ordered(self, table: str, columns: str, most: int, *, by: str = "id") -> Iterator[Row]:
        """The same in the order of whole numbers, of which the first column, `id`, is the last to decide."""
        self._see_that_it_is_plain(table, columns, has_key=True)
        if by == "id":
            yield from self._asked(f"SELECT {columns} FROM {table} NOT INDEXED ORDER BY id", table, most)
            return
        numbers = ", ".join(f"iif(typeof({column}) = 'integer', {column}, 0)" for column in by.split(", "))
        order = f"SELECT id AS number FROM {table} NOT INDEXED ORDER BY {numbers}, id LIMIT {most + 1}"
        yield from self._asked(f"SELECT {columns} FROM ({order}) CROSS JOIN {table} ON id = number", table, most)

    def count(self, table: str, most: int) -> int:
        """How many rows there are; raises TooLarge for more than `most`."""
        self._see_that_it_is_plain(table, "")
        counted = f"SELECT count(*) FROM (SELECT 1 FROM {table} NOT INDEXED LIMIT {most + 1})"
        ((found,),) = self._asked(counted, table, 1)
        if found > most:
            raise _too_many(table, most)
        return int(found)

    def _asked(self, question: str, table: str, most: int, text: int | None = None) -> Iterator[Row]:
        self._steps_left = limits.STEPS
        room = self._size if text is None else text
        with _faults():
            for number, row in enumerate(self._connection.execute(question), 1):
                if number > most:
                    raise _too_many(table, most)
                for value in row:
                    if type(value) in _TEXTS:
                        room -= len(value)
                if room < 0:
                    raise Damaged(f"its table `{table}` holds more text than there is room for")
                yield row

    def _see_that_it_is_plain(self, table: str, columns: str, *, has_key: bool = False) -> None:
        """A view or a virtual table could be anything under a table's name, a generated column any computation."""
        kind, sql = self._tables.get(table, ("", ""))
        if kind != "table" or not isinstance(sql, str) or sql.upper().startswith("CREATE VIRTUAL"):
            raise Damaged(f"`{table}` is no table in it")
        self._steps_left = limits.STEPS
        with _faults():
            found = {row[1]: row for row in self._connection.execute(f"PRAGMA table_xinfo({table})")}
        for column in columns.split(", ") if columns else ():
            if column not in found or found[column][6] != 0:
                raise Damaged(f"its table `{table}` has no column `{column}`")
        if has_key and (str(found["id"][2]).upper(), [row[5] for row in found.values() if row[5]]) != ("INTEGER", [1]):
            raise Damaged(f"the rows of its table `{table}` are not numbered")

    def _count(self) -> int:
        """Called by SQLite now and then; anything but 0 stops it."""
        self._steps_left -= _EVERY
        return int(self._steps_left < 0)


def _too_many(table: str, most: int) -> TooLarge:
    return TooLarge(f"has more than {most} rows of `{table}`")


@contextmanager
def _faults() -> Iterator[None]:
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
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        connection.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, limits.STATEMENT)
        connection.create_collation("unicase", _without_case)
        yield Database(connection, file.stat().st_size)
    finally:
        connection.close()


def _without_case(one: str, other: str) -> int:
    """Anki's own order of names, which its schema mentions."""
    left, right = one.casefold(), other.casefold()
    return (left > right) - (left < right)
