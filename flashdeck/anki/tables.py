"""The tables inside a package: schema, note types and decks are genanki's, the rows are written here, all at once.

By itself genanki gives every note of an export one `mod`, every card position 0 and an id from the clock, guesses
which cards a note has, looks through each field with a pattern of quadratic time, writes all decks anew for each deck,
and each row by itself.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import astuple
from pathlib import Path
from typing import Any

import genanki

from flashdeck.anki.decks import DEFAULT_DECK, Deck
from flashdeck.anki.models import CLOZE, MOD, STANDARD, NoteModel, css
from flashdeck.anki.plan import Departure
from flashdeck.anki.presets import Preset
from flashdeck.anki.progress import CREATED, Progress
from flashdeck.model import CardKey

Row = tuple[Any, ...]

_UNSYNCED = -1
_INTO_NOTES = "INSERT INTO notes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_INTO_CARDS = "INSERT INTO cards VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


def write_database(
    path: Path,
    departures: Sequence[Departure],
    decks: Mapping[str, Deck],
    progress: Mapping[CardKey, Progress] | None = None,
    rollover: int = 4,
) -> None:
    """Write an Anki collection (schema 11) that holds these notes; new cards are asked in the given order.

    `decks` are by case-folded name, those of all notes among them. With `progress` it says where every card stands, for
    study days that begin at the hour `rollover`.
    """
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = OFF")  # the file is new and is thrown away if this fails
        connection.execute("PRAGMA synchronous = OFF")
        cursor = connection.cursor()
        genanki.Package([]).write_to_db(cursor, 0, iter(()))  # without decks: the schema and an empty collection
        _describe(cursor, decks.values())
        ids = row_ids(departures)
        cursor.executemany(_INTO_NOTES, _note_rows(departures, ids))
        cursor.executemany(_INTO_CARDS, _card_rows(departures, ids, decks))
        if progress is not None:
            _write_progress(cursor, departures, ids, progress, rollover)
        connection.commit()


# ---------------------------------------------------------------------------------------------- note types and decks


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


def _describe(cursor: sqlite3.Cursor, decks: Iterable[Deck]) -> None:
    conf, standing, groups = map(json.loads, cursor.execute("SELECT conf, decks, dconf FROM col").fetchone())
    conf["schedVer"] = 2  # without it Anki takes positions and histories for those of its first scheduler
    own = [deck for deck in decks if deck.deck_id != DEFAULT_DECK]
    standing |= {str(deck.deck_id): deck.to_json() for deck in own}
    presets: dict[int, Preset] = {deck.preset.id: deck.preset for deck in own}
    groups |= {str(number): preset.to_json() for number, preset in presets.items()}
    models = {str(model.id): _Model(model).to_json(MOD, DEFAULT_DECK) for model in (STANDARD, CLOZE)}
    cursor.execute(
        "UPDATE col SET conf = ?, models = ?, decks = ?, dconf = ?",
        [*map(json.dumps, (conf, models, standing, groups))],
    )


# ---------------------------------------------------------------------------------------------- notes and cards


def _note_rows(departures: Sequence[Departure], ids: Sequence[tuple[int, ...]]) -> Iterator[Row]:
    for departure, (number, *_) in zip(departures, ids, strict=True):
        note = departure.note
        tags, fields = f" {' '.join(note.tags)} ", "\x1f".join(note.fields)
        yield number, note.guid, note.model.id, departure.mod, _UNSYNCED, tags, fields, note.fields[0], 0, 0, ""


def _card_rows(
    departures: Sequence[Departure], ids: Sequence[tuple[int, ...]], decks: Mapping[str, Deck]
) -> Iterator[Row]:
    """New cards, each with a place of its own in the order in which they will be asked."""
    place = 0
    for departure, (note_id, *card_ids) in zip(departures, ids, strict=True):
        note = departure.note
        deck = decks[note.deck.casefold()].deck_id
        queue = -1 if note.suspended else 0
        for card_id, ordinal in zip(card_ids, sorted(note.ordinals), strict=True):
            place += 1
            head = (card_id, note_id, deck, ordinal, departure.mod, _UNSYNCED, 0, queue, place)
            yield *head, 0, 0, 0, 0, 0, 0, 0, 0, ""


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


# ---------------------------------------------------------------------------------------------- progress


def _write_progress(
    cursor: sqlite3.Cursor,
    departures: Sequence[Departure],
    ids: Sequence[tuple[int, ...]],
    progress: Mapping[CardKey, Progress],
    rollover: int,
) -> None:
    """Where the cards stand and what they were answered, over the rows of new cards."""
    (conf,) = map(json.loads, *cursor.execute("SELECT conf FROM col"))
    counted = {"creationOffset": 0, "rollover": rollover}  # so that days are dates, in whatever zone Anki is opened
    cursor.execute("UPDATE col SET crt = ?, conf = ?", (CREATED, json.dumps(conf | counted)))
    known = [
        (note_id, card_id, progress[CardKey(departure.note.guid, ordinal)])
        for departure, (note_id, *card_ids) in zip(departures, ids, strict=True)
        for card_id, ordinal in zip(card_ids, sorted(departure.note.ordinals), strict=True)
    ]
    cursor.executemany(
        """
        UPDATE cards SET type = ?, queue = ?, due = ifnull(?, due), ivl = ?, factor = ?, reps = ?, lapses = ?, left = ?,
            flags = ?, mod = ?
        WHERE id = ?
        """,
        ((*astuple(card.row), card_id) for _, card_id, card in known),
    )
    cursor.executemany(
        "INSERT INTO revlog VALUES (?, ?, -1, ?, ?, ?, ?, ?, ?)",
        ((number, card_id, *rest) for _, card_id, card in known for number, *rest in map(astuple, card.log)),
    )
    leeches = sorted({note_id for note_id, _, card in known if card.leech})
    cursor.executemany("UPDATE notes SET tags = tags || 'leech ' WHERE id = ?", ((note_id,) for note_id in leeches))
