"""What a written unit means: `TB/s`, `tokens per second`, `GPU-hours`, `mm²`.

pint knows what prefixes and plurals mean and reduces units to base units. It is given a vocabulary of our own, because
in its default one `Gb` is a gilbert and `b` a barn, and it is imported when a unit is first looked up.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice, product
from math import inf
from typing import Any

from flashdeck.answers.vocabulary import COUNTED_WHOLE, PREFIXES, SAME_IN_PLURAL, UNITS

_TOKEN = re.compile(
    r"\s*(?:(?P<per>/|每|per(?![^\W\d_]))|(?P<times>[*·])|(?P<hyphen>-)"
    r"|(?P<name>[$€£%‰×]|°?(?:(?![每×])[^\W\d_])+|°)(?:(?:\^|(?<=m))(?P<power>-?[1-3])(?!\d))?)"
)
_FLOPS = re.compile(
    r"(?P<prefix>[kmgtpez]|kilo|mega|giga|tera|peta|exa|zetta)?(?P<unit>flop)(?P<plural>s)?", re.IGNORECASE
)
_LETTERS = {"k": "kilo", "m": "mega", "g": "giga", "t": "tera", "p": "peta", "e": "exa", "z": "zetta"}
_POWERS = {1: "", 2: "square", 3: "cubic"}
_LONGEST, _MOST_NAMES, _MOST_READINGS = 80, 8, 16

Dimensions = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Unit:
    """What a written unit may mean: `factor` times the base units of its dimensions.

    `bare` is the factor without prefixes (of TB/s, that of bytes per second), `name` is spelt out for people.
    `is_known` is false of a counted thing (`GPUs`), which is a dimension of its own.
    """

    factor: float
    dimensions: Dimensions
    name: str
    bare: float
    is_known: bool = True

    def times(self, other: Unit, power: int) -> Unit:
        """This unit times another one raised to a power."""
        exponents = dict(self.dimensions)
        for dimension, exponent in other.dimensions:
            exponents[dimension] = exponents.get(dimension, 0) + power * exponent
        words = f"{_POWERS.get(abs(power), f'(power {abs(power)})')} {other.name}".strip()
        return Unit(
            self.factor * other.factor**power,
            tuple(sorted((dimension, exponent) for dimension, exponent in exponents.items() if exponent)),
            f"{self.name} per {_singular(words)}".strip() if power < 0 else f"{self.name} {words}".strip(),
            self.bare * other.bare**power,
            self.is_known and other.is_known,
        )


NO_UNIT = Unit(1.0, (), "", 1.0)


@dataclass(frozen=True, slots=True)
class _Term:
    """One name in a written unit; `is_joined` where a sign, and not only a space, stands before it."""

    name: str
    power: int
    is_joined: bool


@lru_cache(maxsize=256)
def read_units(text: str) -> tuple[Unit, ...]:
    """What the unit `text` may mean, the likeliest first; nothing where it is no unit.

    A plural such as `TFLOPs` may be an amount or a rate, and `gb`, which is neither, a gigabyte or a gigabit. A word
    that is no unit is a counted thing, unless it only follows another word: `80 GB HBM` is no quantity.
    """
    terms = _terms(text) if len(text) <= _LONGEST else []
    if not 1 <= len(terms) <= _MOST_NAMES:
        return ()
    meanings = [_meanings(term.name) for term in terms]
    allowed = [
        [unit for unit in units if unit.is_known or term.is_joined] for term, units in zip(terms, meanings, strict=True)
    ]
    readings = []
    for choice in islice(product(*allowed), _MOST_READINGS):
        unit = NO_UNIT
        for term, meaning in zip(terms, choice, strict=True):
            unit = unit.times(meaning, term.power)
        if 0 < unit.factor < inf:
            readings.append(unit)
    return tuple(readings)


def is_unit_like(text: str) -> bool:
    """Whether `text` is a unit or nothing. Names are looked up only where two of them stand side by side."""
    terms = _terms(text)
    return not text.strip() or (all(term.is_joined for term in terms) and bool(terms)) or bool(read_units(text))


def _terms(text: str) -> list[_Term]:
    """The names in a written unit; none where a sign is out of place."""
    terms: list[_Term] = []
    text = text.strip()
    at, sign = 0, ""
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            return []
        at = token.end()
        if token["name"]:
            power = int(token["power"] or 1)
            terms.append(_Term(token["name"], -power if sign == "/" else power, bool(sign) or not terms))
            sign = ""
        elif sign or not (terms or token["per"]):
            return []
        else:
            still_divided = token["hyphen"] and terms[-1].power < 0  # $/GPU-hour
            sign = "/" if token["per"] or still_divided else "*"
    return [] if sign else terms


# ---------------------------------------------------------------------------------------------- names


def _meanings(name: str) -> tuple[Unit, ...]:
    """What one name may mean: as written, else without regard to case, else as a thing that is counted."""
    flops = _FLOPS.fullmatch(name)
    if flops:
        return _floating_point(flops)
    found = _looked_up(name)
    if not found and len(name) > 1:
        spellings = (name, name[0].upper() + name[1:], name.lower())
        found = next(filter(None, (_looked_up(each, case_matters=False) for each in spellings)), ())
    return found or _counted(name)


def _floating_point(name: re.Match[str]) -> tuple[Unit, ...]:
    """`TFLOPS`, `Tflops`, `teraflops`: a rate, but an amount in the singular and, likelier, with the `s` of `FLOPs`."""
    written = (name["prefix"] or "").lower()
    prefix = _LETTERS.get(written, written)
    amount = _looked_up(f"{prefix}flop")
    rate = _looked_up(f"{prefix}flop_per_second")
    if not name["plural"]:
        return amount
    return (*amount, *rate) if name["unit"] == "FLOP" and name["plural"] == "s" else (*rate, *amount)


def _counted(name: str) -> tuple[Unit, ...]:
    if not name.isalpha() or (len(name) < 2 and name.isascii()):
        return ()
    return (Unit(1.0, ((_singular(name.casefold()), 1),), name, 1.0, is_known=False),)


def _singular(name: str) -> str:
    return name[:-1] if name.endswith("s") and not name.endswith("ss") and len(name) > 2 else name


@cache
def _registry() -> Any:
    """The registry of our vocabulary; pint types its numbers as anything numeric, so that they are converted here."""
    from pint import UnitRegistry

    registry: UnitRegistry[Any] = UnitRegistry(None)
    registry.load_definitions([line for line in (PREFIXES + UNITS).split("\n") if line])
    return registry


@lru_cache(maxsize=256)
def _looked_up(name: str, *, case_matters: bool = True) -> tuple[Unit, ...]:
    """The meanings of a name with its prefix and plural, those without a prefix first."""
    registry = _registry()
    units = []
    found = registry.parse_unit_name(name, case_sensitive=case_matters)
    for prefix, unit, _ in sorted(found, key=lambda parts: bool(parts[0])):
        factor, _ = registry.get_base_units(prefix + unit)
        bare, base = registry.get_base_units(unit)
        powers = registry.get_dimensionality(base)
        dimensions = tuple(sorted((str(each), int(power)) for each, power in powers.items()))
        if not (factor < bare and COUNTED_WHOLE.intersection(powers)):
            units.append(Unit(float(factor), dimensions, _spelt(prefix + unit), float(bare)))
    return tuple(units)


def _spelt(name: str) -> str:
    """A unit's name as in a sentence: `gigabytes per second`."""
    thing, per, rest = name.replace("_", " ").partition(" per ")
    if thing not in SAME_IN_PLURAL:
        thing = {"inch": "inches", "degree celsius": "degrees Celsius"}.get(thing, f"{thing}s")
    return f"{thing}{per}{rest}"
