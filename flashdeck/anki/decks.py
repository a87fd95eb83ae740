"""The decks of a package, each with its description and its options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any

import genanki

from flashdeck.anki.notes import deck_name
from flashdeck.anki.presets import Preset, preset
from flashdeck.config import Settings

DEFAULT_DECK = 1  # there in every collection; Anki renames a second deck of its name


class Deck(genanki.Deck):  # type: ignore[misc]  # genanki ships no types
    """A deck with its group of options."""

    def __init__(self, number: int, name: str, options: Preset) -> None:
        super().__init__(number, name)
        self.preset = options

    def to_json(self) -> dict[str, Any]:
        """The deck as Anki's schema 11 has it."""
        return {**super().to_json(), "conf": self.preset.id}


def decks_of(
    names: Iterable[str], settings: Settings | None = None, descriptions: Mapping[str, str] | None = None
) -> dict[str, Deck]:
    """The decks for notes of these decks of ours, and those above them, by case-folded name, since Anki knows no case.

    `descriptions` are by our names. A deck's id follows from its name and is never Default's.
    """
    settings = settings or Settings()
    texts = descriptions or {}
    decks: dict[str, Deck] = {}
    taken = {DEFAULT_DECK}
    for name, own_name in _with_those_above(names, settings.deck_prefix):
        folded = name.casefold()
        if folded not in decks:
            number = _number(folded, taken)
            taken.add(number)
            decks[folded] = Deck(number, name, preset(settings, own_name))
        decks[folded].description = decks[folded].description or texts.get(own_name, "")
    return decks


def _with_those_above(names: Iterable[str], prefix: str) -> Iterator[tuple[str, str]]:
    """The names in Anki and here, each deck after those above it."""
    for name in dict.fromkeys(names):
        parts = name.split("::")
        whole = deck_name(prefix, "").split("::") if prefix else []
        yield from (("::".join(whole[: end + 1]), "") for end in range(len(whole)))
        for end in range(len(parts)):
            above = "::".join(parts[: end + 1])
            yield deck_name(prefix, above), above


def _number(folded: str, taken: set[int]) -> int:
    if folded == "default":
        return DEFAULT_DECK
    number = 10**12 + int.from_bytes(sha256(folded.encode()).digest()[:5], "big")
    while number in taken:
        number += 1
    return number
