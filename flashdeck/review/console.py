"""Keys of a Windows console."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from contextlib import contextmanager

from flashdeck.review.keys import COMMAND, REPAINT

_GLANCE_SECONDS = 0.05  # a key is not to wait for longer

if sys.platform == "win32":
    import msvcrt

    class ConsoleKeys:
        """Keys without echo and without waiting for a line end; those `never_lost` count also when too early."""

        def __init__(self, never_lost: AbstractSet[str]) -> None:
            self._never_lost = never_lost
            self._kept: deque[str] = deque()

        def read(self, is_over: Callable[[], bool] | None = None) -> str:
            """The next key; a function or arrow key comes as one key of two characters. REPAINT where it `is_over`."""
            if self._kept:
                return self._kept.popleft()
            while is_over and not msvcrt.kbhit():
                if is_over():
                    return REPAINT
                time.sleep(_GLANCE_SECONDS)
            key = msvcrt.getwch()
            if key in "\x00\xe0":
                return key + msvcrt.getwch()
            if key == "\x03":
                raise KeyboardInterrupt
            if key in "\x04\x1a":
                return ""
            return "\n" if key == "\r" else key

        def line(self) -> str | None:
            """A line with echo; Backspace takes a character back."""
            if self._kept:
                return COMMAND + self._kept.popleft()
            typed = ""
            while (key := self.read()) != "\n":
                if not key:
                    return None
                if key == "\b" and typed:
                    typed = typed[:-1]
                    self._echo("\b \b")
                elif len(key) == 1 and key != "\b":
                    typed += key
                    self._echo(key)
            self._echo("\r\n")
            self._drop()
            return typed

        def new_card(self) -> None:
            """Drop what was typed ahead."""
            self._kept.extend(key for key in self._drop() if key in self._never_lost)

        @contextmanager
        def lent(self) -> Iterator[None]:
            """What is typed ahead of the other program's end is dropped."""
            yield
            self._kept.clear()
            self._drop()

        def _drop(self) -> list[str]:
            dropped = []
            while msvcrt.kbhit():
                dropped.append(msvcrt.getwch())
            return dropped

        def _echo(self, text: str) -> None:
            for character in text:
                msvcrt.putwch(character)
