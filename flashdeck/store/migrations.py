"""The tables of the index, migration by migration; the last one's number is the `VERSION` of the index."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite_utils import Database


def _0001_texts_and_log(db: Database, /) -> None:
    """The tables of the card files (`files`, `notes`, `cards`), of the log (the others), and what it was made by."""
    db.table("files").create(
        {
            "path": str,
            "number": int,  # its place among the files, from 0
            "size": int,
            "mtime_ns": int,
            "is_racy": int,  # written so shortly before it was read that a later change may show the same time
            "digest": str,
            "missing": str,  # names of media that were not there, a line each
            "errors": int,
            "warnings": int,
            "identity_errors": int,  # of its notes' names, which other files have a part in
            "identity_warnings": int,
        },
        pk="path",
    )
    db.table("notes").create(
        {
            "id": int,
            "file": str,
            "position": int,  # orders notes as the files do
            "is_kept": int,  # of an earlier compile of a file that has errors now
            "guid": str,  # null: refused, another note has its key
            "key": str,
            "named": int,
            "digest": str,
            "deck": str,
            "tags": str,
            "apart": str,
            "suspended": int,
            "front": str,
            "back": str,
            "section": str,
            "context": str,
            "source": str,
            "rest": str,  # JSON: the fields that nothing is looked up by
            "line": int,
            "column": int,
            "length": int,
            "identity_errors": int,
            "identity_warnings": int,
        },
        pk="id",
    ).create_index(["file"]).create_index(["key"]).create_index(["guid"], unique=True)
    db.table("cards").create(
        {
            "note": int,
            "ordinal": int,
            "position": int,  # orders cards as the files do
            "due": str,  # the schedule's, null for a new card
            "front": str,
            "back": str,
        },
        pk=("note", "ordinal"),
    ).create_index(["due", "position"])
    db.table("schedules").create(
        {
            "guid": str,
            "ordinal": int,
            "state": str,
            "interval": int,
            "ease": int,
            "repetitions": int,
            "lapses": int,
            "due": str,
            "first": str,
            "last": str,
            "pending": int,
            "leech": int,
        },
        pk=("guid", "ordinal"),
    ).create_index(["last"])
    db.table("note_records").create({"guid": str, "key": str, "front": str, "created": int}, pk="guid")
    db.table("note_records").create_index(["created"])
    db.table("guids").create({"key": str, "guid": str}, pk="key")
    db.table("exports").create({"guid": str, "digest": str, "mod": int}, pk="guid")
    db.table("logs").create(
        {"name": str, "size": int, "mtime_ns": int, "whole": int, "lines": int, "tail": bytes, "latest": str}, pk="name"
    )
    db.table("undone").create({"id": str}, pk="id")
    db.table("unknown_kinds").create({"kind": str, "events": int}, pk="kind")
    db.table("log_problems").create({"id": int, "what": str}, pk="id").create_index(["what"], unique=True)
    db.table("facts").create({"name": str, "value": str}, pk="name")


def _0002_moves(db: Database, /) -> None:
    """What became of renamed notes, for as long as the log does not say so itself; and the kind of each note."""
    db.table("moves").create({"guid": str, "key": str, "front": str, "cloze": int}, pk="guid").create_index(["key"])
    db.table("note_records").add_column("cloze", int)  # null: the log does not say
    db.table("note_records").create_index(["key"])
    db.execute("DELETE FROM facts")  # compile and fold everything anew


def _0003_steps_and_marks(db: Database, /) -> None:
    """Learning steps and memory states of further schedulers, what was set on cards, the latest day of each log."""
    schedules = db.table("schedules")
    for column, kind in (
        ("answers", int),
        ("step", int),
        ("remaining", int),
        ("due_at", str),
        ("stability", float),
        ("difficulty", float),
    ):
        schedules.add_column(column, kind)
    db.table("marks").create(
        {
            "guid": str,
            "ordinal": int,
            "suspended": int,  # null: nobody said, and the text decides
            "buried": str,  # the study day on which the card rests
            "flag": int,
        },
        pk=("guid", "ordinal"),
    )
    db.table("logs").add_column("latest_day", str)
    db.execute("DELETE FROM facts")  # compile and fold everything anew


def _0004_anki(db: Database, /) -> None:
    """Where exported notes lie in Anki, and what came from there."""
    db.table("exports").add_column("deck", str)
    db.table("exports").add_column("ordinals", str)  # parted by spaces
    db.table("imports").create({"guid": str, "digest": str, "mod": int, "notetype": int, "text": str}, pk="guid")
    db.execute("DELETE FROM facts")  # compile and fold everything anew


MIGRATIONS = (_0001_texts_and_log, _0002_moves, _0003_steps_and_marks, _0004_anki)
