"""How much work something is, counted rather than timed: a busy machine does not change it."""

from __future__ import annotations

import time
from collections.abc import Callable
from cProfile import Profile


def calls(do: Callable[[], object]) -> int:
    """How many functions are called, those written in C as well."""
    profile = Profile()
    profile.runcall(do)
    return sum(entry.callcount for entry in profile.getstats())


def seconds(do: Callable[[], object], times: int = 3) -> float:
    """The least processor time it takes, for `make soak`: what a regular expression does is one call."""
    return min(_once(do) for _ in range(times))


def _once(do: Callable[[], object]) -> float:
    start = time.process_time()
    do()
    return time.process_time() - start
