"""The note types: each makes notes of a draft, and cards of a note. A new one is a file and a line of the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flashdeck.compile.draft import Draft
from flashdeck.compile.notetypes import basic, cloze, reversed, table
from flashdeck.model import Card, Note, NoteType


@dataclass(frozen=True, slots=True)
class _Family:
    notes: Callable[[Draft], list[Note]]
    cards: Callable[[Note], tuple[Card, ...]]


_FAMILIES = {
    NoteType.BASIC: _Family(basic.notes, basic.cards),
    NoteType.REVERSED: _Family(reversed.notes, reversed.cards),
    NoteType.CLOZE: _Family(cloze.notes, cloze.cards),
    NoteType.TABLE: _Family(table.notes, table.cards),
}


def notes(draft: Draft) -> list[Note]:
    """The sound notes of a draft; what is wrong is reported to its problems."""
    note_type = _note_type(draft)
    return _FAMILIES[note_type].notes(draft) if note_type else []


def cards(note: Note) -> tuple[Card, ...]:
    """The cards of a note, in the order of their ordinals."""
    return _FAMILIES[note.type].cards(note)


def _note_type(draft: Draft) -> NoteType | None:
    """What a draft is: what its options say, else a cloze if it holds deletions, else its file's default."""
    classes = draft.options.classes
    if "ask" in draft.options.values and "table" not in classes and draft.matter.type is not NoteType.TABLE:
        draft.error("unknown-option", "`ask` chooses columns of a `.table`", option="ask", help="Mark the card `.table`.")
        return None
    chosen = [name for name in ("table", "reversed", "basic") if name in classes]
    if "basic" in chosen and len(chosen) > 1:
        message = f"A card is either `.basic` or `.{chosen[0]}`"
        draft.error("type-conflict", message, option="basic", help="Keep one of them.")
        return None
    if chosen[:1] == ["table"] or (not chosen and draft.matter.type is NoteType.TABLE):
        return NoteType.TABLE
    if cloze.is_meant(draft):
        if not chosen:
            return NoteType.CLOZE
        message = f"This card holds a deletion, and a cloze cannot be `.{chosen[0]}`"
        help = f"Take `.{chosen[0]}` out, or put the braces into a code span if they are meant as text."
        draft.error("type-conflict", message, option=chosen[0], help=help)
        return None
    return NoteType(chosen[0]) if chosen else draft.matter.type or NoteType.BASIC
