"""Cards that are forgotten again and again, and what each may be confused with."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from unicodedata import normalize

from flashdeck.model import Card, CardKey, Event, Rating, Schedule


@dataclass(frozen=True, slots=True)
class Typed:
    """A wrong answer, as it was typed last, and how often it was."""

    text: str
    times: int


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Another cell of the same row or column, asked the same way round."""

    key: CardKey
    lapses: int


@dataclass(frozen=True, slots=True)
class Leech:
    """A card that is forgotten again and again.

    `typed` are the wrong answers, the most frequent first, `neighbours` the cells beside it, those with the most
    lapses first.
    """

    key: CardKey
    lapses: int
    typed: tuple[Typed, ...] = ()
    neighbours: tuple[Neighbour, ...] = ()


def leeches(
    schedules: Mapping[CardKey, Schedule], answers: Iterable[Event], apart: Mapping[str, tuple[str, ...]]
) -> tuple[Leech, ...]:
    """The leeches among the cards, the worst first; `apart` names the groups (row, column) of a guid's cell."""
    found = [key for key, schedule in schedules.items() if schedule.leech]
    if not found:
        return ()
    typed = _typed(answers, set(found))
    members: dict[tuple[str, int], list[CardKey]] = defaultdict(list)
    for key in schedules:
        for group in apart.get(key.guid, ()):
            members[group, key.ordinal].append(key)
    told = []
    for key in found:
        beside = {other for group in apart.get(key.guid, ()) for other in members[group, key.ordinal]} - {key}
        neighbours = sorted((Neighbour(other, schedules[other].lapses) for other in beside), key=_worst_first)
        told.append(Leech(key, schedules[key].lapses, typed.get(key, ()), tuple(neighbours)))
    return tuple(sorted(told, key=_worst_first))


def answered_by(typed: Typed, leech: Leech, cards: Mapping[CardKey, Card]) -> Card | None:
    """The neighbour whose answer was typed in place of the leech's; of several the first."""
    for neighbour in leech.neighbours:
        card = cards.get(neighbour.key)
        if card and card.expected and _folded(typed.text) in map(_folded, card.expected.answers):
            return card
    return None


def _typed(answers: Iterable[Event], cards: set[CardKey]) -> dict[CardKey, tuple[Typed, ...]]:
    """What was typed and then graded Again; with the numbers of a drill, drawn anew each time, it tells nothing."""
    counts: dict[CardKey, Counter[str]] = defaultdict(Counter)
    last: dict[str, str] = {}
    for answer in answers:
        body = answer.body
        text = body.get("typed")
        if body.get("rating") != Rating.AGAIN or "draw" in body or not isinstance(text, str) or not text.strip():
            continue
        key = CardKey(body["guid"], body["ordinal"])
        if key in cards:
            counts[key][_folded(text)] += 1
            last[_folded(text)] = " ".join(text.split())
    return {
        key: tuple(Typed(last[text], times) for text, times in sorted(counted.items(), key=lambda one: (-one[1], one)))
        for key, counted in counts.items()
    }


def _folded(text: str) -> str:
    """A text by which two that differ in case and space alone are one."""
    return " ".join(normalize("NFC", text).casefold().split())


def _worst_first(card: Leech | Neighbour) -> tuple[int, CardKey]:
    return -card.lapses, card.key
