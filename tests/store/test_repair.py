"""The repair: what is moved, what is removed, and that nothing is lost whenever it is killed or met by an answer."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from flashdeck.model import UserError
from flashdeck.store.doctor.repair import repair, set_aside
from flashdeck.store.durable import held
from flashdeck.store.lines import decode
from flashdeck.store.log import Log
from tests.store.desk import DEVICE, Desk, at, card, foreign
from tests.store.test_doctor import DAMAGES, alter, examined, found

GONE = 2**22 + 1
"""A number that no process has."""

BAD = (b"<<<<<<< HEAD\n", b"=======\r\n", b"\0\0\0\n", b"caf\xe9\n", b'{"id":"desk', b">>>>>>> b\n", b"[]\n")


def repaired(desk: Desk, days: int = 30) -> list[str]:
    return repair(desk.root, desk.settings, at(days), examined(desk, days).findings)


@pytest.fixture
def used(desk: Desk) -> Desk:
    """Two cards, answered on two days."""
    desk.write("a.md", card("x") + card("y"))
    desk.answer("x")
    desk.answer("y", days=1)
    return desk


@pytest.fixture
def broken(used: Desk) -> Desk:
    """Much is wrong at once: both sides of a conflict, torn lines, NUL, an altered index, a leftover."""
    first, second, third, fourth = used.log.read_bytes().splitlines(keepends=True)
    marker, middle, nul, latin, torn, end, other = BAD
    used.log.write_bytes(
        b"\xef\xbb\xbf"
        + first
        + marker
        + second
        + middle
        + nul
        + b"\n"
        + latin
        + torn
        + b"\n"
        + end
        + third
        + other
        + fourth
    )
    with used.opened(30):
        pass
    alter(used, "UPDATE schedules SET interval = 99 WHERE rowid = 1")
    (used.index.parent / f"device.{GONE}.tmp").write_bytes(b"half")
    return used


def aside(desk: Desk) -> Path:
    return desk.root / ".flashdeck" / "unreadable" / desk.log.name


def events(desk: Desk) -> list[bytes]:
    """The lines of the log that hold an event."""
    return [
        line.removeprefix(b"\xef\xbb\xbf")
        for line in desk.log.read_bytes().splitlines(keepends=True)
        if b'"at"' in line
    ]


def test_where_nothing_is_wrong_nothing_is_done(used: Desk) -> None:
    """Not a byte."""
    before = used.log.read_bytes(), used.index.read_bytes()
    assert repaired(used) == []
    assert (used.log.read_bytes(), used.index.read_bytes()) == before
    assert not aside(used).exists()


def test_all_that_can_be_repaired_is(broken: Desk) -> None:
    """Lines without events move, bytes unchanged; events and their order stay; the index is right again."""
    before = events(broken)
    mode = broken.log.stat().st_mode
    assert repaired(broken) == [
        f"Moved 7 lines without an event from .flashdeck/log/{DEVICE}.jsonl to .flashdeck/unreadable/{DEVICE}.jsonl.",
        f"Removed .flashdeck/device.{GONE}.tmp, which a crash had left.",
        "Built the index anew from the card files and the log.",
    ]
    first, *others = before
    assert broken.log.read_bytes() == b"\xef\xbb\xbf" + first + others[0] + b"\n" + b"".join(others[1:])
    assert aside(broken).read_bytes() == b"".join(BAD[:4]) + BAD[4] + b"\n" + b"".join(BAD[5:])
    assert broken.log.stat().st_mode == mode
    assert found(broken) == []
    assert repaired(broken) == []


def test_what_is_set_aside_later_stands_behind(used: Desk) -> None:
    """Also behind a line that was torn: nothing is glued together."""
    for bad in (b'{"torn', b"=======\n"):
        with used.log.open("ab") as log:
            log.write(bad)
        repaired(used)
    assert aside(used).read_bytes() == b'{"torn\n=======\n'
    assert len(events(used)) == 4


def test_lines_that_a_killed_repair_set_aside_are_not_set_aside_twice(broken: Desk) -> None:
    """It had got as far as that and no further."""
    text = broken.log.read_bytes()
    set_aside(broken.log, aside(broken))
    kept = aside(broken).read_bytes()
    broken.log.write_bytes(text)
    repaired(broken)
    assert aside(broken).read_bytes() == kept


def test_two_lines_with_one_id_stay(used: Desk) -> None:
    """They cannot be repaired: both are kept, and the doctor goes on telling them."""
    phone = used.log.with_name("phone.jsonl")
    phone.write_bytes(foreign("2026-12-01", 1, "g") + foreign("2026-12-01", 1, "h") + b"=======\n")
    repaired(used)
    assert phone.read_bytes() == foreign("2026-12-01", 1, "g") + foreign("2026-12-01", 1, "h")
    assert [each[0] for each in found(used)] == ["one-id"]


@pytest.mark.parametrize("damage", DAMAGES, ids=DAMAGES)
def test_a_damaged_index_is_built_anew(used: Desk, damage: str) -> None:
    """Whatever became of its bytes."""
    used.index.write_bytes(DAMAGES[damage](used.index.read_bytes()))
    assert repaired(used) == ["Built the index anew from the card files and the log."]
    assert found(used) == []


def test_an_index_of_a_newer_version_is_left_alone(broken: Desk) -> None:
    """One sentence, and nothing is touched."""
    index = sqlite3.connect(broken.index)
    index.execute("PRAGMA user_version = 99")
    index.close()
    before = {path: path.read_bytes() for path in broken.root.rglob("*") if path.is_file()}
    with pytest.raises(UserError, match="made by a newer flashdeck: nothing was repaired"):
        repaired(broken)
    assert {path: path.read_bytes() for path in broken.root.rglob("*") if path.is_file()} == before


def test_an_index_that_is_not_there_is_built(used: Desk) -> None:
    """A repair that was killed in the middle left none."""
    used.index.unlink()
    assert repaired(used) == ["Brought the index up to date."]
    assert found(used) == []


def test_a_log_behind_a_link_stays_behind_it(used: Desk) -> None:
    """Some keep their logs elsewhere."""
    elsewhere = used.root / "elsewhere.jsonl"
    elsewhere.write_bytes(used.log.read_bytes() + b"=======\n")
    used.log.unlink()
    used.log.symlink_to(elsewhere)
    repaired(used)
    assert used.log.is_symlink()
    assert len(elsewhere.read_bytes().splitlines()) == 4


def test_a_full_disk_stops_it_in_one_sentence(broken: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The log is as it was, and no draft lies beside it."""
    before = broken.log.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("flashdeck.store.doctor.repair.flush", full)
    with pytest.raises(UserError, match="No space left on device"):
        repaired(broken)
    assert broken.log.read_bytes() == before
    assert sorted(path.name for path in broken.log.parent.iterdir()) == [broken.log.name]


# ---------------------------------------------------------------------------------------------- others at work


def test_answers_that_come_meanwhile_are_kept(tmp_path: Path) -> None:
    """A log is replaced under its lock: who waited for it writes into the new file, under the next number."""
    path = tmp_path / ".flashdeck" / "log" / "desk.jsonl"
    log = Log(path.parent, "desk")
    body = {"guid": "g", "ordinal": 0, "rating": "good"}
    answers = 150

    def answer() -> None:
        for number in range(answers):
            log.append([("review", at(number), body)])

    reviewing = Thread(target=answer)
    reviewing.start()
    moved = 0
    while reviewing.is_alive():
        if path.exists():
            with held(path) as file:
                os.write(file, b"=======\n")
            moved += set_aside(path, tmp_path / ".flashdeck" / "unreadable" / path.name)
    reviewing.join()
    assert moved > 1
    assert [decode(line).sequence for line in path.read_bytes().splitlines()] == list(range(1, answers + 1))


KILLED = """
import os, signal, sys
from pathlib import Path
from shutil import copytree
from tests.store.desk import Desk, at
from tests.store.test_repair import examined, repair

WRITING = ("repair.py", "durable.py", "index.py", "catchup.py", "changes.py")

def killed(root, last):
    steps = 0

    def step(frame, event, _):
        nonlocal steps
        if not frame.f_code.co_filename.endswith(WRITING):
            return None
        steps += event == "line"
        if steps == last:
            os.kill(os.getpid(), signal.SIGKILL)
        return step

    desk = Desk(root)
    findings = examined(desk).findings
    sys.settrace(step)
    repair(root, desk.settings, at(30), findings)
    sys.settrace(None)
    return steps

whole, aside = map(Path, sys.argv[1:])
steps = killed(Path(copytree(whole, aside / "whole")), -1)
for last in (*range(1, 160, 9), *range(200, steps, steps // 6)):
    root = Path(copytree(whole, aside / str(last)))
    child = os.fork()
    if not child:
        killed(root, last)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
"""
"""Repairs that are killed after so many of the lines of code that write anything: often while the log is rewritten."""


@pytest.mark.skipif(sys.platform == "win32", reason="there is neither fork nor SIGKILL")
def test_killed_at_any_moment_it_loses_nothing(broken: Desk, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Every event is in the log and every other line in one of the two files; the next repair ends the work."""
    before, folder = events(broken), tmp_path_factory.mktemp("killed")
    run = subprocess.run(
        [sys.executable, "-c", KILLED, str(broken.root), str(folder)],
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert run.returncode == 0, run.stderr
    roots = list(folder.iterdir())
    assert len(roots) > 20
    for root in roots:
        desk = Desk(root)
        assert events(desk) == before
        left = desk.log.read_bytes() + (aside(desk).read_bytes() if aside(desk).exists() else b"")
        assert all(bad in left for bad in BAD)
        repaired(desk)
        assert events(desk) == before
        assert found(desk) == []
        assert aside(desk).read_bytes().count(b"<<<<<<<") == 1
