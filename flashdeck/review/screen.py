"""The review on a full screen: one calm column, drawn in the terminal's own colours.

A card is painted from the sitting, and so after the answer before it is on disk; keys and clicks from before it was
drawn are dropped.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from time import monotonic
from typing import ClassVar

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from flashdeck.diagnostics import visible
from flashdeck.model import Rating, UserError
from flashdeck.render.faces import faces
from flashdeck.review import facts, look, sides
from flashdeck.review.guard import LEAVE_FULL_SCREEN, guarded
from flashdeck.review.panels import End, Panel
from flashdeck.review.sitting import Sitting
from flashdeck.review.widgets import CardText, Choice, Facts, Head, TooSmall, Typing, grades
from flashdeck.review.words import short_offer

_TERMINAL = 2  # Textual draws on standard error
_ALWAYS = {"u": "undo", "q": "quit"}  # keys that mean the same whatever card stands


def review(sitting: Sitting) -> None:
    """A sitting on the terminal, to its end. Raises KeyboardInterrupt on Ctrl-C, and what kept an answer off disk."""
    app = ReviewApp(sitting)
    with guarded(_TERMINAL, LEAVE_FULL_SCREEN):
        stopped_by = app.run()
    if stopped_by is not None:
        raise stopped_by


class ReviewApp(App[BaseException | None]):
    """The card that stands; returns what stopped the sitting, or None."""

    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "space"),
        Binding("enter", "enter"),
        Binding("escape", "give_up"),
        Binding("h", "hint"),
        *(Binding(str(rating.button), f"rate('{rating}')") for rating in Rating),
        Binding("u", "undo"),
        Binding("s", "skip"),
        Binding("i", "about"),
        Binding("t", "formulas"),
        Binding("question_mark", "keys"),
        Binding("q", "quit"),
        Binding("ctrl+c", "interrupt", priority=True),
        Binding("ctrl+z", "suspend_process", priority=True),
    ]
    HORIZONTAL_BREAKPOINTS = [(0, "slim"), (look.LEAST_WIDE, "narrow"), (look.WIDE, "wide")]  # noqa: RUF012 - Textual's
    VERTICAL_BREAKPOINTS = [(0, "flat"), (look.LEAST_TALL, "low"), (look.LOW, "short"), (look.TALL, "tall")]  # noqa: RUF012 - as above
    CSS = look.LAYOUT

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(ansi_color=True)
        self.theme = "ansi-dark"
        self.animation_level = "none"
        self._sitting = sitting
        self._head = Head(sitting)
        self._question = CardText("question", words="bold")
        self._verdict = Facts(name="verdict")
        self._typing = Typing()
        self._ended_at = 0.0
        self._has_turned = False
        self._notice = ""

    def compose(self) -> ComposeResult:
        """The column: where we are, the card, what can be done."""
        yield TooSmall()
        with Vertical(id="review", classes="column"):
            yield self._head
            with VerticalScroll(id="card"):
                yield CardText("context")
                yield self._question
                yield CardText("hint")
                with Horizontal(id="typing-line"):
                    yield Static("›")
                    yield self._typing
                yield self._verdict
                yield Static("─" * facts.WIDEST, id="rule")
                yield CardText("answer")
                yield Static(id="origin", markup=False)
            with Container(id="choices"):
                yield Choice("Space", "show the answer", "reveal", name="reveal")
                yield Choice("Enter", "compare", "compare", name="compare")
                yield from grades()
            yield Static(id="foot", markup=False)

    def on_mount(self) -> None:
        """Show the first card; the clock ticks by itself, and an interrupt from elsewhere is a Ctrl-C."""
        if sys.platform != "win32":
            asyncio.get_running_loop().add_signal_handler(signal.SIGINT, self.action_interrupt)
        self.set_interval(1, self._head.refresh)
        self.screen.screen_layout_refresh_signal.subscribe(self, self._settle)
        self.app_resume_signal.subscribe(self, lambda _: self.refresh(layout=True))  # back from Ctrl-Z
        self._paint()

    @property
    def _seen_at(self) -> float:
        """When what stands came onto the screen, by the clock of events: a card, the verdict on an answer, the end."""
        return max(self._ended_at, self._question.drawn_at, self._verdict.drawn_at)

    @property
    def _is_typing(self) -> bool:
        return self.focused is self._typing and self._sitting.is_to_be_typed

    @property
    def _is_too_small(self) -> bool:
        return self.size.width < look.LEAST_WIDE or self.size.height < look.LEAST_TALL

    async def on_event(self, event: events.Event) -> None:
        """Drop what was pressed for something that nobody had seen yet, but never a Ctrl-C, an undo or the end."""
        is_pressed = isinstance(event, (events.Key, events.MouseDown, events.MouseUp))
        is_scrolled = isinstance(event, (events.MouseScrollUp, events.MouseScrollDown))
        if (is_pressed or is_scrolled) and not event.is_forwarded:  # a key passes here again on its way up
            self._has_turned = False
        key = event.key if isinstance(event, events.Key) else ""
        if not is_pressed or key == "ctrl+c" or (event.time >= self._seen_at and not self._is_too_small):
            await super().on_event(event)
        elif key in _ALWAYS and self._is_typing:
            await self.run_action(_ALWAYS[key])
        elif key in _ALWAYS:
            await super().on_event(event)

    # ------------------------------------------------------------------------------------------ what keys do

    def action_space(self) -> None:
        """Show the answer; when it is shown, the grade that is proposed."""
        if self._sitting.session.revealed:
            self.action_rate(self._sitting.proposed)
        else:
            self.action_reveal()

    def action_enter(self) -> None:
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

    def action_give_up(self) -> None:
        """The answer of a card that was to be typed, without typing it."""
        if self._sitting.is_to_be_typed:
            self.action_reveal()

    def action_rate(self, rating: str) -> None:
        """Write the answer down and go on; nothing while the answer is hidden."""
        if not self._sitting.session.revealed:
            self._tell("Space shows the answer first.")
            return
        try:
            self._sitting.rate(Rating(rating))
        except (OSError, UserError) as error:
            self.exit(error)
        else:
            self._paint()

    def action_undo(self) -> None:
        """Take the last answer back, also one of an earlier sitting."""
        try:
            undone = self._sitting.undo()
        except (OSError, UserError) as error:
            self.exit(error)
            return
        if undone:
            self._paint()
        else:
            self._tell("There is no answer to take back.")

    def action_skip(self) -> None:
        """The card comes again at the end."""
        if self._sitting.skip():
            self._paint()
        else:
            self._tell(facts.ONLY_CARD)

    def action_hint(self) -> None:
        """The card's hint below its question."""
        text = sides.hint(self._sitting.standing.card)
        self.query_one("#hint", CardText).show(text)
        self._tell("" if text else facts.NO_HINT)

    def action_about(self) -> None:
        """The card's source and schedule."""
        self.push_screen(Panel(facts.about(self._sitting.standing, self._sitting.now().day)))

    def action_formulas(self) -> None:
        """Formulas as TeX, or as text again, for the rest of the sitting."""
        self._question.tex = not self._question.tex
        for text in self.query(CardText):
            text.tex = self._question.tex
        self._tell(facts.formulas(tex=self._question.tex))

    def action_keys(self) -> None:
        """All keys."""
        self.push_screen(Panel([*facts.KEYS, *facts.TYPING_KEYS]))

    def action_interrupt(self) -> None:
        """Ctrl-C: every answer so far is kept."""
        self.exit(KeyboardInterrupt())

    # ------------------------------------------------------------------------------------------ what is seen

    def _paint(self) -> None:
        """The card that stands, as far as it is revealed; or the end."""
        self._sitting.card_shown()
        if self._sitting.session.card is None:
            self._ended_at = monotonic()
            self.push_screen(End(facts.ending(self._sitting.outcome())), self._after_the_end)
            return
        card = self._sitting.standing.card
        self._head.show(card)
        self.query_one("#context", CardText).show(sides.context(card))
        self.query_one("#hint", CardText).show("")
        self._question.show(faces(card).question)
        self._typing.value = ""
        self.query_one("#card").scroll_home(animate=False, immediate=True)
        self._paint_answer()

    def _paint_answer(self) -> None:
        """What stands below the question, and the keys that now make sense."""
        revealed, is_to_be_typed = self._sitting.session.revealed, self._sitting.is_to_be_typed
        for name, is_shown in (("#rule", revealed), ("#origin", revealed), ("#typing-line", is_to_be_typed)):
            self.query_one(name).display = is_shown
        for rating in Rating:
            self.query_one(f"#{rating}").display = revealed
        self.query_one("#answer").display = revealed
        verdict, typed = self._sitting.verdict, self._sitting.typed or ""
        self._verdict.show(facts.judged(verdict, typed) if verdict else [])
        if revealed:
            self._paint_back()
            self._has_turned = True
        self.screen.set_focus(self._typing if is_to_be_typed else self.query_one("#card"), scroll_visible=False)
        self._paint_ways()
        self._tell("")

    def _paint_back(self) -> None:
        """The answer, where it is from, and what each grade gives."""
        standing, proposed = self._sitting.standing, self._sitting.proposed
        self.query_one("#answer", CardText).show(faces(standing.card).answer)
        small_print = " · ".join(facts.small_print(standing.card.note))
        self.query_one("#origin", Static).update("\n".join([*self._sitting.working, visible(small_print)]))
        now, offers = self._sitting.offers()
        for rating, after in offers.items():
            choice = self.query_one(f"#{rating}", Choice)
            choice.tell(short_offer(after, now.day), is_proposed=rating is proposed)

    def on_descendant_focus(self) -> None:
        """Tab goes from typing to keys and back."""
        self._paint_ways()
        self._paint_foot()

    def _paint_ways(self) -> None:
        """The key that goes on to the answer."""
        hidden = not self._sitting.session.revealed
        self.query_one("#reveal").display = hidden and not self._is_typing
        self.query_one("#compare").display = hidden and self._is_typing

    def _settle(self, _: Screen[object]) -> None:
        """Whenever sizes are known: an answer just shown begins in the upper half, the foot tells of more to see.

        Sizes come in several passes (a scroll bar takes a column); a key or the mouse wheel ends this.
        """
        if self._has_turned:
            card = self.query_one("#card")
            start = self.query_one("#rule").virtual_region.y - card.size.height // 2
            if self._verdict.display:
                start = min(start, self._verdict.virtual_region.y - 1)
            card.scroll_to(y=max(0, start), animate=False, immediate=True)
        self._paint_foot()

    def _tell(self, notice: str) -> None:
        """What has just happened, in the place of the keys."""
        self._notice = notice
        self._paint_foot()

    def _paint_foot(self) -> None:
        foot = self.query_one("#foot", Static)
        keys = facts.short_keys(
            foot.size.width or self.size.width,
            has_hint=self._sitting.session.card is not None and bool(self._sitting.standing.card.note.hint),
            can_scroll=self.query_one("#card").max_scroll_y > 0,
            is_typing=self._is_typing,
        )
        foot.set_class(bool(self._notice), "notice")
        foot.update(self._notice or keys, layout=False)

    def _after_the_end(self, chosen: str | None) -> None:
        if chosen == "undo":
            self.action_undo()
        else:
            self.exit()
