"""What is known of notes that are gone and notes that came, and which of them belong together beyond doubt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from flashdeck.compile.identity import digest_key
from flashdeck.model import NoteType

MARGIN = 0.05
"""How much better than every other a match must be, or it is doubtful."""

BETWEEN = " — "
"""What the front of a table's cell has between its subject and its attribute."""

_ROUNDS = 20  # in which what was doubtful may become clear because its rivals are spoken for


@dataclass(frozen=True, slots=True)
class Trace:
    """A note that is gone, or one that came: `front` is what people know it by (of a cloze its heading).

    `answer` and `is_cloze` are None of a note that only the log tells of.
    """

    key: str
    front: str
    answer: str | None = None
    is_cloze: bool | None = None

    @classmethod
    def of(cls, key: str, *, is_cloze: bool, context: str, front: str, back: str) -> Trace:
        """The trace of a note with these fields."""
        if context and not table_of(key):
            return cls(key, context, f"{front}\0{back}", is_cloze)
        return cls(key, front, back, is_cloze)

    @classmethod
    def logged(cls, key: str, front: str, *, is_cloze: bool | None = None) -> Trace:
        """The trace of a note in the log; where that does not tell its kind, a key that is a digest does."""
        kinds = {digest_key(NoteType.CLOZE, front): True, digest_key(NoteType.BASIC, front): False}
        return cls(key, front, None, kinds.get(key) if is_cloze is None else is_cloze)

    @property
    def is_named(self) -> bool:
        """Whether the key is the `#id` of this one note."""
        return not (self.key.startswith("~") or table_of(self.key))


Move = tuple[int, int]
"""Of the note that is gone and the one that came, the places in what was given."""


@dataclass(frozen=True, slots=True)
class Option:
    """One of several that a history could go to."""

    front: str
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Doubt:
    """A note, or a table's row or column, that more than one of those that came resembles."""

    front: str
    options: tuple[Option, ...]


@dataclass(slots=True)
class Renames:
    """Whose history goes to whom, and what only a person can tell."""

    moves: list[Move] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)


def rest(traces: Sequence[Trace], taken: Iterable[int]) -> list[int]:
    """The places that are not taken yet."""
    without = set(taken)
    return [place for place in range(len(traces)) if place not in without]


def of_one_kind(one: Trace, other: Trace) -> bool:
    """Whether both are cloze notes or both are not, as far as it is known."""
    return None in (one.is_cloze, other.is_cloze) or one.is_cloze is other.is_cloze


def table_of(key: str) -> str:
    """The id of the table that a key is of a cell of; of other keys the empty text."""
    table, slash, _ = key.partition("/")
    return table if slash else ""


def settled(scores: Mapping[Move, float]) -> tuple[list[Move], dict[int, list[int]]]:
    """The pairs that are clear, and for each that remains in doubt what it may have become.

    A pair is clear where it is better, by a margin, than every other pair that either of the two is part of, those
    left out whose other half is spoken for.
    """
    clear: list[Move] = []
    open_pairs = dict(scores)
    for _ in range(_ROUNDS):
        found = _clear(open_pairs)
        clear += found
        old, new = {before for before, _ in found}, {after for _, after in found}
        open_pairs = {pair: score for pair, score in open_pairs.items() if pair[0] not in old and pair[1] not in new}
    doubtful: dict[int, list[int]] = defaultdict(list)
    for before, after in sorted(open_pairs, key=lambda pair: (pair[0], -open_pairs[pair], pair[1])):
        doubtful[before].append(after)
    return clear, doubtful


def _clear(scores: Mapping[Move, float]) -> list[Move]:
    best: dict[tuple[bool, int], list[float]] = defaultdict(lambda: [0, 0])  # the best two of either side
    for pair, score in scores.items():
        for side, place in enumerate(pair):
            both = best[bool(side), place]
            both[:] = sorted((*both, score))[1:]
    return [
        pair
        for pair, score in scores.items()
        if all(
            score == both[1] and both[1] - both[0] > MARGIN
            for both in (best[bool(side), place] for side, place in enumerate(pair))
        )
    ]
