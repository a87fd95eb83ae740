"""Whether the index holds what the card files say, and what else is seen when they are all compiled."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flashdeck.compile import compile_file
from flashdeck.model import Diagnostic, Note, Severity
from flashdeck.store.compiling import FILE, file_rows
from flashdeck.store.doctor.comparing import Differences, told
from flashdeck.store.doctor.findings import Findings, counted
from flashdeck.store.doctor.logfiles import Progress
from flashdeck.store.doctor.snapshot import INDEX, REBUILD
from flashdeck.store.refresh import is_compiled_alike
from flashdeck.store.rows import Row
from flashdeck.store.texts import Text, Walk, deck_of, find_media, in_order, read_text

_MISSING_MEDIA = "missing-media"
_LOOSE = """
    SELECT count(*) FROM notes WHERE file NOT IN (SELECT path FROM files)
        OR is_kept AND file NOT IN (SELECT path FROM files WHERE errors > 0 OR identity_errors > 0)
    UNION ALL SELECT count(*) FROM cards WHERE note NOT IN (SELECT id FROM notes)
"""
_CARDS = """
    SELECT cards.* FROM cards JOIN notes ON notes.id = note WHERE file = ? AND NOT is_kept ORDER BY cards.position
"""
_ID, _GUID, _IDENTITY = 0, 4, slice(-2, None)  # the columns of `notes` that the text alone does not tell


@dataclass(slots=True)
class Texts:
    """What the card files came to: how many files, notes and cards there are, and which keys they claim.

    `errors` counts what `check` tells of; `behind` are the files whose present text the index does not know yet.
    """

    files: int = 0
    notes: int = 0
    cards: int = 0
    errors: int = 0
    keys: set[str] = field(default_factory=set)
    behind: int = 0


@dataclass(frozen=True, slots=True)
class _FileRow:
    number: int
    digest: str
    missing: str
    errors: int
    warnings: int


@dataclass(frozen=True, slots=True)
class _Compiled:
    """What a card file holds; `missing` are the media that it names and that are not there, a line each."""

    notes: tuple[Note, ...]
    diagnostics: tuple[Diagnostic, ...]
    missing: str
    errors: int
    warnings: int


def examine_texts(
    root: Path, walk: Walk, index: sqlite3.Connection | None, findings: Findings, progress: Progress
) -> Texts:
    """Compile every card file, tell of media that are missing, and compare each file with what the index has of it."""
    found = Texts(files=len(walk.files))
    is_comparable = index is not None and is_compiled_alike(index)
    known = _known_files(index) if index is not None and is_comparable else {}
    for number, file in enumerate(walk.files):
        progress("Compiling the card files", number / len(walk.files))
        try:
            text = read_text(root, file)
        except OSError as error:
            walk.leave_out(file.path, error)
            continue
        compiled = _compile(root, text)
        _count(found, compiled)
        _tell_missing(compiled.diagnostics, findings)
        row = known.pop(file.path, None)
        if index is None or row is None or row.digest != text.digest:
            found.behind += 1
        else:
            if compiled.missing != row.missing:  # media come and go, and the index knows those that it met
                compiled = _compile(root, text, row.missing)
            _tell(file.path, _compare_file(index, file.path, row, compiled), findings)
    found.behind += sum(not walk.hides(path) for path in known)
    for problem in walk.problems:
        findings.add("file-unreadable", problem, "See that it is a file or folder of text that is yours to read.")
    if index is not None and is_comparable:
        _tell_loose(index, findings)
    return found


def _compile(root: Path, text: Text, media: str | None = None) -> _Compiled:
    """Compile a card file with the media that are there, or as if those in `media` alone were missing."""
    path = text.file.path
    gone = None if media is None else set(media.split("\n"))
    missing: list[str] = []

    def exists(name: str) -> bool:
        is_there = find_media(root, path, name) is not None if gone is None else name not in gone
        if not is_there:
            missing.append(name)
        return is_there

    compiled = compile_file(path, text.raw, deck=deck_of(path), exists=exists)
    errors = sum(map(_is_error, compiled.diagnostics))
    warnings = len(compiled.diagnostics) - errors
    return _Compiled(compiled.notes, compiled.diagnostics, "\n".join(missing), errors, warnings)


def _count(found: Texts, compiled: _Compiled) -> None:
    found.notes += len(compiled.notes)
    found.cards += sum(len(note.ordinals) for note in compiled.notes)
    found.keys.update(note.key for note in compiled.notes)
    found.errors += sum(_is_error(each) and each.code != _MISSING_MEDIA for each in compiled.diagnostics)


def _is_error(diagnostic: Diagnostic) -> bool:
    return diagnostic.severity is Severity.ERROR


def _tell_missing(diagnostics: Iterable[Diagnostic], findings: Findings) -> None:
    for each in diagnostics:
        if each.code == _MISSING_MEDIA:
            findings.add("media-missing", each.message, each.help, file=each.span.file, line=each.span.line)


# ---------------------------------------------------------------------------------------------- the index


def _known_files(index: sqlite3.Connection) -> dict[str, _FileRow]:
    rows = index.execute("SELECT path, number, digest, missing, errors, warnings FROM files")
    return {path: _FileRow(*row) for path, *row in rows}


def _compare_file(index: sqlite3.Connection, path: str, known: _FileRow, compiled: _Compiled) -> Differences:
    """Compare all that the text tells, in the order of the file."""
    notes, cards = file_rows(compiled.notes, 0, known.number * FILE)
    query = index.execute("SELECT * FROM notes WHERE file = ? AND NOT is_kept ORDER BY position", (path,))
    names = [column[0] for column in query.description]
    found = query.fetchall()
    places = {row[_ID]: place for place, row in enumerate(found)}
    differences = Differences()
    _compare_rows(names, map(_of_text, notes), map(_of_text, found), differences)
    query = index.execute(_CARDS, (path,))
    names = [column[0] for column in query.description]
    _compare_rows(names, map(_of_card, cards), (_of_card((places[row[0]], *row[1:])) for row in query), differences)
    if (compiled.missing, compiled.errors, compiled.warnings) != (known.missing, known.errors, known.warnings):
        differences.add("its problems are others")
    return differences


def _tell(path: str, differences: Differences, findings: Findings) -> None:
    if differences.count:
        what = f"In {counted(differences.count, 'row')} the index is not what {path} says: {differences.first}"
        findings.add("index-differs", what, REBUILD, file=INDEX, count=differences.count)


def _compare_rows(names: Sequence[str], right: Iterable[Row], found: Iterable[Row], differences: Differences) -> None:
    right, found = [tuple(row) for row in right], [tuple(row) for row in found]
    for wanted, row in zip(right, found, strict=False):
        if wanted != row:
            differences.add(told(names, wanted, row))
    if len(right) != len(found):
        differences.add(f"{len(found)} rows instead of {len(right)}", abs(len(right) - len(found)))


def _of_text(row: Row) -> Row:
    values: list[Any] = list(row)
    values[_ID] = values[_GUID] = None
    values[_IDENTITY] = (None, None)
    return values


def _of_card(row: Row) -> Row:
    number, ordinal, position, _due, front, back = row
    return number, ordinal, position, None, front, back


def _tell_loose(index: sqlite3.Connection, findings: Findings) -> None:
    loose = sum(count for (count,) in index.execute(_LOOSE))
    order = [path for (path,) in index.execute("SELECT path FROM files ORDER BY number")]
    if order != in_order(order):
        loose += 1
    if loose:
        what = f"In {counted(loose, 'row')} of `files`, `notes` or `cards` the index belongs to no text"
        findings.add("index-differs", what, REBUILD, file=INDEX, count=loose)
