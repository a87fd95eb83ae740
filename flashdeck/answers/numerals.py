"""Numbers as people write them: `3,350`, `1.234,5`, `1_000`, `½`, `1.5e9`, `10⁶`, `3 × 10^8`, full-width digits.

Where a comma or a full stop could part thousands as well as decimals, three digits behind it make it a comma for
thousands (`3,350`) and a decimal point (`3.350`), as in English; two different marks settle it (`1.234,5`).
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from math import isfinite

LONGEST = 200
"""A longer text is no number, in characters."""

LARGEST = 1e300
SMALLEST = 1e-300
"""The sizes that are told apart; beyond them a text is no number."""

_SUPERSCRIPT = {**dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789", strict=True)), "⁻": "-", "⁺": "+"}
_RAISED = re.compile(f"[{''.join(_SUPERSCRIPT)}]+")
_VULGAR = re.compile(r"(?<=\d)(?=[¼-¾⅐-⅞↉])")
_CHINESE = {digit: str(value) for value, digit in enumerate("零一二三四五六七八九")} | {"〇": "0", "两": "2"}
_CHINESE_NUMBER = re.compile(f"^[{''.join(_CHINESE)}]+(?:点[{''.join(_CHINESE)}]+)?")
_DASHES = str.maketrans("−–‐‑", "----")
_ABOUT = re.compile(
    r"^(?:(?:[~≈≃∼=≅]|(?:about|around|approx(?:imately)?|roughly|circa|ca|c)\b\.?|大?约)\s*)+",
    re.IGNORECASE,
)

_DIGITS = r"(?:\d(?:[\d_]|[,.'’](?=\d)|[ ](?=\d{3}(?!\d)))*\.?|\.\d+)"
_TIMES_TEN = r"(?:[eE](?P<exponent>[+-]?\d+)|\s*[x×*·]\s*10(?:\^|\*\*)\(?(?P<power>[+-]?\d+)\)?)"
_NUMBER = re.compile(
    rf"(?P<sign>[+-]?)\s*(?:"
    rf"(?P<base>\d{{1,4}})\s*(?:\^|\*\*)\s*\(?(?P<raised>[+-]?\d+)\)?"
    rf"|(?:(?P<whole>\d{{1,15}})\s+)?(?P<over>\d{{1,15}})\s*[⁄/]\s*(?P<under>\d{{1,15}})"
    rf"|(?P<digits>{_DIGITS}){_TIMES_TEN}?)"
)


@dataclass(frozen=True, slots=True)
class Number:
    """A number that was written, and the `step` of its last digit: 0.01 for `3.35`, 1 for `250`, 0 if it is exact."""

    value: float
    step: float


def normal(text: str) -> str:
    """`text` with one spelling for each digit, fraction and minus sign, and without an `about` before it."""
    text = _RAISED.sub(lambda run: "^" + "".join(_SUPERSCRIPT[sign] for sign in run[0]), text)
    text = unicodedata.normalize("NFKC", _VULGAR.sub(" ", text)).translate(_DASHES)
    text = "".join(letter if letter.isascii() else _digit(letter) for letter in " ".join(text.split()))
    text = _ABOUT.sub("", text)
    return _CHINESE_NUMBER.sub(lambda run: "".join(_CHINESE.get(sign, ".") for sign in run[0]), text)


def _digit(letter: str) -> str:
    """The ASCII form of a decimal digit of any script; any other letter as it is."""
    return str(unicodedata.decimal(letter, letter))


def read_number(text: str) -> tuple[Number, str] | None:
    """The number at the start of `text`, which is `normal`, and what follows it; None where there is none."""
    if len(text) > LONGEST:
        return None
    found = _NUMBER.match(text)
    number = _number(found) if found else None
    return (number, text[found.end() :]) if found and number else None


def _number(found: re.Match[str]) -> Number | None:
    if found["base"]:
        value, step = _power(int(found["base"]), found["raised"]), 0.0
    elif found["under"]:
        under = int(found["under"])
        value = int(found["whole"] or 0) + int(found["over"]) / under if under else float("inf")
        step = 0.0
    else:
        digits = _plain_digits(found["digits"])
        if digits is None:
            return None
        exponent = found["exponent"] or found["power"] or "0"
        value = float(f"{digits}e{exponent}")
        if not value and digits.strip("0."):
            return None
        step = _power(10, str(_small(exponent) - len(digits.partition(".")[2])))
    if not isfinite(value) or not isfinite(step) or (value and not SMALLEST <= value <= LARGEST):
        return None
    return Number(-value if found["sign"] == "-" else value, step)


def _small(digits: str) -> int:
    """A written exponent; one of many digits as a large one."""
    return int(digits) if len(digits) <= 5 else 99_999


def _power(base: int, exponent: str) -> float:
    try:
        return float(base) ** _small(exponent)
    except (OverflowError, ZeroDivisionError):
        return float("inf")


def _plain_digits(written: str) -> str | None:
    """The digits with a full stop before the decimals and nothing between thousands; None for `1.2.3`."""
    text = re.sub(r"[_'’ ]", "", written)
    marks = re.sub(r"\d", "", text)
    if marks in ("", "."):
        return text
    last = marks[-1]
    if len(set(marks)) == 1 and _is_grouped(text, last):
        return text.replace(last, "")
    whole, _, decimals = text.rpartition(last)
    other = "," if last == "." else "."
    if last in whole or (other in whole and not _is_grouped(whole, other)):
        return None
    return f"{whole.replace(other, '')}.{decimals}"


def _is_grouped(text: str, mark: str) -> bool:
    """Whether the marks part thousands: groups of three, or of two and a last one of three as in India."""
    first, *groups = text.split(mark)
    if not 1 <= len(first) <= 3 or first.startswith("0") or len(groups[-1]) != 3:
        return False
    return all(len(group) == 3 for group in groups) or (len(groups) > 1 and all(len(g) == 2 for g in groups[:-1]))
