"""An order in which cards that share a group, such as the cells of one row of a table, are not neighbours."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import Protocol, TypeVar


class Grouped(Protocol):
    """Anything with the names of its groups."""

    @property
    def apart(self) -> Sequence[str]:
        """The groups whose members are kept apart."""


Item = TypeVar("Item", bound=Grouped)
Groups = frozenset[str]


def keep_apart(cards: Iterable[Item]) -> list[Item]:
    """The same cards, each followed by the first of the rest that shares no group with it.

    Where all of the rest share one, simply by the first. Cards without groups stay in order, and pull nothing forward.
    Cards with the same groups wait in one lane, and only the lanes' first cards are looked at.
    """
    lanes = _lanes(list(cards))
    heads = [(lane[0][0], groups) for groups, lane in lanes.items()]
    heapify(heads)
    left = Counter(group for groups, lane in lanes.items() for _ in lane for group in groups)
    total = sum(map(len, lanes.values()))
    ordered: list[Item] = []
    previous: Groups = frozenset()
    for remaining in range(total, 0, -1):
        if any(left[group] == remaining for group in previous):
            previous = frozenset()  # there is nothing else: take them as they come
        groups = _first_apart(heads, previous)
        lane = lanes[groups]
        ordered.append(lane.popleft()[1])
        if lane:
            heappush(heads, (lane[0][0], groups))
        left.subtract(groups)
        previous = groups
    return ordered


def _lanes(cards: Sequence[Item]) -> Mapping[Groups, deque[tuple[int, Item]]]:
    """The cards with their places, by groups; a group of one keeps nothing apart."""
    sizes = Counter(group for card in cards for group in set(card.apart))
    lanes: dict[Groups, deque[tuple[int, Item]]] = {}
    for place, card in enumerate(cards):
        groups = frozenset(group for group in card.apart if sizes[group] > 1)
        lanes.setdefault(groups, deque()).append((place, card))
    return lanes


def _first_apart(heads: list[tuple[int, Groups]], previous: Groups) -> Groups:
    """Take the first lane that shares no group with the previous card, or the first of all, off the heap."""
    passed: list[tuple[int, Groups]] = []
    while heads:
        head = heappop(heads)
        if previous.isdisjoint(head[1]):
            break
        passed.append(head)
    else:
        head = passed.pop(0)
    for other in passed:
        heappush(heads, other)
    return head[1]
