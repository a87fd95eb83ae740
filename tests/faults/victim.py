"""A flashdeck that is killed at a given moment: `python -m tests.faults.victim MOMENT ARGUMENT...`.

Every touch of the disk and every statement to SQLite is a moment, counted from 1; a write is two, for it may be cut in
the middle. At the given one the process kills itself as `kill -9` does. With moment 0 it lives, and tells on its last
line of stderr how many moments there were.
"""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")

TOUCHES = frozenset({"open", "os.chmod", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.truncate"})
"""The audit events that count, as Python names them."""


class Fate:
    """Which moment it is, and which is the last."""

    def __init__(self, last: int) -> None:
        self.last = last
        self.passed = 0

    def is_next(self) -> bool:
        """Count a moment; whether it is the last."""
        self.passed += 1
        return self.passed == self.last

    def pass_by(self, *_: object) -> None:
        """Count a moment, and die at the last."""
        if self.is_next():
            die()


def die() -> None:
    """As `kill -9` does it: nothing is flushed, closed or said."""
    os.kill(os.getpid(), signal.SIGKILL)


def before(fate: Fate, function: Callable[..., T]) -> Callable[..., T]:
    """The function, before whose calls a moment passes."""

    def called(*arguments: Any, **named: Any) -> T:
        fate.pass_by()
        return function(*arguments, **named)

    return called


def haunt(fate: Fate) -> None:
    """Let every touch of the disk from here on be a moment."""
    write = os.write

    def cut_write(file: int, content: bytes) -> int:
        fate.pass_by()
        if fate.is_next():
            write(file, content[: len(content) // 2])
            die()
        return write(file, content)

    class Haunted(sqlite3.Connection):
        """A connection before whose statements a moment passes."""

        def execute(self, *arguments: Any) -> sqlite3.Cursor:
            fate.pass_by()
            return super().execute(*arguments)

        def executemany(self, *arguments: Any) -> sqlite3.Cursor:
            fate.pass_by()
            return super().executemany(*arguments)

    connect = sqlite3.connect
    os.write = cut_write  # type: ignore[assignment]  # memoryviews are not written here
    os.fsync = before(fate, os.fsync)
    os.ftruncate = before(fate, os.ftruncate)
    sqlite3.connect = lambda *arguments, **named: connect(*arguments, **{"factory": Haunted, **named})  # type: ignore[assignment]
    sys.addaudithook(lambda event, arguments: fate.pass_by() if _counts(event, arguments) else None)


def _counts(event: str, arguments: tuple[Any, ...]) -> bool:
    """Whether the disk is changed: of what is opened, what may be written to."""
    if event != "open":
        return event in TOUCHES
    _, mode, flags = arguments
    return bool(flags & (os.O_WRONLY | os.O_RDWR)) if mode is None else not set(mode).isdisjoint("wax+")


def main() -> None:
    """Run flashdeck with the arguments that follow the moment."""
    from flashdeck.cli import main as flashdeck

    fate = Fate(int(sys.argv[1]))
    haunt(fate)
    try:
        flashdeck(sys.argv[2:], prog_name="flashdeck")
    finally:
        if not fate.last:
            sys.stderr.write(f"\n{fate.passed}\n")


if __name__ == "__main__":
    main()
