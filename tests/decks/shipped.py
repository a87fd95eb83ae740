"""The cards that this project ships, compiled in memory: nothing is written, and no progress is looked at."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from flashdeck.compile import cards, compile_file
from flashdeck.compile.identity import derive_guid
from flashdeck.model import Card, Note, NoteType
from flashdeck.syntax.plain import plain

ROOT = Path(__file__).resolve().parents[2]


def card_files() -> list[Path]:
    """The card files below `cards/`, in order."""
    found = sorted((ROOT / "cards").rglob("*.md"))
    return [path for path in found if path.name != "README.md" and not path.name.startswith(("_", "."))]


@cache
def shipped_notes() -> tuple[Note, ...]:
    """Every note of every card file."""
    notes: list[Note] = []
    for path in card_files():
        deck = "::".join(path.relative_to(ROOT / "cards").with_suffix("").parts)
        notes += compile_file(path.relative_to(ROOT).as_posix(), path.read_bytes(), deck=deck).notes
    return tuple(notes)


@cache
def by_key() -> dict[str, Note]:
    """The notes by their keys."""
    return {note.key: note for note in shipped_notes()}


def shipped_cards() -> list[Card]:
    """Every card of every note."""
    return [card for note in shipped_notes() for card in cards(note)]


def drills() -> list[Note]:
    """The notes whose numbers are drawn."""
    return [note for note in shipped_notes() if note.type is NoteType.DRILL]


def guid(note: Note) -> str:
    """The guid that a note gets when it is first seen."""
    return derive_guid(note.key)


def words(note: Note) -> str:
    """All that a person reads on the cards of a note, both sides, without marks; sources are left out."""
    sides = [side for card in cards(note) for side in (card.front, card.back)]
    return plain("\n\n".join([note.context, *sides, note.drill]).replace(r"\sqrt{", r"\sqrt {"))
