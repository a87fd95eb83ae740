"""The fold: the log's events, in whatever order they are read, into where every card and note stands.

Events sort by study day, time, device and sequence number, so the files of several devices fold to one state in any
order. Cards do not touch each other: the events that name one card, with every undo, give that card's schedule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from flashdeck.config import Settings
from flashdeck.model import CardKey, Event, EventKind, Marks, Schedule
from flashdeck.schedule import fields
from flashdeck.schedule.leech import makes_a_leech
from flashdeck.schedule.order import REVLOG, Place, in_order, place
from flashdeck.schedule.rules import Rules, rules
from flashdeck.schedule.standing import ExportRecord, ImportRecord, NoteRecord, Standing
from flashdeck.schedule.undoing import TAKES_BACK, taken_back, targets

NEW = Schedule()
UNMARKED = Marks()


class Transition(NamedTuple):
    """One answer that stands in the log, and where its card stood before and after it."""

    event: Event
    key: CardKey
    before: Schedule
    after: Schedule


def fold(
    events: Iterable[Event],
    settings: Settings,
    start: Standing | None = None,
    *,
    decks: Mapping[str, str] | None = None,
) -> Standing:
    """Where everything stands after these events, whatever order they come in.

    `decks` names the deck of each guid, for decks that have rules of their own. One event read twice counts once. An
    event that makes no sense is skipped and told in `problems`. `start` is what earlier events came to, under the same
    settings and decks; it is left as it is. Raises ValueError where the events cannot be put on top of it, which
    `extends` tells beforehand: then all of them are folded anew.
    """
    ordered = in_order(events)
    if start is None:
        standing = Standing()
    elif extends(start, ordered):
        standing = start.copy()
    else:
        raise ValueError("these events change what was folded before: fold all of them anew")
    named = targets(ordered)
    _apply(ordered, taken_back(named), standing, _by_card(settings, decks or {}))
    if ordered:
        standing.newest = place(ordered[-1])
    standing.undone |= {target for each in named.values() for target in each}
    return standing


def extends(standing: Standing, events: Iterable[Event]) -> bool:
    """Whether `fold(events, start=standing)` equals folding everything anew.

    It does where each event comes after those already folded, none takes anything back, none was taken back before it
    arrived, and none came from Anki, whence another device may have brought it before; nor may one have come from there
    that was given at the same time on another device.
    """
    return all(
        (standing.newest is None or _is_behind(event, standing.newest))
        and event.kind not in TAKES_BACK
        and REVLOG not in event.body
        and event.id not in standing.undone
        for event in events
    )


def _is_behind(event: Event, newest: Place) -> bool:
    _, at, device, _ = newest
    return place(event) > newest and (event.when.at != at or event.device == device)


def transitions(
    events: Iterable[Event], settings: Settings, *, decks: Mapping[str, str] | None = None
) -> Iterator[Transition]:
    """Every answer that stands, in fold order, with what it made of its card: what figures and histories are told from.

    An answer that changed nothing but `answers` and `pending` was a repeat.
    """
    ordered = in_order(events)
    dead = taken_back(targets(ordered))
    standing, rules_of = Standing(), _by_card(settings, decks or {})
    for event in ordered:
        if event.kind == EventKind.REVIEW and event.id not in dead:
            try:
                key = fields.card(event)
                before = standing.schedules.get(key, NEW)
                _review(standing, event, rules_of)
            except ValueError:  # `fold` tells of it
                continue
            yield Transition(event, key, before, standing.schedules[key])
        elif event.kind in (EventKind.RESET, EventKind.SET):
            _apply([event], dead, standing, rules_of)


# ---------------------------------------------------------------------------------------------- one event after another

RulesOf = Callable[[str], Rules]
"""What holds for a note's cards, by guid."""


def _by_card(settings: Settings, decks: Mapping[str, str]) -> RulesOf:
    of_deck = cache(lambda deck: rules(settings.for_deck(deck)))
    if not decks:
        everywhere = of_deck("")
        return lambda _: everywhere
    return lambda guid: of_deck(decks.get(guid, ""))


def _apply(ordered: Iterable[Event], dead: set[str], standing: Standing, rules_of: RulesOf) -> None:
    for event in ordered:
        if dead and event.id in dead:
            continue
        apply = _APPLY.get(event.kind)
        if apply is None:
            standing.unknown[event.kind] = standing.unknown.get(event.kind, 0) + 1
            continue
        try:
            apply(standing, event, rules_of)
        except ValueError as error:
            standing.problems.append(f"{event.id}: this `{event.kind}` event is skipped, {error}")


def _review(standing: Standing, event: Event, rules_of: RulesOf) -> None:
    key, rating = fields.card(event), fields.rating(event)
    before = standing.schedules.get(key, NEW)
    holding = rules_of(key.guid)
    after = standing.schedules[key] = holding.scheduler.answer(before, rating, event.when, key)
    is_lapse = after.lapses > before.lapses
    if is_lapse and holding.suspends_leeches and makes_a_leech(after.lapses, holding.leeches_from):
        _mark(standing, key, suspended=True)


def _cram(_: Standing, event: Event, __: RulesOf) -> None:
    """It counts for nothing; here only one that makes no sense is told."""
    fields.card(event), fields.rating(event)


def _suspend(standing: Standing, event: Event, _: RulesOf) -> None:
    _mark(standing, fields.card(event), suspended=True)


def _unsuspend(standing: Standing, event: Event, _: RulesOf) -> None:
    _mark(standing, fields.card(event), suspended=False)


def _bury(standing: Standing, event: Event, _: RulesOf) -> None:
    _mark(standing, fields.card(event), buried=event.when.day)


def _flag(standing: Standing, event: Event, _: RulesOf) -> None:
    _mark(standing, fields.card(event), flag=fields.flag(event))


def _mark(standing: Standing, key: CardKey, **marks: Any) -> None:
    standing.marks[key] = standing.marks.get(key, UNMARKED)._replace(**marks)


def _reset(standing: Standing, event: Event, _: RulesOf) -> None:
    standing.schedules[fields.card(event)] = NEW


def _set(standing: Standing, event: Event, rules_of: RulesOf) -> None:
    key, given = fields.card(event), fields.schedule(event)
    before = standing.schedules.get(key, NEW)
    standing.schedules[key] = rules_of(key.guid).scheduler.adopt(before, given)


def _note(standing: Standing, event: Event, _: RulesOf) -> None:
    """The latest word on a note wins: a rename frees the key it had."""
    guid = fields.text(event, "guid")
    cloze = event.body.get("cloze")
    record = NoteRecord(
        fields.text(event, "key"),
        fields.text(event, "front"),
        fields.whole(event, "created"),
        cloze if isinstance(cloze, bool) else None,
    )
    before = standing.notes.get(guid)
    if before is not None and standing.guids.get(before.key) == guid:
        del standing.guids[before.key]
    standing.notes[guid] = record
    standing.guids[record.key] = guid


def _export(standing: Standing, event: Event, _: RulesOf) -> None:
    """The highest `mod` wins, for Anki takes a note only when its `mod` has grown."""
    guid = fields.text(event, "guid")
    record = ExportRecord(fields.text(event, "digest"), fields.whole(event, "mod"), *fields.place_in_anki(event))
    before = standing.exports.get(guid)
    if before is None or record.mod >= before.mod:
        standing.exports[guid] = record


def _import(standing: Standing, event: Event, _: RulesOf) -> None:
    """The highest `mod` wins: what Anki had last."""
    guid = fields.text(event, "guid")
    record = ImportRecord(
        fields.text(event, "digest"),
        fields.whole(event, "mod"),
        fields.whole(event, "notetype"),
        fields.text(event, "text"),
    )
    before = standing.imports.get(guid)
    if before is None or record.mod >= before.mod:
        standing.imports[guid] = record


def _take_back(_: Standing, event: Event, __: RulesOf) -> None:
    """What it takes back was left out already; here only one that names nothing is told."""
    fields.text(event, "target")


_APPLY: Mapping[str, Callable[[Standing, Event, RulesOf], None]] = {
    EventKind.REVIEW: _review,
    EventKind.CRAM: _cram,
    EventKind.SUSPEND: _suspend,
    EventKind.UNSUSPEND: _unsuspend,
    EventKind.BURY: _bury,
    EventKind.FLAG: _flag,
    EventKind.RESET: _reset,
    EventKind.SET: _set,
    EventKind.NOTE: _note,
    EventKind.EXPORT: _export,
    EventKind.IMPORT: _import,
    EventKind.UNDO: _take_back,
    EventKind.REDO: _take_back,
}
