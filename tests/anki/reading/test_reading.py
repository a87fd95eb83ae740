from __future__ import annotations

import io
import shutil
from pathlib import Path

import pytest

from flashdeck.anki.reading.package import open_package
from flashdeck.anki.reading.values import AnkiAnswer, AnkiCard, AnkiNote
from flashdeck.model import UserError
from tests.anki.engine import Profile
from tests.anki.reading.packages import written_by_anki

Rows = tuple[list[AnkiNote], list[AnkiCard], list[AnkiAnswer]]


def fill(anki: Profile, folder: Path) -> None:
    """Notes of three kinds in nested decks, tags, media with odd names, answers, marks, a filtered deck."""
    col = anki.col
    deck = col.decks.id("Chips::Wafer scale::CS-3")
    for kind, fields in (
        ("Basic", ["What?", '<img src="größe 1.png">[sound:a.mp3]']),
        ("Basic (and reversed card)", ["Front <b>x</b>", "Back"]),
        ("Cloze", ["{{c1::a}} {{c3::b::hint}}", ""]),
        ("Basic", ["In filtered", "x"]),
        ("Basic", ["Suspended", "x"]),
    ):
        note = col.new_note(col.models.by_name(kind))
        note.fields = fields
        note.tags = ["gpu", "über::x"]
        col.add_note(note, deck)
    for name in ("größe 1.png", "a.mp3"):
        (folder / name).write_bytes(name.encode())
        col.media.add_file(str(folder / name))
    anki.answer(4)
    ids = col.db.list("select id from cards order by nid, ord")
    col.set_user_flag_for_cards(3, ids[:1])
    col.sched.suspend_cards(ids[-1:])
    col.sched.set_due_date(ids[1:2], "5")
    filtered = col.decks.new_filtered("Cram")
    col.sched.rebuild_filtered_deck(filtered)
    assert col.db.scalar("select count() from cards where odid") > 0


def rows_of(path: Path) -> Rows:
    with open_package(path) as package:
        assert package.warnings == []
        return list(package.notes()), list(package.cards()), list(package.answers())


def rows_in(anki: Profile) -> Rows:
    """The same from the engine's own tables."""
    db = anki.col.db
    notes = [
        AnkiNote(number, guid, mid, mod, tuple(tags.split()), tuple(fields.split("\x1f")))
        for number, guid, mid, mod, tags, fields in db.execute(
            "select id, guid, mid, mod, tags, flds from notes order by id"
        )
    ]
    home = "iif(odid, odid, did), ord, mod, type, queue, iif(odid, odue, due)"
    columns = f"id, nid, {home}, ivl, factor, reps, lapses, left % 1000, flags & 7, data"
    cards = [AnkiCard(*row) for row in db.execute(f"select {columns} from cards order by nid, ord")]
    answers = db.execute("select id, cid, ease, ivl, lastIvl, factor, time, type from revlog order by id")
    return notes, cards, [AnkiAnswer(*row) for row in answers]


def without_places(rows: Rows) -> Rows:
    """What a package changes on purpose is left out: deck ids, and of an .apkg the data of cards."""
    notes, cards, answers = rows
    plain = [
        AnkiCard(**{**{name: getattr(card, name) for name in AnkiCard.__slots__}, "deck": 0, "data": "", "mod": 0})
        for card in cards
    ]
    return notes, plain, answers


def test_every_form_that_anki_writes_holds_the_same(anki: Profile, tmp_path: Path) -> None:
    """Both generations of packages and of collections, row by row as the engine has them."""
    fill(anki, tmp_path)
    right = rows_in(anki)
    assert len(right[0]) == 5
    assert len(right[2]) >= 5
    paths = written_by_anki(anki, tmp_path)
    collection = tmp_path / "closed" / "collection.anki2"
    collection.parent.mkdir()
    shutil.copy(anki.col.path, collection)
    shutil.copytree(
        anki.col.media.dir() if anki.col.db else collection.parent,
        tmp_path / "closed/collection.media",
        dirs_exist_ok=True,
    )
    for path in (*paths.values(), collection):
        assert without_places(rows_of(path)) == without_places(right), path
    for path in (paths["modern.colpkg"], paths["legacy.colpkg"], collection):
        assert rows_of(path) == right, path


@pytest.mark.parametrize("name", ["legacy.apkg", "modern.apkg", "legacy.colpkg", "modern.colpkg"])
def test_note_types_decks_clock_and_media(anki: Profile, tmp_path: Path, name: str) -> None:
    """By name, with their fields and templates; parts of a deck's name are parted by `::`."""
    fill(anki, tmp_path)
    created = anki.col.db.scalar("select crt from col")
    path = written_by_anki(anki, tmp_path)[name]
    with open_package(path) as package:
        types = {each.name: each for each in package.notetypes.values()}
        assert types["Cloze"].cloze
        assert not types["Basic"].cloze
        assert types["Basic"].fields == ("Front", "Back")
        assert [each.question for each in types["Basic (and reversed card)"].templates] == ["{{Front}}", "{{Back}}"]
        decks = {card.deck for card in package.cards()}
        assert {package.decks[deck].name for deck in decks} == {"Chips::Wafer scale::CS-3"}
        assert package.clock.rollover == 4
        if name.endswith("colpkg"):
            assert package.clock.created == created
        assert set(package.media) == {"größe 1.png", "a.mp3"}
        for file in package.media:
            content = io.BytesIO()
            package.copy_media(file, content)
            assert content.getvalue() == file.encode()


def test_a_card_in_a_filtered_deck_is_at_home(anki: Profile, tmp_path: Path) -> None:
    """Its own deck and due day, not those of the filtered one."""
    col = anki.col
    note = col.new_note(col.models.by_name("Basic"))
    note.fields = ["a", "b"]
    col.add_note(note, col.decks.id("Home"))
    (card,) = col.db.list("select id from cards")
    col.sched.set_due_date([card], "7")
    due = col.db.scalar("select due from cards")
    deck = col.sched.get_or_create_filtered_deck(0)
    deck.config.search_terms[0].search = "deck:Home"
    col.sched.add_or_update_filtered_deck(deck)
    assert col.db.scalar("select odid from cards") != 0
    with open_package(written_by_anki(anki, tmp_path)["modern.colpkg"]) as package:
        (found,) = package.cards()
        assert (package.decks[found.deck].name, found.due) == ("Home", due)


def test_a_collection_that_anki_has_open_is_refused(anki: Profile) -> None:
    """What Anki wrote last lies beside the file."""
    with pytest.raises(UserError, match="close Anki"), open_package(Path(anki.col.path)):
        pass
