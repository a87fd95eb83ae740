"""`flashdeck doctor --restore`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.calls import NEXT_DAY, call, report, review, texts, tree


@pytest.fixture
def used(gpu: Path) -> Path:
    """Two cards were answered, and one of them on the next day."""
    review(" 3 3q")
    review(" 3q", now=NEXT_DAY)
    return gpu


def log(folder: Path) -> Path:
    [path] = (folder / ".flashdeck" / "log").iterdir()
    return path


def lose(folder: Path, kept: int) -> None:
    log(folder).write_bytes(b"".join(log(folder).read_bytes().splitlines(keepends=True)[:kept]))


def test_the_list(used: Path) -> None:
    """Data on stdout; nothing written."""
    lose(used, 3)
    before = tree(used)
    result = call("doctor", "--restore")
    assert result.stdout == (
        "2026-12-02  1 kB  5 lines, 2 events missing now\n2026-12-01  1 kB  4 lines, 1 event missing now\n"
    )
    assert result.stderr == ""
    assert tree(used) == before


def test_the_list_as_json(used: Path) -> None:
    """What is documented in the help, and nothing else."""
    newest, oldest = (used / ".flashdeck" / "backups" / f"2026-12-0{day}.tar.gz" for day in (2, 1))
    newest.write_bytes(newest.read_bytes()[:-9])
    assert report("doctor", "--restore") == {
        "backups": [
            {
                "day": "2026-12-02",
                "file": ".flashdeck/backups/2026-12-02.tar.gz",
                "bytes": newest.stat().st_size,
                "lines": 0,
                "missing": 0,
                "problem": "it is cut off",
            },
            {
                "day": "2026-12-01",
                "file": ".flashdeck/backups/2026-12-01.tar.gz",
                "bytes": oldest.stat().st_size,
                "lines": 4,
                "missing": 0,
                "problem": None,
            },
        ]
    }
    assert "2026-12-02  1 kB  damaged: it is cut off\n" in call("doctor", "--restore").stdout


def test_before_the_first(gpu: Path) -> None:
    """It is said when there will be one; nothing is made."""
    result = call("doctor", "--restore")
    assert (result.stdout, result.stderr) == ("", "There is no backup yet: the next answer leaves the first.\n")
    assert report("doctor", "--restore") == {"backups": []}
    assert not (gpu / ".flashdeck").exists()


def test_what_is_lost_comes_back(used: Path) -> None:
    """By the day or by the file's name; what was done is told, and everything is examined."""
    before = texts(used)
    for named in ("2026-12-02", "2026-12-02.tar.gz"):
        lose(used, 3)
        result = call("doctor", "--restore", named, now=NEXT_DAY)
        put, verdict = result.stderr.splitlines()
        assert put == f"Put 2 events of the backup of 2026-12-02 back into .flashdeck/log/{log(used).name}."
        assert verdict.endswith("5 events of 1 device in 1 log file: nothing wrong")
        assert texts(used) == before
    found = report("doctor", "--restore", "2026-12-02", now=NEXT_DAY)
    assert found["repaired"] == ["The log holds everything that the backup of 2026-12-02 holds."]
    assert texts(used) == before


def test_what_a_person_can_get_wrong(used: Path) -> None:
    """One sentence, and nothing is written."""
    before = tree(used)
    for named in ("2026-12-24", "yesterday", "../../cards", "-"):
        result = call("doctor", "--restore", named, code=1)
        assert result.stderr.endswith(
            f"There is no backup of {named}: `flashdeck doctor --restore` lists those that there are.\n"
        )
    assert "two steps" in call("doctor", "--restore", "--repair", code=2).stderr
    assert tree(used) == before


def test_leftovers_of_a_backup_and_of_an_export_are_told_and_removed(used: Path) -> None:
    """Both are large, and nobody would look for them."""
    left = [".flashdeck/backups/2026-12-03.tar.gz.4194305.tmp", "exports/deck.apkg.4194305.tmp"]
    for name in left:
        (used / name).parent.mkdir(exist_ok=True)
        (used / name).write_bytes(b"half")
    found = report("doctor", now=NEXT_DAY)["findings"]
    assert [(finding["kind"], finding["file"]) for finding in found] == [("leftover", name) for name in left]
    assert report("doctor", "--repair", now=NEXT_DAY)["findings"] == []
    assert not any((used / name).exists() for name in left)
