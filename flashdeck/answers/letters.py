"""The comparison of two texts, letter by letter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    pieces = tuple(difference(answer, typed, exact_case=exact_case))
    if folded(typed, exact_case=False) == folded(answer, exact_case=False):
        message, rating = "upper and lower case differ", Rating.HARD
    elif _is_slip(answer, pieces):
        message, rating = "one letter differs", Rating.HARD
    else:
        message, rating = f"different: the answer is {answer}", Rating.AGAIN
    return Verdict(Outcome.DIFFERENT, message, answer, rating, difference=pieces)


def difference(answer: str, typed: str, *, exact_case: bool) -> Iterator[Piece]:
    """Both texts laid on each other, in order: what is common, what is too much and what is missing.

    Letters keep their accents; the common and the missing pieces joined are the answer, white space folded.
    """
    from difflib import SequenceMatcher

    wanted, given = _clusters(answer), _clusters(typed)
    if len(wanted) * len(given) > _MOST_PAIRS:
        yield Piece("".join(given), Letters.EXTRA)
        yield Piece("".join(wanted), Letters.MISSING)
        return
    given_keys, wanted_keys = ([_key(each, exact_case=exact_case) for each in some] for some in (given, wanted))
    for tag, i1, i2, j1, j2 in SequenceMatcher(a=given_keys, b=wanted_keys, autojunk=False).get_opcodes():
        if tag == "equal":
            yield Piece("".join(wanted[j1:j2]), Letters.BOTH)
            continue
        if i1 < i2:
            yield Piece("".join(given[i1:i2]), Letters.EXTRA)
        if j1 < j2:
            yield Piece("".join(wanted[j1:j2]), Letters.MISSING)


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
