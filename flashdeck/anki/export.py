"""Cards to Anki: from the collection to a package, with a line in the log for every content that leaves.

The order keeps a promise: the package is written beside its place and flushed, then the log says what leaves under
which `mod`, and only then does the package take its place. Whatever crashes in between, Anki never meets a content
under a `mod` that another content had.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from pathlib import Path
from tempfile import TemporaryDirectory

from flashdeck.anki.fields import RefusedNoteError, export_note
from flashdeck.anki.media import MediaShelf, MissingMediaError
from flashdeck.anki.notes import ExportNote
from flashdeck.anki.package import write_package
from flashdeck.anki.plan import Change, Departure, departures
from flashdeck.anki.progress import Progress, progress_of
from flashdeck.anki.report import Report
from flashdeck.anki.tables import write_database
from flashdeck.compile import claim
from flashdeck.compile.identity import slug
from flashdeck.model import CardKey, EventKind, Note, UserError
from flashdeck.store.collection import Collection, Draft
from flashdeck.store.durable import flush, flush_folder

OWN_FOLDERS = ("cards", ".flashdeck")
"""What a package is never written over: the two texts that are the truth."""


PROGRESS = (
    "Anki takes progress and suspension only for cards that it does not have yet, and only with its box “Import any "
    "learning progress” ticked. To carry later progress over, delete the notes in Anki and import again."
)


def export(
    collection: Collection, decks: Sequence[str] = (), out: Path | None = None, *, with_progress: bool = False
) -> Report:
    """Write the notes of `decks` and of the decks below them (all notes without any) as a package for Anki.

    The package goes to `out`, or into `exports/` of the collection under the decks' name. `with_progress` it carries
    schedules and history, for cards that Anki does not have yet. Raises `UserError` for a deck that is not there, for
    nothing to export, and for a file that cannot be written; then nothing is changed.
    """
    target = _target(out, collection.root) if out else collection.root / "exports" / package_name(decks)
    live = chosen(collection, decks)
    notes, refused = _as_anki_has_them(live, collection)
    if not notes:
        raise UserError("There is nothing to export: `flashdeck check` tells what the card files hold.")
    exported = collection.exports()
    now_ms = int(collection.now.at.timestamp() * 1000)
    leaving = departures(notes, exported, collection.created(), now_ms)
    progress = progress_of(collection) if with_progress else None
    with _beside(target, make_folder=out is None) as draft:
        media = _write(draft, leaving, target, progress, collection.settings.rollover.hour)
        collection.record(_events(leaving, live, collection))
        with _failures_named(target):
            draft.replace(target)
            flush_folder(target.parent)
    gone = {note.card.guid: note.key for note in collection.retired()}
    return Report(
        file=target,
        new=_keys(leaving, Change.NEW),
        updated=_keys(leaving, Change.UPDATED),
        unchanged=_keys(leaving, Change.UNCHANGED),
        left_behind=tuple(sorted(gone[guid] for guid in exported.keys() & gone.keys())),
        refused=tuple(refused),
        cards=sum(len(departure.note.ordinals) for departure in leaving),
        media=media,
        warnings=(*refused.values(), *_warnings(notes), *[PROGRESS] * with_progress),
    )


# ---------------------------------------------------------------------------------------------- which notes


def chosen(collection: Collection, decks: Sequence[str]) -> list[Note]:
    """The live notes of these decks and of the decks below them; raises `UserError` for a deck that is not there."""
    there = {above for deck in collection.decks() for above in _with_those_above(deck)}
    for deck in decks:
        if deck not in there:
            near = get_close_matches(deck, sorted(there), n=1)
            help_text = f"did you mean `{near[0]}`?" if near else "`flashdeck due` lists the decks."
            raise UserError(f"There is no deck `{deck}`: {help_text}")
    return [note for note in collection.notes() if not decks or not _with_those_above(note.deck).isdisjoint(decks)]


def package_name(decks: Sequence[str]) -> str:
    """The name of the file in `exports/`."""
    return ("+".join(map(slug, decks)) or "flashdeck") + ".apkg"


def _with_those_above(deck: str) -> set[str]:
    parts = deck.split("::")
    return {"::".join(parts[: end + 1]) for end in range(len(parts))}


def _as_anki_has_them(live: Iterable[Note], collection: Collection) -> tuple[list[ExportNote], dict[str, str]]:
    """The notes that can be shown; and by key, in a sentence each, those that cannot."""
    shelf = MediaShelf(collection.root)
    notes, refused = [], {}
    for note in live:
        try:
            notes.append(export_note(note, shelf, collection.settings.deck_prefix))
        except (RefusedNoteError, MissingMediaError) as reason:
            refused[note.key] = f"{note.key} is left out: {reason}."
    return notes, refused


# ---------------------------------------------------------------------------------------------- the file


@contextmanager
def _beside(target: Path, *, make_folder: bool) -> Iterator[Path]:
    """A name in the target's folder to write under; whatever happens, nothing of that name stays."""
    draft = target.with_name(f"{target.name}.{os.getpid()}.tmp")
    with _failures_named(target):
        _refuse_what_is_no_file(target)
        if make_folder:
            target.parent.mkdir(exist_ok=True)
    try:
        yield draft
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def _target(out: Path, root: Path) -> Path:
    """The file behind the name that a person gave, which may be a link; never one of the collection's own texts."""
    target = out.resolve()
    if any(target.is_relative_to((root / own).resolve()) for own in OWN_FOLDERS):
        raise UserError(f"{out} is among the cards or their log, which an export never touches: name another file.")
    return target if out.is_symlink() else out


def _refuse_what_is_no_file(target: Path) -> None:
    if target.parent.exists() and not target.parent.is_dir():
        raise UserError(f"{target.parent} is a file, where a folder is needed: move it away, or name a file with -o.")
    if target.is_dir():
        raise UserError(f"{target} is a folder: name a file to write with -o.")
    if target.exists() and not target.is_file():
        raise UserError(f"{target} is a device or a pipe, which a package cannot replace: name a file with -o.")


@contextmanager
def _failures_named(target: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise UserError(f"{target} cannot be written ({reason}): name another file with -o.") from error


def _write(
    draft: Path,
    leaving: Sequence[Departure],
    target: Path,
    progress: Mapping[CardKey, Progress] | None,
    rollover: int,
) -> int:
    """Write the package and return, once it is on the disk, how many media are in it."""
    media = {item.name: item for departure in leaving for item in departure.note.media}
    with _failures_named(target), TemporaryDirectory(prefix="flashdeck-") as scratch, draft.open("wb") as file:
        database = Path(scratch, "collection.anki2")
        write_database(database, leaving, progress, rollover)
        write_package(file, database, media.values())
        file.flush()
        flush(file.fileno())
    return len(media)


# ---------------------------------------------------------------------------------------------- what is told


def _events(leaving: Iterable[Departure], live: Iterable[Note], collection: Collection) -> Iterator[Draft]:
    """A line in the log for each content that Anki did not have, and before it one that names its note, if none did."""
    notes = {note.guid: note for note in live}
    known = collection.created()
    for departure in leaving:
        guid = departure.note.guid
        if guid not in known:
            named = claim(notes[guid])
            body = {"guid": guid, "key": named.key, "front": named.front, "created": departure.created}
            yield EventKind.NOTE, collection.now, {**body, "cloze": named.is_cloze}
        if departure.change is not Change.UNCHANGED:
            body = {"guid": guid, "digest": departure.note.digest, "mod": departure.mod}
            yield EventKind.EXPORT, collection.now, body


def _keys(leaving: Iterable[Departure], change: Change) -> tuple[str, ...]:
    return tuple(departure.note.key for departure in leaving if departure.change is change)


def _warnings(notes: Sequence[ExportNote]) -> Iterator[str]:
    if suspended := sum(note.suspended for note in notes):
        yield (
            f"Suspended notes: {suspended}. Anki suspends them only where it does not have them yet, "
            "and only with its option to import learning progress."
        )
    if drills := sum(note.drill for note in notes):
        yield f"Drills: {drills}. In Anki each has one worked instance, its numbers do not change."
