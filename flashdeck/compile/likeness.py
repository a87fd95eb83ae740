"""How alike two fronts are, and which of many are worth comparing."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from heapq import nsmallest

from flashdeck.compile.identity import folded

_WORD_RESEMBLES = 0.7  # `Hoper` and `Hopper`: 0.91; `prefill` and `decode`: 0.31
_RAREST = 12  # trigrams of a text by which others are looked up
_COMMON = 64  # texts looked at for a trigram that many share
_WEIGHED = 16  # texts whose trigrams are compared
_COMPARED = 4  # texts worth comparing letter by letter
_NEAR = 0.4  # the share of trigrams in common from which a text may be meant
_NEARLY = 0.6  # the same against what the nearest has

_DIGITS = re.compile(r"\d+")
_WORDS = re.compile(r"\w+|[^\w\s]")


def plain(text: str) -> str:
    """A front as it is compared: case and white space do not count."""
    return folded(text).casefold()


def likeness(one: str, other: str) -> float:
    """From 0, nothing in common, to 1, equal: twice the matching letters by all letters (Ratcliff and Obershelp)."""
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


def is_correction(old: str, new: str) -> bool:
    """Whether each word of `old` that `new` has another in place of is only spelt otherwise, and no number differs.

    `H100` and `H200`, or `prefill` and `decode`, make two questions of one pattern.
    """
    numbers = [set(_DIGITS.findall(text)) for text in (old, new)]
    if numbers[0] - numbers[1] and numbers[1] - numbers[0]:
        return False
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    changes = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    return all(
        _resemble(" ".join(before[start:end]), " ".join(after[to_start:to_end]))
        for change, start, end, to_start, to_end in changes
        if change == "replace"
    )


def _resemble(one: str, other: str) -> bool:
    return sorted(one) == sorted(other) or likeness(one, other) >= _WORD_RESEMBLES


class Neighbours:
    """Texts by their trigrams, so that one is compared with the few that it may resemble and not with all."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._grams = [_trigrams(text) for text in texts]
        self._having: dict[str, list[int]] = defaultdict(list)
        for place, grams in enumerate(self._grams):
            for gram in grams:
                self._having[gram].append(place)

    def near(self, text: str) -> list[int]:
        """The places of the texts that are nearest to this one by their trigrams, four at most."""
        grams = _trigrams(text)
        lists = (self._having[gram] for gram in grams if gram in self._having)
        rarest: Iterable[list[int]] = nsmallest(_RAREST, lists, key=len)
        votes = Counter(place for having in rarest for place in having[:_COMMON])
        weighed = nsmallest(_WEIGHED, votes, key=lambda place: (-votes[place], place))
        overlaps = {place: self._overlap(grams, place) for place in weighed}
        enough = max(_NEAR, _NEARLY * max(overlaps.values(), default=0))
        nearest = nsmallest(_COMPARED, overlaps, key=lambda place: (-overlaps[place], place))
        return [place for place in nearest if overlaps[place] >= enough]

    def _overlap(self, grams: frozenset[str], place: int) -> float:
        other = self._grams[place]
        return 2 * len(grams & other) / (len(grams) + len(other))


def _trigrams(text: str) -> frozenset[str]:
    padded = f"  {text} "
    return frozenset(padded[at : at + 3] for at in range(len(padded) - 2))
