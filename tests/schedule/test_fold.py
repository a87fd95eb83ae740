from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from flashdeck.config import Settings
from flashdeck.model import CardKey, Event, Moment, Rating, Schedule
from flashdeck.schedule.fold import extends, fold
from flashdeck.schedule.standing import ExportRecord, ImportRecord, NoteRecord, Standing
from flashdeck.schedule.undoing import to_undo
from tests.schedule.written import CARDS, DAY_0, at, event, logs, review, undo

SETTINGS = Settings()
modestly = settings(max_examples=50)
RING = CARDS[0]


def folded(*events: Event) -> Standing:
    return fold(events, SETTINGS)


def interval(*events: Event) -> int:
    """Where the one card of these events stands, in days."""
    return folded(*events).schedules.get(RING, Schedule()).interval


# ---------------------------------------------------------------------------------------------- order and merging


def test_events_count_in_the_order_of_their_days() -> None:
    """A first Good gives 1 day, a second 6, a third 15, however the file has them."""
    first, second, third = review("good", at(0), 1), review("good", at(1), 2), review("good", at(7), 3)
    assert interval(third, first, second) == 15
    assert folded(third, first, second) == folded(first, second, third)


def test_of_two_devices_on_one_day_the_earlier_answer_counts() -> None:
    """The later one is a repeat, which decides only whether the card is asked again."""
    desk = review("again", at(0, "08:00"), 1, "desk")
    lap = review("easy", at(0, "21:00"), 1, "lap")
    schedule = folded(lap, desk).schedules[RING]
    assert (schedule.ease, schedule.repetitions, schedule.pending) == (2500, 0, False)


def test_the_study_day_goes_before_the_instant() -> None:
    """Flying west: an answer given later by UTC for an earlier study day folds first, and nothing is negative."""
    auckland = review("again", at(1, "07:00", 13), 1)
    honolulu = review("easy", at(0, "09:30", -10), 2)
    assert auckland.when.at < honolulu.when.at
    schedule = folded(auckland, honolulu).schedules[RING]
    assert (schedule.ease, schedule.lapses, schedule.last) == (2600, 1, DAY_0 + timedelta(days=1))


def test_a_stored_study_day_is_never_counted_anew() -> None:
    """The day stands in the event: another rollover or zone today moves no answer of the past."""
    night = review("good", at(0, "02:00"), 1)
    schedules = [fold([night], Settings(rollover=at(0, clock).at.time())).schedules for clock in ("00:00", "12:00")]
    assert schedules[0] == schedules[1]
    assert schedules[0][RING].last == DAY_0 - timedelta(days=1)


def test_one_line_read_twice_counts_once() -> None:
    """A copied log file changes nothing, even where a second answer would."""
    only = review("good", at(0), 1)
    assert folded(only, only, replace(only)) == folded(only)
    assert folded(event("rain", at(0), 1), event("rain", at(0), 1)).unknown == {"rain": 1}


def test_two_lines_with_one_id_are_both_kept() -> None:
    """A folder copied to a second machine goes on counting from the same number; both answers were given."""
    here, there = review("good", at(0), 1, card=CARDS[0]), review("good", at(0), 1, card=CARDS[2])
    assert set(folded(here, there).schedules) == {CARDS[0], CARDS[2]}
    again, easy = review("again", at(0), 1), review("easy", at(0), 1)
    assert folded(again, easy) == folded(easy, again)


@modestly
@given(logs(), st.randoms(use_true_random=False))
def test_any_order_of_the_lines_folds_alike(events: list[Event], random: Any) -> None:
    """Merging is commutative, associative and idempotent: shuffled, with lines repeated, it comes to the same."""
    shuffled = events + random.choices(events, k=len(events) // 2) if events else []
    random.shuffle(shuffled)
    assert fold(shuffled, SETTINGS) == fold(events, SETTINGS)


@modestly
@given(logs())
def test_no_order_of_events_makes_an_exception_or_a_negative_interval(events: list[Event]) -> None:
    """Whatever the clocks of the devices did, a card is due after the day on which it last counted."""
    for schedule in fold(events, SETTINGS).schedules.values():
        assert schedule.first is not None
        assert schedule.last is not None
        assert schedule.due is not None
        assert schedule.first <= schedule.last < schedule.due
        assert schedule.interval >= 1


@modestly
@given(logs())
def test_cards_do_not_touch_each_other(events: list[Event]) -> None:
    """A card's own events and all undos are enough: so one card can be folded anew after an undo."""
    whole = fold(events, SETTINGS).schedules
    for card in CARDS:
        own = [e for e in events if e.kind == "undo" or (e.body.get("guid"), e.body.get("ordinal")) == card]
        assert fold(own, SETTINGS).schedules.get(card) == whole.get(card)


@modestly
@given(logs(), st.integers(-4000, 4000))
def test_another_calendar_folds_to_the_same_intervals(events: list[Event], days: int) -> None:
    """All dates moved by the same number of days move the dates of the schedules and nothing else."""
    shift = timedelta(days=days)

    def moved(when: Moment) -> Moment:
        return Moment(when.at + shift, when.offset, when.day + shift)

    there = fold([replace(e, when=moved(e.when)) for e in events], SETTINGS)
    here = fold(events, SETTINGS)
    assert there.schedules.keys() == here.schedules.keys()
    for key, schedule in here.schedules.items():
        assert schedule.first is not None
        assert schedule.last is not None
        assert schedule.due is not None
        expected = schedule._replace(first=schedule.first + shift, last=schedule.last + shift, due=schedule.due + shift)
        assert there.schedules[key] == expected


# ---------------------------------------------------------------------------------------------- undo


def test_undo_takes_back_and_redo_brings_back() -> None:
    """An undo of an undo is a redo, to any depth, and twice undone is once undone."""
    good = review("good", at(0), 1)
    undone = undo(good, at(0), 2)
    redone = undo(undone, at(0), 3)
    undone_again = undo(redone, at(0), 4)
    assert interval(good) == 1
    assert interval(good, undone) == 0
    assert interval(good, undone, redone) == 1
    assert interval(good, undone, redone, undone_again) == 0
    assert interval(good, undone, undo(good, at(0), 5)) == 0
    assert interval(good, undone, redone, undo(good, at(0), 5)) == 0


def test_a_long_chain_of_undos_and_redos_is_settled() -> None:
    """Undo and redo ten thousand times: the last word holds, and no stack overflows."""
    chain = [review("good", at(0), 0)]
    for number in range(1, 10_001):
        chain.append(undo(chain[-1], at(0), number))
    assert interval(*chain) == 1
    assert interval(*chain[:-1]) == 0


def test_an_undone_first_answer_makes_the_second_count() -> None:
    """What was a repeat becomes the day's answer."""
    again, easy = review("again", at(0, "09:00"), 1), review("easy", at(0, "09:01"), 2)
    assert folded(again, easy, undo(again, at(5), 3)).schedules[RING].ease == 2600


def test_an_undo_counts_wherever_it_is_sorted() -> None:
    """By a clock that runs behind, an undo and its redo may seem to come before what they name."""
    good = review("good", at(5), 1)
    undone = undo(good, at(3), 2)
    assert interval(good, undone) == 0
    assert interval(good, undone, undo(undone, at(1), 3)) == 1


def test_an_undo_of_what_was_never_read_waits_for_it() -> None:
    """The other device's log may arrive later; until then nothing happens."""
    good = review("good", at(0), 1, "lap")
    assert folded(undo(good, at(0), 1)).schedules == {}
    assert folded(undo(good, at(0), 1), good).schedules == {}


def test_undos_in_a_circle_do_nothing() -> None:
    """No device writes them, but a file may hold them; an undo of itself is one."""
    good = review("good", at(0), 1)
    one = event("undo", at(0), 2, target="desk:3")
    other = event("undo", at(0), 3, target="desk:2")
    assert interval(good, one, other, event("undo", at(0), 4, target="desk:4")) == 1


@modestly
@given(logs(), st.sampled_from(CARDS), st.sampled_from(Rating), st.integers(0, 9))
def test_an_answer_and_its_undo_leave_no_trace(events: list[Event], card: CardKey, rating: Rating, day: int) -> None:
    """Schedules, notes and exports are as if neither had been."""
    answer = review(rating.value, at(day), 100, card=card)
    before, after = fold(events, SETTINGS), fold([*events, answer, undo(answer, at(day), 101)], SETTINGS)
    assert after.schedules == before.schedules
    assert (after.notes, after.guids, after.exports) == (before.notes, before.guids, before.exports)


@modestly
@given(logs())
def test_the_last_answer_is_the_last_that_stands(events: list[Event]) -> None:
    """Taking back the last answer until there is none empties every schedule, each time by one answer."""
    events = [e for e in events if "revlog" not in e.body]
    standing = {e.id for e in events if e.kind == "review" and e.body["rating"] != "splendid"}
    number = 1000
    while answers := to_undo(events):
        (last,) = answers
        assert last.id in standing
        standing.discard(last.id)
        events = [*events, undo(last, at(9), number)]
        number += 1
    assert fold(events, SETTINGS).schedules == {}


def test_the_last_answer_is_the_one_given_last() -> None:
    """Not the last in the files; notes, exports and undone answers are no answers."""
    early, late = review("good", at(0), 1), review("good", at(1), 2)
    export = event("export", at(2), 3, guid="ring", digest="d", mod=1)
    assert to_undo([late, export, early]) == [late]
    assert to_undo([late, early, undo(late, at(2), 4)]) == [early]
    assert to_undo([export]) == []


def test_the_last_answer_after_a_flight_west_or_a_clock_set_back() -> None:
    """It is the one that the device wrote last, though its study day, or even its UTC, is an earlier one."""
    in_kiribati, in_hawaii = review("good", at(1, "09:00", 14), 1), review("easy", at(0, "10:00", -10), 2)
    assert in_hawaii.when.day < in_kiribati.when.day
    assert to_undo([in_kiribati, in_hawaii]) == [in_hawaii]
    assert to_undo([review("good", at(4), 1), set_back := review("easy", at(2), 2)]) == [set_back]


def test_the_last_answer_of_two_devices_is_the_later_one_in_utc() -> None:
    """A device whose clock was set back counts from the latest time that it ever wrote."""
    here, there = review("good", at(1, "09:00"), 7), review("good", at(1, "09:02"), 3, "lap")
    assert to_undo([here, there]) == [there]
    assert to_undo([here, there, back := review("hard", at(1, "09:05"), 8)]) == [back]
    assert to_undo([review("good", at(3), 7), after := review("hard", at(1), 8), there]) == [after]


# ---------------------------------------------------------------------------------------------- going on


@modestly
@given(logs(), st.data())
def test_a_fold_may_go_on_from_where_it_stood(events: list[Event], data: st.DataObject) -> None:
    """fold(a + b) = fold(b, start=fold(a)) wherever `extends` says so, and `a` is left as it was."""
    cut = data.draw(st.integers(0, len(events)))
    ordered = sorted(events, key=lambda e: (e.when.day, e.when.at, e.device, e.sequence))
    start = fold(ordered[:cut], SETTINGS)
    kept = start.copy()
    if extends(start, ordered[cut:]):
        assert fold(ordered[cut:], SETTINGS, start) == fold(events, SETTINGS)
    else:
        at_once = cut and ordered[cut].when.at == ordered[cut - 1].when.at  # on another device
        assert at_once or any(e.kind == "undo" or e.id in start.undone or "revlog" in e.body for e in ordered[cut:])
        with pytest.raises(ValueError, match="anew"):
            fold(ordered[cut:], SETTINGS, start)
    assert start == kept


@modestly
@given(logs(undos=False), logs(devices=("phone",), undos=False))
def test_what_comes_later_and_takes_nothing_back_extends(a: list[Event], b: list[Event]) -> None:
    """The usual morning: yesterday's standing and today's answers."""
    later = [replace(e, when=at(20 + (e.when.day - DAY_0).days)) for e in b if "revlog" not in e.body]
    assert extends(fold(a, SETTINGS), later)
    assert fold(later, SETTINGS, fold(a, SETTINGS)) == fold([*later, *a], SETTINGS)


def test_what_does_not_extend() -> None:
    """Earlier events, the same events, an undo, and an event that was undone before it arrived."""
    good = review("good", at(3), 1)
    start = folded(good, undo(review("good", at(4), 7, "lap"), at(3), 2))
    assert extends(start, [review("good", at(3, "10:00"), 3)])
    assert extends(start, [])
    assert not extends(start, [review("good", at(2), 3)])
    assert not extends(folded(good), [good])
    assert not extends(start, [undo(good, at(4), 3)])
    assert not extends(start, [review("good", at(4), 7, "lap")])


# ---------------------------------------------------------------------------------------------- notes and exports


def note(guid: str, key: str, day: int, number: int, created: int = 5) -> Event:
    return event("note", at(day), number, guid=guid, key=key, front=key.upper(), created=created)


def test_a_renamed_note_frees_its_key() -> None:
    """The guid stays; the key it had may name another note from then on."""
    standing = folded(note("g1", "old", 0, 1), note("g1", "new", 1, 2))
    assert standing.guids == {"new": "g1"}
    assert standing.notes == {"g1": NoteRecord("new", "NEW", 5)}
    assert folded(note("g1", "old", 0, 1), note("g1", "new", 1, 2), note("g2", "old", 2, 3)).guids == {
        "new": "g1",
        "old": "g2",
    }


def test_of_two_notes_with_one_key_the_latest_has_it() -> None:
    """Both records are kept, for both guids may have histories."""
    both = note("g2", "ring", 1, 2), note("g1", "ring", 0, 1)
    standing = folded(*both)
    assert standing.guids == {"ring": "g2"}
    assert set(standing.notes) == {"g1", "g2"}
    assert folded(*both, note("g1", "torus", 2, 3)).guids == {"ring": "g2", "torus": "g1"}


def test_of_several_exports_the_highest_mod_wins() -> None:
    """Also where a device with a slow clock wrote it first."""
    exports = [
        event("export", at(0), 1, guid="g", digest="new", mod=9),
        event("export", at(1), 2, guid="g", digest="old", mod=4),
    ]
    assert folded(*exports).exports == {"g": ExportRecord("new", 9)}


# ---------------------------------------------------------------------------------------------- odd events


@pytest.mark.parametrize(
    ("kind", "body", "told"),
    [
        ("review", {"guid": "g", "ordinal": 0, "rating": "splendid"}, "`splendid` is not a rating"),
        ("review", {"guid": "g", "ordinal": 0, "rating": ["good"]}, "`rating` is not a text"),
        ("review", {"guid": "g", "ordinal": 0}, "`rating` is missing"),
        ("review", {"guid": ["g"], "ordinal": 0, "rating": "good"}, "`guid` is not a text"),
        ("review", {"guid": "g", "rating": "good"}, "`ordinal` is missing"),
        ("review", {"guid": "g", "ordinal": -1, "rating": "good"}, "`ordinal` is not a whole number from 0"),
        ("review", {"guid": "g", "ordinal": True, "rating": "good"}, "`ordinal` is not a whole number from 0"),
        ("note", {"guid": "g", "key": "k", "front": "f", "created": "today"}, "`created` is not a whole number"),
        ("export", {"guid": "g", "digest": "d"}, "`mod` is missing"),
        ("undo", {"target": 3}, "`target` is not a text"),
        ("undo", {}, "`target` is missing"),
    ],
)
def test_an_event_that_makes_no_sense_is_skipped_and_told(kind: str, body: Mapping[str, Any], told: str) -> None:
    """It is named by its id with what is wrong; the rest of the log counts."""
    standing = folded(event(kind, at(0), 1, **body), review("good", at(1), 2))
    (problem,) = standing.problems
    assert problem.startswith("desk:1: ")
    assert told in problem
    assert list(standing.schedules) == [RING]
    assert (standing.notes, standing.exports) == ({}, {})


def test_unknown_kinds_are_counted_and_unknown_fields_ignored() -> None:
    """A log that a newer version wrote still folds."""
    answer = review("good", at(0), 1)
    newer = replace(answer, body={**answer.body, "mood": {"bright": [1]}})
    standing = folded(newer, event("dream", at(0), 2), event("dream", at(0), 3), event("wave", at(0), 4))
    assert standing.schedules == folded(answer).schedules
    assert standing.unknown == {"dream": 2, "wave": 1}
    assert standing.problems == []


# ---------------------------------------------------------------------------------------------- replay


REPLAY = """
from tests.schedule.written import CARDS, at, event, review, undo
from flashdeck.config import Settings
from flashdeck.schedule.fold import fold
ratings = ["good", "easy", "again", "hard", "good"]
events = [review(ratings[n % 5], at(n // 2), n, "desk" if n % 3 else "lap", CARDS[n % 3]) for n in range(40)]
events += [undo(events[7], at(9), 90), event("note", at(3), 91, guid="ring", key="k", front="F", created=1)]
events += [event(kind, at(4), 92 + n) for n, kind in enumerate(["cram", "flag", "bury"])]
by_id = {event.id: event for event in events}
print(fold([by_id[name] for name in set(by_id)], Settings()))
"""


def test_a_replay_comes_to_the_same_bytes_everywhere() -> None:
    """In a new process, under any hash seed, time zone and locale."""
    surroundings = [
        {"PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C"},
        {"PYTHONHASHSEED": "4711", "TZ": "Pacific/Apia", "LC_ALL": "C.UTF-8"},
    ]
    printed = {
        subprocess.run(
            [sys.executable, "-c", REPLAY], env={**os.environ, **env}, capture_output=True, check=True
        ).stdout
        for env in surroundings
    }
    assert len(printed) == 1
    assert b"interval=" in printed.pop()


@modestly
@given(logs())
def test_a_fold_leaves_its_events_alone(events: list[Event]) -> None:
    """Events are values: folding them twice reads the same lines twice."""
    assume(events)
    copies = [replace(e, body=dict(e.body)) for e in events]
    first = fold(events, SETTINGS)
    assert events == copies
    assert fold(iter(events), SETTINGS) == first


# ---------------------------------------------------------------------------------------------- what came from Anki


def brought(day: int, sequence: int, device: str = "desk", *, revlog: int = 1, zone: int = 0) -> Event:
    """An answer that an import wrote."""
    return event("review", at(day, zone=zone), sequence, device, **CARDS[0]._asdict(), rating="good", revlog=revlog)


def test_an_answer_that_two_devices_brought_from_anki_counts_once() -> None:
    """Both imported the same phone, from different time zones: one row of its log is one answer."""
    here, there = brought(0, 1), brought(0, 7, "lap", zone=1)
    assert folded(here, there).schedules == folded(there, here).schedules
    assert folded(here, there).schedules[RING].answers == 1


def test_an_answer_that_was_brought_before_the_log_it_was_given_in_counts_once() -> None:
    """Given on the laptop, taken to the phone with progress, brought to the desk, and merged only then."""
    given, back = review("good", at(0), 3, "lap"), brought(0, 1, "desk")
    assert folded(back, given).schedules[RING].answers == folded(given, back).schedules[RING].answers == 1
    assert not extends(folded(back), [given])


def test_two_rows_of_anki_are_two_answers() -> None:
    """Only the same row is the same answer."""
    assert folded(brought(0, 1), brought(1, 2, revlog=2)).schedules[RING].answers == 2


def test_what_came_from_anki_is_never_put_on_top() -> None:
    """Another device may have brought it before, so the note is folded anew."""
    assert not extends(Standing(), [brought(0, 1)])


def test_undo_passes_over_what_came_from_anki() -> None:
    """It was done there, and is no slip of a finger here."""
    own = review("good", at(3), 1)
    assert to_undo([own, brought(0, 2)]) == [own]


def test_the_newest_import_of_a_note_is_remembered() -> None:
    """The highest `mod` wins, whatever order they come in."""
    old = event("import", at(0), 1, guid="g", digest="d1", mod=5, notetype=11, text="t1")
    new = event("import", at(1), 2, guid="g", digest="d2", mod=6, notetype=11, text="t2")
    assert folded(new, old).imports == {"g": ImportRecord("d2", 6, 11, "t2")}


def test_an_export_remembers_where_a_note_lies_in_anki() -> None:
    """Its deck and the ordinals of its cards; an older log does not say."""
    old = event("export", at(0), 1, guid="g", digest="d", mod=5)
    new = event("export", at(1), 2, guid="g", digest="d", mod=5, deck="A::B", ordinals=[0, 2])
    assert folded(old).exports == {"g": ExportRecord("d", 5)}
    assert folded(old, new).exports == {"g": ExportRecord("d", 5, "A::B", (0, 2))}
