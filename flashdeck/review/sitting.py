"""A session with its disk and its clock: what both faces drive.

Each answer, and whatever else is done to a card, is written down, flushed and synced before the session moves on, so
a card that is on the screen proves that the answer before it is on disk.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from flashdeck.model import (
    CardKey,
    Diagnostic,
    Event,
    EventKind,
    Moment,
    Rating,
    Schedule,
    Severity,
    UserError,
)
from flashdeck.review import facts
from flashdeck.review.clock import Clock
from flashdeck.review.outcome import Outcome, outcome
from flashdeck.review.session import Session
from flashdeck.review.shortcuts import Shortcuts
from flashdeck.review.view import Typed, View
from flashdeck.schedule.scheduler import schedulers
from flashdeck.store.collection import Collection, Undone

_RED = 1


@dataclass(frozen=True, slots=True)
class Edited:
    """What an edit came to: a sentence where there is something to say, and what is wrong in the file now."""

    news: str = ""
    problems: tuple[Diagnostic, ...] = ()


class _Step(NamedTuple):
    """Something done in this sitting and written down, and what had been typed before."""

    event: Event
    typed: Typed | None


class Sitting(View):
    """One person before one collection; for `wall` and `stopwatch` see `Clock`.

    Where other sittings of the collection are open (`others`: since when), a card that stands in one of them or was
    answered in it is not asked here.
    """

    def __init__(
        self,
        collection: Collection,
        session: Session,
        instant: datetime,
        *,
        wall: Callable[[], float] = time.time,
        stopwatch: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(collection, session)
        self.clock = Clock(instant, collection.settings.rollover, wall=wall, stopwatch=stopwatch)
        self.shortcuts = Shortcuts(collection.settings.keys)
        self._steps: list[_Step] = []  # what was done in this sitting and stands: undo takes back this first
        self._is_edited = False
        self._seat = collection.take_seat(instant)
        self.others = self._seat.others if self._seat else []
        self._stand(session)

    def close(self) -> None:
        """Let other sittings have the card that stands."""
        if self._seat:
            self._seat.leave()

    # ------------------------------------------------------------------------------------------ what is done

    def reveal(self, typed: str | None = None) -> None:
        """Show the answer; what was typed before is compared with it."""
        self.session = self.session.reveal()
        self._typed = Typed(self.session.waiting[0], typed) if typed is not None else None

    def rate(self, rating: Rating) -> None:
        """Write the answer down, then move on. Raises ValueError while the answer is hidden."""
        when = self.clock.now()
        draw = self._drill.draw if self._drill else None
        session, draft = self.session.rate(rating, when, self.clock.milliseconds, typed=self.typed, draw=draw)
        self._written(self._collection.record([draft]), when)
        self._stand(session)

    def bury(self) -> None:
        """Let the card rest until tomorrow; its siblings stay."""
        self._put_aside(EventKind.BURY)

    def suspend(self) -> None:
        """Leave the card out of reviews until somebody takes it back in; its siblings stay."""
        self._put_aside(EventKind.SUSPEND)

    def _put_aside(self, kind: EventKind) -> None:
        when = self._change(kind)
        self._stand(self.session.put_aside(when.at))

    def flag(self) -> int:
        """Put a red flag on the card, or take it away where it has one; the flag that it then has."""
        flag = 0 if self.standing.marks.flag == _RED else _RED
        self._change(EventKind.FLAG, flag=flag)
        self.session = self.session.marked()
        return flag

    def _change(self, kind: EventKind, **more: Any) -> Moment:
        when = self.clock.now()
        self._written(self._collection.change(kind, [self.session.waiting[0]], when, **more), when)
        return when

    def _written(self, events: list[Event], when: Moment) -> None:
        """Remember what was written down last; an event that names the note may stand before it."""
        self._steps.append(_Step(events[-1], self._typed))
        self.clock.written(when)

    def skip(self) -> bool:
        """Put the card at the end; False: it is the only one."""
        if len(self.session.waiting) == 1:
            return False
        self._stand(self.session.skip())
        return True

    def go_on(self) -> bool:
        """Whether a card stands; at the end, one that rested does as soon as its time has come."""
        session = self.session if self.session.card else self.session.at(self.clock.now().at)
        if session.waiting and not self.session.card:
            self._stand(session)
        return self.session.card is not None

    def undo(self) -> Undone | None:
        """Take back what was done last: in this sitting or, before its first, in an earlier one; None: there is none.

        The sitting stands again as it stood before.
        """
        when = self.clock.now()
        undone = self._collection.undo(when, self._steps[-1].event if self._steps else None)
        if undone is None:
            return None
        self.clock.written(when)
        former = self.session.undo()
        if self._steps and former is not None:
            self._typed = self._steps.pop().typed
            self._stand(self._as_it_is(former) if self._is_edited else former)
        else:
            self._stand(self._as_it_is(self._with_card_of(undone)))
        return undone

    def _with_card_of(self, undone: Undone) -> Session:
        """The session with the card in front that something was taken back from, where that brings it back today."""
        due = undone.schedule.due
        is_due = undone.event.kind in (EventKind.BURY, EventKind.SUSPEND) and (
            due is None or due <= self.clock.now().day
        )
        if not is_due and undone.event.kind not in (EventKind.REVIEW, EventKind.CRAM):
            return self.session
        try:
            deck = self._collection.entry(undone.key).card.note.deck
        except KeyError:
            return self.session  # its text is gone: what was done to it is taken back all the same
        return self.session.put_back(undone.key, undone.schedule, schedulers(self._collection.settings)(deck))

    def _as_it_is(self, session: Session) -> Session:
        """The session with its cards as their texts and the log have them now."""
        cards = {card.key: card for card in self._collection.candidates()}
        return session.following(cards, schedulers(self._collection.settings))

    def edit(self, open_editor: Callable[[Path, int], None]) -> Edited:
        """Have the card's text changed by `open_editor`, which is given file and line; the sitting goes on with it.

        What cannot be done (no editor, a text that would retire many cards) is a sentence.
        """
        key, span = self.session.waiting[0], self.standing.card.note.span
        known = {(problem.code, problem.message) for problem in self._collection.diagnostics(span.file)}
        try:
            with self.clock.stopped():
                open_editor(self._collection.root / span.file, span.line)
                self._collection.refresh()
        except UserError as error:
            return Edited(error.message)
        self._is_edited = True
        self._stand(self._as_it_is(self.session), last=key)
        found = self._collection.diagnostics(span.file)
        told = [each for each in found if each.severity is Severity.ERROR or (each.code, each.message) not in known]
        return Edited(self._why_left(key), tuple(told))

    def _why_left(self, key: CardKey) -> str:
        """Why a card is not the one that stands any more; nothing where it is."""
        if key == self.session.card:
            return ""
        try:
            return facts.SUSPENDED_IN_FILE if self._collection.entry(key).suspended else ""
        except KeyError:
            return facts.GONE

    def _stand(self, session: Session, last: CardKey | None = None) -> None:
        """The session goes on like this, with the first card that no other sitting has or had.

        Where that is `last`, its time goes on.
        """
        session = session.without(self._answered_elsewhere(session))
        if self._seat:
            card = self._seat.choose(session.waiting)
            session = session.beginning_with(card)
        self.session, self._drill = session, None
        if last is None or session.card != last:
            self.clock.next_card()

    def _answered_elsewhere(self, session: Session) -> set[CardKey]:
        """The cards that were answered more often today than this sitting knows of."""
        known = session.schedules
        if session.is_cram:
            return set()
        today = self._collection.answered_today().items()
        return {key for key, answers in today if key in known and answers > known[key].answers}

    # ------------------------------------------------------------------------------------------ how it goes

    def offers(self) -> tuple[Moment, dict[Rating, Schedule]]:
        """What each rating would make of the card, were it given now."""
        now = self.clock.now()
        return now, self.session.offers(now)

    def outcome(self) -> Outcome:
        """What the sitting came to so far, and what waits in the whole collection."""
        return outcome(self.session, self._collection.candidates(), self.clock.now(), self.clock.seconds)
