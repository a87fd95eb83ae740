"""What a person can get wrong: one sentence with the way out, the right exit code, nothing changed on disk."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.commands.calls import call, review, spawn, texts, tree, write

READERS = (["due"], ["cards"], ["undo"], ["export"], ["review", "--plain"])


def no_cards_folder(folder: Path) -> None:
    write(folder / "flashdeck.toml", "")
    (folder / "cards" / "gpu.md").unlink()
    (folder / "cards" / "net" / "ring.md").unlink()
    (folder / "cards" / "net").rmdir()
    (folder / "cards").rmdir()


def a_file_for_cards(folder: Path) -> None:
    no_cards_folder(folder)
    write(folder / "cards", "")


def a_file_for_the_progress(folder: Path) -> None:
    write(folder / ".flashdeck", "")


def a_newer_index(folder: Path) -> None:
    review(" 3q")
    index = sqlite3.connect(folder / ".flashdeck" / "index.db")
    index.execute("PRAGMA user_version = 9999")
    index.commit()
    index.close()


def wrong_settings(folder: Path) -> None:
    write(folder / "flashdeck.toml", "new-per-dya = 5\n")


@pytest.mark.parametrize("arguments", READERS, ids=" ".join)
@pytest.mark.parametrize(
    "spoil", [no_cards_folder, a_file_for_cards, a_file_for_the_progress, a_newer_index, wrong_settings]
)
def test_a_spoilt_collection(gpu: Path, spoil: Callable[[Path], None], arguments: list[str]) -> None:
    """Every command that reads the collection says why it cannot, and leaves it as it is."""
    spoil(gpu)
    before = tree(gpu)
    run = spawn(*arguments, cwd=gpu)
    assert run.returncode == 1, run.stderr
    assert run.stdout == ""
    assert run.stderr.startswith("flashdeck: ")
    assert run.stderr.count("\n") == 1
    assert tree(gpu) == before


@pytest.mark.parametrize("spoil", [a_file_for_the_progress, a_newer_index])
def test_check_needs_neither_index_nor_log(gpu: Path, spoil: Callable[[Path], None]) -> None:
    """It reads the card files and nothing else."""
    spoil(gpu)
    before = tree(gpu)
    assert call("check").stderr == "5 cards in 2 files, no problems\n"
    assert tree(gpu) == before


@pytest.mark.parametrize("spoil", [no_cards_folder, a_file_for_cards])
def test_check_without_card_files(gpu: Path, spoil: Callable[[Path], None]) -> None:
    """One sentence, exit code 1."""
    spoil(gpu)
    stderr = call("check", code=1).stderr
    assert stderr.startswith("flashdeck: ")
    assert "cards" in stderr
    assert stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["due", "--collection", "nowhere"], 2),
        (["due", "--collection", "cards/gpu.md"], 2),
        (["due", "--collection", "cards/net"], 1),
        (["due", "--set", "new-per-day=-1"], 2),
        (["due", "--set", "nonsense=1"], 2),
        (["check", "nowhere.md"], 2),
        (["cards", "is:nonsense"], 2),
        (["review", "--plain", "gpus"], 1),
        (["export", "gpus"], 1),
        (["export", "-o", "nowhere/x.apkg"], 1),
        (["undo"], 1),
        (["init"], 1),
        (["simulate", "goood"], 2),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else str(value),
)
def test_a_wrong_word_on_the_command_line(gpu: Path, arguments: list[str], code: int) -> None:
    """One sentence on stderr, nothing on stdout; cards and log stay as they are."""
    call("due")
    before = texts(gpu)
    result = call(*arguments, code=code)
    assert result.stdout == ""
    assert result.stderr.startswith("flashdeck: ")
    assert result.stderr.count("\n") == 1
    assert texts(gpu) == before


@pytest.mark.parametrize(
    "arguments",
    [
        ["--now", "2026-12-01", "due"],
        ["due", "--now", "yesterday"],
        ["due", "--nwo", "2026-12-01T09:00:00Z"],
        ["deu"],
        ["check", "--format", "html"],
        ["review", "--limit", "-1"],
    ],
    ids=" ".join,
)
def test_wrong_usage(gpu: Path, arguments: list[str]) -> None:
    """Exit code 2, what is wrong on the last line, nothing on stdout, nothing touched."""
    before = tree(gpu)
    run = spawn(*arguments, cwd=gpu)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.splitlines()[-1].startswith("Error: ")
    assert "Traceback" not in run.stderr
    assert tree(gpu) == before


def test_outside_of_every_collection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence names both ways out."""
    monkeypatch.chdir(tmp_path)
    for arguments in (*READERS, ["check"]):
        assert call(*arguments, code=1).stderr == (
            "flashdeck: There is no collection here or in a folder above: "
            "`flashdeck init` starts one, --collection DIR names one.\n"
        )
    assert tree(tmp_path) == {}


def test_what_cannot_be_read_is_named_and_skipped(gpu: Path) -> None:
    """A folder named like a card file, and a log line that is none: the rest works, exit code 0."""
    review(" 3q")
    (gpu / "cards" / "x.md").mkdir()
    (log,) = (gpu / ".flashdeck" / "log").glob("*.jsonl")
    with log.open("a", encoding="utf-8") as file:
        file.write("<<<<<<< HEAD\n")
    result = call("due")
    told = result.stderr.splitlines()
    assert "cards/x.md is a folder where a card file should be; it is skipped" in told
    assert any(log.name in line for line in told)
    assert len(told) == 2
    assert result.stdout.startswith("DECK")


def test_a_card_file_of_another_encoding_is_told_and_the_rest_works(gpu: Path) -> None:
    """Its error is counted; the good files are reviewed."""
    (gpu / "cards" / "latin.md").write_bytes("## Caf\xe9?\n\nA.\n".encode("latin-1"))
    result = call("due")
    assert result.stderr == "1 error in card files: flashdeck check\n"
    assert result.stdout.splitlines()[-1] == "Start: flashdeck review"
