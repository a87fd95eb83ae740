"""A terminal that is usable again even after `kill -9`.

Nobody cleans up after a signal that cannot be caught but another process. It costs one `posix_spawn` before the
terminal's mode is changed, waits in a session of its own, and goes when the review goes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LEAVE_FULL_SCREEN = b"".join(
    (
        b"\x1b[?2026l",  # show what was drawn
        b"\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1016l",  # no mouse reports
        b"\x1b[?1004l",  # nor focus reports
        b"\x1b[?2048l",  # nor size reports
        b"\x1b[?2004l",  # pasted text unmarked
        b"\x1b[<u",  # keys as they ever were (kitty's protocol)
        b"\x1b[?7h",  # long lines wrap
        b"\x1b[?1049l",  # the screen as it was before
        b"\x1b[?25h\x1b[0m",  # a cursor, no colour
    )
)
"""What undoes every mode that a full-screen program may have set; terminals ignore what they do not know."""

if sys.platform == "win32":

    @contextmanager
    def guarded(terminal: int, farewell: bytes = b"") -> Iterator[None]:  # noqa: ARG001 - as below
        """A Windows console resets itself when its program ends."""
        yield

else:
    import marshal
    import signal
    import termios

    _WATCHER = Path(__file__).with_name("watcher.py")

    @contextmanager
    def guarded(terminal: int, farewell: bytes = b"") -> Iterator[None]:
        """While the block runs this process may be killed: the terminal's mode comes back, then `farewell` is written.

        Where no watcher can be started, the review goes on unguarded.
        """
        theirs, ours = os.pipe()
        try:
            os.write(ours, marshal.dumps((termios.tcgetattr(terminal), farewell)))
            watcher = _watch(terminal, theirs)
            try:
                yield
            finally:
                if watcher is not None:
                    _dismiss(watcher)
        finally:
            os.close(ours)
            os.close(theirs)

    def _watch(terminal: int, pipe: int) -> int | None:
        """The process id of the watcher, which reads the pipe and writes to the terminal."""
        try:
            return os.posix_spawn(
                sys.executable,
                [sys.executable, "-I", "-S", str(_WATCHER)],
                os.environ,
                file_actions=[
                    (os.POSIX_SPAWN_DUP2, terminal, 1),
                    (os.POSIX_SPAWN_DUP2, pipe, 0),
                    (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
                ],
                setsid=True,  # nobody's Ctrl-C, and no signal to the review's group, reaches it
            )
        except (OSError, NotImplementedError):
            return None

    def _dismiss(watcher: int) -> None:
        """End the watcher before its pipe ends, so that it has nothing to clean up."""
        os.kill(watcher, signal.SIGKILL)
        os.waitpid(watcher, 0)
