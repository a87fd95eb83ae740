"""What a command tells and asks about histories: cards that were renamed, and many that are gone."""

from __future__ import annotations

from pathlib import Path

import pytest

from flashdeck.commands import histories
from tests.commands.calls import NEXT_DAY, call, report, review, write

MANY = "".join(f"## Question {number}? {{#q{number}}}\n\nAnswer {number}.\n\n" for number in range(30))


def intervals() -> dict[str, int]:
    return {card["front"]: card["schedule"]["interval_days"] for card in report("cards", now=NEXT_DAY)["cards"]}


@pytest.fixture
def studied(folder: Path) -> Path:
    """A card that was answered."""
    path = write(folder / "cards" / "a.md", "## Hoper SXM\n\nA GPU.\n")
    review(" 3q")
    return path


@pytest.fixture
def many(folder: Path) -> Path:
    """Thirty cards that a compile has seen."""
    path = write(folder / "cards" / "a.md", MANY)
    call("cards")
    return path


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody sits in front of it."""
    monkeypatch.setattr(histories, "is_asking_possible", lambda: True)


def test_a_rename_is_told_once(studied: Path) -> None:
    """On stderr, at the compile that notices it."""
    write(studied, "## Hopper SXM\n\nA GPU.\n")
    assert call("due", "--json").stderr == "history kept: 'Hoper SXM' is now 'Hopper SXM'\n"
    assert call("due").stderr == ""
    assert intervals() == {"Hopper SXM": 1}


def test_a_changed_id_is_told_and_an_added_one_is_not(studied: Path) -> None:
    """The front says which card it is, so only a change of name is news."""
    write(studied, "## Hoper SXM {#hoper}\n\nA GPU.\n")
    assert call("due").stderr == ""
    write(studied, "## Hoper SXM {#hopper}\n\nA GPU.\n")
    assert call("due").stderr == "history kept: '#hoper' is now '#hopper'\n"
    assert intervals() == {"Hoper SXM": 1}


def test_many_renames_are_told_in_short(folder: Path) -> None:
    """Ten lines, and how many more."""
    names = [f"{one}{two}" for one in ("ba", "du", "ki", "lo") for two in ("zem", "run", "tops")]
    path = write(folder / "cards" / "a.md", "".join(f"## What is {name} tody?\n\nA {name}.\n\n" for name in names))
    call("cards")
    write(path, path.read_text().replace("tody", "today"))
    lines = call("due").stderr.splitlines()
    assert lines[0] == "history kept: 'What is bazem tody?' is now 'What is bazem today?'"
    assert lines[10:] == ["history kept: 2 more cards"]


# ---------------------------------------------------------------------------------------------- choices

BOTH = "## Hopper SXM\n\nA GPU.\n\n## Hopper SXM5\n\nA GPU.\n"


def test_without_a_terminal_both_are_kept(studied: Path) -> None:
    """The old one is retired with its history, the others are new, and stderr says what to do about it."""
    write(studied, BOTH)
    told = call("due").stderr
    assert told.startswith(
        "'Hoper SXM' is gone and may be 'Hopper SXM' or 'Hopper SXM5' now: its history is kept aside."
    )
    assert call("due").stderr == ""
    assert intervals() == {"Hopper SXM": 0, "Hopper SXM5": 0}
    (gone,) = report("cards", "is:retired")["cards"]
    assert (gone["front"], gone["schedule"]["repetitions"]) == ("Hoper SXM", 1)


@pytest.mark.parametrize(("answer", "expected"), [("2\n", (0, 1)), ("1\n", (1, 0)), ("0\n", (0, 0)), ("\n", (0, 0))])
def test_on_a_terminal_a_person_chooses(studied: Path, terminal: None, answer: str, expected: tuple[int, int]) -> None:
    """The history goes where it is sent, or stays aside."""
    write(studied, BOTH)
    shown = call("due", keys=answer).stderr.splitlines()
    assert shown[:3] == ["'Hoper SXM' is gone. Which card is it now?", "  1  Hopper SXM", "  2  Hopper SXM5"]
    assert tuple(intervals().values()) == expected


# ---------------------------------------------------------------------------------------------- the guard


@pytest.mark.parametrize("command", ["due", "cards", "review", "export", "undo", "stamp"])
def test_a_mass_retirement_stops_every_command(many: Path, command: str) -> None:
    """With exit code 1 and one sentence, again and again, until it is accepted or the text is back."""
    many.unlink()
    told = call(command, code=1).stderr
    assert told == (
        "flashdeck: 30 of 30 notes have lost their text (cards/a.md), and nothing was changed: bring the text back, or "
        "let them retire with `flashdeck --accept-retired due`.\n"
    )
    write(many, MANY)
    assert len(report("cards")["cards"]) == 30


def test_check_reads_texts_alone(many: Path) -> None:
    """It has nothing to compare them with."""
    write(many, "## One?\n\n1.\n")
    assert call("check").exit_code == 0


def test_accepted_by_an_option(many: Path) -> None:
    """Before or after the command's name."""
    write(many, "## One?\n\n1.\n")
    assert len(report("cards", "--accept-retired")["cards"]) == 1
    assert call("due").exit_code == 0


@pytest.mark.parametrize(("answer", "code", "left"), [("y\n", 0, 1), ("n\n", 1, 30), ("\n", 1, 30)])
def test_asked_on_a_terminal(many: Path, terminal: None, answer: str, code: int, left: int) -> None:
    """Nothing is changed without a yes."""
    write(many, "## One?\n\n1.\n")
    shown = call("cards", keys=answer, code=code).stderr
    assert "30 of 30 notes have lost their text" in shown
    assert "Let them retire? [y/N]" in shown
    write(many, MANY if code else "## One?\n\n1.\n")
    assert len(report("cards")["cards"]) == left
