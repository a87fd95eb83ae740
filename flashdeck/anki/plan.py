"""What an export changes for Anki: which notes are new, edited or as before, and the `mod` under which each leaves.

Anki takes an update only where `mod` (Unix seconds) is later than what it has, and then replaces the note's fields and
tags. So `mod` moves when, and only when, the content moved, and always beyond the one that last left.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from flashdeck.anki.notes import ExportNote
from flashdeck.schedule import ExportRecord


class Change(StrEnum):
    """What Anki will do with a note that it got from the last export."""

    NEW = "new"
    UPDATED = "updated"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class Departure:
    """A note about to leave: its `mod` in Unix seconds, and when it was made in milliseconds (Anki's id for it)."""

    note: ExportNote
    change: Change
    mod: int
    created: int


def departures(
    notes: Iterable[ExportNote], exported: Mapping[str, ExportRecord], created: Mapping[str, int], now: int
) -> tuple[Departure, ...]:
    """The notes with their `mod`, in the given order.

    `exported` and `created` are by guid: how a note last left, and the milliseconds at which it was first seen. A note
    without the latter is made now, at a millisecond that no other note has; `now` is in milliseconds, too.
    """
    taken = set(created.values())
    free = now
    departing = []
    for note in notes:
        made = created.get(note.guid)
        if made is None:
            while free in taken:
                free += 1
            made = free
            free += 1
        departing.append(Departure(note, *_change(note, exported.get(note.guid), now // 1000), made))
    return tuple(departing)


def _change(note: ExportNote, last: ExportRecord | None, now: int) -> tuple[Change, int]:
    if last is None:
        return Change.NEW, now
    if last.digest == note.digest:
        return Change.UNCHANGED, last.mod
    return Change.UPDATED, max(now, last.mod + 1)
