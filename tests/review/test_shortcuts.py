"""Keys that a person has changed: they hold in both faces, and whatever tells of keys tells of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from flashdeck.config import ACTIONS, Settings
from flashdeck.model import Rating
from flashdeck.review.screen import ReviewApp
from flashdeck.review.shortcuts import Shortcuts
from tests.review.pilots import burst, press, seen, sitting_over
from tests.review.terminals import ratings, rest, review
from tests.review.test_plain import said

THREE = '## One? {hint="a number"}\n\nFirst.\n\n## Two?\n\nSecond.\n\n## Three?\n\nThird.\n'
CHANGED = {
    "next": ("l", "space"),
    "again": ("j", "1"),
    "good": (";",),
    "bury": (",",),
    "flag": ("é",),
    "undo": ("Z", "u"),
    "keys": ("K",),
    "quit": ("x",),
}
FILE = """\
[keys]
next = "l space"
again = "j 1"
good = ";"
bury = ","
flag = "é"
undo = "Z u"
keys = "K"
quit = "x"
"""


def keys() -> dict[str, tuple[str, ...]]:
    return {**Settings().keys, **CHANGED}


def test_every_key_is_told_with_what_it_does() -> None:
    """The four grades share a line as long as each has one key; then each has its own."""
    table = dict(Shortcuts(Settings().keys).table)
    assert table["1 2 3 4"] == "again, hard, good, easy"
    assert len(table) == len(ACTIONS) - 3
    table = dict(Shortcuts(keys()).table)
    assert table["j 1"] == "grade: not known"
    assert table["l Space"].startswith("show the answer")
    assert len(table) == len(ACTIONS)


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (120, 40)])
async def test_the_screen_tells_the_keys_in_force(size: tuple[int, int]) -> None:
    """At its foot, on its buttons and in its panel; old keys do nothing."""
    with sitting_over(THREE, keys=keys()) as one:
        app = ReviewApp(one)
        async with app.run_test(size=size) as pilot:
            await press(pilot, "q", "?")
            assert "l" in seen(app).split("show the answer")[0].split()
            assert "x quit" in seen(app)
            assert "K keys" in seen(app)
            await press(pilot, "l")
            assert "; l good" in " ".join(seen(app).split())
            assert "j again" in " ".join(seen(app).split())
            await press(pilot, "3")
            assert "First." in seen(app)
            await press(pilot, "K")
            assert "j 1" in seen(app)
            await press(pilot, "x")
            assert "First." in seen(app)
            await press(pilot, ";", "l", "j")
        assert [answer.rating for answer in one.session.answers] == [Rating.GOOD, Rating.AGAIN]


async def test_any_character_can_be_a_key() -> None:
    """Punctuation, capitals and letters beyond ASCII; upper and lower case are two keys."""
    with sitting_over(THREE, keys=keys()) as one:
        app = ReviewApp(one)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot, "é")
            assert "⚑ red" in seen(app)
            await press(pilot, "Z")
            assert "⚑" not in seen(app)
            await press(pilot, ",")
            assert "Two?" in seen(app)
            await press(pilot, "z", "X")
            assert "Two?" in seen(app)


async def test_undo_and_the_end_are_never_dropped_whatever_their_keys() -> None:
    """In one burst with a grade."""
    with sitting_over(THREE, keys=keys()) as one:
        app = ReviewApp(one)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot, "l")
            await burst(pilot, ";", "Z")
            assert "First." in seen(app)
            await burst(pilot, ";", "x")
        assert app.return_value is None
        assert len(one.session.answers) == 1


async def test_a_panel_closes_once() -> None:
    """A second press of the key that closes it, on its way already, is no failure."""
    with sitting_over(THREE) as one:
        app = ReviewApp(one)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot, "?")
            panel = app.screen
            await burst(pilot, "q", "q")
            assert app.screen is not panel or app._exit
        assert not isinstance(app.return_value, BaseException)


def test_lines_tell_the_keys_in_force(folder: Path) -> None:
    """In the first line, with the answer, where there is no key, and at the end."""
    (folder / "flashdeck.toml").write_text(FILE, encoding="utf-8")
    lines = said(folder, "3qljl;ézKx")
    assert lines[0] == "l shows the answer, K the keys, x quits."
    assert "The answer is not shown yet: l shows it." not in lines
    assert "There is no key 'q': K shows the keys." in lines
    assert "j again: today, then 1 day" in lines
    assert "; good (l): 1 day" in lines
    assert "Flagged red." in lines
    assert "There is no key 'z': K shows the keys." in lines
    assert "Z u: undo the last step" in lines
    assert ratings(folder) == ["again", "good"]


def test_a_grade_too_early_names_the_key_that_shows(folder: Path) -> None:
    """The one in force."""
    (folder / "flashdeck.toml").write_text(FILE, encoding="utf-8")
    assert "The answer is not shown yet: l shows it." in said(folder, "jx")


@pytest.mark.parametrize("face", [("--plain",), ()], ids=["plain", "screen"])
def test_changed_keys_on_a_terminal(folder: Path, face: tuple[str, ...]) -> None:
    """A burst counts up to the first grade, and the key that quits always."""
    (folder / "flashdeck.toml").write_text(FILE, encoding="utf-8")
    child = review(folder, *face)
    child.expect("Question 01")
    child.send("l;l;x")
    rest(child)
    assert child.wait() == 0
    assert ratings(folder) == ["good"]


def test_keys_that_are_in_conflict_are_refused_before_the_first_card(folder: Path) -> None:
    """One sentence that names the file and both."""
    (folder / "flashdeck.toml").write_text('[keys]\nbury = "s"\n', encoding="utf-8")
    child = review(folder, "--plain")
    told = " ".join(rest(child).split())
    assert "flashdeck.toml, [keys]: `s` is a key of `skip` and of `bury`; give one of them another." in told
    assert child.wait() == 1


def test_the_settings_hold_every_action() -> None:
    """So that no key can be missing."""
    assert set(replace(Settings(), keys=keys()).keys) == {action.name for action in ACTIONS}
