"""`flashdeck doctor`."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tests.commands.calls import NEXT_DAY, call, report, review, texts, tree


@pytest.fixture
def used(gpu: Path) -> Path:
    """Three notes, five cards, of which the first two were answered."""
    review(" 3 3q")
    return gpu


def log(folder: Path) -> Path:
    [path] = (folder / ".flashdeck" / "log").iterdir()
    return path


def alter(folder: Path) -> None:
    index = sqlite3.connect(folder / ".flashdeck" / "index.db")
    with index:
        index.execute("UPDATE schedules SET ease = 1300")
    index.close()


def test_nothing_wrong(used: Path) -> None:
    """The figures, on stderr; nothing on stdout, nothing written."""
    before = tree(used)
    result = call("doctor")
    assert result.stdout == ""
    assert result.stderr == "5 cards in 2 files, 4 events of 1 device in 1 log file: nothing wrong\n"
    assert tree(used) == before


def test_a_collection_that_was_never_used(gpu: Path) -> None:
    """There is no index yet, which is a note, and none is made."""
    assert call("doctor").stderr == "5 cards in 2 files, 0 events of 0 devices in 0 log files: nothing wrong, 1 note\n"
    assert not (gpu / ".flashdeck").exists()


def test_an_error_fails(used: Path) -> None:
    """Kind, place, what it is, and the way out."""
    with log(used).open("ab") as stream:
        stream.write(b"<<<<<<< HEAD\n")
    result = call("doctor", code=1)
    place = f".flashdeck/log/{log(used).name}:5"
    assert f"error[conflict-marker] {place}: The line is a merge conflict's marker\n" in result.stdout
    assert "    `flashdeck doctor --repair` moves the line" in result.stdout
    assert result.stderr.endswith(": 1 error\n")


def test_json(used: Path) -> None:
    """What is documented in the help, and nothing else."""
    alter(used)
    found = report("doctor", code=1)
    [finding] = found.pop("findings")
    assert finding.pop("what").startswith("In 2 rows of `schedules`")
    assert finding == {
        "kind": "index-differs",
        "severity": "error",
        "way_out": "`flashdeck doctor --repair` builds it anew from the card files and the log.",
        "file": ".flashdeck/index.db",
        "line": None,
        "count": 2,
    }
    assert found == {
        "errors": 2,
        "notes": 0,
        "checked": {"files": 2, "cards": 5, "logs": 1, "devices": 1, "events": 4},
        "repaired": [],
    }


def test_repair(used: Path) -> None:
    """What was done is told, then everything is examined again; the answers are what they were."""
    before, name = texts(used), log(used).name
    alter(used)
    with log(used).open("ab") as stream:
        stream.write(b'{"id":"torn')
    found = report("doctor", "--repair")
    assert found["findings"] == []
    assert found["repaired"] == [
        f"Moved 1 line without an event from .flashdeck/log/{name} to .flashdeck/unreadable/{name}.",
        "Built the index anew from the card files and the log.",
    ]
    after = texts(used)
    assert after.pop(f".flashdeck/unreadable/{name}") == b'{"id":"torn'
    assert after.pop(".flashdeck/unreadable") is None
    assert after == before
    assert "nothing wrong" in call("doctor", now=NEXT_DAY).stderr


def test_a_newer_index_is_refused(used: Path) -> None:
    """One sentence, exit code 1."""
    index = sqlite3.connect(used / ".flashdeck" / "index.db")
    index.execute("PRAGMA user_version = 99")
    index.close()
    assert "error[index-newer]" in call("doctor", code=1).stdout
    result = call("doctor", "--repair", code=1)
    assert result.stderr.startswith("flashdeck: The index was made by a newer flashdeck: nothing was repaired.")


def test_what_would_steer_the_terminal_is_shown(used: Path) -> None:
    """Ids and kinds of a log come from anywhere."""
    line = (
        log(used)
        .read_bytes()
        .splitlines()[-1]
        .replace(b'"kind":"review"', b'"kind":"\\u001b[31m"')
        .replace(b":4", b":5", 1)
    )
    with log(used).open("ab") as stream:
        stream.write(line + b"\n")
    output = call("doctor").stdout
    assert "unknown-kind" in output
    assert "\x1b" not in output


def test_a_way_out_of_a_clock_that_was_ahead(used: Path) -> None:
    """The command that it names takes the answer back."""
    review(" 3q", now="2027-06-01T09:00:00+00:00")
    assert "It was done last: `flashdeck undo --force` takes it back." in call("doctor").stdout
    call("undo", "--force")
    assert "future" not in call("doctor").stdout
