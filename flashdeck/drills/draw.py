"""The numbers of one review, and the card that they make.

A draw depends on the note's guid and on how often the card was reviewed before, and on nothing else: the same draw
comes back on every machine, for ever. Adding a name to a block leaves the draws of the others alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import product
from math import prod

from flashdeck.drills.arithmetic import DomainError
from flashdeck.drills.block import ANSWER, Drill, Flaw, read
from flashdeck.drills.numbers import with_unit, written
from flashdeck.model import Expected, Note

MOST_CHECKED = 1000
"""The most combinations of numbers that are tried when a drill is compiled."""

PLACEHOLDER = re.compile(r"\{\{[ \t]*(?P<name>[^\W\d]\w*)[ \t]*\}\}")
_NAMESPACE = "flashdeck.drill.1"
_TRIES = 100

Draw = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Instance:
    """A drill with its numbers: Markdown as asked and as answered, what is to be typed, and what the log keeps."""

    front: str
    back: str
    expected: Expected
    draw: Draw


def instance(note: Note, reviews: int, guid: str = "") -> Instance:
    """The drill `note` as it is asked after so many reviews; `guid` where the note itself has none yet."""
    drill = _read(note)
    return _instance(note, drill, draw(drill, note.guid or guid, reviews))


def shown_again(note: Note, drawn: Draw) -> Instance | None:
    """The drill as it was asked with a draw from the log; None where the block has changed and no longer fits it."""
    drill = _read(note)
    fits = drawn.keys() == drill.drawn.keys() and all(_is_number(text) for text in drawn.values())
    try:
        return _instance(note, drill, drawn) if fits else None
    except DomainError:
        return None


def draw(drill: Drill, guid: str, reviews: int) -> Draw:
    """The numbers of a review, as they are written in the block.

    A combination that the check has not met, and that gives no answer, is drawn again.
    """
    for attempt in range(_TRIES):
        drawn = _drawn(drill, guid, reviews, attempt)
        try:
            _values(drill, drawn)
        except DomainError:
            continue
        return drawn
    return next(_combinations(drill))


def check(drill: Drill) -> Flaw | None:
    """What is wrong with a combination of numbers, if any: all of them are tried, or 1,000 drawn ones."""
    for drawn in _combinations(drill):
        try:
            _values(drill, drawn)
        except DomainError as error:
            where = ", ".join(f"{name} = {text}" for name, text in drawn.items())
            message = f"{error} where {where}" if where else str(error)
            return Flaw(
                message, *drill.places[error.name], "Leave such numbers out, or treat them with `a if b > c else d`."
            )
    return None


def _read(note: Note) -> Drill:
    drill, flaws = read(note.drill)
    if drill is None:
        raise ValueError(flaws[0].message)  # no note is made of such a block
    return drill


def _combinations(drill: Drill) -> Iterator[Draw]:
    if prod(map(len, drill.drawn.values())) <= MOST_CHECKED:
        for numbers in product(*drill.drawn.values()):
            yield dict(zip(drill.drawn, numbers, strict=True))
    else:
        for number in range(MOST_CHECKED):
            yield _drawn(drill, "", number, 0)


def _drawn(drill: Drill, guid: str, reviews: int, attempt: int) -> Draw:
    seed = "\0".join((_NAMESPACE, guid, str(reviews), *([str(attempt)] if attempt else [])))
    return {name: numbers[_chance(f"{seed}\0{name}") % len(numbers)] for name, numbers in drill.drawn.items()}


def _chance(seed: str) -> int:
    """A number of 256 bits."""
    return int.from_bytes(sha256(seed.encode()).digest(), "big")


def _values(drill: Drill, drawn: Draw) -> dict[str, float]:
    """The value of each name; raises `DomainError` where one has none."""
    values = {name: float(text) for name, text in drawn.items()}
    for name, expression in drill.derived.items():
        try:
            values[name] = expression.value(values)
        except DomainError as error:
            error.name = name
            raise
    return values


def _is_number(text: str) -> bool:
    try:
        return abs(float(text)) < float("inf")
    except ValueError:
        return False


# ---------------------------------------------------------------------------------------------- the card


def _instance(note: Note, drill: Drill, drawn: Draw) -> Instance:
    values = _values(drill, drawn)
    shown = {**{name: written(value) for name, value in values.items()}, **drawn}
    answer = with_unit(values[ANSWER], drill.unit)
    explanation = _filled(note.back, shown)
    expected = note.expected or Expected(())
    return Instance(
        front=_filled(note.front, shown),
        back=f"{answer}\n\n{explanation}" if explanation else answer,
        expected=Expected((answer,), expected.tolerance),
        draw=drawn,
    )


def _filled(text: str, shown: Mapping[str, str]) -> str:
    return PLACEHOLDER.sub(lambda found: shown.get(found["name"], found[0]), text)
