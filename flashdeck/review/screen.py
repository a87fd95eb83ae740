"""The review on a full screen: one calm column, drawn in the terminal's own colours.

Textual is imported only here. A card is painted from the sitting, and so after the answer before it is on disk; keys
and clicks from before it was drawn are dropped.
"""

from __future__ import annotations

import asyncio
import math
import signal
import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from time import monotonic
from typing import ClassVar

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Static

from flashdeck.diagnostics import visible
from flashdeck.model import Note, Rating, UserError
from flashdeck.render.faces import faces
from flashdeck.render.html import to_html
from flashdeck.render.terminal import Line, lines
from flashdeck.review import facts, look
from flashdeck.review.guard import LEAVE_FULL_SCREEN, guarded
from flashdeck.review.sitting import Sitting
from flashdeck.review.words import clock, short_offer

_TERMINAL = 2  # Textual draws on standard error
_DRAWN_BY = 1.0  # seconds; in a window too low for any text nothing is drawn, and keys must work all the same
_HINTS = "u undo   s skip   i info   ? keys   q quit"
_SCROLL_HINT = "   ↑ ↓ scroll"


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
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "space"),
        Binding("enter", "reveal"),
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
    HORIZONTAL_BREAKPOINTS = [(0, "narrow"), (look.WIDE, "wide")]  # noqa: RUF012 - Textual's type for it
    VERTICAL_BREAKPOINTS = [(0, "short"), (look.TALL, "tall")]  # noqa: RUF012 - as above
    CSS = look.LAYOUT

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(ansi_color=True)
        self.theme = "ansi-dark"
        self.animation_level = "none"
        self._sitting = sitting
        self._head = Head(sitting)
        self._question = CardText("question", words="bold")
        self._ended_at = 0.0
        self._has_turned = False
        self._notice = ""

    def compose(self) -> ComposeResult:
        """The column: where we are, the card, what can be done."""
        with Vertical(classes="column"):
            yield self._head
            with VerticalScroll(id="card"):
                yield CardText("context")
                yield self._question
                yield Static("─" * facts.WIDEST, id="rule")
                yield CardText("answer")
                yield Static(id="origin", markup=False)
            with Container(id="choices"):
                yield Choice("Space", "show the answer", "reveal", name="reveal")
                for rating, color in look.COLORS.items():
                    yield Choice(str(rating.button), rating.value, f"rate('{rating}')", color=color, name=rating)
            yield Static(id="foot", markup=False)

    def on_mount(self) -> None:
        """Show the first card; the clock ticks by itself, and an interrupt from elsewhere is a Ctrl-C."""
        if sys.platform != "win32":
            asyncio.get_running_loop().add_signal_handler(signal.SIGINT, self.action_interrupt)
        self.set_interval(1, self._head.refresh)
        self.query_one("#card").focus()
        self.screen.screen_layout_refresh_signal.subscribe(self, self._settle)
        self.app_resume_signal.subscribe(self, lambda _: self.refresh(layout=True))  # back from Ctrl-Z
        self._paint()

    @property
    def _shown_at(self) -> float:
        """When the card that stands, or the end, came onto the screen, by the clock of events."""
        return max(self._ended_at, self._question.drawn_at)

    async def on_event(self, event: events.Event) -> None:
        """Drop what was pressed for a card that nobody had seen yet, but never a Ctrl-C."""
        is_interrupt = isinstance(event, events.Key) and event.key == "ctrl+c"
        is_pressed = isinstance(event, (events.Key, events.MouseDown, events.MouseUp))
        if is_interrupt or not is_pressed or event.time >= self._shown_at:
            await super().on_event(event)

    # ------------------------------------------------------------------------------------------ what keys do

    def action_space(self) -> None:
        """Show the answer; when it is shown, good."""
        if self._sitting.session.revealed:
            self.action_rate(Rating.GOOD)
        else:
            self.action_reveal()

    def action_reveal(self) -> None:
        """Show the answer."""
        if not self._sitting.session.revealed:
            self._sitting.reveal()
            self._paint_answer()

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
        self._sitting.skip()
        self._paint()

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
        self.push_screen(Panel(facts.KEYS))

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
        self._head.show(card.note)
        self.query_one("#context").display = bool(card.note.context)
        self.query_one("#context", CardText).show(to_html(card.note.context, title=True))
        self._question.show(faces(card).question)
        self.query_one("#card").scroll_home(animate=False, immediate=True)
        self._paint_answer()

    def _paint_answer(self) -> None:
        """What stands below the question, and the keys that now make sense."""
        revealed, standing = self._sitting.session.revealed, self._sitting.standing
        for below in ("#rule", "#answer", "#origin"):
            self.query_one(below).display = revealed
        self.query_one("#reveal").display = not revealed
        for rating in Rating:
            self.query_one(f"#{rating}").display = revealed
        if revealed:
            self.query_one("#answer", CardText).show(faces(standing.card).answer)
            self.query_one("#origin", Static).update(visible(" · ".join(facts.small_print(standing.card.note))))
            now, offers = self._sitting.offers()
            for rating, after in offers.items():
                self.query_one(f"#{rating}", Choice).tell(short_offer(standing.schedule, after, now.day))
            self._has_turned = True
        self._tell("")

    def _settle(self, _: Screen[object]) -> None:
        """Whenever sizes are known: an answer just shown begins in the upper half, the foot tells of more to see."""
        if self._has_turned:
            self._has_turned = False
            card = self.query_one("#card")
            start = self.query_one("#rule").virtual_region.y - card.size.height // 2
            card.scroll_to(y=max(0, start), animate=False, immediate=True)
        self._paint_foot()

    def _tell(self, notice: str) -> None:
        """What has just happened, in the place of the keys."""
        self._notice = notice
        self._paint_foot()

    def _paint_foot(self) -> None:
        foot = self.query_one("#foot", Static)
        foot.set_class(bool(self._notice), "notice")
        can_scroll = self.query_one("#card").max_scroll_y > 0
        foot.update(self._notice or _HINTS + _SCROLL_HINT * can_scroll, layout=False)

    def _after_the_end(self, chosen: str | None) -> None:
        if chosen == "undo":
            self.action_undo()
        else:
            self.exit()


# ---------------------------------------------------------------------------------------------- widgets


class Head(Widget):
    """Where we are: deck and section, progress and elapsed time, and a line that fills up."""

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self._sitting = sitting
        self._place = ""

    def show(self, note: Note) -> None:
        """Show where this note is from."""
        self._place = " · ".join(visible(part) for part in (note.deck, note.section) if part)
        self.refresh()

    def render(self) -> Content:
        """Three lines of the widget's width."""
        width, progress = self.content_size.width, self._sitting.progress
        left, right = " · ".join(facts.progress(progress)), clock(self._sitting.seconds)
        done = width * progress.done // max(1, progress.done + progress.left)
        return Content("\n").join(
            [
                Content(self._place).truncate(width, ellipsis=True),
                Content.styled(f"{left:<{max(0, width - len(right))}}{right}", "dim").truncate(width),
                Content.assemble(("━" * done, "bold"), ("─" * (width - done), "dim")),
            ]
        )


class CardText(Widget):
    """A side of a card, flowed anew for each width; `drawn_at` is when it was first drawn, by the events' clock."""

    tex = reactive(default=False, layout=True)

    def __init__(self, name: str, *, words: str = "") -> None:
        super().__init__(id=name)
        self._words = words
        self._html = ""
        self.drawn_at = math.inf

    def show(self, html: str) -> None:
        """Show another side."""
        self._html = html
        self.drawn_at = monotonic() + _DRAWN_BY
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual's
        """As many lines as the text takes at this width."""
        return len(_flowed(self._html, width, tex=self.tex))

    def render(self) -> Content:
        """The lines, painted."""
        self.drawn_at = min(self.drawn_at, monotonic())
        return Content("\n").join(map(self._painted, _flowed(self._html, self.content_size.width, tex=self.tex)))

    def _painted(self, line: Line) -> Content:
        """The line; words have a style of their own, beside code and formulas."""
        return Content.assemble(*((text, look.style(names) or self._words) for text, names in line))


_flowed = lru_cache(maxsize=8)(lines)


class Choice(Widget):
    """A key and what it does, with the interval it gives; a click does it as well."""

    def __init__(self, key: str, label: str, action: str, *, color: str = "", name: str | None = None) -> None:
        super().__init__(id=name)
        self._key, self._label, self._action, self._color = key, label, action, color
        self._detail = ""

    def tell(self, detail: str) -> None:
        """Show the interval."""
        self._detail = detail
        self.refresh()

    def render(self) -> Content:
        """Key and label above the interval; where there is little room all in one line."""
        is_narrow = self.app.size.width < look.WIDE
        key = self._key if is_narrow else f" {self._key} "
        between = " " if is_narrow else "\n" + " " * (len(key) + 1)
        return Content.assemble(
            (key, f"reverse {self._color}"), f" {self._label}", (between + self._detail if self._detail else "", "dim")
        )

    async def on_click(self) -> None:
        """As the key."""
        await self.app.run_action(self._action)


def _rows(pairs: Sequence[facts.Fact]) -> Iterator[Widget]:
    """A row for each fact, the labels in a column of their own."""
    for label, value in pairs:
        parts = (
            Static(visible(text), classes=part, markup=False) for part, text in (("label", label), ("value", value))
        )
        yield Horizontal(*parts, classes="fact")


class Panel(ModalScreen[None]):
    """Facts above the card; the key that opened it, and any that leaves, closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, "dismiss") for key in ("escape", "q", "i", "question_mark", "space", "enter")
    ]

    def __init__(self, pairs: Sequence[facts.Fact]) -> None:
        super().__init__()
        self._pairs = pairs

    def compose(self) -> ComposeResult:
        """A box that scrolls where it must."""
        with VerticalScroll():
            yield from _rows(self._pairs)


class End(ModalScreen[str]):
    """What was done, how it went and what waits; left with `undo` or `leave`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "dismiss('undo')"),
        *(Binding(key, "dismiss('leave')") for key in ("q", "space", "enter", "escape")),
    ]

    def __init__(self, pairs: Sequence[facts.Fact]) -> None:
        super().__init__()
        self._pairs = pairs

    def compose(self) -> ComposeResult:
        """A heading, the facts, the two ways on."""
        with Vertical(classes="column"):
            yield Static("Today's cards are done", id="done")
            with VerticalScroll(id="end"):
                yield from _rows(self._pairs)
            with Container(id="ways"):
                yield Choice("q", "leave", "screen.dismiss('leave')")
                yield Choice("u", "undo the last answer", "screen.dismiss('undo')")
