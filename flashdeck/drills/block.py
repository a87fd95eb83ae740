"""The `vars` block of a drill: which numbers may be drawn, what follows from them, and the answer.

S = 1, 2, 4             one of these
B = 50 .. 400 step 50   one of 50, 100, …, 400
t = S / B               what follows from names above
answer = 1000 * t       what is asked
unit = ms               its unit
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache

from flashdeck.drills.arithmetic import LARGEST
from flashdeck.drills.expression import NUMBER, RESERVED, Expression, ExpressionError, parse

MOST_VALUES = 1000
"""The most numbers that one name is drawn from."""

MOST_NAMES = 50
"""The most names of a block."""

MOST_ARITHMETIC = 1000
"""The most characters that the expressions of a block have together: each of them is evaluated a thousand times."""

LONGEST_NUMBER = 30
"""The most characters of a number."""

ANSWER, UNIT = "answer", "unit"

_LINE = re.compile(r"[^\n]*")
_DEFINITION = re.compile(r"[ \t]*(?P<name>[^\W\d]\w*)[ \t]*=(?!=)[ \t]*+(?P<value>[^\n]*)")
_SIGNED = rf"[+-]?{NUMBER}"
_LIST = re.compile(rf"{_SIGNED}(?:[ \t]*,[ \t]*{_SIGNED})*")
_RANGE = re.compile(rf"(?P<low>{_SIGNED})[ \t]*\.\.[ \t]*(?P<high>{_SIGNED})(?:[ \t]+step[ \t]+(?P<step>{_SIGNED}))?")


@dataclass(frozen=True, slots=True)
class Flaw:
    """What is wrong in a block: offsets into it, and what to do."""

    message: str
    start: int
    end: int
    fix: str


@dataclass(frozen=True, slots=True)
class Drill:
    """A block that was read.

    `drawn` has the numbers of each name as they are written, `derived` the expressions in their order, the answer
    last. `places` tells where the definition of each name stands.
    """

    drawn: Mapping[str, tuple[str, ...]]
    derived: Mapping[str, Expression]
    unit: str
    places: Mapping[str, tuple[int, int]]

    @property
    def names(self) -> frozenset[str]:
        """Every name that a text may show."""
        return frozenset((*self.drawn, *self.derived))

    def hidden(self, shown: Collection[str]) -> frozenset[str]:
        """The drawn names without which the answer cannot be found by who sees only those that are `shown`."""
        needed, seen = [ANSWER], set(shown)
        hidden: set[str] = set()
        while needed:
            name = needed.pop()
            if name not in self.derived:
                hidden.update({name} if len(self.drawn[name]) > 1 else ())
            else:
                new = self.derived[name].names.keys() - seen
                seen |= new
                needed += new
        return frozenset(hidden)


@lru_cache(maxsize=64)
def read(block: str) -> tuple[Drill | None, tuple[Flaw, ...]]:
    """The drill of a block, or what is wrong with it."""
    reader = _Reader()
    at = 0
    while at < len(block):
        line = _LINE.match(block, at)
        end = line.end() if line else len(block)
        reader.line(block[at:end], at)
        at = end + 1
    reader.check_answer(len(block))
    if reader.flaws:
        return None, tuple(reader.flaws)
    return Drill(reader.drawn, reader.derived, reader.unit, reader.places), ()


class _RefusedError(Exception):
    """A line that cannot be read; the argument says what is wrong with it, offsets from the start of the block."""

    def __init__(self, flaw: Flaw) -> None:
        super().__init__(flaw.message)
        self.flaw = flaw


@dataclass
class _Reader:
    """The block so far."""

    drawn: dict[str, tuple[str, ...]] = field(default_factory=dict)
    derived: dict[str, Expression] = field(default_factory=dict)
    unit: str = ""
    places: dict[str, tuple[int, int]] = field(default_factory=dict)
    flaws: list[Flaw] = field(default_factory=list)
    arithmetic: int = 0

    def line(self, text: str, at: int) -> None:
        """Reads the line that begins at `at`; an empty one and a comment say nothing."""
        if not text.strip() or text.lstrip().startswith("#"):
            return
        found = _DEFINITION.match(text)
        if found is None:
            fix = "Write `n = 1, 2, 4`, `n = 1 .. 8 step 1`, or `answer = 2 * n`."
            start = at + len(text) - len(text.lstrip())
            self.flaws.append(Flaw("This line defines nothing", start, at + len(text), fix))
            return
        value, start = found["value"].rstrip(), found.start("value")
        place = at + found.start("name"), at + found.end("name")
        try:
            self._define(found["name"], place, value, at + start)
        except ExpressionError as error:
            self.flaws.append(Flaw(error.message, at + start + error.start, at + start + error.end, error.fix))
        except _RefusedError as error:
            self.flaws.append(error.flaw)
        self.places.setdefault(found["name"], (at + start, at + start + len(value)))

    def check_answer(self, end: int) -> None:
        """A block without an answer asks for nothing."""
        if ANSWER not in self.places and not self.flaws:
            self.flaws.append(Flaw("This block has no answer", 0, end, "Add a line `answer = …`."))

    def _define(self, name: str, place: tuple[int, int], value: str, at: int) -> None:
        if name in self.places:
            raise _refused(f"`{name}` is defined twice", place, "Keep one of the two lines.")
        if name in RESERVED:
            raise _refused(f"`{name}` is a word of expressions", place, "Give the number another name.")
        if len(self.places) >= MOST_NAMES:
            raise _refused(f"A block has at most {MOST_NAMES} names", place, "Put a part of it into a card of its own.")
        if name == UNIT:
            self.unit = value
        elif name != ANSWER and (span := _RANGE.fullmatch(value)):
            self.drawn[name] = _spread(span, (at, at + len(value)))
        elif name != ANSWER and _LIST.fullmatch(value):
            self.drawn[name] = _listed(value, (at, at + len(value)))
        else:
            self.derived[name] = self._expression(value, at)

    def _expression(self, text: str, at: int) -> Expression:
        self.arithmetic += len(text)
        if self.arithmetic > MOST_ARITHMETIC:
            fix = "Make it simpler."
            raise _refused(f"The expressions of a block have at most {MOST_ARITHMETIC} characters", (at, at + 1), fix)
        expression = parse(text)
        for name, (start, end) in expression.names.items():
            if name not in self.places or name == UNIT:
                known = ", ".join(f"`{each}`" for each in self.places if each != UNIT)
                fix = f"Known above this line: {known}." if known else "Define it in a line above."
                raise _refused(f"`{name}` is not defined above", (at + start, at + end), fix)
        return expression


def _refused(message: str, place: tuple[int, int], fix: str) -> _RefusedError:
    return _RefusedError(Flaw(message, *place, fix))


def _listed(text: str, place: tuple[int, int]) -> tuple[str, ...]:
    """The numbers of a list as they are written, each once."""
    numbers = tuple(dict.fromkeys(each.strip().removeprefix("+") for each in text.split(",")))
    if len(numbers) > MOST_VALUES:
        raise _refused(
            f"A name is drawn from at most {MOST_VALUES} numbers", place, "Write a range with a larger step."
        )
    if not all(_is_small(each) for each in numbers):
        raise _too_large(place)
    return numbers


def _spread(span: re.Match[str], place: tuple[int, int]) -> tuple[str, ...]:
    """The numbers of a range, its ends included, written with the decimals that its low end and its step have."""
    written = [span["low"], span["high"], span["step"] or "1"]
    if not all(_is_small(each) for each in written):
        raise _too_large(place)
    low, high, step = map(Decimal, written)
    if step <= 0 or low > high:
        raise _refused("A range goes up", place, "Write `low .. high step s` with a step above 0.")
    if float(high - low) / float(step) > MOST_VALUES - 1:
        fix = f"A name is drawn from at most {MOST_VALUES} numbers: write a larger step."
        raise _refused("This range has too many numbers", place, fix)
    numbers = (low + index * step for index in range(int((high - low) / step) + 1))
    return tuple(f"{number:f}" if abs(number.adjusted()) < 15 else str(number.normalize()) for number in numbers)


def _is_small(written: str) -> bool:
    return len(written) <= LONGEST_NUMBER and abs(float(written)) <= LARGEST


def _too_large(place: tuple[int, int]) -> _RefusedError:
    return _refused("This number is too large", place, f"It may be up to 1e300, in {LONGEST_NUMBER} characters.")
