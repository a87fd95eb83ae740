"""Cards to Anki: from the collection to a package, with a line in the log for every content that leaves.

What an export will do is known, and can be told, before it writes anything. Writing keeps a promise: the package is
written beside its place and flushed, then the log says what leaves under which `mod`, and only then does the package
take its place. Whatever crashes in between, Anki never meets a content under a `mod` that another content had.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from tempfile import TemporaryDirectory

from flashdeck.anki.chores import Past, chores
from flashdeck.anki.decks import Deck, decks_of
from flashdeck.anki.descriptions import descriptions
from flashdeck.anki.fields import RefusedNoteError, export_note
from flashdeck.anki.media import EMPTY, Media, MediaShelf, MissingMediaError
from flashdeck.anki.notes import ExportNote
from flashdeck.anki.package import write_package
from flashdeck.anki.plan import Change, Departure, departures
from flashdeck.anki.progress import progress_of
from flashdeck.anki.report import Report
from flashdeck.anki.tables import write_database
from flashdeck.anki.target import Target
from flashdeck.compile import claim
from flashdeck.compile.identity import slug
from flashdeck.model import EventKind, Note, UserError
from flashdeck.store.collection import Collection, Draft
from flashdeck.store.durable import flush

PROGRESS = (
    "Anki takes progress and suspension only for cards that it does not have yet, and only with its box “Import any "
    "learning progress” ticked. To carry later progress over, delete the notes in Anki and import again."
)


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A package made ready: `report` says what it will do, and nothing is written yet."""

    report: Report
    collection: Collection
    target: Target
    leaving: Sequence[Departure]
    notes: Mapping[str, Note]
    decks: Mapping[str, Deck]
    media: Sequence[Media]
    with_progress: bool = False

    def write(self) -> None:
        """Write the package and the log; raises `UserError` where that cannot be done, and then nothing is changed."""
        with self.target.draft() as draft:
            self._write_package(draft)
            self.collection.record(_events(self.leaving, self.notes, self.collection))
            self.target.take(draft)

    def _write_package(self, draft: Path) -> None:
        """Write the package, until it is on the disk."""
        progress = progress_of(self.collection) if self.with_progress else None
        rollover = self.collection.settings.rollover.hour
        with (
            self.target.failures_named(),
            TemporaryDirectory(prefix="flashdeck-") as scratch,
            draft.open("wb") as file,
        ):
            database = Path(scratch, "collection.anki2")
            write_database(database, self.leaving, self.decks, progress, rollover)
            write_package(file, database, self.media)
            file.flush()
            flush(file.fileno())


def export(
    collection: Collection, decks: Sequence[str] = (), out: Path | None = None, *, with_progress: bool = False
) -> Report:
    """Write the notes of `decks` and of the decks below them (all notes without any) as a package for Anki.

    As `made_ready`, and written.
    """
    outgoing = made_ready(collection, decks, out, with_progress=with_progress)
    outgoing.write()
    return outgoing.report


def made_ready(
    collection: Collection, decks: Sequence[str] = (), out: Path | None = None, *, with_progress: bool = False
) -> Outgoing:
    """What a package of these decks and of those below them (of all without any) will be and do.

    It goes to `out`, or into `exports/` of the collection under the decks' name. `with_progress` it carries schedules
    and history, for cards that Anki does not have yet. Raises `UserError` for a deck that is not there, for nothing to
    export, and for a file that cannot be written.
    """
    target = _target(collection.root, decks, out)
    live = list(collection.notes())
    here = chosen(live, decks)
    notes, refused = _as_anki_has_them(here, collection)
    if not notes:
        raise UserError("There is nothing to export: `flashdeck check` tells what the card files hold.")
    target.see_that_it_is_free()
    keys = {note.guid: note.key for note in live}
    past = Past(collection.exports(), collection.imports(), collection.created(), collection.keys(), keys)
    leaving = departures(notes, past.exported, past.created, _now_ms(collection), past.imported)
    return Outgoing(
        report=_report(target, leaving, past, refused, with_progress=with_progress),
        collection=collection,
        target=target,
        leaving=leaving,
        notes={note.guid: note for note in here},
        decks=decks_of([note.deck for note in here], collection.settings, descriptions(collection.root, here)),
        media=_media(leaving),
        with_progress=with_progress,
    )


# ---------------------------------------------------------------------------------------------- which notes


def chosen(live: Sequence[Note], decks: Sequence[str]) -> list[Note]:
    """The notes of these decks and of the decks below them; raises `UserError` for a deck that is not there."""
    there = {above for deck in {note.deck for note in live} for above in _with_those_above(deck)}
    for deck in decks:
        if deck not in there:
            near = get_close_matches(deck, sorted(there), n=1)
            help_text = f"did you mean `{near[0]}`?" if near else "`flashdeck due` lists the decks."
            raise UserError(f"There is no deck `{deck}`: {help_text}")
    return [note for note in live if not decks or not _with_those_above(note.deck).isdisjoint(decks)]


def package_name(decks: Sequence[str]) -> str:
    """The name of the file in `exports/`."""
    return ("+".join(map(slug, decks)) or "flashdeck") + ".apkg"


def _target(root: Path, decks: Sequence[str], out: Path | None) -> Target:
    return Target.named(out, root) if out else Target(root / "exports" / package_name(decks), makes_folder=True)


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


def _media(leaving: Iterable[Departure]) -> list[Media]:
    return sorted({item.name: item for departure in leaving for item in departure.note.media}.values())


def _now_ms(collection: Collection) -> int:
    return int(collection.now.at.timestamp() * 1000)


# ---------------------------------------------------------------------------------------------- what is told


def _events(leaving: Iterable[Departure], notes: Mapping[str, Note], collection: Collection) -> Iterator[Draft]:
    """A line in the log for each note that Anki did not have so, and before it one that names the note, if none did."""
    known = collection.created()
    for departure in leaving:
        guid = departure.note.guid
        if guid not in known:
            named = claim(notes[guid])
            body = {"guid": guid, "key": named.key, "front": named.front, "created": departure.created}
            yield EventKind.NOTE, collection.now, {**body, "cloze": named.is_cloze}
        record = departure.record
        if record != departure.last:
            content = {"guid": guid, "digest": record.digest, "mod": record.mod}
            yield EventKind.EXPORT, collection.now, {**content, "deck": record.deck, "ordinals": list(record.ordinals)}


def _report(
    target: Target, leaving: Sequence[Departure], past: Past, refused: Mapping[str, str], *, with_progress: bool
) -> Report:
    taken = {change: tuple(_keys(leaving, past, change)) for change in Change}
    return Report(
        file=target.path,
        new=taken[Change.NEW],
        updated=taken[Change.UPDATED],
        unchanged=taken[Change.UNCHANGED],
        not_exported=tuple(refused),
        by_hand=tuple(chores(leaving, past)),
        cards=sum(len(departure.note.ordinals) for departure in leaving),
        media=len(_media(leaving)),
        warnings=(*refused.values(), *_warnings([each.note for each in leaving]), *[PROGRESS] * with_progress),
    )


def _keys(leaving: Iterable[Departure], past: Past, change: Change) -> Iterator[str]:
    """The notes with which Anki will do this; it skips those that it has under a note type of another tool."""
    for departure in leaving:
        if departure.change is change and not past.is_foreign(departure.note.guid):
            yield departure.note.key


def _warnings(notes: Sequence[ExportNote]) -> Iterator[str]:
    if suspended := sum(note.suspended for note in notes):
        yield (
            f"Suspended notes: {suspended}. Anki suspends them only where it does not have them yet, "
            "and only with its option to import learning progress."
        )
    if drills := sum(note.drill for note in notes):
        yield f"Drills: {drills}. In Anki each has one worked instance, its numbers do not change."
    if empty := sorted({item.path.name for note in notes for item in note.media if item.sha1 == EMPTY}):
        yield f"Media files without content, which Anki takes for missing: {', '.join(empty)}."
