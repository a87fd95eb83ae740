"""Rows and columns of a table that were renamed: all their cells move together.

A line is the renamed one where three quarters of its cells have the answers that they had before (and its name is at
least half as before, if there are fewer than three), or where its name was only spelt otherwise.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest

from flashdeck.compile.likeness import Neighbours, is_correction, likeness
from flashdeck.compile.traces import BETWEEN, Doubt, Move, Option, Renames, Trace, rest, settled

_SAME_CELLS = 0.75
_FEW_CELLS = 3
_SAME_NAME = 0.5
_CORRECTED = 0.8
_COMMON = 64  # lines that have an answer in a place, past which it tells nothing
_COMPARED = 8  # lines that are compared cell by cell

_CELL = 2  # slugs of a cell's key, behind the table's id
_ROWS, _COLUMNS = 0, 1  # which of a cell's two slugs, and of its front's two parts, names the line

Lines = Mapping[str, Mapping[str, int]]
"""Of each line, by its slug, the cells by the slug of the other direction."""


def take_lines(gone: Sequence[Trace], came: Sequence[Trace], found: Renames) -> None:
    """Match the rows and the columns of each table that lost some and got others.

    Rows come twice: where columns were renamed as well, they have more cells in common once it is known to what.
    """
    for direction, is_last in ((_ROWS, False), (_COLUMNS, True), (_ROWS, True)):
        now = _renamed(gone, came, found)
        old = _by_table(gone, rest(gone, (move[0] for move in found.moves)), direction, now)
        new = _by_table(came, rest(came, (move[1] for move in found.moves)), direction, {})
        for table in old.keys() & new.keys():
            doubts = len(found.doubts)
            _Table(gone, came, old[table], new[table], direction).take(found)
            if not is_last:
                del found.doubts[doubts:]


_Renamed = Mapping[tuple[str, int, str], str]
"""What a line is called now: by its table, its direction and its slug before."""


def _renamed(gone: Sequence[Trace], came: Sequence[Trace], found: Renames) -> _Renamed:
    now: dict[tuple[str, int, str], str] = {}
    for before, after in found.moves:
        (table, *old), (other, *new) = gone[before].key.split("/"), came[after].key.split("/")
        if table == other and len(old) == len(new) == _CELL:
            for direction in (_ROWS, _COLUMNS):
                now[table, direction, old[direction]] = new[direction]
    return now


def _by_table(
    traces: Sequence[Trace], places: Sequence[int], direction: int, now: _Renamed
) -> dict[str, dict[str, dict[str, int]]]:
    """Of each table the lines, and of each line the cells, by what the other direction calls them now."""
    found: dict[str, dict[str, dict[str, int]]] = defaultdict(lambda: defaultdict(dict))
    for place in places:
        table, *slugs = traces[place].key.split("/")
        if len(slugs) == _CELL:
            other = slugs[1 - direction]
            found[table][slugs[direction]][now.get((table, 1 - direction, other), other)] = place
    return found


@dataclass(frozen=True, slots=True)
class _Table:
    """The lines that one table lost and those that it got; cells are places in `gone` and `came`."""

    gone: Sequence[Trace]
    came: Sequence[Trace]
    old: Lines
    new: Lines
    direction: int

    def take(self, found: Renames) -> None:
        """Add the lines that are clear and those in doubt."""
        old, new = list(self.old), list(self.new)
        scores = {
            (before, after): score
            for before, after in self._candidates(old, new)
            if (score := self._score(old[before], new[after]))
        }
        clear, doubtful = settled(scores)
        for before, after in clear:
            found.moves += self._moves(old[before], new[after])
        for before, others in doubtful.items():
            moves = [self._moves(old[before], new[after]) for after in others]
            options = tuple(Option(self._title(self.came[each[0][1]]), tuple(each)) for each in moves)
            found.doubts.append(Doubt(self._title(self.gone[moves[0][0][0]]), options))

    def _candidates(self, old: Sequence[str], new: Sequence[str]) -> Iterator[Move]:
        """The lines worth comparing: of each that came a few whose name or answers are near."""
        neighbours = Neighbours(old)
        having: dict[tuple[str, str | None], list[int]] = defaultdict(list)
        for before, name in enumerate(old):
            for cell, place in self.old[name].items():
                having[cell, self.gone[place].answer].append(before)
        for after, name in enumerate(new):
            answers = [having.get((cell, self.came[place].answer), []) for cell, place in self.new[name].items()]
            shared = Counter(before for lines in answers for before in lines[:_COMMON])
            alike = nsmallest(_COMPARED, shared, key=lambda before: (-shared[before], before))
            yield from ((before, after) for before in sorted({*neighbours.near(name), *alike}))

    def _score(self, before: str, after: str) -> float:
        """How alike two lines are, from 0 to 2, or 0 where they are not alike enough to be one."""
        moves = self._moves(before, after)
        if not moves:
            return 0
        same = sum(self.gone[old].answer == self.came[new].answer for old, new in moves) / len(moves)
        alike = likeness(before, after)
        is_same = same >= _SAME_CELLS and (len(moves) >= _FEW_CELLS or alike >= _SAME_NAME)
        words = before.replace("-", " "), after.replace("-", " ")
        return same + alike if is_same or (alike >= _CORRECTED and is_correction(*words)) else 0

    def _moves(self, before: str, after: str) -> list[Move]:
        """The cells that two lines have in common."""
        old, new = self.old[before], self.new[after]
        return [(old[cell], new[cell]) for cell in old if cell in new]

    def _title(self, cell: Trace) -> str:
        """The line's name as people know it."""
        return (cell.front.partition(BETWEEN)[0], cell.front.rpartition(BETWEEN)[2])[self.direction]
