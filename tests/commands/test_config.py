"""`flashdeck config`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.calls import call, report, write

DEFAULTS = {
    "scheduler": "sm2",
    "new-per-day": 20,
    "reviews-per-day": 200,
    "rollover": "04:00",
    "new-cards-ignore-review-limit": False,
    "new-order": "file",
    "max-interval": 36500,
    "leech-threshold": 8,
    "leech-action": "tag",
    "desired-retention": 0.9,
    "bury-siblings": True,
    "deck-prefix": "",
    "stale-after": 18,
    "anki.learning-steps": "1m 10m",
    "anki.relearning-steps": "10m",
    "anki.graduating-interval": 1,
    "anki.easy-interval": 4,
    "anki.starting-ease": 2.5,
    "anki.hard-interval": 1.2,
    "anki.easy-bonus": 1.3,
    "anki.interval-modifier": 1.0,
    "anki.new-interval": 0.0,
    "anki.minimum-interval": 1,
    "anki.maximum-interval": 36500,
    "anki.leech-threshold": 8,
    "anki.leech-action": "tag",
    "anki.learn-ahead": "20m",
    "anki.fuzz": True,
    "keys.next": "space",
    "keys.show": "enter",
    "keys.again": "1",
    "keys.hard": "2",
    "keys.good": "3",
    "keys.easy": "4",
    "keys.hint": "h",
    "keys.undo": "u",
    "keys.skip": "s",
    "keys.bury": "-",
    "keys.suspend": "@",
    "keys.flag": "*",
    "keys.edit": "e",
    "keys.info": "i",
    "keys.picture": "o",
    "keys.formulas": "t",
    "keys.keys": "?",
    "keys.quit": "q",
}


def test_the_defaults(folder: Path) -> None:
    """Each with its value, where it comes from, its range and what it is for."""
    found = report("config")
    assert found["collection"] == str(folder)
    assert {setting["name"]: setting["value"] for setting in found["settings"]} == DEFAULTS
    assert found["settings"][1] == {
        "name": "new-per-day",
        "value": 20,
        "origin": "default",
        "range": "0 to 9999",
        "about": "new cards shown on one day",
    }


def test_for_people(folder: Path) -> None:
    """Written as it would stand in the file."""
    write(folder / "flashdeck.toml", 'rollover = "03:00"\n[decks."gpu"]\nnew-per-day = 5\n')
    shown = call("config", "--set", "bury-siblings=false").stdout.splitlines()
    assert shown[0] == f"Settings of the collection in {folder}:"
    for line in (
        'scheduler = "sm2"                       default',
        'rollover = "03:00"                      flashdeck.toml',
        "bury-siblings = false                   --set",
        'anki.learn-ahead = "20m"                default',
        "decks.gpu.new-per-day = 5               flashdeck.toml",
    ):
        assert line in shown
    assert shown[shown.index('rollover = "03:00"                      flashdeck.toml') + 1] == (
        "    when a new study day begins, local time: 00:00 to 23:59"
    )
    assert max(map(len, shown[1:])) <= 80


def test_outside_of_a_collection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The defaults, and that there is no collection."""
    monkeypatch.chdir(tmp_path)
    assert report("config")["collection"] is None
    assert call("config").stdout.splitlines()[0] == (
        "No collection here or in a folder above; without one, these settings hold:"
    )


def test_a_wrong_file_is_told(folder: Path) -> None:
    """One sentence, exit code 1; a wrong `--set` is wrong usage."""
    file = write(folder / "flashdeck.toml", "new-per-day = many\n")
    assert call("config", code=1).stderr.startswith(f"flashdeck: {file} is not valid TOML: ")
    file.unlink()
    assert call("config", "--set", "new-per-day=-1", code=2).stderr == (
        'flashdeck: `new-per-day = "-1"` in --set is out of range: 0 to 9999.\n'
    )
