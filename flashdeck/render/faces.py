"""The two faces of a card, as HTML for the terminal and for previews."""

from __future__ import annotations

from dataclasses import dataclass

from flashdeck.model import Card, NoteType
from flashdeck.render.cloze import answered, asked
from flashdeck.render.html import to_html


@dataclass(frozen=True, slots=True)
class Faces:
    """`question` is shown first; `answer` below it once it is turned."""

    question: str
    answer: str


def faces(card: Card) -> Faces:
    """Return the HTML of both faces.

    A hidden cloze deletion is `<span class="cloze">[...]</span>`, or its hint in the brackets; the answer shows the
    whole text with the deletions that were asked for in such a span, and the extra below.
    """
    note = card.note
    if note.type is NoteType.CLOZE:
        number = card.ordinal + 1
        extra = to_html(note.back, raw_html=note.html)
        return Faces(asked(note, number), "\n".join(part for part in (answered(note, number), extra) if part))
    return Faces(_side(card, card.front), _side(card, card.back))


def _side(card: Card, text: str) -> str:
    """A heading or a table's cell is text, though it may begin like a list (`1986. A great year`)."""
    title = text == card.note.front or card.note.type is NoteType.TABLE
    return to_html(text, raw_html=card.note.html, title=title)
