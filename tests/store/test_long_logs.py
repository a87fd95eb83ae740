"""A log that is too long to be in memory at once."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings

from flashdeck.config import Settings
from flashdeck.model import Event
from flashdeck.schedule.parts import parts_of
from flashdeck.store.collection import Collection
from flashdeck.store.index import delete_index
from flashdeck.store.lines import decode_each, encode
from flashdeck.store.log import Log
from flashdeck.store.sorting import Parts
from tests.benchmarks.folding import lines
from tests.schedule.histories import histories
from tests.store.desk import Desk, at, card, foreign
from tests.store.test_replay import append, dump, new_desk


@settings(max_examples=50, deadline=None)
@given(histories(most=20))
def test_what_is_packed_comes_back(events: list[Event]) -> None:
    """Every field of every event, in the order in which they came."""
    read = [event for event in decode_each(map(encode, events)) if isinstance(event, Event)]
    parts = Parts(1, lambda *_: (0,))
    for event in read:
        parts.append(event)
    assert [*parts] == [read]


def test_a_long_log_comes_to_the_same_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folded as a whole, and in parts of a few lines."""
    desk = new_desk(tmp_path, Settings())
    written = [event for event in decode_each(lines()[:3000]) if isinstance(event, Event)]
    append(desk, written)
    desk.log.with_name("phone.jsonl").write_bytes(
        b"".join(foreign("2026-11-20", number, f"card-{number}") for number in range(1, 50)) + b"no event\n"
    )
    whole = dump(desk)
    delete_index(desk.index)
    monkeypatch.setattr("flashdeck.store.folding._PART", 20_000)
    monkeypatch.setattr("flashdeck.store.sorting._BLOCK", 7)
    assert dump(desk) == whole
    assert len(whole["schedules"]) > 1000


def test_a_long_log_is_read_line_by_line(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the file nor its events lie in memory: of the events only one part at a time."""
    monkeypatch.setattr("flashdeck.store.sorting._BLOCK", 200)
    desk.log.parent.mkdir()
    written = b"\n".join(lines()[:20_000]) + b"\n"
    desk.log.write_bytes(written)
    parts = Parts(20, parts_of)
    tracemalloc.start()
    try:
        reading = Log(desk.log.parent).read_into(parts.append)
        held = tracemalloc.get_traced_memory()[0]
        tracemalloc.reset_peak()
        sizes = [len(part) for part in parts]
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert reading.events == []
    assert sum(sizes) == 20_000
    assert held < len(written)
    assert peak - held < len(written)


def test_who_waits_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """How far the compile has come, to its end, and the replay of a long log, part by part."""
    desk = new_desk(tmp_path, Settings())
    for name in "abcd":
        desk.write(f"{name}.md", card(name))
    append(desk, [event for event in decode_each(lines()[:300]) if isinstance(event, Event)])
    monkeypatch.setattr("flashdeck.store.folding._PART", 20_000)
    told: list[tuple[str, float]] = []
    Collection.open(tmp_path, Settings(), at(), progress=lambda what, part: told.append((what, part))).close()
    assert [part for what, part in told if what == "Compiling the card files"] == [0.25, 0.5, 0.75, 1]
    replayed = [part for what, part in told if what == "Replaying the log"]
    assert replayed == sorted({number / len(replayed) for number in range(len(replayed))})
    assert len(replayed) > 1
    assert ("Reading the log", 0) in told
    told.clear()
    Collection.open(tmp_path, Settings(), at(), progress=lambda what, part: told.append((what, part))).close()
    assert not [what for what, _ in told if what != "Compiling the card files"]
