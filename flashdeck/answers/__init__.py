"""Typed answers: what was typed is compared with what was expected, by value where that is a number with a unit.

Pure; pint is imported when the first two numbers are compared.
"""

from flashdeck.answers.comparison import compare
from flashdeck.answers.measure import has_unit_of, is_tolerance
from flashdeck.answers.quantity import is_quantity, without_remark
from flashdeck.answers.verdict import Letters, Outcome, Piece, Verdict

__all__ = [
    "Letters",
    "Outcome",
    "Piece",
    "Verdict",
    "compare",
    "has_unit_of",
    "is_quantity",
    "is_tolerance",
    "without_remark",
]
