"""Figures in prose: which numbers a text holds, in which unit, and whether two of them are the same amount."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from math import isclose

CONVERSION = 0.005
"""How far a converted figure may be from the original, where its own digits allow no more: a card may round."""

_CARDINALS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
WORDS = {word: number for row in (_CARDINALS, _ORDINALS, ("once", "twice")) for number, word in enumerate(row, start=1)}
"""What numbers in words stand for."""

_PREFIXES = {"k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15, "E": 1e18, "m": 1e-3, "µ": 1e-6, "μ": 1e-6}
_LARGE = {"": 1.0, **_PREFIXES, "kilo": 1e3, "mega": 1e6, "giga": 1e9, "tera": 1e12, "peta": 1e15, "exa": 1e18}
_DATA = {"": 1.0, **_PREFIXES, "Ki": 2.0**10, "Mi": 2.0**20, "Gi": 2.0**30, "Ti": 2.0**40}
_DAY = 86_400.0

Unit = tuple[str, float]
"""A dimension, and the factor to its base unit; figures of the dimension `count` have no unit but a magnitude."""

_FAMILIES: tuple[tuple[str, dict[str, float], dict[str, float]], ...] = (
    ("data", {"B": 8.0, "b": 1.0, "bit": 1.0}, _DATA),
    ("data", {"byte": 8.0, "bytes": 8.0, "bits": 1.0}, {"": 1.0}),
    ("data/s", {"B/s": 8.0, "b/s": 1.0, "bps": 1.0, "bit/s": 1.0}, _DATA),
    ("work/s", dict.fromkeys(("FLOPS", "FLOP/s", "FLOPs/s", "OPS"), 1.0), _LARGE),
    ("work/s", {"flops": 1.0}, {name: factor for name, factor in _LARGE.items() if len(name) > 1}),
    ("work", dict.fromkeys(("FLOP", "FLOPs"), 1.0), _LARGE),
    ("power", {"W": 1.0}, _LARGE),
    ("energy", {"Wh": 1.0}, _LARGE),
    ("time", {"s": 1.0}, {"": 1.0, "m": 1e-3, "µ": 1e-6, "μ": 1e-6, "u": 1e-6}),
    ("time", {"min": 60.0, "h": 3600.0}, {"": 1.0}),
    ("time", {"second": 1.0, "minute": 60.0, "hour": 3600.0, "day": _DAY, "week": 7 * _DAY}, {"": 1.0}),
    ("time", {"seconds": 1.0, "minutes": 60.0, "hours": 3600.0, "days": _DAY, "weeks": 7 * _DAY}, {"": 1.0}),
    ("time", dict.fromkeys(("month", "months"), 30.4375 * _DAY), {"": 1.0}),
    ("time", dict.fromkeys(("year", "years"), 365.25 * _DAY), {"": 1.0}),
    ("count", {"%": 0.01, "percent": 0.01, "×": 1.0, "x": 1.0, "times": 1.0}, {"": 1.0}),
    ("count", {"k": 1e3, "K": 1e3, "M": 1e6, "B": 1e9, "T": 1e12}, {"": 1.0}),
    ("count", {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}, {"": 1.0}),
)
"""Of each dimension the names of units with their factors, and the prefixes that go with them."""


def _units() -> dict[str, tuple[Unit, ...]]:
    """What each written unit may mean; `70B` may be 70 billion or 70 bytes."""
    meanings: dict[str, tuple[Unit, ...]] = {}
    for dimension, names, prefixes in _FAMILIES:
        for (name, factor), (prefix, by) in product(names.items(), prefixes.items()):
            meanings[prefix + name] = (*meanings.get(prefix + name, ()), (dimension, factor * by))
    return meanings


UNITS = _units()
BARE: tuple[Unit, ...] = (("count", 1.0),)
"""What a number without a unit is converted as: `0.98` is `98%`."""

_NUMBER = r"(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?"
_UNIT = "|".join(sorted(map(re.escape, UNITS), key=len, reverse=True))
_FIGURE = re.compile(
    rf"(?<![\w.])(?<![A-Za-z]-)(?P<number>{_NUMBER})(?!D\b)"  # neither `H100`, `WSE-3` nor `2D` is a figure
    rf"(?:[ \u00a0]?(?P<unit>{_UNIT})(?![\w/]))?"
)
_RANGE = re.compile(r"([0-9][A-Za-z%]{1,2})-(?=\$?[0-9])")  # `$220K-250K`
_MENTION = re.compile(rf"(?<![\w/])(?:{_UNIT})(?![\w/])")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number as written, and what its unit may mean; no meaning where none was written or it is not known.

    `step` is what one in its last digit is worth. `around` has the dimensions of all units in the text: a bare number
    may be meant in one of them, as in `1,930 or 2,039 GB/s` and below a header `Bandwidth (GB/s)`.
    """

    text: str
    number: float
    units: tuple[Unit, ...] = ()
    step: float = 0.0
    around: frozenset[str] = frozenset()

    def is_shown_by(self, other: Figure, tolerance: float = CONVERSION) -> bool:
        """Whether `other` is the same amount: the same number in one unit, or a conversion into another."""
        if not self.units and not other.units:
            return self.number == other.number
        if self.number == other.number and not (self.units and other.units):
            return not self.units or any(unit[0] in {"count", *other.around} for unit in self.units)
        return any(
            dimension == of_other and self._is_near(other.number * by / factor, 0 if factor == by else tolerance)
            for dimension, factor in self.units or BARE
            for of_other, by in other.units or BARE
        )

    def _is_near(self, number: float, tolerance: float) -> bool:
        """Whether a number rounds to this one, or differs by no more than a conversion may."""
        return isclose(self.number, number, rel_tol=max(tolerance, 1e-9), abs_tol=self.step / 2)


def figures(text: str) -> list[Figure]:
    """The figures of a text, in order."""
    around = _around(text)
    return [_figure(found, around) for found in _FIGURE.finditer(_RANGE.sub(r"\1 to ", text))]


def figures_and_words(text: str) -> list[Figure]:
    """The figures of a text, and its numbers in words: what a card shows."""
    spelt = [WORDS[word.casefold()] for word in re.findall("[A-Za-z]+", text) if word.casefold() in WORDS]
    around = _around(text)
    return [*figures(text), *(Figure(str(number), number, around=around) for number in dict.fromkeys(spelt))]


def missing(wanted: Iterable[Figure], shown: Iterable[Figure]) -> list[str]:
    """The figures that a text does not show."""
    found = list(shown)
    return [figure.text for figure in wanted if not any(figure.is_shown_by(each) for each in found)]


def _figure(found: re.Match[str], around: frozenset[str]) -> Figure:
    digits = found["number"].replace(",", "")
    decimals = len(digits.partition("e")[0].partition(".")[2])
    exponent = int(digits.partition("e")[2] or 0)
    return Figure(found[0], float(digits), UNITS.get(found["unit"] or "", ()), 10.0 ** (exponent - decimals), around)


def _around(text: str) -> frozenset[str]:
    """The dimensions of the units that a text mentions."""
    mentions = _MENTION.findall(_FIGURE.sub(_only_unit, text))
    return frozenset(unit[0] for mention in mentions for unit in UNITS[mention])


def _only_unit(found: re.Match[str]) -> str:
    return f" {found['unit'] or ''} "
