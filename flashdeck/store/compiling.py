"""What card files hold, as rows of the index: compiled on all processors where there is much to compile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from flashdeck.compile import cards, claim, compile_file
from flashdeck.model import Note
from flashdeck.store.linking import counts
from flashdeck.store.rows import Row, note_rest, words_column
from flashdeck.store.texts import Text, deck_of, find_media

FILE = 1 << 32  # a position is the number of the file times this, and the place in the file
_WORTH_SPREADING = 400_000  # bytes of text: below, it takes less time to compile them than to start a process


class FileRows(NamedTuple):
    """A file's row, and those of its notes, numbered from 0, and of its cards."""

    file: Row
    notes: list[Row]
    cards: list[Row]


def compiled(root: Path, texts: Sequence[Text], numbers: Mapping[str, int]) -> Iterator[FileRows]:
    """The rows of each file, in order; `numbers` are the files' places among all files."""
    tasks = [(root, text, numbers[text.file.path]) for text in texts]
    if sum(len(text.raw) for text in texts) < _WORTH_SPREADING:
        return map(_compiled, tasks)
    from flashdeck.store.workers import spread

    return spread(_compiled, tasks)


def _compiled(task: tuple[Path, Text, int]) -> FileRows:
    root, text, number = task
    path, missing = text.file.path, []

    def exists(name: str) -> bool:
        is_there = find_media(root, path, name) is not None
        if not is_there:
            missing.append(name)
        return is_there

    found = compile_file(path, text.raw, deck=deck_of(path), exists=exists)
    row = (path, number, *text.row, "\n".join(missing), *counts(found.diagnostics), 0, 0)
    return FileRows(row, *file_rows(found.notes, 0, number * FILE))


def file_rows(notes: Sequence[Note], first: int, start: int) -> tuple[list[Row], list[Row]]:
    """What a file's notes are in `notes` and in `cards`: their ids from `first`, their positions from `start`."""
    note_rows: list[Row] = []
    card_rows: list[Row] = []
    for number, note in enumerate(notes, first):
        note_rows.append(_note_row(number, start + len(note_rows), note))
        for card in cards(note):
            card_rows.append((number, card.ordinal, start + len(card_rows), None, card.front, card.back))
    return note_rows, card_rows


def _note_row(number: int, position: int, note: Note) -> Row:
    span = note.span
    return (
        number,
        span.file,
        position,
        0,  # is_kept
        None,  # guid
        note.key,
        note.named,
        claim(note).digest,
        note.deck,
        words_column(note.tags),
        words_column(note.apart),
        note.suspended,
        note.front,
        note.back,
        note.section,
        note.context,
        note.source,
        note_rest(note),
        span.line,
        span.column,
        span.length,
        0,
        0,
    )
