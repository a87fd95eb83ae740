"""Where two texts differ, letter by letter."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flashdeck.answers import Letters, Piece, compare
from flashdeck.answers.letters import difference
from flashdeck.model import Expected

BOTH, EXTRA, MISSING = Letters


def shown(pieces: tuple[Piece, ...]) -> str:
    """The pieces on one line: `+extra+`, `-missing-`."""
    marks = {BOTH: "", EXTRA: "+", MISSING: "-"}
    return "".join(f"{marks[piece.letters]}{piece.text}{marks[piece.letters]}" for piece in pieces)


@pytest.mark.parametrize(
    ("answer", "typed", "pieces"),
    [
        ("Hopper", "hoper", "Hop-p-er"),
        ("Hopper", "hopperr", "Hopper+r+"),
        ("HBM3", "HBM2", "HBM+2+-3-"),
        ("all reduce", "all-reduce", "all+-+- -reduce"),
        ("naïve", "naive", "na+i+-ï-ve"),
        ("kitten", "sitting", "+s+-k-itt+i+-e-n+g+"),
        ("带宽", "宽带", "-带-宽+带+"),
        ("👩\u200d🔬 lab", "👩 lab", "+👩+-👩\u200d🔬- lab"),
    ],
)
def test_the_difference_is_shown_letter_by_letter(answer: str, typed: str, pieces: str) -> None:
    """What stands in both keeps the spelling of the answer; a letter is never parted from its accent."""
    assert shown(compare(Expected((answer,)), typed).difference) == pieces


@given(st.text(max_size=30), st.text(max_size=30), st.booleans())
@settings(max_examples=200)
def test_the_pieces_make_up_both_texts(answer: str, typed: str, exact: bool) -> None:  # noqa: FBT001 - drawn
    """Without the extra ones they are the answer; with them and without the missing ones as long as what was typed."""
    pieces = list(difference(answer, typed, exact_case=exact))
    assert all(piece.text for piece in pieces)
    wanted = "".join(piece.text for piece in pieces if piece.letters is not EXTRA)
    alone = "".join(piece.text for piece in difference(answer, answer, exact_case=exact))
    assert wanted == alone
    if exact:
        given_text = "".join(piece.text for piece in pieces if piece.letters is not MISSING)
        assert given_text == "".join(piece.text for piece in difference(typed, typed, exact_case=True))


def test_a_pasted_book_is_not_aligned() -> None:
    """Two long texts are told to differ, without looking where."""
    pieces = compare(Expected(("ab " * 2000,)), "ba " * 2000).difference
    assert [piece.letters for piece in pieces] == [EXTRA, MISSING]
