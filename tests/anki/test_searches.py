"""Searches as the real Anki understands them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from anki.decks import DeckId

from flashdeck.anki.searches import either, in_deck, of_card, of_guids, of_ids
from tests.anki.engine import Profile

GUIDS = [
    *(
        "plain",
        "PLAIN",
        "a*b",
        "a_b",
        "axb",
        "a\\b",
        "a\\*b",
        'a"b',
        'a\\"b',
        "a:b",
        "re:x",
        "nc:x",
        "(x)",
        "[y]",
        "{z}",
    ),
    *("a b", "-a", "#1", "a^b", "a|b", "%", "$", "^", "?", "~", "&", "&&", "--", ",", ";", "`", ".", "or", "and", "*"),
    *("_", "\\", '"', ":", "<b>", "it's", "ü 漢", "nid:1", "b^7#Kz!]*q"),
]
DECKS = [
    *("a*b", "a_b", "axb", "a\\b", 'a"b', "a:b", "(x)", "a b", "-a", "ü 漢", "a&b<c>", "or", "re:x", "{z}", "[y]", "%"),
    *("top", "top::below", "top::below::it", "topmost", "tag:x", "*", "_"),
]


def with_guids(anki: Profile, guids: Sequence[str]) -> dict[str, int]:
    """Notes of a type that has a field `Guid`, each with one of these; their ids."""
    models = anki.col.models
    model = models.copy(models.by_name("Basic (and reversed card)"), add=False)
    model["name"] = "flashdeck"
    models.add_field(model, models.new_field("Guid"))
    models.add(model)
    made = {}
    for guid in guids:
        note = anki.col.new_note(models.by_name("flashdeck"))
        note.fields[:] = ["question", "answer", guid]
        anki.col.add_note(note, DeckId(1))
        made[guid] = note.id
    return made


def test_a_guid_finds_its_note_alone_whatever_it_holds(anki: Profile) -> None:
    """Signs of searches and of patterns, words of the search language, and other case are nothing but letters."""
    made = with_guids(anki, GUIDS)
    for guid, note in made.items():
        assert list(anki.col.find_notes(of_guids([guid]))) == [note], guid
    assert sorted(anki.col.find_notes(of_guids(GUIDS[10:20]))) == sorted(made[guid] for guid in GUIDS[10:20])
    assert sorted(anki.col.find_notes(of_guids(GUIDS))) == sorted(made.values())


def test_any_number_of_guids_is_one_search(anki: Profile) -> None:
    """The engine refuses a thousand terms that are joined by `or`."""
    made = with_guids(anki, ["one", "two"])
    many = [f"absent{number}" for number in range(3000)]
    assert sorted(anki.col.find_notes(of_guids([*many, "one", "two"]))) == sorted(made.values())


def test_notes_by_id_and_cards_by_number_join(anki: Profile) -> None:
    """As one term, that a deck before it narrows."""
    made = with_guids(anki, ["one", "two", "three"])
    search = either([of_card(of_guids(["one"]), 1), of_card(of_ids([made["two"], made["three"]]), 0)])
    cards = map(anki.col.get_card, anki.col.find_cards(f"{in_deck('Default')} {search}"))
    assert sorted((card.note()["Guid"], card.ord) for card in cards) == [("one", 1), ("three", 0), ("two", 0)]
    assert not anki.col.find_cards(f"{in_deck('Other')} {search}")


@pytest.mark.parametrize("deck", DECKS)
def test_a_deck_is_found_alone_whatever_its_name(anki: Profile, deck: str) -> None:
    """Without the decks below it."""
    basic = anki.col.models.by_name("Basic")
    for name in DECKS:
        note = anki.col.new_note(basic)
        note["Front"] = name
        number = anki.col.decks.id(name)
        assert number
        anki.col.add_note(note, number)
    found = [anki.col.get_note(note)["Front"] for note in anki.col.find_notes(in_deck(deck))]
    assert found == [deck]
