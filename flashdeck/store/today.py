"""What is due today, read from the index: the cards that are asked, and how many wait."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from math import inf
from operator import attrgetter
from typing import Any

from flashdeck.model import CardKey, State
from flashdeck.schedule import Candidate, Counts, Portion, Queue, days_after, everything, queue
from flashdeck.schedule.waiting import with_the_rest
from flashdeck.store.counting import new_cards
from flashdeck.store.entries import ANSWERED, CANDIDATES, DUE, NEW, read_answered, read_candidate
from flashdeck.store.opened import Opened
from flashdeck.store.query import has_tag, in_deck

_OF_NOTES = "notes.guid IN (SELECT value FROM json_each(:guids))"
_ALL = -1  # SQLite's limit without an end
_PAGE = 100  # new cards read at once, where few are wanted


class Today(Opened):
    """An open collection, asked for what today holds."""

    def candidates(self, decks: Sequence[str] = (), tags: Sequence[str] = ()) -> list[Candidate]:
        """The live cards of any of the decks (and those below) and any of the tags; all cards without them."""
        return self._candidates(decks, tags)

    def candidates_of(self, cards: Iterable[CardKey]) -> list[Candidate]:
        """Those of the cards that are live, and the others of their notes."""
        return self._of_notes({card.guid for card in cards})

    def _of_notes(self, guids: Iterable[str]) -> list[Candidate]:
        return self._candidates((), (), _OF_NOTES, guids=json.dumps(sorted(guids)))

    def queue(  # noqa: PLR0913 - what a sitting may ask for
        self,
        decks: Sequence[str] = (),
        tags: Sequence[str] = (),
        *,
        limit: int | None = None,
        new: int | None = None,
        ahead: int = 0,
        cram: bool = False,
        whole: bool = True,
    ) -> Queue:
        """What is asked today of such cards; for `limit`, `new` and `ahead` see `schedule.Portion`.

        To `cram` is to be asked everything that is not suspended, in the order of the files. A queue that need not be
        `whole` has the same cards and is there sooner: most new ones beyond the limits are not even looked at.
        """
        if cram:
            return everything(self._candidates(decks, tags), limit)
        answered = self._ask(ANSWERED, {}, read_answered)
        until = days_after(self.now.day, ahead)
        due = self._candidates(decks, tags, DUE, until=until.isoformat())
        portion = Portion(limit, new, until if ahead else None)
        if not whole:
            return queue(due, self.now, self.settings, answered, portion, unseen=self._new(decks, tags))
        everyone = sorted([*due, *self._candidates(decks, tags, NEW)], key=attrgetter("position"))
        return queue(everyone, self.now, self.settings, answered, portion)

    def counts(self) -> dict[str, Counts]:
        """The counts of every deck that a due or new card is in, as the whole queue has them, in file order.

        The new cards beyond the limits are counted without being looked at.
        """
        answered = self._ask(ANSWERED, {}, read_answered)
        due = self._candidates((), (), DUE, until=self.now.day.isoformat())
        looked_at: list[Candidate] = []
        found = queue(due, self.now, self.settings, answered, unseen=self._new((), (), looked_at))
        new = self._look_up(lambda: new_cards(self._index, self.now.day))
        shown = {key.guid for key in (*found.cards, *(card.key for card in answered))}
        siblings = [card for card in self._of_notes(shown) if card.schedule.state is State.NEW]
        counts = with_the_rest(found, looked_at, new, siblings, self.settings)
        first = {card.deck: card.position for card in reversed(due)}
        places = {deck: min(first.get(deck, inf), new[deck].first if deck in new else inf) for deck in counts}
        return {deck: counts[deck] for deck in sorted(counts, key=places.__getitem__)}

    def _new(
        self, decks: Sequence[str], tags: Sequence[str], looked_at: list[Candidate] | None = None
    ) -> Iterator[Candidate]:
        """The new cards in the order of the files, read when they are asked for, and then added to `looked_at`."""
        position, condition = -1, f"{NEW} AND cards.position > :position"
        while page := self._candidates(decks, tags, condition, most=_PAGE, position=position):
            for card in page:
                if looked_at is not None:
                    looked_at.append(card)
                yield card
            position = page[-1].position

    def _candidates(
        self, decks: Sequence[str], tags: Sequence[str], *conditions: str, most: int = _ALL, **parameters: Any
    ) -> list[Candidate]:
        of_decks = {f"deck{place}": deck for place, deck in enumerate(decks)}
        of_tags = {f"tag{place}": tag for place, tag in enumerate(tags)}
        either = (" OR ".join(map(in_deck, of_decks)), " OR ".join(map(has_tag, of_tags)))
        narrowed = "".join(f" AND ({condition})" for condition in (*conditions, *either) if condition)
        question = f"{CANDIDATES} {narrowed} ORDER BY cards.position LIMIT :most"
        return self._ask(question, {**of_decks, **of_tags, **parameters, "most": most}, read_candidate)
