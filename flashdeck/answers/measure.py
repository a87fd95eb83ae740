"""The comparison of two quantities by value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite, log10

from flashdeck.answers.quantity import Quantity, is_quantity, read_quantities, unit_text
from flashdeck.answers.verdict import Outcome, Verdict
from flashdeck.model import Rating

CLOSE = 0.02
"""A number without a tolerance of its own that is off by no more than this part is graded hard, not again."""

_EQUAL = 1e-9
"""Two values are one where they differ by no more than this part: what arithmetic with binary fractions leaves."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """An expected quantity, a typed one, and the value of the typed one in the unit of the expected one."""

    expected: Quantity
    typed: Quantity
    value: float

    @property
    def error(self) -> float:
        """How far off, relative to the expected value; for an expected 0 the typed value itself."""
        return (self.value - self.expected.value) / (abs(self.expected.value) or 1.0)


def read_tolerance(text: str) -> float | Sequence[Quantity] | None:
    """A relative tolerance (`2%` is 0.02), or an absolute one as a quantity; None where `text` is neither."""
    quantities = read_quantities(_bare(text))
    if not quantities or quantities[0].value < 0:
        return None
    return quantities[0].size if quantities[0].written_unit == "%" else quantities


def is_tolerance(text: str) -> bool:
    """Whether `text` is written as a tolerance is. No unit is looked up, so that asking this is quick."""
    return is_quantity(_bare(text)) and not _bare(text).startswith(("-", "−"))


def _bare(tolerance: str) -> str:
    return tolerance.strip().removeprefix("±").strip()


def has_unit_of(tolerance: str, expected: str) -> bool:
    """Whether an absolute tolerance can be measured in the unit of the expected quantity; a relative one always can.

    Units are looked up only where they are not written alike.
    """
    if unit_text(_bare(tolerance)) in ("", "%", unit_text(expected)):
        return True
    read = read_tolerance(tolerance)
    return isinstance(read, float) or any(_absolute(read or (), each) is not None for each in read_quantities(expected))


def judge(answer: str, expected: Sequence[Quantity], typed: str, tolerance: str) -> Verdict:
    """The verdict on `typed`, where `answer` was read as the `expected` quantities."""
    readings = read_quantities(typed)
    if not readings:
        message = f"not a number with a unit that is known: the answer is {answer}"
        return Verdict(Outcome.DIFFERENT, message, answer, Rating.AGAIN)
    for each in expected:
        pairs = [_Pair(each, reading, value) for reading in readings for value in _values(each, reading)]
        if pairs:
            return _judged(answer, min(pairs, key=lambda pair: abs(pair.error)), tolerance)
    return _of_another_kind(answer, expected[0], readings[0])


def _values(expected: Quantity, typed: Quantity) -> Iterator[float]:
    """What the typed quantity may be in the unit of the expected one; nothing where they are of two kinds.

    A missing unit means the expected one, or, where a word multiplies the number, that without its prefix: `3.35T` for
    3.35 TB/s. Of a part of a whole, `0.43` is 43 % as well. A unit more than was asked for does no harm.
    """
    into = expected.unit.factor
    if typed.has_unit and typed.unit.dimensions == expected.unit.dimensions:
        values = [typed.value * (typed.unit.factor / into)]
    elif typed.has_unit:
        values = [] if expected.has_unit else [typed.value]
    elif typed.magnitude:
        values = [typed.value * (expected.unit.bare / into)]
    else:
        values = [typed.value]
        if expected.has_unit and not expected.unit.dimensions:
            values.append(typed.value / into)
    yield from filter(isfinite, values)


# ---------------------------------------------------------------------------------------------- verdicts


def _judged(answer: str, pair: _Pair, tolerance: str) -> Verdict:
    wanted, error = pair.expected.value, pair.error
    width = _width(pair.expected, tolerance)
    if abs(pair.value - wanted) <= abs(wanted) * _EQUAL:
        return Verdict(Outcome.EXACT, "exact", answer, Rating.GOOD, 0.0)
    if _has_right_digits(pair.expected, pair.typed) and not _is_power_of_ten(_ratio(pair)):
        return Verdict(Outcome.UNIT, _named(pair.expected, pair.typed), answer, Rating.AGAIN, error)
    if _is_near(pair.value, wanted, width):
        message = f"within tolerance: {_amount(error)} too {_side(error)}" if wanted else "within tolerance"
        return Verdict(Outcome.WITHIN, message, answer, Rating.GOOD, error)
    return _wrong(answer, pair, width, has_tolerance=bool(tolerance))


def _wrong(answer: str, pair: _Pair, width: float, *, has_tolerance: bool) -> Verdict:
    """How a wrong number is wrong."""
    wanted, error = pair.expected.value, pair.error
    if _is_near(-pair.value, wanted, width):
        return Verdict(Outcome.OFF, "the sign is wrong", answer, Rating.AGAIN, error)
    power = _power_between(pair.value, wanted)
    if power and _is_near(pair.value / 10.0**power, wanted, width):
        message = f"off by a power of ten: {10 ** abs(power):,} times too {_side(error)}"
        return Verdict(Outcome.POWER, message, answer, Rating.AGAIN, error)
    if not wanted:
        return Verdict(Outcome.OFF, f"wrong: the answer is {answer}", answer, Rating.AGAIN)
    rating = Rating.HARD if abs(error) <= CLOSE and not has_tolerance else Rating.AGAIN
    return Verdict(Outcome.OFF, f"wrong by {_amount(error)}: too {_side(error)}", answer, rating, error)


def _of_another_kind(answer: str, expected: Quantity, typed: Quantity) -> Verdict:
    message = _named(expected, typed, is_right=_is_near(typed.digits, expected.digits, 0.0))
    return Verdict(Outcome.UNIT, message, answer, Rating.AGAIN)


def _width(expected: Quantity, tolerance: str) -> float:
    """How far a right answer may be from the expected value, in its unit: by default, half of its last digit."""
    read = read_tolerance(tolerance) if tolerance else None
    if isinstance(read, float):
        return abs(expected.value) * read
    absolute = _absolute(read or (), expected)
    return expected.step / 2 if absolute is None else absolute


def _absolute(tolerance: Sequence[Quantity], expected: Quantity) -> float | None:
    """An absolute tolerance in the unit of the expected value; a bare number is in that unit already."""
    for each in tolerance:
        if not each.has_unit:
            return each.value
        if each.unit.dimensions == expected.unit.dimensions:
            return each.value * (each.unit.factor / expected.unit.factor)
    return None


def _is_near(value: float, wanted: float, width: float) -> bool:
    return abs(value - wanted) <= width + abs(wanted) * _EQUAL


def _has_right_digits(expected: Quantity, typed: Quantity) -> bool:
    """Whether both numbers are written alike, each with a unit."""
    return expected.has_unit and typed.has_unit and _is_near(typed.digits, expected.digits, 0.0)


def _ratio(pair: _Pair) -> float:
    return pair.value / pair.expected.value if pair.expected.value else 1.0


def _is_power_of_ten(ratio: float) -> bool:
    return ratio > 0 and abs(log10(ratio) - round(log10(ratio))) < _EQUAL


def _power_between(value: float, wanted: float) -> int:
    """The power of ten by which `value` is larger than `wanted`; 0 where their signs differ or one is 0."""
    ratio = value / wanted if wanted else 0.0
    return round(log10(ratio)) if ratio > 0 and isfinite(ratio) else 0


# ---------------------------------------------------------------------------------------------- words


def _named(expected: Quantity, typed: Quantity, *, is_right: bool = True) -> str:
    """What two units are, by their names."""
    start = "right digits but wrong unit" if is_right else "wrong unit"
    return f"{start}: {_spelt(typed, ' means ')}, and the answer is in {_spelt(expected, ', ')}"


def _spelt(quantity: Quantity, word: str) -> str:
    """A unit as written, and what it is called unless that is the same."""
    written = quantity.written_unit
    return f"{written}{word}{quantity.unit.name}" if quantity.unit.is_known else f"`{written}`"


def _side(error: float) -> str:
    return "large" if error > 0 else "small"


def _amount(error: float) -> str:
    """How far off: `1.5 %`, `12 %`, `a factor of 4.2` when it is more than the double."""
    size = abs(error)
    if error > 1:
        return f"a factor of {1 + error:.2g}"
    if size < 0.001:
        return "less than 0.1 %"
    return f"{size:.1%}".replace("%", " %").replace(".0 %", " %") if size < 0.1 else f"{size:.0%}".replace("%", " %")
