"""What a person waits for in a review: the first card, and the next one, on a pseudo-terminal.

The first card is timed from the start of the process until its question has come to the terminal, in turn with an
empty program that imports the same face and writes one line. The next card is timed from the key that grades until
its question has come; by then the answer must be in the log.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from tests.benchmarks import corpus

CARDS = 10_000
NOW = datetime.fromisoformat("2026-12-01T09:00:00+00:00")
PAIRS = 11
ANSWERS = 40
_SECONDS = 30
_QUESTION = re.compile(r"Question \d+: what about the [a-z]+\?")
_TYPED = re.compile("Type the answer|›")
_WITHOUT_TYPING = {"plain": "\x1b\n", "screen": "\x1b"}  # shows the answer of a card that is to be typed
_ESCAPES = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")

_ONE_LINE = """
from textual.app import App
from textual.widgets import Static
class Empty(App):
    def compose(self):
        yield Static("Question 0: what about the ring?")
Empty().run()
"""

EMPTY = {
    "plain": """
import click
import flashdeck.review.plain
click.echo("Question 0: what about the ring?")
""",
    "screen": f"import flashdeck.review.screen{_ONE_LINE}",
    "screen, against Textual": _ONE_LINE,
}
"""For each face an empty program that imports it; for the screen also one that imports Textual alone."""


class Terminal:
    """A program on a pseudo-terminal of 80 columns and 24 rows, and when what it wrote there was read."""

    def __init__(self, program: subprocess.Popen[bytes], file: int, began: float) -> None:
        self._program, self._file = program, file
        self._began = began
        self._text = ""

    def press(self, key: str) -> None:
        """Write a key; what was read before is forgotten."""
        self._text = ""
        self._began = time.perf_counter()
        os.write(self._file, key.encode())

    def shows(self, sought: re.Pattern[str]) -> bool:
        """Whether such a text has come since the start or the last key."""
        return sought.search(_ESCAPES.sub("", self._text)) is not None

    def until(self, sought: re.Pattern[str]) -> float:
        """How long such a text takes to come, from the start or the last key (s)."""
        while time.perf_counter() < self._began + _SECONDS:
            if self.shows(sought):
                return time.perf_counter() - self._began
            self._read(_SECONDS)
        raise AssertionError(f"nothing like {sought.pattern} came: {self._text[-2000:]!r}")

    def rest(self) -> None:
        """Wait until a frame is painted to its end."""
        while self._read(0.05):
            pass

    def _read(self, seconds: float) -> bool:
        """Whether more has come within so many seconds."""
        if not select.select([self._file], [], [], seconds)[0]:
            return False
        try:
            self._text += os.read(self._file, 65536).decode(errors="replace")
        except OSError as error:  # as Linux tells that nobody holds the terminal any more
            raise AssertionError(f"the program has ended: {self._text[-2000:]}") from error
        return True


@contextmanager
def on_a_terminal(command: Sequence[str]) -> Iterator[Terminal]:
    """The command, started now; it is ended, whatever it does, with the block."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    began = time.perf_counter()
    environment = {**os.environ, "TERM": "xterm-256color"}
    program = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True, env=environment
    )
    os.close(theirs)
    try:
        yield Terminal(program, ours, began)
    finally:
        program.send_signal(signal.SIGKILL)
        program.wait()
        os.close(ours)


def first_card(command: Sequence[str]) -> float:
    """Seconds from the shell to the question."""
    with on_a_terminal(command) as terminal:
        return terminal.until(_QUESTION)


def next_cards(command: Sequence[str], face: str, log: Path) -> list[float]:
    """Seconds from each grade to the next question; raises AssertionError where the answer is not in the log then."""
    times: list[float] = []
    with on_a_terminal(command) as terminal:
        terminal.until(_QUESTION)
        for _ in range(ANSWERS):
            terminal.rest()
            terminal.press(_WITHOUT_TYPING[face] if terminal.shows(_TYPED) else " ")
            terminal.until(re.compile("easy"))
            terminal.rest()
            before = _answers(log)
            terminal.press("3")
            times.append(terminal.until(_QUESTION))
            if _answers(log) != before + 1:
                raise AssertionError("a card was painted before the answer to the one before it was on disk")
    return times


def _answers(log: Path) -> int:
    return sum(path.read_bytes().count(b'"rating"') for path in log.glob("*.jsonl"))


def main() -> None:
    """Print a line for each face to the first card, and one to the next, on a new collection with a warm index."""
    with tempfile.TemporaryDirectory(prefix="flashdeck-bench-") as root:
        folder = Path(root)
        corpus.write(folder, CARDS)
        corpus.answer(folder, CARDS // 2, NOW)
        flashdeck = [sys.executable, "-m", "flashdeck", "--collection", root, "--now", NOW.isoformat()]
        subprocess.run([*flashdeck, "due"], stdout=subprocess.DEVNULL, check=True)
        reviews = {"plain": [*flashdeck, "review", "--plain"], "screen": [*flashdeck, "review"]}
        for name, script in EMPTY.items():
            _compare(f"first card, {name}", reviews[name.split(",")[0]], [sys.executable, "-c", script])
        for face, review in reviews.items():
            times = next_cards(review, face, folder / ".flashdeck" / "log")
            median, longest = statistics.median(times), max(times)
            print(f"{f'next card, {face}':<34} {CARDS:>8,} {median * 1000:>8,.1f} ms, at most {longest * 1000:,.1f} ms")


def _compare(name: str, review: Sequence[str], empty: Sequence[str]) -> None:
    times = [(first_card(review), first_card(empty)) for _ in range(PAIRS)]
    ratio = statistics.median(mine / other for mine, other in times)
    mine, other = (statistics.median(column) for column in zip(*times, strict=True))
    print(f"{name:<34} {CARDS:>8,} {mine * 1000:>8,.1f} ms {other * 1000:>8,.1f} ms {ratio:>7.2f}", flush=True)
