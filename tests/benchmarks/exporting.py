"""Ten thousand notes in 2,000 decks from ready HTML to a package, against genanki alone with all in one deck."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import genanki

from flashdeck.anki.decks import decks_of
from flashdeck.anki.models import STANDARD
from flashdeck.anki.notes import ExportNote
from flashdeck.anki.package import write_package
from flashdeck.anki.plan import departures
from flashdeck.anki.tables import write_database
from tests.benchmarks.measuring import Figure, compare, of_call

NOTES = 10_000
DECKS = 2_000
NOW = 1_796_000_000_000
WORDS = ("bandwidth", "latency", "tensor", "core", "warp", "kernel", "cache", "ring", "reduce", "scatter", "shard")


def notes() -> list[ExportNote]:
    """Notes of some two hundred characters each, deck after deck in turn."""
    choice = random.Random(1)
    return [_note(number, " ".join(choice.choices(WORDS, k=25))) for number in range(NOTES)]


def _note(number: int, answer: str) -> ExportNote:
    guid = f"guid{number:07}"
    fields = STANDARD.values({"Front": f"Question {number}?", "Back": f"<p>{answer}</p>", "Guid": guid})
    return ExportNote(guid, guid, STANDARD, f"deck::{number % DECKS}", fields, ("gpu", "net"), (0,))


def ours(given: list[ExportNote], folder: Path) -> None:
    """What an export does once the fields are rendered, but for the log."""
    database = folder / "collection.anki2"
    database.unlink(missing_ok=True)
    write_database(database, departures(given, {}, {}, NOW), decks_of(note.deck for note in given))
    with (folder / "ours.apkg").open("wb") as package:
        write_package(package, database, [])


def theirs(given: list[ExportNote], folder: Path) -> None:
    """The same notes by genanki, their guids given, stored and not deflated."""
    model = genanki.Model(
        1, "M", fields=[{"name": "F"}, {"name": "B"}], templates=[{"name": "C", "qfmt": "{{F}}", "afmt": "{{B}}"}]
    )
    deck = genanki.Deck(2, "D")
    for note in given:
        deck.add_note(genanki.Note(model, list(note.fields[:2]), guid=note.guid, tags=list(note.tags)))
    genanki.Package(deck).write_to_file(folder / "theirs.apkg")


def figure() -> Figure:
    """Processor seconds of both."""
    given = notes()
    with TemporaryDirectory(prefix="flashdeck-bench-") as name:
        folder = Path(name)
        mine, other = (partial(of_call, partial(write, given, folder)) for write in (ours, theirs))
        return compare(f"package of {DECKS:,} decks", NOTES, mine, other)
