"""A review on a real pseudo-terminal, and what it left in the log."""

from __future__ import annotations

import json
import os
import sys
import termios
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pexpect

MORNING = "2026-12-01T09:00:00+00:00"
ENVIRONMENT = {
    **{
        name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"}
    },
    "TERM": "xterm-256color",
    "PYTHONUTF8": "1",
}


def review(folder: Path, *options: str, variables: Mapping[str, str] = ENVIRONMENT) -> pexpect.spawn[str]:
    """`flashdeck review` with a terminal of 80 columns and 24 rows as its three streams."""
    child = pexpect.spawn(
        sys.executable,
        ["-m", "flashdeck", "--now", MORNING, "review", *options],
        cwd=str(folder),
        env=dict(variables),
        dimensions=(24, 80),
        encoding="utf-8",
        timeout=20,
    )
    child.delaybeforesend = None
    return child


def modes(child: pexpect.spawn[str]) -> list[Any]:
    """How the terminal reads keys and shows text, as `stty` would tell."""
    return termios.tcgetattr(child.child_fd)


def eventually(condition: Callable[[], bool], seconds: float = 5) -> bool:
    """Whether the condition comes true soon."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.005)
    return True


def rest(child: pexpect.spawn[str]) -> str:
    """Everything that is still written, until nobody holds the terminal any more."""
    child.expect(pexpect.EOF)
    return child.before or ""


def events(folder: Path) -> list[dict[str, Any]]:
    """All whole lines of the log, in the order they were written."""
    found: list[dict[str, Any]] = []
    for path in sorted((folder / ".flashdeck" / "log").glob("*.jsonl")):
        lines = path.read_text(encoding="utf-8").split("\n")[:-1]
        found += [json.loads(line) for line in lines]
    return found


def ratings(folder: Path) -> list[str]:
    """The ratings in the log."""
    return [event["rating"] for event in events(folder) if event["kind"] == "review"]
