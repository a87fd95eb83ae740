"""What Anki does not do by itself, as the report tells it: every search is pasted into the real Anki."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest
from anki.decks import DeckId
from anki.notes import NoteId

from flashdeck.anki.chores import Chore, Kind, Meant
from flashdeck.anki.report import Report
from flashdeck.anki.searches import AT_ONCE
from flashdeck.config import Settings
from flashdeck.model import EventKind
from tests.anki.conftest import NEXT_DAY, Folder
from tests.anki.engine import Profile

TWO_DAYS_ON = "2026-03-04T09:00:00+00:00"
AFTER_TODAY = "2100-01-01T09:00:00+00:00"


def only(report: Report, kind: Kind) -> Chore:
    """The one thing that is to be done."""
    assert [chore.kind for chore in report.by_hand] == [kind]
    return report.by_hand[0]


def found(anki: Profile, searches: Iterable[str]) -> list[tuple[str, int]]:
    """The guids and ordinals of the cards that the searches find."""
    cards = [anki.col.get_card(card) for search in searches for card in anki.col.find_cards(search)]
    return sorted((card.note().guid, card.ord) for card in cards)


def guids(folder: Folder) -> dict[str, str]:
    """The guids of the live notes by key."""
    with folder.open() as collection:
        return {note.key: note.guid for note in collection.notes()}


def logged(folder: Folder, kind: str = "export") -> list[dict[str, Any]]:
    """The lines of one kind in the log."""
    lines = [
        json.loads(line)
        for file in (folder.root / ".flashdeck" / "log").glob("*.jsonl")
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    return [line for line in lines if line["kind"] == kind]


def test_f2_a_renamed_deck_leaves_its_cards_in_the_old_one(folder: Folder, anki: Profile) -> None:
    """Anki never moves a card; the search finds them and no others, and what is to be done is done once."""
    folder.write("old.md", "## Q {#q}\n\nA\n\n## R {#r .reversed}\n\nB\n")
    folder.write("old/below.md", "## S {#s}\n\nC\n")
    anki.take(folder.export().file)
    own = anki.col.new_note(anki.col.models.by_name("Basic"))
    own["Front"] = "mine"
    deck = anki.col.decks.id("old")
    assert deck
    anki.col.add_note(own, deck)
    (folder.root / "cards/old.md").rename(folder.root / "cards/new.md")
    report = folder.export(now=NEXT_DAY)
    chore = only(report, Kind.MOVED)
    assert (chore.stands, chore.remedy) == ("Anki leaves 3 cards in `old`", "Cards › Change Deck to `new`")
    assert chore.keys == report.keys(Kind.MOVED) == report.unchanged[:2] == ("q", "r")
    anki.take(report.file)
    name = guids(folder)
    assert found(anki, chore.searches()) == sorted([(name["q"], 0), (name["r"], 0), (name["r"], 1)])
    there = anki.col.decks.id("new")
    assert there
    anki.col.set_deck([card for search in chore.searches() for card in anki.col.find_cards(search)], there)
    assert found(anki, chore.searches()) == []
    assert {card.deck for card in anki.cards() if card.guid != own.guid} == {"new", "old::below"}
    assert folder.export(now=TWO_DAYS_ON).by_hand == ()


@pytest.mark.parametrize("deck", ["a*b_c", 'say "x"', "back\\slash", "a:b", "-n (x) or y", "ü 漢字"])
def test_a_note_that_moved_alone_is_found_alone(folder: Folder, anki: Profile, deck: str) -> None:
    """Whatever signs the names of the decks hold."""
    matter = f"---\ndeck: {json.dumps(deck)}\n---\n"
    folder.write("a.md", f"{matter}## Q {{#q}}\n\nA\n\n## R {{#r}}\n\nB\n")
    anki.take(folder.export().file)
    folder.write("a.md", f"{matter}## Q {{#q}}\n\nA\n")
    folder.write("b.md", f"---\ndeck: {json.dumps(deck + '::below')}\n---\n## R {{#r}}\n\nB\n")
    report = folder.export(now=NEXT_DAY)
    chore = only(report, Kind.MOVED)
    assert chore.remedy == f"Cards › Change Deck to `{deck}::below`"
    assert found(anki, chore.searches()) == [(guids(folder)["r"], 0)]


def test_a_deck_of_another_case_is_no_move(folder: Folder) -> None:
    """Anki knows no case in the names of decks."""
    folder.write("a.md", "---\ndeck: GPU\n---\n## Q {#q}\n\nA\n")
    folder.export()
    folder.write("a.md", "---\ndeck: gpu\n---\n## Q {#q}\n\nA\n")
    assert folder.export(now=NEXT_DAY).by_hand == ()


def test_a_new_prefix_is_a_move(folder: Folder) -> None:
    """Names are compared as they are in Anki."""
    folder.write("a.md", "## Q {#q}\n\nA\n")
    folder.export()
    report = folder.export(now=NEXT_DAY, settings=Settings(deck_prefix="fd"))
    assert only(report, Kind.MOVED).remedy == "Cards › Change Deck to `fd::a`"


def test_f2_a_removed_cloze_leaves_an_empty_card(folder: Folder, anki: Profile) -> None:
    """And so does a second direction; Anki's Empty Cards finds the cards that the search finds."""
    folder.write("a.md", "## C {#c}\n\n{{c1::a}} {{c3::b}}\n\n## R {#r .reversed}\n\nB\n\n## S {#s}\n\nx\n")
    anki.take(folder.export().file)
    folder.write("a.md", "## C {#c}\n\n{{c1::a}} b\n\n## R {#r}\n\nB\n\n## S {#s}\n\nx\n")
    report = folder.export(now=NEXT_DAY)
    assert report.updated == ("c", "r")
    chore = only(report, Kind.REMOVED)
    assert chore.keys == report.keys(Kind.REMOVED) == ("c", "r")
    assert chore.stands == "Anki keeps 2 cards that their notes have no more"
    assert "Tools › Empty Cards" in chore.remedy
    anki.take(report.file)
    name = guids(folder)
    assert found(anki, chore.searches()) == sorted([(name["c"], 2), (name["r"], 1)])
    empty = [card for note in anki.col.get_empty_cards().notes for card in note.card_ids]
    assert sorted(empty) == sorted(card for search in chore.searches() for card in anki.col.find_cards(search))
    anki.col.remove_cards_and_orphaned_notes(empty)
    assert anki.problems() == []
    assert folder.export(now=TWO_DAYS_ON).by_hand == ()


def test_a_removed_cloze_with_a_history_is_no_note_left_behind(folder: Folder) -> None:
    """The card is retired, its note is live."""
    folder.write("a.md", "## C {#c}\n\n{{c1::a}} {{c2::b}}\n")
    folder.export()
    with folder.open(NEXT_DAY) as collection:
        second = [entry.card.key for entry in collection.entries()][1]
        collection.change(EventKind.REVIEW, [second], collection.now, rating="good")
    folder.write("a.md", "## C {#c}\n\n{{c1::a}} b\n")
    report = folder.export(now=TWO_DAYS_ON)
    assert only(report, Kind.REMOVED).keys == ("c",)
    assert report.left_behind == ()


def test_f3_a_note_of_the_other_kind_is_a_new_one(folder: Folder, anki: Profile) -> None:
    """Anki would turn the old one's cards into blank ones: it stays as it is, until it is deleted there."""
    folder.write("a.md", "## C {#c}\n\nplain\n\n## D {#d}\n\n{{c1::x}}\n\n## E {#e}\n\nx\n")
    anki.take(folder.export().file)
    before = guids(folder)
    folder.write("a.md", "## C {#c}\n\n{{c1::now}} a cloze\n\n## D {#d}\n\nx\n\n## E {#e .typed}\n\nx\n")
    report = folder.export(now=NEXT_DAY)
    chore = only(report, Kind.RETYPED)
    assert report.new == chore.keys == ("c", "d")
    assert report.updated == ("e",)
    assert report.left_behind == ()
    assert anki.take(report.file) == {"new": 2, "updated": 1}
    assert found(anki, chore.searches()) == sorted([(before["c"], 0), (before["d"], 0)])
    anki.col.remove_notes([note for search in chore.searches() for note in anki.col.find_notes(search)])
    assert anki.notes().keys() == set(guids(folder).values())
    assert anki.problems() == []


def test_f2_notes_left_behind_are_found_to_be_deleted(folder: Folder, anki: Profile) -> None:
    """The search finds those whose text is gone, and no others."""
    folder.write("a.md", "## Q {#q}\n\nA\n\n## R {#r .reversed}\n\nB\n\n## S {#s}\n\nC\n")
    anki.take(folder.export().file)
    before = guids(folder)
    folder.write("a.md", "## Q {#q}\n\nA\n")
    report = folder.export(now=NEXT_DAY)
    chore = only(report, Kind.LEFT_BEHIND)
    assert chore.stands == "Anki keeps 2 notes whose text is gone here"
    assert chore.keys == report.left_behind == ("r", "s")
    assert found(anki, chore.searches()) == sorted([(before["r"], 0), (before["r"], 1), (before["s"], 0)])


# ---------------------------------------------------------------------------------------------- notes from elsewhere


@pytest.fixture
def adopted(folder: Folder, anki: Profile) -> dict[str, int]:
    """Notes that Anki has under its own note types and that were imported from there; their ids by key."""
    folder.write("a.md", "## B {#b}\n\nA\n\n## C {#c}\n\n{{c1::a}}\n\n## Own {#own}\n\nx\n")
    ids = {}
    with folder.open() as collection:
        for key, model in (("b", "Basic"), ("c", "Cloze")):
            note = anki.col.new_note(anki.col.models.by_name(model))
            note.fields[0] = "{{c1::a}}" if key == "c" else "B"
            anki.col.add_note(note, DeckId(1))
            ids[key] = note.id
            named = {"guid": note.guid, "key": key, "front": key.upper(), "created": note.id, "cloze": key == "c"}
            brought = {"guid": note.guid, "digest": "d", "mod": note.mod, "notetype": note.mid, "text": "t"}
            collection.record([(EventKind.NOTE, collection.now, named), (EventKind.IMPORT, collection.now, brought)])
    return ids


def test_f3_notes_of_another_tools_note_type_are_refused(
    folder: Folder, anki: Profile, adopted: dict[str, int]
) -> None:
    """They leave, since another Anki would take them, but the one that has them skips them without a word."""
    report = folder.export()
    assert (report.new, report.refused, report.not_exported) == (("own",), ("b", "c"), ())
    assert anki.take(report.file) == {"new": 1, "conflicting": 2}
    standard, cloze = report.by_hand
    assert (standard.keys, cloze.keys) == (("b",), ("c",))
    assert standard.searches() == [f"nid:{adopted['b']}"]
    assert [anki.col.get_note(note).id for note in anki.col.find_notes(cloze.searches()[0])] == [adopted["c"]]
    with_nothing = {note.guid for note in anki.notes().values() if note.model.startswith("flashdeck")}
    assert with_nothing == {guids(folder)["own"]}


def test_f3_a_refused_note_whose_type_was_changed_follows(
    folder: Folder, anki: Profile, adopted: dict[str, int]
) -> None:
    """As the remedy says: its cards keep their schedules, and the next change arrives."""
    report = folder.export()
    anki.take(report.file)
    anki.answer(2)
    schedules = anki.schedules()
    models = anki.col.models
    for chore, old, new in zip(report.by_hand, ("Basic", "Cloze"), ("flashdeck", "flashdeck cloze"), strict=True):
        assert chore.remedy.startswith(f"Notes › Change Note Type to `{new}`")
        request = models.change_notetype_info(
            old_notetype_id=models.id_for_name(old), new_notetype_id=models.id_for_name(new)
        ).input
        request.note_ids.extend(note for search in chore.searches() for note in anki.col.find_notes(search))
        models.change_notetype_of_notes(request)
    models._clear_cache()
    folder.write("a.md", "## B {#b}\n\nchanged\n\n## C {#c}\n\n{{c1::a}} changed\n\n## Own {#own}\n\nx\n")
    assert anki.take(folder.export(now=AFTER_TODAY).file) == {"updated": 2, "duplicate": 1}
    assert anki.schedules() == schedules
    assert anki.problems() == []
    assert anki.notes()[guids(folder)["b"]].fields["Back"] == "changed"


def test_f3_a_refused_note_whose_text_is_gone_is_found_by_its_id(
    folder: Folder, anki: Profile, adopted: dict[str, int]
) -> None:
    """It has no field that holds its guid."""
    anki.take(folder.export().file)
    folder.write("a.md", "## Own {#own}\n\nx\n")
    chore = only(folder.export(now=NEXT_DAY), Kind.LEFT_BEHIND)
    assert [NoteId(number) for search in chore.searches() for number in anki.col.find_notes(search)] == [
        adopted["b"],
        adopted["c"],
    ]


def test_notes_that_came_under_our_own_types_are_like_any_other(folder: Folder) -> None:
    """An export that is imported elsewhere and comes back refuses nothing, and leaves later than it came."""
    folder.write("a.md", "## Q {#q}\n\nA\n")
    name = guids(folder)["q"]
    with folder.open() as collection:
        brought = {"guid": name, "digest": "d", "mod": 2_000_000_000, "notetype": 1_403_934_277, "text": "t"}
        collection.record([(EventKind.IMPORT, collection.now, brought)])
    report = folder.export()
    assert (report.new, report.refused, report.by_hand) == (("q",), (), ())
    assert [line["mod"] for line in logged(folder)] == [2_000_000_001]


# ---------------------------------------------------------------------------------------------- what is remembered


def test_the_log_says_where_a_note_lies_in_anki(folder: Folder) -> None:
    """Deck and ordinals, also where nothing else changed; then `mod` stays."""
    folder.write("a.md", "## C {#c}\n\n{{c1::a}} {{c3::b}}\n")
    folder.export()
    (folder.root / "cards/a.md").rename(folder.root / "cards/b.md")
    report = folder.export(now=NEXT_DAY)
    folder.export(now=TWO_DAYS_ON)
    first, second = logged(folder)
    assert report.unchanged == ("c",)
    assert (first["deck"], first["ordinals"]) == ("a", [0, 2])
    assert (second["deck"], second["ordinals"]) == ("b", [0, 2])
    assert {name: first[name] for name in ("guid", "digest", "mod")} == {
        name: second[name] for name in ("guid", "digest", "mod")
    }


def test_an_older_log_is_completed_once(folder: Folder, anki: Profile) -> None:
    """Where it does not say where a note lies, nothing is said to have moved, and from then on it is known."""
    folder.write("a.md", "## Q {#q}\n\nA\n")
    anki.take(folder.export().file)
    (path,) = (folder.root / ".flashdeck" / "log").glob("*.jsonl")
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    older = [{name: value for name, value in line.items() if name not in ("deck", "ordinals")} for line in lines]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in older), encoding="utf-8")
    for index in (folder.root / ".flashdeck").glob("index.db*"):
        index.unlink()
    report = folder.export(now=NEXT_DAY)
    assert (report.unchanged, report.by_hand) == (("q",), ())
    assert [line.get("deck") for line in logged(folder)] == [None, "a"]
    assert anki.take(report.file) == {"duplicate": 1}
    folder.export(now=TWO_DAYS_ON)
    assert len(logged(folder)) == 2


def test_many_notes_are_several_searches() -> None:
    """Each short enough for the field that it is pasted into, also where every sign of a guid needs an escape."""
    notes = tuple(Meant(f"k{number}", f"{'*' * 9}{number}") for number in range(2 * AT_ONCE + 1))
    searches = Chore(Kind.LEFT_BEHIND, "stands", "remedy", notes).searches()
    assert [search.count("|") + 1 for search in searches] == [AT_ONCE, AT_ONCE, 1]
    assert all(len(search) < 32_767 for search in searches)
