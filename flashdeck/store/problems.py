"""What is wrong in one card file of an open collection: its own problems, and names that other files claim as well.

Imported where it is needed, since the compiler comes with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from flashdeck.compile import Claim, compile_file, link
from flashdeck.model import Diagnostic, Span
from flashdeck.store.entries import IS_CLOZE, TITLE
from flashdeck.store.rows import Row
from flashdeck.store.texts import deck_of, find_media, read

CLAIMS = f"""
    SELECT guid, key, digest, named, file, line, column, length, {TITLE}, {IS_CLOZE} FROM notes
    WHERE NOT is_kept AND key IN (SELECT key FROM notes WHERE file = :file AND guid IS NULL AND NOT is_kept)
    ORDER BY position
"""
"""Who claims the names that notes of :file were refused."""


def problems(root: Path, file: str, claims: Sequence[Row]) -> list[Diagnostic]:
    """The problems of the card file, by line and column; `claims` are rows of `CLAIMS`.

    None where the file cannot be read: that is told of the collection.
    """
    try:
        raw = read(root, file)
    except OSError:
        return []
    compiled = compile_file(file, raw, deck=deck_of(file), exists=lambda name: find_media(root, file, name) is not None)
    found = [*compiled.diagnostics, *_contested(file, claims)]
    return sorted(found, key=lambda problem: (problem.span.line, problem.span.column))


def _contested(file: str, rows: Sequence[Row]) -> list[Diagnostic]:
    claims = [
        Claim(key, digest, bool(named), Span(*place), front, bool(is_cloze))
        for _, key, digest, named, *place, front, is_cloze in rows
    ]
    before = {key: digest for guid, key, digest, *_ in rows if guid is not None}
    return [problem for problem in link(claims, guids={}, before=before).diagnostics if problem.span.file == file]
