"""Events on their way into the log: what must be said of a note before anything else, and when it was renamed."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from flashdeck.model import EventKind, Moment
from flashdeck.store.entries import UNRECORDED
from flashdeck.store.log import Draft, Log
from flashdeck.store.rows import Row

_UNLOGGED = """
    SELECT moves.guid, moves.key, moves.front, moves.cloze, created
    FROM moves LEFT JOIN note_records ON note_records.guid = moves.guid
    WHERE moves.key IS NOT note_records.key
"""


Ask = Callable[[str, Mapping[str, Any], Callable[[Row], Row]], list[Row]]
"""How the index is asked: a query, its parameters, what reads a row."""


def with_notes(drafts: Iterable[Draft], ask: Ask) -> list[Draft]:
    """The drafts, each preceded by a `note` event where it is the first of its note."""
    drafts = list(drafts)
    known = {body["guid"] for kind, _, body in drafts if kind == EventKind.NOTE}
    [(last,)] = ask("SELECT ifnull(max(created), 0) FROM note_records", {}, tuple)
    complete: list[Draft] = []
    for kind, when, body in drafts:
        guid = body.get("guid")
        if guid is not None and guid not in known:
            known.add(guid)
            for key, front, cloze in ask(UNRECORDED, {"guid": guid}, tuple):
                last = max(last + 1, _milliseconds(when))
                named = {"guid": guid, "key": key, "front": front, "created": last, "cloze": bool(cloze)}
                complete.append((EventKind.NOTE, when, named))
        complete.append((kind, when, body))
    return complete


def together(kind: EventKind, when: Moment, bodies: Sequence[Mapping[str, Any]]) -> list[Draft]:
    """Events that one command writes and one undo takes back: of several, each tells by `part` which one it is."""
    if len(bodies) == 1:
        return [(kind, when, bodies[0])]
    return [(kind, when, {**body, "part": part}) for part, body in enumerate(bodies)]


# ---------------------------------------------------------------------------------------------- renames


def rename_drafts(index: sqlite3.Connection, log: Log, now: Moment) -> list[Draft]:
    """The `note` events of renames that the index shows and the log does not know yet.

    Each has the guid and the creation time that its note always had, and in the fold it follows what the log said of
    that note before, also where the clock was set back since.
    """
    rows = index.execute(_UNLOGGED).fetchall()
    if not rows:
        return []
    [last_created] = index.execute("SELECT ifnull(max(created), 0) FROM note_records").fetchone()
    last_told = _last_told(log, {guid for guid, *_ in rows})
    drafts: list[Draft] = []
    for guid, key, front, cloze, created in rows:
        if created is None:
            last_created = max(last_created + 1, _milliseconds(now))
        made = last_created if created is None else created
        named = {"guid": guid, "key": key, "front": front, "created": made, "cloze": bool(cloze)}
        drafts.append((EventKind.NOTE, _after(last_told.get(guid), now), named))
    return drafts


def forget_moves(index: sqlite3.Connection, drafts: Iterable[Draft]) -> None:
    """Leave what became of these notes to the log."""
    index.executemany("DELETE FROM moves WHERE guid = ?", [(body["guid"],) for _, _, body in drafts])


def _milliseconds(when: Moment) -> int:
    return int(when.at.timestamp() * 1000)


def _last_told(log: Log, guids: set[str]) -> dict[str, Moment]:
    """When the log last named each of the notes."""
    told: dict[str, Moment] = {}
    for event in log.read().events:
        guid = event.body.get("guid")
        if event.kind == EventKind.NOTE and guid in guids:
            told[guid] = max(told.get(guid, event.when), event.when, key=lambda when: (when.day, when.at))
    return told


def _after(last: Moment | None, now: Moment) -> Moment:
    if last is None or (now.day, now.at) > (last.day, last.at):
        return now
    return replace(last, at=last.at + timedelta(milliseconds=1))
