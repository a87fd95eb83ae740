from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flashdeck.schedule.apart import keep_apart


@dataclass(frozen=True)
class Cell:
    """A card with a name and its groups."""

    name: str
    apart: tuple[str, ...] = ()


def cells(text: str) -> list[Cell]:
    """`a:r1,c1 b` is a card `a` in two groups and a card `b` in none."""
    parted = [word.partition(":") for word in text.split()]
    return [Cell(name, tuple(groups.split(",")) if groups else ()) for name, _, groups in parted]


def names(text: str) -> str:
    return "".join(cell.name for cell in keep_apart(cells(text)))


@pytest.mark.parametrize(
    ("given_cards", "expected"),
    [
        ("", ""),
        ("a b c", "abc"),
        ("a:x b:y c:z", "abc"),
        ("a:x b:x c d", "acbd"),  # the next that fits comes forward, nothing more
        ("a:x b:x c:x d", "adbc"),  # then there is no other left
        ("a:x b:x c:x", "abc"),
        ("a:x b:x c:y d:y", "acbd"),
        ("a:r1,c1 b:r1,c2 c:r2,c1 d:r2,c2", "adbc"),  # a table of 2 by 2: only diagonals are apart
        ("a:r1,c1 b:r1,c2 c:r1,c3 d:r2,c1 e:r2,c2 f:r2,c3", "aecdbf"),
    ],
)
def test_each_card_is_followed_by_the_first_that_shares_no_group(given_cards: str, expected: str) -> None:
    """Worked out by hand; cards without groups keep their order."""
    assert names(given_cards) == expected


groups = st.lists(st.sampled_from("pqrstu"), max_size=2, unique=True).map(tuple)
decks = st.lists(groups, max_size=40).map(lambda all_groups: [Cell(str(n), g) for n, g in enumerate(all_groups)])


def shares(one: Cell, other: Cell) -> bool:
    return bool(set(one.apart) & set(other.apart))


@given(decks)
def test_neighbours_share_a_group_only_when_nothing_else_remains(cards: list[Cell]) -> None:
    """No card is lost or doubled, and the one that follows is the first of the rest that may."""
    ordered = keep_apart(cards)
    assert sorted(ordered, key=cards.index) == cards
    for place, (one, other) in enumerate(pairwise(ordered)):
        rest = sorted(ordered[place + 1 :], key=cards.index)
        assert other == next((card for card in rest if not shares(one, card)), rest[0])


@given(decks)
def test_the_order_is_always_the_same(cards: list[Cell]) -> None:
    """No chance is in it."""
    assert keep_apart(cards) == keep_apart(iter(cards))
