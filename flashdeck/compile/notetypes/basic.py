"""A heading and its body: one card."""

from __future__ import annotations

from flashdeck.compile.draft import Draft
from flashdeck.model import Card, Note, NoteType


def notes(draft: Draft) -> list[Note]:
    """The note of a basic card, unless a side is empty."""
    return standard(draft, NoteType.BASIC, (0,))


def standard(draft: Draft, note_type: NoteType, ordinals: tuple[int, ...]) -> list[Note]:
    """A note with the heading before and the body behind the border; an empty side is an error."""
    front, back = draft.front, draft.below.text
    if not front.strip():
        draft.error("empty-front", "This card has no front: its heading is empty", help="Write the question behind `##`.")
    elif not back.strip():
        message = "This card has no back: nothing stands below its heading"
        help = "Write the answer below the heading, a blank line between them."
        if draft.above is not None:
            message = "This card has no back: nothing stands below its `---`"
            help = "Write the answer below `---`, or delete that line to make the text above it the answer."
        draft.error("empty-back", message, help=help)
    else:
        return [draft.note(note_type, front=front, back=back, ordinals=ordinals)]
    return []


def cards(note: Note) -> tuple[Card, ...]:
    """The one card: front, then back."""
    return (Card(note, 0, note.front, note.back),)
