"""An answer that is on the disk, against the same line appended to a file and flushed."""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from datetime import datetime
from datetime import time as clock
from io import FileIO
from pathlib import Path

from flashdeck.config import Settings
from flashdeck.model import EventKind
from flashdeck.schedule import moment
from flashdeck.store.collection import Collection, Draft
from flashdeck.store.lines import encode
from tests.benchmarks import corpus
from tests.benchmarks.measuring import Figure

NOW = datetime.fromisoformat("2026-12-01T09:00:00+00:00")
ANSWERS = 60


def figure(cards: int) -> Figure:
    """The median of many answers to the first cards of a new collection, and of as many bare lines."""
    with tempfile.TemporaryDirectory(prefix="flashdeck-bench-") as name:
        folder = Path(name)
        corpus.write(folder, cards)
        when = moment(NOW, clock(4))
        with Collection.open(folder, Settings(), when) as collection:
            about = {"rating": "good", "taken_ms": 4000, "scheduler": "sm2"}
            bodies = [{**card.key._asdict(), **about} for card in collection.candidates()[:ANSWERS]]
            collection.record([(EventKind.REVIEW, when, body) for body in bodies])  # the first names the note as well
            with (folder / "bare.jsonl").open("ab", buffering=0) as file:
                pairs = [_pair(collection, (EventKind.REVIEW, when, body), file) for body in bodies]
    ratio = statistics.median(ours / bare for ours, bare in pairs)
    ours, bare = (statistics.median(column) for column in zip(*pairs, strict=True))
    return Figure("an answer, on the disk", cards, ours, bare, ratio)


def _pair(collection: Collection, draft: Draft, file: FileIO) -> tuple[float, float]:
    began = time.perf_counter()
    [event] = collection.record([draft])
    between = time.perf_counter()
    file.write(encode(event))
    os.fsync(file.fileno())
    return between - began, time.perf_counter() - between
