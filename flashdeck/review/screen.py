"""The review on a full screen: what keys and clicks do.

A card is painted from the sitting, and so after the answer before it is on disk; keys and clicks from before it was
drawn are dropped.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.app import SuspendNotSupported
from textual.binding import Binding, BindingType

from flashdeck.config import ACTIONS
from flashdeck.model import EventKind, Rating, UserError
from flashdeck.review import editor, facts, sides
from flashdeck.review.guard import LEAVE_FULL_SCREEN, guarded
from flashdeck.review.keys import NEVER_LOST
from flashdeck.review.page import Page
from flashdeck.review.panels import End, Panel, names
from flashdeck.review.sitting import Sitting
from flashdeck.review.widgets import CardText

_TERMINAL = 2  # Textual draws on standard error
_GRADES = frozenset(rating.value for rating in Rating)


def review(sitting: Sitting) -> None:
    """A sitting on the terminal, to its end. Raises KeyboardInterrupt on Ctrl-C, and what kept an answer off disk."""
    app = ReviewApp(sitting)
    with guarded(_TERMINAL, LEAVE_FULL_SCREEN):
        stopped_by = app.run()
    if stopped_by is not None:
        raise stopped_by


class ReviewApp(Page):
    """The page with its keys, which are those of the settings."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "give_up"),
        Binding("ctrl+c", "interrupt", priority=True),
        Binding("ctrl+z", "suspend_process", priority=True),
    ]

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(sitting)
        for action in ACTIONS:
            does = f"rate('{action.name}')" if action.name in _GRADES else action.name
            for key in names(self._shortcuts.keys[action.name]):
                self.bind(key, does)
        self._always = {key: action for action in NEVER_LOST for key in names(self._shortcuts.keys[action])}

    def on_mount(self) -> None:
        """Show the first card; the clock ticks by itself, and an interrupt from elsewhere is a Ctrl-C."""
        if sys.platform != "win32":
            asyncio.get_running_loop().add_signal_handler(signal.SIGINT, self.action_interrupt)
        self.set_interval(1, self._tick)
        self.screen.screen_layout_refresh_signal.subscribe(self, self._settle)
        self.app_resume_signal.subscribe(self, lambda _: self.refresh(layout=True))  # back from Ctrl-Z
        self._paint()
        self._tell(facts.others(self._sitting.others, self._sitting.clock.instant))

    def _tick(self) -> None:
        """A second has passed: the clock shows it, and the end goes on with a card whose time has come."""
        self._head.refresh()
        if isinstance(self.screen, End) and self.screen.is_current and self._sitting.go_on():
            self.screen.dismiss("on")

    async def on_event(self, event: events.Event) -> None:
        """Drop what was pressed for something that nobody had seen yet, but never a Ctrl-C, an undo or the end."""
        is_pressed = isinstance(event, (events.Key, events.MouseDown, events.MouseUp))
        is_scrolled = isinstance(event, (events.MouseScrollUp, events.MouseScrollDown))
        if (is_pressed or is_scrolled) and not event.is_forwarded:  # a key passes here again on its way up
            self._has_turned = False
        key = event.key if isinstance(event, events.Key) else ""
        if not is_pressed or key == "ctrl+c" or (event.time >= self._seen_at and not self._is_too_small):
            await super().on_event(event)
        elif key in self._always and self._is_typing:
            await self.run_action(self._always[key])
        elif key in self._always:
            await super().on_event(event)

    # ------------------------------------------------------------------------------------------ the answer

    def action_next(self) -> None:
        """Show the answer; when it is shown, the grade that is proposed."""
        if self._sitting.session.revealed:
            self.action_rate(self._sitting.proposed)
        else:
            self.action_reveal()

    def action_show(self) -> None:
        """Show the answer; when a typed one was judged, the grade that is proposed."""
        if self._sitting.typed is not None:
            self.action_rate(self._sitting.proposed)
        else:
            self.action_reveal()

    def action_reveal(self, typed: str | None = None) -> None:
        """Show the answer, compared with what was typed."""
        if not self._sitting.session.revealed:
            self._sitting.reveal(typed)
            self._paint_answer()

    def action_compare(self) -> None:
        """What was typed is the answer."""
        self.action_reveal(self._typing.value)

    def on_input_changed(self) -> None:
        """What is typed is seen, also below a question that fills the window."""
        if self._is_typing:
            self._typing.scroll_visible(animate=False)

    def on_descendant_focus(self) -> None:
        """Tab goes from typing to keys and back."""
        self._paint_ways()
        self._paint_foot()

    def action_give_up(self) -> None:
        """The answer of a card that was to be typed, without typing it."""
        if self._sitting.is_to_be_typed:
            self.action_reveal()

    # ------------------------------------------------------------------------------------------ what is written down

    @contextmanager
    def _written(self) -> Iterator[None]:
        """What is done in the block is on disk after it, or the sitting ends with the reason."""
        try:
            yield
        except (OSError, UserError) as error:
            self.exit(error)

    def action_rate(self, rating: str) -> None:
        """Write the answer down and go on; nothing while the answer is hidden."""
        if not self._sitting.session.revealed:
            self._tell(f"{self._shortcuts.of('next')} shows the answer first.")
            return
        with self._written():
            self._sitting.rate(Rating(rating))
            self._paint()

    def action_undo(self) -> None:
        """Take back what was done last, also in an earlier sitting."""
        with self._written():
            undone = self._sitting.undo()
            if undone is None:
                self._tell(facts.NOTHING_TO_UNDO)
                return
            self._paint()
            if undone.event.kind not in (EventKind.REVIEW, EventKind.CRAM):  # of an answer, the card itself tells
                self._tell(facts.taken_back(undone))

    def action_bury(self) -> None:
        """The card rests until tomorrow."""
        with self._written():
            self._sitting.bury()
            self._paint()
            self._tell(facts.BURIED)

    def action_suspend(self) -> None:
        """The card is left out from now on."""
        with self._written():
            self._sitting.suspend()
            self._paint()
            self._tell(facts.SUSPENDED)

    def action_flag(self) -> None:
        """A red flag on the card, or none again."""
        with self._written():
            told = facts.flagged(self._sitting.flag())
            self._paint_head()
            self._tell(told)

    # ------------------------------------------------------------------------------------------ the rest

    def action_skip(self) -> None:
        """The card comes again at the end."""
        if self._sitting.skip():
            self._paint()
        else:
            self._tell(facts.ONLY_CARD)

    def action_edit(self) -> None:
        """Change the card's text in an editor that has the terminal meanwhile; then the card stands here changed."""
        edited = self._sitting.edit(self._lend_to_an_editor)
        self._paint()
        self._tell(edited.news)
        if edited.problems:
            self.push_screen(Panel(facts.problems(edited.problems), self._shortcuts, title=facts.PROBLEMS))

    def _lend_to_an_editor(self, file: Path, line: int) -> None:
        failed: UserError | None = None
        try:
            with self.suspend():
                try:
                    editor.edit(file, line)
                except UserError as error:  # raised in here, the screen would not come back
                    failed = error
        except SuspendNotSupported:
            failed = UserError(facts.NO_EDITOR_HERE)
        if failed:
            raise failed

    def action_hint(self) -> None:
        """The card's hint below its question."""
        text = sides.hint(self._sitting.standing.card)
        self.query_one("#hint", CardText).show(text)
        self._tell("" if text else facts.NO_HINT)

    def action_info(self) -> None:
        """The card's source, schedule and history."""
        sitting = self._sitting
        about = facts.about(sitting.standing, sitting.clock.now().day, sitting.history)
        self.push_screen(Panel(about, self._shortcuts))

    def action_picture(self) -> None:
        """The card's first picture, in the system's viewer."""
        self._tell(self._sitting.open_picture())

    def action_formulas(self) -> None:
        """Formulas as TeX, or as text again, for the rest of the sitting."""
        self._question.tex = not self._question.tex
        for text in self.query(CardText):
            text.tex = self._question.tex
        self._tell(facts.formulas(tex=self._question.tex))

    def action_keys(self) -> None:
        """All keys."""
        self.push_screen(Panel(self._shortcuts.on_a_screen, self._shortcuts))

    def action_interrupt(self) -> None:
        """Ctrl-C: every answer so far is kept."""
        self.exit(KeyboardInterrupt())

    def _after_the_end(self, chosen: str | None) -> None:
        if chosen == "on":
            self._paint()
        elif chosen == "undo":
            self.action_undo()
        else:
            self.exit()
