"""Which rows of Anki's the log has already: those brought from there before, and those that left from here."""

from __future__ import annotations

from collections.abc import Iterable

from flashdeck.anki.progress import button_of, is_row, milliseconds, numbered
from flashdeck.anki.reading.values import AnkiAnswer
from flashdeck.model import CardKey, Event
from flashdeck.schedule import REVLOG, in_order
from flashdeck.schedule.fields import card, is_understood


class Known:
    """What all events of a log know of Anki's rows, also those that were taken back."""

    def __init__(self, events: Iterable[Event]) -> None:
        ordered = [event for event in in_order(events) if is_understood(event)]
        numbers = [(event, event.body[REVLOG]) for event in ordered if type(event.body.get(REVLOG)) is int]
        rows = [event for event in ordered if is_row(event)]
        self._brought = {(event.kind, card(event), number) for event, number in numbers}
        self._rows = {(card(event), number) for event, number in numbers if is_row(event)}
        self._taken = frozenset(numbered(rows))
        self._given = {
            (card(event), button_of(event), milliseconds(event.when.at)) for event in rows if REVLOG not in event.body
        }

    def has(self, kind: str, key: CardKey, number: int) -> bool:
        """Whether an event of this kind was brought under that number."""
        return (kind, key, number) in self._brought

    def has_row(self, key: CardKey, row: AnkiAnswer) -> bool:
        """Whether what the row tells is in the log."""
        return (key, row.id) in self._rows or self.has_left(key, row)

    def has_left(self, key: CardKey, row: AnkiAnswer) -> bool:
        """Whether what the row tells was done here.

        In Anki it has its millisecond, or a later one where those between were taken by others.
        """
        number = row.id
        while (key, row.button, number) not in self._given:
            number -= 1
            if number not in self._taken:
                return False
        return True
