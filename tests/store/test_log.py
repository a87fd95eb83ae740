from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flashdeck.model import Event
from flashdeck.store import durable
from flashdeck.store.log import Draft, Log
from tests.store.desk import at


def drafts(count: int, start: int = 0) -> list[Draft]:
    return [("wave", at(minutes=start + number), {"number": start + number}) for number in range(count)]


def numbers(events: list[Event]) -> list[int]:
    return [event.body["number"] for event in events]


@pytest.fixture
def log(tmp_path: Path) -> Log:
    return Log(tmp_path / "log", "desk")


@pytest.fixture
def file(log: Log) -> Path:
    return log.folder / "desk.jsonl"


def test_what_is_appended_is_read(log: Log) -> None:
    """The events come back as they were given out, in order, with numbers that count on."""
    written = log.append(drafts(3)) + log.append(drafts(2, 3))
    assert [event.sequence for event in written] == [1, 2, 3, 4, 5]
    assert log.read().events == written


def test_numbers_count_on_in_another_process(log: Log) -> None:
    """A log that was just opened continues where the file ends."""
    log.append(drafts(3))
    assert [event.sequence for event in Log(log.folder, "desk").append(drafts(1))] == [4]


def test_numbers_count_on_behind_a_long_end_of_other_lines(log: Log, file: Path) -> None:
    """The last number is found however far from the end it stands."""
    log.append(drafts(2))
    with file.open("ab") as stream:
        stream.write((b"x" * 99 + b"\n") * 1000)
    assert [event.sequence for event in Log(log.folder, "desk").append(drafts(1))] == [3]


def test_two_logs_of_one_device_share_the_numbers(log: Log) -> None:
    """Two processes that append by turns never use a number twice."""
    other = Log(log.folder, "desk")
    for turn in range(6):
        (log, other)[turn % 2].append(drafts(1, turn))
    events = log.read().events
    assert [event.sequence for event in events] == [1, 2, 3, 4, 5, 6]
    assert numbers(events) == [0, 1, 2, 3, 4, 5]


def test_a_torn_line_is_never_glued_to(log: Log, file: Path) -> None:
    """What a crash left stays a line of its own, and the event after it is whole."""
    log.append(drafts(2))
    whole = file.read_bytes()
    file.write_bytes(whole[:-20])
    assert numbers(log.read().events) == [0]
    assert log.read().problems == []  # its card was not answered: nothing was shown after it
    Log(log.folder, "desk").append(drafts(1, 7))
    reading = log.read()
    assert numbers(reading.events) == [0, 7]
    [problem] = reading.problems
    assert problem.startswith(".flashdeck/log/desk.jsonl:2: ")


def test_a_last_line_without_its_end_counts(log: Log, file: Path) -> None:
    """An editor that drops the last line end loses nothing, and the next event begins a new line."""
    log.append(drafts(2))
    file.write_bytes(file.read_bytes().rstrip(b"\n"))
    Log(log.folder, "desk").append(drafts(1, 2))
    assert numbers(log.read().events) == [0, 1, 2]


def fails_after(written: int) -> Callable[[int, bytes], int]:
    """An `os.write` for a disk on which so many bytes still fit."""
    real, left = os.write, [written]

    def write(file: int, text: bytes) -> int:
        if not left[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        count = real(file, text[: left[0]])
        left[0] -= count
        return count

    return write


@pytest.mark.parametrize("fits", [0, 1, 60])
def test_a_full_disk_changes_nothing(log: Log, file: Path, monkeypatch: pytest.MonkeyPatch, fits: int) -> None:
    """Of a batch that does not fit nothing remains, and what comes later is whole."""
    log.append(drafts(2))
    before = file.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", fails_after(fits))
        with pytest.raises(OSError, match="space"):
            log.append(drafts(2, 2))
    assert file.read_bytes() == before
    log.append(drafts(1, 2))
    assert numbers(log.read().events) == [0, 1, 2]


def test_a_failed_flush_does_not_count(log: Log, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An event of which the disk does not say that it has it is taken back."""
    log.append(drafts(1))
    before = file.read_bytes()

    def fails(_: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr("flashdeck.store.log.flush", fails)
        with pytest.raises(OSError, match="Input"):
            log.append(drafts(1, 1))
    assert file.read_bytes() == before


def test_each_append_is_flushed_before_it_returns(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch is one write and one flush, and the flush comes last."""
    done: list[str] = []
    real_write, real_flush = os.write, durable.flush

    def write(file: int, text: bytes) -> int:
        done.append("write")
        return real_write(file, text)

    def flush(file: int) -> None:
        done.append("flush")
        real_flush(file)

    monkeypatch.setattr(os, "write", write)
    monkeypatch.setattr("flashdeck.store.log.flush", flush)
    log.append(drafts(5))
    assert done == ["write", "flush"]


def test_every_file_of_the_folder_is_read(log: Log) -> None:
    """Other devices' files are read whatever they are called; other files are not."""
    log.append(drafts(1))
    Log(log.folder, "phone").append(drafts(1, 1))
    (log.folder / "phone (conflicted copy).jsonl").write_bytes((log.folder / "phone.jsonl").read_bytes())
    (log.folder / "notes.txt").write_text("not a log")
    assert [event.id for event in log.read().events] == ["desk:1", "phone:1", "phone:1"]


def test_what_is_no_file_is_told_and_the_rest_is_read(log: Log) -> None:
    """A folder or a broken link with the name of a log file stops nothing."""
    log.append(drafts(1))
    (log.folder / "folder.jsonl").mkdir()
    (log.folder / "link.jsonl").symlink_to("nowhere")
    reading = log.read()
    assert numbers(reading.events) == [0]
    assert [problem.split(" ")[0] for problem in reading.problems] == [
        ".flashdeck/log/folder.jsonl",
        ".flashdeck/log/link.jsonl",
    ]


def test_no_folder_is_an_empty_log(tmp_path: Path) -> None:
    """Before the first answer there is nothing to read."""
    assert Log(tmp_path / "log").read().events == []


# ---------------------------------------------------------------------------------------------- marks


def test_only_what_is_new_is_read_after_a_mark(log: Log) -> None:
    """A file that grew gives its new events, a new file all of its own."""
    log.append(drafts(3))
    marks = log.read().marks
    log.append(drafts(2, 3))
    Log(log.folder, "phone").append(drafts(1, 5))
    reading = log.read_after(marks)
    assert reading is not None
    assert numbers(reading.events) == [3, 4, 5]
    assert reading.marks == log.read().marks


def test_line_numbers_go_on_after_a_mark(log: Log, file: Path) -> None:
    """A bad line in the new part is named by its number in the file."""
    log.append(drafts(3))
    marks = log.read().marks
    with file.open("ab") as stream:
        stream.write(b"nonsense\n")
    reading = log.read_after(marks)
    assert reading is not None
    assert reading.problems[0].startswith(".flashdeck/log/desk.jsonl:4: ")


@pytest.mark.parametrize("change", ["gone", "shorter", "rewritten", "touched"])
def test_a_file_that_did_more_than_grow_is_read_anew(log: Log, file: Path, change: str) -> None:
    """A mark holds only as long as what it stands behind is as it was."""
    log.append(drafts(3))
    marks = log.read().marks
    text = file.read_bytes()
    if change == "gone":
        file.unlink()
    elif change == "shorter":
        file.write_bytes(text[: text.index(b"\n") + 1])
    elif change == "rewritten":
        file.write_bytes(text.replace(b'"number":2', b'"number":9') + text)
    else:
        os.utime(file, ns=(0, 0))
    assert log.read_after(marks) is None


def test_a_torn_line_is_read_again_when_it_has_grown_whole(log: Log, file: Path) -> None:
    """A mark does not stand behind a line that was not finished when it was read."""
    log.append(drafts(2))
    text = file.read_bytes()
    file.write_bytes(text[:-7])
    marks = log.read().marks
    file.write_bytes(text)
    reading = log.read_after(marks)
    assert reading is not None
    assert numbers(reading.events) == [1]


steps = st.lists(
    st.one_of(st.integers(1, 3), st.sampled_from([b"torn", b"nonsense\n", b"\r\n", b"\n"])), min_size=1, max_size=8
)


@settings(max_examples=40, deadline=None)
@given(steps=steps)
def test_reading_on_equals_reading_anew(tmp_path_factory: pytest.TempPathFactory, steps: list[int | bytes]) -> None:
    """Whatever is appended, by us or by others, the parts read in turn are the whole."""
    log = Log(tmp_path_factory.mktemp("log"), "desk")
    events, marks = [], log.read().marks
    for number, step in enumerate(steps):
        if isinstance(step, int):
            log.append(drafts(step, number * 10))
        else:
            with (log.folder / "desk.jsonl").open("ab") as stream:
                stream.write(step)
        reading = log.read_after(marks)
        assert reading is not None
        events += reading.events
        marks = reading.marks
    assert events == log.read().events
    assert marks == log.read().marks


# ---------------------------------------------------------------------------------------------- kill -9

APPEND_FOR_EVER = """
import sys
from pathlib import Path
from flashdeck.store.log import Log
from tests.store.test_log import drafts

log = Log(Path(sys.argv[1]), "desk")
number = 0
while True:
    for event in log.append(drafts(3, number)):
        print(event.sequence, flush=True)
    number += 3
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.parametrize("milliseconds", [0, 3, 11, 29])
def test_a_killed_process_leaves_whole_lines(log: Log, file: Path, milliseconds: int) -> None:
    """At most the last line is torn, nothing that append returned is missing, and the next append starts clean."""
    with subprocess.Popen(
        [sys.executable, "-c", APPEND_FOR_EVER, str(log.folder)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(milliseconds / 1000)
        process.send_signal(signal.SIGKILL)
        acknowledged = [1, *(int(line) for line in process.stdout.read().splitlines(keepends=True) if "\n" in line)]
    *whole, _ = file.read_bytes().split(b"\n")
    assert [json.loads(line)["id"] for line in whole] == [f"desk:{number + 1}" for number in range(len(whole))]
    assert len(whole) >= acknowledged[-1]
    log.append(drafts(1, 10**6))
    assert numbers(log.read().events)[-1] == 10**6
    assert log.read().events[-1].sequence == len(whole) + 1


def test_what_came_from_anki_keeps_its_time(log: Log) -> None:
    """A clock corrected by minutes reorders nothing; an answer on the phone minutes before is no such clock."""
    log.append([("review", at(minutes=10), {})])
    (own,) = log.append([("review", at(minutes=8), {})])
    (brought,) = log.append([("review", at(minutes=8), {"revlog": 1})])
    assert own.when == at(minutes=10)
    assert brought.when == at(minutes=8)
