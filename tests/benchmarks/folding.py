"""The fold of 100,000 answers, against a bare loop that parses the same lines of JSON."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial

from flashdeck.config import SCHEDULERS, Settings
from flashdeck.model import Event
from flashdeck.schedule.fold import fold
from flashdeck.store.lines import decode_lines
from tests.benchmarks.measuring import Figure, compare, of_call

EVENTS = 100_000
CARDS = 5_000
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


def figures() -> Iterator[Figure]:
    """One figure for reading and one for each scheduler."""
    written = lines()
    raw = b"\n".join(written) + b"\n"
    events = [event for event in decode_lines(raw) if isinstance(event, Event)]

    def figure(name: str, ours: Callable[[], object]) -> Figure:
        parse = partial(of_call, lambda: [json.loads(line) for line in written])
        return compare(name, CARDS, lambda: of_call(ours), parse)

    yield figure("read 100,000 events", lambda: list(decode_lines(raw)))
    for name in SCHEDULERS:
        yield figure(f"fold 100,000 events, {name}", partial(fold, events, replace(Settings(), scheduler=name)))
