"""From the log to the index: the one place where events become schedules, through the one fold."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from typing import Any

from flashdeck.config import Settings
from flashdeck.model import CardKey, Event, Schedule
from flashdeck.schedule import ExportRecord, NoteRecord, Standing, extends, fold
from flashdeck.store.index import insert_rows, read_fact, transaction, write_fact
from flashdeck.store.log import Log, Mark, Reading
from flashdeck.store.rows import SCHEDULE, read_schedule, schedule_row

_FOLDED_UNDER = "folded_under"
_NEWEST = "newest"
_OF_DECKS = frozenset({"max-interval", "leech-threshold"})  # the settings that change schedules deck by deck


def catch_up(index: sqlite3.Connection, log: Log, settings: Settings, *, anew: bool = False) -> None:
    """Bring the index up to date with the log.

    Only the new lines are read and folded where they come after everything that was; else, or where the settings that
    schedules depend on have changed, or `anew`, all of it.
    """
    under = _dependence(settings)
    anew = anew or read_fact(index, _FOLDED_UNDER) != under
    if not anew and log.stat() == {name: (mark.size, mark.mtime_ns) for name, mark in _marks(index).items()}:
        return
    with transaction(index):
        if anew or not _follow(index, log, settings):
            _replay(index, log, settings)
            write_fact(index, _FOLDED_UNDER, under)


def depends_on_decks(settings: Settings) -> bool:
    """Whether a card's schedule depends on its deck, which only its text tells."""
    return any(not _OF_DECKS.isdisjoint(overrides) for overrides in settings.decks.values())


def log_problems(index: sqlite3.Connection) -> list[str]:
    """What cannot be read in the log, or is not understood."""
    unknown = index.execute("SELECT events, kind FROM unknown_kinds ORDER BY kind")
    return [
        *_column(index, "SELECT what FROM log_problems ORDER BY id"),
        *(
            f"{events} of the log's events are of the kind `{kind}`, which this version does not know"
            for events, kind in unknown
        ),
    ]


def last_event(index: sqlite3.Connection, device: str) -> datetime | None:
    """The latest time (UTC) at which a device wrote an event."""
    mark = _marks(index).get(f"{device}.jsonl")
    return mark.latest if mark else None


def _follow(index: sqlite3.Connection, log: Log, settings: Settings) -> bool:
    """Fold the new lines on top of what the index holds; False where that is not possible."""
    reading = log.read_after(_marks(index))
    if reading is None:
        return False
    start = _standing_before(index, reading.events)
    if not extends(start, reading.events):
        return False
    after = fold(reading.events, settings, start, decks=_decks(index, settings))
    index.executemany("DELETE FROM guids WHERE key = ?", [(key,) for key in start.guids.keys() - after.guids.keys()])
    _write(index, after, reading)
    _rename(index, start.guids, after.guids)
    return True


def _replay(index: sqlite3.Connection, log: Log, settings: Settings) -> None:
    reading = log.read()
    standing = fold(reading.events, settings, decks=_decks(index, settings))
    guids = dict(index.execute("SELECT key, guid FROM guids"))
    for table in ("schedules", "note_records", "guids", "exports", "undone", "unknown_kinds", "log_problems"):
        index.execute(f"DELETE FROM {table}")
    index.execute("DELETE FROM facts WHERE name = ?", (_NEWEST,))
    index.execute("UPDATE cards SET due = NULL WHERE due IS NOT NULL")
    _write(index, standing, reading)
    _rename(index, guids, standing.guids)


# ---------------------------------------------------------------------------------------------- reading


def _marks(index: sqlite3.Connection) -> dict[str, Mark]:
    rows = index.execute("SELECT name, size, mtime_ns, whole, lines, tail, latest FROM logs")
    return {
        name: Mark(size, mtime_ns, whole, lines, tail, latest and datetime.fromisoformat(latest))
        for name, size, mtime_ns, whole, lines, tail, latest in rows
    }


def _standing_before(index: sqlite3.Connection, events: Iterable[Event]) -> Standing:
    """As much of what was folded before as these events can touch."""
    standing = Standing(undone=frozenset(_column(index, "SELECT id FROM undone")))
    standing.unknown.update(index.execute("SELECT kind, events FROM unknown_kinds"))
    if newest := read_fact(index, _NEWEST):
        day, at, device, sequence = json.loads(newest)
        standing.newest = (date.fromisoformat(day), datetime.fromisoformat(at), device, sequence)
    for event in events:
        guid, key = event.body.get("guid"), event.body.get("key")
        if isinstance(guid, str):
            _add_note(index, standing, guid)
        if isinstance(key, str):
            _add_key(index, standing, key)
    return standing


def _add_note(index: sqlite3.Connection, standing: Standing, guid: str) -> None:
    for ordinal, *row in index.execute(f"SELECT ordinal, {SCHEDULE} FROM schedules WHERE guid = ?", (guid,)):
        standing.schedules[CardKey(guid, ordinal)] = read_schedule(row)
    for record in index.execute("SELECT key, front, created FROM note_records WHERE guid = ?", (guid,)):
        standing.notes[guid] = NoteRecord(*record)
        _add_key(index, standing, record[0])
    for record in index.execute("SELECT digest, mod FROM exports WHERE guid = ?", (guid,)):
        standing.exports[guid] = ExportRecord(*record)


def _add_key(index: sqlite3.Connection, standing: Standing, key: str) -> None:
    for (guid,) in index.execute("SELECT guid FROM guids WHERE key = ?", (key,)):
        standing.guids[key] = guid


def _decks(index: sqlite3.Connection, settings: Settings) -> Mapping[str, str]:
    if not depends_on_decks(settings):
        return {}
    return dict(index.execute("SELECT guid, deck FROM notes WHERE guid IS NOT NULL"))


def _dependence(settings: Settings) -> str:
    """The settings that schedules depend on, as text to compare."""
    decks = {
        deck: {name: values[name] for name in _OF_DECKS & values.keys()} for deck, values in settings.decks.items()
    }
    return json.dumps([settings.scheduler, settings.max_interval, settings.leech_threshold, decks], sort_keys=True)


def _column(index: sqlite3.Connection, query: str) -> list[str]:
    return [value for (value,) in index.execute(query)]


# ---------------------------------------------------------------------------------------------- writing


def _write(index: sqlite3.Connection, standing: Standing, reading: Reading) -> None:
    _write_schedules(index, standing.schedules)
    insert_rows(index, "note_records", [(guid, n.key, n.front, n.created) for guid, n in standing.notes.items()])
    insert_rows(index, "guids", list(standing.guids.items()))
    insert_rows(index, "exports", [(guid, export.digest, export.mod) for guid, export in standing.exports.items()])
    insert_rows(index, "undone", [(name,) for name in standing.undone])
    insert_rows(index, "unknown_kinds", list(standing.unknown.items()))
    problems = [(what,) for what in (*reading.problems, *standing.problems)]
    index.executemany("INSERT OR IGNORE INTO log_problems (what) VALUES (?)", problems)
    index.execute("DELETE FROM logs")
    insert_rows(index, "logs", [_mark_row(name, mark) for name, mark in reading.marks.items()])
    if standing.newest:
        day, at, device, sequence = standing.newest
        write_fact(index, _NEWEST, json.dumps([day.isoformat(), at.isoformat(), device, sequence]))


def _write_schedules(index: sqlite3.Connection, schedules: Mapping[CardKey, Schedule]) -> None:
    insert_rows(index, "schedules", [(*key, *schedule_row(schedule)) for key, schedule in schedules.items()])
    index.executemany(
        "UPDATE cards SET due = ? WHERE note = (SELECT id FROM notes WHERE guid = ?) AND ordinal = ?",
        [(schedule.due and schedule.due.isoformat(), *key) for key, schedule in schedules.items()],
    )


def _rename(index: sqlite3.Connection, before: Mapping[str, str], after: Mapping[str, str]) -> None:
    """Give the notes whose key the log now links to another guid that guid; mostly it is the one they have."""
    changed = [key for key in before.keys() | after.keys() if before.get(key) != after.get(key)]
    of_note = "SELECT guid FROM notes WHERE key = ? AND guid IS NOT NULL"
    stale = [key for key in changed for (guid,) in index.execute(of_note, (key,)) if guid != after.get(key)]
    if stale:
        from flashdeck.store.changes import settle

        settle(index, stale)


def _mark_row(name: str, mark: Mark) -> tuple[Any, ...]:
    latest = mark.latest and mark.latest.astimezone(UTC).isoformat()
    return name, mark.size, mark.mtime_ns, mark.whole, mark.lines, mark.tail, latest
