"""What was done to cards in Anki and where they stand there, as events that the log does not have yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from flashdeck.anki.adopting.clock import Calendar, Zone
from flashdeck.anki.adopting.here import Here, by_card
from flashdeck.anki.adopting.history import history
from flashdeck.anki.adopting.known import Known
from flashdeck.anki.adopting.there import There
from flashdeck.anki.progress import ANSWERS
from flashdeck.anki.reading.package import Package
from flashdeck.anki.reading.values import AnkiAnswer
from flashdeck.model import CardKey
from flashdeck.store.collection import Collection, Draft


@dataclass(frozen=True, slots=True)
class Past:
    """The events, and what a person should know of those that are not among them."""

    drafts: tuple[Draft, ...]
    warnings: tuple[str, ...] = ()

    @property
    def reviews(self) -> int:
        """How many answers were given."""
        return sum(kind in ANSWERS for kind, _, _ in self.drafts)


def past_of(  # noqa: PLR0913 - both sides, and how to read the one for the other
    collection: Collection,
    package: Package,
    guids: Mapping[int, str],
    zone: Zone,
    *,
    decks: Mapping[str, str],
    only_answers: bool = False,
) -> Past:
    """What is new of the cards of these notes; `guids` are by Anki's number of the note, `decks` by guid.

    With `only_answers` where a card stands follows from its answers alone, unless it was set by hand after them.
    """
    calendar = Calendar(package.clock, zone, collection.settings.rollover, collection.now)
    events = collection.events()
    known, by_key = Known(events), by_card(events)
    resting = {
        CardKey(note.guid, ordinal) for note in collection.notes() if note.suspended for ordinal in note.ordinals
    }
    drafts: list[Draft] = []
    ahead = 0
    for key, there in _cards(package, guids, calendar):
        settings = collection.settings.for_deck(decks.get(key.guid, ""))
        here = Here(key, by_key.get(key, ()), settings, key in resting)
        drafts += history(here, there, known, only_answers=only_answers)
        ahead += len(there.rows) - len(there.past)
    return Past(tuple(drafts), (_AHEAD.format(ahead),) if ahead else ())


_AHEAD = "Answers from a clock that is ahead of this one: {}. They are taken by an import after their time."


def _cards(package: Package, guids: Mapping[int, str], calendar: Calendar) -> Iterator[tuple[CardKey, There]]:
    """Each card of these notes with its rows of the review log."""
    cards = {card.id: card for card in package.cards() if card.note in guids}
    rows: dict[int, list[AnkiAnswer]] = {}
    for row in package.answers():
        if row.card in cards:
            rows.setdefault(row.card, []).append(row)
    for card in cards.values():
        yield CardKey(guids[card.note], card.ordinal), There(card, rows.get(card.id, ()), calendar)
