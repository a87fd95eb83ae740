"""Events folded into the index: the one place where what the log says becomes what the index says.

Whatever way is taken, the index holds afterwards what the fold of the whole log comes to.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any

from flashdeck.config import Settings
from flashdeck.model import CardKey, Event, EventKind, Schedule
from flashdeck.schedule import Place
from flashdeck.schedule.fold import extends, fold
from flashdeck.schedule.standing import ImportRecord, NoteRecord, Standing
from flashdeck.schedule.undoing import TAKES_BACK
from flashdeck.store.catchup import decks_of_notes
from flashdeck.store.index import insert_rows, read_fact, write_fact
from flashdeck.store.log import Log, Mark, Reading
from flashdeck.store.rows import MARKS, SCHEDULE, read_export, read_marks, read_schedule, standing_rows
from flashdeck.store.waits import Progress

_NEWEST = "newest"
_FOLDED = (
    *("schedules", "marks", "note_records", "guids", "exports", "imports"),
    *("undone", "unknown_kinds", "log_problems"),
)
_PART = 16_000_000  # bytes of log that are folded at once: some 80,000 answers, which take up 60 MB
_OF_ONE_NOTE = frozenset(EventKind) - {EventKind.NOTE}  # what touches no other note


def follow(index: sqlite3.Connection, new: Reading, settings: Settings) -> bool:
    """Fold new events on top of what the index holds; False where that would not be the same as folding all."""
    start = _standing_before(index, new.events)
    if not extends(start, new.events):
        return False
    after = fold(new.events, settings, start, decks=decks_of_notes(index, settings))
    index.executemany("DELETE FROM guids WHERE key = ?", [(key,) for key in start.guids.keys() - after.guids.keys()])
    _write(index, after, new)
    _rename(index, start.guids, after.guids)
    return True


def refold(index: sqlite3.Connection, log: Log, new: Reading, settings: Settings) -> bool:
    """Fold anew the notes that new events touch; False where these events may touch more than that."""
    everything = log.read()
    touched = _with_targets(new.events, everything.events)
    if touched is None or not all(event.kind in _OF_ONE_NOTE for event in touched) or _are_told(index, touched):
        return False
    guids = {event.body["guid"] for event in touched if event.kind not in TAKES_BACK}
    concerned = [
        event
        for event in everything.events
        if event.kind in TAKES_BACK or (event.kind in _OF_ONE_NOTE and event.body["guid"] in guids)
    ]
    after = fold(concerned, settings, decks=decks_of_notes(index, settings))
    if after.problems or after.unknown:
        return False
    for table in ("schedules", "marks", "exports", "imports"):
        index.executemany(f"DELETE FROM {table} WHERE guid = ?", [(guid,) for guid in guids])
    of_note = "note = (SELECT id FROM notes WHERE guid = ?)"
    index.executemany(f"UPDATE cards SET due = NULL WHERE {of_note}", [(guid,) for guid in guids])
    newest = read_newest(index)
    if newest and after.newest:
        after.newest = max(newest, after.newest)
    _write(index, after, new)
    return True


def _with_targets(events: Iterable[Event], everything: Sequence[Event]) -> list[Event] | None:
    """These events, and with each undo what it takes back, and so on; None where that is not in the log."""
    touched: list[Event] = []
    ahead, followed = list(events), set[str]()
    while ahead:
        event = ahead.pop()
        touched.append(event)
        target = event.body["target"] if event.kind in TAKES_BACK else None
        if target is not None and target not in followed:
            followed.add(target)
            taken_back = [other for other in everything if other.id == target]
            if not taken_back:
                return None
            ahead += taken_back
    return touched


def _are_told(index: sqlite3.Connection, events: Iterable[Event]) -> bool:
    """Whether one of them was told to make no sense, which may hold no longer."""
    beginnings = tuple(f"{event.id}: " for event in events)
    return any(what.startswith(beginnings) for what in _column(index, "SELECT what FROM log_problems"))


def replay(index: sqlite3.Connection, log: Log, settings: Settings, progress: Progress) -> None:
    """Fold all of the log; one that is long part by part, so that it need not be in memory as a whole."""
    everything, standing = _fold_all(log, settings, decks_of_notes(index, settings), progress)
    guids = dict(index.execute("SELECT key, guid FROM guids"))
    for table in _FOLDED:
        index.execute(f"DELETE FROM {table}")
    index.execute("DELETE FROM facts WHERE name = ?", (_NEWEST,))
    index.execute("UPDATE cards SET due = NULL WHERE due IS NOT NULL")
    _write(index, standing, everything)
    _rename(index, guids, standing.guids)


def _fold_all(log: Log, settings: Settings, decks: Mapping[str, str], progress: Progress) -> tuple[Reading, Standing]:
    size = sum(size for size, _ in log.stat().values())
    if size <= _PART:
        reading = log.read()
        return reading, fold(reading.events, settings, decks=decks)
    from flashdeck.schedule.parts import parts_of, together
    from flashdeck.store.sorting import Parts

    parts = Parts(1 + size // _PART, parts_of)

    def keep(event: Event) -> None:
        progress("Reading the log", 0)
        parts.append(event)

    def folded() -> Iterator[Standing]:
        for number, events in enumerate(parts):
            progress("Replaying the log", number / len(parts))
            yield fold(events, settings, decks=decks)

    return log.read_into(keep), together(folded())


# ---------------------------------------------------------------------------------------------- what was folded before


def _standing_before(index: sqlite3.Connection, events: Sequence[Event]) -> Standing:
    """As much of what was folded before as these events can touch."""
    standing = Standing(newest=read_newest(index))
    standing.undone = frozenset(
        event.id for event in events if index.execute("SELECT 1 FROM undone WHERE id = ?", (event.id,)).fetchone()
    )
    standing.unknown.update(index.execute("SELECT kind, events FROM unknown_kinds"))
    for event in events:
        guid, key = event.body.get("guid"), event.body.get("key")
        if isinstance(guid, str):
            _add_note(index, standing, guid)
        if isinstance(key, str):
            _add_key(index, standing, key)
    return standing


def read_newest(index: sqlite3.Connection) -> Place | None:
    """Where the last event that was folded stands."""
    fact = read_fact(index, _NEWEST)
    if fact is None:
        return None
    day, at, device, sequence = json.loads(fact)
    return date.fromisoformat(day), datetime.fromisoformat(at), device, sequence


def _add_note(index: sqlite3.Connection, standing: Standing, guid: str) -> None:
    for ordinal, *row in index.execute(f"SELECT ordinal, {SCHEDULE} FROM schedules WHERE guid = ?", (guid,)):
        standing.schedules[CardKey(guid, ordinal)] = read_schedule(row)
    for ordinal, *row in index.execute(f"SELECT ordinal, {MARKS} FROM marks WHERE guid = ?", (guid,)):
        standing.marks[CardKey(guid, ordinal)] = read_marks(row)
    for record in index.execute("SELECT key, front, created, cloze FROM note_records WHERE guid = ?", (guid,)):
        key, front, created, cloze = record
        standing.notes[guid] = NoteRecord(key, front, created, None if cloze is None else bool(cloze))
        _add_key(index, standing, key)
    for record in index.execute("SELECT digest, mod, deck, ordinals FROM exports WHERE guid = ?", (guid,)):
        standing.exports[guid] = read_export(record)
    for record in index.execute("SELECT digest, mod, notetype, text FROM imports WHERE guid = ?", (guid,)):
        standing.imports[guid] = ImportRecord(*record)


def _add_key(index: sqlite3.Connection, standing: Standing, key: str) -> None:
    for (guid,) in index.execute("SELECT guid FROM guids WHERE key = ?", (key,)):
        standing.guids[key] = guid


# ---------------------------------------------------------------------------------------------- writing


def _write(index: sqlite3.Connection, standing: Standing, reading: Reading) -> None:
    for table, rows in standing_rows(standing):
        insert_rows(index, table, rows)
    _write_dues(index, standing.schedules)
    problems = [(what,) for what in (*reading.problems, *standing.problems)]
    index.executemany("INSERT OR IGNORE INTO log_problems (what) VALUES (?)", problems)
    index.execute("DELETE FROM logs")
    insert_rows(index, "logs", [_mark_row(name, mark) for name, mark in reading.marks.items()])
    if standing.newest:
        day, at, device, sequence = standing.newest
        write_fact(index, _NEWEST, json.dumps([day.isoformat(), at.isoformat(), device, sequence]))


def _write_dues(index: sqlite3.Connection, schedules: Mapping[CardKey, Schedule]) -> None:
    index.executemany(
        "UPDATE cards SET due = ? WHERE note = (SELECT id FROM notes WHERE guid = ?) AND ordinal = ?",
        [(schedule.due and schedule.due.isoformat(), *key) for key, schedule in schedules.items()],
    )


def _rename(index: sqlite3.Connection, before: Mapping[str, str], after: Mapping[str, str]) -> None:
    """Give notes the guids that the log now links to their keys; mostly these are the ones they have."""
    changed = [key for key in before.keys() | after.keys() if before.get(key) != after.get(key)]
    having = "SELECT key, guid FROM notes WHERE guid IS NOT NULL AND (key = ? OR guid = ?)"
    held = [row for key in changed for row in index.execute(having, (key, after.get(key)))]
    stale = {key for key, guid in held if guid != after.get(key)}
    if stale:
        from flashdeck.store.changes import settle

        settle(index, stale)


def _mark_row(name: str, mark: Mark) -> tuple[Any, ...]:
    latest = mark.latest and mark.latest.astimezone(UTC).isoformat()
    latest_day = mark.latest_day and mark.latest_day.isoformat()
    return name, mark.size, mark.mtime_ns, mark.whole, mark.lines, mark.tail, latest, latest_day


def _column(index: sqlite3.Connection, query: str) -> list[str]:
    return [value for (value,) in index.execute(query)]
