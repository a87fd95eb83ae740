"""Notes and schedules as rows of the index, and back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import astuple, fields
from datetime import date, datetime
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from flashdeck.model import Deletion, Expected, Marks, Note, NoteType, Schedule, Span, State

if TYPE_CHECKING:
    from flashdeck.schedule.standing import ExportRecord, Standing

Row = Sequence[Any]

_NOTE = (
    *("file", "line", "column", "length", "guid", "key", "named", "deck", "tags", "apart", "suspended"),
    *("front", "back", "section", "context", "source", "rest"),
)
NOTE = ", ".join(f"notes.{name}" for name in _NOTE)
"""The columns that `read_note` reads, in its order."""

SCHEDULE = ", ".join(f"schedules.{name}" for name in Schedule._fields)
"""The columns that `read_schedule` reads, in its order."""

SCHEDULE_SIZE = len(Schedule._fields)

MARKS = ", ".join(f"marks.{name}" for name in Marks._fields)
"""The columns that `read_marks` reads, in its order."""

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
    """The values of a schedule in the order of `SCHEDULE`; days and times as text."""
    return tuple(value.isoformat() if isinstance(value, date) else value for value in schedule)


def read_schedule(row: Row) -> Schedule:
    """The schedule of a row with the columns of `SCHEDULE`; all null is a card never answered."""
    state, interval, ease, repetitions, lapses, due, first, last, pending, leech, answers, step, *rest = row
    if state is None:
        return _NEW
    remaining, due_at, stability, difficulty = rest
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
        answers,
        step,
        remaining,
        due_at and datetime.fromisoformat(due_at),
        stability,
        difficulty,
    )


def marks_row(marks: Marks) -> tuple[Any, ...]:
    """The values of marks in the order of `MARKS`."""
    return marks.suspended, marks.buried and marks.buried.isoformat(), marks.flag


def read_marks(row: Row) -> Marks:
    """The marks of a row with the columns of `MARKS`; all null is a card on which nothing was set."""
    suspended, buried, flag = row
    return Marks(None if suspended is None else bool(suspended), buried and date.fromisoformat(buried), flag or 0)


def export_row(export: ExportRecord) -> tuple[Any, ...]:
    """What left for Anki, as `read_export` reads it; ordinals as one text."""
    return export.digest, export.mod, export.deck, " ".join(map(str, export.ordinals))


def read_export(row: Row) -> ExportRecord:
    """The record of a row with the columns of `exports` but the guid."""
    from flashdeck.schedule.standing import ExportRecord

    digest, mod, deck, ordinals = row
    return ExportRecord(digest, mod, deck or "", tuple(map(int, (ordinals or "").split())))


def standing_rows(standing: Standing) -> Iterator[tuple[str, list[Row]]]:
    """The tables that hold what the log comes to, each with its rows; their first columns are the primary key."""
    yield "schedules", [(*key, *schedule_row(schedule)) for key, schedule in standing.schedules.items()]
    yield "marks", [(*key, *marks_row(marks)) for key, marks in standing.marks.items()]
    yield "note_records", [(guid, *astuple(record)) for guid, record in standing.notes.items()]
    yield "guids", list(standing.guids.items())
    yield "exports", [(guid, *export_row(export)) for guid, export in standing.exports.items()]
    yield "imports", [(guid, *astuple(record)) for guid, record in standing.imports.items()]
    yield "undone", [(name,) for name in standing.undone]
    yield "unknown_kinds", list(standing.unknown.items())


_NEW = Schedule()
_STATES = {str(state): state for state in State}
