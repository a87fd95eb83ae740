"""The fold: the log's events, in whatever order they are read, into where every card and note stands.

Events sort by study day, time, device and sequence number, so the files of several devices fold to one state in any
order. Cards do not touch each other: the events that name one card, with every undo, give that card's schedule.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from itertools import groupby

from flashdeck.config import Settings
from flashdeck.model import CardKey, Event, EventKind, Rating, Schedule
from flashdeck.schedule.scheduler import Scheduler, schedulers

Place = tuple[date, datetime, str, int]
"""Where an event stands in the fold."""

NEW = Schedule()
RATINGS = {rating.value: rating for rating in Rating}


@dataclass(frozen=True, slots=True)
class NoteRecord:
    """What the log says of a note: its key and front when last written down, and when it was made (ms since 1970).

    `cloze` tells whether it is a cloze note; None where the log does not say.
    """

    key: str
    front: str
    created: int
    cloze: bool | None = None


@dataclass(frozen=True, slots=True)
class ExportRecord:
    """A note's last export to Anki: the digest of what left, and the `mod` it left with (seconds since 1970)."""

    digest: str
    mod: int


@dataclass(slots=True)
class Standing:
    """What the log comes to.

    `guids` are by the key that each note has now. `problems` are sentences about events that were skipped, `unknown`
    counts events by a kind that this version does not know. `undone` are the ids that undo events name, `newest` is
    the place of the last event: with them `extends` knows whether a fold can go on from here.
    """

    schedules: dict[CardKey, Schedule] = field(default_factory=dict)
    notes: dict[str, NoteRecord] = field(default_factory=dict)
    guids: dict[str, str] = field(default_factory=dict)
    exports: dict[str, ExportRecord] = field(default_factory=dict)
    unknown: dict[str, int] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    undone: frozenset[str] = frozenset()
    newest: Place | None = None

    def copy(self) -> Standing:
        """The same standing, to be changed apart from this one."""
        return replace(
            self,
            schedules=dict(self.schedules),
            notes=dict(self.notes),
            guids=dict(self.guids),
            exports=dict(self.exports),
            unknown=dict(self.unknown),
            problems=list(self.problems),
        )


def fold(
    events: Iterable[Event],
    settings: Settings,
    start: Standing | None = None,
    *,
    decks: Mapping[str, str] | None = None,
) -> Standing:
    """Where everything stands after these events, whatever order they come in.

    `decks` names the deck of each guid, for decks that have an interval or a leech threshold of their own. One event
    read twice counts once. An event that makes no sense is skipped and told in `problems`. `start` is what earlier
    events came to, under the same settings and decks; it is left as it is. Raises ValueError where the events cannot
    be put on top of it, which `extends` tells beforehand: then all of them are folded anew.
    """
    ordered = in_order(events)
    if start is None:
        standing = Standing()
    elif extends(start, ordered):
        standing = start.copy()
    else:
        raise ValueError("these events change what was folded before: fold all of them anew")
    scheduler_of = _by_card(settings, decks or {})
    undos = _undos(ordered)
    dead = _taken_back(undos)
    for event in ordered:
        if dead and event.id in dead:
            continue
        apply = _APPLY.get(event.kind)
        if apply is None:
            standing.unknown[event.kind] = standing.unknown.get(event.kind, 0) + 1
            continue
        try:
            apply(standing, event, scheduler_of)
        except ValueError as error:
            standing.problems.append(f"{event.id}: this `{event.kind}` event is skipped, {error}")
    if ordered:
        standing.newest = _place(ordered[-1])
    standing.undone |= {target for targets in undos.values() for target in targets}
    return standing


def extends(standing: Standing, events: Iterable[Event]) -> bool:
    """Whether `fold(events, start=standing)` equals folding everything anew.

    It does where each event comes after those already folded, none takes anything back, and none was taken back before
    it arrived.
    """
    return all(
        (standing.newest is None or _place(event) > standing.newest)
        and event.kind != EventKind.UNDO
        and event.id not in standing.undone
        for event in events
    )


def in_order(events: Iterable[Event]) -> list[Event]:
    """The events in fold order, one for each that was read twice.

    Two that share a place and differ (a copied folder) are both kept, ordered by what they say.
    """
    ordered: list[Event] = []
    for _, here in groupby(sorted(events, key=_place), key=_place):
        twins = list(here)
        if len(twins) > 1:
            by_content = {_content(event): event for event in twins}
            twins = [by_content[content] for content in sorted(by_content)]
        ordered += twins
    return ordered


def last_answer(events: Iterable[Event]) -> Event | None:
    """The review that was given last, of those that count and are not undone: what an undo takes back.

    The last given need not be the last in fold order: a person who flew west, or whose clock was set back, answers on
    an earlier study day. A device's later answer is later whatever its clock said; between devices UTC decides.
    """
    ordered = in_order(events)
    dead = _taken_back(_undos(ordered))
    latest: dict[str, datetime] = {}
    last: tuple[tuple[datetime, str, int], Event] | None = None
    for event in sorted(ordered, key=lambda each: (each.device, each.sequence)):
        given = latest[event.device] = max(event.when.at, latest.get(event.device, event.when.at))
        if event.kind == EventKind.REVIEW and event.id not in dead and _is_understood(event):
            place = (given, event.device, event.sequence)
            last = (place, event) if last is None or place >= last[0] else last
    return last and last[1]


# ---------------------------------------------------------------------------------------------- order


def _place(event: Event) -> Place:
    when = event.when
    return when.day, when.at, event.device, event.sequence


def _content(event: Event) -> str:
    return json.dumps([event.kind, event.when.offset, dict(event.body)], sort_keys=True, default=str)


# ---------------------------------------------------------------------------------------------- undo


def _undos(events: Sequence[Event]) -> dict[str, list[str]]:
    """For each id of an undo event, the ids that it names."""
    targets: dict[str, list[str]] = {}
    for event in events:
        if event.kind == EventKind.UNDO and isinstance(target := event.body.get("target"), str):
            targets.setdefault(event.id, []).append(target)
    return targets


def _taken_back(targets: Mapping[str, Sequence[str]]) -> set[str]:
    """The ids that are undone, where an undo that is itself undone does nothing.

    Settled from the undos that nobody undoes downwards, so it needs no order in time; undos in a circle, which no
    device writes, do nothing.
    """
    unsettled = Counter(target for named in targets.values() for target in named)
    ready = [undo for undo in targets if not unsettled[undo]]
    dead: set[str] = set()
    while ready:
        undo = ready.pop()
        for target in targets[undo]:
            if undo not in dead:
                dead.add(target)
            unsettled[target] -= 1
            if target in targets and not unsettled[target]:
                ready.append(target)
    return dead


# ---------------------------------------------------------------------------------------------- one event

SchedulerOf = Callable[[str], Scheduler]
"""The scheduler of a note's cards, by guid."""


def _by_card(settings: Settings, decks: Mapping[str, str]) -> SchedulerOf:
    of_deck = schedulers(settings)
    return lambda guid: of_deck(decks.get(guid, ""))


def _review(standing: Standing, event: Event, scheduler_of: SchedulerOf) -> None:
    key, rating = _card(event), _rating(event)
    before = standing.schedules.get(key, NEW)
    standing.schedules[key] = scheduler_of(key.guid).answer(before, rating, event.when)


def _note(standing: Standing, event: Event, _: SchedulerOf) -> None:
    """The latest word on a note wins: a rename frees the key it had."""
    guid = _text(event, "guid")
    cloze = event.body.get("cloze")
    is_told = isinstance(cloze, bool)
    record = NoteRecord(
        _text(event, "key"), _text(event, "front"), _whole(event, "created"), cloze if is_told else None
    )
    before = standing.notes.get(guid)
    if before is not None and standing.guids.get(before.key) == guid:
        del standing.guids[before.key]
    standing.notes[guid] = record
    standing.guids[record.key] = guid


def _export(standing: Standing, event: Event, _: SchedulerOf) -> None:
    """The highest `mod` wins, for Anki takes a note only when its `mod` has grown."""
    guid = _text(event, "guid")
    record = ExportRecord(_text(event, "digest"), _whole(event, "mod"))
    before = standing.exports.get(guid)
    if before is None or record.mod >= before.mod:
        standing.exports[guid] = record


def _undo(_: Standing, event: Event, __: SchedulerOf) -> None:
    """What it undoes was left out already; here only an undo that names nothing is told."""
    _text(event, "target")


_APPLY: Mapping[str, Callable[[Standing, Event, SchedulerOf], None]] = {
    EventKind.REVIEW: _review,
    EventKind.NOTE: _note,
    EventKind.EXPORT: _export,
    EventKind.UNDO: _undo,
}


# ---------------------------------------------------------------------------------------------- fields


def _card(event: Event) -> CardKey:
    return CardKey(_text(event, "guid"), _whole(event, "ordinal"))


def _rating(event: Event) -> Rating:
    word = _text(event, "rating")
    if word not in RATINGS:
        raise ValueError(f"`{word}` is not a rating")
    return RATINGS[word]


def _is_understood(review: Event) -> bool:
    try:
        _card(review), _rating(review)
    except ValueError:
        return False
    return True


def _text(event: Event, name: str) -> str:
    value = event.body.get(name)
    if isinstance(value, str):
        return value
    raise ValueError(f"its `{name}` is {'missing' if value is None else 'not a text'}")


def _whole(event: Event, name: str) -> int:
    value = event.body.get(name)
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise ValueError(f"its `{name}` is {'missing' if value is None else 'not a whole number from 0'}")
