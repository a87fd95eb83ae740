"""What people lost elsewhere when they edited, moved or deleted cards, and keep here; each case by its number."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.anki.engine import Profile, profile
from tests.commands.calls import MORNING, NEXT_DAY, call, report, review, texts, write

HOPER = "## Hoper SXM\n\nA GPU of 2022.\n"
HOPPER = "## Hopper SXM\n\nA GPU of 2022.\n"
CHIPS = """\
## Chips {#chips .table}

| Chip | HBM | TDP |
|---|---|---|
| A100 80GB | 80 GB | 400 W |
| H100 SXM | 80 GB | 700 W |
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty collection, which is the working directory."""
    (tmp_path / "cards").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def anki() -> Iterator[Profile]:
    with profile() as fresh:
        yield fresh


def study(*days: str, cards: int = 8) -> None:
    """Answer everything that is due, on these days."""
    for day in days:
        review(" 3" * cards, now=f"{day}T09:00:00+00:00")


def cards(query: str = "") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = report("cards", *query.split(), now=NEXT_DAY)["cards"]
    return found


def histories(query: str = "") -> dict[str, tuple[str, int]]:
    """Guid and interval by front."""
    return {card["front"]: (card["guid"], card["schedule"]["interval_days"]) for card in cards(query)}


def export(now: str = MORNING) -> dict[str, Any]:
    found: dict[str, Any] = report("export", now=now)
    return found


def send(anki: Profile, now: str = MORNING) -> dict[str, int]:
    """Export and import; what Anki did."""
    return anki.take(Path(export(now)["file"]))


# ---------------------------------------------------------------------------------------------- edits


def test_r18_a_typo_fix_keeps_an_interval_of_months(folder: Path) -> None:
    """A heading that is corrected is the same card, under the same guid, and it is said."""
    path = write(folder / "cards" / "gpu.md", HOPER)
    study("2026-06-01", "2026-06-02", "2026-06-08", "2026-06-23", "2026-07-31")
    guid, interval = histories()["Hoper SXM"]
    assert interval >= 90
    write(path, HOPPER)
    assert call("cards").stderr.splitlines()[0] == "history kept: 'Hoper SXM' is now 'Hopper SXM'"
    assert histories() == {"Hopper SXM": (guid, interval)}
    assert cards("is:retired") == []


def test_r19_a_second_import_adds_nothing(folder: Path, anki: Profile) -> None:
    """Nor does one of an export made on another day, from an index made anew."""
    write(folder / "cards" / "gpu.md", HOPER + "\n## Ring\n\nIt {{c1::sums}}.\n")
    assert send(anki) == {"new": 2}
    for index in (folder / ".flashdeck").glob("index.db*"):
        index.unlink()
    assert send(anki, NEXT_DAY) == {"duplicate": 2}
    assert len(anki.notes()) == 2


def test_r20_the_same_card_in_two_decks_is_one_with_a_warning(folder: Path, anki: Profile) -> None:
    """By rule, and told with both places; with ids they are two, with two guids."""
    write(folder / "cards" / "gpus.md", HOPER)
    write(folder / "cards" / "interview.md", HOPER)
    assert [card["deck"] for card in cards()] == ["gpus"]
    assert "cards/interview.md:1:4: warning[duplicate-card]" in call("check", "--format", "concise").stdout
    for name in ("gpus", "interview"):
        write(folder / "cards" / f"{name}.md", HOPER.replace("SXM", f"SXM {{#{name}}}"))
    assert len({card["guid"] for card in cards()}) == 2
    assert send(anki) == {"new": 2}


def test_r21_a_guid_does_not_depend_on_the_fields(folder: Path, anki: Profile) -> None:
    """Correcting any of them updates the note that is there."""
    path = write(folder / "cards" / "gpu.md", '## Hoper SXM {tags="a" source="S"}\n\nA GPU.\n')
    send(anki)
    before = anki.notes().keys()
    write(path, '## Hoper SXM {tags="b" source="T"}\n\nA GPU of 2022.\n')
    assert send(anki, NEXT_DAY) == {"updated": 1}
    assert anki.notes().keys() == before


def test_r22_a_renamed_row_of_a_table_is_the_same_notes(folder: Path, anki: Profile) -> None:
    """Each of its cells, with its history, here and in Anki."""
    path = write(folder / "cards" / "chips.md", CHIPS)
    study("2026-12-01")
    send(anki)
    before = histories()
    write(path, CHIPS.replace("A100 80GB", "A100 SXM4"))
    assert histories() == {front.replace("A100 80GB", "A100 SXM4"): history for front, history in before.items()}
    assert send(anki, NEXT_DAY) == {"updated": 2, "duplicate": 2}


@pytest.mark.parametrize("edited", [HOPPER, HOPER.replace("2022", "2023"), HOPPER.replace("A GPU", "An accelerator")])
def test_r24_either_side_may_be_edited(folder: Path, anki: Profile, edited: str) -> None:
    """Front, back or both: Anki's note is updated and none is added."""
    path = write(folder / "cards" / "gpu.md", HOPER)
    study("2026-12-01")
    send(anki)
    write(path, edited)
    assert send(anki, NEXT_DAY) == {"updated": 1}
    [(_, interval)] = histories().values()
    assert interval == 1


@pytest.mark.parametrize("name", ["", " {#ring}"])
def test_r25_guids_are_stable_and_a_cloze_is_a_new_note(folder: Path, anki: Profile, name: str) -> None:
    """The standard note keeps its history aside; nothing of it goes to cards of another kind."""
    path = write(folder / "cards" / "ring.md", f"## Ring all-reduce{name}\n\nIt sums.\n")
    study("2026-12-01")
    send(anki)
    before = histories()
    write(path, f"## Ring all-reduce{name}\n\nIt {{{{c1::sums}}}}.\n")
    [(guid, interval)] = histories().values()
    assert (guid, interval) != before["Ring all-reduce"]
    assert interval == 0
    assert histories("is:retired") == before
    assert send(anki, NEXT_DAY) == {"new": 1}


def test_r26_fronts_are_compared_in_one_form(folder: Path, anki: Profile) -> None:
    """A `>` is text here and escaped there, and no note is doubled for it."""
    path = write(folder / "cards" / "q.md", "## Is B > A & C?\n\nYes.\n")
    send(anki)
    write(path, "## Is B > A & C?\n\nNo.\n")
    assert send(anki, NEXT_DAY) == {"updated": 1}
    assert len(cards()) == 1


def test_r28_a_card_owns_its_text(folder: Path) -> None:
    """A line with `::` in its body makes no second card and no second id."""
    write(folder / "cards" / "q.md", "## What is std?\n\nA namespace :: of C++.\n")
    call("stamp", "--yes")
    assert [card["key"] for card in cards()] == ["what-is-std"]


def test_r29_compiling_changes_no_byte(folder: Path) -> None:
    """Not at the fifth time, not after a review and an export; and a second stamp changes none either."""
    write(folder / "cards" / "a.md", HOPER + "\n" + CHIPS)
    before = texts(folder / "cards")
    for _ in range(5):
        cards()
    study("2026-12-01")
    export()
    assert texts(folder / "cards") == before
    call("stamp", "--yes")
    stamped = texts(folder / "cards")
    assert stamped != before
    for _ in range(5):
        call("stamp", "--yes")
        cards()
    assert texts(folder / "cards") == stamped


def test_r31_files_that_are_not_there_retire_nothing_unasked(folder: Path) -> None:
    """Moving them changes neither texts nor ids; without them every command stops and says so."""
    many = "".join(f"## Card {number} {{#c{number}}}\n\nNo. {number}.\n\n" for number in range(25))
    path = write(folder / "cards" / "many.md", many)
    before = histories()
    (folder / "cards" / "deep").mkdir()
    moved = path.rename(folder / "cards" / "deep" / "elsewhere.md")
    assert histories() == before
    moved.rename(folder / "away.md")
    assert "25 of 25 notes have lost their text" in call("due", code=1).stderr
    (folder / "away.md").rename(path)
    assert histories() == before
    assert path.read_text() == many


def test_r32_ids_from_elsewhere_are_taken_as_they_are(folder: Path) -> None:
    """A collection that was never compiled here has the cards of its files, with their ids."""
    write(folder / "cards" / "gpu.md", HOPER.replace("SXM", "SXM {#h100-sxm}"))
    assert [card["key"] for card in cards()] == ["h100-sxm"]


def test_r33_a_card_written_twice_counts_once(folder: Path) -> None:
    """In one file or in two; the warning names both places."""
    write(folder / "cards" / "a.md", HOPER + "\n" + HOPER)
    write(folder / "cards" / "b.md", HOPER)
    assert len(cards()) == 1
    found = json.loads(call("check", "--format", "json").stdout)["diagnostics"]
    assert [(each["code"], each["file"], each["line"]) for each in found] == [
        ("duplicate-card", "cards/a.md", 5),
        ("duplicate-card", "cards/b.md", 1),
    ]
    assert all("cards/a.md:1" in each["message"] for each in found)


def test_r34_one_front_with_two_answers(folder: Path) -> None:
    """An error asks for ids and harms no history; with ids both live, each below its section."""
    first, second = "# H100\n\n## Bandwidth?\n\n3.35 TB/s\n", "\n# H200\n\n## Bandwidth?\n\n4.8 TB/s\n"
    path = write(folder / "cards" / "a.md", first)
    study("2026-12-01")
    before = histories()["Bandwidth?"]
    write(path, first + second)
    assert histories()["Bandwidth?"] == before
    assert "Give both cards an id" in call("check", code=1).stdout
    write(path, (first + second).replace("Bandwidth?", "Bandwidth? {#one}", 1).replace("dth?\n", "dth? {#two}\n"))
    assert [(card["section"], card["guid"] == before[0]) for card in cards()] == [("H100", True), ("H200", False)]
    assert [card["schedule"]["interval_days"] for card in cards()] == [1, 0]


# ---------------------------------------------------------------------------------------------- moves


def test_r36_a_card_that_moves_keeps_its_history(folder: Path, anki: Profile) -> None:
    """Its deck here follows its file; in Anki it stays where it is, and nothing is doubled."""
    path = write(folder / "cards" / "a.md", HOPER + "\n## Ring\n\nIt sums.\n")
    study("2026-12-01")
    send(anki)
    before = histories()
    write(path, "## Ring\n\nIt sums.\n")
    write(folder / "cards" / "deep" / "b.md", HOPER)
    assert call("cards").stderr == "2 cards\n"
    assert histories() == before
    assert [card["deck"] for card in cards("hoper")] == ["deep::b"]
    assert set(send(anki, NEXT_DAY)) <= {"updated", "duplicate"}
    assert {card.deck for card in anki.cards()} == {"a"}


def test_r37_a_deck_may_be_renamed(folder: Path, anki: Profile) -> None:
    """By its file's name or in its front matter."""
    path = write(folder / "cards" / "a.md", HOPER)
    study("2026-12-01")
    send(anki)
    before = histories()
    write(path, "---\ndeck: hardware::gpus\n---\n\n" + HOPER)
    assert histories() == before
    assert [card["deck"] for card in cards()] == ["hardware::gpus"]
    path.rename(path.with_name("b.md"))
    assert histories() == before
    assert set(send(anki, NEXT_DAY)) <= {"updated", "duplicate"}
    assert len(anki.notes()) == 1


def test_r38_no_deck_is_deleted_by_rearranging(folder: Path, anki: Profile) -> None:
    """Decks here are where the files are; those in Anki keep their cards."""
    write(folder / "cards" / "x" / "y.md", HOPER)
    write(folder / "cards" / "x.md", "## Ring\n\nIt sums.\n")
    study("2026-12-01")
    send(anki)
    before, in_anki = histories(), [(card.guid, card.deck) for card in anki.cards()]
    (folder / "cards" / "x").rename(folder / "cards" / "z")
    assert histories() == before
    send(anki, NEXT_DAY)
    assert [(card.guid, card.deck) for card in anki.cards()] == in_anki


def test_r39_retired_cards_are_listed_and_come_back(folder: Path) -> None:
    """With their heading and history; a text that returns, wherever, finds them."""
    path = write(folder / "cards" / "a.md", HOPER + "\n## Ring\n\nIt sums.\n")
    study("2026-12-01")
    before = histories()
    write(path, "## Ring\n\nIt sums.\n")
    assert histories("is:retired") == {"Hoper SXM": before["Hoper SXM"]}
    heads, row = (line.split("  ") for line in call("cards", "is:retired").stdout.splitlines())
    assert [cell.strip() for cell in heads if cell] == ["CARD", "DUE", "HISTORY", "FRONT"]
    assert [cell.strip() for cell in row if cell][1:] == ["retired", "1 day, since 2026-12-01", "Hoper SXM"]
    write(folder / "cards" / "deep" / "b.md", HOPER.replace("2022", "2023"))
    assert histories() == before
    assert histories("is:retired") == {}


def test_r41_a_card_that_was_filed_anew_in_anki_stays_there(folder: Path, anki: Profile) -> None:
    """An update does not move it back."""
    path = write(folder / "cards" / "a.md", HOPER)
    send(anki)
    mine = anki.col.decks.id("mine")
    assert mine is not None
    anki.col.set_deck(anki.col.find_cards(""), mine)
    write(path, HOPPER)
    assert send(anki, NEXT_DAY) == {"updated": 1}
    assert [card.deck for card in anki.cards()] == ["mine"]


# ---------------------------------------------------------------------------------------------- writing ids


def test_s08_an_id_changes_no_sentence_that_reads_alike(folder: Path) -> None:
    """Ids go to places in the file, not in place of texts."""
    path = write(folder / "cards" / "a.md", "## Ring\n\nTree.\n\n## Tree {.reversed}\n\n### Ring\n\n`## Ring`, Tree\n")
    call("stamp", "--yes")
    assert path.read_text() == (
        "## Ring {#ring}\n\nTree.\n\n## Tree {#tree .reversed}\n\n### Ring\n\n`## Ring`, Tree\n"
    )


@pytest.mark.parametrize("index", ["kept", "deleted"])
def test_an_id_taken_twice_stays_with_the_card_that_had_it(folder: Path, index: str) -> None:
    """The newcomer is refused though its file comes first, and also where only the log remembers the older card."""
    write(folder / "cards" / "b.md", "## Which one was first? {#zz}\n\nThis one.\n")
    study("2026-12-01")
    before = histories()
    write(folder / "cards" / "a.md", "## A newcomer {#zz}\n\nThat took the id.\n")
    if index == "deleted":
        for file in (folder / ".flashdeck").glob("index.db*"):
            file.unlink()
    assert histories() == before
