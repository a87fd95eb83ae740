"""Histories of cards whose heading changed: where they go, and what the log says of it."""

from __future__ import annotations

import pytest

from flashdeck.model import Schedule
from flashdeck.store.collection import Collection
from flashdeck.store.index import delete_index
from tests.store.desk import Desk, at, review

HOPER = "## Hoper SXM\n\nA GPU.\n"
HOPPER = "## Hopper SXM\n\nA GPU.\n"
TABLE = """\
## Chips {#chips .table}

| Chip | TDP | HBM |
|---|---|---|
| A100 80GB | 400 W | 80 GB |
| H100 | 700 W | 80 GB |
"""


def study(desk: Desk) -> dict[str, tuple[str, int]]:
    """Answer every card on two days, and tell where each stands."""
    for day in (0, 1):
        with desk.opened(day) as collection:
            collection.record([review(entry.card.key, when=at(day)) for entry in list(collection.entries())])
    return standing(desk)


def standing(desk: Desk, days: int = 1) -> dict[str, tuple[str, int]]:
    """Of every live card, by its front, its guid and its interval."""
    with desk.opened(days) as collection:
        return {entry.card.front: (entry.card.key.guid, entry.schedule.interval) for entry in collection.entries()}


def told(collection: Collection) -> list[tuple[str, str]]:
    return [(rename.before.front, rename.after.front) for rename in collection.renamed]


def test_a_typo_fix_keeps_the_history(desk: Desk) -> None:
    """Under the guid that it had, which the log notes with the new key and the time at which the note was made."""
    path = desk.write("a.md", HOPER)
    before = study(desk)
    assert before["Hoper SXM"][1] == 6
    path.write_text(HOPPER)
    with desk.opened(2) as collection:
        assert told(collection) == [("Hoper SXM", "Hopper SXM")]
        assert collection.retired() == []
    assert standing(desk) == {"Hopper SXM": before["Hoper SXM"]}
    first, *_, last = desk.lines()
    assert (last["kind"], last["front"], last["guid"], last["created"]) == (
        "note",
        "Hopper SXM",
        first["guid"],
        first["created"],
    )
    assert last["key"] != first["key"]
    assert last["day"] == "2026-12-03"


def test_it_is_noted_once(desk: Desk) -> None:
    """Later openings have nothing to tell and write nothing."""
    path = desk.write("a.md", HOPER)
    study(desk)
    path.write_text(HOPPER)
    desk.keys()
    log = desk.log.read_bytes()
    for _ in range(3):
        with desk.opened(3) as collection:
            assert collection.renamed == []
    assert desk.log.read_bytes() == log


@pytest.mark.parametrize("is_deleted_first", [True, False])
def test_the_log_alone_is_enough(desk: Desk, *, is_deleted_first: bool) -> None:
    """The index may be deleted after the rename, or before anybody has noticed it."""
    path = desk.write("a.md", HOPER + "\n## Ring {#ring}\n\nIt {{c1::sums}}.\n")
    before = study(desk)
    if is_deleted_first:
        delete_index(desk.index)
    path.write_text(path.read_text().replace("Hoper", "Hopper").replace("#ring", "#all-reduce"))
    after = standing(desk)
    delete_index(desk.index)
    assert standing(desk) == after
    assert after["Hopper SXM"] == before["Hoper SXM"]
    assert sorted(after.values()) == sorted(before.values())


def test_the_other_file_may_be_where_it_went(desk: Desk) -> None:
    """What vanishes from one file and comes into another in one compile is a rename as well."""
    path = desk.write("a.md", HOPER)
    before = study(desk)
    path.unlink()
    desk.write("deep/b.md", HOPPER)
    assert standing(desk) == {"Hopper SXM": before["Hoper SXM"]}


def test_a_rename_in_a_file_with_errors(desk: Desk) -> None:
    """A broken card beside it does not hold it up, and keeps its own history."""
    path = desk.write("a.md", HOPER + "\n## Ring of ranks\n\nIt sums.\n")
    before = study(desk)
    path.write_text(HOPPER + "\n## Ring of ranks {.nonsense}\n\nIt sums.\n")
    assert standing(desk) == {"Hopper SXM": before["Hoper SXM"], "Ring of ranks": before["Ring of ranks"]}
    path.write_text(HOPPER + "\n## Ring of rank\n\nIt sums.\n")
    assert standing(desk) == {"Hopper SXM": before["Hoper SXM"], "Ring of rank": before["Ring of ranks"]}


def test_a_broken_card_is_not_taken_for_a_renamed_one(desk: Desk) -> None:
    """Its heading still stands in the file: a similar card beside it is another one."""
    path = desk.write("a.md", HOPER)
    before = study(desk)
    path.write_text("## Hoper SXM {.nonsense}\n\nA GPU.\n\n" + HOPPER)
    after = standing(desk)
    assert after["Hoper SXM"] == before["Hoper SXM"]
    assert after["Hopper SXM"][1] == 0


def test_back_and_forth(desk: Desk) -> None:
    """Each time the history goes along, and the old key is free for another card."""
    path = desk.write("a.md", HOPER)
    before = study(desk)
    for text in (HOPPER, HOPER, HOPPER):
        path.write_text(text)
        assert list(standing(desk).values()) == list(before.values())
    path.write_text(HOPPER + "\n" + HOPER)
    after = standing(desk)
    assert after["Hopper SXM"] == before["Hoper SXM"]
    assert after["Hoper SXM"][1] == 0
    delete_index(desk.index)
    assert standing(desk) == after


def test_a_card_that_comes_later_is_another(desk: Desk) -> None:
    """Only what vanishes and comes in one compile is a rename; the one that went keeps its history aside."""
    path = desk.write("a.md", HOPER)
    before = study(desk)
    path.write_text("# Nothing\n")
    desk.keys()
    path.write_text(HOPPER)
    assert standing(desk)["Hopper SXM"][1] == 0
    path.write_text(HOPER)
    assert standing(desk)["Hoper SXM"] == before["Hoper SXM"]


def test_a_clock_that_was_set_back_undoes_no_rename(desk: Desk) -> None:
    """In the fold a rename follows the note's earlier name, whatever the clock says."""
    path = desk.write("a.md", HOPER)
    before = study(desk)
    path.write_text(HOPPER)
    for days in (-5, -5, 9):
        assert standing(desk, days) == {"Hopper SXM": before["Hoper SXM"]}
    assert [line["kind"] for line in desk.lines()] == ["note", "review", "review", "note"]
    delete_index(desk.index)
    assert standing(desk) == {"Hopper SXM": before["Hoper SXM"]}


def test_a_log_that_cannot_be_written_is_written_later(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until then the index shows the rename, through other changes of the file too."""
    path = desk.write("a.md", HOPER)
    before = study(desk)
    log = desk.log.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("flashdeck.store.log.flush", full)
    path.write_text(HOPPER)
    with desk.opened(1) as collection:
        assert len(collection.problems) == 1
        assert told(collection) == [("Hoper SXM", "Hopper SXM")]
    path.write_text(HOPPER + HOPER)
    assert standing(desk)["Hopper SXM"] == before["Hoper SXM"]
    assert standing(desk)["Hoper SXM"][1] == 0
    assert desk.log.read_bytes() == log
    monkeypatch.undo()
    assert standing(desk)["Hopper SXM"] == before["Hoper SXM"]
    assert len(desk.log.read_bytes().splitlines()) == len(log.splitlines()) + 1
    delete_index(desk.index)
    assert standing(desk)["Hopper SXM"] == before["Hoper SXM"]


class KilledError(BaseException):
    """The process is gone."""


def test_killed_before_the_log_was_written(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The index has the rename, and the next opening writes it down."""
    path = desk.write("a.md", HOPER)
    before = study(desk)
    path.write_text(HOPPER)

    def kill(*_: object) -> None:
        raise KilledError

    for place in ("flashdeck.store.opened.rename_drafts", "flashdeck.store.opened.forget_moves"):
        monkeypatch.setattr(place, kill)
        with pytest.raises(KilledError):
            desk.keys()
        monkeypatch.undo()
    assert standing(desk) == {"Hopper SXM": before["Hoper SXM"]}
    assert [line["kind"] for line in desk.lines()] == ["note", "review", "review", "note"]
    delete_index(desk.index)
    assert standing(desk) == {"Hopper SXM": before["Hoper SXM"]}


def test_two_that_fit_wait_for_a_person(desk: Desk) -> None:
    """Without an answer the old one is retired with its history and both others are new."""
    path = desk.write("a.md", HOPER)
    before = study(desk)
    path.write_text(HOPPER + "\n## Hopper SXM5\n\nA GPU.\n")
    with desk.opened(1) as collection:
        assert collection.renamed == []
        [choice] = collection.choices
        assert (choice.front, [front for front, _ in choice.options]) == ("Hoper SXM", ["Hopper SXM", "Hopper SXM5"])
        assert [gone.schedule.interval for gone in collection.retired()] == [6]
        assert all(entry.schedule == Schedule() for entry in collection.entries())
        collection.keep_history(choice.options[1][1])
        assert collection.retired() == []
    assert standing(desk)["Hopper SXM5"] == before["Hoper SXM"]
    delete_index(desk.index)
    assert standing(desk)["Hopper SXM5"] == before["Hoper SXM"]


def test_a_row_of_a_table_is_renamed_whole(desk: Desk) -> None:
    """Its cells keep their histories, and the log names each by its subject and attribute."""
    path = desk.write("a.md", TABLE)
    before = study(desk)
    path.write_text(TABLE.replace("A100 80GB", "A100 SXM4 80GB"))
    after = standing(desk)
    assert after == {front.replace("A100 80GB", "A100 SXM4 80GB"): where for front, where in before.items()}
    assert [line["front"] for line in desk.lines()[-2:]] == ["A100 SXM4 80GB — TDP", "A100 SXM4 80GB — HBM"]


def test_a_column_corrected_without_an_index(desk: Desk) -> None:
    """The names in the log are enough."""
    path = desk.write("a.md", TABLE.replace("TDP", "Bandwith"))
    before = study(desk)
    delete_index(desk.index)
    path.write_text(TABLE.replace("TDP", "Bandwidth"))
    assert sorted(standing(desk).values()) == sorted(before.values())


@pytest.mark.parametrize("name", ["", " {#ring}"])
def test_a_card_that_becomes_a_cloze_is_another(desk: Desk, name: str) -> None:
    """Also under one id: Anki takes no update of another kind. Each waits with its history until it comes back."""
    standard, cloze = f"## Ring all-reduce{name}\n\nIt sums.\n", f"## Ring all-reduce{name}\n\nIt {{{{c1::sums}}}}.\n"
    path = desk.write("a.md", standard)
    before = study(desk)
    path.write_text(cloze)
    with desk.opened(1) as collection:
        assert [entry.schedule for entry in collection.entries()] == [Schedule()]
        assert len(collection.retired()) == 1
    as_cloze = study(desk)
    assert as_cloze.keys().isdisjoint(before)
    for _ in range(2):
        for text, expected in ((standard, before), (cloze, as_cloze)):
            path.write_text(text)
            assert standing(desk) == expected
            delete_index(desk.index)
            assert standing(desk) == expected


def test_a_log_that_does_not_tell_the_kind(desk: Desk) -> None:
    """Such a line, as an earlier version wrote it, is believed of either kind."""
    path = desk.write("a.md", "## Ring {#ring}\n\nIt {{c1::sums}}.\n")
    before = study(desk)
    log = desk.log.read_text()
    assert '"cloze":true' in log
    desk.log.write_text(log.replace(',"cloze":true', ""))
    assert standing(desk) == before
    path.write_text(path.read_text().replace("#ring", "#all-reduce"))
    delete_index(desk.index)
    assert standing(desk) == before
