"""Work that is spread over processes gives what one process gives, and leaves none behind."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path

import pytest

from flashdeck.store.workers import spread
from tests.benchmarks import corpus
from tests.store.desk import Desk

TASKS = list(range(40))
HERE = os.getpid()


def doubled(task: int) -> int:
    return 2 * task


def where(_: int) -> int:
    time.sleep(0.01)
    return os.getpid()


def refused(task: int) -> int:
    if task == 7:
        raise ValueError("seven")
    return task


def large(task: str) -> str:
    return task + "."


def ended(task: int) -> int:
    if os.getpid() != HERE:
        os.kill(os.getpid(), signal.SIGKILL)
    return doubled(task)


@pytest.mark.parametrize("processors", [1, 2, 5, 100])
def test_the_results_stand_in_the_order_of_the_tasks(processors: int) -> None:
    """However many processes there are."""
    assert list(spread(doubled, TASKS, processors=processors)) == [doubled(task) for task in TASKS]


def test_others_work_beside_this_process() -> None:
    """Of two processors both are used, and neither does everything."""
    places = list(spread(where, TASKS, processors=2))
    assert len(set(places)) == 2
    assert os.getpid() in places


def test_tasks_and_results_larger_than_a_pipe_holds() -> None:
    """Neither side waits for the other to read."""
    tasks = [str(number) * 1_000_000 for number in range(8)]
    assert list(spread(large, tasks, processors=3)) == [large(task) for task in tasks]


def test_what_a_worker_raises_is_raised_here() -> None:
    """As if it had been done here."""
    with pytest.raises(ValueError, match="seven"):
        list(spread(refused, TASKS, processors=2))
    assert not multiprocessing.active_children()


@pytest.mark.skipif(sys.platform != "linux", reason="a worker that starts anew takes this process for its parent")
def test_a_worker_that_was_killed_loses_no_task() -> None:
    """The system may end a process for want of memory: its task is done here."""
    assert list(spread(ended, TASKS, processors=3)) == [doubled(task) for task in TASKS]


def test_no_worker_outlives_its_work() -> None:
    """Nor one whose results nobody wants any more."""
    results = spread(doubled, TASKS, processors=3)
    assert list(islice(results, 3)) == [0, 2, 4]
    results.close()  # type: ignore[attr-defined]  # it is a generator
    assert not multiprocessing.active_children()


def test_a_collection_compiled_by_several_processes_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The index does not tell who compiled."""
    dumps = []
    for name, worth in (("alone", 1 << 30), ("together", 0)):
        monkeypatch.setattr("flashdeck.store.compiling._WORTH_SPREADING", worth)
        monkeypatch.setattr("flashdeck.store.workers._processors", lambda: 3)
        desk = Desk(tmp_path / name)
        desk.root.mkdir()
        corpus.write(desk.root, 500)
        desk.write("broken.md", "## Two {#n-1}\n\nA card whose id is taken.\n\n## Three\n\n![](nowhere.png)\n")
        with desk.opened() as collection:
            files = "(SELECT path, number, size, digest, missing, errors, warnings FROM files)"
            dumps.append([collection._ask(f"SELECT * FROM {table}", {}, tuple) for table in ("notes", "cards", files)])
    assert dumps[0] == dumps[1]
    assert len(dumps[0][0]) > 500


KILLED = """
import os, sys, time
from flashdeck.store.workers import spread
from tests.store.test_workers import where
results = spread(where, range(100_000), processors=2)
print(*{next(results) for _ in range(40)}, flush=True)
time.sleep(60)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_worker_ends_when_its_parent_was_killed() -> None:
    """No process is left over, whatever ended the one that a person started."""
    parent = subprocess.Popen([sys.executable, "-c", KILLED], stdout=subprocess.PIPE)
    assert parent.stdout is not None
    numbers = {int(word) for word in parent.stdout.readline().split()} - {parent.pid}
    parent.stdout.close()
    assert numbers
    parent.kill()
    parent.wait()
    until = time.monotonic() + 30
    while any(_is_running(number) for number in numbers) and time.monotonic() < until:
        time.sleep(0.01)
    assert not any(_is_running(number) for number in numbers)


def _is_running(number: int) -> bool:
    try:
        return b"\nState:\tZ" not in Path(f"/proc/{number}/status").read_bytes()
    except FileNotFoundError:
        return False
