"""Ids written into card files: whole files or nothing, and no history lost whenever the process is killed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from flashdeck.model import UserError
from flashdeck.store import stamping
from flashdeck.store.collection import Query
from flashdeck.store.index import delete_index
from flashdeck.store.stamping import Stamping, plan
from tests.store.desk import Desk, at, review

CARDS = "\ufeff## One?\r\n\r\n1.  \r\n\r\n## Two? {.reversed} \r\n\r\n2. ## Two?\r\n"
STAMPED = "\ufeff## One? {#one}\r\n\r\n1.  \r\n\r\n## Two? {#two .reversed} \r\n\r\n2. ## Two?\r\n"


def planned(desk: Desk, chosen: Callable[[str], bool] = lambda _: True) -> Stamping:
    with desk.opened(1) as collection:
        return plan(collection, chosen)


def stamp(desk: Desk) -> Stamping:
    found = planned(desk)
    for file in found.files:
        stamping.write(desk.root, file)
    return found


def study(desk: Desk) -> list[tuple[str, int, int]]:
    with desk.opened() as collection:
        collection.record([review(entry.card.key) for entry in list(collection.entries())])
    return histories(desk)


def histories(desk: Desk) -> list[tuple[str, int, int]]:
    with desk.opened(1) as collection:
        assert collection.retired() == []
        return [(*entry.card.key, entry.schedule.interval) for entry in collection.entries()]


def test_stamping_changes_headings_alone_and_no_history(desk: Desk) -> None:
    """Byte order mark, line ends, trailing spaces, options and a missing last line end stay; so do guids."""
    path = desk.write("a.md", CARDS)
    before = study(desk)
    path.chmod(0o640)
    stamp(desk)
    assert path.read_bytes() == STAMPED.encode()
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(path.parent.iterdir()) == [path]
    assert histories(desk) == before
    assert desk.keys() == ["one", "two", "two"]
    assert [line["key"] for line in desk.lines() if line["kind"] == "note"][2:] == ["one", "two"]


def test_every_stamped_note_is_in_the_log(desk: Desk) -> None:
    """Also one that was never answered: its guid is the one that it was first seen with."""
    desk.write("a.md", CARDS)
    before = histories(desk)
    stamp(desk)
    assert histories(desk) == before
    assert [(line["kind"], line["key"]) for line in desk.lines()] == [("note", "one"), ("note", "two")]
    delete_index(desk.index)
    assert histories(desk) == before


def test_a_second_time_there_is_nothing_to_do(desk: Desk) -> None:
    """No byte of a card file or of the log changes."""
    path = desk.write("a.md", CARDS)
    study(desk)
    stamp(desk)
    desk.keys()
    bytes_before, log = path.read_bytes(), desk.log.read_bytes()
    assert stamp(desk) == Stamping()
    desk.keys()
    assert (path.read_bytes(), desk.log.read_bytes()) == (bytes_before, log)


def test_only_chosen_files(desk: Desk) -> None:
    """The others stay without ids."""
    desk.write("a.md", "## One?\n\n1.\n")
    desk.write("b.md", "## Two?\n\n2.\n")
    assert [file.path for file in planned(desk, lambda path: path == "cards/b.md").files] == ["cards/b.md"]


def test_ids_are_unique_in_the_collection(desk: Desk) -> None:
    """None that a card, a table or a retired card has is given to another."""
    path = desk.write("a.md", "## X {#ring}\n\nA.\n\n## Gone {#mesh}\n\nA.\n")
    desk.answer("mesh")
    path.write_text("## X {#ring}\n\nA.\n\n## T {#tree .table}\n\n| a | b |\n|---|---|\n| c | d |\n")
    desk.write("b.md", "## Ring?\n\nB.\n\n## Mesh?\n\nB.\n\n## Tree?\n\nB.\n\n## Tree!\n\nB.\n")
    stamp(desk)
    assert desk.keys() == ["ring", "tree/c/b", "ring-2", "mesh-2", "tree-2", "tree-3"]


def test_a_file_with_errors_is_left_alone(desk: Desk) -> None:
    """And told; the other files get their ids."""
    path = desk.write("a.md", "## One?\n\n1.\n\n## Broken {.nonsense}\n\nX.\n")
    desk.write("b.md", "## Two?\n\n2.\n")
    found = stamp(desk)
    assert [file.path for file in found.files] == ["cards/b.md"]
    assert [sentence.split(" ")[0] for sentence in found.left] == ["cards/a.md"]
    assert "#" not in path.read_text().replace("##", "")


def test_a_card_that_stands_twice_is_left_alone(desk: Desk) -> None:
    """An id for the one would make a card of the other."""
    desk.write("a.md", "## Same?\n\nYes.\n\n## One?\n\n1.\n")
    desk.write("b.md", "## Same?\n\nYes.\n")
    found = stamp(desk)
    assert [file.guids.keys() for file in found.files] == [{"one"}]
    assert [sentence.split(" ")[0] for sentence in found.left] == ["cards/a.md:1"]
    assert len(desk.keys()) == 2


def test_a_file_that_changed_meanwhile_is_left_alone(desk: Desk) -> None:
    """What a person has just written is never overwritten."""
    path = desk.write("a.md", CARDS)
    [file] = planned(desk).files
    path.write_text("## New?\n\n1.\n")
    with pytest.raises(UserError, match=r"cards/a\.md was changed"):
        stamping.write(desk.root, file)
    assert path.read_text() == "## New?\n\n1.\n"
    assert list(path.parent.iterdir()) == [path]


def test_a_link_stays_a_link(desk: Desk) -> None:
    """The file that it points to is the one that is written."""
    target = desk.write("_real.txt", CARDS)
    link = target.with_name("a.md")
    link.symlink_to("_real.txt")
    stamp(desk)
    assert link.is_symlink()
    assert target.read_bytes() == STAMPED.encode()


def test_a_write_protected_file_is_left_alone(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though its folder would let it be replaced."""
    path = desk.write("a.md", CARDS)
    monkeypatch.setattr(os, "access", lambda *_: False)  # what root is never told
    with pytest.raises(UserError, match="cannot be written"):
        stamp(desk)
    assert path.read_bytes() == CARDS.encode()


# ---------------------------------------------------------------------------------------------- killed

KILLED = """
import os, sys
from pathlib import Path
from flashdeck.store import durable, opened, stamping
from tests.store.desk import Desk
from tests.store.test_stamping import planned

place, count = sys.argv[2], int(sys.argv[3])
step = {"flush": (durable, "flush"), "replace": (Path, "replace"), "after": (durable, "flush_folder"),
        "log": (opened.Opened, "_append"), "index": (opened, "forget_moves")}[place]
real = getattr(*step)

def counted(*arguments, **more):
    global count
    if count == 0:
        os._exit(9)
    count -= 1
    return real(*arguments, **more)

desk = Desk(Path(sys.argv[1]))
found = planned(desk)
setattr(*step, counted)
for file in found.files:
    stamping.write(desk.root, file)
desk.keys()
"""


@pytest.mark.parametrize(
    ("place", "count", "is_index_lost"),
    [
        ("flush", 0, False),
        ("replace", 0, False),
        ("after", 0, False),
        ("after", 0, True),
        ("replace", 1, True),
        ("after", 1, False),
        ("after", 1, True),
        ("log", 0, False),
        ("log", 0, True),
        ("index", 0, False),
    ],
)
def test_killed_at_any_point(desk: Desk, place: str, count: int, *, is_index_lost: bool) -> None:
    """Each file is as it was or has its ids, every card has its history, and a second run does the rest."""
    paths = [desk.write("a.md", CARDS), desk.write("b.md", "## Three?\n\n3.\n")]
    before = study(desk)
    run = subprocess.run([sys.executable, "-c", KILLED, str(desk.root), place, str(count)], check=False)
    assert run.returncode == 9
    assert paths[0].read_bytes() in (CARDS.encode(), STAMPED.encode())
    if is_index_lost:
        delete_index(desk.index)
    assert histories(desk) == before
    stamp(desk)
    assert histories(desk) == before
    assert desk.keys() == ["one", "two", "two", "three"]
    delete_index(desk.index)
    assert histories(desk) == before
    with desk.opened(1) as collection:
        assert collection.problems == []
        assert list(collection.entries(Query.parse("is:new"))) == []


def test_what_a_killed_run_leaves_is_no_card_file(tmp_path: Path, desk: Desk) -> None:
    """The half-written copy has a name that no compile looks at, and the next run takes it away."""
    desk.write("a.md", CARDS)
    subprocess.run([sys.executable, "-c", KILLED, str(desk.root), "replace", "0"], check=False)
    left = [path.name for path in (desk.root / "cards").iterdir() if path.name != "a.md"]
    assert len(left) == 1
    assert left[0].startswith(".a.md.")
    with desk.opened(at().at.day) as collection:
        assert collection.problems == []
        assert len(list(collection.notes())) == 2
    mine = desk.write(".a.md.notes.tmp", "A person's own.")
    stamp(desk)
    assert sorted(path.name for path in (desk.root / "cards").iterdir()) == [mine.name, "a.md"]
