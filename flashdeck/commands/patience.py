"""A line on the terminal while something takes long."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

T = TypeVar("T")

_AFTER, _EVERY = 1.0, 0.2
"""Seconds after which it is worth a line, and after which the line is told anew."""


class Counted(Generic[T]):
    """The same things one after the other; `passed` is how many there were so far."""

    def __init__(self, things: Iterable[T]) -> None:
        self._things = things
        self.passed = 0

    def __iter__(self) -> Iterator[T]:
        for self.passed, thing in enumerate(self._things, 1):  # noqa: B020 (an attribute that counts)
            yield thing


@contextmanager
def patience(doing: str, counted: Counted[T]) -> Iterator[None]:
    """Say on a terminal's stderr what is done and how far it is, from the first second on; the line goes at the end."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    is_over = threading.Event()
    telling = threading.Thread(target=_tell, args=(doing, counted, is_over), daemon=True)
    telling.start()
    try:
        yield
    finally:
        is_over.set()
        telling.join()


def _tell(doing: str, counted: Counted[T], is_over: threading.Event) -> None:
    wait, said = _AFTER, ""
    while not is_over.wait(wait):
        wait, said = _EVERY, f"{doing}: {counted.passed:,}"
        print(f"\r{said}", end="", file=sys.stderr, flush=True)  # noqa: T201 (a line that is written over)
    if said:
        print(f"\r{' ' * len(said)}\r", end="", file=sys.stderr, flush=True)  # noqa: T201 (and taken away)
