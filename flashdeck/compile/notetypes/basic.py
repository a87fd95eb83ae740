"""A heading and its body: one card."""

from __future__ import annotations

from html import unescape

from flashdeck.compile.draft import Draft
from flashdeck.model import Card, Note, NoteType


def notes(draft: Draft) -> list[Note]:
    """The note of a basic card, unless a side is empty."""
    return two_sided(draft, NoteType.BASIC, (0,))


def cards(note: Note) -> tuple[Card, ...]:
    """The one card: front, then back."""
    return (Card(note, 0, note.front, note.back),)


def two_sided(draft: Draft, note_type: NoteType, ordinals: tuple[int, ...]) -> list[Note]:
    """A note with the heading before the border and the body behind it; an empty side is an error."""
    front, back = draft.front, draft.below.text
    if is_blank(front):
        draft.error("empty-front", "This card has no front: its heading is empty", "Write the question behind `##`.")
    elif not is_blank(back):
        return [draft.note(note_type, front=front, back=back, ordinals=ordinals)]
    elif draft.above is None:
        message, fix = "This card has no back: nothing stands below its heading", "Write the answer below the heading."
        draft.error("empty-back", message, fix)
    else:
        message = "This card has no back: nothing stands below its `---`"
        draft.error("empty-back", message, "Write the answer below `---`, or delete that line.")
    return []


def is_blank(text: str) -> bool:
    """Whether nothing of a text can be seen: spaces, also those of no width and those written `&nbsp;`."""
    seen = text.strip()
    return not seen or not (seen[0].isalnum() or unescape(seen).translate(_UNSEEN).strip())


_UNSEEN = dict.fromkeys((0x00AD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF))
"""The soft hyphen, and what has no width."""
