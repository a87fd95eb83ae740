"""Searches for Anki's browser, to be pasted there: which notes and cards are meant, whatever their names hold.

Source: Anki's manual, "Searching". A term in double quotes may hold anything, once the signs that mean something in a
search have a backslash before them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

AT_ONCE = 500
"""Notes in one search at most: the field for it takes 32,767 characters."""

OWN_TYPES = '"note:flashdeck*"'
"""Notes of our two note types, also where Anki had to add a sign to their names."""

_MEANT = re.compile(r'[\\"*_]')
_MEANT_IN_A_PATTERN = re.compile(r'[][\\"().+*?|{}^$#&~-]')


def escaped(text: str) -> str:
    """Text inside a quoted term, meant letter by letter."""
    return _MEANT.sub(r"\\\g<0>", text)


def of_guids(guids: Iterable[str]) -> str:
    """The notes with one of these guids in their field `Guid`, case mattering.

    One pattern for all: the engine tries it once on each note, and refuses a thousand terms joined by `or`.
    """
    return f'"Guid:re:(?-i)^({"|".join(map(_as_pattern, guids))})$"'


def of_ids(ids: Iterable[int]) -> str:
    """The notes with one of these ids."""
    return f"nid:{','.join(map(str, ids))}"


def of_card(notes: str, ordinal: int) -> str:
    """The cards of that ordinal, which Anki counts from 1, of the notes that a search finds."""
    return f"({notes} card:{ordinal + 1})"


def in_deck(deck: str) -> str:
    """The cards in a deck and not in those below it."""
    return f'"deck:{escaped(deck)}" -"deck:{escaped(deck)}::*"'


def either(searches: Sequence[str]) -> str:
    """What any of several searches finds, as one term."""
    return searches[0] if len(searches) == 1 else f"({' or '.join(searches)})"


def _as_pattern(guid: str) -> str:
    return _MEANT_IN_A_PATTERN.sub(lambda sign: rf"\x{ord(sign[0]):02X}", guid)
