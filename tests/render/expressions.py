"""Random arithmetic in TeX with its value, and the value of a line of text, for the law that both are the same.

The text is read twice: once as schools do (what stands side by side is multiplied like anything else, from the left),
once as many readers do (what stands side by side belongs together).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from hypothesis import strategies as st

PRIMES = (3, 5, 7, 11, 13, 17, 19)
VALUES: Mapping[str, Fraction] = {name: Fraction(value) for name, value in zip("abnpNαβ", PRIMES, strict=True)}
_HIGH = {digit: str(value) for value, digit in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")}
_TOKEN = re.compile(r"\d+|[⁰¹²³⁴⁵⁶⁷⁸⁹]+|[^\s]")


@dataclass(frozen=True)
class Expression:
    """TeX, what it is worth, and how it binds: an atom, a fraction, a product, a quotient on one line, or a sum."""

    tex: str
    value: Fraction
    kind: str

    def factor(self, *, first: bool = False) -> str:
        """The TeX as a factor of a product without a sign: a number can only be its first."""
        bare = self.kind in ("letter", "fraction") or (first and self.kind == "number")
        return self.tex if bare else self.enclosed

    @property
    def enclosed(self) -> str:
        """The TeX in parentheses."""
        return rf"\left({self.tex}\right)"


def _letter(name: str) -> Expression:
    return Expression({"α": r"\alpha ", "β": r"\beta "}.get(name, name), VALUES[name], "letter")


def _number(value: int) -> Expression:
    return Expression(str(value), Fraction(value), "number")


def _fraction(upper: Expression, lower: Expression) -> Expression:
    return Expression(rf"\frac{{{upper.tex}}}{{{lower.tex}}}", _divided(upper, lower), "fraction")


def _quotient(upper: Expression, lower: Expression) -> Expression:
    left = upper.enclosed if upper.kind in ("sum", "quotient", "product") else upper.tex
    right = lower.tex if lower.kind in ("letter", "number", "fraction") else lower.enclosed
    return Expression(f"{left}/{right}", _divided(upper, lower), "quotient")


def _divided(upper: Expression, lower: Expression) -> Fraction:
    return upper.value / lower.value if lower.value else Fraction(0)


def _product(left: Expression, right: Expression) -> Expression:
    return Expression(left.factor(first=True) + right.factor(), left.value * right.value, "product")


def _times(left: Expression, right: Expression, sign: str) -> Expression:
    parts = [part.enclosed if part.kind in ("sum", "quotient") else part.tex for part in (left, right)]
    return Expression(f"{parts[0]} {sign} {parts[1]}", left.value * right.value, "sum")


def _sum(left: Expression, right: Expression, sign: str) -> Expression:
    tex = right.enclosed if right.kind == "sum" else right.tex
    value = left.value + right.value if sign == "+" else left.value - right.value
    return Expression(f"{left.tex}{sign}{tex}", value, "sum")


def _power(base: Expression, exponent: int) -> Expression:
    tex = base.tex if base.kind in ("letter", "number", "fraction") else base.enclosed
    return Expression(f"{tex}^{{{exponent}}}", base.value**exponent, "power")


def _larger(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    return st.one_of(
        st.builds(_fraction, inner, inner),
        st.builds(_quotient, inner, inner),
        st.builds(_product, inner, inner),
        st.builds(_times, inner, inner, st.sampled_from([r"\times", r"\cdot"])),
        st.builds(_sum, inner, inner, st.sampled_from("+-")),
        st.builds(_power, inner, st.integers(2, 3)),
    )


EXPRESSIONS = st.recursive(
    st.builds(_letter, st.sampled_from(sorted(VALUES))) | st.builds(_number, st.integers(2, 12)), _larger, max_leaves=7
)


def worth(text: str, *, side_by_side_first: bool) -> Fraction:
    """The value of the text, with either reading of what stands side by side."""
    tokens = _TOKEN.findall(text.replace("\u00a0", " "))
    value, rest = _read_sum(tokens, 0, tight=side_by_side_first)
    assert rest == len(tokens), text
    return value


def _read_sum(tokens: list[str], at: int, *, tight: bool) -> tuple[Fraction, int]:
    value, at = _read_term(tokens, at, tight=tight)
    while at < len(tokens) and tokens[at] in "+−":
        sign = 1 if tokens[at] == "+" else -1
        term, at = _read_term(tokens, at + 1, tight=tight)
        value += sign * term
    return value, at


def _read_term(tokens: list[str], at: int, *, tight: bool) -> tuple[Fraction, int]:
    value, at = _read_factors(tokens, at, tight=tight)
    while at < len(tokens) and tokens[at] not in "+−)":
        sign = tokens[at] if tokens[at] in "·×/" else ""
        factor, at = _read_factors(tokens, at + len(sign), tight=tight)
        if sign == "/":
            value = value / factor if factor else Fraction(0)
        else:
            value *= factor
    return value, at


def _read_factors(tokens: list[str], at: int, *, tight: bool) -> tuple[Fraction, int]:
    value, at = _read_power(tokens, at, tight=tight)
    while tight and at < len(tokens) and tokens[at] not in "+−)·×/":
        factor, at = _read_power(tokens, at, tight=tight)
        value *= factor
    return value, at


def _read_power(tokens: list[str], at: int, *, tight: bool) -> tuple[Fraction, int]:
    if tokens[at] == "(":
        value, at = _read_sum(tokens, at + 1, tight=tight)
        assert tokens[at] == ")"
    else:
        value = Fraction(tokens[at]) if tokens[at].isdecimal() else VALUES[tokens[at]]
    at += 1
    if at < len(tokens) and tokens[at][0] in _HIGH:
        value **= int("".join(_HIGH[digit] for digit in tokens[at]))
        at += 1
    return value, at
