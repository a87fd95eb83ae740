"""Where the keys of a line review come from: a pipe, a POSIX terminal, or a Windows console."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from contextlib import AbstractContextManager, contextmanager, nullcontext
from io import StringIO, TextIOWrapper
from typing import Protocol, TextIO

REPAINT = "\x0c"
"""Ctrl-L, which is also what a terminal gives when it returns from Ctrl-Z, or has waited for something to happen."""

COMMAND = "\t"
"""What stands before a key in a line that else would be an answer."""

NEVER_LOST = ("undo", "quit")
"""What means the same whatever card stands, so that its keys count when they are pressed too early."""


class Keys(Protocol):
    """Keys in the order they were pressed."""

    def read(self, is_over: Callable[[], bool] | None = None) -> str:
        """The next key: a character, a whole escape sequence, or "" when no more will come.

        Where a person is waited for, the waiting ends with REPAINT as soon as it `is_over`, which is asked each second.
        """

    def line(self) -> str | None:
        """The next line without its end, a key in it after COMMAND, or None when no more will come."""

    def new_card(self) -> None:
        """A card is about to be shown that nobody has seen: what was pressed before was not meant for it."""

    def lent(self) -> AbstractContextManager[None]:
        """Another program has the terminal, if there is one; what is typed ahead of its end is lost."""


class PipedKeys:
    """Keys from a file or a pipe, where nothing is dropped: the sender cannot see the cards anyway.

    A line end right behind a grade only ends the sender's line; it reveals nothing.
    """

    def __init__(self, stream: TextIO) -> None:
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace", newline=None)
        self._stream = stream
        self._last = "\n"
        self._may_end_a_line = False

    def read(self, is_over: Callable[[], bool] | None = None) -> str:  # noqa: ARG002 - nobody waits at a pipe
        """The next character; a line end of any system is one."""
        key = self._stream.read(1)
        if self._may_end_a_line and key == "\n":
            key = self._stream.read(1)
        self._last, self._may_end_a_line = key, False
        return key

    def line(self) -> str | None:
        """What comes up to the next line end, or to the end of the input."""
        first = self.read()
        if first in ("", "\n"):
            return None if not first else ""
        self._last = "\n"
        return first + self._stream.readline().removesuffix("\n")

    def new_card(self) -> None:
        """The key before this was a grade, or moved on in another way."""
        self._may_end_a_line = self._last != "\n"

    def lent(self) -> AbstractContextManager[None]:
        """There is nothing to lend."""
        return nullcontext()


@contextmanager
def keys_of(stream: TextIO | None, never_lost: AbstractSet[str]) -> Iterator[Keys]:
    """Keys of the stream, for as long as the sitting lasts; a terminal is held in its mode until the end.

    `never_lost` are keys that count though they are pressed too early.
    """
    if stream is None or not stream.isatty():
        yield PipedKeys(stream or StringIO())  # without a stdin there are no keys
    elif sys.platform == "win32":
        from flashdeck.review.console import ConsoleKeys

        yield ConsoleKeys(never_lost)
    else:
        from flashdeck.review.terminal import TerminalKeys

        with TerminalKeys(stream.fileno(), never_lost) as keys:
            yield keys
