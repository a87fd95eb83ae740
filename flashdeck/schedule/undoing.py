"""Undo and redo: events that name what they take back, and so commute with every merge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from flashdeck.model import CardKey, Event, EventKind
from flashdeck.schedule.fields import is_understood
from flashdeck.schedule.order import REVLOG, as_given, in_order

TAKES_BACK = frozenset({EventKind.UNDO, EventKind.REDO})
ACTIONS = frozenset(
    {
        EventKind.REVIEW,
        EventKind.CRAM,
        EventKind.SUSPEND,
        EventKind.UNSUSPEND,
        EventKind.BURY,
        EventKind.FLAG,
        EventKind.RESET,
        EventKind.SET,
    }
)
"""What a person does to a card, and may want to take back."""


def targets(events: Iterable[Event]) -> dict[str, list[str]]:
    """For each id of an undo or redo, the ids that it names: an undo what was done, a redo the undo."""
    named: dict[str, list[str]] = {}
    for event in events:
        if event.kind in TAKES_BACK and (target := _target(event)) is not None:
            named.setdefault(event.id, []).append(target)
    return named


def taken_back(named: Mapping[str, Sequence[str]]) -> set[str]:
    """The ids that are taken back, where an undo that is itself taken back does nothing.

    Settled from the events that nobody takes back downwards, so it needs no order in time; undos in a circle, which no
    device writes, do nothing.
    """
    unsettled = Counter(target for each in named.values() for target in each)
    ready = [name for name in named if not unsettled[name]]
    dead: set[str] = set()
    while ready:
        name = ready.pop()
        for target in named[name]:
            if name not in dead:
                dead.add(target)
            unsettled[target] -= 1
            if target in named and not unsettled[target]:
                ready.append(target)
    return dead


def to_undo(events: Iterable[Event]) -> list[Event]:
    """What was done last and still counts: the events that an undo takes back, in order.

    Mostly a single answer; what one command did to several cards goes back together.
    """
    given = as_given(events)
    dead = taken_back(targets(given))
    return _last_batch([event for event in given if _is_action(event) and event.id not in dead])


def to_redo(events: Iterable[Event]) -> list[Event]:
    """The last undo that still holds, its events in order; none once something was done after it.

    Where several devices took the same back, all of their undos have to go, or it would stay undone.
    """
    given = as_given(events)
    dead = taken_back(targets(given))
    done = {event.id for event in given if _is_action(event)}
    since = max((place for place, event in enumerate(given) if event.id in done), default=-1) + 1
    holding = [
        (place, event)
        for place, event in enumerate(given)
        if event.kind == EventKind.UNDO and event.id not in dead and _target(event) in done
    ]
    again = {_target(event) for event in _last_batch([event for place, event in holding if place >= since])}
    return [event for _, event in holding if _target(event) in again]


def of_card(events: Iterable[Event], key: CardKey) -> list[Event]:
    """What was done to one card and still counts, in the order of the fold."""
    concerned = [
        event
        for event in events
        if event.kind in TAKES_BACK or (event.body.get("guid"), event.body.get("ordinal")) == key
    ]
    dead = taken_back(targets(concerned))
    return [event for event in in_order(concerned) if event.kind not in TAKES_BACK and event.id not in dead]


def _target(event: Event) -> str | None:
    """The id that an undo or redo names; None where it names none."""
    target = event.body.get("target")
    return target if isinstance(target, str) else None


def _is_action(event: Event) -> bool:
    """Whether it was done here: what came from Anki was done there, and is no slip of a finger."""
    return event.kind in ACTIONS and REVLOG not in event.body and is_understood(event)


def _last_batch(events: Sequence[Event]) -> list[Event]:
    """The last event, with those before it that one command wrote together: at once, and their `part` counts up from 0.

    Where a part of them does not count any more, those before it stand for themselves.
    """
    batch: list[Event] = []
    for event in reversed(events):
        if not batch:
            batch = [event]
            continue
        first = batch[0]
        part = first.body.get("part")
        if not isinstance(part, int) or part <= 0:
            break
        written = (event.device, event.kind, event.when, event.body.get("part"))
        if written == (first.device, first.kind, first.when, part - 1):
            batch.insert(0, event)
    return batch
