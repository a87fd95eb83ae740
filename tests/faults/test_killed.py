from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from flashdeck.cli import main
from tests.soak import IS_SOAK

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")

MORNING = "2026-12-02T09:00:00+00:00"
SAMPLE = 8
"""Moments of each command in `make test`; `make soak` has all of them."""

CARDS = {
    "cards/gpu.md": "# GPUs\n\n" + "".join(f"## Question {n}? {{#q{n}}}\n\nAnswer {n}\n\n" for n in range(1, 6)),
    "cards/net/ring.md": "## Ring\n\nSteps: {{c1::reduce-scatter}}, {{c2::all-gather}}\n\n## Plain?\n\n![r](r.png)\n",
}
QUESTION = re.compile(r"Question (\d)\?")


@dataclass(frozen=True)
class Case:
    """A command that is killed: what is done before it, and what it reads from stdin."""

    arguments: tuple[str, ...]
    before: Callable[[Path], object] = lambda _: None
    keys: str = ""


def run(root: Path, *arguments: str, keys: str = "") -> Result:
    """A call in this process, which nothing kills."""
    everywhere = ("--collection", str(root), "--now", MORNING)
    return CliRunner().invoke(main, [*everywhere, *arguments], input=keys)


def forget_the_index(root: Path) -> None:
    (root / ".flashdeck/index.db").unlink()


def tear_the_log(root: Path) -> None:
    """A line cut by a crash, with the next one glued to it, and one of no sense."""
    (log,) = (root / ".flashdeck/log").glob("*.jsonl")
    first, *rest = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join([first, *rest, rest[-1][:20], b"\n<<<<<<< HEAD\n"]))


def edit_a_card(root: Path) -> None:
    file = root / "cards/gpu.md"
    file.write_text(file.read_text().replace("Answer 2", "Another answer"))


CASES = {
    "review": Case(("review", "--plain"), keys=" 3 1 4 2 3 3q"),
    "compile": Case(("due",), forget_the_index),
    "recompile": Case(("due",), edit_a_card),
    "export": Case(("export",)),
    "export again": Case(("export", "--with-progress"), lambda root: (run(root, "export"), edit_a_card(root))),
    "stamp": Case(("stamp", "--yes")),
    "repair": Case(("doctor", "--repair"), tear_the_log),
    "undo": Case(("undo",)),
    "suspend": Case(("suspend", "deck:gpu")),
}


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A collection in which a few answers were given yesterday."""
    root = tmp_path_factory.mktemp("used") / "c"
    for path, text in CARDS.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    (root / "cards/net/r.png").write_bytes(b"\x89PNG\r\n")
    arguments = ["--collection", str(root), "--now", "2026-12-01T09:00:00+00:00", "review", "--plain"]
    assert CliRunner().invoke(main, arguments, input=" 3 3q").exit_code == 0
    return root


def killed(root: Path, case: Case, moment: int) -> subprocess.CompletedProcess[str]:
    """The command, killed at that moment."""
    arguments = ["--collection", str(root), "--now", MORNING, *case.arguments]
    command = [sys.executable, "-m", "tests.faults.victim", str(moment), *arguments]
    return subprocess.run(command, input=case.keys, capture_output=True, text=True, check=False)


def copy(used: Path, case: Case, to: Path) -> Path:
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(used, to)
    case.before(to)
    return to


def moments_of(used: Path, case: Case, folder: Path) -> Sequence[int]:
    """The moments at which it is killed: all of them, or a few drawn by chance and the same each time."""
    finished = killed(copy(used, case, folder), case, 0)
    assert finished.returncode == 0, finished.stderr
    every = range(1, int(finished.stderr.split()[-1]) + 1)
    assert len(every) > SAMPLE
    return every if IS_SOAK else sorted(random.Random(case.arguments[0]).sample(every, SAMPLE))


def texts(root: Path) -> dict[str, bytes]:
    return {path: (root / path).read_bytes() for path in (*CARDS, "cards/net/r.png")}


def answers(root: Path) -> list[str]:
    """The ids of the answers in the log."""
    lines = [line for log in (root / ".flashdeck/log").glob("*.jsonl") for line in log.read_bytes().splitlines()]
    return [event["id"] for line in lines if (event := _event(line)).get("kind") == "review"]


def _event(line: bytes) -> dict[str, str]:
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


@pytest.mark.parametrize("name", CASES)
def test_killed_at_any_moment_nothing_is_lost(name: str, used: Path, tmp_path: Path) -> None:
    """No answer that was seen to count is lost, no card file changes but by a whole stamp, and the next call works."""
    case = CASES[name]
    before = copy(used, case, tmp_path / "whole")
    texts_before, answers_before = texts(before), answers(before)
    whole = killed(before, case, 0)
    texts_after = texts(before)
    moments = moments_of(used, case, tmp_path / "counted")
    for moment in moments:
        root = copy(used, case, tmp_path / "killed")
        died = killed(root, case, moment)
        assert died.returncode == -9, (moment, died.stderr)
        assert "Traceback" not in died.stderr
        for path, text in texts(root).items():
            assert text in (texts_before[path], texts_after[path]), (moment, path)
        shown = len(QUESTION.findall(died.stdout))
        kept = answers(root)
        assert kept[: len(answers_before)] == answers_before
        if case.keys:
            assert len(kept) - len(answers_before) >= shown - 1, (moment, died.stdout)
        _assert_all_is_well(root, moment, whole)


def _assert_all_is_well(root: Path, moment: int, whole: subprocess.CompletedProcess[str]) -> None:
    """The next call works, a repair leaves nothing to be found, and no answer of the log is left out."""
    due = run(root, "due")
    assert due.exit_code == 0, (moment, due.output, whole.stdout)
    assert due.exception is None
    kept = answers(root)
    assert run(root, "doctor", "--repair").exit_code == 0, moment
    doctor = run(root, "doctor")
    assert doctor.exit_code == 0, (moment, doctor.output)
    assert answers(root) == kept
    for package in (root / "exports").glob("*"):
        assert package.suffix == ".apkg", moment
        assert zipfile.ZipFile(package).testzip() is None, moment
    assert run(root, "export").exit_code == 0, moment
