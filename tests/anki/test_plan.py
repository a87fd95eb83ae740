from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from flashdeck.anki.models import STANDARD
from flashdeck.anki.notes import ExportNote
from flashdeck.anki.plan import Change, departures
from flashdeck.schedule.standing import ExportRecord

NOW = 1_796_000_000_250


def note(guid: str = "g", front: str = "front") -> ExportNote:
    fields = STANDARD.values({"Front": front, "Guid": guid})
    return ExportNote(guid, f"key-{guid}", STANDARD, "deck", fields, ("tag",), (0,))


def test_a_note_that_never_left_is_new_and_leaves_under_the_present_second() -> None:
    """`mod` is in seconds, the creation time in milliseconds."""
    (departure,) = departures([note()], {}, {}, NOW)
    assert (departure.change, departure.mod, departure.created) == (Change.NEW, 1_796_000_000, NOW)


def test_f2_an_unchanged_note_keeps_its_mod() -> None:
    """Whatever the clock says: Anki must see nothing new, or it would replace the person's own tags."""
    (departure,) = departures([note()], {"g": ExportRecord(note().digest, 1_700_000_000)}, {"g": 5}, NOW)
    assert (departure.change, departure.mod, departure.created) == (Change.UNCHANGED, 1_700_000_000, 5)


def test_an_edited_note_leaves_under_the_present_second() -> None:
    """Later than an edit that the person made in Anki before."""
    (departure,) = departures([note()], {"g": ExportRecord("other", 1_700_000_000)}, {}, NOW)
    assert (departure.change, departure.mod) == (Change.UPDATED, 1_796_000_000)


def test_f2_two_edits_in_one_second_both_arrive() -> None:
    """Anki takes an equal `mod` for the same content, so the second edit leaves a second later than it happened."""
    (departure,) = departures([note()], {"g": ExportRecord("other", 1_796_000_000)}, {}, NOW)
    assert departure.mod == 1_796_000_001


def test_f2_a_clock_set_back_never_hides_an_edit() -> None:
    """`mod` goes on from the highest that left."""
    (departure,) = departures([note()], {"g": ExportRecord("other", 1_900_000_000)}, {}, NOW)
    assert departure.mod == 1_900_000_001


def test_the_deck_and_suspension_are_no_content() -> None:
    """Anki never takes them for a note that it has, and an update that brings nothing would only replace tags."""
    assert replace(note(), deck="elsewhere", suspended=True, ordinals=(0, 1)).digest == note().digest


def test_fields_and_tags_are_content() -> None:
    """Each change of them gives another digest."""
    same = note()
    changed = [note(front="other"), replace(same, tags=()), replace(same, tags=("tag", "more"))]
    assert len({each.digest for each in [same, *changed]}) == 4


@settings(max_examples=50)
@given(
    st.lists(st.sampled_from("abcde"), unique=True),
    st.dictionaries(st.sampled_from("abc"), st.integers(NOW - 3, NOW + 3)),
)
def test_r46_no_two_new_notes_share_a_creation_time(guids: list[str], created: dict[str, int]) -> None:
    """Notes made in one moment get one millisecond each, and none that another note has."""
    made = {each.note.guid: each.created for each in departures([note(guid) for guid in guids], {}, created, NOW)}
    fresh = [made[guid] for guid in guids if guid not in created]
    assert len(set(fresh)) == len(fresh)
    assert set(fresh).isdisjoint(created.values())
    assert all(made[guid] == created[guid] for guid in guids if guid in created)


@settings(max_examples=50)
@given(st.lists(st.tuples(st.sampled_from("xyz"), st.integers(0, 5)), min_size=1, max_size=12))
def test_a_mod_never_stands_for_two_contents(history: list[tuple[str, int]]) -> None:
    """Through any run of edits and times, also backwards, a later export of other content has a later `mod`."""
    exported: dict[str, ExportRecord] = {}
    seen: list[tuple[int, str]] = []
    for front, second in history:
        (departure,) = departures([note(front=front)], exported, {}, NOW + second * 1000)
        exported["g"] = ExportRecord(departure.note.digest, departure.mod)
        seen.append((departure.mod, departure.note.digest))
    assert [mod for mod, _ in seen] == sorted(mod for mod, _ in seen)
    assert len(dict(seen)) == len(set(seen))
