"""What goes wrong with a restore, or comes in between: the log is never less than it was."""

from __future__ import annotations

import gzip
import io
import os
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flashdeck.model import UserError
from flashdeck.store.collection import Collection
from flashdeck.store.doctor.restoring import put_back, restore
from flashdeck.store.lines import decode, encode
from flashdeck.store.log import Log
from tests.soak import examples
from tests.store.backed_up import FIRST, backup, events, logs, phone, restored, said, surveyed, use
from tests.store.desk import Desk, at, card, foreign
from tests.store.test_doctor import quiet


@pytest.fixture
def used(desk: Desk) -> Desk:
    """Three answers of this device and three of another, all of them in the backup of the third day."""
    return use(desk)


# ---------------------------------------------------------------------------------------------- what goes wrong


def refused(desk: Desk, match: str, days: int = 2) -> None:
    """One sentence, and the log is untouched."""
    before = logs(desk)
    with pytest.raises(UserError, match=match):
        restored(desk, days)
    assert logs(desk) == before


def packed(name: str, kind: bytes = tarfile.REGTYPE, content: bytes = b"") -> bytes:
    """An archive with one member."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as archive:
        member = tarfile.TarInfo(name)
        member.type, member.size, member.linkname = kind, len(content), "/etc/passwd"
        archive.addfile(member, io.BytesIO(content))
    return stream.getvalue()


LINE = foreign("2026-12-01", 9, "g")
WRONG = {
    "nothing": b"",
    "a text": b"hello",
    "a packed text": gzip.compress(b"hello" * 999),
    "a path": packed("../../cards/a.jsonl", content=LINE),
    "an absolute path": packed("/tmp/a.jsonl", content=LINE),
    "a path of Windows": packed("..\\a.jsonl", content=LINE),
    "a link": packed("a.jsonl", tarfile.SYMTYPE),
    "a hard link": packed("a.jsonl", tarfile.LNKTYPE),
    "a device": packed("a.jsonl", tarfile.CHRTYPE),
    "another file": packed("index.db", content=b"SQLite format 3"),
    "a steering name": packed("\x1b[2Ja.jsonl", content=LINE),
    "a line without an end": packed("a.jsonl", content=b"x" * (1 << 24)),
}


@pytest.mark.parametrize("content", WRONG.values(), ids=WRONG)
def test_what_is_no_backup_is_told_and_refused(used: Desk, content: bytes) -> None:
    """In the list, and in one sentence; nothing is written anywhere."""
    phone(used).unlink()
    backup(used).write_bytes(content)
    [newest, *others] = surveyed(used)
    assert newest.problem
    assert [each.missing for each in others] == [3, 3]
    refused(used, r"^The backup of 2026-12-03 is damaged \(.*\): nothing was put back\.$")
    assert [path.name for path in (used.root / "cards").iterdir()] == ["a.md"]


def test_a_backup_that_was_cut_is_refused_wherever_it_ends(used: Desk) -> None:
    """Also one that lacks nothing but its checksum."""
    whole = backup(used).read_bytes()
    phone(used).unlink()
    for size in range(0, len(whole), 7):
        backup(used).write_bytes(whole[:size])
        refused(used, "is damaged")
    backup(used).write_bytes(whole[:-1])
    refused(used, "cut off")


@settings(max_examples=examples(100, 10_000))
@given(st.data())
def test_an_altered_backup_brings_back_nothing_strange(data: st.DataObject) -> None:
    """Its bytes, or those inside it: what comes back are events that are whole lines, or one sentence does."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        for name in ("desk.jsonl", "phone.jsonl"):
            member = tarfile.TarInfo(name)
            member.size = len(LINE)
            archive.addfile(member, io.BytesIO(LINE))
    content = bytearray(stream.getvalue()[: 4 * tarfile.BLOCKSIZE])
    is_inside = data.draw(st.booleans())
    if not is_inside:
        content = bytearray(gzip.compress(content))
    for place, byte in data.draw(
        st.lists(st.tuples(st.integers(0, len(content) - 1), st.integers(0, 255)), min_size=1, max_size=4)
    ):
        content[place] = byte
    with TemporaryDirectory() as name:
        desk = Desk(Path(name))
        desk.write("a.md", card("x"))
        desk.log.parent.mkdir(parents=True)
        backup(desk).parent.mkdir()
        backup(desk).write_bytes(gzip.compress(content) if is_inside else content)
        [told] = surveyed(desk)
        if told.problem:
            refused(desk, "is damaged")
        else:
            restored(desk)
        for path, written in logs(desk).items():
            assert path.endswith(".jsonl")
            assert all(decode(line) for line in written.splitlines())
        assert {path.name for path in desk.root.iterdir()} <= {"cards", ".flashdeck"}


def test_names_lead_nowhere(used: Desk) -> None:
    """Neither a path nor a link nor a folder is a backup."""
    elsewhere = used.root / "elsewhere.tar.gz"
    backup(used).rename(elsewhere)
    backup(used).symlink_to(elsewhere)
    backup(used, 1).unlink()
    backup(used, 1).mkdir()
    assert [each.day for each in surveyed(used)] == [FIRST]
    phone(used).unlink()
    for named in ("../../elsewhere", "../../elsewhere.tar.gz", str(elsewhere), "2026-12-03", "2026-12-02", "", "\0"):
        with pytest.raises(UserError, match="There is no backup of"):
            restore(used.root, used.settings, at(30), named, quiet)
    assert list(logs(used)) == [used.log.name]


def test_a_folder_of_backups_that_is_a_link_holds_none(used: Desk) -> None:
    """What is elsewhere may be anybody's."""
    backups = used.root / ".flashdeck" / "backups"
    backups.rename(used.root / "elsewhere")
    backups.symlink_to(used.root / "elsewhere")
    assert surveyed(used) == []
    refused(used, "There is no backup")


def test_a_full_disk_leaves_the_log_as_it_is(used: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence, no draft beside it; the second time all is put back."""
    before = logs(used)
    used.log.write_bytes(b"")
    phone(used).unlink()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("flashdeck.store.doctor.restoring.flush", full)
        with pytest.raises(UserError, match="No space left on device"):
            restored(used)
    assert logs(used) == {used.log.name: b""}
    restored(used)
    assert logs(used) == before


def test_a_log_file_that_cannot_be_read_stops_it_in_one_sentence(used: Desk) -> None:
    """What it holds is not known, so nothing is put back."""
    phone(used).unlink()
    phone(used).mkdir()
    with pytest.raises(UserError, match="the backups were not compared"):
        surveyed(used)
    with pytest.raises(UserError, match="can be run again"):
        restored(used)
    assert list(phone(used).iterdir()) == []


# ---------------------------------------------------------------------------------------------- others at work


def test_two_restores_at_once_double_nothing(used: Desk) -> None:
    """The second one finds what the first has put back; answers that come meanwhile stay."""
    before = logs(used)
    program = (
        "import sys; from pathlib import Path; from tests.store.desk import Desk\n"
        "from tests.store.backed_up import restored\n"
        "restored(Desk(Path(sys.argv[1])))\n"
    )
    for path in used.log.parent.iterdir():
        path.unlink()
    command = [sys.executable, "-c", program, str(used.root)]
    both = [subprocess.Popen(command, stderr=subprocess.PIPE, cwd=Path(__file__).parents[2]) for _ in range(2)]
    assert [process.communicate()[1] for process in both] == [b"", b""]
    assert logs(used) == before


def test_an_answer_that_waited_for_the_restore_stands_behind_it(tmp_path: Path) -> None:
    """Under the number that follows what was put back."""
    folder = tmp_path / ".flashdeck"
    log = Log(folder / "log", "desk")
    body = {"guid": "g", "ordinal": 0, "rating": "good"}
    log.append([("review", at(number), body) for number in range(5)])
    path = log.folder / "desk.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole[: whole.index(b"\n") + 1])
    assert put_back(path, iter(whole.splitlines(keepends=True)), quiet) == 4
    [event] = log.append([("review", at(9), body)])
    assert event.sequence == 6
    assert path.read_bytes() == whole + encode(event)


def test_answers_that_come_meanwhile_are_kept(tmp_path: Path) -> None:
    """A log is replaced under its lock: who waited for it writes into the new file, under the next number."""
    path = tmp_path / ".flashdeck" / "log" / "desk.jsonl"
    log = Log(path.parent, "desk")
    answers = 150

    def answer() -> None:
        for number in range(answers):
            log.append([("review", at(number), {"guid": "g", "ordinal": 0, "rating": "good"})])

    reviewing = Thread(target=answer)
    reviewing.start()
    put = 0
    while reviewing.is_alive():
        if path.exists():
            put += put_back(path, iter([foreign("2026-12-01", put + 1, "g")]), quiet)
    reviewing.join()
    assert put > 1
    numbers = [event.sequence for event in events(path.read_bytes()) if event.device == "desk"]
    assert numbers == list(range(1, answers + 1))


KILLED = """
import os, signal, sys
from pathlib import Path
from shutil import copytree
from tests.store.desk import Desk
from tests.store.backed_up import restored

WRITING = ("restoring.py", "repair.py", "durable.py")

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

    sys.settrace(step)
    restored(Desk(root))
    sys.settrace(None)
    return steps

whole, aside = map(Path, sys.argv[1:])
steps = killed(Path(copytree(whole, aside / "whole")), -1)
for last in (*range(1, steps, max(1, steps // 25)), steps):
    root = Path(copytree(whole, aside / str(last)))
    child = os.fork()
    if not child:
        killed(root, last)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
"""
"""Restores that are killed after so many lines of code."""


@pytest.mark.skipif(sys.platform == "win32", reason="there is neither fork nor SIGKILL")
def test_killed_at_any_moment_it_loses_nothing(used: Desk, tmp_path_factory: pytest.TempPathFactory) -> None:
    """What was there is there, and nothing twice; the next restore ends the work."""
    used.answer("y", days=3)
    before, aside = logs(used), tmp_path_factory.mktemp("killed")
    lines = used.log.read_bytes().splitlines(keepends=True)
    used.log.write_bytes(b"".join([lines[0], b"=======\n", *lines[4:]]))
    phone(used).unlink()
    run = subprocess.run(
        [sys.executable, "-c", KILLED, str(used.root), str(aside)],
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONUTF8": "1"},
    )
    assert run.returncode == 0, run.stderr
    roots = [Desk(root) for root in aside.iterdir()]
    assert len(roots) > 20
    for desk in roots:
        here = logs(desk)[desk.log.name]
        assert {lines[0], *lines[4:]} <= set(here.splitlines(keepends=True))
        assert len(events(here)) == len(said(here))
        restored(desk)
        left = {name: content for name, content in logs(desk).items() if not name.endswith(".tmp")}
        assert left == before
        with Collection.open(desk.root, desk.settings, at(30)) as collection:
            assert collection.problems == []
