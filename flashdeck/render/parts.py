"""The parts of a formula, as TeX is read into them and text is written from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from flashdeck.render.symbols import Kind


class UnshowableError(Exception):
    """The formula means something that text would not say."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A letter, number, word or sign. Of every part, `space` tells whether it was written apart from the one before."""

    text: str
    kind: Kind
    space: bool = False


@dataclass(frozen=True, slots=True)
class Fraction:
    """`upper` over `lower`."""

    upper: Row
    lower: Row
    space: bool = False


@dataclass(frozen=True, slots=True)
class Root:
    """A root of what is `inside`."""

    sign: str
    inside: Row
    space: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """What stands in braces and bears a script."""

    inside: Row
    space: bool = False


@dataclass(frozen=True, slots=True)
class Scripted:
    """A part (None for nothing) with what is set low and high beside it."""

    base: Part | None
    lower: Row | None = None
    upper: Row | None = None
    space: bool = False


Part: TypeAlias = Sign | Fraction | Root | Group | Scripted
Row: TypeAlias = tuple[Part, ...]
Grid: TypeAlias = tuple[tuple[Row, ...], ...]
"""Lines of a formula (parted by `\\\\`), each of cells (parted by `&`)."""
