"""What lies above the card on a full screen: facts to look up, and the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical, VerticalScroll
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Static

from flashdeck.review import facts
from flashdeck.review.shortcuts import Shortcuts
from flashdeck.review.widgets import Choice, Facts


def names(keys: Iterable[str]) -> set[str]:
    """Keys as Textual calls them: `-` is `minus`."""
    listed = [Binding({",": "comma"}.get(key, key), "") for key in keys]
    return {binding.key for binding in Binding.make_bindings(listed)}


_CLOSE = ("quit", "info", "keys", "next", "show")


class Panel(ModalScreen[None]):
    """Facts above the card; the key that opened it, and any that leaves or goes on, closes it."""

    AUTO_FOCUS = "VerticalScroll"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss")]

    def __init__(self, pairs: Sequence[facts.Fact], shortcuts: Shortcuts, *, title: str = "") -> None:
        super().__init__()
        self._pairs = pairs
        self._heading = title
        self._closed_by = names(key for action in _CLOSE for key in shortcuts.keys[action])

    def compose(self) -> ComposeResult:
        """A box as wide as the card, that scrolls where it must, and how it closes."""
        with Vertical(id="panel"):
            if self._heading:
                yield Static(self._heading, id="title", markup=False)
            with VerticalScroll():
                yield Facts(self._pairs)
            yield Static("Esc closes", id="closing")

    def on_key(self, event: Key) -> None:
        """Close by any key that says so, and once: a second one may be on its way."""
        if event.key in self._closed_by:
            event.stop()
            if self.is_current:
                self.dismiss()

    def on_resize(self) -> None:
        """Tell of more to see once it is known whether there is more."""
        self.call_after_refresh(self._tell_of_more)

    def _tell_of_more(self) -> None:
        can_scroll = self.query_one(VerticalScroll).max_scroll_y > 0
        self.query_one("#closing", Static).update("Esc closes" + "   ↑ ↓ scroll" * can_scroll)


class End(ModalScreen[str]):
    """What was done, how it went and what waits; left with `undo` or `leave`, or with `on` where a card comes back.

    Where it `goes_on`, only a key that quits leaves: one that shows an answer may be meant for the card that comes.
    """

    AUTO_FOCUS = "VerticalScroll"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss('leave')")]

    def __init__(
        self, heading: str, pairs: Sequence[facts.Fact], shortcuts: Shortcuts, *, goes_on: bool = False
    ) -> None:
        super().__init__()
        self._heading = heading
        self._pairs = pairs
        self._shortcuts = shortcuts
        leaving = ("quit",) if goes_on else ("quit", "next", "show")
        self._ways = {"undo": "undo", **dict.fromkeys(leaving, "leave")}

    def compose(self) -> ComposeResult:
        """A heading, the facts, the two ways on."""
        with Vertical(classes="column"):
            yield Static(self._heading, id="done")
            with VerticalScroll(id="end"):
                yield Facts(self._pairs)
            with Container(id="ways"):
                yield Choice(self._shortcuts.of("quit"), "leave", "screen.dismiss('leave')")
                yield Choice(self._shortcuts.of("undo"), "undo the last step", "screen.dismiss('undo')")

    def on_key(self, event: Key) -> None:
        """Go one of the two ways, and once."""
        for action, way in self._ways.items():
            if event.key in names(self._shortcuts.keys[action]):
                event.stop()
                if self.is_current:
                    self.dismiss(way)
