"""A log folded part by part comes to what its fold comes to."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from flashdeck.config import Settings
from flashdeck.model import Event
from flashdeck.schedule.fold import fold
from flashdeck.schedule.parts import parts_of, together
from flashdeck.schedule.standing import Standing
from tests.schedule.histories import CARDS, histories, settings_of_all
from tests.schedule.written import at, event, review, undo


def in_parts(events: list[Event], chosen: Settings, count: int) -> Standing:
    sorted_out: list[list[Event]] = [[] for _ in range(count)]
    for each in events:
        for part in parts_of(each, count):
            sorted_out[part].append(each)
    return together(fold(part, chosen) for part in sorted_out)


@settings(max_examples=150, deadline=None)
@given(histories(most=30), settings_of_all, st.integers(1, 7), st.randoms())
def test_parts_come_to_the_whole(events: list[Event], chosen: Settings, count: int, chance: st.DataObject) -> None:
    """However many there are, and in whatever order the events are read; only problems are told in another order."""
    whole = fold(events, chosen)
    shuffled = events.copy()
    chance.shuffle(shuffled)  # type: ignore[attr-defined]  # it is a Random
    found = in_parts(shuffled, chosen, count)
    assert sorted(found.problems) == sorted(set(whole.problems))
    assert replace(found, problems=[]) == replace(whole, problems=[])


def test_what_takes_back_is_known_in_every_part() -> None:
    """An undo does not say whose answer it takes back."""
    events = [review("good", at(0), number, card=card) for number, card in enumerate(CARDS)]
    events += [undo(answer, at(0), 100 + answer.sequence) for answer in events]
    assert in_parts(events, Settings(), 5).schedules == {}


def test_a_name_passes_from_note_to_note_in_one_part() -> None:
    """A key belongs to the note that was named so last, whatever parts the two are in."""
    named = [
        event("note", at(day), day, guid=guid, key="same", front="F", created=day) for day, guid in enumerate("abcde")
    ]
    assert in_parts(named, Settings(), 4).guids == {"same": "e"}
