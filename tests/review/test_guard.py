"""The watcher behind a review, on a pseudo-terminal of its own."""

from __future__ import annotations

import signal
import sys
import textwrap

import pexpect
import pytest

from tests.review.terminals import eventually, modes, rest

HELD = """
    import sys, termios, time, tty
    from flashdeck.review import guard
    {before}
    with guard.guarded(0, b"farewell"):
        tty.setcbreak(0)
        print("ready", flush=True)
        sys.stdin.read(1)
    print("after", flush=True)
"""


def held(before: str = "") -> pexpect.spawn[str]:
    """A process that holds the terminal in another mode until a key comes."""
    program = textwrap.dedent(HELD.format(before=before))
    return pexpect.spawn(sys.executable, ["-c", program], encoding="utf-8", timeout=20)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGABRT])
def test_a_killed_process_leaves_a_terminal_that_works(number: signal.Signals) -> None:
    """The mode comes back, the farewell is written, and nobody holds the terminal any more."""
    child = held()
    before = modes(child)
    child.expect("ready")
    assert modes(child) != before
    child.kill(number)
    assert eventually(lambda: modes(child) == before)
    assert rest(child).endswith("farewell")


def test_an_ordinary_end_is_silent() -> None:
    """The watcher is gone, and has written nothing, before the block is left."""
    child = held()
    child.expect("ready")
    child.send("x")
    assert rest(child).split() == ["after"]
    assert child.wait() == 0


def test_without_a_watcher_the_review_goes_on() -> None:
    """Where no process can be started, the block runs unguarded."""
    child = held("sys.executable = '/nowhere/python'")
    child.expect("ready")
    child.send("x")
    assert rest(child).split() == ["after"]
    assert child.wait() == 0
