"""How far a long run has come, on a terminal that a person waits at."""

from __future__ import annotations

import sys
import time

from flashdeck.diagnostics import cells

_PATIENCE = 1.0  # seconds that a person waits without a word
_BETWEEN = 0.1  # seconds


class Progress:
    """One line on stderr that is written over; none in a short run, and none where stderr is no terminal."""

    def __init__(self) -> None:
        self._is_watched = sys.stderr is not None and sys.stderr.isatty()
        self._next = time.monotonic() + _PATIENCE
        self._shown = 0

    def __call__(self, what: str, part: float) -> None:
        """Say what is being done, and which part of it is done, from 0 to 1."""
        if self._is_watched and time.monotonic() >= self._next:
            self._show(f"{what}: {part:.0%}" if part else what)
            self._next = time.monotonic() + _BETWEEN

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            self._show("")

    def _show(self, text: str) -> None:
        sys.stderr.write("\r" + text + " " * (self._shown - cells(text)) + ("\r" if not text else ""))
        sys.stderr.flush()
        self._shown = cells(text)
