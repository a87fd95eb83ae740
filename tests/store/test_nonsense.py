"""Lines that were events once: whatever a log holds, it is read, told and folded."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flashdeck.config import Settings
from flashdeck.model import Event, EventKind, Rating, State
from flashdeck.schedule.fold import fold
from flashdeck.store.index import delete_index
from flashdeck.store.lines import BadLine, decode_lines, encode
from tests.schedule.histories import settings_of_all
from tests.store.test_replay import dump, new_desk

VALUES: list[Any] = [
    *(None, True, False, 0, 1, -1, 7, 1.5, 1e308, 2**31, 2**63, 10**30, "", "x", "\0", "ü", [], {}, [1], {"a": 1}),
    *(
        "desk:1",
        "desk:2",
        ":",
        "again",
        "good",
        "review",
        "learning",
        "0001-01-01",
        "9999-12-31",
        "2026-12-01",
        "20261201",
    ),
    *("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00", "2026-12-01T09:00:00+00:00", "2026-12-01T09:00:00"),
]
FIELDS = ("id", "kind", "at", "offset", "day", "guid", "ordinal", "rating", "flag", "target", "key", "front", "created")
OF_A_SCHEDULE = (
    "state",
    "interval",
    "ease",
    "due",
    "first",
    "last",
    "pending",
    "leech",
    "answers",
    "due_at",
    "stability",
)


def nonsense(seed: int, number: int) -> bytes:
    """A line that was an event until a few of its values, or of its schedule's, became others."""
    drawn = random.Random(seed)
    kind = drawn.choice([*EventKind, "dream"])
    line: dict[str, Any] = {
        "id": f"desk:{number}",
        "kind": kind,
        "at": "2026-12-01T09:00:00.000+00:00",
        "offset": 0,
        "day": f"2026-12-{drawn.randint(1, 28):02}",
        "guid": drawn.choice("ab"),
        "ordinal": drawn.randint(0, 1),
        "rating": drawn.choice([*Rating]).value,
        "flag": 1,
        "target": f"desk:{drawn.randint(0, number)}",
        "key": "k",
        "front": "f",
        "created": 5,
        "digest": "d",
        "mod": 1,
        "part": drawn.choice(VALUES),
        "schedule": {"state": drawn.choice([*State]).value, "due": "2026-12-20"},
    }
    for _ in range(drawn.randint(0, 2)):
        line[drawn.choice(FIELDS)] = drawn.choice(VALUES)
    for _ in range(drawn.randint(0, 3)):
        line["schedule"][drawn.choice(OF_A_SCHEDULE)] = drawn.choice(VALUES)
    return json.dumps(line).encode() + b"\n"


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(0, 2**32), max_size=15), settings_of_all)
def test_law_13_no_line_is_an_exception(seeds: list[int], chosen: Settings) -> None:
    """Each is an event that goes round, or named; what makes no sense in the fold is told by its id."""
    text = b"".join(nonsense(seed, number) for number, seed in enumerate(seeds))
    lines = list(decode_lines(text))
    events = [line for line in lines if isinstance(line, Event)]
    assert len(lines) == len(seeds)
    assert all(line.what for line in lines if isinstance(line, BadLine))
    assert list(decode_lines(b"".join(map(encode, events)))) == events
    standing = fold(events, chosen)
    names = tuple(f"{event.id}: " for event in events)
    assert all(problem.startswith(names) for problem in standing.problems)
    assert fold(events[::-1], chosen) == standing


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 2**32), max_size=12), settings_of_all)
def test_law_13_a_collection_opens_whatever_its_log_holds(
    tmp_path_factory: pytest.TempPathFactory, seeds: list[int], chosen: Settings
) -> None:
    """Line by line and anew it comes to the same, and is told the same."""
    desk = new_desk(tmp_path_factory.mktemp("desk") / "x", chosen)
    for number, seed in enumerate(seeds):
        with desk.log.open("ab") as file:
            file.write(nonsense(seed, number))
        with desk.opened(90) as collection:
            collection.queue()
    before = dump(desk)
    delete_index(desk.index)
    assert dump(desk) == before
