"""Packages for the tests of reading: written by the real engine, and by hand to do harm."""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from anki.collection import Collection, ExportAnkiPackageOptions

from flashdeck.anki.reading.package import Package, open_package
from tests.anki.engine import Profile

SCHEMA = """
    CREATE TABLE col (id integer primary key, crt integer, mod integer, ver integer, conf text, models text,
        decks text);
    CREATE TABLE notes (id integer primary key, guid text, mid integer, mod integer, tags text, flds text);
    CREATE TABLE cards (id integer primary key, nid integer, did integer, ord integer, mod integer, type integer,
        queue integer, due integer, ivl integer, factor integer, reps integer, lapses integer, left integer,
        odue integer, odid integer, flags integer, data text);
    CREATE TABLE revlog (id integer primary key, cid integer, ease integer, ivl integer, lastIvl integer,
        factor integer, time integer, type integer);
"""
MODELS = {
    "7": {
        "name": "Basic",
        "type": 0,
        "flds": [{"name": "Front", "ord": 0}, {"name": "Back", "ord": 1}],
        "tmpls": [{"name": "Card 1", "ord": 0, "qfmt": "{{Front}}", "afmt": "{{Back}}"}],
    }
}
DECKS = {"1": {"name": "Default"}}
NOTE = (1, "g", 7, 1_700_000_000, " a b ", "front\x1fback")
CARD = (2, 1, 1, 0, 1_700_000_000, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, "")


def database(path: Path, *statements: str, notes: Any = (NOTE,), cards: Any = (CARD,), answers: Any = ()) -> Path:
    """A collection of schema 11 with one note, or what is asked for; the statements run last."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(SCHEMA)
        texts = (json.dumps({}), json.dumps(MODELS), json.dumps(DECKS))
        connection.execute("INSERT INTO col VALUES (1, 1700000000, 1700000000000, 11, ?, ?, ?)", texts)
        for table, rows in (("notes", notes), ("cards", cards), ("revlog", answers)):
            for row in rows:
                connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
        for statement in statements:
            connection.executescript(statement)
        connection.commit()
    return path


def package(path: Path, content: bytes, media: bytes = b"{}", **members: bytes) -> Path:
    """A legacy package around the bytes of a database."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as zipped:
        zipped.writestr("collection.anki2", content)
        zipped.writestr("media", media)
        for name, member in members.items():
            zipped.writestr(name, member)
    return path


def small(path: Path, *statements: str, media: bytes = b"{}", **more: Any) -> Path:
    """A legacy package of one note, or of what `database` is asked for."""
    members = {name: content for name, content in more.items() if name.startswith("_")}
    with TemporaryDirectory() as folder:
        rows = {name: value for name, value in more.items() if name not in members}
        content = database(Path(folder, "x"), *statements, **rows).read_bytes()
    return package(path, content, media, **{name[1:]: content for name, content in members.items()})


def written_by_anki(anki: Profile, folder: Path) -> dict[str, Path]:
    """The same collection in every form that Anki writes; it is closed then."""
    col: Collection = anki.col
    if col.db is None:
        col.reopen()
    paths = {name: folder / name for name in ("legacy.apkg", "modern.apkg", "legacy.colpkg", "modern.colpkg")}
    for name in ("legacy", "modern"):
        options = ExportAnkiPackageOptions(
            with_scheduling=True, with_deck_configs=True, with_media=True, legacy=name == "legacy"
        )
        col.export_anki_package(out_path=str(paths[f"{name}.apkg"]), limit=None, options=options)
    for name in ("legacy", "modern"):
        if col.db is None:
            col.reopen()
        col.export_collection_package(str(paths[f"{name}.colpkg"]), include_media=True, legacy=name == "legacy")
    return paths


def read(path: Path) -> Package:
    """Everything in a package."""
    with open_package(path) as found:
        for _ in (*found.notes(), *found.cards(), *found.answers()):
            pass
        for name in found.media:
            found.copy_media(name, io.BytesIO())
        return found
