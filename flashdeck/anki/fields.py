"""From a compiled note to the fields of its note type in Anki."""

from __future__ import annotations

from functools import lru_cache
from html import escape

from flashdeck.anki.media import Media, MediaShelf
from flashdeck.anki.models import CLOZE, STANDARD
from flashdeck.anki.notes import ExportNote, anki_tags, deck_name, field_text, is_blank, unwrapped
from flashdeck.anki.worked import worked
from flashdeck.answers import without_remark
from flashdeck.compile import cards
from flashdeck.model import Note, NoteType
from flashdeck.render.cloze import anki_text
from flashdeck.render.faces import faces
from flashdeck.render.html import to_html


class RefusedNoteError(Exception):
    """A note that Anki would show as a blank card, or not at all; the argument says why."""


def export_note(note: Note, shelf: MediaShelf, deck_prefix: str = "") -> ExportNote:
    """`note` as Anki shall have it; raises `RefusedNoteError` or `MissingMediaError` when it cannot be shown."""
    model, written = (CLOZE, _cloze_fields(note)) if note.type is NoteType.CLOZE else (STANDARD, _standard_fields(note))
    media: dict[str, Media] = {}
    fields = {}
    for name, html in written.items():
        fields[name], found = shelf.pack(field_text(html), note.span.file)
        media.update((file.name, file) for file in found)
    values = model.values({**fields, "Guid": note.guid})
    if is_blank(values[0]) or ("Reverse" in fields and is_blank(fields["Reverse"])):
        raise RefusedNoteError("its question is empty")
    if not note.ordinals:
        raise RefusedNoteError("it has no cards")
    return ExportNote(
        guid=note.guid,
        key=note.key,
        model=model,
        deck=deck_name(deck_prefix, note.deck),
        fields=values,
        tags=anki_tags(note.tags),
        ordinals=note.ordinals,
        suspended=note.suspended,
        drill=note.type is NoteType.DRILL,
        media=tuple(sorted(media.values())),
    )


def _standard_fields(note: Note) -> dict[str, str]:
    first, *others = (worked(note),) if note.type is NoteType.DRILL else cards(note)
    sides = {card.ordinal: faces(card) for card in (first, *others)}
    fields = {**_shared_fields(note), "Front": sides[0].question, "Back": sides[0].answer}
    if first.expected:
        fields["Expected"] = _to_be_typed(first.expected.answers[0])
    if 1 in sides:
        fields["Reverse"] = sides[1].question
        if sides[1].answer != sides[0].question:
            fields["Reverse answer"] = sides[1].answer
    return fields


def _to_be_typed(answer: str) -> str:
    """Plain text as the field that Anki compares with what was typed: it takes out tags and `[sound:…]`.

    Anki compares letters, so a remark behind a quantity, which our comparison passes over, is left out.
    """
    return escape(without_remark(answer), quote=False).replace("[", "&#91;")


def _cloze_fields(note: Note) -> dict[str, str]:
    return {**_shared_fields(note), "Text": anki_text(note), "Extra": to_html(note.back, raw_html=note.html)}


def _shared_fields(note: Note) -> dict[str, str]:
    above = [unwrapped(_line(text)) for text in (note.section, note.context) if text]
    return {
        "Context": " › ".join(above),
        "Hint": _line(note.hint or ""),
        "Source": _line(note.source or ""),
        "As of": _line(note.as_of or ""),
    }


@lru_cache(maxsize=1024)
def _line(text: str) -> str:
    """The HTML of a line that many notes share."""
    return to_html(text, title=True)
