"""A card's history one event after another, as the fold has it: in one pass, however long Anki's part of it is."""

from __future__ import annotations

from collections import deque

from flashdeck.anki.adopting.here import Here
from flashdeck.model import Event, EventKind, Moment, Schedule
from flashdeck.schedule import fields
from flashdeck.schedule.leech import makes_a_leech
from flashdeck.schedule.rules import rules
from flashdeck.store.collection import Draft


class Replay:
    """Where the card comes to (`schedule`), and whether what arrives makes it a leech that rests (`suspends`)."""

    def __init__(self, here: Here) -> None:
        self.schedule = Schedule()
        self.suspends = False
        self._key, self._rules = here.key, rules(here.settings)
        self._ahead = deque(here.events)

    def until(self, when: Moment) -> Schedule:
        """Where it has come to by that moment, which is not before one that was named already."""
        while self._ahead and (self._ahead[0].when.day, self._ahead[0].when.at) <= (when.day, when.at):
            self._apply(self._ahead.popleft())
        return self.schedule

    def take(self, draft: Draft) -> None:
        """Let an event come in between."""
        lapses = self.until(draft[1]).lapses
        self._apply(Event("", 0, *draft))
        if self.schedule.lapses > lapses and self._rules.suspends_leeches:
            self.suspends |= makes_a_leech(self.schedule.lapses, self._rules.leeches_from)

    def _apply(self, event: Event) -> None:
        if not fields.is_understood(event):
            return
        if event.kind == EventKind.REVIEW:
            rating = fields.rating(event)
            self.schedule = self._rules.scheduler.answer(self.schedule, rating, event.when, self._key)
        elif event.kind == EventKind.SET:
            self.schedule = self._rules.scheduler.adopt(self.schedule, fields.schedule(event))
        elif event.kind == EventKind.RESET:
            self.schedule = Schedule()
