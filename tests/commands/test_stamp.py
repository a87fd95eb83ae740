"""`flashdeck stamp`: shows what it would write, asks, and writes only that."""

from __future__ import annotations

from pathlib import Path

import pytest

from flashdeck.commands import histories, stamp
from tests.commands.calls import call, report, review, tree, write

CARDS = "# Notes\n\n## What is NVLink?\n\nA link.\n\n## Both {.reversed}\n\nWays.\n"
STAMPED = "# Notes\n\n## What is NVLink? {#what-is-nvlink}\n\nA link.\n\n## Both {#both .reversed}\n\nWays.\n"


@pytest.fixture
def path(folder: Path) -> Path:
    return write(folder / "cards" / "a.md", CARDS)


def test_without_a_terminal_it_only_shows(path: Path) -> None:
    """A unified diff on stdout; exit code 0, and how it would be written."""
    result = call("stamp")
    assert result.stdout.splitlines() == [
        "--- cards/a.md",
        "+++ cards/a.md",
        "@@ -2,3 +2,3 @@",
        " ",
        "-## What is NVLink?",
        "+## What is NVLink? {#what-is-nvlink}",
        " ",
        "@@ -6,3 +6,3 @@",
        " ",
        "-## Both {.reversed}",
        "+## Both {#both .reversed}",
        " ",
    ]
    assert result.stderr == "Nothing was written: 2 ids into 1 file would be with --yes.\n"
    assert path.read_text() == CARDS


def test_dry_run_writes_nothing(path: Path) -> None:
    """Whatever else is said."""
    assert call("stamp", "--yes", "--dry-run").stderr == "Nothing was written: 2 ids into 1 file would be.\n"
    assert path.read_text() == CARDS


def test_yes_writes_and_a_second_run_changes_no_byte(path: Path) -> None:
    """Histories stay with their cards."""
    review(" 3 3 3q")
    before = [(card["guid"], card["schedule"]) for card in report("cards")["cards"]]
    assert call("stamp", "--yes").stderr == "Wrote 2 ids into 1 file.\n"
    assert path.read_text() == STAMPED
    after = report("cards")["cards"]
    assert [(card["guid"], card["schedule"]) for card in after] == before
    assert [card["key"] for card in after] == ["what-is-nvlink", "both", "both"]
    files = tree(path.parents[1] / ".flashdeck" / "log")
    assert call("stamp", "--yes").stderr == "No id is missing.\n"
    assert path.read_text() == STAMPED
    assert tree(path.parents[1] / ".flashdeck" / "log") == files


@pytest.mark.parametrize(("answer", "text"), [("y\n", STAMPED), ("n\n", CARDS), ("\n", CARDS)])
def test_on_a_terminal_it_asks(path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, text: str) -> None:
    """Behind the diff; nothing but a yes is a yes."""
    for module in (stamp, histories):
        monkeypatch.setattr(module, "is_asking_possible", lambda: True)
    result = call("stamp", keys=answer)
    assert "Write 2 ids into 1 file?" in result.stderr
    assert "+## Both {#both .reversed}" in result.stdout
    assert path.read_text() == text


def test_paths_choose_files_and_folders(path: Path) -> None:
    """One that is not there is wrong usage."""
    other = write(path.parent / "deep" / "b.md", "## Two?\n\n2.\n")
    call("stamp", "--yes", "cards/deep")
    assert path.read_text() == CARDS
    assert other.read_text() == "## Two? {#two}\n\n2.\n"
    assert "no-such" in call("stamp", "no-such.md", code=2).stderr


def test_what_is_left_alone_is_told(path: Path) -> None:
    """On stderr, beside what is written."""
    write(path.with_name("b.md"), "## Two?\n\n2.\n\n## Broken {.nonsense}\n\nX.\n")
    result = call("stamp", "--yes")
    assert "cards/b.md has errors and is left as it is: flashdeck check cards/b.md" in result.stderr.splitlines()
    assert path.read_text() == STAMPED


def test_a_heading_cannot_send_escapes(path: Path) -> None:
    """What a terminal would obey is shown, in colours too."""
    write(path, "## Clear \x1b[2J?\n\nA.\n")
    assert "\x1b" not in call("stamp").stdout
    colored = call("--color", "always", "stamp").stdout
    assert "\x1b[2J" not in colored
    assert "\x1b[32m+## Clear ␛[2J? {#clear-2j}\x1b[0m" in colored
