"""Ids for cards that have none, written into their files: the only thing that ever changes a card file.

A file is replaced as a whole, and before the log says so: whatever happens between, the next opening finds the same
cards under new keys and lets their histories follow, as it does for an id that was written by hand. The other way
round, a log ahead of its files would know the cards by names that no text has yet.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from flashdeck.compile import Compiled, compile_file
from flashdeck.compile.stamps import Heading, is_same_but_named, new_id, stamped, unnamed_headings
from flashdeck.model import Note, UserError
from flashdeck.store.collection import Collection
from flashdeck.store.durable import replace_bytes
from flashdeck.store.texts import deck_of, read


@dataclass(frozen=True, slots=True)
class StampedFile:
    """A card file as it is and as it would be, and the guids of the notes that get an id."""

    path: str
    before: bytes
    after: bytes
    guids: dict[str, str]


@dataclass(slots=True)
class Stamping:
    """The files that would change, and sentences about cards and files that are left as they are."""

    files: list[StampedFile] = field(default_factory=list)
    left: list[str] = field(default_factory=list)

    @property
    def ids(self) -> int:
        """How many headings get an id."""
        return sum(len(file.guids) for file in self.files)


def plan(collection: Collection, is_chosen: Callable[[str], bool]) -> Stamping:
    """The ids that are missing in the chosen files; nothing is written."""
    unnamed: dict[str, dict[int, Note]] = defaultdict(dict)
    for note in collection.notes():
        if not note.named and is_chosen(note.span.file):
            unnamed[note.span.file][note.span.line] = note
    stamping = Stamping()
    taken, contested = collection.names(), collection.contested()
    for path, notes in unnamed.items():
        try:
            raw = read(collection.root, path)
        except OSError:
            continue  # the opening has told of it
        ids: list[tuple[Heading, Note, str]] = []
        for heading, note in _headings(path, raw, notes):
            if note.key in contested:
                stamping.left.append(f"{path}:{heading.line} is left as it is: the same front stands elsewhere, too")
            else:
                ids.append((heading, note, new_id(heading.text or note.front, taken)))
                taken.add(ids[-1][2])
        _add(path, raw, ids, stamping)
    return stamping


def _headings(path: str, raw: bytes, notes: Mapping[int, Note]) -> Iterator[tuple[Heading, Note]]:
    """The headings without an id whose note, by its line, is in the collection as it is in the file."""
    keys = {note.span.line: note.key for note in _compile(path, raw).notes}
    for heading in unnamed_headings(path, raw):
        note = notes.get(heading.line)
        if note and note.key == keys.get(heading.line):
            yield heading, note


def _add(path: str, raw: bytes, ids: Sequence[tuple[Heading, Note, str]], stamping: Stamping) -> None:
    """Plan a file, unless an id would change more in it than the name of its card."""
    after = stamped(raw, [(heading, name) for heading, _, name in ids])
    before, names = _compile(path, raw), {heading.line: name for heading, _, name in ids}
    if before.has_errors:
        stamping.left.append(f"{path} has errors and is left as it is: flashdeck check {path}")
    elif not is_same_but_named(before, _compile(path, after), names):
        stamping.left.append(f"{path} is left as it is: ids would change how its cards are read")
    elif ids:
        stamping.files.append(StampedFile(path, raw, after, {name: note.guid for _, note, name in ids}))


def _compile(path: str, raw: bytes) -> Compiled:
    return compile_file(path, raw, deck=deck_of(path))


def write(root: Path, file: StampedFile) -> None:
    """Put the ids into the file; raises UserError where it is no longer as it was, or cannot be written."""
    target = Path(os.path.realpath(root / file.path))  # a link stays a link
    try:
        if not os.access(target, os.W_OK):
            raise PermissionError(13, "it is write-protected")
        _sweep(target)
        is_replaced = replace_bytes(target, file.before, file.after)
    except OSError as error:
        raise UserError(f"{file.path} cannot be written ({error.strerror}) and is as it was.") from error
    if not is_replaced:
        raise UserError(f"{file.path} was changed in the meantime and is left as it is: run flashdeck stamp again.")


def _sweep(target: Path) -> None:
    """Remove what killed runs left beside the file, half-written, under the names that `replace_bytes` gives."""
    draft = re.compile(rf"\.{re.escape(target.name)}\.\d+\.tmp")
    for name in os.listdir(target.parent):  # noqa: PTH208 (names, not paths)
        if draft.fullmatch(name):
            (target.parent / name).unlink(missing_ok=True)
