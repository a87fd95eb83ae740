"""A basic card that is asked both ways."""

from __future__ import annotations

from flashdeck.compile.draft import Draft
from flashdeck.compile.notetypes import basic
from flashdeck.model import Card, Note, NoteType


def notes(draft: Draft) -> list[Note]:
    """The note of a card marked `.reversed`, unless a side is empty."""
    return basic.two_sided(draft, NoteType.REVERSED, (0, 1))


def cards(note: Note) -> tuple[Card, ...]:
    """Ordinal 0 asks for the back, ordinal 1 for the front."""
    return Card(note, 0, note.front, note.back), Card(note, 1, note.back, note.front)
