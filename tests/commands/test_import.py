"""`flashdeck import`: what it says; what it takes is tested with the importer."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.anki.engine import Profile, profile
from tests.anki.reading.packages import NOTE, small
from tests.commands.calls import NEXT_DAY, call, report

CARD = (1, 1, 1, 0, 1_700_000_000, 2, 2, 30, 12, 2360, 2, 0, 0, 0, 0, 0, "")
ANSWER = (1_701_000_000_000, 1, 3, 12, 5, 2360, 4000, 1)


@pytest.fixture
def anki() -> Iterator[Profile]:
    with profile() as fresh:
        yield fresh


@pytest.fixture
def package(folder: Path) -> Path:
    """One note with one answer."""
    return small(folder / "deck.apkg", cards=[CARD], answers=[ANSWER])


def test_json(package: Path) -> None:
    """The report of the manual; a second time there is nothing new."""
    assert report("import", "deck.apkg") == {
        "file": "deck.apkg",
        "notes": {"new": ["front"], "updated": [], "unchanged": []},
        "reviews": 1,
        "media": 0,
        "warnings": [],
        "files": ["cards/Default.md"],
    }
    again = report("import", "deck.apkg", now=NEXT_DAY)
    assert (again["notes"], again["reviews"]) == ({"new": [], "updated": [], "unchanged": ["front"]}, 0)
    assert again["files"] == []


def test_for_people(package: Path) -> None:
    """What came and where it lies."""
    would = "deck.apkg: 1 note would be added, 1 answer would be added to the log.\n  cards/Default.md\n"
    assert call("import", "deck.apkg", "--dry-run").stdout == would
    assert not (package.parent / "cards/Default.md").exists()
    done = "deck.apkg: 1 note added, 1 answer added to the log.\n  cards/Default.md\n"
    assert call("import", "deck.apkg").stdout == done
    assert (package.parent / "cards/Default.md").read_text() == '## front {#front tags="a b"}\n\nback\n'
    assert call("import", "deck.apkg").stdout == "deck.apkg: 1 note stays.\n"


def test_what_was_imported_is_asked_as_in_anki(package: Path) -> None:
    """Interval, ease and day; day 0 is the date of the collection's making, 30 days before it was due."""
    call("import", "deck.apkg")
    (card,) = report("cards")["cards"]
    assert card["guid"] == NOTE[1]
    schedule = card["schedule"]
    assert (schedule["state"], schedule["interval_days"], schedule["ease"]) == ("review", 12, 2.36)
    assert schedule["due"] == "2023-12-14"
    assert report("due")["total"]["review"] == 1


def test_undo_takes_back_what_was_done_here(package: Path) -> None:
    """Not what was done in Anki."""
    call("import", "deck.apkg")
    assert "no answer" in call("undo", code=1).stderr


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("nowhere.apkg", "There is no file"),
        ("cards", "is a folder"),
        ("text.apkg", "neither a package nor a collection"),
    ],
)
def test_what_cannot_be_imported_is_one_sentence(folder: Path, name: str, sentence: str) -> None:
    """With exit code 1, and nothing written."""
    (folder / "text.apkg").write_text("words")
    told = call("import", name, code=1).stderr
    assert sentence in told
    assert told.count("\n") == 1
    assert list((folder / "cards").iterdir()) == []


def test_a_clock_set_back_is_told(package: Path) -> None:
    """As by every command that writes something down; a dry run does not, and --force does all the same."""
    call("import", "deck.apkg", now=NEXT_DAY)
    call("review", "--plain", now=NEXT_DAY, keys=" 3q")
    assert "The clock was set back" in call("import", "deck.apkg", code=1).stderr
    call("import", "deck.apkg", "--dry-run")
    call("import", "deck.apkg", "--force")


def test_a_long_import_shows_how_far_it_is(
    package: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a terminal, once a person waits for longer than a second."""
    from flashdeck.commands.progress import Progress

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Terminal()
    monkeypatch.setattr("flashdeck.commands.progress._PATIENCE", 0.0)
    monkeypatch.setattr("flashdeck.commands.progress._BETWEEN", 0.0)
    with monkeypatch.context() as patch:
        patch.setattr("sys.stderr", screen)
        Progress()("Reading the notes", 0.5)
    assert "Reading the notes: 50%" in screen.getvalue()


def test_the_day_on_the_phone_and_the_evening_at_the_desk(gpu: Path, anki: Profile) -> None:
    """Export, review in Anki, take the progress home: the terminal asks what the phone has not."""
    call("export", "-o", "out.apkg")
    anki.take(gpu / "out.apkg")
    anki.answer(3)
    home = sent_home(anki, gpu / "phone.apkg")
    now = "2099-01-01T09:00:00+00:00"  # after the engine's own clock
    found: dict[str, Any] = report("import", "phone.apkg", "--progress-only", now=now)
    assert found["reviews"] == home
    assert found["files"] == []
    assert len([card for card in report("cards", now=now)["cards"] if card["schedule"]["state"] != "new"]) > 0
    assert report("import", "phone.apkg", "--progress-only", now=now)["reviews"] == 0


def sent_home(anki: Profile, path: Path) -> int:
    """Write a package with scheduling; how many answers it holds."""
    from anki.collection import ExportAnkiPackageOptions

    options = ExportAnkiPackageOptions(with_scheduling=True, with_deck_configs=False, with_media=False, legacy=False)
    anki.col.export_anki_package(out_path=str(path), limit=None, options=options)
    count: int = anki.col.db.scalar("select count() from revlog")
    return count
