"""Why a query finds nothing, with the nearest name that would."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from flashdeck.commands.decks import is_deck, nearest, no_deck, quoted, with_those_above

if TYPE_CHECKING:
    from flashdeck.store.collection import Collection

_PREFIXES = ("deck", "tag", "is")


def why_no_match(text: str, collection: Collection) -> str:
    """One sentence: a deck or tag that is not there, a prefix that is none, or a word that is like a name."""
    from flashdeck.store.query import terms

    decks = collection.decks()
    tags = with_those_above(sorted({tag for note in collection.notes() for tag in note.tags}))
    for prefix, value in terms(text):
        if prefix == "deck" and not is_deck(value.casefold(), [deck.casefold() for deck in decks]):
            return no_deck(value, decks)
        if prefix == "tag" and value.casefold() not in {tag.casefold() for tag in tags}:
            return no_tag(value, tags)
    for prefix, value in terms(text):
        if not prefix and (near := _meant(value, decks, tags, collection)):
            return f"No card matches `{text}`: did you mean {quoted(near)}?"
    return f"No card matches `{text}`: `flashdeck cards` lists all of them."


def no_tag(name: str, existing: Sequence[str]) -> str:
    """The sentence for a tag that no card has, with the nearest that one has."""
    near = nearest(name, existing) or existing[:5]
    return f"No card has the tag `{name}`: " + (f"did you mean {quoted(near)}?" if near else "no card has any tag yet.")


def _meant(word: str, decks: Sequence[str], tags: Sequence[str], collection: Collection) -> list[str]:
    """What a word may have been meant as: a query with another prefix, the name of a card, a deck or a tag."""
    from difflib import get_close_matches

    before, colon, value = word.partition(":")
    if colon and not value.startswith(":"):
        prefix = get_close_matches(before.lower(), _PREFIXES, n=1, cutoff=0.5)
        names = {"deck": with_those_above(decks), "tag": tags}
        if prefix:
            return [f"{prefix[0]}:{value}"]
        return [f"{kind}:{near}" for kind in names for near in get_close_matches(value, names[kind], n=1)]
    keys = [note.key for note in collection.notes()]
    if near := get_close_matches(word, keys, n=1):
        return near
    found = [f"deck:{near}" for near in get_close_matches(word, with_those_above(decks), n=1)]
    return found or [f"tag:{near}" for near in get_close_matches(word, tags, n=1)]
