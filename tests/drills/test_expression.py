"""The arithmetic of drills."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flashdeck.drills.arithmetic import LARGEST, DomainError
from flashdeck.drills.expression import DEEPEST, LONGEST, Expression, ExpressionError, parse

VALUES = {"n": 8.0, "S": 2.0, "B": 50.0, "β": 0.5}


def value(text: str) -> float:
    return parse(text).value(VALUES)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2 * (n - 1) / n * S / B * 1000", 70.0),
        ("1 + 2 * 3", 7.0),
        ("10 - 4 - 3", 3.0),
        ("64 / 4 / 2", 8.0),
        ("-2 ** 2", -4.0),
        ("2 ** -1", 0.5),
        ("2 ** 3 ** 2", 512.0),
        ("-n % 5", 2.0),
        ("7 % 4 * 2", 6.0),
        ("--n", 8.0),
        ("+n", 8.0),
        ("1.5e3", 1500.0),
        (".5", 0.5),
        ("β * 2", 1.0),
        ("sqrt(16)", 4.0),
        ("log(exp(2))", 2.0),
        ("log2(n)", 3.0),
        ("log10(1000)", 3.0),
        ("ceil(2.1) + floor(2.9)", 5.0),
        ("min(n, S, B)", 2.0),
        ("max(n, S)", 8.0),
        ("abs(S - n)", 6.0),
        ("1 if n > 4 else 2", 1.0),
        ("1 if n < 4 else 2 if n == 8 else 3", 2.0),
        ("(1 if n != 8 else 2) * 10", 20.0),
        ("0 if n == 0 else 1 / n", 0.125),
        ("1 / 0 if n == 0 else 5", 5.0),
    ],
)
def test_it_means_what_it_means_in_python(text: str, expected: float) -> None:
    """Precedence, associativity and the sign of a remainder; the branch that is not taken is not evaluated."""
    assert value(text) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("text", "start", "end", "message"),
    [
        ("", 0, 1, "A number or a name is missing before the end"),
        ("2 *", 3, 4, "A number or a name is missing before the end"),
        ("* 2", 0, 1, "A number or a name is missing before `*`"),
        ("(n", 2, 3, "`)` is missing before the end"),
        ("n)", 1, 2, "This bracket closes nothing"),
        ("2n", 1, 2, "An operator is missing before `n`"),
        ("n.real", 1, 2, "`.` is no arithmetic"),
        ("__import__('os')", 11, 12, "`'` is no arithmetic"),
        ("open(n)", 0, 4, "There is no function `open`"),
        ("[n]", 0, 1, "`[` is no arithmetic"),
        ("lambda: n", 6, 7, "`:` is no arithmetic"),
        ("n := 3", 2, 3, "`:` is no arithmetic"),
        ("n and S", 2, 5, "An operator is missing before `and`"),
        ("n // S", 3, 4, "A number or a name is missing before `/`"),
        ("n > S", 2, 3, "A comparison stands only in a condition"),
        ("1 if n else 2", 7, 11, "A condition compares two numbers, and here is `else`"),
        ("1 if n > 2", 10, 11, "`else` is missing before the end"),
        ("log(8, 2)", 0, 9, "`log` takes one number"),
        ("min(n)", 0, 6, "`min` takes two numbers or more"),
        ("sqrt", 4, 5, "`(` is missing before the end"),
        ("1, n", 1, 2, "A list holds only numbers"),
        ("1e999", 0, 5, "This number is too large"),
        ("٣", 0, 1, "`٣` is no arithmetic"),
    ],
)
def test_whatever_else_is_refused_where_it_stands(text: str, start: int, end: int, message: str) -> None:
    """Attributes, calls, strings, comparisons alone: with the place, and with a way out."""
    with pytest.raises(ExpressionError) as refused:
        parse(text)
    found = refused.value
    assert (found.message, found.start, found.end) == (message, start, end)
    assert found.fix


@pytest.mark.parametrize(
    "text",
    [
        "9" * 100_000,
        "1" + "0" * (LONGEST - 4) + "1e9",
        "(" * (LONGEST - 1),
        "(" * (DEEPEST + 1) + "n" + ")" * (DEEPEST + 1),
        "-" * (LONGEST - 2) + "n",
        "**".join("n" * (LONGEST // 3)),
        "1 if n > 2 else " * 18 + "(" * 20,
        "abs(" * 70 + "n",
    ],
)
def test_hostile_expressions_are_refused_when_they_are_read(text: str) -> None:
    """Long digits, deep brackets, signs, powers and conditions: before anything is evaluated."""
    with pytest.raises(ExpressionError):
        parse(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("9 ** 9 ** 9", "`9 ** 9 ** 9` is too large"),
        ("1e300 * 10", "`1e300 * 10` is too large"),
        ("exp(1e4)", "`exp(1e4)` is too large"),
        ("1 / (n - 8)", "`1 / (n - 8)` divides by zero"),
        ("n % 0", "`n % 0` divides by zero"),
        ("0 ** -1", "`0 ** -1` divides by zero"),
        ("sqrt(S - n)", "`sqrt(S - n)` has no value"),
        ("log(0)", "`log(0)` has no value"),
        ("(0 - 8) ** 0.5", "`(0 - 8) ** 0.5` has no value"),
    ],
)
def test_what_has_no_value_says_why(text: str, message: str) -> None:
    """Powers are taken of floating-point numbers, so that a huge one is refused at once."""
    with pytest.raises(DomainError, match="^" + "".join(f"[{each}]" if each != "^" else each for each in message)):
        value(text)


@given(st.text(alphabet="n1.5e+-*/%()<>=, ifelsminqrtab\t", max_size=60))
@settings(max_examples=500)
def test_any_text_is_refused_or_has_a_bounded_value(text: str) -> None:
    """Nothing else can happen."""
    expression = parsed(text)
    if isinstance(expression, Expression):
        with suppress(DomainError):
            assert abs(expression.value(dict.fromkeys(expression.names, 3.0))) <= LARGEST
    else:
        assert 0 <= expression.start < expression.end <= len(text) + 1


def parsed(text: str) -> Expression | ExpressionError:
    try:
        return parse(text)
    except ExpressionError as refused:
        return refused


def test_a_long_chain_is_no_deep_one() -> None:
    """As many operands as fit are added up."""
    assert value("+".join("1" * (LONGEST // 2))) == LONGEST // 2
