"""What an export changes for Anki: which notes are new, edited or as before, and the `mod` under which each leaves.

Anki takes an update only where `mod` (Unix seconds) is later than what it has, and then replaces the note's fields and
tags. So `mod` moves when, and only when, the content moved, and always beyond the one that last left, or last came.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from flashdeck.anki.notes import ExportNote
from flashdeck.schedule.standing import ExportRecord, ImportRecord


class Change(StrEnum):
    """What Anki will do with a note that it got from the last export."""

    NEW = "new"
    UPDATED = "updated"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class Departure:
    """A note about to leave: its `mod` in Unix seconds, and when it was made in milliseconds (Anki's id for it).

    `last` is how it left before, None where it never did.
    """

    note: ExportNote
    change: Change
    mod: int
    created: int
    last: ExportRecord | None = None

    @property
    def record(self) -> ExportRecord:
        """What the log shall say of it."""
        return ExportRecord(self.note.digest, self.mod, self.note.deck, tuple(sorted(self.note.ordinals)))


def departures(
    notes: Iterable[ExportNote],
    exported: Mapping[str, ExportRecord],
    created: Mapping[str, int],
    now: int,
    imported: Mapping[str, ImportRecord] | None = None,
) -> tuple[Departure, ...]:
    """The notes with their `mod`, in the given order.

    `exported`, `created` and `imported` are by guid: how a note last left, the milliseconds at which it was first seen,
    and how it last came from Anki. A note that was never seen is made now, at a millisecond that no other note has;
    `now` is in milliseconds, too.
    """
    taken = set(created.values())
    came = imported or {}
    free = now
    departing = []
    for note in notes:
        made = created.get(note.guid)
        if made is None:
            while free in taken:
                free += 1
            made = free
            free += 1
        last = exported.get(note.guid)
        change, mod = _change(note, last, came.get(note.guid), now // 1000)
        departing.append(Departure(note, change, mod, made, last))
    return tuple(departing)


def _change(note: ExportNote, last: ExportRecord | None, came: ImportRecord | None, now: int) -> tuple[Change, int]:
    if last and last.digest == note.digest:
        return Change.UNCHANGED, last.mod
    known = [record.mod for record in (last, came) if record]
    return Change.UPDATED if last else Change.NEW, max([now, *(mod + 1 for mod in known)])
