from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from flashdeck.anki.reading.package import open_package
from tests.anki.reading.packages import CARD, NOTE, read, small

STRANGE_NOTE = "they make no sense: 1 of the notes"
STRANGE_CARD = "they make no sense: 1 of the cards"
STRANGE_ANSWER = "they make no sense: 1 of the rows of the review log"
UNFIT_NOTE = "their note type is not in the package or has other fields: 1 of the notes"

STRANGE: dict[str, tuple[dict[str, Any], str]] = {
    "a text for a number": ({"cards": [(*CARD[:7], "due", *CARD[8:])]}, STRANGE_CARD),
    "a number beyond all": ({"cards": [(*CARD[:8], 2**62, *CARD[9:])]}, STRANGE_CARD),
    "an ordinal below 0": ({"cards": [(*CARD[:3], -1, *CARD[4:])]}, STRANGE_CARD),
    "a type that is none": ({"cards": [(*CARD[:5], 9, *CARD[6:])]}, STRANGE_CARD),
    "a queue that is none": ({"cards": [(*CARD[:6], 7, *CARD[7:])]}, STRANGE_CARD),
    "a note that is a text": ({"cards": [CARD, (3, "x", *CARD[2:])]}, STRANGE_CARD),
    "a card without a note": ({"cards": [(2, 99, *CARD[2:])]}, "they have no note: 1 of the cards"),
    "a time below 0": ({"notes": [(*NOTE[:3], -1, *NOTE[4:])]}, STRANGE_NOTE),
    "a time beyond all years": ({"notes": [(2**50, *NOTE[1:])], "cards": ()}, STRANGE_NOTE),
    "a guid like a book": ({"notes": [(1, "g" * 300, *NOTE[2:])]}, STRANGE_NOTE),
    "fields without end": ({"notes": [(*NOTE[:5], "\x1f" * 20_000)]}, STRANGE_NOTE),
    "tags without end": ({"notes": [(*NOTE[:4], "a " * 60_000, NOTE[5])]}, STRANGE_NOTE),
    "a kind that is none": (
        {"answers": [(1, 2, 3, 1, 0, 0, 9, 6)]},
        STRANGE_ANSWER,
    ),
    "no guid": ({"notes": [(1, None, *NOTE[2:])]}, STRANGE_NOTE),
    "an unknown note type": (
        {"notes": [(*NOTE[:2], 8, *NOTE[3:])]},
        UNFIT_NOTE,
    ),
    "a field too many": (
        {"notes": [(*NOTE[:5], "a\x1fb\x1fc")]},
        UNFIT_NOTE,
    ),
    "a button that is none": (
        {"answers": [(1, 2, 7, 1, 0, 0, 9, 1)]},
        STRANGE_ANSWER,
    ),
    "a blob": ({"answers": [(1, 2, 3, b"x", 0, 0, 9, 1)]}, STRANGE_ANSWER),
}


@pytest.mark.parametrize("name", STRANGE)
def test_rows_that_make_no_sense_are_left_out_and_told(name: str, tmp_path: Path) -> None:
    """The others are read."""
    rows, told = STRANGE[name]
    assert read(small(tmp_path / "x.apkg", **rows)).warnings == [f"Left out, because {told}."]


def test_what_is_left_out_is_counted_once_however_often_it_is_read(tmp_path: Path) -> None:
    """An import passes over the notes several times."""
    path = small(tmp_path / "x.apkg", notes=[NOTE, (5, None, *NOTE[2:])])
    with open_package(path) as found:
        for _ in range(3):
            assert len(list(found.notes())) == 1
        assert found.warnings == ["Left out, because they make no sense: 1 of the notes."]


def test_a_note_without_tags_has_none(tmp_path: Path) -> None:
    """NULL is no tag of that name."""
    with open_package(small(tmp_path / "x.apkg", notes=[(*NOTE[:4], None, NOTE[5])])) as found:
        assert [note.tags for note in found.notes()] == [()]


def test_what_is_sound_is_read_beside_what_is_not(tmp_path: Path) -> None:
    """One strange row costs no other."""
    answers = [(1, 2, 3, 10, 5, 2500, 900, 1), (2, 2, 9, 10, 5, 2500, 900, 1), (3, 2, 0, 0, -60, 0, 0, 4)]
    cards = [CARD, (3, 1, 1, 1, 5, 2, -1, 40, 12, 2360, 3, 1, 2001, 35, 1, 11, "{}")]
    with open_package(small(tmp_path / "x.apkg", cards=cards, answers=answers)) as found:
        assert [answer.id for answer in found.answers()] == [1, 3]
        _, card = found.cards()
        assert (card.due, card.deck, card.remaining, card.flag, card.data) == (35, 1, 1, 3, "{}")
