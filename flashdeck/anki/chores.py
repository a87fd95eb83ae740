"""What Anki does not do by itself when it takes a package, and how a person does it there.

An import deletes no note and no card, moves no card to another deck, and passes over a note that Anki has under
another note type.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from flashdeck.anki.models import CLOZE, STANDARD, NoteModel
from flashdeck.anki.plan import Departure
from flashdeck.anki.searches import AT_ONCE, OWN_TYPES, either, in_deck, of_card, of_guids, of_ids
from flashdeck.schedule.standing import ExportRecord, ImportRecord


class Kind(StrEnum):
    """The lists of the report that ask for a hand."""

    LEFT_BEHIND = "left_behind"
    RETYPED = "retyped"
    MOVED = "moved"
    REMOVED = "removed"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Meant:
    """A note as Anki has it: found by its guid or, where its type has no field for that, by its `id` there.

    `ordinals` are those of its cards that are meant; without any it is the whole note.
    """

    key: str
    guid: str
    id: int | None = None
    ordinals: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Chore:
    """Something to be done in Anki: how it `stands` there, which notes are meant, and what to do with them.

    Only the cards in `deck` are meant, if it is named; `is_all` of our cards there, if this is so.
    """

    kind: Kind
    stands: str
    remedy: str
    notes: tuple[Meant, ...]
    deck: str = ""
    is_all: bool = False

    @property
    def keys(self) -> tuple[str, ...]:
        """The notes that are meant, by name."""
        return tuple(note.key for note in self.notes)

    def searches(self, at_once: int = AT_ONCE) -> list[str]:
        """Searches for Anki's browser that together find all that is meant, so many notes in each at most."""
        if self.is_all:
            return [f"{in_deck(self.deck)} {OWN_TYPES}"]
        within = f"{in_deck(self.deck)} " if self.deck else ""
        return [within + _search(self.notes[start : start + at_once]) for start in range(0, len(self.notes), at_once)]


def _search(notes: Sequence[Meant]) -> str:
    """What finds these notes, or those of their cards that are meant."""
    ordinals = sorted({ordinal for note in notes for ordinal in note.ordinals})
    if not ordinals:
        return _search_of_notes(notes)
    return either([of_card(_search_of_notes([n for n in notes if each in n.ordinals]), each) for each in ordinals])


def _search_of_notes(notes: Sequence[Meant]) -> str:
    guids = [note.guid for note in notes if note.id is None]
    ids = [note.id for note in notes if note.id is not None]
    return either([*([of_guids(guids)] if guids else []), *([of_ids(ids)] if ids else [])])


# ---------------------------------------------------------------------------------------------- what there is to do


@dataclass(frozen=True, slots=True)
class Past:
    """What is known of Anki, by guid: what left, what came, when notes were made (ms) and their last keys.

    `live` are the keys of the notes that have a text, also of those that are not exported now.
    """

    exported: Mapping[str, ExportRecord]
    imported: Mapping[str, ImportRecord]
    created: Mapping[str, int]
    keys: Mapping[str, str]
    live: Mapping[str, str]

    def is_foreign(self, guid: str) -> bool:
        """Whether Anki has the note, if it still has it, under a note type that is not ours."""
        came = self.imported.get(guid)
        return came is not None and came.notetype not in (STANDARD.id, CLOZE.id)

    def meant(self, guid: str) -> Meant:
        """The note as Anki has it."""
        key = self.live.get(guid) or self.keys.get(guid, guid)
        return Meant(key, guid, self.created.get(guid) if self.is_foreign(guid) else None)


def chores(leaving: Sequence[Departure], past: Past) -> Iterator[Chore]:
    """What Anki will not do by itself after it has taken these notes."""
    yield from _gone(past)
    yield from _moved(leaving, past)
    yield from _removed(leaving, past)
    yield from _refused(leaving, past)


def _gone(past: Past) -> Iterator[Chore]:
    """Notes whose text is gone, and those that another note of the same name replaced, being of the other kind."""
    gone = sorted(map(past.meant, past.exported.keys() - past.live.keys()), key=lambda note: (note.key, note.guid))
    there = set(past.live.values())
    behind = tuple(note for note in gone if note.key not in there)
    retyped = tuple(note for note in gone if note.key in there)
    if behind:
        stands = f"Anki keeps {_counted(behind, 'note')} whose text is gone here"
        yield Chore(Kind.LEFT_BEHIND, stands, "Notes › Delete", behind)
    if retyped:
        stands = (
            f"{_counted(retyped, 'note')} turned into a cloze note or back, which makes a new note in Anki; "
            "it keeps the old one"
        )
        yield Chore(Kind.RETYPED, stands, "Notes › Delete", retyped)


def _moved(leaving: Iterable[Departure], past: Past) -> Iterator[Chore]:
    ways: dict[tuple[str, str], list[Departure]] = {}
    for each in leaving:
        if each.last and each.last.deck and each.last.deck.casefold() != each.note.deck.casefold():
            ways.setdefault((each.last.deck, each.note.deck), []).append(each)
    crowd = _crowd(past.exported.values()) if ways else {}
    for (before, after), moved in ways.items():
        notes = tuple(past.meant(each.note.guid) for each in moved)
        is_all = crowd[before] == len(moved) and all(note.id is None for note in notes)
        cards = sum(len(each.last.ordinals) for each in moved if each.last)
        stands = f"Anki leaves {cards} {'card' if cards == 1 else 'cards'} in `{before}`"
        yield Chore(Kind.MOVED, stands, f"Cards › Change Deck to `{after}`", notes, deck=before, is_all=is_all)


def _crowd(records: Iterable[ExportRecord]) -> dict[str, int]:
    """How many notes lie in each deck of Anki's."""
    crowd: dict[str, int] = {}
    for record in records:
        crowd[record.deck] = crowd.get(record.deck, 0) + 1
    return crowd


def _removed(leaving: Iterable[Departure], past: Past) -> Iterator[Chore]:
    lost = {
        each.note.guid: tuple(ordinal for ordinal in each.last.ordinals if ordinal not in each.note.ordinals)
        for each in leaving
        if each.last and not past.is_foreign(each.note.guid)
    }
    notes = tuple(replace(past.meant(guid), ordinals=ordinals) for guid, ordinals in lost.items() if ordinals)
    if notes:
        cards = sum(len(note.ordinals) for note in notes)
        stands = (
            f"Anki keeps {cards} {'card that its note has' if cards == 1 else 'cards that their notes have'} no more"
        )
        yield Chore(Kind.REMOVED, stands, "look at what is found: Tools › Empty Cards deletes it", notes)


def _refused(leaving: Sequence[Departure], past: Past) -> Iterator[Chore]:
    foreign = [each.note for each in leaving if past.is_foreign(each.note.guid)]
    for model in (STANDARD, CLOZE):
        notes = tuple(past.meant(note.guid) for note in foreign if note.model is model)
        if notes:
            stands = f"Anki skips {_counted(notes, 'note')} that came from it, where it still has the old note type"
            yield Chore(Kind.REFUSED, stands, _retype(model), notes)


def _retype(model: NoteModel) -> str:
    return f"Notes › Change Note Type to `{model.name}`, after which Anki takes what changes here"


def _counted(notes: Sequence[Meant], noun: str) -> str:
    return f"{len(notes)} {noun if len(notes) == 1 else noun + 's'}"
