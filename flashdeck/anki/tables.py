"""The tables inside a package: genanki fills them, and what it leaves open or gets wrong is decided here.

By itself genanki gives every note of an export one `mod`, every card position 0 and an id from the clock, guesses
which cards a note has, looks through each field with a pattern of quadratic time, and writes all decks anew for each
deck.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import astuple
from hashlib import sha256
from pathlib import Path
from typing import Any

import genanki

from flashdeck.anki.models import CLOZE, MOD, STANDARD, NoteModel, css
from flashdeck.anki.notes import ExportNote
from flashdeck.anki.plan import Departure
from flashdeck.anki.progress import CREATED, Progress
from flashdeck.model import CardKey

_DEFAULT_DECK = 1  # there in every collection; Anki renames a second deck of its name


def write_database(
    path: Path, departures: Sequence[Departure], progress: Mapping[CardKey, Progress] | None = None, rollover: int = 4
) -> None:
    """Write an Anki collection (schema 11) that holds these notes; new cards are asked in the given order.

    With `progress` it says where every card stands, for study days that begin at the hour `rollover`.
    """
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = OFF")  # the file is new and is thrown away if this fails
        connection.execute("PRAGMA synchronous = OFF")
        package = _Package(departures)
        package.write_to_db(connection.cursor(), 0, iter(()))
        if progress is not None:
            _write_progress(connection.cursor(), departures, progress, rollover)
        connection.commit()


class _Package(genanki.Package):  # type: ignore[misc]  # genanki ships no types
    """All notes in the order of the files, whatever their decks."""

    def __init__(self, departures: Sequence[Departure]) -> None:
        super().__init__([])
        self.departures = departures

    def write_to_db(self, cursor: sqlite3.Cursor, timestamp: float, id_gen: Iterator[int]) -> None:
        super().write_to_db(cursor, timestamp, id_gen)  # without decks: the schema and an empty collection
        models = {model.id: _Model(model) for model in (STANDARD, CLOZE)}
        decks = deck_ids(departure.note.deck for departure in self.departures)
        self._describe(cursor, models.values(), decks)
        place = 1
        for departure, ids in zip(self.departures, row_ids(self.departures), strict=True):
            note = _Note(departure.note, models[departure.note.model.id], place)
            deck = decks[departure.note.deck.casefold()]
            note.write_to_db(cursor, departure.mod, deck.deck_id, iter(ids))
            place += len(note.cards)

    def _describe(self, cursor: sqlite3.Cursor, models: Iterable[_Model], decks: Mapping[str, genanki.Deck]) -> None:
        conf, standing = map(json.loads, cursor.execute("SELECT conf, decks FROM col").fetchone())
        conf["schedVer"] = 2  # without it Anki takes positions and histories for those of its first scheduler
        standing |= {str(deck.deck_id): deck.to_json() for deck in decks.values() if deck.deck_id != _DEFAULT_DECK}
        described = {str(model.model_id): model.to_json(MOD, _DEFAULT_DECK) for model in models}
        cursor.execute(
            "UPDATE col SET conf = ?, models = ?, decks = ?",
            (json.dumps(conf), json.dumps(described), json.dumps(standing)),
        )


class _Model(genanki.Model):  # type: ignore[misc]  # genanki ships no types
    """A frozen note type."""

    _req = ()  # Anki works out by itself which fields make which card; genanki knows only part of its language

    def __init__(self, model: NoteModel) -> None:
        super().__init__(
            model.id,
            model.name,
            fields=[{"name": field.name, "id": field.id} for field in model.fields],
            templates=[
                {"name": card.name, "id": card.id, "qfmt": card.question, "afmt": card.answer}
                for card in model.templates
            ],
            css=css(),
            model_type=self.CLOZE if model.cloze else self.FRONT_BACK,
        )


class _Note(genanki.Note):  # type: ignore[misc]  # genanki ships no types
    """A note with the cards that the compiler gave it, the first of them at `place` in the order of new cards."""

    def __init__(self, note: ExportNote, model: _Model, place: int) -> None:
        super().__init__(model, list(note.fields), tags=note.tags, guid=note.guid)
        self.own_cards = [
            _Card(ordinal, at, suspended=note.suspended) for at, ordinal in enumerate(sorted(note.ordinals), place)
        ]

    @property
    def cards(self) -> list[_Card]:
        return self.own_cards

    def _check_invalid_html_tags_in_fields(self) -> None:
        """The fields are HTML already."""


class _Card(genanki.Card):  # type: ignore[misc]  # genanki ships no types
    """A new card with a place of its own in the order of new cards."""

    def __init__(self, ordinal: int, place: int, *, suspended: bool) -> None:
        super().__init__(ordinal, suspended)
        self.place = place

    def write_to_db(self, *row: Any) -> None:
        *row_but_place, _ = row  # genanki gives all cards of a note one place
        super().write_to_db(*row_but_place, self.place)


# ---------------------------------------------------------------------------------------------- progress


def _write_progress(
    cursor: sqlite3.Cursor, departures: Sequence[Departure], progress: Mapping[CardKey, Progress], rollover: int
) -> None:
    """Where the cards stand and what they were answered, over the rows of new cards."""
    (conf,) = map(json.loads, *cursor.execute("SELECT conf FROM col"))
    counted = {"creationOffset": 0, "rollover": rollover}  # so that days are dates, in whatever zone Anki is opened
    cursor.execute("UPDATE col SET crt = ?, conf = ?", (CREATED, json.dumps(conf | counted)))
    for departure, (note_id, *card_ids) in zip(departures, row_ids(departures), strict=True):
        note = departure.note
        known = {number: progress[CardKey(note.guid, number)] for number in note.ordinals}
        for card_id, ordinal in zip(card_ids, sorted(note.ordinals), strict=True):
            _write_card(cursor, card_id, known[ordinal])
        if any(each.leech for each in known.values()):
            cursor.execute("UPDATE notes SET tags = tags || 'leech ' WHERE id = ?", (note_id,))


def _write_card(cursor: sqlite3.Cursor, card_id: int, progress: Progress) -> None:
    cursor.execute(
        """
        UPDATE cards SET type = ?, queue = ?, due = ifnull(?, due), ivl = ?, factor = ?, reps = ?, lapses = ?, left = ?,
            flags = ?
        WHERE id = ?
        """,
        (*astuple(progress.row), card_id),
    )
    cursor.executemany(
        "INSERT INTO revlog VALUES (?, ?, -1, ?, ?, ?, ?, ?, ?)",
        [(number, card_id, *rest) for number, *rest in map(astuple, progress.log)],
    )


# ---------------------------------------------------------------------------------------------- ids


def row_ids(departures: Sequence[Departure]) -> list[tuple[int, ...]]:
    """For each note its id and those of its cards, in milliseconds.

    An id is the time at which the note was made, which Anki shows as that, or the next one that is free.
    """
    ids: dict[str, tuple[int, ...]] = {}
    note_id = card_id = 0
    for departure in sorted(departures, key=lambda each: (each.created, each.note.guid)):
        note_id = max(note_id + 1, departure.created)
        first = max(card_id + 1, note_id)
        card_id = first + len(departure.note.ordinals) - 1
        ids[departure.note.guid] = (note_id, *range(first, card_id + 1))
    return [ids[departure.note.guid] for departure in departures]


def deck_ids(names: Iterable[str]) -> dict[str, genanki.Deck]:
    """The decks by case-folded name, since Anki knows no case; an id follows from the name and is never Default's."""
    decks: dict[str, genanki.Deck] = {}
    taken = {_DEFAULT_DECK}
    for name in names:
        folded = name.casefold()
        if folded in decks:
            continue
        number = _DEFAULT_DECK
        if folded != "default":
            number = 10**12 + int.from_bytes(sha256(folded.encode()).digest()[:5], "big")
            while number in taken:
                number += 1
        taken.add(number)
        decks[folded] = genanki.Deck(number, name)
    return decks
