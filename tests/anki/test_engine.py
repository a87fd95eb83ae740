"""What the real Anki does with a package where an exporter could easily get it wrong."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from flashdeck.anki.decks import decks_of
from flashdeck.anki.export import export
from flashdeck.anki.models import CLOZE, STANDARD, NoteModel
from flashdeck.anki.notes import ExportNote, anki_tags
from flashdeck.anki.package import write_package
from flashdeck.anki.plan import departures
from flashdeck.anki.tables import write_database
from flashdeck.model import EventKind, Schedule, State
from tests.anki.conftest import Folder
from tests.anki.engine import Profile, profile
from tests.anki.test_export import plain

NOW = 1_772_442_000_000


def packed(folder: Path, *notes: ExportNote) -> Path:
    """A package of these notes."""
    database, package = folder / "collection.anki2", folder / "x.apkg"
    database.unlink(missing_ok=True)
    write_database(database, departures(notes, {}, {}, NOW), decks_of(note.deck for note in notes))
    with package.open("wb") as file:
        write_package(file, database, [])
    return package


def basic(number: int = 0) -> ExportNote:
    fields = STANDARD.values({"Front": f"question {number}", "Back": "answer"})
    return ExportNote(f"g{number}", f"k{number}", STANDARD, "deck", fields, (), (0,))


def test_f1_a_deck_is_known_by_its_name(folder: Folder, anki: Profile) -> None:
    """Whatever its number and its case in Anki: no second one is made, and its subdecks go below it."""
    number = anki.col.decks.id("GPU")
    folder.write("gpu.md", "## A\n\nx\n")
    folder.write("gpu/h100.md", "## B\n\nx\n")
    anki.take(folder.export().file)
    assert {card.deck for card in anki.cards()} == {"GPU", "GPU::h100"}
    assert anki.col.decks.id("gpu") == number
    assert anki.take(folder.export().file) == {"duplicate": 2}


def test_f2_two_notes_never_have_one_guid(folder: Folder, anki: Profile) -> None:
    """Both would be imported, and no later update could tell which is meant."""
    folder.write("a.md", "## Q?\n\nA\n")
    folder.write("b.md", "## Q?\n\nA\n\n## R {#r}\n\nB\n")
    folder.write("c.md", "## S {#r}\n\nB\n")
    report = folder.export()
    assert anki.take(report.file) == {"new": len(report.new)}
    assert len(anki.notes()) == len(report.new) == 2


def test_f2_ids_are_times_and_never_nothing(folder: Folder, anki: Profile) -> None:
    """An id of 0 would be no note, a `mod` of 0 would never be updated."""
    folder.write("a.md", "## Q {#q .reversed}\n\nA\n")
    anki.take(folder.export().file)
    (note,) = anki.notes().values()
    assert (note.id, note.mod) == (NOW, NOW // 1000)
    assert anki.col.db.list("select id from cards order by id") == [NOW, NOW + 1]


@pytest.mark.parametrize("model", [STANDARD, CLOZE], ids=lambda model: model.name)
def test_r42_f3_every_field_that_a_template_names_is_there(model: NoteModel) -> None:
    """And no name holds a colon, which would make a filter of it."""
    names = {field.name for field in model.fields}
    assert not [name for name in names if set(name) & set(':{}"#^/')]
    assert len({name.casefold() for name in names}) == len(model.fields)
    for template in model.templates:
        for tag in [*template.question.split("{{")[1:], *template.answer.split("{{")[1:]]:
            name = tag.split("}}")[0].lstrip("#^/").rpartition(":")[2]
            assert name in names | {"FrontSide"}


@pytest.mark.parametrize(
    ("options", "small_print"),
    [
        ('source="One source" as-of=2026-11', "One source\xa0· As of 2026-11"),
        ('source="One source"', "One source"),
        ("as-of=2026-11", "As of 2026-11"),
        ("", ""),
    ],
)
def test_the_small_print_may_break_between_source_and_day(
    folder: Folder, anki: Profile, options: str, small_print: str
) -> None:
    """And nowhere inside the day; there is a dot only between the two."""
    folder.write("a.md", f"## Q {{#q {options}}}\n\nA\n\n## C {{#c {options}}}\n\n{{{{c1::a}}}}\n")
    anki.take(folder.export().file)
    for card in anki.cards():
        _, footer = card.answer.split("<footer>")
        assert " ".join(plain(footer).split(" ")).replace("\n", " ").strip(" ") == small_print


def test_r44_f3_two_exports_share_the_note_types(folder: Folder, anki: Profile, tmp_path: Path) -> None:
    """Of two collections, and also when another deck brings a type of the same name."""
    model = anki.col.models.copy(anki.col.models.by_name("Basic"), add=False)
    model["name"] = "flashdeck"
    anki.col.models.add(model)
    folder.write("a.md", "## Q\n\nA\n")
    other = Folder(tmp_path / "other")
    other.write("b.md", "## R\n\nB\n")
    anki.take(folder.export().file)
    anki.take(other.export().file)
    assert anki.problems() == []
    assert len({anki.col.get_note(note.id).mid for note in anki.notes().values()}) == 1
    assert STANDARD.id in {anki.col.get_note(note.id).mid for note in anki.notes().values()}


def test_r48_f4_a_card_with_an_interval_and_no_answer_is_no_new_one(folder: Folder, anki: Profile) -> None:
    """What counts is where it stands; and it stays suspended."""
    folder.write("a.md", "## Q {#q}\n\nA\n\n## R {#r}\n\nB\n")
    with folder.open() as collection:
        first, second = [entry.card.key for entry in collection.entries()]
        given = Schedule(State.REVIEW, interval=12, ease=2360, repetitions=3, due=collection.now.day)
        collection.set_schedules({first: given, second: given}, collection.now)
        collection.change(EventKind.SUSPEND, [second], collection.now)
        anki.take(export(collection, with_progress=True).file, progress=True)
    rows = anki.col.db.all("select type, queue, ivl, factor, reps from cards order by id")
    assert rows == [[2, 2, 12, 2360, 0], [2, -1, 12, 2360, 0]]
    assert list(anki.col.find_cards("prop:ivl=12 prop:ease=2.36")) == anki.col.db.list("select id from cards")


def test_f5_an_empty_file_is_told(folder: Folder, anki: Profile) -> None:
    """Anki's media check takes it for missing."""
    folder.write("ring.png", b"")
    folder.write("a.md", "## Q {#q}\n\n![ring](ring.png)\n")
    report = folder.export()
    assert report.warnings == ("Media files without content, which Anki takes for missing: ring.png.",)
    anki.take(report.file)
    assert [problem for problem in anki.problems() if problem.startswith("missing ring-")]


def test_f5_a_name_that_begins_with_a_line_is_a_name_like_any_other(folder: Folder, anki: Profile) -> None:
    """Anki never replaces a file whose name begins with `_`: packed, it begins with a letter."""
    for content in (b"one", b"two"):
        folder.write("_ring.png", content)
        folder.write("a.md", "## Q {#q}\n\n![ring](_ring.png)\n")
        anki.take(folder.export().file)
        assert not [name for name in anki.media() if name.startswith("_")]
        (note,) = anki.notes().values()
        assert [each for name, each in anki.media().items() if name in note.fields["Back"]] == [content]


def test_f6_the_highest_number_of_a_cloze_has_its_card(folder: Folder, anki: Profile) -> None:
    """Anki knows none above 500, and neither do card files."""
    folder.write("a.md", "## C {#c}\n\n{{c500::a}} {{c2::b}}\n\n## D {#d}\n\n{{c501::a}}\n")
    report = folder.export()
    assert (report.new, report.cards) == (("c",), 2)
    anki.take(report.file)
    assert anki.problems() == []
    assert [card.ordinal for card in anki.cards()] == [1, 499]


@pytest.mark.parametrize(
    "text",
    [
        "$\\frac{{{c1::a}}}{b}$",
        "{{c1::$\\frac{a}{\\sqrt{b}}$}}",
        "{{c1::`{{1,2},{3,4}}`}} and {{c2::`{a}`}}",
        "{{c1::`std::vector`}} and {{c3::x::a hint}}",
        "```c\nint {{c1::main}}() { return {{c2::0}}; }\n```",
        "{{c1::a {{c2::b}} c}} and {{c1::d}}",
        "![{{c}}](ring.png) {{c1::x}}",
    ],
)
def test_f6_a_deletion_hides_its_answer_and_nothing_else(folder: Folder, anki: Profile, text: str) -> None:
    """Braces, colons, formulas and code inside it arrive; no template fails, no card is missing or blank."""
    folder.write("ring.png", b"p")
    folder.write("a.md", f"## C {{#c}}\n\n{text}\n")
    with folder.open() as collection:
        (note,) = collection.notes()
    anki.take(folder.export().file)
    assert anki.problems() == []
    cards = anki.cards()
    assert sorted(card.ordinal for card in cards) == sorted(note.ordinals)
    whole = {plain(card.answer).replace("\n", " ") for card in cards}
    assert len(whole) == 1, "each card's answer is the whole text"
    assert "::" not in whole.pop().replace("std::vector", "")
    assert all("[" in plain(card.question) for card in cards)


TAGS = st.text(alphabet='aA:b \t\n\u3000\u2028\x85\x00\x1f\xa0ü,-_*%"', max_size=6)


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.lists(TAGS, max_size=6))
def test_r76_f7_tags_in_anki_are_those_of_the_rule(tmp_path: Path, written: list[str]) -> None:
    """None is parted, dropped, merged or renamed there, whatever was written here."""
    note = replace(basic(), tags=anki_tags(written))
    with profile() as anki:
        anki.take(packed(tmp_path, note))
        assert sorted(anki.notes()["g0"].tags) == sorted(note.tags)


def test_r46_f8_many_notes_of_one_moment_have_ids_of_their_own(anki: Profile, tmp_path: Path) -> None:
    """None is moved to another number by the engine, which would make the creation date a lie."""
    anki.take(packed(tmp_path, *map(basic, range(300))))
    assert anki.col.db.list("select id from notes order by id") == list(range(NOW, NOW + 300))
    assert anki.col.db.list("select id from cards order by id") == list(range(NOW, NOW + 300))
