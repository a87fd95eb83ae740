"""A second import: what Anki updates, leaves alone and keeps."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from flashdeck.anki import tables
from flashdeck.anki.models import MOD
from flashdeck.model import UserError
from tests.anki.conftest import MORNING, NEXT_DAY, Folder
from tests.anki.engine import Profile
from tests.anki.test_export import ALL_KINDS

ANOTHER_PROCESS = """
import sys
from pathlib import Path
from tests.anki.conftest import Folder

Folder(Path(sys.argv[1])).export(now=sys.argv[2], out=Path(sys.argv[3]))
"""


@pytest.fixture
def studied(folder: Folder, anki: Profile) -> Profile:
    """An Anki that took the cards and in which four of them were answered."""
    folder.write("gpu.md", ALL_KINDS)
    anki.take(folder.export().file)
    anki.answer(4)
    assert len(anki.schedules()) == 4
    return anki


def test_f2_an_edited_answer_updates_one_note(folder: Folder, studied: Profile) -> None:
    """No note is doubled, and the schedules of answered cards stay."""
    schedules = studied.schedules()
    folder.write("gpu.md", ALL_KINDS.replace("80 GB of HBM3", "80 GB of HBM3, on five stacks"))
    report = folder.export(now=NEXT_DAY)
    assert (report.new, report.updated, len(report.unchanged)) == ((), ("h100-memory",), 7)
    assert studied.take(report.file) == {"updated": 1, "duplicate": 7}
    assert studied.schedules() == schedules
    assert any("five stacks" in note.fields.get("Back", "") for note in studied.notes().values())


def test_f2_an_edit_in_the_second_of_the_export_arrives(folder: Folder, studied: Profile) -> None:
    """Also when nobody waits between two exports, and when the clock stands behind."""
    for count, now in enumerate([MORNING, MORNING, "2026-03-01T09:00:00+00:00"]):
        folder.write("gpu.md", ALL_KINDS.replace("80 GB of HBM3", f"edit {count}"))
        assert studied.take(folder.export(now=now).file)["updated"] == 1
    assert any("edit 2" in note.fields.get("Back", "") for note in studied.notes().values())


def test_f8_a_second_export_is_the_same_file(folder: Folder, studied: Profile, tmp_path: Path) -> None:
    """On another day, in another process, with another hash seed; Anki updates nothing, and nothing is logged."""
    first = folder.export()
    before = first.file.read_bytes()
    (log,) = (folder.root / ".flashdeck" / "log").glob("*.jsonl")
    lines = log.read_bytes()
    report = folder.export(now=NEXT_DAY)
    assert (report.new, report.updated, report.unchanged) == ((), (), first.unchanged)
    assert report.file.read_bytes() == before
    elsewhere = tmp_path / "elsewhere.apkg"
    subprocess.run(
        [sys.executable, "-c", ANOTHER_PROCESS, folder.root, "2026-04-05T00:30:00+09:00", elsewhere],
        check=True,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONHASHSEED": "12345", "TZ": "Asia/Tokyo"},
    )
    assert elsewhere.read_bytes() == before
    assert log.read_bytes() == lines
    assert studied.take(elsewhere) == {"duplicate": 8}


def test_without_the_index_the_file_is_the_same(folder: Folder) -> None:
    """Guids, creation times and `mod` come back from the log."""
    folder.write("gpu.md", ALL_KINDS)
    before = folder.export().file.read_bytes()
    for index in (folder.root / ".flashdeck").glob("index.db*"):
        index.unlink()
    assert folder.export(now=NEXT_DAY).file.read_bytes() == before


def tag_all(anki: Profile) -> None:
    for note in anki.notes().values():
        row = anki.col.get_note(note.id)
        row.tags.append("mine")
        anki.col.update_note(row)


def test_f2_a_persons_tag_on_an_unchanged_note_stays(folder: Folder, studied: Profile) -> None:
    """Only the notes whose text changed are written in Anki."""
    tag_all(studied)
    folder.write("gpu.md", ALL_KINDS.replace("Each rank ends", "Every rank ends"))
    studied.take(folder.export(now="2100-01-01T09:00:00+00:00").file)
    assert [note.first for note in studied.notes().values() if "mine" not in note.tags] == ["Reduce-scatter"]


def test_f2_a_persons_later_edit_in_anki_stays(folder: Folder, studied: Profile) -> None:
    """An edit of the text that is older than the one in Anki does not undo it."""
    folder.write("gpu.md", ALL_KINDS.replace("Each rank ends", "Every rank ends"))
    report = folder.export(now=NEXT_DAY)
    tag_all(studied)
    studied.take(report.file)
    assert all("mine" in note.tags for note in studied.notes().values())


def test_f3_a_later_style_reaches_anki_and_touches_no_note(
    folder: Folder, studied: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The note types are updated in place when their `mod` is later; no second type is made, and no note skipped."""
    before = studied.notes()
    monkeypatch.setattr(tables, "css", lambda: ".card { color: teal }")
    studied.take(folder.export(out=folder.root / "same-mod.apkg").file)
    assert "teal" not in studied.styles()["flashdeck"]
    monkeypatch.setattr(tables, "MOD", MOD + 1)
    assert studied.take(folder.export(now=NEXT_DAY).file) == {"duplicate": 8}
    assert studied.styles() == dict.fromkeys(("flashdeck", "flashdeck cloze"), ".card { color: teal }")
    assert studied.notes() == before


def test_f5_a_changed_picture_reaches_anki(folder: Folder, anki: Profile) -> None:
    """The name changes with the content, so the note is updated and the new picture comes along."""
    folder.write("x.md", "## Ring {#ring}\n\n![](ring.png)\n")
    folder.write("ring.png", b"one")
    anki.take(folder.export().file)
    folder.write("ring.png", b"two")
    report = folder.export(now=NEXT_DAY)
    assert report.updated == ("ring",)
    anki.take(report.file)
    assert anki.problems() == []
    (note,) = anki.notes().values()
    (shown,) = [content for name, content in anki.media().items() if name in note.fields["Back"]]
    assert shown == b"two"


def test_f2_new_cards_of_a_known_note_are_added(folder: Folder, studied: Profile) -> None:
    """A note that becomes reversed, a text that gets one more cloze."""
    schedules = studied.schedules()
    folder.write(
        "gpu.md",
        ALL_KINDS.replace("{#h100-memory}", "{#h100-memory .reversed}").replace("ring of", "ring of {{c7::many}}"),
    )
    studied.take(folder.export(now=NEXT_DAY).file)
    assert studied.problems() == []
    assert len(studied.cards()) == 15
    assert schedules.items() <= studied.schedules().items()


def test_f2_notes_whose_text_is_gone_are_left_behind(folder: Folder, studied: Profile) -> None:
    """Anki deletes nothing by itself: the report names them, and they are new to nobody when they come back."""
    before = studied.notes().keys()
    folder.write("gpu.md", ALL_KINDS.split("## Reduce-scatter")[0])
    report = folder.export(now=NEXT_DAY)
    assert (report.unchanged, report.new, report.updated) == (("h100-memory",), (), ())
    assert report.left_behind == (
        "code",
        "off",
        "reduce-scatter",
        "ring",
        "specs/a100/hbm",
        "specs/a100/link",
        "specs/h100/hbm",
    )
    assert studied.take(report.file) == {"duplicate": 1}
    assert studied.notes().keys() == before
    folder.write("gpu.md", ALL_KINDS)
    assert len(folder.export(now=NEXT_DAY).unchanged) == 8


def test_note_lines_precede_export_lines(folder: Folder) -> None:
    """The log names a note before it says that it left, and says it with the digest and the `mod` in the package."""
    folder.write("gpu.md", ALL_KINDS)
    folder.export()
    (log,) = (folder.root / ".flashdeck" / "log").glob("*.jsonl")
    events = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    named: set[str] = set()
    for event in events:
        if event["kind"] == "note":
            named.add(event["guid"])
        else:
            assert event["kind"] == "export"
            assert event["guid"] in named
            assert event["mod"] == 1_772_442_000
            assert event["digest"]
    assert len(events) == 16


def test_a_crash_before_the_file_is_in_place_costs_nothing(
    folder: Folder, anki: Profile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log may say more than Anki got, never less: the next export brings the logged content under its `mod`."""
    folder.write("x.md", "## Q {#q}\n\none\n")
    anki.take(folder.export().file)
    folder.write("x.md", "## Q {#q}\n\ntwo\n")

    def crash(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", crash)
        with pytest.raises(UserError, match="No space left"):
            folder.export(now=NEXT_DAY)
    assert [path.name for path in (folder.root / "exports").iterdir()] == ["flashdeck.apkg"]
    assert anki.take(folder.root / "exports" / "flashdeck.apkg") == {"duplicate": 1}
    report = folder.export(now=NEXT_DAY)
    assert report.unchanged == ("q",)
    assert anki.take(report.file) == {"updated": 1}


def test_the_temporary_folder_is_left_clean(folder: Folder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the database nor a draft of the package stays."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    folder.write("gpu.md", ALL_KINDS)
    folder.export()
    assert list((tmp_path / "temporary").iterdir()) == []
    assert [path.name for path in (folder.root / "exports").iterdir()] == ["flashdeck.apkg"]
