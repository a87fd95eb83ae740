"""Keys of a POSIX terminal, held in cbreak mode for the whole sitting.

A mode set and unset for each key loses what is typed between two reads; held, every key comes in order, and what is
typed ahead of a card nobody has seen is dropped on purpose, by `new_card`. Only while an answer is typed the terminal
edits a line itself, as it does for the shell and its screen reader.
"""

from __future__ import annotations

import codecs
import os
import re
import select
import signal
import termios
from collections import deque
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from contextlib import ExitStack, contextmanager, suppress
from types import TracebackType
from typing import Any, Self

from flashdeck.review.guard import guarded
from flashdeck.review.keys import COMMAND, REPAINT

# An arrow or a function key is several characters, digits among them: taken apart, F5 would grade a card.
_KEY = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[O]?[^\x1b]|.", re.DOTALL)
_SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.)")
_UNFINISHED = re.compile(r"\x1b(\[[0-?]*[ -/]*|O)?\Z")
_REST_OF_SEQUENCE_SECONDS = 0.05
_TICK_SECONDS = 1.0
_END = ("\x04", "")  # Ctrl-D is an ordinary character in cbreak mode


class _Resumed(Exception):  # noqa: N818 - nothing failed: the person has come back
    """The process was stopped while it waited for a key, and goes on."""


class TerminalKeys:
    """Keys without echo and without waiting for a line end; Ctrl-C and Ctrl-Z keep their meaning.

    Those that are `never_lost` count also when they are pressed too early.
    """

    def __init__(self, terminal: int, never_lost: AbstractSet[str]) -> None:
        self._never_lost = never_lost
        self._terminal = terminal
        self._before = termios.tcgetattr(terminal)
        self._held = self._before
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._waiting: deque[str] = deque()
        self._reading = False
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        self._stack.enter_context(guarded(self._terminal))
        self._stack.callback(self._set_mode, self._before)
        for number, action in ((signal.SIGTSTP, self._stop), (signal.SIGCONT, self._resume)):
            self._stack.callback(signal.signal, number, signal.signal(number, action))
        self._hold(self._cbreak())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def read(self, is_over: Callable[[], bool] | None = None) -> str:
        """The next key; a press of an arrow or a function key is one. REPAINT as soon as it `is_over`."""
        self._reading = True
        try:
            while not self._waiting:
                if is_over and not select.select([self._terminal], [], [], _TICK_SECONDS)[0]:
                    if is_over():
                        return REPAINT
                    continue
                self._waiting.extend(_KEY.findall(self._text()))
        except _Resumed:
            return REPAINT
        finally:
            self._reading = False
        key = self._waiting.popleft()
        return "" if key in _END else key

    def line(self) -> str | None:
        """The next line, edited and echoed by the terminal; a press of an arrow or a function key is no part of it."""
        if self._waiting:
            key = self.read()
            return COMMAND + key if key else None
        self._hold(self._cooked())
        self._reading = True
        try:
            text = ""
            while "\n" not in text:
                text += self._chunk()
                if text.endswith(_END[0]):
                    return None
        except _Resumed:
            return COMMAND + REPAINT
        finally:
            self._reading = False
            self._hold(self._cbreak())
        self._pending()  # what was typed behind the line was not meant for a verdict that nobody has seen
        return _SEQUENCE.sub("", text.partition("\n")[0])

    def new_card(self) -> None:
        """Drop what was typed ahead, but for keys that mean the same whatever card stands."""
        typed = [*self._waiting, *_KEY.findall(self._pending())]
        self._waiting = deque(key for key in typed if key in self._never_lost or key in _END)
        self._decoder.reset()

    @contextmanager
    def lent(self) -> Iterator[None]:
        """Another program has the terminal as it was before; what is typed ahead of its end is lost."""
        self._set_mode(self._before)
        try:
            yield
        finally:
            self._set_mode(self._held)
            self._pending()
            self._waiting.clear()
            self._decoder.reset()

    def _pending(self) -> str:
        """What waits to be read."""
        text = ""
        while select.select([self._terminal], [], [], 0)[0] and not text.endswith(_END[0]):
            text += self._chunk()
        return text

    def _text(self) -> str:
        """What was typed, waiting for the rest of an escape sequence; Ctrl-D when the terminal is gone."""
        text = self._chunk()
        while _UNFINISHED.search(text) and select.select([self._terminal], [], [], _REST_OF_SEQUENCE_SECONDS)[0]:
            text += self._chunk()
        return text

    def _chunk(self) -> str:
        try:
            typed = os.read(self._terminal, 1024)
        except OSError:
            typed = b""
        return self._decoder.decode(typed) if typed else _END[0]

    def _cbreak(self) -> list[Any]:
        mode = [*self._before[:6], [*self._before[6]]]
        mode[3] &= ~(termios.ECHO | termios.ICANON)
        mode[6][termios.VMIN], mode[6][termios.VTIME] = 1, 0
        return mode

    def _cooked(self) -> list[Any]:
        mode = [*self._before[:6], [*self._before[6]]]
        mode[3] |= termios.ECHO | termios.ICANON
        return mode

    def _hold(self, mode: list[Any]) -> None:
        """The mode from here on, also after Ctrl-Z."""
        self._held = mode
        self._set_mode(mode)

    def _set_mode(self, mode: list[Any]) -> None:
        with suppress(termios.error):  # as above
            termios.tcsetattr(self._terminal, termios.TCSADRAIN, mode)

    def _stop(self, *_: object) -> None:
        """Ctrl-Z: the shell gets its terminal back before this process stops, and we take it again afterwards."""
        self._set_mode(self._before)
        ours = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, ours)
        self._set_mode(self._held)

    def _resume(self, *_: object) -> None:
        """Back in the foreground, after Ctrl-Z or a stop that could not be caught."""
        self._set_mode(self._held)
        if self._reading:
            raise _Resumed
