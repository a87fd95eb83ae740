from __future__ import annotations

import os
from datetime import date
from typing import Any

import pytest

from flashdeck.config import Settings
from flashdeck.model import CardKey, Event, EventKind, Rating, Schedule, State
from flashdeck.schedule import Reason
from flashdeck.store.collection import Query
from tests.store.desk import DEVICE, Desk, at, card, review
from tests.work import calls


def test_cards_come_in_the_order_of_the_files(desk: Desk) -> None:
    """Also when a file is put between others later on."""
    desk.write("b.md", card("b1") + card("b2"))
    desk.write("d.md", card("d1"))
    assert desk.keys() == ["b1", "b2", "d1"]
    desk.write("c/x.md", card("c1"))
    desk.write("a.md", card("a1"))
    assert desk.keys() == ["a1", "b1", "b2", "c1", "d1"]
    (desk.root / "cards" / "b.md").unlink()
    assert desk.keys() == ["a1", "c1", "d1"]


def test_positions_grow_with_the_order(desk: Desk) -> None:
    """They are what the queue sorts new cards by."""
    desk.write("b.md", "## Both {#both .reversed}\n\nWays.\n\n" + card("b2"))
    desk.keys()
    desk.write("a.md", card("a1"))
    with desk.opened() as collection:
        positions = [entry.position for entry in collection.entries()]
    assert positions == sorted(set(positions))
    assert len(positions) == 4


def test_a_note_keeps_all_its_fields(desk: Desk) -> None:
    """What the index hands out is what the compiler made of the text."""
    desk.write(
        "gpu/a.md",
        "---\ntags: [x, y]\nsource: A datasheet\nas-of: 2026-03\nhtml: true\n---\n\n# Title\n\n"
        '## Ring {#ring hint="think"}\n\nA {{c1::word}} and {{c3::another::hint}}.\n\n---\n\nExtra.\n',
    )
    with desk.opened() as collection:
        first, third = collection.entries()
        note = first.card.note
        assert list(collection.notes()) == [note]
    assert (note.key, note.named, note.deck, note.tags) == ("ring", True, "gpu::a", ("x", "y"))
    assert (note.section, note.context, note.source, note.as_of) == ("Title", "Ring", "A datasheet", "2026-03")
    assert (note.hint, note.html, note.suspended, note.ordinals) == ("think", True, False, (0, 2))
    assert (note.span.file, note.span.line, note.back) == ("cards/gpu/a.md", 10, "Extra.")
    assert [(d.number, d.hint, note.front[d.answer_start : d.answer_end]) for d in note.deletions] == [
        (1, None, "word"),
        (3, "hint", "another"),
    ]
    assert (first.card.ordinal, third.card.ordinal) == (0, 2)
    assert "[...]" in first.card.front
    assert "[hint]" in third.card.front


def test_a_first_answer_is_preceded_by_its_note(desk: Desk) -> None:
    """The log says once what a guid stands for, and the line of the answer follows it."""
    desk.write("a.md", card("x"))
    written = [*desk.answer("x"), *desk.answer("x", days=1)]
    assert [event.kind for event in written] == ["note", "review", "review"]
    [note, answer, _] = desk.lines()
    assert note["key"] == "x"
    assert note["front"] == "About x?"
    assert note["guid"] == answer["guid"]
    assert note["id"] == f"{DEVICE}:1"
    assert answer["id"] == f"{DEVICE}:2"
    assert answer["at"] == "2026-12-01T09:00:00.000+00:00"
    assert (answer["offset"], answer["day"], answer["rating"]) == (0, "2026-12-01", "good")


def test_creation_times_are_unique(desk: Desk) -> None:
    """Anki tells notes apart by the millisecond at which they were made."""
    desk.write("a.md", "".join(card(key) for key in "abc"))
    with desk.opened() as collection:
        keys = [entry.card.key for entry in collection.entries()]
        collection.record([review(key, when=at()) for key in keys[:2]])
        collection.record([review(keys[2], when=at(minutes=-1))])
        created = collection.created()
    now = round(at().at.timestamp() * 1000)
    assert [created[key.guid] for key in keys] == [now, now + 1, now + 2]


def test_an_answer_changes_the_schedule_at_once(desk: Desk) -> None:
    """The index follows before record returns, through the one fold."""
    desk.write("a.md", card("x"))
    name = desk.card("x")
    with desk.opened() as collection:
        assert collection.entry(name).schedule == Schedule()
        collection.record([review(name)])
        schedule = collection.entry(name).schedule
    assert schedule == Schedule(
        State.REVIEW, 1, 2500, 1, 0, due=date(2026, 12, 2), first=date(2026, 12, 1), last=date(2026, 12, 1), answers=1
    )
    with desk.opened() as collection:
        assert collection.entry(name).schedule == schedule


def test_a_card_that_is_not_there(desk: Desk) -> None:
    """Asking for it is a mistake of the caller."""
    desk.write("a.md", card("x"))
    with desk.opened() as collection, pytest.raises(KeyError):
        collection.entry(CardKey("nobody", 0))


def test_an_answer_to_a_vanished_card_is_kept(desk: Desk) -> None:
    """Its text may have gone while it was on the screen; the answer was given all the same."""
    desk.write("a.md", card("x"))
    with desk.opened() as collection:
        collection.record([review(CardKey("gone", 0))])
        [gone] = collection.retired()
    assert (gone.card, gone.schedule.interval) == (CardKey("gone", 0), 1)


# ---------------------------------------------------------------------------------------------- today


def test_the_queue_holds_what_is_due(desk: Desk) -> None:
    """Due cards, new ones and those to be repeated today, under the limits of the settings."""
    desk.write("a.md", "".join(card(f"q{number}") for number in range(5)) + "## No {#no .suspended}\n\nNo.\n")
    desk.settings = Settings(new_per_day=3)
    desk.answer("q0", Rating.GOOD)
    desk.answer("q1", Rating.AGAIN)
    q = [desk.card(f"q{number}") for number in range(5)]
    with desk.opened() as collection:
        queue = collection.queue()
        assert queue.cards == (q[2], q[1])
        assert queue.deferred[q[3]] is Reason.LIMIT
        assert queue.deferred[desk.card("no")] is Reason.SUSPENDED
        assert q[0] not in queue.deferred
        assert collection.queue(new=2).cards == (q[2], q[3], q[1])
        assert collection.queue(limit=1).total.shown <= 2
    with desk.opened(days=1) as collection:
        assert set(collection.queue().cards) == set(q)


@pytest.mark.parametrize("narrowed", [{}, {"new": 130}, {"new": 500}, {"limit": 5}, {"decks": ["b"]}, {"ahead": 9}])
def test_a_queue_that_is_not_whole_has_the_same_cards(desk: Desk, narrowed: dict[str, Any]) -> None:
    """Also where more new cards are wanted than are read at once; cards of it can be asked for by name."""
    for deck in "ab":
        desk.write(f"{deck}.md", "".join(card(f"{deck}{number}") for number in range(150)))
    desk.answer("a3", Rating.GOOD)
    desk.answer("b7", Rating.AGAIN)
    with desk.opened(days=1) as collection:
        whole, found = collection.queue(**narrowed), collection.queue(**narrowed, whole=False)
        assert found.cards == whole.cards
        assert len(found.deferred) < len(whole.deferred) or not whole.deferred
        everyone = {candidate.key: candidate for candidate in collection.candidates()}
        assert {each.key: each for each in collection.candidates_of(found.cards)} == {
            key: everyone[key] for key in found.cards
        }


def test_cards_are_counted_without_being_looked_at(desk: Desk) -> None:
    """The counts are those of the whole queue, also after an answer, a change of a text, a burial, and the next day."""
    desk.settings = Settings(new_per_day=4)
    desk.write("a.md", "".join(card(f"a{number}") for number in range(120)) + "## No {#no .suspended}\n\nNo.\n")
    desk.write("b.md", "".join(f"## C{n} {{#c{n}}}\n\n{{{{c1::x}}}} {{{{c2::y}}}} {{{{c3::z}}}}\n\n" for n in range(9)))

    def are_alike(days: int = 0) -> None:
        for _ in range(2):
            with desk.opened(days) as collection:
                assert list(collection.counts().items()) == list(collection.queue().decks.items())

    are_alike()
    desk.answer("c3", Rating.GOOD)
    are_alike()
    with desk.opened() as collection:
        collection.change(EventKind.BURY, [desk.card("a9"), desk.card("c5", 1)], at())
        assert list(collection.counts().items()) == list(collection.queue().decks.items())
    are_alike()
    are_alike(days=1)
    desk.write("c.md", card("another"))
    are_alike(days=1)
    with desk.opened(days=1) as collection:
        assert collection.counts()["a"].deferred == {Reason.LIMIT: 116, Reason.SUSPENDED: 1}


def test_what_was_counted_is_remembered(desk: Desk) -> None:
    """New cards are counted once, until something is written: the next command asks for few rows."""
    path = desk.write("a.md", "".join(card(f"q{number}") for number in range(1000)))
    os.utime(path, (0, 0))  # a file of just now is read once more
    with desk.opened() as collection:
        first, second = calls(collection.counts), calls(collection.counts)
    with desk.opened() as collection:
        steps = []
        collection._index.set_progress_handler(lambda: steps.append(1), 100)
        collection.counts()
    assert len(steps) < 200
    assert second <= first < 10_000


def test_decks_and_tags_narrow_the_queue(desk: Desk) -> None:
    """A deck stands for those below it, and several of one kind are alternatives."""
    desk.write("gpu/a.md", '## One {#one tags="hw::gpu"}\n\nA.\n\n' + card("two"))
    desk.write("gpus.md", '## Three {#three tags="hw"}\n\nA.\n')
    desk.write("net.md", card("four"))

    def asked(**narrowed: list[str]) -> list[str]:
        with desk.opened() as collection:
            keys = collection.queue(**narrowed).cards  # type: ignore[arg-type]  # limit and new are not given here
            candidates = collection.candidates(**narrowed)
            assert [candidate.key for candidate in candidates] == list(keys)
            return [collection.entry(key).card.note.key for key in keys]

    assert asked() == ["one", "two", "three", "four"]
    assert asked(decks=["gpu"]) == ["one", "two"]
    assert asked(decks=["gpu::a", "net"]) == ["one", "two", "four"]
    assert asked(tags=["hw"]) == ["one", "three"]
    assert asked(decks=["gpu"], tags=["hw::gpu", "x"]) == ["one"]
    assert asked(decks=["g"]) == []


# ---------------------------------------------------------------------------------------------- undo


def test_undo_is_as_if_the_answer_had_not_been_given(desk: Desk) -> None:
    """The schedule, the queue and the limits are those before it; the log only grew."""
    desk.write("a.md", card("x") + card("y"))
    desk.answer("x")
    before = desk.lines()
    with desk.opened(days=1) as collection:
        queue = collection.queue()
        schedule = collection.entry(desk.card("x")).schedule
        [answer] = collection.record([review(desk.card("x"), Rating.EASY, at(1))])
        undone = collection.undo(at(1, 5))
        assert undone is not None
        assert (undone.event, undone.key, undone.schedule) == (answer, desk.card("x"), schedule)
        assert collection.queue() == queue
    assert desk.lines()[: len(before)] == before
    assert desk.lines()[-1]["target"] == answer.id


def test_undo_reaches_back_across_sessions(desk: Desk) -> None:
    """One answer at a time, until none is left."""
    desk.write("a.md", card("x") + card("y"))
    desk.answer("x")
    desk.answer("y", days=3)
    undone = []
    for _ in range(3):
        with desk.opened(days=5) as collection:
            undone.append(collection.undo(at(5)))
    assert [item.key if item else None for item in undone] == [desk.card("y"), desk.card("x"), None]
    with desk.opened(days=5) as collection:
        assert all(entry.schedule == Schedule() for entry in collection.entries())


# ---------------------------------------------------------------------------------------------- retired


def test_a_card_without_a_text_is_retired_and_comes_back(desk: Desk) -> None:
    """Its history waits for it."""
    path = desk.write("a.md", card("x") + card("y"))
    desk.answer("x")
    name = desk.card("x")
    path.write_text(card("y"))
    with desk.opened() as collection:
        [gone] = collection.retired()
        assert (gone.key, gone.front, gone.card, gone.schedule.interval) == ("x", "About x?", name, 1)
        assert collection.retired(Query.parse("is:retired ABOUT x")) == [gone]
        assert collection.retired(Query.parse("is:retired nothing")) == []
        assert collection.retired(Query.parse("is:retired deck:a")) == []
        assert name not in collection.queue().deferred
    path.write_text(card("x"))
    with desk.opened() as collection:
        assert collection.retired() == []
        assert collection.entry(name).schedule.interval == 1


def test_one_card_of_a_note_can_retire(desk: Desk) -> None:
    """A deletion that is taken out takes its card with it."""
    path = desk.write("a.md", "## C {#c}\n\n{{c1::a}} {{c2::b}}\n")
    with desk.opened() as collection:
        collection.record([review(entry.card.key) for entry in collection.entries()])
    path.write_text("## C {#c}\n\n{{c1::a}} b\n")
    with desk.opened() as collection:
        assert [gone.card.ordinal for gone in collection.retired()] == [1]


def test_an_exported_note_without_a_text_is_retired(desk: Desk) -> None:
    """Also where it was never answered: Anki has it."""
    path = desk.write("a.md", card("x") + card("y"))
    name = desk.card("x")
    with desk.opened() as collection:
        events: list[Event] = collection.record([("export", at(), {"guid": name.guid, "digest": "d", "mod": 7})])
        assert [event.kind for event in events] == ["note", "export"]
        assert collection.exports()[name.guid].mod == 7
        assert collection.retired() == []
    path.write_text(card("y"))
    with desk.opened() as collection:
        assert [(gone.key, gone.schedule) for gone in collection.retired()] == [("x", Schedule())]
