"""How much work something is, counted rather than timed: a busy machine does not change it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import FrameType


def calls(do: Callable[[], object]) -> int:
    """How many functions are called, those written in C as well."""
    count = 0

    def called(_frame: FrameType, event: str, _function: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        do()
    finally:
        sys.setprofile(before)
    return count


def seconds(do: Callable[[], object], times: int = 3) -> float:
    """The least processor time it takes, in seconds: for `make soak`, since what a regular expression does is one call."""
    return min(_once(do) for _ in range(times))


def _once(do: Callable[[], object]) -> float:
    start = time.process_time()
    do()
    return time.process_time() - start
