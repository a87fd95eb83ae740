"""The note types: each makes notes of a draft, and cards of a note. A new one is a file and a line of the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flashdeck.compile.draft import Draft
from flashdeck.compile.notetypes import basic, cloze, table
from flashdeck.compile.notetypes import reversed as both_ways
from flashdeck.model import Card, Note, NoteType


@dataclass(frozen=True, slots=True)
class _Family:
    notes: Callable[[Draft], list[Note]]
    cards: Callable[[Note], tuple[Card, ...]]


_FAMILIES = {
    NoteType.BASIC: _Family(basic.notes, basic.cards),
    NoteType.REVERSED: _Family(both_ways.notes, both_ways.cards),
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
    classes, default = draft.options.classes, draft.matter.type
    chosen = [name for name in ("table", "reversed", "basic") if name in classes]
    is_table = "table" in chosen or (default is NoteType.TABLE and "basic" not in chosen)
    if "basic" in chosen and len(chosen) > 1:
        message = f"A card is either `.basic` or `.{chosen[0]}`"
        draft.error("type-conflict", message, "Keep one of the two.", option="basic")
    elif "ask" in draft.options.values and not is_table:
        draft.error("type-conflict", "`ask` chooses columns of a `.table`", "Mark the card `.table`.", option="ask")
    elif is_table:
        return NoteType.TABLE
    elif not cloze.is_meant(draft):
        return NoteType(chosen[0]) if chosen else default or NoteType.BASIC
    elif chosen:
        message = f"This card holds a deletion, and a cloze cannot be `.{chosen[0]}`"
        fix = f"Take `.{chosen[0]}` out, or put the braces into a code span if they are meant as text."
        draft.error("type-conflict", message, fix, option=chosen[0])
    else:
        return NoteType.CLOZE
    return None
