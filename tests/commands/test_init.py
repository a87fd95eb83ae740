"""`flashdeck init`."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from flashdeck.config import SETTINGS, Settings, load
from tests.commands.calls import call, report, tree, write


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_new_collection(empty: Path) -> None:
    """Two files, and what to do next."""
    assert call("init", "deck").stdout == (
        "A new collection: deck/cards/first.md with three example notes, and deck/flashdeck.toml with every setting.\n"
        "Write your cards into deck/cards/, one Markdown file for each topic; then:\n"
        "  cd deck && flashdeck check     finds what is wrong in them\n"
        "  cd deck && flashdeck review    starts today's review\n"
    )
    assert set(tree(empty)) == {"deck", "deck/cards", "deck/cards/first.md", "deck/flashdeck.toml"}


def test_here(empty: Path) -> None:
    """Without a name the working directory becomes the collection."""
    shown = call("init").stdout
    assert "\n  flashdeck check " in shown
    assert (empty / "cards" / "first.md").is_file()


def test_the_example_has_no_problem_and_can_be_reviewed(empty: Path) -> None:
    """What a newcomer meets first is right."""
    call("init")
    assert call("check").stderr == "5 cards in 1 file, no problems\n"
    assert report("due")["total"] == {
        "new": 3,
        "learning": 0,
        "review": 0,
        "deferred": 2,
        "reasons": {"sibling": 2},
    }


def test_the_settings_are_the_defaults_and_may_be_uncommented(empty: Path) -> None:
    """Each line that is a setting is valid as it stands once its `#` is gone."""
    call("init")
    text = (empty / "flashdeck.toml").read_text(encoding="utf-8")
    assert tomllib.loads(text) == {"anki": {}, "keys": {}}
    names = {setting.name for setting in SETTINGS}
    settings, _, _ = text.partition("# For one deck")
    lines = [line.removeprefix("# ") for line in settings.splitlines()]
    kept = [line for line in lines if line.split(" = ")[0] in names or line in ("[anki]", "[keys]")]
    assert {line.split(" = ")[0] for line in kept} == names | {"[anki]", "[keys]"}
    write(empty / "flashdeck.toml", "\n".join(kept))
    loaded = load(empty)
    assert {setting.full_name: loaded.settings.value_of(setting) for setting in SETTINGS} == {
        setting.full_name: Settings().value_of(setting) for setting in SETTINGS
    }


@pytest.mark.parametrize("there", ["cards/mine.md", "flashdeck.toml", "cards"])
def test_nothing_is_overwritten(empty: Path, there: str) -> None:
    """What is there stays, and nothing is put beside it."""
    write(empty / "deck" / there, "mine")
    before = tree(empty)
    result = call("init", "deck", code=1)
    assert result.stderr == (
        f"flashdeck: deck/{Path(there).parts[0]} is already there, and nothing was changed: name another folder.\n"
    )
    assert tree(empty) == before


def test_a_project_with_settings_is_a_collection_already(empty: Path) -> None:
    """Two files of settings would be refused by every command."""
    write(empty / "pyproject.toml", "[tool.flashdeck]\n")
    before = tree(empty)
    assert "already has [tool.flashdeck]" in call("init", code=1).stderr
    assert tree(empty) == before


def test_a_file_is_no_folder(empty: Path) -> None:
    """One sentence, exit code 1."""
    write(empty / "deck", "")
    assert call("init", "deck", code=1).stderr == "flashdeck: deck is a file: name a folder for the collection.\n"
    assert call("init", "deck/below", code=1).stderr.endswith("cannot be written: Not a directory.\n")
