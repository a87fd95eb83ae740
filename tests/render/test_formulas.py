"""Formulas as text: what is written, and that it means the same."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from flashdeck.render.html import to_html
from flashdeck.render.notation import MAX_FORMULA, formula_lines
from flashdeck.render.terminal import lines
from flashdeck.syntax import Kind, regions
from tests.render.expressions import EXPRESSIONS, Expression, worth
from tests.render.test_terminal import shown, texts

ROWS = [
    tuple(line.split("  =>  ")) for line in Path(__file__).with_name("formulas.txt").read_text("utf-8").splitlines()
]
SHIPPED = Path(__file__).parents[2] / "cards"
TEX = st.lists(
    st.sampled_from([
        *"ab1 +-=(),.!'|/^_{}[]&~%$<>*\\\n", r"\frac", r"\sqrt", r"\text", r"\alpha ", r"\le", r"\left", r"\right",
        r"\log", r"\sum", r"\\", r"\mathbb", r"\hat", r"\quad", r"\begin{aligned}", r"\end{aligned}",
        "{a}", "{b+c}", "é", "带",
    ]),
    max_size=30,
).map("".join)  # fmt: skip


def text(tex: str) -> str:
    """A formula's lines with plain spaces, `as TeX` if it has none."""
    flowed = formula_lines(tex)
    return "as TeX" if flowed is None else " ⏎ ".join(flowed).replace("\u00a0", " ")


@pytest.mark.parametrize(("tex", "expected"), ROWS, ids=[row[0] for row in ROWS])
def test_a_formula_is_written_as_text(tex: str, expected: str) -> None:
    """Signs, scripts, fractions and roots in Unicode; what text cannot say stays TeX."""
    assert text(tex) == expected


def test_every_formula_of_the_shipped_cards_can_be_shown() -> None:
    """None of them is left as TeX."""
    left: list[str] = []
    for file in sorted(SHIPPED.rglob("*.md")):
        written = file.read_text("utf-8")
        for region in regions(written):
            if region.kind in (Kind.MATH_INLINE, Kind.MATH_DISPLAY):
                tex = written[region.inner_start : region.inner_end]
                left += [tex] if "{{c" not in tex and formula_lines(tex) is None else []
    assert left == []


@settings(max_examples=400, deadline=None)
@given(EXPRESSIONS)
def test_the_text_of_arithmetic_is_worth_what_the_formula_is(expression: Expression) -> None:
    """However fractions, quotients, products, powers and sums are nested, and with either reading of a product."""
    flowed = formula_lines(expression.tex)
    assume(flowed is not None)
    assert flowed is not None
    for side_by_side_first in (False, True):
        assert worth(flowed[0], side_by_side_first=side_by_side_first) == expression.value, flowed[0]


@settings(max_examples=400, deadline=None)
@given(TEX)
def test_any_tex_is_shown_or_left(tex: str) -> None:
    """Nothing raises, and no line holds a line end, a command or a control character."""
    for line in formula_lines(tex) or ():
        assert not any(unicodedata.category(character) in {"Cc", "Zl", "Zp"} for character in line)
        assert "\\frac" not in line
        assert "\\sqrt" not in line


@pytest.mark.parametrize("tex", ["{" * 400 + "a" + "}" * 400, r"\sqrt[" * 150, r"\frac" * 200, "^" * 900, "$" * 9])
def test_what_is_nested_too_deep_is_left_as_tex(tex: str) -> None:
    """No error reaches a review."""
    assert formula_lines(tex) in (None, ("a",))


def test_a_very_long_formula_is_left_as_tex() -> None:
    """Up to the stated length it is shown."""
    assert formula_lines("a" * MAX_FORMULA) is not None
    assert formula_lines("a" * (MAX_FORMULA + 1)) is None


# ---------------------------------------------------------------------------------------------- on the terminal


def test_formulas_stand_in_the_text_and_on_lines_of_their_own() -> None:
    """In the text without dollars; a displayed one set in, its lines aligned; TeX as it was written."""
    assert shown("Time is $2\\frac{n-1}{n}$.") == ["Time is 2·(n−1)/n."]
    assert shown("So\n$$\na &< b \\\\\n  &= c\n$$\nwhere") == ["So", "  a < b", "    = c", "where"]
    assert shown("So\n$$\n\\begin{matrix}\n  a & b\n\\end{matrix}\n$$") == [
        "So",
        "  \\begin{matrix}",
        "    a & b",
        "  \\end{matrix}",
    ]


def test_the_tex_can_be_asked_for() -> None:
    """Then every formula is shown as it was written, in the text and displayed."""
    html = to_html("With $\\alpha + N\\beta$:\n\n$$\\frac{a}{b}$$")
    assert texts(lines(html, 60)) == ["With α + Nβ:", "", "  a/b"]
    assert texts(lines(html, 60, tex=True)) == ["With \\alpha + N\\beta:", "", "  \\frac{a}{b}"]


def test_a_formula_is_broken_after_its_signs_of_operation_only() -> None:
    """In the text and displayed; what goes on below is set further in."""
    assert shown("It is $a_1 + 2\\log_2 p + 30$ today.", 18) == ["It is a₁ +", "2 log₂ p + 30", "today."]
    assert shown("$$a_1 + 2\\log_2 p + 30 = x$$", 20) == ["  a₁ + 2 log₂ p +", "    30 = x"]


def test_code_is_no_formula() -> None:
    r"""A bracket of TeX in code is code, and one that is never closed is text."""
    assert shown("`\\(x_1\\)` and $x_1$") == [r"\(x_1\) and x₁"]
    assert shown("```\n\\(x_1\\)\n```") == [r"  \(x_1\)"]
    assert texts(lines(r"<p>\(x_1 and \[y_1\] and \(z", 60)) == [r"\(x_1 and", "  y₁", r"and \(z"]


def test_a_hidden_part_of_a_formula_is_seen_in_it() -> None:
    """The gap of a cloze is a part of the formula like any other."""
    assert texts(lines(r"<p>\(C \approx [...]ND\), \(\frac{[...]}{b}\), \(2^{[hint]}\)</p>", 60)) == [
        "C ≈ [...]ND, [...]/b, 2^([hint])"
    ]
