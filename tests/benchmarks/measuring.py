"""Two things timed in turn, pair by pair: seconds differ from machine to machine and from hour to hour, ratios less.

A bare script may have to make ready what it is to do, such as the rows that it will write; how long that took it says
as the last line of its output, and it is not counted.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

PAIRS = 5


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured pair: medians in seconds, and the median of the ratios; `cards` is the size of the collection."""

    name: str
    cards: int
    ours: float
    bare: float
    ratio: float


def compare(name: str, cards: int, ours: Callable[[], float], bare: Callable[[], float], pairs: int = PAIRS) -> Figure:
    """The figure of two measurements, each of which returns seconds, taken in turn."""
    times = [(ours(), bare()) for _ in range(pairs)]
    ratio = statistics.median(mine / other for mine, other in times)
    mine, other = (statistics.median(column) for column in zip(*times, strict=True))
    return Figure(name, cards, mine, other, ratio)


def of_command(command: Sequence[str]) -> float:
    """Seconds of a whole process; raises CalledProcessError where it fails."""
    began = time.perf_counter()
    subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began


def of_script(script: str, *arguments: str) -> float:
    """Seconds of a bare script, less those that it took to make ready."""
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True
    )
    making_ready = float(done.stdout.split()[-1]) if done.stdout.split() else 0.0
    return time.perf_counter() - began - making_ready


def of_call(call: Callable[[], object]) -> float:
    """Processor seconds of a call."""
    began = time.process_time()
    call()
    return time.process_time() - began
