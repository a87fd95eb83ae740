"""From the card files to the index: only what changed is read, only what differs is written.

Every command comes through here, so the compiler is not loaded before a file has changed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from flashdeck import __version__
from flashdeck.store.guard import count_notes, refuse_mass_retirement
from flashdeck.store.index import read_fact, transaction, write_fact
from flashdeck.store.texts import CardFile, Text, Walk, find_media, read_text
from flashdeck.store.waits import Progress, unseen

if TYPE_CHECKING:
    from flashdeck.store.renames import Outcome

_COMPILED_BY = "compiled_by"
COMPILING_ROOMS = ("answers", "compile", "drills", "syntax")
"""The rooms whose code decides what a card file holds."""


class _Known(NamedTuple):
    """What the index says of a file; `missing` are the names of media that were not there, a line each."""

    size: int
    mtime_ns: int
    is_racy: int
    digest: str
    missing: str


def refresh(
    index: sqlite3.Connection, root: Path, walk: Walk, *, accept_retired: bool = False, progress: Progress = unseen
) -> Outcome | None:
    """Bring the index up to date with the card files; what became of notes that changed, or None where none could.

    Files that cannot be read are told in `walk.problems` and keep the notes that they had. Raises MassRetirementError,
    and changes nothing, where very many notes have lost their text and this is not accepted.
    """
    rows = index.execute("SELECT path, size, mtime_ns, is_racy, digest, missing FROM files")
    known = {path: _Known(*row) for path, *row in rows}
    compiler = _compiler()
    last_compiler = read_fact(index, _COMPILED_BY)
    is_anew = last_compiler != compiler
    suspects = [file for file in walk.files if is_anew or _is_suspect(root, file, known.get(file.path))]
    listed = {file.path for file in walk.files}
    gone = [path for path in known if path not in listed and not walk.hides(path)]
    if not (suspects or gone or is_anew):
        return None
    outcome = None
    changed: list[Text] = []
    same: list[Text] = []
    for text in _read_all(root, suspects, walk):
        is_same = not is_anew and _is_same(root, text, known.get(text.file.path))
        (same if is_same else changed).append(text)
    with transaction(index):
        index.executemany(
            "UPDATE files SET size = ?, mtime_ns = ?, is_racy = ?, digest = ? WHERE path = ?",
            [(*text.row, text.file.path) for text in same],
        )
        if changed or gone:
            from flashdeck.store.changes import write_changes

            notes, is_first = count_notes(index), last_compiler is None
            outcome = write_changes(index, root, changed, gone, is_first=is_first, progress=progress)
            if not (is_first or accept_retired):
                refuse_mass_retirement([note.file for note in outcome.retired], notes)
        write_fact(index, _COMPILED_BY, compiler)
    return outcome


def is_compiled_alike(index: sqlite3.Connection) -> bool:
    """Whether this very code compiled what the index holds of the card files."""
    return read_fact(index, _COMPILED_BY) == _compiler()


def _is_suspect(root: Path, file: CardFile, known: _Known | None) -> bool:
    return (
        known is None
        or bool(known.is_racy)
        or (file.size, file.mtime_ns) != (known.size, known.mtime_ns)
        or _has_appeared(root, file.path, known)
    )


def _is_same(root: Path, text: Text, known: _Known | None) -> bool:
    return known is not None and text.digest == known.digest and not _has_appeared(root, text.file.path, known)


def _has_appeared(root: Path, path: str, known: _Known) -> bool:
    """Whether a file that a card names and that was not there is there now."""
    return any(find_media(root, path, name) for name in known.missing.split("\n") if name)


def _read_all(root: Path, files: list[CardFile], walk: Walk) -> Iterator[Text]:
    for file in files:
        try:
            yield read_text(root, file)
        except OSError as error:
            walk.leave_out(file.path, error)


def _compiler() -> str:
    """What stands for the code that compiles: its version and, for whoever works on it, its newest file."""
    package = Path(__file__).parent.parent
    rooms = (source for room in COMPILING_ROOMS for source in package.glob(f"{room}/**/*.py"))
    sources = [*package.glob("*.py"), *rooms]
    newest = max((source.stat().st_mtime_ns for source in sources), default=0)
    return f"{__version__} {newest}"
