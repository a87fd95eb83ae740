"""What is seen of a session: the card that stands, what was typed on it, and what can be looked up of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from flashdeck.model import Card, CardKey, NoteType, Rating, UserError
from flashdeck.render.faces import faces
from flashdeck.review import facts, pictures
from flashdeck.review.session import Progress, Session
from flashdeck.schedule.fold import transitions
from flashdeck.store.collection import Collection, Entry

if TYPE_CHECKING:
    from flashdeck.answers import Verdict
    from flashdeck.drills import Instance


class Typed(NamedTuple):
    """What was typed on a card."""

    card: CardKey
    text: str


class View:
    """A session before its collection; everything but `session` and `progress` is of the card that stands."""

    def __init__(self, collection: Collection, session: Session) -> None:
        self.session = session
        self._collection = collection
        self._typed: Typed | None = None
        self._drill: Instance | None = None  # once the card was looked at

    @property
    def standing(self) -> Entry:
        """The card that stands, with its schedule as it is now; a drill has the numbers of this review."""
        entry = self._collection.entry(self.session.waiting[0])
        card = self._with_numbers(entry.card) if entry.card.note.type is NoteType.DRILL else entry.card
        return replace(entry, card=card, schedule=self.session.schedule)

    @property
    def typed(self) -> str | None:
        """What was typed on the card that stands; None before its answer is shown, and on one that is turned over."""
        is_its = self._typed is not None and self._typed.card == self.session.card and self.session.revealed
        return self._typed.text if is_its and self._typed else None

    @property
    def is_to_be_typed(self) -> bool:
        """Whether the card that stands asks for a typed answer, and has none yet."""
        return not self.session.revealed and self.standing.card.expected is not None

    @property
    def verdict(self) -> Verdict | None:
        """How what was typed compares with what was expected; None where nothing was compared."""
        if self.typed is None or not (expected := self.standing.card.expected):
            return None
        from flashdeck.answers import compare

        return compare(expected, self.typed)

    @property
    def proposed(self) -> Rating:
        """The grade that Space gives: what the verdict proposes, else good."""
        verdict = self.verdict
        return verdict.rating if verdict else Rating.GOOD

    @property
    def working(self) -> list[str]:
        """How the answer of the drill that stands comes about, a line for each step; nothing for other cards."""
        note = self.standing.card.note
        if self._drill is None or note.type is not NoteType.DRILL:
            return []
        from flashdeck.drills.working import working

        return working(note.drill, self._drill.draw)

    @property
    def progress(self) -> Progress:
        """How far the sitting has come."""
        return self.session.progress

    @property
    def history(self) -> list[tuple[str, str]]:
        """What was done to the card that stands, newest first: days, and what it was."""
        from flashdeck.review.history import history

        note = self._collection.entry(self.session.waiting[0]).card.note
        events = self._collection.history(self.session.waiting[0])
        answers = transitions(events, self._collection.settings, decks={note.guid: note.deck})
        return history(note, events, {answer.event.id: answer.after for answer in answers})

    def open_picture(self) -> str:
        """Show the first picture of what is seen of the card that stands; a sentence says which, or why none."""
        card, revealed, root = self.standing.card, self.session.revealed, self._collection.root.resolve()
        sides = faces(card)
        seen = (sides.question, sides.answer) if revealed else (sides.question,)
        picture = pictures.first_picture(root, card.note.span.file, *seen)
        if picture is None:
            return facts.no_picture(revealed=revealed)
        try:
            pictures.show(picture)
        except (OSError, UserError) as error:
            return str(error)
        return facts.opened(picture.relative_to(root).as_posix())

    def _with_numbers(self, card: Card) -> Card:
        """The drill with its draw, which its guid and the number of its answers so far decide."""
        if self._drill is None:
            from flashdeck.drills import instance

            crammed = sum(answer.key == card.key for answer in self.session.answers) if self.session.is_cram else 0
            self._drill = instance(card.note, self.session.schedule.answers + crammed)
        drawn = self._drill
        note = replace(card.note, front=drawn.front, back=drawn.back, expected=drawn.expected)
        return Card(note, card.ordinal, drawn.front, drawn.back)
