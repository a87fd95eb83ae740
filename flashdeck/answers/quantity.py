"""Quantities: a number, perhaps a word that multiplies it (`250k`, `70 billion`), and perhaps a unit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from flashdeck.answers.numerals import LARGEST, SMALLEST, normal, read_number
from flashdeck.answers.units import NO_UNIT, Unit, is_unit_like, read_units
from flashdeck.answers.vocabulary import MAGNITUDES

_CURRENCY = re.compile(r"([+-]?)\s*(US\$|[$€£])\s*(?=[\d.+-])")
_FACTOR = re.compile(r"×\s*(\d[\d.,]*)")
_REMARK = re.compile(r"\s*\([^()]*\)$")
_MAGNITUDE = re.compile(
    rf"(?P<space>\s*)(?P<word>{'|'.join(sorted(MAGNITUDES, key=len, reverse=True))})(?![^\W\d_]|[/^])"
)
_CJK_MAGNITUDE = re.compile(r"(?P<space>\s*)(?P<word>百万|[千万亿])")


@dataclass(frozen=True, slots=True)
class Quantity:
    """One reading of what was written: `value` and the `step` of its last digit in `unit`; no unit is `NO_UNIT`.

    `magnitude` is the power of ten that a word such as `k` stood for, and is part of both; `digits` is the value
    without it. `written_unit` is the unit as it stood there.
    """

    value: float
    step: float
    digits: float
    magnitude: int
    unit: Unit
    written_unit: str

    @property
    def has_unit(self) -> bool:
        """Whether a unit was written."""
        return bool(self.written_unit)

    @property
    def size(self) -> float:
        """The value in base units."""
        return self.value * self.unit.factor


@dataclass(frozen=True, slots=True)
class _Written:
    """A number, the sign of a currency that stood before it, and what stands behind it."""

    value: float
    step: float
    currency: str
    rest: str


def read_quantities(text: str) -> tuple[Quantity, ...]:
    """What `text` may mean as a quantity, the likeliest first; nothing where it is none.

    `70B` is 70 billion or 70 bytes, `70 B` the other way round. A remark in brackets behind it is passed over.
    """
    written = _written(text)
    if written is None:
        return ()
    return tuple(
        Quantity(
            written.value * 10.0**magnitude, written.step * 10.0**magnitude, written.value, magnitude, unit, unit_text
        )
        for magnitude, rest in _magnitudes(written.rest)
        for unit_text, unit in _units(written.currency, rest)
        if written.value == 0 or SMALLEST <= abs(written.value) * 10.0**magnitude <= LARGEST
    )


def is_quantity(text: str) -> bool:
    """Whether `text` is written as a quantity is. No unit is looked up, so that asking this is quick."""
    written = _written(text)
    return written is not None and any(is_unit_like(rest) for _, rest in _magnitudes(written.rest))


def without_remark(text: str) -> str:
    """A quantity without the remark in brackets behind it, which nobody has to type; any other text as it is."""
    bare = _REMARK.sub("", text.rstrip())
    return bare if is_quantity(bare) else text


def unit_text(text: str) -> str:
    """The unit of a quantity as it is written, with the sign of a currency: `TB/s`, `$`."""
    written = _written(text)
    return f"{written.currency}{written.rest.strip()}" if written else ""


def _written(text: str) -> _Written | None:
    plain = _REMARK.sub("", normal(text)).rstrip(" .,;!")
    if factor := _FACTOR.fullmatch(plain):
        plain = f"{factor[1]}×"
    currency = _CURRENCY.match(plain)
    if currency:
        plain = currency[1] + plain[currency.end() :]
    found = read_number(plain)
    if found is None:
        return None
    number, rest = found
    return _Written(number.value, number.step, currency[2].removeprefix("US") if currency else "", rest)


def _magnitudes(rest: str) -> Iterator[tuple[int, str]]:
    """The powers of ten that a word behind the number may stand for, and what is left."""
    found = _CJK_MAGNITUDE.match(rest) or _MAGNITUDE.match(rest)
    if found is None:
        yield 0, rest
        return
    multiplied, as_unit = (MAGNITUDES[found["word"]], rest[found.end() :]), (0, rest)
    if len(found["word"]) > 1 or not found["word"].isascii():
        yield multiplied
    else:
        yield from (as_unit, multiplied) if found["space"] else (multiplied, as_unit)


def _units(currency: str, rest: str) -> Iterator[tuple[str, Unit]]:
    """The unit as written, with each of its meanings; a thing that is counted stands apart from the number."""
    text = rest.strip()
    if not currency and not text:
        yield "", NO_UNIT
        return
    is_glued = not currency and rest[0].isascii() and rest[0].isalpha()
    dollars_of = currency and text and not text.startswith(("/", "per ", "每"))
    for unit in read_units(f"{currency}·{text}" if dollars_of else f"{currency} {text}"):
        if unit.is_known or "/" in text or not is_glued:
            yield f"{currency}{text}", unit
