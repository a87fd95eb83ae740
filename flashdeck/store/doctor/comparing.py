"""What differs between rows as they should be and rows as they are: how many, and the first of them in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

Row = Sequence[Any]
_WIDEST = 60


@dataclass(slots=True)
class Differences:
    """How many rows differ, and what the first of them says."""

    count: int = 0
    first: str = ""

    def add(self, what: str, count: int = 1) -> None:
        """Count so many more, the first of which is `what`."""
        self.first = self.first or what
        self.count += count


def compare(names: Sequence[str], keys: int, right: Iterable[Row], found: Iterable[Row]) -> Differences:
    """Compare rows with these columns, the first `keys` of which name a row, in any order."""
    expected = {tuple(row[:keys]): tuple(row) for row in right}
    differences = Differences()
    for row in found:
        key = tuple(row[:keys])
        wanted = expected.pop(key, None)
        if wanted is None:
            differences.add(f"{named(key)} should not be there")
        elif wanted != tuple(row):
            differences.add(f"of {named(key)} {told(names, wanted, row)}")
    if expected:
        differences.add(f"{named(next(iter(expected)))} is missing", len(expected))
    return differences


def told(names: Sequence[str], right: Row, found: Row) -> str:
    """The first column that differs, in words."""
    column = next(place for place, value in enumerate(right) if value != found[place])
    return f"`{names[column]}` is {_short(found[column])} instead of {_short(right[column])}"


def named(key: Row) -> str:
    """A primary key in one word."""
    return ":".join(map(str, key))


def _short(value: object) -> str:
    text = "nothing" if value is None else str(int(value)) if isinstance(value, bool) else repr(value)
    return text if len(text) <= _WIDEST else text[:_WIDEST] + "…"
