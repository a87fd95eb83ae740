"""At the end of a sitting a card whose step has its time later comes back by itself."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pexpect
import pytest

from flashdeck.config import AnkiOptions
from flashdeck.model import Rating
from flashdeck.review.screen import ReviewApp
from tests.review.pilots import AnyPilot, press, seen, until, until_drawn
from tests.review.terminals import ratings, review
from tests.review.test_plain import said
from tests.review.test_side_by_side import ANKI, Clock, answer, seated, standing

LATER = replace(ANKI, anki=AnkiOptions(learning_steps=(25 * 60,), fuzz=False), new_per_day=2)
"""A step of 25 minutes, of which the last 20 need not be waited for."""

SOON = """\
scheduler = "anki"
new-per-day = 2
[anki]
learning-steps = "3s"
learn-ahead = "0s"
fuzz = false
"""


async def ended(pilot: AnyPilot) -> str:
    """The end of a sitting of two cards, one of which comes back."""
    await press(pilot, "space", "1", "space", "4")
    app = pilot.app
    assert isinstance(app, ReviewApp)
    return " ".join(seen(app).split())


def test_the_end_goes_on_when_it_is_time(folder: Path) -> None:
    """Five minutes after an answer with a step of 25, for 20 are learnt ahead; not a second before."""
    clock = Clock()
    with seated(folder, LATER, clock) as sitting:
        missed = answer(sitting, Rating.AGAIN)
        answer(sitting)
        assert (standing(sitting), sitting.go_on()) == (None, False)
        clock.seconds = 5 * 60 - 1
        assert not sitting.go_on()
        clock.seconds = 5 * 60 + 1
        assert sitting.go_on()
        assert standing(sitting) == missed
        clock.seconds += 7
        sitting.clock.card_shown()
        clock.seconds += 2
        assert sitting.clock.milliseconds == 2000


def test_the_end_of_all_cards_is_the_end(folder: Path) -> None:
    """Nothing rests: nothing comes back, whatever the time."""
    clock = Clock()
    with seated(folder, replace(LATER, new_per_day=1), clock) as sitting:
        answer(sitting, Rating.EASY)
        clock.seconds = 7200
        assert not sitting.go_on()
        assert sitting.outcome().goes_on is None


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_the_screen_tells_when_and_goes_on(folder: Path, size: tuple[int, int]) -> None:
    """The card stands as a question, nothing that was pressed before reveals it, and undo still leads back."""
    clock = Clock()
    with seated(folder, LATER, clock) as sitting:
        missed = standing(sitting)
        app = ReviewApp(sitting)
        async with app.run_test(size=size) as pilot:
            told = await ended(pilot)
            assert "Done for now" in told
            assert "Left today 1 card" in told
            assert "Next card comes back at 09:05" in told
            await press(pilot, "space", "enter")
            assert app.is_running
            assert standing(sitting) is None
            clock.seconds = timedelta(minutes=5, seconds=1).total_seconds()
            await until(pilot, lambda: standing(sitting) is not None)
            await until_drawn(pilot)
            assert standing(sitting) == missed
            assert not sitting.session.revealed
            assert "Question 01?" in seen(app)
            assert "Answer 01." not in seen(app)
            await press(pilot, "u")
            assert "Answer 02." in seen(app)


async def test_the_end_can_be_left_while_a_card_rests(folder: Path) -> None:
    """By the key that quits."""
    with seated(folder, LATER) as sitting:
        app = ReviewApp(sitting)
        async with app.run_test() as pilot:
            await ended(pilot)
            await press(pilot, "q")
            assert not app.is_running or app._exit


def test_lines_tell_when_and_any_key_goes_on(folder: Path) -> None:
    """From a pipe nobody waits: before its time a key only tells when."""
    (folder / "flashdeck.toml").write_text(SOON.replace("3s", "25m").replace("0s", "20m"), encoding="utf-8")
    lines = said(folder, " 1 4 xq")
    assert "Next card: comes back at 09:05" in lines
    assert "The next card comes back at 09:05." in lines
    assert lines[-1] == "No card is left: u undoes the last step, q leaves."


@pytest.mark.parametrize("options", [(), ("--plain",)], ids=["screen", "plain"])
def test_a_card_comes_back_on_a_terminal(folder: Path, options: tuple[str, ...]) -> None:
    """Without a key, and its answer is one more line of the log."""
    (folder / "flashdeck.toml").write_text(SOON, encoding="utf-8")
    child = review(folder, *options)
    for question, key in (("01", "1"), ("02", "4")):
        child.expect(f"Question {question}")
        child.send(" ")
        child.expect("easy")
        child.send(key)
    child.expect("comes back at")
    child.expect("Question 01")
    child.send(" ")
    child.expect("Answer 01")
    child.send("4")
    child.expect("Today's cards are done")
    child.send("q")
    child.expect(pexpect.EOF)
    assert ratings(folder) == ["again", "easy", "easy"]
