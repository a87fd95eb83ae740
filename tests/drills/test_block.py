"""The `vars` block."""

from __future__ import annotations

import pytest

from flashdeck.drills import Drill, check, read
from flashdeck.drills.block import MOST_NAMES, MOST_VALUES

RING = """\
# a ring all-reduce
S = 1, 2, 4, 8, 16
n = 8, 64, 512
B = 50 .. 400 step 50

share = 2 * (n - 1) / n
answer = share * S / B * 1000
unit = ms
"""


def drill(block: str) -> Drill:
    found, flaws = read(block)
    assert flaws == ()
    assert found
    return found


def test_lists_ranges_expressions_and_a_unit() -> None:
    """Each line defines a name; empty lines and comments define none."""
    found = drill(RING)
    assert found.drawn == {
        "S": ("1", "2", "4", "8", "16"),
        "n": ("8", "64", "512"),
        "B": ("50", "100", "150", "200", "250", "300", "350", "400"),
    }
    assert list(found.derived) == ["share", "answer"]
    assert found.unit == "ms"
    assert check(found) is None


@pytest.mark.parametrize(
    ("values", "numbers"),
    [
        ("7", ("7",)),
        ("1e6, 2.50,-3, +4", ("1e6", "2.50", "-3", "4")),
        ("1, 1, 2", ("1", "2")),
        ("1..3", ("1", "2", "3")),
        ("0.1 .. 0.5 step 0.1", ("0.1", "0.2", "0.3", "0.4", "0.5")),
        ("-1 .. 1 step 0.5", ("-1.0", "-0.5", "0.0", "0.5", "1.0")),
        ("5 .. 5", ("5",)),
        ("0 .. 10 step 4", ("0", "4", "8")),
        ("1e3 .. 3e3 step 1e3", ("1000", "2000", "3000")),
        ("1e40 .. 1e40 step 1e-20", ("1E+40",)),
    ],
)
def test_numbers_stay_as_they_are_written(values: str, numbers: tuple[str, ...]) -> None:
    """Decimal arithmetic gives a range the decimals of its start and step, and both of its ends."""
    assert drill(f"n = {values}\nanswer = n").drawn["n"] == numbers


@pytest.mark.parametrize(
    ("block", "place", "message"),
    [
        ("", "", "This block has no answer"),
        ("n = 1, 2\n", "n = 1, 2\n", "This block has no answer"),
        ("n = 1\n  what\nanswer = n", "what", "This line defines nothing"),
        ("n == 1\nanswer = 2", "n == 1", "This line defines nothing"),
        ("n = 1\nn = 2\nanswer = n", "n", "`n` is defined twice"),
        ("if = 1\nanswer = 2", "if", "`if` is a word of expressions"),
        ("max = 1\nanswer = 2", "max", "`max` is a word of expressions"),
        ("answer = 2 * n\nn = 1", "n", "`n` is not defined above"),
        ("answer = answer", "answer", "`answer` is not defined above"),
        ("unit = W\nanswer = unit", "unit", "`unit` is not defined above"),
        ("n = 3 .. 1\nanswer = n", "3 .. 1", "A range goes up"),
        ("n = 1 .. 3 step 0\nanswer = n", "1 .. 3 step 0", "A range goes up"),
        ("n = 1 .. 3 step -1\nanswer = n", "1 .. 3 step -1", "A range goes up"),
        ("n = 1 .. 1e9\nanswer = n", "1 .. 1e9", "This range has too many numbers"),
        ("n = 0 .. 1 step 1e-300\nanswer = n", "0 .. 1 step 1e-300", "This range has too many numbers"),
        ("n = 1, 1e301\nanswer = n", "1, 1e301", "This number is too large"),
        ("n = 1, 2 * 3\nanswer = n", ",", "A list holds only numbers"),
        ("answer = (2", "", "`)` is missing before the end"),
        ("n = 1\nanswer = n.imag", ".", "`.` is no arithmetic"),
    ],
)
def test_a_line_that_cannot_be_read_is_told_with_its_place(block: str, place: str, message: str) -> None:
    """Offsets count from the start of the block."""
    found, (flaw,) = read(block)
    assert found is None
    assert (flaw.message, block[flaw.start : flaw.end]) == (message, place)
    assert flaw.fix


def test_every_bad_line_is_told() -> None:
    """Not only the first one; a name on a bad line counts as defined."""
    _, flaws = read("a = 1 .. \nb = (2\nanswer = a + b + c")
    assert [flaw.message for flaw in flaws] == [
        "`.` is no arithmetic",
        "`)` is missing before the end",
        "`c` is not defined above",
    ]


@pytest.mark.parametrize(
    "block",
    [
        f"n = {', '.join(map(str, range(MOST_VALUES + 1)))}\nanswer = n",
        f"n = {'9' * 100_000}\nanswer = n",
        "".join(f"a{each} = 1\n" for each in range(MOST_NAMES + 1)) + "answer = a0",
        "".join(f"a{each} = {'1+' * 100}1\n" for each in range(20)) + "answer = a0",
        "n =" + " " * 100_000 + "(\nanswer = n",
    ],
)
def test_a_block_is_bounded(block: str) -> None:
    """Many numbers, names, digits and much arithmetic are refused when they are read."""
    found, flaws = read(block)
    assert found is None
    assert flaws


@pytest.mark.parametrize(
    ("block", "place", "message"),
    [
        ("n = 0 .. 5\nanswer = 1 / n", "1 / n", "`1 / n` divides by zero where n = 0"),
        ("a = 1, 2\nb = 1, 2\nanswer = sqrt(a - b)", "sqrt(a - b)", "`sqrt(a - b)` has no value where a = 1, b = 2"),
        ("n = 1, 400\nhuge = 10 ** n\nanswer = n", "10 ** n", "`10 ** n` is too large where n = 400"),
        ("answer = 1 / 0", "1 / 0", "`1 / 0` divides by zero"),
        (
            "a = 1 .. 900\nb = 1 .. 900\nanswer = log(0 * a * b)",
            "log(0 * a * b)",
            "`log(0 * a * b)` has no value where",
        ),
    ],
)
def test_a_combination_without_an_answer_is_found(block: str, place: str, message: str) -> None:
    """All combinations are tried, or a thousand of them."""
    flaw = check(drill(block))
    assert flaw
    assert flaw.message.startswith(message)
    assert block[flaw.start : flaw.end] == place


def test_what_the_answer_needs_and_the_text_does_not_show() -> None:
    """A shown name stands for those it is made of; a name with one value is a constant."""
    found = drill("a = 1, 2\nb = 1, 2\nk = 1024\nc = a * k\nanswer = c + b")
    assert found.hidden({"a", "b"}) == frozenset()
    assert found.hidden({"c", "b"}) == frozenset()
    assert found.hidden({"c"}) == {"b"}
    assert found.hidden(()) == {"a", "b"}
