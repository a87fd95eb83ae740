"""What lies above the card on a full screen: facts to look up, and the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from flashdeck.review import facts
from flashdeck.review.widgets import Choice, Facts


class Panel(ModalScreen[None]):
    """Facts above the card; the key that opened it, and any that leaves, closes it."""

    AUTO_FOCUS = "VerticalScroll"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, "dismiss") for key in ("escape", "q", "i", "question_mark", "space", "enter")
    ]

    def __init__(self, pairs: Sequence[facts.Fact]) -> None:
        super().__init__()
        self._pairs = pairs

    def compose(self) -> ComposeResult:
        """A box as wide as the card, that scrolls where it must, and how it closes."""
        with Vertical(id="panel"):
            with VerticalScroll():
                yield Facts(self._pairs)
            yield Static("Esc closes", id="closing")

    def on_resize(self) -> None:
        """Tell of more to see once it is known whether there is more."""
        self.call_after_refresh(self._tell_of_more)

    def _tell_of_more(self) -> None:
        can_scroll = self.query_one(VerticalScroll).max_scroll_y > 0
        self.query_one("#closing", Static).update("Esc closes" + "   ↑ ↓ scroll" * can_scroll)


class End(ModalScreen[str]):
    """What was done, how it went and what waits; left with `undo` or `leave`."""

    AUTO_FOCUS = "VerticalScroll"
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
                yield Facts(self._pairs)
            with Container(id="ways"):
                yield Choice("q", "leave", "screen.dismiss('leave')")
                yield Choice("u", "undo the last answer", "screen.dismiss('undo')")
