"""Timings as ratios within one run: `python -m tests.benchmarks [CARDS]` prints one table.

Each figure is the time of a whole command over that of a bare script which does only the unavoidable work, run in
turn; the medians of five pairs. Seconds differ from machine to machine and from minute to minute, ratios much less.
"""

from __future__ import annotations

import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.benchmarks import bare, corpus, folding

PAIRS = 5
MORNING = "2026-12-01T09:00:00+00:00"


def seconds(command: Sequence[str], keys: bytes = b"") -> float:
    """How long a whole process takes; raises CalledProcessError where it fails."""
    began = time.perf_counter()
    subprocess.run(command, input=keys, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began


def compare(
    name: str, ours: Sequence[str], script: str, folder: Path, *, before: Callable[[], None], keys: bytes = b""
) -> None:
    """Print one line: the medians of both and of the ratios, pair by pair."""
    times: list[tuple[float, float]] = []
    for _ in range(PAIRS):
        before()
        times.append((seconds(ours, keys), seconds([sys.executable, "-c", script, str(folder)])))
    ratio = statistics.median(mine / other for mine, other in times)
    mine, other = (statistics.median(column) for column in zip(*times, strict=True))
    print(f"{name:<34} {mine:8.3f} s {other:8.3f} s {ratio:7.2f}", flush=True)


def main(count: int) -> None:
    """Measure on a new collection of `count` notes."""
    with tempfile.TemporaryDirectory(prefix="flashdeck-bench-") as name:
        folder = Path(name)
        corpus.write(folder, count)
        flashdeck = [sys.executable, "-m", "flashdeck", "--collection", name, "--now", MORNING]

        def anew() -> None:
            shutil.rmtree(folder / ".flashdeck", ignore_errors=True)

        def nothing() -> None:
            """The index stays as it is."""

        print(f"{count} notes, Python {platform.python_version()}, {platform.machine()}, medians of {PAIRS} pairs")
        print(f"{'':<34} {'flashdeck':>10} {'bare':>10} {'ratio':>7}")
        compare("first compile", [*flashdeck, "due"], bare.COMPILE, folder, before=anew)
        compare("due, nothing changed", [*flashdeck, "due"], bare.LOOK, folder, before=nothing)
        review = [*flashdeck, "review", "--plain"]
        compare("to the first card, plain", review, bare.LOOK, folder, before=nothing, keys=b"q")
        compare("first export", [*flashdeck, "export"], bare.EXPORT, folder, before=nothing)
        compare("help, against importing click", [*flashdeck, "--help"], bare.START, folder, before=nothing)
        folding.main()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
