"""Notes and schedules as rows of the index, and back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields
from datetime import date
from operator import attrgetter
from typing import Any

from flashdeck.model import Deletion, Expected, Note, NoteType, Schedule, Span, State

Row = Sequence[Any]

_NOTE = (
    *("file", "line", "column", "length", "guid", "key", "named", "deck", "tags", "apart", "suspended"),
    *("front", "back", "section", "context", "source", "rest"),
)
NOTE = ", ".join(f"notes.{name}" for name in _NOTE)
"""The columns that `read_note` reads, in its order."""

SCHEDULE = "state, interval, ease, repetitions, lapses, schedules.due, first, last, pending, leech"
"""The columns that `read_schedule` reads, in its order."""

_REST = [field for field in fields(Note) if field.name not in (*_NOTE, "span")]
_deletion_row = attrgetter(*(field.name for field in fields(Deletion)))
_expected_row = attrgetter(*(field.name for field in fields(Expected)))


def words_column(words: Sequence[str]) -> str:
    """Tags or groups as one text in which each stands between line ends, to be found with its borders."""
    return "\n".join(("", *words, "")) if words else ""


def read_words(column: str) -> tuple[str, ...]:
    """The tags or groups of such a text."""
    return tuple(column.split("\n")[1:-1])


def note_rest(note: Note) -> str:
    """The fields of a note that have no column of their own and are not as usual, as JSON."""
    rest = {field.name: getattr(note, field.name) for field in _REST}
    unusual = {field.name: rest[field.name] for field in _REST if rest[field.name] != field.default}
    if note.deletions:
        unusual["deletions"] = [_deletion_row(deletion) for deletion in note.deletions]
    if note.expected:
        unusual["expected"] = _expected_row(note.expected)
    return json.dumps(unusual, ensure_ascii=False, separators=(",", ":"))


def read_note(row: Row) -> Note:
    """The note of a row with the columns of `NOTE`; raises ValueError for what was never written as one."""
    file, line, column, length, guid, key, named, deck, tags, apart, suspended, *texts, rest = row
    front, back, section, context, source = texts
    unusual: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in json.loads(rest).items()
    }
    unusual["type"] = NoteType(unusual["type"])
    if "deletions" in unusual:
        unusual["deletions"] = tuple(Deletion(*deletion) for deletion in unusual["deletions"])
    if "expected" in unusual:
        answers, tolerance, exact_case = unusual["expected"]
        unusual["expected"] = Expected(tuple(answers), tolerance, exact_case)
    return Note(
        key=key,
        deck=deck,
        front=front,
        back=back,
        span=Span(file, line, column, length),
        section=section,
        context=context,
        tags=read_words(tags),
        source=source,
        suspended=bool(suspended),
        named=bool(named),
        apart=read_words(apart),
        guid=guid or "",
        **unusual,
    )


def schedule_row(schedule: Schedule) -> tuple[Any, ...]:
    """The values of a schedule in the order of `SCHEDULE`."""
    return (
        schedule.state,
        schedule.interval,
        schedule.ease,
        schedule.repetitions,
        schedule.lapses,
        schedule.due and schedule.due.isoformat(),
        schedule.first and schedule.first.isoformat(),
        schedule.last and schedule.last.isoformat(),
        schedule.pending,
        schedule.leech,
    )


def read_schedule(row: Row) -> Schedule:
    """The schedule of a row with the columns of `SCHEDULE`; all null is a card never answered."""
    state, interval, ease, repetitions, lapses, due, first, last, pending, leech = row
    if state is None:
        return _NEW
    return Schedule(
        _STATES[state],
        interval,
        ease,
        repetitions,
        lapses,
        due and date.fromisoformat(due),
        first and date.fromisoformat(first),
        last and date.fromisoformat(last),
        bool(pending),
        bool(leech),
    )


_NEW = Schedule()
_STATES = {str(state): state for state in State}
