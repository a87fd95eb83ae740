"""Who has which key, when only some of the files are compiled."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import flashdeck
from flashdeck.model import Rating, Schedule
from flashdeck.store.collection import Query
from flashdeck.store.index import open_index
from flashdeck.store.refresh import COMPILING_ROOMS
from tests.store.desk import DEVICE, Desk, at, card


def backs(desk: Desk) -> dict[str, str]:
    with desk.opened() as collection:
        return {entry.card.note.key: entry.card.back for entry in collection.entries()}


def counts(desk: Desk) -> tuple[int, int]:
    with desk.opened() as collection:
        return collection.errors, collection.warnings


def test_a_card_keeps_its_history_wherever_it_goes(desk: Desk) -> None:
    """Answer, deck, file and place may change."""
    path = desk.write("a.md", card("x", "Old.") + card("y"))
    desk.answer("x")
    name = desk.card("x")
    path.write_text(card("y"))
    desk.write("new/place.md", card("z") + card("x", "New."))
    with desk.opened() as collection:
        entry = collection.entry(name)
        assert (entry.card.back, entry.card.note.deck, entry.schedule.interval) == ("New.", "new::place", 1)


def test_the_card_known_before_keeps_a_contested_id(desk: Desk) -> None:
    """A second one is an error that harms nothing, wherever its file stands in the order."""
    desk.write("b.md", card("x", "The first."))
    assert backs(desk) == {"x": "The first."}
    desk.write("a.md", card("x", "An intruder."))
    assert backs(desk) == {"x": "The first."}
    assert counts(desk) == (1, 0)


def test_a_refused_card_comes_back_when_the_other_goes(desk: Desk) -> None:
    """Its own file need not be touched for that."""
    path = desk.write("b.md", card("x", "The first."))
    desk.answer("x")
    desk.write("a.md", card("x", "The second."))
    assert counts(desk) == (1, 0)
    path.unlink()
    assert backs(desk) == {"x": "The second."}
    assert counts(desk) == (0, 0)
    with desk.opened() as collection:
        assert collection.entry(desk.card("x")).schedule.interval == 1


def test_a_card_written_twice_is_one(desk: Desk) -> None:
    """With a warning, and the other one takes its place when it goes."""
    path = desk.write("a.md", "## Same?\n\nYes.\n")
    desk.write("b.md", "## Same?\n\nYes.\n")
    assert counts(desk) == (0, 1)
    path.unlink()
    assert counts(desk) == (0, 0)
    with desk.opened() as collection:
        assert [entry.card.note.span.file for entry in collection.entries()] == ["cards/b.md"]


def test_a_table_and_a_card_with_one_id_are_an_error_in_either_order(desk: Desk) -> None:
    """It is found also when only one of the two files was compiled."""
    desk.write("a.md", "## Chips {#chips .table}\n\n| Chip | TDP |\n|---|---|\n| H100 | 700 W |\n")
    assert counts(desk) == (0, 0)
    path = desk.write("b.md", card("chips"))
    assert counts(desk) == (1, 0)
    path.write_text(card("other"))
    assert counts(desk) == (0, 0)
    path.write_text(card("chips"))
    assert counts(desk) == (1, 0)
    (desk.root / "cards" / "a.md").unlink()
    assert counts(desk) == (0, 0)


def test_a_file_with_errors_retires_nothing(desk: Desk) -> None:
    """What an earlier compile had from it stays, and its good cards change all the same."""
    path = desk.write("a.md", card("x", "Old.") + card("y") + card("z"))
    desk.answer("x")
    path.write_text(card("z", "New.") + "## Broken {#broken .nonsense}\n\nX.\n")
    assert backs(desk) == {"x": "Old.", "y": "An answer.", "z": "New."}
    path.write_text(card("z", "Newer.") + "## Broken {#broken .nonsense}\n\nX.\n")
    assert backs(desk) == {"x": "Old.", "y": "An answer.", "z": "Newer."}
    path.write_text(card("z", "Newest."))
    assert backs(desk) == {"z": "Newest."}


def test_a_kept_card_yields_to_its_new_place(desk: Desk) -> None:
    """A card that moved out of a file with errors is not there twice."""
    path = desk.write("a.md", card("x", "Old.") + card("y"))
    desk.keys()
    path.write_text("## Broken {#broken .nonsense}\n\nX.\n")
    desk.write("b.md", card("x", "Moved."))
    assert backs(desk) == {"x": "Moved.", "y": "An answer."}
    assert counts(desk) == (1, 0)
    assert sorted(rowids(desk)) == ["x", "y"]


def test_an_error_of_an_id_retires_nothing_either(desk: Desk) -> None:
    """The card whose new id is taken goes on under its old one."""
    desk.write("a.md", card("x"))
    path = desk.write("b.md", card("y", "Mine."))
    desk.keys()
    path.write_text(card("x", "Mine."))
    assert backs(desk) == {"x": "An answer.", "y": "Mine."}
    path.write_text(card("z", "Mine."))
    assert backs(desk) == {"x": "An answer.", "z": "Mine."}


def test_a_file_that_cannot_be_read_retires_nothing(desk: Desk) -> None:
    """Neither bytes that are not UTF-8 nor a broken link make cards go."""
    path = desk.write("a.md", card("x"))
    desk.write("b.md", card("y"))
    desk.keys()
    path.write_bytes(b"## \xff\n")
    assert desk.keys() == ["x", "y"]
    assert counts(desk)[0] == 1
    path.unlink()
    path.symlink_to("nowhere.md")
    assert desk.keys() == ["x", "y"]
    assert len(desk.problems()) == 1
    path.unlink()
    assert desk.keys() == ["y"]


def test_a_logged_guid_is_never_derived_again(desk: Desk) -> None:
    """What the log says of a key counts, whatever would be derived from it today."""
    desk.write("a.md", card("x"))
    write_phone_log(desk, note("from-the-log", "x"))
    assert desk.card("x").guid == "from-the-log"
    assert [event.kind for event in desk.answer("x")] == ["review"]


def write_phone_log(desk: Desk, *events: dict[str, object]) -> None:
    """The log of another device, from a month ago."""
    place = {"at": "2026-11-01T12:00:00.000+00:00", "offset": 0, "day": "2026-11-01"}
    desk.log.parent.mkdir(exist_ok=True)
    text = "".join(json.dumps({"id": f"phone:{n}", **place, **event}) + "\n" for n, event in enumerate(events, 1))
    (desk.log.parent / "phone.jsonl").write_text(text)


def note(guid: str, key: str) -> dict[str, object]:
    return {"kind": "note", "guid": guid, "key": key, "front": f"About {key}?", "created": 5}


def test_a_guid_that_arrives_later_takes_over(desk: Desk) -> None:
    """Another device named the note first; its history is the card's for as long as its log is there."""
    desk.write("a.md", card("x"))
    derived = desk.card("x")
    write_phone_log(desk, note("theirs", "x"), {"kind": "review", "guid": "theirs", "ordinal": 0, "rating": "good"})
    assert desk.card("x").guid == "theirs"
    with desk.opened() as collection:
        assert collection.entry(desk.card("x")).schedule.interval == 1
        assert collection.retired() == []
        assert list(collection.entries(Query.parse("is:new"))) == []
    (desk.log.parent / "phone.jsonl").unlink()
    assert desk.card("x") == derived
    with desk.opened() as collection:
        assert len(list(collection.entries(Query.parse("is:new")))) == 1


def test_a_guid_that_another_note_was_given_is_taken_from_it(desk: Desk) -> None:
    """It was only derived here; the log has it for a note that was renamed elsewhere."""
    desk.write("a.md", card("old") + card("new"))
    derived = desk.card("old")
    write_phone_log(desk, note(derived.guid, "old"), note(derived.guid, "new"))
    assert desk.card("new") == derived
    assert desk.card("old") != derived
    assert desk.keys() == ["old", "new"]


def test_a_renamed_notes_guid_is_not_derived_for_another(desk: Desk) -> None:
    """Its old key is free for a new card, which gets a guid of its own in any order of events."""
    path = desk.write("a.md", card("old"))
    desk.answer("old")
    name = desk.card("old")
    path.write_text(card("old") + card("new"))
    desk.keys()
    with desk.opened(days=1) as collection:
        renamed = {"guid": name.guid, "key": "new", "front": "About new?", "created": 5}
        collection.record([("note", at(1), renamed)])
    assert desk.card("new") == name
    other = desk.card("old")
    assert other.guid != name.guid
    with desk.opened(days=1) as collection:
        assert collection.entry(name).schedule.interval == 1
        assert collection.entry(other).schedule == Schedule()
    desk.index.unlink()
    assert desk.card("old") == other
    desk.answer("old", days=2)
    assert desk.card("old") == other


def test_r94_only_what_changed_is_compiled(desk: Desk) -> None:
    """The rows of an untouched file are not written again."""
    desk.write("a.md", card("a"))
    path = desk.write("b.md", card("b"))
    desk.keys()
    ids = rowids(desk)
    path.write_text(card("b", "Changed."))
    assert backs(desk)["b"] == "Changed."
    assert rowids(desk)["a"] == ids["a"]
    assert rowids(desk)["b"] != ids["b"]
    desk.answer("b", Rating.GOOD)
    before = rowids(desk)
    path.write_bytes(path.read_bytes())  # a new time, the same content
    assert rowids(desk) == before


def rowids(desk: Desk) -> dict[str, int]:
    desk.keys()
    index = open_index(desk.index)
    rows = index.execute("SELECT key, id FROM notes").fetchall()
    index.close()
    assert len(rows) == len(dict(rows))
    return dict(rows)


def test_a_picture_that_appears_mends_its_card(desk: Desk) -> None:
    """The card file is as it was, and its card is there without being written again."""
    path = desk.write("gpu/a.md", "## What is this? {#fig}\n\n![A ring](figs/ring.png)\n\n" + card("x"))
    os.utime(path, ns=(0, 0))  # a file that was just written is looked at again anyway
    assert desk.keys() == ["x"]
    assert counts(desk) == (1, 0)
    desk.write("gpu/figs/ring.png", b"PNG")
    assert desk.keys() == ["fig", "x"]
    assert counts(desk) == (0, 0)


def test_a_change_within_the_tick_of_the_clock_is_seen(desk: Desk) -> None:
    """Same size, same time, other content: a file that was read when it was fresh is compared by its content."""
    path = desk.write("a.md", card("x", "One."))
    stat = path.stat()
    assert backs(desk) == {"x": "One."}
    path.write_text(card("x", "Two."))
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert backs(desk) == {"x": "Two."}


def test_a_time_beyond_all_calendars_is_a_time(desk: Desk) -> None:
    """A broken clock may have dated a file centuries ahead."""
    path = desk.write("a.md", card("x"))
    os.utime(path, ns=(0, 2**63 + 10**9))
    assert desk.keys() == ["x"]
    path.write_text(card("y"))
    os.utime(path, ns=(0, 2**63 + 2 * 10**9))
    assert desk.keys() == ["y"]


def test_a_newer_compiler_compiles_everything_anew(desk: Desk) -> None:
    """What an older version made of the texts is not kept, but what the log says is."""
    desk.write("a.md", card("x", "Right."))
    desk.answer("x")
    index = open_index(desk.index)
    index.execute("UPDATE notes SET back = 'Wrong.'")
    index.execute("UPDATE cards SET back = 'Wrong.'")
    index.close()
    assert backs(desk) == {"x": "Wrong."}
    index = open_index(desk.index)
    index.execute("UPDATE facts SET value = '0.0.1 5' WHERE name = 'compiled_by'")
    index.close()
    assert backs(desk) == {"x": "Right."}
    with desk.opened() as collection:
        assert collection.entry(desk.card("x")).schedule != Schedule()
        assert collection.created() != {}
    assert desk.lines()[0]["id"] == f"{DEVICE}:1"


def test_the_compiler_is_all_that_it_is_made_of() -> None:
    """Every room that compiling rests on: a change in any of them compiles the texts anew."""
    package = Path(flashdeck.__file__).parent
    rooms = set(COMPILING_ROOMS)
    for source in (path for room in rooms for path in (package / room).rglob("*.py")):
        for name in re.findall(r"^ *from flashdeck\.(\w+)", source.read_text(encoding="utf-8"), re.MULTILINE):
            assert name in rooms or (package / f"{name}.py").is_file(), source
    assert "compile" in rooms
