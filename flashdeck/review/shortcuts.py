"""The keys in force: what a key does, and how the keys of an action are told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from flashdeck.config import ACTIONS
from flashdeck.model import Rating
from flashdeck.review.words import fitting

Line = tuple[str, str]

_SHOWN = {"space": "Space", "enter": "Enter"}
_TYPED = {" ": "space", "\n": "enter"}
_GRADES = tuple(rating.value for rating in Rating)
_SHORT = ("undo", "skip", "edit", "info", "keys", "quit")
_BY_IMPORTANCE = ("keys", "quit", "hint", "undo", "scroll", "skip", "info", "edit")
_SCROLL = "↑ ↓ scroll"

_COMPARE: Line = ("Enter", "typing: compare; then: the grade that is proposed")
_GIVE_UP = "typing: give up and show the answer"
_COMPARISON: Line = ("[-a] [+b]", "a was typed and is wrong, b is missing")

TYPING_KEYS: tuple[Line, ...] = (
    _COMPARE,
    ("Esc", _GIVE_UP),
    ("Tab", "typing: keys instead, and back"),
    _COMPARISON,
)
"""What the screen has besides on a card whose answer is typed; nothing changes these keys."""


@dataclass(frozen=True)
class Shortcuts:
    """The keys of each action, as the settings have them."""

    keys: Mapping[str, tuple[str, ...]]

    @cached_property
    def _does(self) -> dict[str, str]:
        return {key: action for action, keys in self.keys.items() for key in keys}

    def action(self, typed: str) -> str | None:
        """What a key does, named by the character that it types; None where it does nothing."""
        return self._does.get(_TYPED.get(typed, typed))

    def of(self, action: str) -> str:
        """The first key of an action, as it is shown: `Space`, `u`."""
        return _shown(self.keys[action][0])

    def typed(self, *actions: str) -> frozenset[str]:
        """The characters that the keys of these actions type."""
        typed = {key: character for character, key in _TYPED.items()}
        return frozenset(typed.get(key, key) for action in actions for key in self.keys[action])

    # ------------------------------------------------------------------------------------------ how they are told

    @property
    def table(self) -> list[Line]:
        """Every action with its keys and what it does; the four grades in one line where each has a single key."""
        told = [(" ".join(map(_shown, self.keys[action.name])), action) for action in ACTIONS]
        grades = [keys for keys, action in told if action.name in _GRADES]
        is_short = not any(" " in keys for keys in grades)
        lines: list[Line] = []
        for keys, action in told:
            if not is_short or action.name not in _GRADES:
                lines.append((keys, action.about))
            elif action.name == _GRADES[0]:
                lines.append((" ".join(grades), ", ".join(_GRADES)))
        return lines

    @property
    def on_a_screen(self) -> list[Line]:
        """All keys of the screen."""
        return [*self.table, *TYPING_KEYS]

    @property
    def in_lines(self) -> list[Line]:
        """The same where a line is read."""
        any_other = (f"Tab {self.of('keys')} Enter", "typing: these keys, and so any other key")
        return [*self.table, _COMPARE, ("Esc Enter", _GIVE_UP), any_other, _COMPARISON]

    def foot(self, width: int, *, has_hint: bool = False, can_scroll: bool = False, is_typing: bool = False) -> str:
        """The keys that make sense now, as many as fit into one line of `width` cells."""
        scroll = (_SCROLL,) * can_scroll
        if is_typing:
            hint = (f"Tab {self._short('hint')}",) * has_hint
            return fitting(("Esc give up", "Tab keys", *hint, *scroll), width, "   ")
        pieces = (*(self._short("hint"),) * has_hint, *map(self._short, _SHORT), *scroll)
        return fitting(
            pieces, width, "   ", [_SCROLL if name == "scroll" else self._short(name) for name in _BY_IMPORTANCE]
        )

    def _short(self, action: str) -> str:
        return f"{self.of(action)} {action}"


def _shown(key: str) -> str:
    return _SHOWN.get(key, key)
