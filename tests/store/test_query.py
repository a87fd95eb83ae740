from __future__ import annotations

import pytest

from flashdeck.config import Settings
from flashdeck.model import Rating, UserError
from flashdeck.store.query import Query
from tests.store.desk import Desk

CARDS = """\
---
tags: [Net, hw::gpu]
---

# Interconnects

## Was ist größer? {#size}

NVLink, *nicht* PCIe.

## 带宽是多少? {#bandwidth tags="cjk"}

900 GB/s

## Ring {#ring}

A {{c1::hidden}} word.

## Paused {#paused .suspended}

Not now.
"""


@pytest.fixture
def full(desk: Desk) -> Desk:
    desk.write("gpu/nvlink.md", CARDS)
    desk.write("other.md", "## Else {#else}\n\nNVLink too.\n")
    return desk


def found(desk: Desk, text: str, days: int = 0) -> list[str]:
    with desk.opened(days) as collection:
        return [entry.card.note.key for entry in collection.entries(Query.parse(text))]


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("", ["size", "bandwidth", "ring", "paused", "else"]),
        ("nvlink", ["size", "else"]),
        ("NVLINK pcie", ["size"]),
        ("GRÖSSER", ["size"]),
        ("gro\u0308ßer", ["size"]),
        ("带宽", ["bandwidth"]),
        ("宽是", ["bandwidth"]),
        ("hidden", ["ring"]),
        ("ring", ["ring"]),
        ("interconnects", ["size", "bandwidth", "ring", "paused"]),
        ('"not now"', ["paused"]),
        ('"now not"', []),
        ("100%", []),
        ("gpu_nvlink", []),
        ("deck:gpu", ["size", "bandwidth", "ring", "paused"]),
        ("deck:GPU::NVLink", ["size", "bandwidth", "ring", "paused"]),
        ("deck:gp", []),
        ('deck:"other"', ["else"]),
        ("tag:net", ["size", "bandwidth", "ring", "paused"]),
        ("tag:hw", ["size", "bandwidth", "ring", "paused"]),
        ("tag:h", []),
        ("tag:cjk 900", ["bandwidth"]),
        ("is:suspended", ["paused"]),
        ("is:new deck:other", ["else"]),
        ("is:due", []),
        ("is:leech", []),
        ("deck:other nvlink too", ["else"]),
        ("std::move", []),
        ("'; DROP TABLE notes; --", []),
    ],
)
def test_cards_are_found(full: Desk, text: str, keys: list[str]) -> None:
    """Every condition of a query holds for what it finds, in the order of the files."""
    assert found(full, text) == keys


def test_states_follow_the_answers(full: Desk) -> None:
    """A card is new until its first answer, due when its day has come, and asked again today after a failure."""
    full.answer("else", Rating.GOOD)
    full.answer("size", Rating.AGAIN)
    assert found(full, "is:new") == ["bandwidth", "ring", "paused"]
    assert found(full, "is:due") == ["size"]
    assert found(full, "is:due", days=1) == ["size", "else"]


def test_a_leech_is_found(full: Desk) -> None:
    """The leech threshold is the setting's."""
    full.settings = Settings(leech_threshold=1)
    full.answer("else", Rating.GOOD)
    full.answer("else", Rating.AGAIN, days=1)
    assert found(full, "is:leech", days=1) == ["else"]


def test_an_unknown_state_is_told_with_those_there_are() -> None:
    """A misspelt condition finds nothing silently in many tools; here it is a mistake."""
    with pytest.raises(
        UserError, match="is:buried, is:due, is:flagged, is:leech, is:new, is:retired, is:suspended"
    ) as raised:
        Query.parse("ring is:lech")
    assert raised.value.exit_code == 2
