"""A line on the terminal while something takes long."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")

_AFTER, _EVERY = 1.0, 0.2
"""Seconds after which it is worth a line, and after which the line is told anew."""


class Counter:
    """How many things there were so far."""

    def __init__(self) -> None:
        self.number = 0

    def of(self, things: Iterable[T]) -> Iterator[T]:
        """The same things, counted."""
        for self.number, thing in enumerate(things, 1):
            yield thing


@contextmanager
def patience(doing: str) -> Iterator[Counter]:
    """Say on a terminal's stderr what is done and how far it is, from the first second on; the line goes at the end."""
    counter, is_over = Counter(), threading.Event()
    if sys.stderr is None or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield counter
        return
    telling = threading.Thread(target=_tell, args=(doing, counter, is_over), daemon=True)
    telling.start()
    try:
        yield counter
    finally:
        is_over.set()
        telling.join()


def _tell(doing: str, counter: Counter, is_over: threading.Event) -> None:
    wait, said = _AFTER, ""
    while not is_over.wait(wait):
        wait, said = _EVERY, f"{doing}: {counter.number:,}" if counter.number else doing
        print(f"\r{said}", end="", file=sys.stderr, flush=True)  # noqa: T201 (a line that is written over)
    if said:
        print(f"\r{' ' * len(said)}\r", end="", file=sys.stderr, flush=True)  # noqa: T201 (and taken away)
