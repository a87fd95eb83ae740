from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
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


def receive_a_package(root: Path) -> None:
    """A package of three notes with a picture and their progress, as `x.apkg`."""
    other = root.parent / "other"
    shutil.rmtree(other, ignore_errors=True)
    (other / "cards/a").mkdir(parents=True)
    (other / "cards/a/one.md").write_text("## One? {#one}\n\n![r](r.png)\n\n## Two? {#two}\n\n2\n")
    (other / "cards/a/r.png").write_bytes(b"\x89PNG other")
    (other / "cards/three.md").write_text("## Three? {#three .reversed}\n\n3\n")
    run(other, "review", "--plain", keys=" 3 3q")
    run(other, "export", "--with-progress", "-o", str(root / "x.apkg"))


def export_and_edit(root: Path) -> None:
    run(root, "export")
    edit_a_card(root)


OF_A_FULL_DISK = ("No space left", "disk is full", "No usable temporary directory")
CASES = {
    "review": Case(("review", "--plain"), keys=" 3 1 4 2 3 3q"),
    "compile": Case(("due",), forget_the_index),
    "recompile": Case(("due",), edit_a_card),
    "export": Case(("export",)),
    "export again": Case(("export", "--with-progress"), export_and_edit),
    "stamp": Case(("stamp", "--yes")),
    "repair": Case(("doctor", "--repair"), tear_the_log),
    "import": Case(("import", "x.apkg"), receive_a_package),
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


def struck(root: Path, case: Case, fate: str, moment: int) -> subprocess.CompletedProcess[str]:
    """The command, to which this happens at that moment."""
    arguments = ["--collection", str(root), "--now", MORNING, *case.arguments]
    command = [sys.executable, "-m", "tests.faults.victim", fate, str(moment), *arguments]
    here = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    return subprocess.run(command, input=case.keys, capture_output=True, text=True, check=False, cwd=root, env=here)


def copy(used: Path, case: Case, to: Path) -> Path:
    shutil.rmtree(to, ignore_errors=True)
    shutil.copytree(used, to)
    case.before(to)
    return to


def moments_of(used: Path, case: Case, fate: str, folder: Path) -> Sequence[int]:
    """The moments at which it happens: all of them, or a few drawn by chance and the same each time."""
    finished = struck(copy(used, case, folder), case, fate, 0)
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


@pytest.mark.parametrize("fate", ["killed", "full"])
@pytest.mark.parametrize("name", CASES)
def test_at_any_moment_nothing_is_lost(name: str, fate: str, used: Path, tmp_path: Path) -> None:
    """Killed, or with a disk that is full from then on.

    No answer that was seen to count is lost, no card file changes but by a whole stamp, and the next call works.
    """
    case = CASES[name]
    before = copy(used, case, tmp_path / "whole")
    texts_before, answers_before = texts(before), answers(before)
    struck(before, case, fate, 0)
    texts_after = texts(before)
    for moment in moments_of(used, case, fate, tmp_path / "counted"):
        root = copy(used, case, tmp_path / "struck")
        ended = struck(root, case, fate, moment)
        where = f"{fate} at {moment}: {ended.stdout}{ended.stderr}"
        assert ended.returncode == -signal.SIGKILL if fate == "killed" else ended.returncode in (0, 1), where
        assert "Traceback" not in ended.stderr, where
        if ended.returncode == 1:
            assert any(words in ended.stderr for words in OF_A_FULL_DISK), where
        assert all(text in (texts_before[path], texts_after[path]) for path, text in texts(root).items()), where
        kept = answers(root)
        assert kept[: len(answers_before)] == answers_before, where
        if case.keys and ended.returncode != 1:
            assert len(kept) - len(answers_before) >= len(QUESTION.findall(ended.stdout)) - 1, where
        assert_all_is_well(root, where)


def assert_all_is_well(root: Path, where: str) -> None:
    """The next call works, a repair leaves nothing to be found, and no answer of the log is left out."""
    due = run(root, "due")
    assert due.exit_code == 0, where + due.output
    kept = answers(root)
    assert run(root, "doctor", "--repair").exit_code == 0, where
    doctor = run(root, "doctor")
    assert doctor.exit_code == 0, where + doctor.output
    assert answers(root) == kept, where
    for package in (root / "exports").glob("*"):
        assert package.suffix == ".apkg", where
        assert zipfile.ZipFile(package).testzip() is None, where
    assert run(root, "export").exit_code == 0, where
    if (root / "x.apkg").exists():
        assert_the_import_completes(root, where)


def assert_the_import_completes(root: Path, where: str) -> None:
    """The next one adds what is missing, and the one after it nothing."""
    assert run(root, "import", str(root / "x.apkg")).exit_code == 0, where
    imported = ("cards/a/one.md", "cards/three.md", "cards/media/r.png")
    assert all((root / path).exists() for path in imported), where
    assert len(answers(root)) == 4, where
    again = json.loads(run(root, "import", str(root / "x.apkg"), "--json").stdout)
    assert (again["notes"]["new"], again["reviews"], again["files"]) == ([], 0, []), where
    assert run(root, "check").exit_code == 0, where
