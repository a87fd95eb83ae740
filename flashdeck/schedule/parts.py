"""A long log folded part by part: notes do not touch each other, so that only one part need be in memory at a time."""

from __future__ import annotations

from collections.abc import Iterable
from zlib import crc32

from flashdeck.model import Event, EventKind
from flashdeck.schedule.standing import Standing
from flashdeck.schedule.undoing import TAKES_BACK


def parts_of(event: Event, parts: int) -> Iterable[int]:
    """The parts, of so many, in which this event is to be folded.

    What is done to a card goes with its note, what takes something back goes everywhere, for it names no note. Which
    note has which key is one story, and stands in the first part with what this version does not understand.
    """
    if event.kind in TAKES_BACK:
        return range(parts)
    guid = event.body.get("guid")
    if event.kind == EventKind.NOTE or event.kind not in _KINDS or not isinstance(guid, str):
        return (0,)
    return (crc32(guid.encode()) % parts,)


def together(parts: Iterable[Standing]) -> Standing:
    """What the parts of a log come to together: the same as its fold, but for the order of the problems."""
    whole = Standing()
    told: dict[str, None] = {}
    for part in parts:
        for name in ("schedules", "marks", "notes", "guids", "exports", "imports"):
            getattr(whole, name).update(getattr(part, name))
        for kind, events in part.unknown.items():
            whole.unknown[kind] = whole.unknown.get(kind, 0) + events
        told |= dict.fromkeys(part.problems)
        whole.undone |= part.undone
        if part.newest:
            whole.newest = max(whole.newest or part.newest, part.newest)
    whole.problems = [*told]
    return whole


_KINDS = frozenset(EventKind)
