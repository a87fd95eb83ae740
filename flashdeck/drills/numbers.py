"""How a computed number is written: with four significant digits, but no fewer than its whole part has."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from math import floor, log10

SIGNIFICANT = 4
_LARGE, _SMALL = 1e15, 1e-4
_BEFORE = ("$", "€", "£", "US$")
_GLUED = ("%", "‰", "×", "x", "°")


def written(value: float) -> str:
    """`8.75`, `0.001234`, `131072`, `1.235e18`; a whole number is written in full up to 1e15, halves are rounded up."""
    if value and not _SMALL <= abs(value) < _LARGE:
        mantissa, _, exponent = f"{value:.{SIGNIFICANT - 1}e}".partition("e")
        return f"{_short(mantissa)}e{int(exponent)}"
    if value == int(value):
        return str(int(value))
    decimals = max(0, SIGNIFICANT - 1 - floor(log10(abs(value))))
    return _short(f"{Decimal(repr(value)).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP):f}")


def with_unit(value: float, unit: str) -> str:
    """The number with thousands parted from 10,000 on, and its unit where people write it: `$250`, `43%`, `8.75 ms`."""
    number = written(value)
    if abs(value) >= 10_000 and "e" not in number:
        whole, point, decimals = number.partition(".")
        number = f"{int(whole):,}{point}{decimals}"
    if unit.startswith(_BEFORE):
        sign = next(each for each in _BEFORE if unit.startswith(each))
        minus = "-" if number.startswith("-") else ""
        return f"{minus}{sign}{number.removeprefix('-')}{unit.removeprefix(sign)}"
    return f"{number}{unit}" if unit in _GLUED else f"{number} {unit}".strip()


def _short(digits: str) -> str:
    return digits.rstrip("0").rstrip(".") if "." in digits else digits
