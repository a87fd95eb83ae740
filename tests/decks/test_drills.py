"""Each drill's answer is what a person gets by hand, with other numbers at each review."""

from __future__ import annotations

import pytest

from flashdeck.drills import PLACEHOLDER, instance, read
from flashdeck.model import Note
from tests.decks.by_hand import BY_HAND
from tests.decks.figures import UNITS, Unit, figures
from tests.decks.shipped import drills, guid

REVIEWS = (0, 1, 2)
"""The ordinals of three reviews: each seeds another draw."""

SHOWN = 1e-3
"""How near two answers are: a card shows four digits."""


def test_each_drill_is_worked_out_by_hand() -> None:
    """A drill without a computation of its own here is not tested, and one that is gone is not shipped."""
    assert sorted(note.key for note in drills()) == sorted(BY_HAND)


@pytest.mark.parametrize("note", drills(), ids=lambda note: note.key)
@pytest.mark.parametrize("reviews", REVIEWS)
def test_the_answer_is_that_by_hand(note: Note, reviews: int) -> None:
    """The card and the computation agree in amount and in dimension."""
    asked = instance(note, reviews, guid(note))
    number, unit = BY_HAND[note.key](**{name: float(text) for name, text in asked.draw.items()})
    (answer,) = asked.expected.answers
    (dimension, factor), (on_card, by) = _meaning(unit), _meaning(_unit(note))
    assert dimension == on_card, f"the card asks for {_unit(note)!r}, by hand it is {unit!r}"
    told = f"with {dict(asked.draw)} the card says {answer}, by hand it is {number} {unit}"
    assert _number(answer) * by == pytest.approx(number * factor, rel=SHOWN), told


@pytest.mark.parametrize("note", drills(), ids=lambda note: note.key)
def test_the_draws_differ(note: Note) -> None:
    """Of twenty reviews some ask with other numbers than the first."""
    assert len({tuple(instance(note, reviews, guid(note)).draw.items()) for reviews in range(20)}) > 3


@pytest.mark.parametrize("note", drills(), ids=lambda note: note.key)
def test_the_working_stands_on_the_answer(note: Note) -> None:
    """What is shown with the answer has the numbers of this review in it."""
    assert len({found["name"] for found in PLACEHOLDER.finditer(note.back)}) >= 2


def _number(answer: str) -> float:
    """The number of an answer as the card shows it: `-$1,234`, `8.75 ms`."""
    (figure,) = figures(answer.removeprefix("-"))
    return -figure.number if answer.startswith("-") else figure.number


def _unit(note: Note) -> str:
    drill, flaws = read(note.drill)
    assert drill, flaws
    return drill.unit


def _meaning(unit: str) -> Unit:
    """The dimension and factor of a unit; a counted thing such as `GPUs` is a dimension of its own."""
    return UNITS.get(unit, ((unit, 1.0),))[0]
