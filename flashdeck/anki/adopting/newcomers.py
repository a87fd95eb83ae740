"""What an import makes of each note: a new card, a text written anew, or nothing, because it is here as it is there."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from flashdeck.anki.adopting.arrivals import Arrivals
from flashdeck.anki.adopting.files import Piece, path_of
from flashdeck.anki.adopting.notes import Block, block
from flashdeck.anki.adopting.texts import id_for, written
from flashdeck.anki.fields import RefusedNoteError, export_note
from flashdeck.anki.media import MediaShelf, MissingMediaError
from flashdeck.anki.models import CLOZE, STANDARD
from flashdeck.anki.reading.values import AnkiNote, AnkiNotetype
from flashdeck.model import Note
from flashdeck.store.collection import Collection

OURS = frozenset({STANDARD.id, CLOZE.id})
"""The note types under which an export lies in Anki."""

_NAMED = 5  # places that a warning names before it says how many more there are


@dataclass(frozen=True, slots=True)
class Arrival:
    """A note of the package, with the ordinals of its cards and the deck of the first of them as it is called here."""

    note: AnkiNote
    notetype: AnkiNotetype
    ordinals: tuple[int, ...]
    deck: str

    @property
    def digest(self) -> str:
        """Names all that Anki has of the note."""
        return _digest([self.notetype.id, self.note.fields, sorted(self.note.tags)])


class Newcomers:
    """The notes of a package against those of the collection, taken one by one with `take`.

    `pieces` are the texts of new cards by guid, `revised` the texts that replace cards, by file and line, `arrivals`
    the notes whose text is taken, `updated` and `unchanged` the keys of those that are here already.
    """

    def __init__(self, collection: Collection, media: Arrivals) -> None:
        self.media = media
        self.live = {note.guid: note for note in collection.notes()}
        self.pieces: dict[str, Piece] = {}
        self.revised: dict[str, dict[int, str]] = {}
        self.arrivals: dict[str, Arrival] = {}
        self.updated: dict[str, str] = {}
        self.unchanged: list[str] = []
        self._imports = collection.imports()
        self._keys = collection.keys()
        self._names = collection.names()
        self._shelf = MediaShelf(collection.root)
        self._told: dict[str, list[str]] = {}
        self._seen: set[str] = set()

    def take(self, arrival: Arrival) -> None:
        """Find out what becomes of a note."""
        guid = arrival.note.guid
        if guid in self._seen:
            self._tell("stand more than once in the package, of which the first is taken", guid)
            return
        self._seen.add(guid)
        mine = self.live.get(guid)
        if mine is None:
            self._add(arrival)
        elif self._is_known(arrival, mine):
            self.unchanged.append(mine.key)
        elif (record := self._imports.get(guid)) and record.text == text_of(mine) and mine.named:
            self._revise(arrival, mine)
        else:
            self._tell("were changed in Anki and stay as they are here", f"{mine.span.file}:{mine.span.line}")
            self.unchanged.append(mine.key)

    def keep(self, path: str) -> None:
        """Leave the cards of a file as they are: one written anew would change how another is read."""
        of_file = [guid for guid in self.updated if self.live[guid].span.file == path]
        for guid in of_file:
            self.unchanged.append(self.updated.pop(guid))
            del self.arrivals[guid]
        self._tell("were changed in Anki and cannot be written into their file", path)

    def warnings(self) -> list[str]:
        """What is to be told, a sentence for each kind."""
        told = [f"Notes that {what}: {_some(places)}." for what, places in self._told.items()]
        if missing := sorted(self.media.missing):
            told.append(f"Media that notes name and the package does not have: {_some(missing)}.")
        return told

    def _add(self, arrival: Arrival) -> None:
        guid = arrival.note.guid
        path = path_of(arrival.deck)
        made = self._block(arrival, path)
        if made is None:
            return
        name = self._keys.get(guid, "")
        if not name or name.startswith("~") or "/" in name:
            name = id_for(made, self._names)
            self._names.add(name)
        self.pieces[guid] = Piece(name, arrival.deck, made.section, written(made, name))
        self.arrivals[guid] = arrival

    def _revise(self, arrival: Arrival, mine: Note) -> None:
        made = self._block(arrival, mine.span.file)
        if made is None or made.section != mine.section:
            self.unchanged.append(mine.key)
            return
        self.revised.setdefault(mine.span.file, {})[mine.span.line] = written(made, mine.key)
        self.arrivals[arrival.note.guid] = arrival
        self.updated[arrival.note.guid] = mine.key

    def _block(self, arrival: Arrival, card_file: str) -> Block | None:
        made = block(
            arrival.note, arrival.notetype, arrival.ordinals, media=lambda name: self.media.link(name, card_file)
        )
        front = made.heading if made else next(iter(arrival.note.fields), "")
        for notice in made.notices if made else ("cannot be asked in a text and are left out",):
            self._tell(notice, front)
        return made

    def _is_known(self, arrival: Arrival, mine: Note) -> bool:
        """Whether the collection's own text is what Anki has, or what it had when it was taken from there."""
        record = self._imports.get(arrival.note.guid)
        if record and record.digest == arrival.digest:
            return True
        if arrival.notetype.id not in OURS:
            return False
        try:
            return export_note(mine, self._shelf).fields == arrival.note.fields
        except (RefusedNoteError, MissingMediaError):
            return False

    def _tell(self, what: str, place: str) -> None:
        self._told.setdefault(what, []).append(place)


def text_of(note: Note) -> str:
    """Names all that a note's text says, wherever it stands: to see whether a person changed it."""
    of_text = (note.type, note.front, note.back, note.context, note.tags, note.source, note.as_of, note.hint)
    return _digest(of_text)


def _digest(content: Any) -> str:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:20]


def _some(places: list[str]) -> str:
    more = len(places) - _NAMED
    return ", ".join(places[:_NAMED]) + (f" and {more} more" if more > 0 else "")
