"""Where an event stands: the order of the fold, which no order of the files changes, and the order of giving."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from itertools import groupby

from flashdeck.model import Event

Place = tuple[date, datetime, str, int]
"""Study day, time, device and sequence number: where an event stands in the fold."""


REVLOG = "revlog"
"""The field of an event that came from Anki: the id of its row in the review log there (ms since 1970)."""


def place(event: Event) -> Place:
    """Where the event stands in the fold."""
    when = event.when
    return when.day, when.at, event.device, event.sequence


def in_order(events: Iterable[Event]) -> list[Event]:
    """The events in fold order, one for each that was read twice, or that two devices brought from Anki.

    Two that share a place and differ (a copied folder) are both kept, ordered by what they say.
    """
    ordered: list[Event] = []
    for _, here in groupby(sorted(events, key=place), key=place):
        twins = list(here)
        if len(twins) > 1:
            by_content = {_content(event): event for event in twins}
            twins = [by_content[content] for content in sorted(by_content)]
        ordered += twins
    return _brought_once(ordered) if any(REVLOG in event.body for event in ordered) else ordered


def as_given(events: Iterable[Event]) -> list[Event]:
    """The events in the order in which people gave them, as far as anybody can know it.

    This need not be the order of the fold: a person who flew west, or whose clock was set back, answers on an earlier
    study day. A device's later event is later whatever its clock said; between devices UTC decides.
    """
    given: list[tuple[datetime, str, int, Event]] = []
    latest: dict[str, datetime] = {}
    for event in sorted(in_order(events), key=lambda each: (each.device, each.sequence)):
        at = latest[event.device] = max(event.when.at, latest.get(event.device, event.when.at))
        given.append((at, event.device, event.sequence, event))
    given.sort(key=lambda each: each[:3])
    return [event for *_, event in given]


def _brought_once(ordered: Sequence[Event]) -> list[Event]:
    """Of what was brought from Anki each row once, and no answer that was given here and had left for Anki."""
    seen: set[tuple[object, ...]] = set()
    given = {_answer(event) for event in ordered if REVLOG not in event.body}
    once: list[Event] = []
    for event in ordered:
        body = event.body
        if REVLOG in body:
            row = (event.kind, str(body.get("guid")), str(body.get("ordinal")), str(body[REVLOG]))
            if row in seen or (body.get("rating") and _answer(event) in given):
                continue
            seen.add(row)
        once.append(event)
    return once


def _answer(event: Event) -> tuple[object, ...]:
    body = event.body
    return event.kind, str(body.get("guid")), str(body.get("ordinal")), str(body.get("rating")), event.when.at


def _content(event: Event) -> str:
    return json.dumps([event.kind, event.when.offset, dict(event.body)], sort_keys=True, default=str)
