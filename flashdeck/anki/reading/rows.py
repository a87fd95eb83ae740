"""Rows of Anki's tables as values, or None for one that makes no sense."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flashdeck.anki.reading import limits
from flashdeck.anki.reading.database import Row
from flashdeck.anki.reading.describing import LATEST
from flashdeck.anki.reading.values import AnkiAnswer, AnkiCard, AnkiNote, AnkiNotetype

NOTE = "id, guid, mid, mod, tags, flds"
CARD = "id, nid, did, ord, mod, type, queue, due, ivl, factor, reps, lapses, left, odue, odid, flags, data"
ANSWER = "id, cid, ease, ivl, lastIvl, factor, time, type"

_FIELD = "\x1f"
_ID = range(LATEST * 1000)  # of notes, cards and answers: a time in milliseconds
_TIME = range(LATEST)
_ANY = range(-(2**53), 2**53)  # an id that is no time
_SIGNED = range(-(2**31), 2**31)
_COUNT = range(2**31)
_ORDINAL, _TYPE, _QUEUE = range(limits.TEMPLATES), range(4), range(-3, 5)
_BUTTON, _KIND = range(5), range(6)
_STEPS = 1000  # `left` is the steps to go, and in older versions a thousand times those of today besides
_FLAG = 7  # the bits of `flags` that hold the colour

_CARD_RANGES = (
    *(_ID, _ID, _ANY, _ORDINAL, _TIME, _TYPE, _QUEUE, _SIGNED),
    *(_SIGNED, _COUNT, _COUNT, _COUNT, _COUNT, _SIGNED, _ANY, _COUNT),
)
_ANSWER_RANGES = (_ID, _ID, _BUTTON, _SIGNED, _SIGNED, _COUNT, _COUNT, _KIND)


def note_of(row: Row) -> AnkiNote | None:
    """A note, whatever its note type."""
    number, guid, notetype, mod, tags, written = row
    is_sound = (
        _are_within((number, notetype, mod), (_ID, _ANY, _TIME))
        and isinstance(guid, str)
        and 0 < len(guid) <= limits.GUID
        and isinstance(tags, str | None)
        and len(tags or "") <= limits.TAGS
        and isinstance(written, str)
        and written.count(_FIELD) < limits.TEMPLATES  # before it is split
    )
    return AnkiNote(number, guid, notetype, mod, _tags(tags), tuple(written.split(_FIELD))) if is_sound else None


def fits(note: AnkiNote, notetypes: Mapping[int, AnkiNotetype]) -> bool:
    """Whether the note has the fields of its note type."""
    notetype = notetypes.get(note.notetype)
    return notetype is not None and len(notetype.fields) == len(note.fields)


def card_of(row: Row) -> AnkiCard | None:
    """A card at home: in a filtered deck, home and due day stand aside."""
    *numbers, data = row
    if not _are_within(numbers, _CARD_RANGES):
        return None
    number, note, deck, ordinal, mod, kind, queue, due, interval, factor, reps, lapses, left, odue, odid, flags = (
        numbers
    )
    if odid:
        deck, due = odid, odue or due
    place = (number, note, deck, ordinal, mod, kind, queue, due)
    left, flag, own = left % _STEPS, flags & _FLAG, data if isinstance(data, str) else ""
    return AnkiCard(*place, interval, factor, reps, lapses, left, flag, own)


def answer_of(row: Row) -> AnkiAnswer | None:
    """A row of the review log."""
    return AnkiAnswer(*row) if _are_within(row, _ANSWER_RANGES) else None


def _tags(tags: str | None) -> tuple[str, ...]:
    return tuple((tags or "").split())


def _are_within(values: Sequence[object], ranges: Sequence[range]) -> bool:
    """Whether all are whole numbers in their ranges; asked of every row, so without a generator."""
    for value, allowed in zip(values, ranges, strict=True):
        if type(value) is not int or value not in allowed:
            return False
    return True
