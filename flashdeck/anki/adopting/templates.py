"""Anki's card templates: which fields a side shows, and whether it says something of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from html import unescape

SPECIAL = frozenset(["FrontSide", "Tags", "Type", "Deck", "Subdeck", "Card", "CardFlag"])
"""What a template shows that is no field."""

_TAG = re.compile(r"\{\{\{?(?P<mark>[#^/]?)(?P<what>[^{}]*)\}\}\}?")
_UNSEEN = re.compile(r"<!--.*?(?:-->|\Z)|<(style|script)\b.*?(?:</\1[^>]*>|\Z)|<[^>]*>", re.DOTALL | re.IGNORECASE)
_NOT_READ = frozenset(["type", "hint", "tts"])


@dataclass(frozen=True, slots=True)
class Shown:
    """A field as a side shows it, by the filters around it (`{{type:Back}}` has the filter `type`)."""

    name: str
    filters: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Side:
    """What a side shows: its fields in order, and whether it has words beside them."""

    fields: tuple[Shown, ...] = ()
    has_words: bool = False

    @property
    def read(self) -> tuple[str, ...]:
        """The fields that are shown for reading, each once."""
        return tuple(dict.fromkeys(each.name for each in self.fields if not each.filters & _NOT_READ))

    def through(self, name: str) -> tuple[str, ...]:
        """The fields that are shown through a filter, each once."""
        return tuple(dict.fromkeys(each.name for each in self.fields if name in each.filters))


@lru_cache(maxsize=1024)
def side(template: str, filled: frozenset[str], known: frozenset[str]) -> Side:
    """What a template shows of a note whose fields are `known`, and of which these are `filled`."""
    fields: list[Shown] = []
    words: list[str] = []
    hidden: list[bool] = []
    for mark, what in _pieces(template):
        if mark == "/":
            del hidden[-1:]
        elif mark in ("#", "^"):
            is_filled = what in filled or what not in known
            hidden.append(is_filled == (mark == "^"))
        elif any(hidden):
            pass
        elif mark == "text":
            words.append(what)
        else:
            *filters, name = (part.strip() for part in what.split(":"))
            if name in known:
                fields.append(Shown(name, frozenset(each.partition(" ")[0].lower() for each in filters)))
    text = unescape(_UNSEEN.sub(" ", "".join(words)))
    return Side(tuple(fields), any(character.isalnum() for character in text))


def _pieces(template: str) -> Iterator[tuple[str, str]]:
    """What a template is made of: texts, and tags by the mark that they begin with, if any."""
    at = 0
    for tag in _TAG.finditer(template):
        yield "text", template[at : tag.start()]
        yield tag["mark"], tag["what"].strip()
        at = tag.end()
    yield "text", template[at:]
