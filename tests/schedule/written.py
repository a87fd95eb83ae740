"""Logs written by hand and by hypothesis: the events that the tests of this room fold."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta, timezone
from typing import Any

from hypothesis import strategies as st

from flashdeck.model import CardKey, Event, Moment, Rating
from flashdeck.schedule import moment

DAY_0 = date(2026, 12, 1)
ROLLOVER = time(4)
CARDS = [CardKey("ring", 0), CardKey("ring", 1), CardKey("h100", 0)]


def at(day: int, clock: str = "09:00", zone: int = 0) -> Moment:
    """When a wall clock, `zone` hours east of UTC, shows `clock`, `day` days after DAY_0."""
    local = datetime.combine(DAY_0 + timedelta(days=day), time.fromisoformat(clock), timezone(timedelta(hours=zone)))
    return moment(local, ROLLOVER)


def dated(day: date) -> Moment:
    """Nine o'clock in UTC on a date."""
    return moment(datetime.combine(day, time(9), UTC), ROLLOVER)


def event(kind: str, when: Moment, number: int, device: str = "desk", **body: Any) -> Event:
    """Any event; `number` is its sequence number."""
    return Event(device, number, kind, when, body)


def review(rating: str, when: Moment, number: int, device: str = "desk", card: CardKey = CARDS[0]) -> Event:
    """An answer to a card."""
    return event("review", when, number, device, guid=card.guid, ordinal=card.ordinal, rating=rating, taken_ms=900)


def undo(target: Event, when: Moment, number: int, device: str = "desk") -> Event:
    """What takes `target` back; of an undo, what brings its target back."""
    return event("undo", when, number, device, target=target.id)


@st.composite
def logs(
    draw: st.DrawFn, devices: tuple[str, ...] = ("desk", "lap"), most: int = 24, *, undos: bool = True
) -> list[Event]:
    """Logs of devices whose clocks run anyhow, forward and back: answers, notes, exports, undos and odd lines."""
    events: list[Event] = []
    for number in range(draw(st.integers(0, most))):
        device = draw(st.sampled_from(devices))
        when = at(draw(st.integers(-3, 9)), draw(st.sampled_from(["03:59", "04:00", "12:30", "23:59"])))
        kinds = ["review"] * 6 + ["note", "export", "future", "odd"] + ["undo"] * (3 if undos and events else 0)
        kind = draw(st.sampled_from(kinds))
        card = draw(st.sampled_from(CARDS))
        if kind == "review":
            made = review(draw(st.sampled_from(Rating)).value, when, number, device, card)
            if draw(st.integers(0, 5)) == 0:  # it came from Anki
                made = replace(made, body={**made.body, "revlog": draw(st.integers(1, 2))})
        elif kind == "undo":
            made = undo(draw(st.sampled_from(events)), when, number, device)
        elif kind == "note":
            key = draw(st.sampled_from(["a", "b"]))
            made = event("note", when, number, device, guid=card.guid, key=key, front=key.upper(), created=number)
        elif kind == "export":
            made = event(
                "export", when, number, device, guid=card.guid, digest=str(number), mod=draw(st.integers(0, 3))
            )
        elif kind == "odd":
            made = event("review", when, number, device, guid=card.guid, ordinal=0, rating="splendid")
        else:
            made = event("future", when, number, device)
        events.append(made)
    return events
