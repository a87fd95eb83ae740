"""Who a card was before: notes that are gone, matched with those that came in the same compile.

A history follows its note, in this order:

1. to the same text under another key: an `#id` was given, changed or taken away;
2. to the same front with another answer;
3. to the renamed row or column of its table (`tablelines.py`);
4. to a similar front: at least half alike where the answer is the same; else at least four fifths alike, where words
   were only spelt otherwise and no number changed, either in the front or in the answer.

Where two fit about equally well, nothing moves, and a person is asked. Cloze notes and standard notes never mix: their
cards are not the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

from flashdeck.compile.identity import folded
from flashdeck.compile.likeness import Neighbours, is_correction, likeness, plain
from flashdeck.compile.tablelines import take_lines
from flashdeck.compile.traces import Doubt, Move, Option, Renames, Trace, of_one_kind, rest, settled, table_of

SAME_ANSWER = 0.5
CORRECTED = 0.8
_TELLING, _READ = 12, 1_000  # the letters of an answer that is compared with a corrected one
_SHARED_ANSWER = 4  # notes with one answer, past which it tells nothing


def renames(gone: Sequence[Trace], came: Sequence[Trace]) -> Renames:
    """Match the notes that are gone with those that came; takes time in proportion to their number."""
    found = Renames()
    if not (gone and came):
        return found
    for same in (_text, _front):
        _take_equal(gone, came, same, found)
    take_lines(gone, came, found)
    _take_similar(gone, came, found)
    return found


# ---------------------------------------------------------------------------------------------- equal ones


def _text(trace: Trace) -> Hashable:
    return (folded(trace.front), trace.is_cloze, trace.answer)


def _front(trace: Trace) -> Hashable:
    return folded(trace.front)


def _take_equal(
    gone: Sequence[Trace], came: Sequence[Trace], same: Callable[[Trace], Hashable], found: Renames
) -> None:
    """Match what is equal and has no equal beside it."""
    before = _grouped(gone, rest(gone, (move[0] for move in found.moves)), same)
    after = _grouped(came, rest(came, (move[1] for move in found.moves)), same)
    for value, places in before.items():
        others = after.get(value, [])
        if len(places) == len(others) == 1 and of_one_kind(gone[places[0]], came[others[0]]):
            found.moves.append((places[0], others[0]))


def _grouped(
    traces: Sequence[Trace], places: Iterable[int], same: Callable[[Trace], Hashable]
) -> dict[Hashable, list[int]]:
    groups: dict[Hashable, list[int]] = defaultdict(list)
    for place in places:
        groups[same(traces[place])].append(place)
    return groups


# ---------------------------------------------------------------------------------------------- similar ones


def _take_similar(gone: Sequence[Trace], came: Sequence[Trace], found: Renames) -> None:
    old = rest(gone, (move[0] for move in found.moves))
    new = rest(came, (move[1] for move in found.moves))
    scores = {
        (before, after): score
        for before, after in _candidates(gone, old, came, new)
        if (score := _score(gone[before], came[after]))
    }
    clear, doubtful = settled(scores)
    found.moves += clear
    for before, others in doubtful.items():
        options = tuple(Option(came[after].front, ((before, after),)) for after in others)
        found.doubts.append(Doubt(gone[before].front, options))


def _candidates(gone: Sequence[Trace], old: Sequence[int], came: Sequence[Trace], new: Sequence[int]) -> Iterator[Move]:
    """The pairs worth comparing: of each that came a few whose front or answer is near."""
    if not (old and new):
        return
    neighbours = Neighbours([plain(gone[before].front) for before in old])
    by_answer = _grouped(gone, old, lambda trace: trace.answer)
    for after in new:
        near = {old[place] for place in neighbours.near(plain(came[after].front))}
        answering = by_answer.get(came[after].answer, [])
        near.update(answering if len(answering) <= _SHARED_ANSWER else ())
        yield from ((before, after) for before in sorted(near))


def _score(old: Trace, new: Trace) -> float:
    """How alike two notes are, 0 where they are not alike enough to be one."""
    if not of_one_kind(old, new) or (table_of(old.key) and table_of(old.key) == table_of(new.key)):
        return 0
    before, after = plain(old.front), plain(new.front)
    has_same_answer = old.answer is not None and old.answer == new.answer
    score = likeness(before, after)
    if score < (SAME_ANSWER if has_same_answer else CORRECTED):
        return 0
    is_same = has_same_answer or is_correction(before, after) or _is_corrected(old.answer, new.answer)
    return score if is_same else 0


def _is_corrected(old: str | None, new: str | None) -> bool:
    """Whether an answer was only spelt otherwise; what is too short or too long to tell by is not."""
    if not (old and new and all(_TELLING <= len(answer) <= _READ for answer in (old, new))):
        return False
    before, after = plain(old), plain(new)
    return is_correction(before, after) and likeness(before, after) >= CORRECTED
