"""The backups: when one is made, what it holds, which are kept, and that a failing one costs nothing but itself."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from datetime import date, timedelta
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flashdeck.store.archive import read_archive
from flashdeck.store.backups import back_up, backup_days, backup_path, kept
from flashdeck.store.device import read_device
from flashdeck.store.doctor.repair import repair
from flashdeck.store.log import Log
from tests.store.desk import DEVICE, Desk, at, card, foreign, review
from tests.store.test_doctor import examined

FIRST = date(2026, 12, 1)
"""The study day of the desk's first morning."""


@pytest.fixture
def cards(desk: Desk) -> Desk:
    desk.write("a.md", card("x") + card("y"))
    return desk


def folder(desk: Desk) -> Path:
    return desk.root / ".flashdeck"


def names(desk: Desk) -> list[str]:
    """What lies among the backups."""
    return sorted(path.name for path in (folder(desk) / "backups").iterdir())


def unpacked(path: Path) -> dict[str, bytes]:
    """What any `tar` would unpack."""
    with tarfile.open(path) as archive:
        return {member.name: content.read() for member in archive if (content := archive.extractfile(member))}


# ---------------------------------------------------------------------------------------------- when, and what


def test_what_first_writes_on_a_day_leaves_a_backup(cards: Desk) -> None:
    """With what it wrote, of all devices; a later sitting of that day leaves it alone, another day has its own."""
    cards.answer("x")
    phone = cards.log.with_name("phone.jsonl")
    phone.write_bytes(foreign("2026-11-30", 1, "g"))
    first = backup_path(folder(cards), FIRST)
    assert unpacked(first) == {f"{DEVICE}.jsonl": cards.log.read_bytes()}
    before = first.read_bytes()
    cards.answer("y")
    assert first.read_bytes() == before
    cards.answer("x", days=1)
    assert backup_days(folder(cards)) == [FIRST, FIRST + timedelta(1)]
    second = unpacked(backup_path(folder(cards), FIRST + timedelta(1)))
    assert second == {f"{DEVICE}.jsonl": cards.log.read_bytes(), "phone.jsonl": phone.read_bytes()}


def test_there_is_none_before_the_collection_is_closed(cards: Desk) -> None:
    """No answer waits for it."""
    name = cards.card("x")
    with cards.opened() as collection:
        collection.record([review(name)])
        assert not (folder(cards) / "backups").exists()
    assert backup_days(folder(cards)) == [FIRST]


def test_what_only_reads_leaves_none(cards: Desk) -> None:
    """On whatever day."""
    cards.answer("x")
    for day in range(5):
        assert cards.problems(day) == []
    assert backup_days(folder(cards)) == [FIRST]


def test_one_log_gives_the_same_bytes(cards: Desk) -> None:
    """Whenever it is packed."""
    cards.answer("x")
    for day in (FIRST, FIRST + timedelta(9)):
        back_up(folder(cards), day)
    first, second = (backup_path(folder(cards), day).read_bytes() for day in backup_days(folder(cards)))
    assert first == second
    assert first[4:8] == bytes(4)  # where gzip would note the time


def test_it_stays_out_of_git(cards: Desk) -> None:
    """Also in a collection whose `.gitignore` was written before there were backups."""
    (folder(cards) / ".gitignore").write_text("index.db*\ndevice\n*.tmp\n")
    cards.answer("x")
    assert (folder(cards) / "backups" / ".gitignore").read_text() == "*\n"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no modes")
def test_it_is_its_owners_alone(cards: Desk) -> None:
    """The folder and the file."""
    cards.answer("x")
    path = backup_path(folder(cards), FIRST)
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_what_is_answered_meanwhile_does_not_tear_it(tmp_path: Path) -> None:
    """Each backup is what the log was at some time: a beginning of what it is now."""
    log = Log(tmp_path / "log", "desk")
    log.append([("review", at(), {"guid": "g", "ordinal": 0, "rating": "good"})])

    def answer() -> None:
        for number in range(150):
            log.append([("review", at(number), {"guid": "g", "ordinal": 0, "rating": "good"})])

    answering = Thread(target=answer)
    answering.start()
    day = FIRST
    while answering.is_alive():
        back_up(tmp_path, day)
        whole = unpacked(backup_path(tmp_path, day))["desk.jsonl"]
        day += timedelta(1)
        assert whole.endswith(b"\n")
        assert (log.folder / "desk.jsonl").read_bytes().startswith(whole)
    answering.join()


# ---------------------------------------------------------------------------------------------- which are kept


def test_of_a_year_of_days() -> None:
    """The last 7 days, the newest of 5 weeks (a Sunday, or today), the newest of 12 months (the last day, or today)."""
    today = date(2026, 12, 30)  # a Wednesday
    assert sorted(kept(today - timedelta(days) for days in range(500)), reverse=True) == [
        *(date(2026, 12, day) for day in (30, 29, 28, 27, 26, 25, 24, 20, 13, 6)),
        *(date(2026, month, last) for month, last in ((11, 30), (10, 31), (9, 30), (8, 31), (7, 31), (6, 30))),
        *(date(2026, month, last) for month, last in ((5, 31), (4, 30), (3, 31), (2, 28), (1, 31))),
    ]


def test_a_long_pause_drops_nothing() -> None:
    """What counts are the days that have a backup, not the calendar."""
    days = {date(2020, 3, day) for day in (1, 2, 3)} | {date(2026, 12, 1)}
    assert kept(days) == days


@given(st.sets(st.dates(date(2025, 1, 1), date(2026, 12, 31)), max_size=120))
def test_some_are_kept_and_not_too_many(days: set[date]) -> None:
    """Always the 7 newest; at most 24; and once too many are gone, no more go."""
    left = kept(days)
    assert set(sorted(days)[-7:]) <= left <= days
    assert len(left) <= 24
    assert kept(left) == left


@given(st.sets(st.dates(date(2026, 1, 1), date(2026, 12, 31)), min_size=1, max_size=60), st.dates(date(2027, 1, 1)))
def test_a_clock_that_ran_ahead_costs_one_place_only(days: set[date], ahead: date) -> None:
    """It drops at most the oldest of the days, of the weeks and of the months."""
    assert len(kept(days) - kept({*days, ahead})) <= 3


def test_old_backups_go_and_nothing_else(cards: Desk) -> None:
    """Links, folders and other files stay, whatever they are called."""
    cards.answer("x")
    elsewhere = cards.root / "elsewhere"
    elsewhere.write_text("mine")
    backups = folder(cards) / "backups"
    (backups / "2020-01-01.tar.gz").symlink_to(elsewhere)
    (backups / "2020-01-02.tar.gz").mkdir()
    (backups / "2020-02-31.tar.gz").write_text("no day")
    (backups / "notes.txt").write_text("mine")
    strangers = set(names(cards)) - {f"{FIRST}.tar.gz"}
    for day in range(1, 70):
        back_up(folder(cards), FIRST + timedelta(day))
    days = backup_days(folder(cards))
    assert days == sorted(kept(days))
    assert set(days) == kept(FIRST + timedelta(day) for day in range(70))
    assert set(names(cards)) == strangers | {f"{day}.tar.gz" for day in days}
    assert elsewhere.read_text() == "mine"


# ---------------------------------------------------------------------------------------------- what goes wrong


def test_a_full_disk_costs_the_backup_and_no_answer(cards: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence; nothing half-written; the next sitting makes up for it."""
    cards.answer("x")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    name = cards.card("x")
    with monkeypatch.context() as patch, cards.opened(days=1) as collection:
        patch.setattr("flashdeck.store.backups.flush", full)
        collection.record([review(name, when=at(1))])
    assert collection.problems == [
        "Today's backup of the log could not be written to .flashdeck/backups/ (No space left on device)."
    ]
    assert names(cards) == [".gitignore", f"{FIRST}.tar.gz"]
    assert len(cards.lines()) == 3
    cards.answer("y", days=1)
    assert len(backup_days(folder(cards))) == 2


@pytest.mark.parametrize("kind", ["link", "file", "folder"])
def test_what_is_in_the_way_is_left_alone(cards: Desk, kind: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A link for the folder, through which we would write elsewhere; a file for it; a folder for today's backup."""
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    backups = folder(cards) / "backups"
    if kind == "link":
        backups.symlink_to(elsewhere)
    elif kind == "file":
        backups.write_text("mine")
    else:
        backup_path(folder(cards), FIRST).mkdir(parents=True)
    name = cards.card("x")
    with cards.opened() as collection:
        collection.record([review(name)])
    assert [problem.split(" (")[0] for problem in collection.problems] == [
        "Today's backup of the log could not be written to .flashdeck/backups/"
    ]
    assert list(elsewhere.iterdir()) == []
    assert backup_days(folder(cards)) == []
    assert len(cards.lines()) == 2


def test_a_link_for_todays_backup_is_replaced_and_not_followed(cards: Desk) -> None:
    """What it points to stays as it is."""
    elsewhere = cards.root / "elsewhere"
    elsewhere.write_text("mine")
    (folder(cards) / "backups").mkdir()
    backup_path(folder(cards), FIRST).symlink_to(elsewhere)
    cards.answer("x")
    assert backup_days(folder(cards)) == [FIRST]
    assert elsewhere.read_text() == "mine"


def test_a_log_file_that_cannot_be_read_leaves_the_older_backups(cards: Desk) -> None:
    """A copy without it would in time drive out those that have it."""
    cards.answer("x")
    cards.log.with_name("phone.jsonl").mkdir()
    name = cards.card("x")
    with cards.opened(days=1) as collection:
        collection.record([review(name, when=at(1))])
    assert collection.problems[-1].startswith("Today's backup of the log could not be written")
    assert names(cards) == [".gitignore", f"{FIRST}.tar.gz"]


KILLED = """
import os, signal, sys
from datetime import date
from pathlib import Path
from shutil import copytree
from flashdeck.store.backups import back_up
import flashdeck.store.archive, flashdeck.store.log

WRITING = ("backups.py", "archive.py", "durable.py")

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
    back_up(root / ".flashdeck", date(2027, 3, 1))
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
"""Backups that are killed after so many lines of code."""


@pytest.mark.skipif(sys.platform == "win32", reason="there is neither fork nor SIGKILL")
def test_killed_at_any_moment_it_leaves_whole_backups(cards: Desk, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The log is untouched, every backup can be read, and the repair removes what is left; the next time it works."""
    for number in range(9):
        cards.answer("x", days=number)
    aside, before = tmp_path_factory.mktemp("killed"), cards.log.read_bytes()
    run = subprocess.run(
        [sys.executable, "-c", KILLED, str(cards.root), str(aside)],
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert run.returncode == 0, run.stderr
    roots = [Desk(root) for root in aside.iterdir()]
    assert len(roots) > 20
    left = 0
    for desk in roots:
        assert desk.log.read_bytes() == before
        for day in backup_days(folder(desk)):
            assert before.startswith(unpacked(backup_path(folder(desk), day))[desk.log.name])
        found = examined(desk, 99).findings
        leftovers = [finding.file for finding in found if finding.kind == "leftover"]
        left += len(leftovers)
        repair(desk.root, desk.settings, at(99), found)
        assert not [name for name in names(desk) if name.endswith(".tmp")]
        back_up(folder(desk), date(2027, 3, 1))
        assert unpacked(backup_path(folder(desk), date(2027, 3, 1))) == {desk.log.name: before}
    assert left > 1


def test_two_processes_at_once_leave_one_backup(cards: Desk) -> None:
    """Whichever is last; both are the log."""
    cards.answer("x")
    program = (
        "import sys; from pathlib import Path; from datetime import date, timedelta\n"
        "from flashdeck.store.backups import back_up\n"
        "for day in range(40): back_up(Path(sys.argv[1]), date(2027, 1, 1) + timedelta(day))\n"
    )
    command = [sys.executable, "-c", program, str(folder(cards))]
    both = [subprocess.Popen(command, stderr=subprocess.PIPE, cwd=Path(__file__).parents[2]) for _ in range(2)]
    assert [process.communicate()[1] for process in both] == [b"", b""]
    days = backup_days(folder(cards))
    assert set(days) == kept([FIRST, *(date(2027, 1, 1) + timedelta(day) for day in range(40))])
    for day in days:
        files = {name: b"".join(lines) for name, lines in read_archive(backup_path(folder(cards), day))}
        assert files == {cards.log.name: cards.log.read_bytes()}
    assert not [name for name in names(cards) if name.endswith(".tmp")]
    assert read_device(folder(cards)) == DEVICE
