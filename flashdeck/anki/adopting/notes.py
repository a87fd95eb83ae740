"""A note of Anki's -> one card as a person would have written it in a card file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from flashdeck.anki.adopting.asked import Asked, asked
from flashdeck.anki.adopting.blocks import Block
from flashdeck.anki.adopting.making import Card
from flashdeck.anki.adopting.prose.reader import Media
from flashdeck.anki.fields import RefusedNoteError, export_note
from flashdeck.anki.media import Media as Packed
from flashdeck.anki.media import MediaShelf
from flashdeck.anki.reading.values import AnkiNote, AnkiNotetype
from flashdeck.model import Note

__all__ = ["Block", "block"]

_ROUNDS = 4  # of export and import, after which a text that is written with care stays the same


def block(
    note: AnkiNote, notetype: AnkiNotetype, ordinals: Sequence[int], *, media: Media = lambda name: name
) -> Block | None:
    """The card block of a note whose cards have these ordinals; None where no text can ask it. Never raises.

    `media` gives the path to be written for the name of a file in Anki, None where there is no such file. The cards of
    the block have the ordinals of Anki's cards; those that it leaves out are listed and told. Exported and taken back,
    the block is the same.
    """
    what = asked(note, notetype, ordinals)
    made = Card(what, ordinals, note.tags, media).block() if what else None
    if made is None:
        return None
    first, compiled = made
    for _ in range(_ROUNDS if first.is_less else 0):
        taken_back = _taken_back(compiled)
        again = Card(taken_back, compiled.ordinals, compiled.tags, media).block() if taken_back else None
        if again is None or _text(again[0]) == _text(made[0]):
            break
        made, compiled = again, again[1]
    return replace(made[0], notices=first.notices, left_out=first.left_out)


def _text(made: Block) -> tuple[object, ...]:
    return made.section, made.heading, made.body, made.classes, made.values


def _taken_back(note: Note) -> Asked | None:
    """What an import finds of a note that was exported."""
    try:
        exported = export_note(note, _NoShelf())
    except RefusedNoteError:
        return None
    model = exported.model
    notetype = AnkiNotetype(model.id, model.name, model.cloze, tuple(field.name for field in model.fields), ())
    return asked(AnkiNote(0, "", model.id, 0, exported.tags, exported.fields), notetype, exported.ordinals)


class _NoShelf(MediaShelf):
    """Leaves the names of media as they are."""

    def __init__(self) -> None:
        """Need no folder."""

    def pack(self, html: str, card_file: str) -> tuple[str, tuple[Packed, ...]]:  # noqa: ARG002 - the shelf's
        """Pack nothing."""
        return html, ()
