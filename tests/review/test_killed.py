"""`kill -9` after each key of a sitting of ten answers: no answer lost, a terminal that can be used."""

from __future__ import annotations

import re
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pexpect
import pytest

from tests.review.conftest import collection_in
from tests.review.terminals import eventually, modes, ratings, rest, review

RATINGS = ["good", "easy", "again", "good", "hard", "good", "good", "easy", "good", "good"]
BUTTONS = {"again": "1", "hard": "2", "good": "3", "easy": "4"}

# Each key with what the screen shows next: ten cards in order, then the third, which was not known.
KEYS = [
    step
    for number, rating in enumerate(RATINGS, 1)
    for step in (
        (" ", f"Answer {number:02}"),
        (BUTTONS[rating], f"Question {number + 1:02}" if number < 10 else "Question 03"),
    )
]

AT_ONCE = 7  # as many reviews side by side as two processors like

PRIVATE_MODE = re.compile(r"\x1b\[\?([0-9]+)([hl])")
AS_A_SHELL_LIKES_THEM = {"25": "h", "7": "h"}  # the cursor, lines that wrap; every other mode off


@dataclass
class Victim:
    """A sitting that is to be killed as soon as key number `point` was sent, all keys before it having been seen."""

    folder: Path
    point: int
    child: pexpect.spawn[str]
    before: list[Any]
    written: str = ""

    def expect(self, text: str) -> None:
        self.child.expect_exact(text)
        self.written += str(self.child.before) + text


def start(parent: Path, point: int, face: tuple[str, ...]) -> Victim:
    folder = collection_in(parent / str(point))
    child = review(folder, *face)
    return Victim(folder, point, child, modes(child))


@pytest.mark.parametrize("face", [("--plain",), ()], ids=["plain", "screen"])
def test_r86_killed_after_any_key(tmp_path: Path, face: tuple[str, ...]) -> None:
    """Every answer whose next card was shown is in the log, and the terminal is as it was before the review."""
    for first in range(0, len(KEYS), AT_ONCE):
        points = range(len(KEYS))[first : first + AT_ONCE]
        victims = [start(tmp_path, point, face) for point in points]
        for victim in victims:
            victim.expect("Question 01")
        for place, (key, shown) in enumerate(KEYS[: points[-1] + 1]):
            living = [victim for victim in victims if victim.point >= place]
            for victim in living:
                victim.child.send(key)
                if victim.point == place:
                    victim.child.kill(signal.SIGKILL)
            for victim in living:
                if victim.point > place:
                    victim.expect(shown)
        for victim in victims:
            assert_nothing_is_lost(victim)


def assert_nothing_is_lost(victim: Victim) -> None:
    """The log holds the answers that were seen, and perhaps the one just given; the terminal is usable."""
    assert eventually(lambda: modes(victim.child) == victim.before)
    victim.written += rest(victim.child)
    assert victim.child.wait() == 0 or victim.child.signalstatus == signal.SIGKILL
    seen = victim.point // 2
    kept = ratings(victim.folder)
    assert kept in (RATINGS[:seen], RATINGS[: seen + victim.point % 2])
    last = dict(PRIVATE_MODE.findall(victim.written))
    assert {mode: state for mode, state in last.items() if state != AS_A_SHELL_LIKES_THEM.get(mode, "l")} == {}
