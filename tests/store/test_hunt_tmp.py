"""The index may be deleted at any time: what is built anew from the texts and the log is what was there before."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flashdeck.config import Settings
from flashdeck.model import Rating
from flashdeck.store.index import delete_index, open_index
from tests.store.desk import DEVICE, Desk, at, card, review

OF_THE_LOG = ("schedules", "note_records", "guids", "exports", "undone", "unknown_kinds", "logs")
LIVE = """
    SELECT notes.key, notes.guid, notes.deck, notes.file, cards.ordinal, cards.due, cards.front, cards.back
    FROM notes JOIN cards ON cards.note = notes.id WHERE guid IS NOT NULL ORDER BY cards.position
"""
KEYS = "abcde"


def dump(desk: Desk, days: int = 30) -> dict[str, list[Any]]:
    """What the index says once it is up to date."""
    with desk.opened(days):
        pass
    index = open_index(desk.index)
    tables = {name: sorted(map(str, index.execute(f"SELECT * FROM {name}"))) for name in OF_THE_LOG}
    tables["live"] = list(map(str, index.execute(LIVE)))
    tables["told"] = sorted(map(str, index.execute("SELECT what FROM log_problems")))
    tables["files"] = sorted(
        map(str, index.execute("SELECT path, number, errors, warnings, identity_errors FROM files"))
    )
    index.close()
    return tables


# ---------------------------------------------------------------------------------------------- what may happen


def write(desk: Desk, _: int, file: str, keys: list[str], back: str) -> None:
    """A card file; an id is never given to two cards at once."""
    others = "".join(path.read_text() for path in desk.root.rglob("cards/**/*.md") if path.name not in file)
    desk.write(file, "".join(card(key, back) for key in keys if f"#{key}}}" not in others))


def remove(desk: Desk, _: int, file: str) -> None:
    (desk.root / "cards" / file).unlink(missing_ok=True)


def answer(desk: Desk, day: int, number: int, rating: Rating) -> None:
    with desk.opened(day) as collection:
        keys = [entry.card.key for entry in collection.entries()]
        if keys:
            collection.record([review(keys[number % len(keys)], rating, at(day))])


def export(desk: Desk, day: int, number: int, mod: int) -> None:
    with desk.opened(day) as collection:
        guids = [note.guid for note in collection.notes()]
        if guids:
            body = {"guid": guids[number % len(guids)], "digest": f"d{mod}", "mod": mod}
            collection.record([("export", at(day), body)])


def undo(desk: Desk, day: int) -> None:
    with desk.opened(day) as collection:
        collection.undo(at(day))


def merge(desk: Desk, day: int, number: int, later: int) -> None:
    """Another device's answer, which may be older than what is here."""
    from_phone(desk, day, later, {"kind": "review", "guid": guid(desk, number), "ordinal": 0, "rating": "good"})


def rename(desk: Desk, day: int, key: str, number: int, later: int) -> None:
    """Another device links a key to a guid, perhaps to one that had another key."""
    from_phone(desk, day, later, {"kind": "note", "guid": guid(desk, number), "key": key, "front": "?", "created": 5})


def unmerge(desk: Desk, _: int) -> None:
    """What came from the other device is gone again."""
    (desk.log.parent / "phone.jsonl").unlink(missing_ok=True)


def damage(desk: Desk, _: int, text: str) -> None:
    desk.log.parent.mkdir(exist_ok=True)
    with desk.log.open("a") as stream:
        stream.write(text)


def reopen(desk: Desk, day: int) -> None:
    with desk.opened(day):
        pass


def guid(desk: Desk, number: int) -> str:
    """A guid that this device's log names, or one from elsewhere."""
    known: set[str] = set(re.findall(r'"guid":"(\w+)"', desk.log.read_text())) if desk.log.exists() else set()
    guids = [*sorted(known), "elsewhere"]
    return guids[number % len(guids)]


def from_phone(desk: Desk, day: int, later: int, event: dict[str, Any]) -> None:
    when = at(day + later)
    place = {"at": when.at.isoformat(timespec="milliseconds"), "offset": 0, "day": str(when.day)}
    desk.log.parent.mkdir(exist_ok=True)
    with (desk.log.parent / "phone.jsonl").open("a") as stream:
        stream.write(json.dumps({"id": f"phone:{day + 1}", **place, **event}) + "\n")


Step = tuple[Any, ...]
"""One of these functions and what it is given after the desk and the day."""

files = st.sampled_from(["a.md", "b.md", "c/d.md"])
numbers, shifts = st.integers(0, 9), st.integers(-3, 9)
steps: st.SearchStrategy[Step] = st.one_of(
    st.tuples(st.just(write), files, st.lists(st.sampled_from(KEYS), unique=True), st.sampled_from(["One.", "Two."])),
    st.tuples(st.just(remove), files),
    st.tuples(st.just(answer), numbers, st.sampled_from(list(Rating))),
    st.tuples(st.just(export), numbers, st.integers(1, 3)),
    st.tuples(st.just(undo)),
    st.tuples(st.just(merge), numbers, shifts),
    st.tuples(st.just(rename), st.sampled_from(KEYS), numbers, shifts),
    st.tuples(st.just(unmerge)),
    st.tuples(st.just(damage), st.sampled_from(["nonsense\n", "torn", "<<<<<<< HEAD\n", "\n"])),
    st.tuples(st.just(reopen)),
)


def play(desk: Desk, played: list[Step]) -> None:
    """Do these steps on days that follow each other."""
    for day, (step, *arguments) in enumerate(played):
        step(desk, day, *arguments)


# ---------------------------------------------------------------------------------------------- the law


@settings(max_examples=1500, deadline=None)
@given(played=st.lists(steps, min_size=3, max_size=12))
def test_deleting_the_index_changes_nothing(tmp_path_factory: pytest.TempPathFactory, played: list[Step]) -> None:
    """Whatever was done step by step equals what is built in one go."""
    desk = Desk(tmp_path_factory.mktemp("desk"))
    (desk.root / "cards").mkdir()
    (desk.root / ".flashdeck").mkdir()
    (desk.root / ".flashdeck" / "device").write_text(DEVICE)
    play(desk, played)
    before = dump(desk)
    delete_index(desk.index)
    assert dump(desk) == before


HISTORY: list[Step] = [
    (write, "c/d.md", ["a", "b"], "One."),
    (answer, 0, Rating.GOOD),
    (write, "a.md", ["c", "d"], "Two."),
    (answer, 1, Rating.AGAIN),
    (answer, 1, Rating.GOOD),
    (export, 0, 1),
    (merge, 1, -3),
    (answer, 3, Rating.EASY),
    (undo,),
    (remove, "a.md"),
    (export, 0, 2),
    (merge, 0, 4),
    (answer, 0, Rating.HARD),
    (write, "b.md", ["c", "e"], "Two."),
    (damage, "<<<<<<< HEAD\n"),
]


@pytest.mark.parametrize(("seed", "zone"), [("0", "UTC"), ("1", "Asia/Kathmandu"), ("77", "America/St_Johns")])
def test_another_process_builds_the_same(desk: Desk, seed: str, zone: str) -> None:
    """Whatever its hash seed, its zone and its locale."""
    (desk.root / "cards").mkdir()
    desk.settings = Settings(max_interval=5)
    play(desk, HISTORY)
    before = dump(desk)
    assert len(before["schedules"]) == 2  # of a and d; the answer to b was taken back
    assert len(before["exports"]) == 2
    delete_index(desk.index)
    environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": "C"}
    command = "import sys, tests.store.test_rebuild as it; it.print_dump(sys.argv[1])"
    output = subprocess.run(
        [sys.executable, "-c", command, str(desk.root)], env=environment, check=True, capture_output=True, text=True
    )
    assert json.loads(output.stdout) == before


def print_dump(root: str) -> None:
    """For the other process."""
    print(json.dumps(dump(Desk(Path(root), Settings(max_interval=5)))))
