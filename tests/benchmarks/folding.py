"""The fold of 100,000 answers, against a bare loop that parses the same lines of JSON."""

from __future__ import annotations

import json
import random
import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial

from flashdeck.config import SCHEDULERS, Settings
from flashdeck.model import Event
from flashdeck.schedule import fold
from flashdeck.store.lines import decode_lines

EVENTS = 100_000
CARDS = 5_000
PAIRS = 5
START = datetime(2025, 1, 1, 9, tzinfo=UTC)


def lines() -> list[bytes]:
    """A year of answers, as a device writes them."""
    choice = random.Random(1)
    ratings = ("again", "hard", "good", "good", "good", "easy")
    return [_line(number, f"card-{choice.randrange(CARDS)}", choice.choice(ratings)) for number in range(EVENTS)]


def _line(number: int, guid: str, rating: str) -> bytes:
    at = START + timedelta(minutes=5 * number)
    when = {"at": at.isoformat(timespec="milliseconds"), "offset": 0, "day": str((at - timedelta(hours=4)).date())}
    about = {"guid": guid, "ordinal": 0, "rating": rating, "taken_ms": 4000, "scheduler": "sm2"}
    return json.dumps({"id": f"desk:{number}", "kind": "review", **when, **about}).encode()


def main() -> None:
    """Print one line for reading and one for each scheduler: medians, and the ratio to parsing alone."""
    written = lines()
    raw = b"\n".join(written) + b"\n"
    events = [event for event in decode_lines(raw) if isinstance(event, Event)]
    _compare("read 100,000 events", lambda: list(decode_lines(raw)), written)
    for name in SCHEDULERS:
        _compare(f"fold 100,000 events, {name}", partial(fold, events, replace(Settings(), scheduler=name)), written)


def _compare(name: str, ours: Callable[[], object], written: list[bytes]) -> None:
    times = [(_seconds(ours), _seconds(lambda: [json.loads(line) for line in written])) for _ in range(PAIRS)]
    ratio = statistics.median(mine / other for mine, other in times)
    mine, other = (statistics.median(column) for column in zip(*times, strict=True))
    print(f"{name:<34} {mine:8.3f} s {other:8.3f} s {ratio:7.2f}", flush=True)


def _seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began
