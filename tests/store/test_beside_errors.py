"""Cards that are renamed in a file that has an error elsewhere: the error holds no history up, and loses none."""

from __future__ import annotations

import pytest

from flashdeck.compile.traces import Trace
from flashdeck.store import stamping
from flashdeck.store.written import Written
from tests.store.desk import Desk
from tests.store.test_renames import HOPER, TABLE, standing, study

BROKEN = "\n## Of no kind {.nonsense}\n\nIt breaks.\n"
TAKEN = "\n## One {#taken}\n\n1\n\n## Two {#taken}\n\n2\n"


@pytest.mark.parametrize("error", [BROKEN, TAKEN])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        (HOPER, HOPER.replace("SXM", "SXM {#hoper}")),
        (HOPER.replace("SXM", "SXM {#hoper}"), HOPER),
        ("## Ring {#ring}\n\nIt sums.\n", "## Ring {#ring-of-ranks}\n\nIt sums.\n"),
        ("## Hoper\n\nA GPU.\n", "## Hoper SXM\n\nA GPU.\n"),
        ("## Ring\n\nIt {{c1::sums}}.\n", "## Ring {#ring}\n\nIt {{c1::sums}}.\n"),
        (TABLE, TABLE.replace("#chips", "#accelerators")),
    ],
)
def test_a_new_name_in_a_file_with_errors(desk: Desk, error: str, before: str, after: str) -> None:
    """An id given, taken away or changed, or a longer front: the history follows, now and when the error is mended."""
    path = desk.write("a.md", before)
    histories = sorted(study(desk).values())
    path.write_text(after + error)
    assert [each for each in sorted(standing(desk).values()) if each[1]] == histories
    path.write_text(after)
    assert sorted(standing(desk).values()) == histories


def test_stamping_beside_a_contested_id(desk: Desk) -> None:
    """The other cards of the file get their ids, and keep their histories."""
    desk.write("a.md", HOPER)
    before = study(desk)["Hoper SXM"]
    desk.write("a.md", HOPER + TAKEN)
    with desk.opened(1) as collection:
        planned = stamping.plan(collection, lambda path: True)
    for file in planned.files:
        stamping.write(desk.root, file)
    assert b"## Hoper SXM {#hoper-sxm}" in (desk.root / "cards" / "a.md").read_bytes()
    assert standing(desk)["Hoper SXM"] == before


def test_a_row_that_another_table_has_too(desk: Desk) -> None:
    """Its name there does not make it stand where it was renamed."""
    other = TABLE.replace("#chips", "#prices").replace("TDP", "Price").replace("400 W", "$10k")
    path = desk.write("a.md", TABLE + other)
    before = study(desk)
    path.write_text(TABLE.replace("A100 80GB", "A100 SXM4 80GB") + other + BROKEN)
    assert standing(desk)["A100 SXM4 80GB — TDP"] == before["A100 80GB — TDP"]


@pytest.mark.parametrize(
    "text",
    [
        "## Hoper SXM {.nonsense}\n",
        "##  Hoper   SXM\r\n",
        "## Hoper SXM {#Bad id}\n",
        "\ufeff## Hoper SXM\n\n`{{c1::",
    ],
)
def test_a_broken_card_stands_in_its_file(desk: Desk, text: str) -> None:
    """Whatever its options are: nothing similar beside it takes its history."""
    desk.write("a.md", HOPER)
    study(desk)
    desk.write("a.md", text.encode() + b"\n## Hopper SXM\n\nA GPU.\n\n## Broken {.nonsense}\n\nIt is.\n")
    assert standing(desk)["Hopper SXM"][1] == 0


def test_what_stands_in_a_text() -> None:
    """Headings with and without their options, ids as a whole, cells in their own table."""
    written = Written(("## Sets {a, b} {.nonsense}\n\n" + TABLE).encode())
    for front in ("Sets {a, b}", "Sets", "Chips"):
        assert written.has(Trace("~x", front))
    for front in ("Set", "Chip", ""):
        assert not written.has(Trace("~x", front))
    assert written.has(Trace("chips", "Whatever"))
    assert not written.has(Trace("chip", "Whatever"))
    assert written.has(Trace("chips/a100-80gb/tdp", "A100 80GB — TDP"))
    assert not written.has(Trace("chips/a100/tdp", "A100 — TDP"))
    assert not written.has(Trace("other/a100-80gb/tdp", "A100 80GB — TDP"))
