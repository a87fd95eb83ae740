from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flashdeck.diagnostics import cells
from flashdeck.review.sides import columns, wrapped

WORDS = st.lists(st.text("ab漢", min_size=1, max_size=12), min_size=1, max_size=12)


@settings(max_examples=60)
@given(words=WORDS, width=st.integers(26, 60))
def test_lines_break_between_words_and_lose_none(words: list[str], width: int) -> None:
    """None is wider than the window, and words that fit are whole."""
    lines = wrapped(" ".join(words), width, "  ")
    assert all(cells(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(words)
    ascii_words = [word for word in words if word.isascii()]
    assert all(any(word in line for line in lines) for word in ascii_words)


def test_lines_behind_the_first_have_a_margin() -> None:
    """So that a fact is told from the next one."""
    assert wrapped("Source: a datasheet of 2023", 12, "  ") == ["Source: a", "  datasheet", "  of 2023"]
    assert wrapped("", 12) == [""]


@pytest.mark.parametrize("width", [20, 36, 80])
def test_a_table_keeps_labels_and_words_whole(width: int) -> None:
    """Values wrap in their column, or stand below the label where a word would not fit there."""
    pairs = [("Label", "three short words"), ("First answer", "a-word-of-eighteen")]
    lines = ["".join(parts) for parts in columns(pairs, width)]
    assert all(cells(line) <= width for line in lines)
    for whole in ("Label", "First answer", "three", "short", "words", "a-word-of-eighteen"):
        assert any(whole in line for line in lines)


def test_the_second_column_begins_where_the_longest_label_ends() -> None:
    """A wrapped value goes on below its beginning."""
    lines = ["".join(parts) for parts in columns([("As of", "2026-11"), ("Source", "NVIDIA datasheet")], 20)]
    assert lines == ["As of   2026-11", "Source  NVIDIA", "        datasheet"]
