"""Laws of comparing."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from flashdeck.answers import Outcome, Verdict, compare, has_unit_of, is_quantity, is_tolerance
from flashdeck.answers.quantity import read_quantities
from flashdeck.model import Expected

PARTS = [
    *("3", "35", "0", "999999999", ".", ",", "_", "'", " ", "e", "E9", "^", "**", "²", "⁻", "½", "⁄", "/", "三", "٣"),
    *("TB", "GiB", "/s", "per ", "k", "万", "$", "€", "%", "×", "x", "m", "FLOPs", "°C", "·", "-", "+", "~", "≈", "="),
    *("about ", "(", ")", "GPU", "é", "\u200d", "\x00", "带宽", "B", "ﬃ", "\u0308", "ß", "İ", "１"),
]
answers = st.one_of(st.lists(st.sampled_from(PARTS), min_size=1, max_size=8).map("".join), st.text(max_size=20))
UNITS = ["B/s", "kB", "MB/s", "GB", "TB/s", "Gb/s", "GiB", "TFLOPS", "PFLOP/s", "W", "kWh", "ms", "h", "%", "$", "GPUs"]


@given(answers, answers, st.sampled_from(["", "2%", "0.1 TB/s", "5"]), st.booleans())
@settings(max_examples=600, deadline=None)
@example("0 B/s", "1e300 TB/s", "", False)
@example("1e300 TB/s", "1e-300 b", "2%", False)
@example("1/0", "0/0", "", False)
@example("5 m^3", "5 m^-3", "", False)
def test_comparing_never_raises(answer: str, typed: str, tolerance: str, exact: bool) -> None:  # noqa: FBT001 - drawn
    """Whatever was typed, and whatever was expected; a verdict says something."""
    verdict = compare(Expected((answer,), tolerance, exact_case=exact), typed)
    assert isinstance(verdict, Verdict)
    assert verdict.message
    assert is_tolerance(typed) in (True, False)


@given(answers.filter(str.strip), st.booleans())
@settings(max_examples=300, deadline=None)
def test_the_answer_as_written_is_exact(answer: str, exact: bool) -> None:  # noqa: FBT001 - drawn
    """Number or not, with white space around it or not."""
    expected = Expected((answer,), exact_case=exact)
    assert compare(expected, answer).outcome is Outcome.EXACT
    assert compare(expected, f"  {answer}\n").outcome is Outcome.EXACT


@given(st.integers(1, 99_999), st.integers(-3, 3), st.sampled_from(UNITS))
@settings(max_examples=200, deadline=None)
def test_a_number_with_a_unit_is_a_quantity(digits: int, exponent: int, unit: str) -> None:
    """Each reading of it is what was written, and it equals itself without its unit."""
    written = f"{digits}e{exponent} {unit}"
    assert is_quantity(written)
    assert read_quantities(written)[0].value == pytest.approx(digits * 10.0**exponent)
    assert compare(Expected((written,)), f"{digits}e{exponent}").outcome is Outcome.EXACT


@given(st.floats(0.01, 1e6), st.sampled_from(UNITS), st.sampled_from(UNITS))
@settings(max_examples=300, deadline=None)
def test_units_convert_both_ways(value: float, one: str, other: str) -> None:
    """What is `one` in `other` is right for `one`, and the other way round; units of two kinds never are."""
    (first, *_), (second, *_) = read_quantities(f"{value!r} {one}"), read_quantities(f"1 {other}")
    if first.unit.dimensions == second.unit.dimensions:
        converted = f"{first.size / second.unit.factor!r} {other}"
        assert compare(Expected((f"{value!r} {one}",)), converted).is_right
        assert compare(Expected((converted,)), f"{value!r} {one}").is_right
        assert has_unit_of(f"1 {one}", converted)
    else:
        assert compare(Expected((f"{value!r} {one}",)), f"{value!r} {other}").outcome is Outcome.UNIT
        assert not has_unit_of(f"1 {one}", f"{value!r} {other}") or one == "%"


@pytest.mark.parametrize(
    "text", ["1" * 5000, "1," * 3000, "9" * 200 + " TB", "-" * 3000, "1 " + "m·" * 2000, "½" * 3000]
)
def test_long_texts_are_judged_like_short_ones(text: str) -> None:
    """They are no numbers."""
    assert compare(Expected(("3.35 TB/s",)), text).outcome in (Outcome.DIFFERENT, Outcome.OFF)
