"""The keys of a review: what each does, and which they are where nothing else is set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

KEYS = "keys"
"""The table in which they stand, by the name of what they do."""

NAMED = ("space", "enter")
"""The keys that have a name; all others are the character that they type."""

KEYS_TEXT = 'characters, space, enter: "1 j"'


@dataclass(frozen=True, slots=True)
class Action:
    """Something that can be done in a review: its name in the configuration, its keys, and what people are told."""

    name: str
    keys: tuple[str, ...]
    about: str


ACTIONS = (
    Action("next", ("space",), "show the answer; then: the grade beside it"),
    Action("show", ("enter",), "show the answer"),
    Action("again", ("1",), "grade: not known"),
    Action("hard", ("2",), "grade: known with effort"),
    Action("good", ("3",), "grade: known"),
    Action("easy", ("4",), "grade: known at once"),
    Action("hint", ("h",), "the card's hint, if it has one"),
    Action("undo", ("u",), "undo the last step"),
    Action("skip", ("s",), "skip: the card comes at the end"),
    Action("bury", ("-",), "bury: the card rests until tomorrow"),
    Action("suspend", ("@",), "suspend: left out until unsuspended"),
    Action("flag", ("*",), "flag: a red flag, or none again"),
    Action("edit", ("e",), "edit the card in $VISUAL or $EDITOR"),
    Action("info", ("i",), "the card's source, schedule and history"),
    Action("picture", ("o",), "open the card's first picture"),
    Action("formulas", ("t",), "formulas as TeX, or as text again"),
    Action("keys", ("?",), "these keys"),
    Action("quit", ("q",), "quit; every answer is kept"),
)

DEFAULT_KEYS = {action.name: action.keys for action in ACTIONS}


def keys(value: Any) -> tuple[str, ...]:
    """The keys of one action: `1 j`; from TOML also as a list. Raises ValueError where one is none."""
    found: tuple[Any, ...] = tuple(value.split() if isinstance(value, str) else value)
    if not found or not all(map(_is_key, found)):
        raise ValueError
    return tuple(dict.fromkeys(found))


def _is_key(key: Any) -> bool:
    return isinstance(key, str) and (key in NAMED or (len(key) == 1 and key.isprintable() and not key.isspace()))


def conflict(chosen: Mapping[str, tuple[str, ...]]) -> tuple[str, str, str] | None:
    """A key that would do two things, and both of them; None where each does one."""
    does: dict[str, str] = {}
    for action, its_keys in chosen.items():
        for key in its_keys:
            if key in does:
                return key, does[key], action
            does[key] = action
    return None
