"""What was typed against what was expected."""

from __future__ import annotations

from unicodedata import normalize

from flashdeck.answers import letters, measure
from flashdeck.answers.quantity import is_quantity, read_quantities
from flashdeck.answers.verdict import Letters, Outcome, Verdict
from flashdeck.model import Expected, Rating

_ORDER = list(Outcome)


def compare(expected: Expected, typed: str) -> Verdict:
    """The verdict on `typed`; of several alternatives, that on the one it comes nearest to. Never raises.

    An alternative that is a number with an optional unit is compared by value, any other one as a text. The proposed
    grade is good where the answer is right; hard where a number is off by at most `measure.CLOSE` and has no tolerance
    of its own, or one letter of a longer text is wrong; else again.
    """
    if not typed.strip():
        return Verdict(Outcome.EMPTY, "nothing was typed", expected.answers[0], Rating.AGAIN)
    return min((_compared(answer, typed, expected) for answer in expected.answers), key=_distance)


def _compared(answer: str, typed: str, expected: Expected) -> Verdict:
    if normalize("NFC", typed).split() == normalize("NFC", answer).split():
        return Verdict(Outcome.EXACT, "exact", answer, Rating.GOOD)
    quantities = read_quantities(answer) if is_quantity(answer) else ()
    if quantities:
        return measure.judge(answer, quantities, typed, expected.tolerance)
    return letters.judge(answer, typed, exact_case=expected.exact_case)


def _distance(verdict: Verdict) -> tuple[bool, int, float]:
    """Right answers first, then by kind, then by how far off they are."""
    wrong = sum(len(piece.text) for piece in verdict.difference if piece.letters is not Letters.BOTH)
    off = abs(verdict.error) if verdict.error is not None else float(wrong)
    return not verdict.is_right, list(Rating)[::-1].index(verdict.rating), off
