"""What holds for every shipped card, whatever it teaches."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from unicodedata import east_asian_width

from flashdeck.compile.identity import folded
from flashdeck.model import NoteType
from tests.decks.shipped import ROOT, card_files, drills, shipped_cards, shipped_notes

NOW = "2026-12-01T09:00:00+00:00"
"""Sooner than any card is too old."""

TERMS = 80


def test_check_finds_nothing() -> None:
    """Neither an error nor a warning."""
    arguments = [sys.executable, "-m", "flashdeck", "--now", NOW, "check", "--json"]
    run = subprocess.run(arguments, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert json.loads(run.stdout)["diagnostics"] == []
    assert run.returncode == 0


def test_each_card_has_an_id() -> None:
    """A heading may be reworded without losing its history."""
    assert [(note.span.file, note.span.line) for note in shipped_notes() if not note.named] == []


def test_each_card_has_a_source_and_a_month() -> None:
    """Every card, of opinions and terms too: where there is nobody to quote, the source says that it is our own."""
    assert [note.key for note in shipped_notes() if not note.source or not note.as_of] == []


def test_a_source_has_a_year_or_says_that_it_has_none() -> None:
    """Title and publisher alone do not tell which edition was read; what is computed or defined has none."""
    dated = re.compile(r"\b(19|20)\d\d\b|undated|^(Arithmetic|Definition)")
    assert sorted({note.source or "" for note in shipped_notes() if not dated.search(note.source or "")}) == []


def test_nothing_is_asked_twice() -> None:
    """No two cards have one front, below the same heading."""
    asked = Counter((folded(card.note.context), folded(card.front).casefold()) for card in shipped_cards())
    assert [front for front, count in asked.items() if count > 1] == []


def test_no_catalogue_number_is_shown() -> None:
    """Sources are named as a reader can find them."""
    for path in card_files():
        assert not re.search("index id|from memory", path.read_text(encoding="utf-8")), path


def test_there_are_enough_cards() -> None:
    """For a season of learning, and drills for all that is to be computed by hand."""
    assert len(shipped_cards()) >= 450
    assert len(drills()) >= 25


def test_each_term_is_asked_both_ways() -> None:
    """From Chinese to English and back, with what it means."""
    terms = [note for note in shipped_notes() if note.deck.startswith("glossary::")]
    assert len({note.front.partition(" — ")[0] for note in terms}) == len(terms) == TERMS
    assert all(note.type is NoteType.TABLE and note.ordinals == (0, 1) for note in terms)
    assert all("\n\n" in note.back for note in terms)


def test_the_columns_of_the_glossary_stand_in_line() -> None:
    """A Chinese sign is as wide as two Latin ones."""
    for path in (ROOT / "cards" / "glossary").glob("*.md"):
        rows = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
        assert len({tuple(_bars(row)) for row in rows}) == 1, path


def _bars(row: str) -> list[int]:
    """The columns of a terminal in which the bars of a row stand."""
    at, bars = 0, []
    for sign in row:
        if sign == "|":
            bars.append(at)
        at += 2 if east_asian_width(sign) in "WF" else 1
    return bars
