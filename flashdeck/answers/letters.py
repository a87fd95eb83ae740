"""The comparison of two texts, letter by letter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from unicodedata import combining, normalize

from flashdeck.answers.verdict import Letters, Outcome, Piece, Verdict
from flashdeck.model import Rating

_SAME_SIGN = str.maketrans("’‘“”–—‐‑", "''\"\"----")
_JOINERS = {"\u200d", "\ufe0f", "\ufe0e"}
_MOST_PAIRS = 250_000
"""Texts whose lengths multiply to more are not aligned: nobody types them, and it would take long."""

_SLIP_FROM = 5
"""A slip of the finger is one letter wrong in a text of at least this many."""


def folded(text: str, *, exact_case: bool) -> str:
    """What counts of a text: NFC, white space folded; without `exact_case` no case, no curly quotes, no last stop."""
    text = " ".join(normalize("NFC", text).split())
    if exact_case:
        return text
    return normalize("NFC", text.translate(_SAME_SIGN).removesuffix(".").removesuffix("。").casefold())


def judge(answer: str, typed: str, *, exact_case: bool) -> Verdict:
    """The verdict on a typed text; one slip of the finger, or of the shift key, is graded hard."""
    if folded(typed, exact_case=exact_case) == folded(answer, exact_case=exact_case):
        return Verdict(Outcome.EXACT, "exact", answer, Rating.GOOD)
    pieces = difference(answer, typed, exact_case=exact_case)
    if folded(typed, exact_case=False) == folded(answer, exact_case=False):
        message, rating = "upper and lower case differ", Rating.HARD
    elif _is_slip(answer, pieces):
        message, rating = "one letter differs", Rating.HARD
    else:
        message, rating = f"different: the answer is {answer}", Rating.AGAIN
    return Verdict(Outcome.DIFFERENT, message, answer, rating, difference=pieces)


def difference(answer: str, typed: str, *, exact_case: bool) -> tuple[Piece, ...]:
    """Both texts laid on each other with as few changes as there can be: what is common, too much, and missing.

    Letters keep their accents; the common and the missing pieces joined are the answer, white space folded.
    """
    wanted, given = _clusters(answer), _clusters(typed)
    if len(wanted) * len(given) > _MOST_PAIRS:
        return Piece("".join(given), Letters.EXTRA), Piece("".join(wanted), Letters.MISSING)
    steps = _steps(given, wanted, exact_case=exact_case)
    return tuple(piece for is_common, run in groupby(steps, _is_common) for piece in _pieces(is_common, list(run)))


_Step = tuple[Letters, str]


def _is_common(step: _Step) -> bool:
    return step[0] is Letters.BOTH


def _pieces(is_common: bool, run: Sequence[_Step]) -> Iterator[Piece]:  # noqa: FBT001 (the key of the run)
    """A run of steps as one piece, or as what is too much and what is missing in its place."""
    for letters in (Letters.BOTH,) if is_common else (Letters.EXTRA, Letters.MISSING):
        text = "".join(cluster for kind, cluster in run if kind is letters)
        if text:
            yield Piece(text, letters)


def _steps(given: Sequence[str], wanted: Sequence[str], *, exact_case: bool) -> Iterator[_Step]:
    """The fewest changes from one text to the other, each letter kept, dropped or added in turn."""
    given_keys, wanted_keys = ([_key(each, exact_case=exact_case) for each in some] for some in (given, wanted))
    changes = _changes(given_keys, wanted_keys)
    at, to = 0, 0
    while at < len(given) or to < len(wanted):
        here = changes[at][to]
        if at < len(given) and to < len(wanted) and given_keys[at] == wanted_keys[to]:
            yield Letters.BOTH, wanted[to]
            at, to = at + 1, to + 1
        elif to < len(wanted) and changes[at][to + 1] < here:
            yield Letters.MISSING, wanted[to]
            to += 1
        else:
            yield Letters.EXTRA, given[at]
            if changes[at + 1][to] >= here:  # neither alone helps: one letter stands for another
                yield Letters.MISSING, wanted[to]
                to += 1
            at += 1


def _changes(given: Sequence[str], wanted: Sequence[str]) -> list[list[int]]:
    """Levenshtein's distances: row `i`, column `j` has that between the rests of both texts from there on."""
    rows = [list(range(len(wanted), -1, -1))]
    for key in reversed(given):
        below, row = rows[-1], [rows[-1][-1] + 1]
        for at in range(len(wanted) - 1, -1, -1):
            same = key == wanted[at]
            row.append(below[at + 1] if same else 1 + min(row[-1], below[at], below[at + 1]))
        rows.append(row[::-1])
    return rows[::-1]


def _clusters(text: str) -> list[str]:
    """The letters of a text, each with the accents and joiners that belong to it."""
    clusters: list[str] = []
    for letter in " ".join(normalize("NFC", text).split()):
        if clusters and (combining(letter) or letter in _JOINERS or clusters[-1][-1] == "\u200d"):
            clusters[-1] += letter
        else:
            clusters.append(letter)
    return clusters


def _key(cluster: str, *, exact_case: bool) -> str:
    return cluster if exact_case else cluster.translate(_SAME_SIGN).casefold()


def _is_slip(answer: str, pieces: Sequence[Piece]) -> bool:
    """Whether one letter is too much, missing or another, or two stand in the wrong order; a digit is no slip."""
    changed = [place for place, piece in enumerate(pieces) if piece.letters is not Letters.BOTH]
    texts = [pieces[place].text for place in changed]
    if len(answer) < _SLIP_FROM or any(len(_clusters(text)) > 1 or text.isnumeric() for text in texts):
        return False
    if len(changed) == 2:
        first, last = changed
        between = "".join(piece.text for piece in pieces[first + 1 : last])
        return not between or (len(_clusters(between)) == 1 and texts[0] == texts[1])
    return len(changed) == 1
