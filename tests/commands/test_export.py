"""`flashdeck export`: what it says; what it writes is tested with the exporter."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tests.commands.calls import NEXT_DAY, call, report, texts, write


def test_json(gpu: Path) -> None:
    """The report of the manual."""
    found = report("export", "-o", "out.apkg")
    assert set(found) == {"file", "notes", "by_hand", "cards", "media", "warnings"}
    assert found["file"] == "out.apkg"
    assert found["notes"] == {
        "new": ["h100-memory", "reduce-scatter", "ring"],
        "updated": [],
        "unchanged": [],
        "left_behind": [],
        "retyped": [],
        "moved": [],
        "removed": [],
        "refused": [],
        "not_exported": [],
    }
    assert found["cards"] == 5
    assert zipfile.is_zipfile(gpu / "out.apkg")


def test_for_people(gpu: Path) -> None:
    """Where it is, and what Anki will do with it."""
    assert call("export", "-o", "out.apkg").stdout == ("out.apkg: 3 notes, 5 cards.\nAnki will:\n  add 3 notes\n")
    assert call("export", "-o", "out.apkg", now=NEXT_DAY).stdout == (
        "out.apkg: 3 notes, 5 cards.\nAnki will:\n  leave alone 3 notes\n"
    )


def test_a_dry_run_reports_and_writes_nothing(gpu: Path) -> None:
    """No file, no folder, no line in the log: the next export finds everything as it was."""
    call("due")
    before = texts(gpu)
    shown = call("export", "--dry-run").stdout
    told = report("export", "--dry-run")
    assert shown == "exports/flashdeck.apkg (not written): 3 notes, 5 cards.\nAnki will:\n  add 3 notes\n"
    assert texts(gpu) == before
    assert report("export") == told
    assert (gpu / "exports" / "flashdeck.apkg").is_file()


def test_a_dry_run_finds_what_an_export_would_fail_on(gpu: Path) -> None:
    """The same sentence, before anything is told."""
    (gpu / "taken").mkdir()
    said = {call("export", "-o", "taken", *more, code=2).output for more in ([], ["--dry-run"])}
    assert len(said) == 1


def test_the_report_comes_before_the_package(gpu: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who reads that an export would do what was not meant can still stop it."""
    call("export")

    def stop(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", stop)
    result = call("export", "-o", "out.apkg", code=1)
    assert "leave alone 3 notes" in result.stdout
    assert "No space left" in result.stderr


def test_what_anki_will_not_do_is_told_with_a_search(gpu: Path) -> None:
    """In words for people, and whole in the JSON."""
    call("export")
    (gpu / "cards" / "net").rename(gpu / "cards" / "nets")
    write(
        gpu / "cards" / "gpu.md", "# Accelerators\n\n## How much HBM does an H100 SXM carry? {#h100-memory}\n\n80 GB.\n"
    )
    told = report("export", "--dry-run")
    assert told["notes"]["moved"] == ["ring"]
    assert told["notes"]["left_behind"] == ["reduce-scatter"]
    gone, moved = told["by_hand"]
    assert moved == {
        "kind": "moved",
        "keys": ["ring"],
        "stands": "Anki leaves 2 cards in `net::ring`",
        "searches": ['"deck:net::ring" -"deck:net::ring::*" "note:flashdeck*"'],
        "remedy": "Cards › Change Deck to `nets::ring`",
    }
    shown = call("export").stdout
    assert shown.endswith(
        f"Left behind: Anki keeps 1 note whose text is gone here. In its browser paste\n  {gone['searches'][0]}\n"
        "then Notes › Delete: reduce-scatter\n"
        f"Moved: Anki leaves 2 cards in `net::ring`. In its browser paste\n  {moved['searches'][0]}\n"
        "then Cards › Change Deck to `nets::ring`: ring\n"
    )


def test_a_long_list_is_cut_for_people_only(folder: Path) -> None:
    """Fifty names and a search for them, and how many more there are."""
    text = "".join(f"## Question {number}? {{#q{number:02}}}\n\nAnswer {number}.\n\n" for number in range(60))
    write(folder / "cards" / "a.md", text)
    call("export")
    (folder / "cards" / "a.md").rename(folder / "cards" / "b.md")
    write(folder / "cards" / "a.md", "## Stays {#stays}\n\nx\n")
    told = report("export", "--dry-run")
    assert len(told["notes"]["moved"]) == 60
    shown = call("export").stdout
    assert "q49 and 10 more, which --json tells" in shown
    assert "q50" not in shown


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
