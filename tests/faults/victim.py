"""A flashdeck that something happens to: `python -m tests.faults.victim FATE MOMENT ARGUMENT...`.

Every touch of the disk and every statement to SQLite is a moment, counted from 1; a write is two, for it may be cut in
the middle. At the given one the process kills itself as `kill -9` does (fate `killed`), or the disk is full from then
on (`full`): what is written fails, what is read does not. With moment 0 nothing happens, and the last line of stderr
tells how many moments there were.
"""

from __future__ import annotations

import errno
import os
import signal
import sqlite3
import sys
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")

TOUCHES = frozenset({"open", "os.chmod", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.truncate"})
"""The audit events that count, as Python names them."""

MAKES_ROOM = frozenset({"os.chmod", "os.remove", "os.rmdir", "os.truncate"})
"""Those of them that a full disk lets pass."""


class Fate:
    """Which moment it is, at which one it happens, and what."""

    def __init__(self, kind: str, moment: int) -> None:
        self.kind = kind
        self.moment = moment
        self.passed = 0

    def is_next(self) -> bool:
        """Count a moment; whether it has come, or is past and lasts."""
        self.passed += 1
        return self.passed == self.moment or (self.kind == "full" and 0 < self.moment < self.passed)

    def pass_by(self, *, by_sqlite: bool = False) -> None:
        """Count a moment, and let it happen."""
        if self.is_next():
            self.strike(by_sqlite=by_sqlite)

    def strike(self, *, by_sqlite: bool = False) -> None:
        """Die as `kill -9` does it, with nothing flushed, closed or said; or fail as on a disk that is full."""
        if self.kind == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        if not by_sqlite:
            raise OSError(errno.ENOSPC, "No space left on device")
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error


def before(fate: Fate, function: Callable[..., T]) -> Callable[..., T]:
    """The function, before whose calls a moment passes."""

    def called(*arguments: Any, **named: Any) -> T:
        fate.pass_by()
        return function(*arguments, **named)

    return called


def haunt(fate: Fate) -> None:
    """Let every touch of the disk from here on be a moment."""
    write = os.write

    def cut_write(file: int, content: Any) -> int:
        fate.pass_by()
        if fate.is_next():
            write(file, content[: len(content) // 2])
            fate.strike()
        return write(file, content)

    class Haunted(sqlite3.Connection):
        """A connection before whose statements that change something a moment passes."""

        def execute(self, *arguments: Any) -> sqlite3.Cursor:
            if not arguments[0].lstrip().upper().startswith(("SELECT", "PRAGMA", "ROLLBACK")):
                fate.pass_by(by_sqlite=True)
            return super().execute(*arguments)

        def executemany(self, *arguments: Any) -> sqlite3.Cursor:
            fate.pass_by(by_sqlite=True)
            return super().executemany(*arguments)

    connect = sqlite3.connect
    os.write = cut_write
    os.fsync = before(fate, os.fsync)
    if fate.kind == "killed":
        os.ftruncate = before(fate, os.ftruncate)
    sqlite3.connect = lambda *arguments, **named: connect(*arguments, **{"factory": Haunted, **named})
    sys.addaudithook(lambda event, arguments: fate.pass_by() if _counts(fate, event, arguments) else None)


def _counts(fate: Fate, event: str, arguments: tuple[Any, ...]) -> bool:
    """Whether the disk is changed: of what is opened, what may be written to; /dev/null is no disk."""
    if (fate.kind == "full" and event in MAKES_ROOM) or (arguments and arguments[0] == os.devnull):
        return False
    if event != "open":
        return event in TOUCHES
    _, mode, flags = arguments
    return bool(flags & (os.O_WRONLY | os.O_RDWR)) if mode is None else not set(mode).isdisjoint("wax+")


def main() -> None:
    """Run flashdeck with the arguments that follow the moment."""
    from flashdeck.cli import main as flashdeck

    fate = Fate(sys.argv[1], int(sys.argv[2]))
    haunt(fate)
    try:
        flashdeck(sys.argv[3:], prog_name="flashdeck")
    finally:
        if not fate.moment:
            sys.stderr.write(f"\n{fate.passed}\n")


if __name__ == "__main__":
    main()
