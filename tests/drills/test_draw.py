"""What is drawn for a review, and the card that it makes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flashdeck.answers import compare
from flashdeck.drills import draw, instance, read, shown_again
from flashdeck.drills.numbers import with_unit
from flashdeck.model import Expected, Note, NoteType, Span

BLOCK = """\
S = 1, 2, 4, 8, 16
n = 8, 64, 512
B = 50 .. 400 step 50
t = S / B
answer = 2 * (n - 1) / n * t * 1000
unit = ms
"""
NOTE = Note(
    key="drill-ring-time",
    type=NoteType.DRILL,
    deck="collectives",
    front="{{S}} GB, {{ n }} GPUs, {{B}} GB/s: $\\frac{{{S}}}{{{B}}}$",
    back="That is {{t}} s, and {{answer}} in all; {{other}}.",
    span=Span("cards/collectives.md", 3),
    drill=BLOCK,
    expected=Expected((), "5%"),
    guid="0hR3kQ9xZ2b",
)


def drawn(guid: str, reviews: int) -> dict[str, str]:
    drill, _ = read(BLOCK)
    assert drill
    return dict(draw(drill, guid, reviews))


def test_draws_are_the_same_for_ever() -> None:
    """A log that holds only the guid and the order of reviews still tells the numbers: these never change."""
    assert [drawn("0hR3kQ9xZ2b", reviews) for reviews in range(4)] == [
        {"S": "1", "n": "512", "B": "200"},
        {"S": "16", "n": "512", "B": "200"},
        {"S": "4", "n": "64", "B": "50"},
        {"S": "8", "n": "64", "B": "100"},
    ]


@given(st.text(max_size=12), st.integers(0, 10_000))
@settings(max_examples=100)
def test_a_draw_depends_on_guid_and_review_alone(guid: str, reviews: int) -> None:
    """It is stable, it is made of the block's numbers, and a new name leaves it as it is."""
    numbers = drawn(guid, reviews)
    assert numbers == drawn(guid, reviews)
    drill, _ = read("new = 1, 2, 3\n" + BLOCK)
    assert drill
    wider = draw(drill, guid, reviews)
    assert {name: wider[name] for name in numbers} == numbers
    assert all(wider[name] in drill.drawn[name] for name in wider)


def test_all_numbers_come_up() -> None:
    """Within a few dozen reviews each of them was asked."""
    seen = [drawn("guid", reviews) for reviews in range(100)]
    assert {each["S"] for each in seen} == {"1", "2", "4", "8", "16"}
    assert len({tuple(each.values()) for each in seen}) > 50


def test_an_instance_asks_and_answers_with_its_numbers() -> None:
    """Names in text and formulas are filled in, the answer stands first, and is what is to be typed."""
    shown = shown_again(NOTE, {"S": "4", "n": "64", "B": "350"})
    assert shown
    assert shown.front == "4 GB, 64 GPUs, 350 GB/s: $\\frac{4}{350}$"
    assert shown.back == "22.5 ms\n\nThat is 0.01143 s, and 22.5 in all; {{other}}."
    assert shown.expected == Expected(("22.5 ms",), "5%")
    assert compare(shown.expected, "0.0225 s").is_right


def test_a_review_can_be_shown_again() -> None:
    """From what the log keeps of it; not when the block asks for other names since."""
    first = instance(NOTE, 7)
    assert shown_again(NOTE, first.draw) == first
    assert shown_again(replace(NOTE, drill="n = 1, 2\nanswer = n"), first.draw) is None
    assert shown_again(NOTE, {"S": "x", "n": "8", "B": "50"}) is None
    assert shown_again(NOTE, {"S": "nan", "n": "8", "B": "50"}) is None
    assert shown_again(NOTE, {"S": "1", "n": "8", "B": "0"}) is None


def test_an_instance_before_its_note_has_a_guid() -> None:
    """The caller names the guid that the note is going to have."""
    assert instance(replace(NOTE, guid=""), 3, NOTE.guid) == instance(NOTE, 3)


def test_a_combination_without_an_answer_is_drawn_again() -> None:
    """One in a million that the check did not meet never stops a review."""
    drill, _ = read("a = 1 .. 1000\nanswer = 1 / (1 if a > 10 else 0)")
    assert drill
    assert all(int(draw(drill, "guid", reviews)["a"]) > 10 for reviews in range(500))


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (8.75, "ms", "8.75 ms"),
        (22.500000000000004, "ms", "22.5 ms"),
        (13.125, "ms", "13.13 ms"),
        (0.0123456, "s", "0.01235 s"),
        (0.00001234, "s", "1.234e-5 s"),
        (131072.0, "", "131,072"),
        (8192.0, "tokens", "8192 tokens"),
        (12345.678, "GB", "12,346 GB"),
        (1.23456e18, "FLOPs", "1.235e18 FLOPs"),
        (250000.0, "$", "$250,000"),
        (-2.5, "$", "-$2.5"),
        (7.25, "$/h", "$7.25/h"),
        (43.218, "%", "43.22%"),
        (8.0, "×", "8×"),
        (0.0, "W", "0 W"),
        (999.96, "", "1000"),
    ],
)
def test_a_computed_answer_has_four_significant_digits(value: float, unit: str, text: str) -> None:
    """Never fewer than its whole part has; a whole number is written in full."""
    assert with_unit(value, unit) == text


@given(
    st.floats(-1e12, 1e12).filter(lambda value: value == 0 or abs(value) > 1e-12), st.sampled_from(["", "ms", "%", "$"])
)
@settings(max_examples=200, deadline=None)
def test_a_computed_answer_can_be_typed_as_it_is_written(value: float, unit: str) -> None:
    """With its unit, and to its digits without."""
    answer = with_unit(value, unit)
    assert compare(Expected((answer,)), answer).is_right
    assert compare(Expected((answer,), "0.1%"), f"{value!r}").is_right
