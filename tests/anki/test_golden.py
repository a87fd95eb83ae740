from __future__ import annotations

from pathlib import Path

import pytest

from flashdeck.anki.adopting.adopt import adopt
from flashdeck.anki.export import export
from flashdeck.anki.reading.package import open_package
from flashdeck.compile import compile_file
from tests.anki.conftest import Folder
from tests.anki.engine import profile
from tests.anki.reading.packages import written_by_anki

GOLDEN = Path(__file__).parents[1] / "golden"
LATER = "2099-01-01T09:00:00+00:00"  # after the engine's own clock


def has_notes(path: Path) -> bool:
    """Whether any note of the case is sound; what is wrong with the others is no matter of Anki's."""
    return bool(compile_file(f"cards/{path.name}", path.read_bytes(), deck=path.stem).notes)


UNASKED = "empty.md"  # only a picture is asked in it, which is not there
CASES = sorted(path.name for path in GOLDEN.glob("*.md") if has_notes(path) and path.name != UNASKED)


def test_there_are_cases() -> None:
    """Or the test below would prove nothing."""
    assert {"cloze.md", "drill.md", "facts.md", "front-matter.md"} <= set(CASES)


@pytest.mark.parametrize("name", CASES)
def test_anki_takes_every_golden_case_and_gives_it_back(name: str, folder: Folder, tmp_path: Path) -> None:
    """Field by field, with tags, ordinals and decks, in packages of both generations; and home it adds nothing."""
    folder.write(name, (GOLDEN / name).read_bytes())
    with folder.open() as collection, profile() as anki:
        report = export(collection, with_progress=True)
        with open_package(report.file) as package:
            sent = {note.guid: (note.fields, note.tags) for note in package.notes()}
            cards = sorted((card.ordinal, package.decks[card.deck].name) for card in package.cards())
        anki.take(report.file, progress=True)
        assert {guid: (tuple(note.fields.values()), tuple(note.tags)) for guid, note in anki.notes().items()} == sent
        back = written_by_anki(anki, tmp_path)
    for generation in ("legacy.apkg", "modern.apkg"):
        with open_package(back[generation]) as package:
            assert package.warnings == []
            assert {note.guid: (note.fields, note.tags) for note in package.notes()} == sent
            assert sorted((card.ordinal, package.decks[card.deck].name) for card in package.cards()) == cards
    with folder.open(LATER) as collection:
        home = adopt(collection, back["modern.apkg"], lambda _: 0, track=lambda *_: None)
    assert (home.new, home.updated, home.reviews, home.files) == ((), (), 0, ())
