"""From Anki into the collection: all of a package or, where anything fails, nothing.

The order keeps a promise: every file is written beside its place and flushed, then the log names the notes and tells
what was answered, and only then do the files take their places. Whatever crashes in between, the next import of the
package finds the log's part done and adds the texts, under the ids that the log has for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import BinaryIO

from flashdeck.anki.adopting.arrivals import Arrivals
from flashdeck.anki.adopting.clock import Zone
from flashdeck.anki.adopting.files import CardFile, filed
from flashdeck.anki.adopting.newcomers import Arrival, Newcomers, text_of
from flashdeck.anki.adopting.past import past_of
from flashdeck.anki.adopting.report import Report
from flashdeck.anki.reading.package import Package, open_package
from flashdeck.anki.reading.values import AnkiCard
from flashdeck.compile import claim, compile_file
from flashdeck.compile.revision import revised
from flashdeck.model import EventKind, Note
from flashdeck.store.collection import Collection, Draft
from flashdeck.store.staging import staging
from flashdeck.store.texts import deck_of, read, walk

Track = Callable[[str, float], object]
"""Told what is being done, and which part of it is done, from 0 to 1."""

HOMELESS = "Default"
"""The deck of a card whose own deck the package does not have, as in Anki."""


def adopt(collection: Collection, file: Path, zone: Zone, *, is_dry: bool = False, track: Track) -> Report:
    """Take notes, media, schedules and history of a package or collection of Anki's; `is_dry` only tells.

    Raises UserError for a file that cannot be read, is not Anki's or is not sound, and where something cannot be
    written; then nothing is changed.
    """
    with open_package(file) as package:
        newcomers = _newcomers(collection, package, track)
        track("Writing the cards", 0)
        files = _files(collection.root, newcomers)
        written = {note.key: note for card_file in files for note in card_file.notes}
        named = list(_named(newcomers, written, collection))
        track("Reading the answers", 0)
        past = past_of(collection, package, _guids(package, newcomers), zone, decks=_decks(newcomers))
        if not is_dry and (files or past.drafts):
            _write(collection, files, newcomers.media, package, [*named, *past.drafts])
        return Report(
            file=file,
            new=tuple(piece.name for piece in newcomers.pieces.values()),
            updated=tuple(newcomers.updated.values()),
            unchanged=tuple(newcomers.unchanged),
            reviews=past.reviews,
            media=len(newcomers.media.files),
            warnings=(
                *package.warnings,
                *newcomers.warnings(),
                *past.warnings,
                *_unread(collection, named, is_dry=is_dry),
            ),
            files=tuple(sorted({*newcomers.media.files, *(card_file.path for card_file in files)})),
        )


def adopt_progress(collection: Collection, file: Path, zone: Zone, *, is_dry: bool = False, track: Track) -> Report:
    """Take only the answers given in Anki to cards that this collection knows; raises as `adopt`."""
    with open_package(file) as package:
        track("Reading the answers", 0)
        known = collection.keys()
        guids = {note.id: note.guid for note in package.notes() if note.guid in known}
        decks = {note.guid: note.deck for note in collection.notes()}
        past = past_of(collection, package, guids, zone, decks=decks, only_answers=True)
        if past.drafts and not is_dry:
            collection.record(past.drafts)
        unchanged = tuple(sorted({known[guid] for guid in guids.values()}))
        strange = () if guids else ("None of its notes is known here: without --progress-only they are imported.",)
        return Report(file, (), (), unchanged, past.reviews, 0, (*package.warnings, *past.warnings, *strange), ())


# ---------------------------------------------------------------------------------------------- what arrives


def _newcomers(collection: Collection, package: Package, track: Track) -> Newcomers:
    """The notes of the package against those of the collection."""
    media = Arrivals(collection.root, package.media, package.copy_media)
    newcomers = Newcomers(collection, media)
    cards: dict[int, list[AnkiCard]] = {}
    for card in package.cards():
        cards.setdefault(card.note, []).append(card)
    for number, note in enumerate(package.notes()):
        track("Reading the notes", number / max(1, package.note_count))
        if of_note := cards.get(note.id):
            deck = _deck_of(of_note, package, collection.settings.deck_prefix)
            ordinals = tuple(sorted({card.ordinal for card in of_note}))
            newcomers.take(Arrival(note, package.notetypes[note.notetype], ordinals, deck))
    return newcomers


def _deck_of(cards: Sequence[AnkiCard], package: Package, prefix: str) -> str:
    """The deck of a note's first card, as it is called here: an export puts the prefix in front."""
    found = package.decks.get(cards[0].deck)
    deck = found.name if found and not found.filtered else HOMELESS
    parts = [part for part in map(str.strip, deck.split("::")) if part]
    above = [part for part in prefix.split("::") if part]
    inner = parts[len(above) :] if above and parts[: len(above)] == above else parts
    return "::".join(inner or parts) or HOMELESS


def _guids(package: Package, newcomers: Newcomers) -> dict[int, str]:
    """The guids, by Anki's number, of the notes that are here, or will be."""
    here = newcomers.live.keys() | newcomers.arrivals.keys()
    return {note.id: note.guid for note in package.notes() if note.guid in here}


def _decks(newcomers: Newcomers) -> dict[str, str]:
    arriving = {guid: piece.deck for guid, piece in newcomers.pieces.items()}
    return {guid: note.deck for guid, note in newcomers.live.items()} | arriving


# ---------------------------------------------------------------------------------------------- what is written


def _files(root: Path, newcomers: Newcomers) -> list[CardFile]:
    """The card files as they shall be: cards written anew in their places, new ones behind them or in new files."""
    texts = _texts(root)
    files = {file.path: file for file in _revisions(texts, newcomers)}
    growing = texts | {path: file.after for path, file in files.items()}
    for file in filed(newcomers.pieces.values(), growing):
        revision = files.get(file.path)
        before, notes = (revision.before, revision.notes) if revision else (file.before, ())
        files[file.path] = CardFile(file.path, before, file.after, (*notes, *file.notes))
    return list(files.values())


def _texts(root: Path) -> dict[str, bytes]:
    """The card files that are there."""
    found = {}
    for file in walk(root).files:
        try:
            found[file.path] = read(root, file.path)
        except OSError:
            found[file.path] = b""  # its name is taken all the same
    return found


def _revisions(texts: Mapping[str, bytes], newcomers: Newcomers) -> Iterator[CardFile]:
    """The card files in which cards are written anew; where others would be read otherwise then, they stay."""
    for path, cards in newcomers.revised.items():
        before = texts[path]
        after = revised(path, before, cards)
        was, now = (compile_file(path, raw, deck=deck_of(path)) for raw in (before, after))
        if now.has_errors or [note.key for note in was.notes] != [note.key for note in now.notes]:
            newcomers.keep(path)
            continue
        pairs = zip(was.notes, now.notes, strict=True)
        yield CardFile(path, before, after, tuple(new for old, new in pairs if old.span.line in cards))


def _named(newcomers: Newcomers, written: Mapping[str, Note], collection: Collection) -> Iterator[Draft]:
    """A line in the log for each note whose text is taken: its names, and what it was in Anki."""
    for guid, arrival in newcomers.arrivals.items():
        note = written[newcomers.updated.get(guid) or newcomers.pieces[guid].name]
        named = claim(note)
        body = {"guid": guid, "key": named.key, "front": named.front, "created": arrival.note.id}
        yield EventKind.NOTE, collection.now, {**body, "cloze": named.is_cloze}
        brought = {"guid": guid, "digest": arrival.digest, "mod": arrival.note.mod, "notetype": arrival.notetype.id}
        yield EventKind.IMPORT, collection.now, {**brought, "text": text_of(note)}


def _write(
    collection: Collection,
    files: Iterable[CardFile],
    media: Arrivals,
    package: Package,
    drafts: Sequence[Draft],
) -> None:
    with staging(collection.root) as staged:
        for path, name in media.files.items():
            staged.add(path, partial(package.copy_media, name))
        for file in files:
            staged.add(file.path, _writing(file.after), file.before)
        collection.record(drafts)
        staged.place()
    collection.refresh()


def _writing(content: bytes) -> Callable[[BinaryIO], object]:
    return lambda file: file.write(content)


def _unread(collection: Collection, named: Sequence[Draft], *, is_dry: bool) -> Iterator[str]:
    """A sentence where a text that was written is not read as its note: a bug, and not to be passed over in silence."""
    taken = {body["guid"] for _, _, body in named}
    missing = 0 if is_dry else len(taken - {note.guid for note in collection.notes()})
    if missing:
        yield f"{missing} of the notes cannot be read as they were written: `flashdeck check` tells why."
