"""The real Anki engine (PyPI `anki`) with a profile of its own: what it makes of a package, as plain values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from anki.collection import Collection, ImportAnkiPackageOptions, ImportAnkiPackageRequest

TEMPLATE_ERROR = "docs.ankiweb.net/templates/errors.html"
STYLE = re.compile(r"\s*<style>.*?</style>", re.DOTALL)


@dataclass(frozen=True)
class AnkiCard:
    """A card as the engine holds and draws it."""

    guid: str
    ordinal: int
    deck: str
    queue: int
    due: int
    question: str
    answer: str


@dataclass(frozen=True)
class AnkiNote:
    """A note as the engine holds it."""

    id: int
    guid: str
    model: str
    fields: dict[str, str]
    tags: list[str]
    mod: int

    @property
    def first(self) -> str:
        """The field that Anki's browser lists."""
        return next(iter(self.fields.values()))


class Profile:
    """One person's Anki."""

    def __init__(self, col: Collection) -> None:
        self.col = col

    def take(self, package: Path, *, progress: bool = False, presets: bool = False) -> dict[str, int]:
        """Import a package as a double click does; how many notes were new, updated, duplicate and so on."""
        options = ImportAnkiPackageOptions(with_scheduling=progress, with_deck_configs=presets)
        request = ImportAnkiPackageRequest(package_path=str(package), options=options)
        log = self.col.import_anki_package(request).log
        self.col.models._clear_cache()
        counts = {field.name: len(value) for field, value in log.ListFields() if field.name != "found_notes"}
        return {name: count for name, count in counts.items() if count}

    def notes(self) -> dict[str, AnkiNote]:
        """Every note by its guid."""
        found = {}
        for row in self.col.db.list("select id from notes order by id"):
            note = self.col.get_note(row)
            assert note.guid not in found, "one guid, two notes"
            model = note.note_type()["name"]
            found[note.guid] = AnkiNote(row, note.guid, model, dict(note.items()), list(note.tags), note.mod)
        return found

    def cards(self) -> list[AnkiCard]:
        """Every card, in the order in which new ones are shown."""
        found = []
        for row in self.col.db.list("select id from cards order by due, ord"):
            card = self.col.get_card(row)
            found.append(
                AnkiCard(
                    card.note().guid,
                    card.ord,
                    self.col.decks.name(card.did),
                    int(card.queue),
                    card.due,
                    STYLE.sub("", card.question()),
                    STYLE.sub("", card.answer()),
                )
            )
        return found

    def styles(self) -> dict[str, str]:
        """The style sheet of every note type that is used, by name."""
        used = [use.id for use in self.col.models.all_use_counts() if use.use_count]
        return {model["name"]: model["css"] for model in map(self.col.models.get, used)}

    def problems(self) -> list[str]:
        """Whatever a person would have to repair: blank cards, template errors, missing media, notes without a card."""
        found = [
            f"{card.guid}:{card.ordinal} {side}"
            for card in self.cards()
            for side in (card.question, card.answer)
            if TEMPLATE_ERROR in side or "The front of this card is blank" in side
        ]
        found += [f"{guid} has no card" for guid in self.notes().keys() - {card.guid for card in self.cards()}]
        found += [f"missing {name}" for name in self.col.media.check().missing]
        if self.col.get_empty_cards().notes:
            found.append("empty cards")
        return found

    def answer(self, count: int) -> None:
        """Answer so many new cards, Good."""
        for deck in self.col.decks.all_names_and_ids():
            self.col.decks.select(deck.id)
            while count and (card := self.col.sched.getCard()):
                self.col.sched.answerCard(card, 3)
                count -= 1
        assert count == 0

    def schedules(self) -> dict[tuple[str, int], list[Any]]:
        """What must survive an update, of every card that was answered."""
        columns = "type, queue, due, ivl, factor, reps, lapses, left, did"
        rows = self.col.db.all(f"select guid, ord, {columns} from cards c join notes n on n.id = nid where reps > 0")
        return {(row[0], row[1]): row[2:] for row in rows}

    def media(self) -> dict[str, bytes]:
        """The files in the media folder."""
        return {path.name: path.read_bytes() for path in Path(self.col.media.dir()).iterdir()}


@contextmanager
def profile() -> Iterator[Profile]:
    """A fresh Anki, gone afterwards."""
    with TemporaryDirectory() as folder:
        col = Collection(str(Path(folder, "collection.anki2")))
        try:
            yield Profile(col)
        finally:
            col.close()
