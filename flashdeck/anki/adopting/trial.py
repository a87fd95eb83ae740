"""A card block compiled before it is given away: whether a card file with it says what was meant."""

from __future__ import annotations

from dataclasses import dataclass

from flashdeck.anki.adopting.blocks import Block
from flashdeck.anki.adopting.texts import written
from flashdeck.anki.notes import anki_tags
from flashdeck.answers import without_remark
from flashdeck.compile import compile_file
from flashdeck.model import Note, NoteType


@dataclass(frozen=True, slots=True)
class Meant:
    """What the note of a block shall hold; `expected` is what is to be typed, None where it is not known or nothing."""

    front: str
    back: str
    context: str = ""
    expected: str | None = None


def compiled(block: Block, meant: Meant) -> Note | None:
    """The note of the block, if it alone is one card without an error, and what was meant."""
    section = f"# {block.section}\n\n" if block.section else ""
    found = compile_file("card.md", f"{section}{written(block, 'card')}".encode(), deck="deck")
    is_one = not found.has_errors and len(found.notes) == 1 and _is(found.notes[0], block, meant)
    return found.notes[0] if is_one else None


def _is(note: Note, block: Block, meant: Meant) -> bool:
    values = {"hint": note.hint, "source": note.source, "as-of": note.as_of, "tags": " ".join(anki_tags(note.tags))}
    return (
        (note.type, note.ordinals, note.section) == (block.type, block.ordinals, block.section)
        and (note.front, note.back, note.context) == (meant.front, meant.back, meant.context)
        and {key: text for key, text in values.items() if text} == dict(block.values)
        and (note.type is not NoteType.TYPED or _expects(note, meant.expected))
    )


def _expects(note: Note, text: str | None) -> bool:
    answer = note.expected.answers[0] if note.expected and note.expected.answers else ""
    return text is not None and text.strip() in (answer, without_remark(answer))
