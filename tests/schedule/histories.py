"""Logs with events of every kind, drawn by hypothesis, and the queue of the cards that they are about."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any

from hypothesis import strategies as st

from flashdeck.config import Settings
from flashdeck.model import CardKey, Event, EventKind, Marks, Moment, Rating, Schedule, State
from flashdeck.schedule import Candidate, Portion, Queue, answered_on, queue
from flashdeck.schedule.fold import fold as fold_events
from flashdeck.schedule.standing import Standing
from flashdeck.schedule.undoing import to_redo, to_undo
from tests.schedule.written import DAY_0, at, event

CARDS = [CardKey("ring", 0), CardKey("ring", 1), CardKey("h100", 0), CardKey("h100", 1), CardKey("mesh", 0)]
LATER = 40
"""A day, counted from DAY_0, that comes after all events of `histories` in every zone."""

SETTINGS = {
    name: Settings(scheduler=name, leech_threshold=2, leech_action="suspend") for name in ("sm2", "anki", "fsrs")
}
settings_of_all = st.sampled_from(list(SETTINGS.values()))

MARKING = (EventKind.SUSPEND, EventKind.UNSUSPEND, EventKind.BURY, EventKind.FLAG)
CLOCKS = ("03:59", "04:00", "12:30", "23:59")
NUMBERS = (0, 1, 2, 6, 300, 1300, 2500, 10**6, 2**31 - 1)
FAR_DAYS = ("0001-01-01", "0001-01-02", "9999-12-30", "9999-12-31")
ACTIONS = (*[EventKind.REVIEW] * 7, EventKind.CRAM, *MARKING, EventKind.RESET, EventKind.SET)
OTHERS = (*[EventKind.UNDO] * 3, *[EventKind.REDO] * 2, EventKind.NOTE, EventKind.EXPORT, "dream", "odd")


def histories(
    devices: tuple[str, ...] = ("desk", "lap"), most: int = 14, *, sets: bool = True
) -> st.SearchStrategy[list[Event]]:
    """What devices wrote whose clocks run anyhow and stand in several zones, in the order of writing.

    Each action is a number, of which all else follows: that is quick to draw, and a log shrinks by leaving some out.
    """
    kinds = [kind for kind in (*ACTIONS, *OTHERS) if sets or kind != EventKind.SET]
    return st.lists(st.integers(0, 2**32), max_size=most).map(lambda drawn: _written(drawn, devices, kinds))


def _written(drawn: Sequence[int], devices: Sequence[str], kinds: Sequence[str]) -> list[Event]:
    written: list[Event] = []
    for number, seed in enumerate(drawn):
        chance = Random(seed)
        kind, device = chance.choice(kinds), chance.choice(devices)
        when = at(chance.randint(-3, 12), chance.choice(CLOCKS), chance.choice((0, 0, 14, -12)))
        bodies = _bodies(chance, kind, number, written)
        written += [Event(device, 10 * number + part, kind, when, body) for part, body in enumerate(bodies)]
    return written


def _bodies(chance: Random, kind: str, number: int, written: Sequence[Event]) -> list[dict[str, Any]]:
    """What one action says: where it was done to several cards at once each event tells its part."""
    card = chance.choice(CARDS)
    if kind in (EventKind.UNDO, EventKind.REDO):
        return [{"target": chance.choice([*(each.id for each in written), "desk:4711"])}]
    if kind == EventKind.NOTE:
        return [{"guid": card.guid, "key": chance.choice("ab"), "front": "?", "created": number}]
    if kind == EventKind.EXPORT:
        return [{"guid": card.guid, "digest": str(number), "mod": chance.randint(0, 3)}]
    if kind == "odd":
        return [{"guid": card.guid, "ordinal": "first"}]
    more: dict[str, Any] = {"rating": chance.choice([*Rating]).value, "flag": chance.randint(0, 7)}
    if kind == EventKind.SET:
        more["schedule"] = given_schedule(chance)
    if kind in (*MARKING, EventKind.RESET) and chance.random() < 1 / 2:
        return [{**each._asdict(), **more, "part": part} for part, each in enumerate(CARDS[:3])]
    return [{**card._asdict(), **more}]


def given_schedule(chance: Random) -> dict[str, Any]:
    """A schedule that a `set` event may carry: a sound one, or such as nobody would set."""
    day = chance.choice([*FAR_DAYS, *(str(DAY_0 + timedelta(days=days)) for days in (-40, -1, 0, 0, 1, 5, 40))])
    given = {"state": chance.choice([*State]).value, "due": day}
    for name in (
        "interval",
        "ease",
        "repetitions",
        "lapses",
        "answers",
        "step",
        "remaining",
        "stability",
        "difficulty",
    ):
        given |= {name: chance.choice(NUMBERS)} if chance.random() < 1 / 2 else {}
    for name in ("first", "last", "due_at"):
        other = chance.choice([day, day, str(DAY_0), *FAR_DAYS])
        given |= {name: other if name != "due_at" else f"{other}T07:30:00+00:00"} if chance.random() < 1 / 2 else {}
    for name in ("pending", "leech"):
        given |= {name: chance.random() < 1 / 2} if chance.random() < 1 / 2 else {}
    return given


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
