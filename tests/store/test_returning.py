"""Older texts that come back, and logs that are ahead of the texts: a card is known by every name that it had."""

from __future__ import annotations

import json

import pytest

from flashdeck.store.index import delete_index
from tests.store.desk import Desk
from tests.store.test_renames import HOPER, HOPPER, standing, study

STAMPED = HOPER.replace("SXM", "SXM {#hoper-sxm}")
NOTHING = "# Nothing\n"


@pytest.mark.parametrize(
    ("older", "newer"), [(HOPER, STAMPED), (HOPER, HOPPER), (STAMPED, STAMPED.replace("#h", "#x-h"))]
)
def test_an_older_text_after_one_without_the_card(desk: Desk, older: str, newer: str) -> None:
    """As checkouts bring it: the history is there in each version that has the card, also without an index."""
    path = desk.write("a.md", older)
    [before] = study(desk).values()
    for text in (newer, NOTHING, older, NOTHING, newer, older, NOTHING, newer):
        path.write_text(text)
        for _ in range(2):
            assert list(standing(desk).values()) == ([] if text == NOTHING else [before])
            delete_index(desk.index)


def test_a_log_that_is_ahead_of_the_texts(desk: Desk) -> None:
    """The card was stamped on another device, and its log came first: nothing starts anew, and nothing is written."""
    path = desk.write("a.md", HOPER)
    [before] = study(desk).values()
    first = desk.lines()[0]
    later = {**first, "id": "phone:1", "key": "hoper-sxm", "day": "2026-12-05", "at": "2026-12-05T08:00:00.000+00:00"}
    (desk.log.parent / "phone.jsonl").write_text(json.dumps(later) + "\n")
    log = desk.log.read_bytes()
    assert list(standing(desk).values()) == [before]
    delete_index(desk.index)
    assert list(standing(desk).values()) == [before]
    path.write_text(STAMPED)
    assert list(standing(desk).values()) == [before]
    assert desk.log.read_bytes() == log


@pytest.mark.parametrize("index", ["kept", "deleted"])
def test_both_texts_at_once(desk: Desk, index: str) -> None:
    """The present name has the history; the card that came by an older one gives it back, and is another."""
    path = desk.write("a.md", HOPER)
    [before] = study(desk).values()
    for text in (STAMPED, NOTHING, HOPER):
        path.write_text(text)
        standing(desk)
    desk.write("b.md", STAMPED)
    if index == "deleted":
        delete_index(desk.index)
    with desk.opened(1) as collection:
        found = {e.card.note.key: (e.card.key.guid, e.schedule.interval) for e in collection.entries()}
    assert found.pop("hoper-sxm") == before
    [(guid, interval)] = found.values()
    assert guid != before[0]
    assert interval == 0
    (desk.root / "cards" / "b.md").unlink()
    assert list(standing(desk).values()) == [before]


def test_an_id_given_while_the_card_was_away(desk: Desk) -> None:
    """A card without an id is its front: with one it is the same when it is back."""
    path = desk.write("a.md", HOPER)
    [before] = study(desk).values()
    for text in (NOTHING, STAMPED):
        path.write_text(text)
        found = standing(desk)
    assert list(found.values()) == [before]
    delete_index(desk.index)
    assert list(standing(desk).values()) == [before]
    path.write_text(STAMPED.replace("Hoper", "Hopper"))
    assert list(standing(desk).values()) == [before]


def test_two_ids_with_one_front_are_two_cards(desk: Desk) -> None:
    """What another id names is another question, however equal the front is."""
    path = desk.write("a.md", "# H100\n\n## Bandwidth? {#one}\n\n3.35 TB/s\n")
    study(desk)
    path.write_text(NOTHING)
    standing(desk)
    path.write_text("# H200\n\n## Bandwidth? {#two}\n\n4.8 TB/s\n")
    assert [interval for _, interval in standing(desk).values()] == [0]


@pytest.mark.parametrize("named", ["first", "second"])
def test_r34_an_id_for_one_of_two_equal_fronts_is_enough(desk: Desk, named: str) -> None:
    """The card that was known keeps its history whichever of the two is given the id."""
    first, second = "## Bandwidth?\n\n3.35 TB/s\n\n", "## Bandwidth?\n\n4.8 TB/s\n"
    path = desk.write("a.md", first)
    [before] = study(desk).values()
    path.write_text(first + second)
    assert list(standing(desk).values()) == [before]
    parts = {"first": first, "second": second}
    parts[named] = parts[named].replace("Bandwidth?", f"Bandwidth? {{#{named}}}")
    path.write_text(parts["first"] + parts["second"])
    for _ in range(2):
        with desk.opened(1) as collection:
            found = [(e.card.back, e.card.key.guid, e.schedule.interval) for e in collection.entries()]
        assert found[0] == ("3.35 TB/s", *before)
        assert found[1][1] != before[0]
        assert found[1][2] == 0
        delete_index(desk.index)
