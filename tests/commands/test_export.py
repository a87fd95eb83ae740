"""`flashdeck export`: what it says; what it writes is tested with the exporter."""

from __future__ import annotations

import zipfile
from pathlib import Path

from tests.commands.calls import NEXT_DAY, call, report, texts


def test_json(gpu: Path) -> None:
    """The report of the manual."""
    found = report("export", "-o", "out.apkg")
    assert set(found) == {"file", "notes", "cards", "media", "warnings"}
    assert found["file"] == "out.apkg"
    assert found["notes"] == {
        "new": ["h100-memory", "reduce-scatter", "ring"],
        "updated": [],
        "unchanged": [],
        "left_behind": [],
        "refused": [],
    }
    assert found["cards"] == 5
    assert zipfile.is_zipfile(gpu / "out.apkg")


def test_for_people(gpu: Path) -> None:
    """Where it is, and what Anki will do with it."""
    assert call("export", "-o", "out.apkg").stdout == ("out.apkg: 3 notes, 5 cards.\nAnki will:\n  add 3 notes\n")
    assert call("export", "-o", "out.apkg", now=NEXT_DAY).stdout == (
        "out.apkg: 3 notes, 5 cards.\nAnki will:\n  leave alone 3 notes\n"
    )


def test_without_a_name_it_goes_into_exports(gpu: Path) -> None:
    """The path is shown as it is seen from here."""
    shown = call("export").stdout
    assert shown.startswith("exports/")
    assert (gpu / shown.split(": ")[0]).is_file()


def test_an_unknown_deck(gpu: Path) -> None:
    """One sentence with the nearest name; no package, no line in the log."""
    call("due")
    before = texts(gpu)
    result = call("export", "gpus", code=1)
    assert result.stderr.count("\n") == 1
    assert "gpu" in result.stderr
    assert texts(gpu) == before
