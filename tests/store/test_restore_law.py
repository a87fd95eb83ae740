"""The law of the restore: whatever happened before a backup and after it, the log is the union of both."""

from __future__ import annotations

import tarfile
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from flashdeck.config import Settings
from flashdeck.schedule.fold import fold
from flashdeck.store.backups import back_up, backup_path
from flashdeck.store.doctor.restoring import restore
from flashdeck.store.lines import encode
from flashdeck.store.log import Log
from tests.soak import examples
from tests.store.backed_up import FIRST, events, logs, said, surveyed
from tests.store.desk import DEVICE, Desk, at, card
from tests.store.test_doctor import quiet

History = list[tuple[Any, ...]]


def answered(log: Path, device: str, times: int, day: int) -> None:
    """A device that gives its answers, under the numbers that its file allows."""
    body = {"guid": f"g{day % 4}", "ordinal": 0, "rating": "good"}
    Log(log, device).append([("review", at(day, number), {**body, "taken_ms": day}) for number in range(times)])


def cut(path: Path, start: int, length: int) -> None:
    content = path.read_bytes()
    start %= len(content) + 1
    path.write_bytes(content[:start] + content[start + length :])


def drop(path: Path, start: int, length: int) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    start %= len(lines) + 1
    path.write_bytes(b"".join(lines[:start] + lines[start + length :]))


def spoil(path: Path, start: int, length: int) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    junk = [b"=======\n", b"\0\0\n", b"\r\n", b'{"id":"torn'][length % 4]
    lines.insert(start % (len(lines) + 1), junk)
    path.write_bytes(b"".join(lines))


def remove(path: Path, _start: int, _length: int) -> None:
    path.unlink()


DEVICES = (DEVICE, "phone")
DAMAGES: tuple[Callable[[Path, int, int], None], ...] = (cut, drop, spoil, remove)
steps = st.one_of(
    st.tuples(st.just("answer"), st.sampled_from(DEVICES), st.integers(1, 4)),
    st.tuples(
        st.just("damage"), st.sampled_from(DEVICES), st.sampled_from(DAMAGES), st.integers(0), st.integers(1, 99)
    ),
    st.tuples(st.just("back up")),
)


def play(folder: Path, history: History) -> list[date]:
    """What happened, a step a day; returns the days that left a backup."""
    log, made = folder / "log", []
    for number, (what, *more) in enumerate(history):
        if what == "answer":
            answered(log, more[0], more[1], number)
        elif what == "damage" and (log / f"{more[0]}.jsonl").exists():
            more[1](log / f"{more[0]}.jsonl", *more[2:])
        elif what == "back up":
            back_up(folder, FIRST + timedelta(number))
            made.append(FIRST + timedelta(number))
    return made


@settings(max_examples=examples(25, 2_000))
@given(st.lists(steps, max_size=8), st.lists(steps, max_size=12))
def test_a_restore_is_a_union(first: History, then: History) -> None:
    """Whatever happened before and after any backup: what either held is there, once, and nothing else."""
    with TemporaryDirectory() as name:
        desk = Desk(Path(name))
        folder = desk.root / ".flashdeck"
        (folder / "log").mkdir(parents=True)
        desk.write("a.md", card("x"))
        for day in play(folder, [("answer", DEVICE, 2), *first, ("back up",), *then])[-2:]:
            if not backup_path(folder, day).exists():
                continue  # it was too old to be kept
            before = logs(desk)
            with tarfile.open(backup_path(folder, day)) as archive:
                held = b"\n".join(packed.read() for member in archive if (packed := archive.extractfile(member)))
            present = b"\n".join(before.values())
            lost = said(held) - said(present)
            assert next(each.missing for each in surveyed(desk) if each.day == day) == len(lost)
            restore(desk.root, Settings(), at(60), str(day), quiet)
            after = logs(desk)
            whole = b"\n".join(after.values())
            assert said(whole) == said(present) | said(held)
            assert len(events(whole)) == len(events(present)) + len(lost)
            assert fold(events(whole), Settings()) == fold(events(present) + events(held), Settings())
            for file, content in before.items():
                still_there = [event for event in events(after[file]) if encode(event) in said(content)]
                assert still_there == events(content)
            restore(desk.root, Settings(), at(60), str(day), quiet)
            assert logs(desk) == after
        for device in DEVICES:
            numbers = [
                event.sequence for each in logs(desk).values() for event in events(each) if event.device == device
            ]
            [event] = Log(folder / "log", device).append([("undo", at(90), {"target": "x:1"})])
            assert event.sequence > max(numbers, default=0)
