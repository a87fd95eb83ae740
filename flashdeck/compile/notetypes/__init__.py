"""The note types: each makes notes of a draft, and cards of a note. A new one is a file and a line of the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flashdeck.compile.draft import TOGETHER, Draft
from flashdeck.compile.notetypes import basic, cloze, drill, table, typed
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
    NoteType.TYPED: _Family(typed.notes, typed.cards),
    NoteType.DRILL: _Family(drill.notes, drill.cards),
}


def notes(draft: Draft) -> list[Note]:
    """The sound notes of a draft; what is wrong is reported to its problems."""
    note_type = _note_type(draft)
    if note_type is not NoteType.DRILL:
        drill.warn_if_forgotten(draft)
    return _FAMILIES[note_type].notes(draft) if note_type else []


def cards(note: Note) -> tuple[Card, ...]:
    """The cards of a note, in the order of their ordinals."""
    return _FAMILIES[note.type].cards(note)


def _note_type(draft: Draft) -> NoteType | None:
    """What a draft is: what its options say, else a cloze if it holds deletions, else its file's default."""
    kinds = draft.kinds
    named = [name for name in _BY_WEIGHT if name in draft.options.classes]
    if len(kinds) > 1 and not kinds <= TOGETHER:
        alone = next(name for name in named if name not in TOGETHER)
        other = next(name for name in named if name != alone)
        message = f"A card is either `.{alone}` or `.{other}`"
        draft.error("type-conflict", message, "Keep one of the two.", option=alone)
    elif _is_lost(draft, kinds):
        pass
    elif "table" in kinds:
        return NoteType.TABLE
    elif not cloze.is_meant(draft):
        return next((NoteType(name) for name in _BY_WEIGHT if name in kinds), NoteType.BASIC)
    elif named:
        message = f"This card holds a deletion, and a cloze cannot be `.{named[0]}`"
        fix = f"Take `.{named[0]}` out, or put the braces into a code span if they are meant as text."
        draft.error("type-conflict", message, fix, option=named[0])
    else:
        return NoteType.CLOZE
    return None


def _is_lost(draft: Draft, kinds: frozenset[str]) -> bool:
    """Whether an option means nothing for these types; that is an error."""
    for option, (types, message) in _OPTIONS_OF.items():
        if option in draft.options.values and kinds.isdisjoint(types):
            draft.error("type-conflict", message, f"Mark the card `.{types[0]}`.", option=option)
            return True
    return False


_BY_WEIGHT = (NoteType.TABLE, NoteType.DRILL, NoteType.TYPED, NoteType.REVERSED, NoteType.BASIC, NoteType.CLOZE)
"""The types in the order in which they decide what a card is."""

_OPTIONS_OF = {
    "ask": (("table",), "`ask` chooses columns of a `.table`"),
    "tolerance": (("typed", "drill"), "`tolerance` is for numbers that are typed"),
    "case": (("typed",), "`case` is for texts that are typed"),
}
"""Options that go with some types only: those types, and what to tell else."""
