"""What the expressions of drills are made of, and their values: floating-point numbers of a bounded size."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

LARGEST = 1e300
"""The largest size of a value, also of one that is only met on the way."""

Values = Mapping[str, float]


class DomainError(Exception):
    """An expression that has no value for these numbers; `name` is what it defines, once that is known."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.name = ""


class Node(Protocol):
    """A part of an expression."""

    def value(self, values: Values) -> float:
        """Its value where each name has one; raises `DomainError` where it has none, or one beyond `LARGEST`."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number as written."""

    number: float

    def value(self, values: Values) -> float:  # noqa: ARG002 (every node is asked alike)
        """The number."""
        return self.number


@dataclass(frozen=True, slots=True)
class Name:
    """The name of a number."""

    name: str

    def value(self, values: Values) -> float:
        """What the name stands for."""
        return values[self.name]


@dataclass(frozen=True, slots=True)
class Operation:
    """Two operands and what joins them; `text` is what an error quotes."""

    function: Callable[[float, float], float]
    left: Node
    right: Node
    text: str

    def value(self, values: Values) -> float:
        """The result; a power of a negative number may have none, for which Python has a complex one."""
        try:
            result = float(self.function(self.left.value(values), self.right.value(values)))
        except _FAILURES as failure:
            raise _reason(failure, self.text) from None
        return _bounded(result, self.text)


@dataclass(frozen=True, slots=True)
class Call:
    """A function and what it is applied to; `text` is what an error quotes."""

    function: Callable[..., float]
    arguments: Sequence[Node]
    text: str

    def value(self, values: Values) -> float:
        """What the function gives."""
        try:
            result = float(self.function(*[argument.value(values) for argument in self.arguments]))
        except _FAILURES as failure:
            raise _reason(failure, self.text) from None
        return _bounded(result, self.text)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of two expressions, by a comparison of two others."""

    compare: Callable[[float, float], bool]
    left: Node
    right: Node
    then: Node
    otherwise: Node

    def value(self, values: Values) -> float:
        """The value of the chosen one; the other one is not evaluated."""
        chosen = self.then if self.compare(self.left.value(values), self.right.value(values)) else self.otherwise
        return chosen.value(values)


_FAILURES = (ZeroDivisionError, OverflowError, ValueError, TypeError)


def _reason(failure: Exception, text: str) -> DomainError:
    """What a calculation that fails is told as; a TypeError is that of a complex number made a float."""
    if isinstance(failure, ZeroDivisionError):
        return DomainError(f"`{text}` divides by zero")
    return DomainError(f"`{text}` is too large" if isinstance(failure, OverflowError) else f"`{text}` has no value")


def _bounded(result: float, text: str) -> float:
    if not -LARGEST <= result <= LARGEST:
        raise DomainError(f"`{text}` is too large")
    return result


OPERATORS: Mapping[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "%": operator.mod,
    "**": operator.pow,
}

COMPARISONS: Mapping[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}

FUNCTIONS: Mapping[str, Callable[..., float]] = {
    "sqrt": math.sqrt,
    "log": math.log,
    "log2": math.log2,
    "log10": math.log10,
    "exp": math.exp,
    "ceil": math.ceil,
    "floor": math.floor,
    "abs": abs,
    "min": min,
    "max": max,
}

TAKES_SEVERAL = ("min", "max")
"""The functions of two or more numbers; the others take one."""
