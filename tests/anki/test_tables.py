from __future__ import annotations

import json
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import genanki
import pytest

from flashdeck.anki import tables
from flashdeck.anki.decks import decks_of
from flashdeck.anki.models import CLOZE, STANDARD
from flashdeck.anki.notes import ExportNote
from flashdeck.anki.plan import Departure, departures
from flashdeck.anki.tables import row_ids, write_database
from flashdeck.schedule.standing import ExportRecord

NOW = 1_796_000_000_000


def basic(number: int, deck: str = "gpu", *, reversed_too: bool = False, suspended: bool = False) -> ExportNote:
    fields = STANDARD.values({"Front": f"Q{number}", "Back": "A", "Reverse": "A" if reversed_too else ""})
    ordinals = (0, 1) if reversed_too else (0,)
    return ExportNote(f"g{number}", f"k{number}", STANDARD, deck, fields, ("b", "c"), ordinals, suspended)


def cloze(number: int, text: str, *ordinals: int) -> ExportNote:
    return ExportNote(f"g{number}", f"k{number}", CLOZE, "gpu", CLOZE.values({"Text": text}), (), ordinals)


@contextmanager
def written(folder: Path, *leaving: Departure) -> Iterator[sqlite3.Connection]:
    database = folder / "collection.anki2"
    write_database(database, leaving, decks_of(departure.note.deck for departure in leaving))
    with closing(sqlite3.connect(database)) as connection:
        yield connection


def test_f6_cards_are_the_compilers_and_stand_in_file_order(tmp_path: Path) -> None:
    """Ordinals are taken as given, also where genanki would find none or others; positions count from 1."""
    notes = [
        basic(1, "z"),
        cloze(2, "{{c1::a {{c7::b}}}} {{c3::}}", 6, 0, 2),
        basic(3, "a", reversed_too=True, suspended=True),
    ]
    with written(tmp_path, *departures(notes, {}, {}, NOW)) as connection:
        rows = connection.execute(
            "select guid, ord, due, type, queue from cards c join notes n on n.id = c.nid order by due"
        ).fetchall()
    assert rows == [
        ("g1", 0, 1, 0, 0),
        ("g2", 0, 2, 0, 0),
        ("g2", 2, 3, 0, 0),
        ("g2", 6, 4, 0, 0),
        ("g3", 0, 5, 0, -1),
        ("g3", 1, 6, 0, -1),
    ]


def test_f2_each_note_has_its_own_mod(tmp_path: Path) -> None:
    """The cards have that of their note; nothing comes from a clock."""
    exported = {"g1": ExportRecord(basic(1).digest, 1_700_000_000)}
    with written(tmp_path, *departures([basic(1), basic(2)], exported, {}, NOW)) as connection:
        assert connection.execute("select guid, mod from notes order by guid").fetchall() == [
            ("g1", 1_700_000_000),
            ("g2", 1_796_000_000),
        ]
        assert connection.execute("select mod from cards order by due").fetchall() == [
            (1_700_000_000,),
            (1_796_000_000,),
        ]


def test_the_schema_is_what_genanki_itself_writes(tmp_path: Path) -> None:
    """Tables, indexes and the keys of note types and decks: only values differ from a plain genanki package."""
    model = genanki.Model(
        1, "M", fields=[{"name": "F", "id": 1}], templates=[{"name": "T", "id": 2, "qfmt": "{{F}}", "afmt": "{{F}}"}]
    )
    deck = genanki.Deck(2, "D")
    deck.add_note(genanki.Note(model, ["f"], guid="g"))
    genanki.Package(deck).write_to_file(tmp_path / "plain.apkg")
    with zipfile.ZipFile(tmp_path / "plain.apkg") as package:
        package.extract("collection.anki2", tmp_path / "plain")

    def shape(connection: sqlite3.Connection) -> dict[str, Any]:
        models, decks, conf = map(json.loads, connection.execute("select models, decks, conf from col").fetchone())
        return {
            "schema": connection.execute("select type, name, sql from sqlite_master order by name").fetchall(),
            "ver": connection.execute("select ver, usn from col").fetchone(),
            "default options": json.loads(connection.execute("select dconf from col").fetchone()[0])["1"],
            "model": {key for each in models.values() for key in each},
            "field": {key for each in models.values() for field in each["flds"] for key in field},
            "template": {key for each in models.values() for template in each["tmpls"] for key in template},
            "deck": {key for each in decks.values() for key in each},
            "conf": conf.keys() - {"schedVer"},
        }

    with (
        closing(sqlite3.connect(tmp_path / "plain" / "collection.anki2")) as plain,
        written(tmp_path, *departures([basic(1)], {}, {}, NOW)) as own,
    ):
        assert shape(own) == shape(plain)


def test_the_rows_are_genankis_own(tmp_path: Path) -> None:
    """Of the same notes and cards: value by value, and each of the same kind; what differs is said beside each."""
    notes = [
        replace(basic(1, reversed_too=True), tags=()),
        basic(2, suspended=True),
        cloze(3, "{{c1::a}} {{c3::b}}", 0, 2),
    ]
    leaving = departures(notes, {}, {}, NOW)
    decks = decks_of(note.deck for note in notes)
    models = {model.id: tables._Model(model) for model in (STANDARD, CLOZE)}
    with written(tmp_path, *leaving) as own, closing(sqlite3.connect(":memory:")) as plain:
        genanki.Package([]).write_to_db(plain.cursor(), 0, iter(()))
        place = 1
        for departure, ids in zip(leaving, row_ids(leaving), strict=True):
            note = departure.note
            theirs = genanki.Note(
                models[note.model.id], list(note.fields), tags=note.tags, guid=note.guid, due=place
            )  # the position, which by itself is 0
            theirs.cards = [genanki.Card(ordinal, note.suspended) for ordinal in note.ordinals]  # not guessed
            deck = decks[note.deck.casefold()].deck_id
            theirs.write_to_db(plain.cursor(), departure.mod, deck, iter(ids))
            place += len(note.ordinals)
        for table in ("notes", "cards", "revlog"):
            columns = [name for _, name, *_ in own.execute(f"PRAGMA table_info({table})") if name != "due"]
            question = f"SELECT {', '.join(f'{name}, typeof({name})' for name in columns)} FROM {table} ORDER BY id"
            assert own.execute(question).fetchall() == plain.execute(question).fetchall()
        due = "SELECT {} FROM cards GROUP BY nid ORDER BY nid"
        assert own.execute(due.format("min(due)")).fetchall() == plain.execute(due.format("max(due)")).fetchall()


def test_many_decks_are_written_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The JSON of the decks is made once, however many there are: work grows with notes plus decks."""
    made: list[int] = []

    def dumps(value: Any) -> str:
        made.append(len(value))
        return json.dumps(value)

    monkeypatch.setattr(tables, "json", SimpleNamespace(loads=json.loads, dumps=dumps))
    notes = [basic(number, f"top::deck {number}") for number in range(2000)]
    with written(tmp_path, *departures(notes, {}, {}, NOW)) as connection:
        decks = json.loads(connection.execute("select decks from col").fetchone()[0])
        assert connection.execute("select count(distinct did) from cards").fetchone() == (2000,)
    assert len(decks) == 2002, "and Default, and the one above them"
    assert [size for size in made if size >= 2000] == [2002]
    assert len(made) == 4


def test_f8_the_temporary_folder_stays_clean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By itself genanki leaves a database behind at each write; here none is made outside of the given path."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    with written(tmp_path, *departures([basic(1)], {}, {}, NOW)):
        pass
    assert list((tmp_path / "temporary").iterdir()) == []


def test_r45_r46_ids_are_creation_times_and_never_collide() -> None:
    """Real milliseconds where they are free, else the next: for notes, and for cards among themselves."""
    made = {"g1": NOW, "g2": NOW, "g3": NOW + 1, "g4": NOW - 10_000}
    leaving = departures([basic(1, reversed_too=True), basic(2), basic(3), basic(4)], {}, made, NOW)
    assert row_ids(leaving) == [
        (NOW, NOW, NOW + 1),
        (NOW + 1, NOW + 2),
        (NOW + 2, NOW + 3),
        (NOW - 10_000, NOW - 10_000),
    ]


def test_f8_a_note_keeps_its_id_when_others_come_before_it() -> None:
    """Ids follow from the creation times, not from the place in the files."""
    made = {"g1": NOW, "g2": NOW + 5}
    before = row_ids(departures([basic(1), basic(2)], {}, made, NOW + 60_000))
    after = row_ids(departures([basic(3), basic(2), basic(1)], {}, made, NOW + 60_000))
    assert [ids[0] for ids in after[1:]] == [before[1][0], before[0][0]]
