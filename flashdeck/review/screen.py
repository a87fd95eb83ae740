"""The review on a full screen: one calm column, drawn in the terminal's own colours.

Textual is imported only here. The screen is always painted whole from the sitting, by `_paint`: after the answer
before is on disk, and what was pressed before a card was painted is dropped.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from time import monotonic
from typing import ClassVar

from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Static

from flashdeck.diagnostics import visible
from flashdeck.model import Rating, UserError
from flashdeck.render.faces import faces
from flashdeck.render.html import to_html
from flashdeck.render.terminal import Line, lines
from flashdeck.review import facts
from flashdeck.review.guard import LEAVE_FULL_SCREEN, guarded
from flashdeck.review.sitting import Sitting
from flashdeck.review.words import clock, short_offer

_TERMINAL = 2  # Textual draws on standard error
_NEVER = math.inf
_STYLES = {
    "bold": "bold",
    "italic": "italic",
    "underline": "underline",
    "mark": "reverse",
    "strike": "strike",
    "code": "ansi_cyan",
    "math": "italic",
    "link": "underline",
    "url": "dim",
    "image": "italic",
    "cloze": "bold ansi_blue",
    "heading": "underline",
    "table-head": "bold",
    "marker": "dim",
    "quote": "dim",
    "rule": "dim",
    "keyword": "ansi_magenta",
    "string": "ansi_green",
    "comment": "dim italic",
    "number": "ansi_blue",
    "name": "bold",
    "diff": "reverse",
}
_COLORS = {Rating.AGAIN: "ansi_red", Rating.HARD: "ansi_yellow", Rating.GOOD: "ansi_green", Rating.EASY: "ansi_cyan"}
_HINTS = "u undo   s skip   i info   ? keys   q quit"


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
        Binding("question_mark", "keys"),
        Binding("q", "quit"),
        Binding("ctrl+c", "interrupt", priority=True),
        Binding("ctrl+z", "suspend_process", priority=True),
    ]
    HORIZONTAL_BREAKPOINTS: ClassVar[list[tuple[int, str]]] = [(0, "narrow"), (72, "wide")]
    VERTICAL_BREAKPOINTS: ClassVar[list[tuple[int, str]]] = [(0, "short"), (18, "tall")]
    CSS = """
    Screen { align-horizontal: center; background: ansi_default; color: ansi_default; }
    #column { max-width: 92; padding: 1 2 0 2; }
    .short #column { padding: 0 1; }
    Head { height: 3; }
    #card { height: 1fr; scrollbar-size-vertical: 1; }
    .tall #card { margin-top: 1; }
    CardText { height: auto; }
    #question { text-style: bold; margin-bottom: 1; }
    #rule { height: 1; text-style: dim; }
    #answer { margin-top: 1; }
    #origin { height: auto; margin-top: 1; text-style: dim; }
    .short #question, .short #answer, .short #origin { margin: 0; }
    #choices { height: 2; layout: grid; grid-size: 4 1; grid-rows: 2; }
    .tall #choices { margin-top: 1; }
    .narrow #choices { grid-size: 2 2; grid-rows: 1; }
    #reveal { column-span: 4; }
    .narrow #reveal { column-span: 2; }
    #hints { height: 1; text-style: dim; }
    .tall #hints { margin: 1 0; }
    .short #hints { display: none; }
    .short #hints.notice { display: block; }
    Panel, End { align: center middle; background: transparent; }
    Panel > VerticalScroll { max-width: 68; width: 92%; height: auto; max-height: 90%; }
    Panel > VerticalScroll { border: round ansi_bright_black; padding: 0 1; scrollbar-size-vertical: 1; }
    Facts { height: auto; }
    Fact { height: auto; }
    Fact > .label { width: 15; text-style: dim; }
    Fact > .value { width: 1fr; }
    """

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(ansi_color=True)
        self.theme = "ansi-dark"
        self.animation_level = "none"
        self._sitting = sitting
        self._ended_at = 0.0

    def compose(self) -> ComposeResult:
        """The column: where we are, the card, what can be done."""
        with Vertical(id="column"):
            yield Head(self._sitting)
            with VerticalScroll(id="card"):
                yield CardText(id="context")
                yield CardText(id="question")
                yield Static("─" * facts.WIDEST, id="rule")
                yield CardText(id="answer")
                yield Static(id="origin", markup=False)
            with Container(id="choices"):
                yield Choice("Space", "show the answer", "reveal", color="", id="reveal")
                for rating, color in _COLORS.items():
                    yield Choice(str(rating.button), rating.value, f"rate('{rating}')", color=color, id=rating.value)
            yield Static(id="hints", markup=False)

    def on_mount(self) -> None:
        """Show the first card; the clock ticks by itself."""
        self.set_interval(1, self.query_one(Head).refresh)
        self.query_one("#card").focus()
        self._paint()

    @property
    def _shown_at(self) -> float:
        """When the card that stands, or the end, came onto the screen."""
        return max(self._ended_at, self.query_one("#question", CardText).drawn_at)

    async def on_event(self, event: events.Event) -> None:
        """Drop what was pressed before the card was seen."""
        pressed = isinstance(event, (events.Key, events.MouseDown, events.MouseUp))
        if not (pressed and event.time < self._shown_at):
            await super().on_event(event)

    # ------------------------------------------------------------------------------------------ what keys do

    def action_space(self) -> None:
        """Show the answer; when it is shown, good."""
        self.action_rate(Rating.GOOD) if self._sitting.session.revealed else self.action_reveal()

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
        self._paint() if undone else self._tell("There is no answer to take back.")

    def action_skip(self) -> None:
        """The card comes again at the end."""
        self._sitting.skip()
        self._paint()

    def action_about(self) -> None:
        """The card's source and schedule."""
        self.push_screen(Panel(facts.about(self._sitting.standing, self._sitting.now().day)))

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
        self.query_one(Head).refresh()
        card = self._sitting.standing.card
        self.query_one("#context").display = bool(card.note.context)
        self.query_one("#context", CardText).show(to_html(card.note.context, title=True))
        self.query_one("#question", CardText).show(faces(card).question)
        self.query_one("#card").scroll_home(animate=False)
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
            self.query_one("#origin", Static).update(" · ".join(facts.small_print(standing.card.note)))
            now, offers = self._sitting.offers()
            for rating, after in offers.items():
                self.query_one(f"#{rating}", Choice).tell(short_offer(standing.schedule, after, now.day))
            self.call_after_refresh(self.query_one("#rule").scroll_visible, animate=False)
        self._tell(_HINTS)

    def _tell(self, text: str) -> None:
        self.query_one("#hints", Static).update(text)

    def _after_the_end(self, chosen: str | None) -> None:
        if chosen == "undo":
            self.action_undo()
        else:
            self.exit()


# ---------------------------------------------------------------------------------------------- widgets


class Head(Widget):
    """Where we are: deck and section, progress and elapsed time, and a line that fills up."""

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(id="head")
        self._sitting = sitting

    def render(self) -> Content:
        """Three lines of the widget's width."""
        if self._sitting.session.card is None:
            return Content()
        width, note, progress = self.content_size.width, self._sitting.standing.card.note, self._sitting.progress
        place = " · ".join(visible(part) for part in (note.deck, note.section) if part)
        left, right = " · ".join(facts.progress(progress)), clock(self._sitting.seconds)
        done = width * progress.done // max(1, progress.done + progress.left)
        return Content("\n").join(
            [
                Content.styled(place, "bold").truncate(width, ellipsis=True),
                Content.styled(f"{left:<{max(0, width - len(right))}}{right}", "dim").truncate(width),
                Content.assemble(("━" * done, "bold"), ("─" * (width - done), "dim")),
            ]
        )


class CardText(Widget):
    """A side of a card, flowed anew for each width; `drawn_at` is when it was first drawn, by the events' clock."""

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's name for it
        super().__init__(id=id)
        self._html = ""
        self.drawn_at = _NEVER

    def show(self, html: str) -> None:
        """Show another side."""
        self._html = html
        self.drawn_at = _NEVER
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual's
        """As many lines as the text takes at this width."""
        return len(_flowed(self._html, width))

    def render(self) -> Content:
        """The lines, painted."""
        self.drawn_at = min(self.drawn_at, monotonic())
        return Content("\n").join(_painted(line) for line in _flowed(self._html, self.content_size.width))


_flowed = lru_cache(maxsize=8)(lines)


def _painted(line: Line) -> Content:
    return Content.assemble(*((text, " ".join(map(_STYLES.__getitem__, style))) for text, style in line))


class Choice(Widget):
    """A key and what it does, with the interval it gives; a click does it as well."""

    def __init__(self, key: str, label: str, action: str, *, color: str, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._key, self._label, self._action, self._color = key, label, action, color
        self._detail = ""

    def tell(self, detail: str) -> None:
        """Show the interval."""
        self._detail = detail
        self.refresh()

    def render(self) -> Content:
        """Key and label above the interval; in a narrow window all in one line."""
        if self.content_size.height == 1:
            return Content.assemble((self._key, f"reverse {self._color}"), f" {self._label} ", (self._detail, "dim"))
        key = f" {self._key} "
        indent = " " * (len(key) + 1)
        return Content.assemble((key, f"reverse {self._color}"), f" {self._label}\n{indent}", (self._detail, "dim"))

    async def on_click(self) -> None:
        """As the key."""
        await self.app.run_action(self._action)


class Facts(Vertical):
    """Pairs of a label and a value, one a line."""

    def __init__(self, pairs: Sequence[facts.Fact]) -> None:
        super().__init__()
        self._pairs = pairs

    def compose(self) -> ComposeResult:
        """The labels in a column of their own."""
        for label, value in self._pairs:
            with Fact():
                yield Static(label, classes="label", markup=False)
                yield Static(visible(value), classes="value", markup=False)


class Fact(Horizontal):
    """A label and its value."""


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
            yield Facts(self._pairs)


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
        with Vertical():
            yield Static("Today's cards are done.", id="done")
            yield Facts(self._pairs)
            yield Static("q leave   u take the last answer back", id="ways", markup=False)
