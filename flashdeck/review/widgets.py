"""The parts that the full screen is made of; beside `screen`, `page` and `panels` no module imports Textual."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from time import monotonic

from textual.content import Content
from textual.events import Key
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Input

from flashdeck.diagnostics import cells, visible
from flashdeck.model import Rating
from flashdeck.render.terminal import Line, lines
from flashdeck.review import facts, look, sides
from flashdeck.review.shortcuts import Shortcuts
from flashdeck.review.sitting import Sitting
from flashdeck.review.words import clock, fitting
from flashdeck.store.collection import Entry

_DRAWN_BY = 1.0  # seconds; where no line of a text is in the window, nothing is drawn, and keys must work all the same
_LONGEST_ANSWER = 1000  # characters


class Head(Widget):
    """Where we are: deck and section, progress and elapsed time, and a line that fills up."""

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self._sitting = sitting
        self._place = ""
        self._badges = ""

    def show(self, entry: Entry, *, is_cram: bool) -> None:
        """Show where this card is from, and beside it its flag."""
        card = entry.card
        self._place = " · ".join(part for part in (visible(card.note.deck), sides.section(card)) if part)
        self._badges = " · ".join(facts.badges(entry, is_cram=is_cram))
        self.refresh()

    def render(self) -> Content:
        """Three lines of the widget's width."""
        width, progress = self.content_size.width, self._sitting.progress
        done = width * progress.done // max(1, progress.done + progress.left)
        return Content("\n").join(
            [
                self._titles(width),
                Content.styled(self._counters(width), "dim"),
                Content.assemble(("━" * done, "bold"), ("─" * (width - done), "dim")),
            ]
        )

    def _titles(self, width: int) -> Content:
        """The place, cut where it must be, and at the other end what is never cut."""
        if not self._badges:
            return Content(self._place).truncate(width, ellipsis=True)
        room = max(0, width - cells(self._badges) - 2)
        place = Content(self._place).truncate(room, ellipsis=True)
        gap = width - place.cell_length - cells(self._badges)
        return Content.assemble(place, " " * gap, (self._badges, "bold"))

    def _counters(self, width: int) -> str:
        """The clock goes first where there is no room for all, then counters from the last."""
        left = fitting(facts.progress(self._sitting.progress), width, " · ")
        right = clock(self._sitting.clock.seconds)
        gap = width - cells(left) - len(right)
        return left + " " * gap + right if gap >= 2 else left


class CardText(Widget):
    """A side of a card, flowed anew for each width; `drawn_at` is when it was first drawn, by the events' clock."""

    tex = reactive(default=False, layout=True)

    def __init__(self, name: str, *, words: str = "") -> None:
        super().__init__(id=name)
        self._words = words
        self._html = ""
        self.drawn_at = math.inf

    def show(self, html: str) -> None:
        """Show another side; nothing where it is empty."""
        self._html = html
        self.display = bool(html)
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


class Typing(Input):
    """The line that an answer is typed into."""

    def __init__(self) -> None:
        super().__init__(id="typing", compact=True, max_length=_LONGEST_ANSWER, select_on_focus=False)
        self.cursor_blink = False

    async def on_key(self, event: Key) -> None:
        """Do what a key is bound to before the next key comes: on its way up to the app, letters would overtake it."""
        if not event.is_printable and event.key in self._bindings.key_to_bindings:
            event.stop()
            event.prevent_default()
            for binding in self._bindings.key_to_bindings[event.key]:
                await self.run_action(binding.action)

    async def action_submit(self) -> None:
        """Enter compares."""
        await self.app.run_action("compare")


class Facts(Widget):
    """Labels in a column, their values beside them, broken between words; `drawn_at` as of a card's text."""

    def __init__(self, pairs: Sequence[facts.Fact] = (), name: str | None = None) -> None:
        super().__init__(id=name)
        self._pairs = pairs
        self.drawn_at = 0.0

    def show(self, pairs: Sequence[facts.Fact]) -> None:
        """Show other facts; nothing, and nothing to wait for, where there are none."""
        self._pairs = pairs
        self.display = bool(pairs)
        self.drawn_at = monotonic() + _DRAWN_BY if pairs else 0.0
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual's
        """As many lines as the facts take at this width."""
        return len(list(sides.columns(self._pairs, width)))

    def render(self) -> Content:
        """The lines, their labels dim."""
        self.drawn_at = min(self.drawn_at, monotonic())
        rows = sides.columns(self._pairs, self.content_size.width)
        return Content("\n").join(Content.assemble((label, "dim"), value) for label, value in rows)


class Choice(Widget):
    """A key and what it does, with the interval it gives; a click does it as well."""

    def __init__(self, key: str, label: str, action: str, *, color: str = "", name: str | None = None) -> None:
        super().__init__(id=name)
        self._key, self._label, self._action, self._color = key, label, action, color
        self._detail: tuple[str, ...] = ()
        self._also = ""

    def tell(self, detail: tuple[str, ...], also: str) -> None:
        """Show the interval, and the key that does the same, if one does."""
        self._detail, self._also = detail, also
        self.refresh()

    def render(self) -> Content:
        """Keys and label above the interval; where there is little room all in one line, and only what fits."""
        is_narrow = self.app.size.width < look.WIDE
        keys = [self._key, *[self._also] * bool(self._also)]
        keys = keys if is_narrow else [f" {key} " for key in keys]
        parts = [part for key in keys for part in ((key, f"reverse {self._color}"), " ")]
        used = cells("".join(part if isinstance(part, str) else part[0] for part in parts) + self._label)
        between, room = (" ", self.size.width - used - 3) if is_narrow else ("\n    ", self.size.width - 5)
        detail = fitting(self._detail, room, ", ")
        return Content.assemble(*parts, self._label, (between + detail if detail else "", "dim"))

    async def on_click(self) -> None:
        """As the key."""
        await self.app.run_action(self._action)


class TooSmall(Widget):
    """What a window shows that has no room for a card."""

    def render(self) -> Content:
        """The longest of several ways to say it that fits into a line."""
        least = f"{look.LEAST_WIDE} × {look.LEAST_TALL}"
        ways = (f"The window is too small for a card: {least} at least.", f"Too small: {least} at least", "Too small")
        return Content(next((way for way in ways if cells(way) <= self.size.width), ways[-1]))


def grades(shortcuts: Shortcuts) -> list[Choice]:
    """The four keys that grade."""
    return [
        Choice(shortcuts.of(rating), rating.value, f"rate('{rating}')", color=look.COLORS[rating], name=rating)
        for rating in Rating
    ]
