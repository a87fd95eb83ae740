"""Logs with events of every kind, drawn by hypothesis, and the queue of the cards that they are about."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from flashdeck.config import Settings
from flashdeck.model import CardKey, Event, EventKind, Marks, Moment, Rating, Schedule, State
from flashdeck.schedule import Candidate, Portion, Queue, Standing, answered_on, queue, to_redo, to_undo
from flashdeck.schedule import fold as fold_events
from tests.schedule.written import DAY_0, at, event

CARDS = [CardKey("ring", 0), CardKey("ring", 1), CardKey("h100", 0), CardKey("h100", 1), CardKey("mesh", 0)]
LATER = 40
"""A day, counted from DAY_0, that comes after all events of `histories` in every zone."""

SETTINGS = {
    name: Settings(scheduler=name, leech_threshold=2, leech_action="suspend") for name in ("sm2", "anki", "fsrs")
}
settings_of_all = st.sampled_from(list(SETTINGS.values()))

days = st.integers(-40, 40).map(lambda number: (DAY_0 + timedelta(days=number)).isoformat())
far_days = st.sampled_from(["0001-01-01", "0001-01-02", "2026-12-01", "9999-12-30", "9999-12-31"])
numbers = st.sampled_from([0, 1, 2, 6, 300, 1300, 2500, 10**6, 2**31 - 1])
given_schedules = st.fixed_dictionaries(
    {"state": st.sampled_from([state.value for state in State]), "due": days | far_days},
    optional={
        **dict.fromkeys(["interval", "ease", "repetitions", "lapses", "answers", "step", "remaining"], numbers),
        **dict.fromkeys(["first", "last"], days | far_days),
        **dict.fromkeys(["pending", "leech"], st.booleans()),
        **dict.fromkeys(["stability", "difficulty"], st.sampled_from([0, 0.001, 3.2, 5, 10**9])),
        "due_at": st.one_of(days, far_days).map(lambda day: f"{day}T07:30:00+00:00"),
    },
)
"""Schedules that a `set` event may carry: sound ones, and such as nobody would set."""

moments = st.builds(
    at,
    st.integers(-3, 12),
    st.sampled_from(["03:59", "04:00", "12:30", "23:59"]),
    st.sampled_from([0, 0, 14, -12]),
)
_NAMED = {
    EventKind.REVIEW: {"rating": st.sampled_from([*Rating]).map(str)},
    EventKind.CRAM: {"rating": st.sampled_from([*Rating]).map(str)},
    EventKind.FLAG: {"flag": st.integers(0, 7)},
    EventKind.SET: {"schedule": given_schedules},
}
_OF_CARDS = [
    *[EventKind.REVIEW] * 8,
    EventKind.CRAM,
    EventKind.SUSPEND,
    EventKind.UNSUSPEND,
    EventKind.BURY,
    EventKind.FLAG,
    EventKind.RESET,
    EventKind.SET,
]


@st.composite
def histories(
    draw: st.DrawFn,
    devices: tuple[str, ...] = ("desk", "lap"),
    most: int = 14,
    *,
    sets: bool = True,
    undos: bool = True,
) -> list[Event]:
    """What devices wrote whose clocks run anyhow and stand in several zones, in the order of writing."""
    written: list[Event] = []
    kinds = [kind for kind in _OF_CARDS if sets or kind is not EventKind.SET] + ["note", "export", "dream", "odd"]
    if undos:
        kinds += [*[EventKind.UNDO] * 3, *[EventKind.REDO] * 2]
    for number in range(draw(st.integers(0, most))):
        kind, device, when = draw(st.sampled_from(kinds)), draw(st.sampled_from(devices)), draw(moments)
        made = [Event(device, 10 * number, kind, when, body) for body in _bodies(draw, kind, number, written)]
        written += [Event(device, 10 * number + part, kind, when, each.body) for part, each in enumerate(made)]
    return written


def _bodies(draw: st.DrawFn, kind: str, number: int, written: Sequence[Event]) -> list[dict[str, Any]]:
    """What one action says: of several cards at once each event tells its part."""
    card = draw(st.sampled_from(CARDS))
    if kind in (EventKind.UNDO, EventKind.REDO):
        names = [earlier.id for earlier in written] + ["desk:4711"]
        return [{"target": draw(st.sampled_from(names))}]
    if kind == EventKind.NOTE:
        return [{"guid": card.guid, "key": draw(st.sampled_from("ab")), "front": "?", "created": number}]
    if kind == EventKind.EXPORT:
        return [{"guid": card.guid, "digest": str(number), "mod": draw(st.integers(0, 3))}]
    if kind == "odd":
        return [{"guid": card.guid, "ordinal": "first"}]
    more = draw(st.fixed_dictionaries(_NAMED.get(EventKind(kind), {}))) if kind in list(EventKind) else {}
    if kind in (EventKind.SUSPEND, EventKind.BURY, EventKind.RESET, EventKind.FLAG) and draw(st.booleans()):
        return [{**each._asdict(), **more, "part": part} for part, each in enumerate(CARDS[:3])]
    return [{**card._asdict(), **more}]


# ---------------------------------------------------------------------------------------------- what they come to


def fold(events: Sequence[Event], settings: Settings) -> Standing:
    """Where everything stands."""
    return fold_events(events, settings)


def said(standing: Standing) -> tuple[object, ...]:
    """What a person can see of it: not the undos and odd lines that the log has besides."""
    schedules = {key: schedule for key, schedule in standing.schedules.items() if schedule != Schedule()}
    marks = {key: marks for key, marks in standing.marks.items() if marks != Marks()}
    return schedules, marks, standing.notes, standing.guids, standing.exports


def candidates(standing: Standing, now: Moment) -> list[Candidate]:
    """The cards as the queue needs them, in file order."""
    found = []
    for position, key in enumerate(CARDS):
        marks = standing.marks.get(key, Marks())
        schedule = standing.schedules.get(key, Schedule())
        found.append(
            Candidate(
                key,
                "gpu" if key.ordinal else "gpu::h100",
                position,
                schedule,
                suspended=bool(marks.suspended),
                buried=marks.buried == now.day,
            )
        )
    return found


def asked(standing: Standing, settings: Settings, now: Moment) -> Queue:
    """The queue of these cards at a moment."""
    cards = candidates(standing, now)
    return queue(cards, now, settings, answered_on(now.day, cards), Portion())


# ---------------------------------------------------------------------------------------------- undo and redo


def undone(events: Sequence[Event], when: Moment, number: int) -> list[Event]:
    """The log after somebody took back what was done last; the same where nothing is left."""
    return [*events, *_taking_back("undo", to_undo(events), when, number)]


def redone(events: Sequence[Event], when: Moment, number: int) -> list[Event]:
    """The log after somebody did again what was taken back last."""
    return [*events, *_taking_back("redo", to_redo(events), when, number)]


def _taking_back(kind: str, targets: Sequence[Event], when: Moment, number: int) -> list[Event]:
    several = len(targets) > 1
    return [
        event(kind, when, number + part, "hand", target=target.id, **({"part": part} if several else {}))
        for part, target in enumerate(targets)
    ]


def noon(day: date) -> Moment:
    """Twelve o'clock in UTC on a date."""
    return Moment(datetime(day.year, day.month, day.day, 12, tzinfo=UTC), 0, day)
