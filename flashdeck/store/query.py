"""The language of `cards [QUERY]`: words that a card must hold, and `deck:`, `tag:` and `is:` conditions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from unicodedata import normalize

from flashdeck.model import UserError
from flashdeck.store.entries import SUSPENDED

_TERM = re.compile(r'(?:(deck|tag|is):)?(?:"([^"]*)"|(\S+))')

_IS = {
    "due": f"NOT {SUSPENDED} AND (cards.due <= :day OR schedules.last = :day AND schedules.pending)",
    "new": "cards.due IS NULL",
    "suspended": SUSPENDED,
    "buried": "marks.buried = :day",
    "flagged": "marks.flag > 0",
    "leech": "schedules.leech",
}
_RETIRED = "retired"
STATES = tuple(sorted((*_IS, _RETIRED)))
"""What may stand behind `is:`."""


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed query: `where` is SQL over `notes`, `cards` and `schedules` with its named `parameters` and `:day`.

    `words` are the folded words that it asks for, `retired` whether it asks for cards without a text, `is_words` that
    it asks for nothing else. All conditions hold at once.
    """

    words: tuple[str, ...]
    where: str
    parameters: Mapping[str, str]
    retired: bool = False
    is_words: bool = True

    @classmethod
    def parse(cls, text: str) -> Query:
        """The query of a text; raises UserError (exit code 2) for an `is:` that is not known."""
        words: list[str] = []
        clauses: list[str] = []
        parameters: dict[str, str] = {}
        retired = False
        for prefix, value in terms(text):
            name = f"term{len(parameters)}"
            if prefix == "is":
                if value == _RETIRED:
                    retired = True
                else:
                    clauses.append(_state(value))
            elif prefix:
                clauses.append({"deck": in_deck, "tag": has_tag}[prefix](name))
                parameters[name] = value
            else:
                words.append(folded(value))
                clauses.append(f"instr({_TEXT}, :{name}) > 0")
                parameters[name] = words[-1]
        where = " AND ".join(f"({clause})" for clause in clauses)
        return cls(tuple(words), where, parameters, retired, is_words=len(clauses) == len(words))


def terms(text: str) -> list[tuple[str, str]]:
    """The conditions of a query, each as its prefix (`deck`, `tag`, `is`; empty for a word) and what stands behind."""
    return [(prefix, quoted or bare) for prefix, quoted, bare in _TERM.findall(text) if quoted or bare]


def in_deck(name: str) -> str:
    """SQL: the note is in the deck of the parameter `name` or in one below it; case does not matter."""
    return f"folded(notes.deck) = folded(:{name}) OR instr(folded(notes.deck), folded(:{name}) || '::') = 1"


def has_tag(name: str) -> str:
    """SQL: the note has the tag of the parameter `name` or one below it; case does not matter."""
    return (
        f"instr(folded(notes.tags), char(10) || folded(:{name}) || char(10)) > 0"
        f" OR instr(folded(notes.tags), char(10) || folded(:{name}) || '::') > 0"
    )


def folded(text: str) -> str:
    """A text as it is searched: in any script, whatever its case and however its accents are encoded."""
    return normalize("NFC", text.casefold())


_TEXT = "folded({})".format(
    " || char(10) || ".join(
        (
            *("cards.front", "cards.back", "notes.front", "notes.back", "notes.section", "notes.context"),
            *("notes.tags", "notes.key", "ifnull(notes.source, '')"),
        )
    )
)


def _state(value: str) -> str:
    if value not in _IS:
        known = ", ".join(f"is:{name}" for name in STATES)
        raise UserError(f"There is no `is:{value}` to search by; there are {known}.", exit_code=2)
    return _IS[value]
