"""The full screen, driven by Textual's pilot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest

from flashdeck.model import Rating, UserError
from flashdeck.review.panels import End
from flashdeck.review.screen import ReviewApp
from flashdeck.review.sitting import Sitting
from tests.review.golden import SIZES, golden, screens
from tests.review.pilots import burst, press, seen, sitting_over, until

THREE = "# Section\n\n" + "".join(f"## Question {word}?\n\nAnswer {word}.\n\n" for word in ("one", "two", "three"))
LONG = "## Long?\n\n" + "\n\n".join(f"Paragraph {number}." for number in range(1, 31))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_every_state_looks_as_approved(size: tuple[int, int]) -> None:
    """Question, answer, cloze, code, CJK, table cell, panels and the end, in three windows."""
    assert await screens(size) == golden(f"{size[0]}x{size[1]}")


async def test_a_whole_sitting() -> None:
    """Each grade by its key, a card that comes back, and the end, which tells how it went."""
    with sitting_over(THREE) as sitting:
        app = ReviewApp(sitting)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot, "space", "3")
            assert "1 done · 2 left · 2 new · 0 again" in seen(app)
            await press(pilot, "enter", "1", "space", "4")
            assert "Question two?" in seen(app)
            assert "2 done · 1 left · 0 new · 1 again" in seen(app)
            await press(pilot, "space")
            assert "today, then 1d" in seen(app)
            await press(pilot, "space")
            assert "3 in 4 answers" in seen(app)
            assert "1 of 3 at first, 33 %" in seen(app)
            await press(pilot, "q")
        assert app.return_value is None
        assert [answer.rating.value for answer in sitting.session.answers] == ["good", "again", "easy", "good"]


async def test_r89_no_key_grades_a_hidden_answer() -> None:
    """1 to 4 before the answer is shown only say what to press, and Enter never grades."""
    with sitting_over(THREE) as sitting:
        app = ReviewApp(sitting)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot, "1", "2", "3", "4")
            assert "Space shows the answer first." in seen(app)
            assert "Answer one." not in seen(app)
            await press(pilot, "enter", "enter")
            assert "Answer one." in seen(app)
        assert sitting.session.answers == ()


async def test_keys_from_before_the_card_was_drawn_are_dropped() -> None:
    """Keys in one burst with a grade do nothing to the card that follows it."""
    with sitting_over(THREE) as sitting:
        app = ReviewApp(sitting)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot, "space")
            await burst(pilot, "3", "space", "1", "space", "1")
            assert "Question two?" in seen(app)
            assert [answer.rating for answer in sitting.session.answers] == [Rating.GOOD]
            assert not sitting.session.revealed


@pytest.mark.parametrize("cards", [THREE, "## Question one?\n\nAnswer.\n\n## Two? {.typed}\n\nAnswer.\n"])
async def test_undo_and_the_end_are_never_dropped(cards: str) -> None:
    """They mean the same whatever card stands, so they count in one burst with a grade, also before a typed card."""
    with sitting_over(cards) as sitting:
        app = ReviewApp(sitting)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot, "space")
            await burst(pilot, "3", "u")
            assert "Question one?" in seen(app)
            assert sitting.session.revealed
            await burst(pilot, "3", "q")
        assert app.return_value is None
        assert [answer.rating for answer in sitting.session.answers] == [Rating.GOOD]


async def test_undo_steps_back_with_the_answer_shown() -> None:
    """From the end as well; at the beginning, with nothing in the log, it says so."""
    with sitting_over(THREE) as sitting:
        app = ReviewApp(sitting)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot, "space", "3", "space", "3", "space", "3")
            assert isinstance(app.screen, End)
            await burst(pilot, "u")
            await until(pilot, lambda: not isinstance(app.screen, End))
            await press(pilot)
            assert "Answer three." in seen(app)
            assert "2 done · 1 left" in seen(app)
            await press(pilot, "u", "u")
            assert "Answer one." in seen(app)
            await press(pilot, "u")
            assert "There is nothing to take back." in seen(app)
            await press(pilot, "1")
        assert [answer.rating for answer in sitting.session.answers] == [Rating.AGAIN]


async def test_skip_asks_the_next_card() -> None:
    """The skipped card comes last."""
    with sitting_over(THREE) as sitting:
        app = ReviewApp(sitting)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot, "space", "s")
            assert "Question two?" in seen(app)
            await press(pilot, "space", "3", "space", "3")
            assert "Question one?" in seen(app)


@pytest.mark.parametrize("size", [(40, 12), (60, 16), (72, 18)])
async def test_the_key_that_shows_the_keys_is_always_on_the_screen(size: tuple[int, int]) -> None:
    """Also in a small window, before and after the answer, with a hint to be offered; no piece of the foot is cut."""
    with sitting_over('## One? {hint="two"}\n\n' + LONG.partition("\n\n")[2]) as sitting:
        app = ReviewApp(sitting)
        async with app.run_test(size=size) as pilot:
            for keys in ([], ["space"]):
                await press(pilot, *keys)
                foot = seen(app).splitlines()[-1].strip()
                assert "? keys" in foot
                assert "h hint" in foot
                assert set(foot.split("   ")) <= {
                    *("h hint", "u undo", "s skip", "e edit", "i info", "? keys", "q quit", "↑ ↓ scroll")
                }


@pytest.mark.parametrize(
    ("width", "counters"), [(40, "0 done · 3 left · 3 new · 0 again"), (30, "0 done · 3 left · 3 new")]
)
async def test_what_has_no_room_in_the_head_goes_as_a_whole(width: int, counters: str) -> None:
    """First the clock, then counters from the last."""
    with sitting_over(THREE) as sitting:
        app = ReviewApp(sitting)
        async with app.run_test(size=(width, 12)) as pilot:
            await press(pilot)
            assert seen(app).splitlines()[1].strip() == counters


async def test_the_only_card_cannot_be_skipped() -> None:
    """That is told, instead of asking the same again as if it were another."""
    with sitting_over("## Only?\n\nYes.\n") as sitting:
        app = ReviewApp(sitting)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot, "space", "s")
            assert "This is the only card left." in seen(app)
            assert "Yes." in seen(app)


async def test_a_hint_is_shown_on_a_key() -> None:
    """Below the question, as Markdown; offered only where there is one, and gone with the next card."""
    with sitting_over('## One? {hint="two *words*"}\n\nYes.\n\n## Two?\n\nYes.\n') as sitting:
        app = ReviewApp(sitting)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot)
            assert "h hint" in seen(app)
            assert "words" not in seen(app)
            await press(pilot, "h")
            assert "Hint: two words" in seen(app)
            await press(pilot, "space", "3")
            assert "Hint" not in seen(app)
            assert "h hint" not in seen(app)
            await press(pilot, "h")
            assert "This card has no hint." in seen(app)


async def test_the_foot_shows_what_space_gives() -> None:
    """Good, unless an answer that was typed proposes another grade."""
    with sitting_over("## One?\n\nYes.\n\n## Two? {.typed}\n\nreduce-scatter\n") as sitting:
        app = ReviewApp(sitting)
        async with app.run_test(size=(40, 12)) as pilot:
            await press(pilot, "space")
            assert "3 Space good 1d" in seen(app)
            await press(pilot, "3", *"reduce-scater", "enter")
            assert "2 Space hard" in seen(app)
            assert "3 good 1d" in seen(app)


async def test_a_title_is_shown_as_its_words() -> None:
    """The section above a question is not Markdown on the screen."""
    with sitting_over("# **HBM** of `H100` and $x_1$\n\n## One?\n\nYes.\n") as sitting:
        app = ReviewApp(sitting)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot)
            assert "· HBM of H100 and x₁" in seen(app)


async def test_a_long_answer_scrolls() -> None:
    """Its beginning is seen with the question, the foot says that there is more, and the arrow and page keys move."""
    with sitting_over(LONG) as sitting:
        app = ReviewApp(sitting)
        async with app.run_test(size=(60, 20)) as pilot:
            await press(pilot, "space")
            assert "Long?" in seen(app)
            assert "Paragraph 1." in seen(app)
            assert "↑ ↓ scroll" in seen(app)
            await press(pilot, "end")
            await until(pilot, lambda: "Paragraph 30." in seen(app))
            await press(pilot, "home")
            await until(pilot, lambda: "Long?" in seen(app))
            await press(pilot, "pagedown")
            await until(pilot, lambda: "Long?" not in seen(app))
            await press(pilot, "3")
        assert len(sitting.session.answers) == 1


async def test_a_resize_flows_the_card_anew() -> None:
    """Text that stood in one line takes several in a narrower window, and none is cut off."""
    words = " ".join(f"word{number}" for number in range(12))
    with sitting_over(f"## {words}?\n\nYes.\n") as sitting:
        app = ReviewApp(sitting)
        async with app.run_test(size=(100, 24)) as pilot:
            await press(pilot)
            assert f"{words}?" in seen(app)
            await pilot.resize_terminal(40, 24)
            await press(pilot)
            assert f"{words}?" not in seen(app)
            assert all(f"word{number}" in seen(app) for number in range(12))


@pytest.mark.parametrize("size", [(29, 24), (80, 7), (20, 6), (10, 3)])
async def test_a_window_too_small_for_a_card_says_so(size: tuple[int, int]) -> None:
    """In one line; no key shows or grades what is not seen, and quitting works."""
    with sitting_over(THREE) as sitting:
        app = ReviewApp(sitting)
        async with app.run_test(size=size) as pilot:
            await press(pilot, "space", "3")
            assert seen(app).startswith(("The window is too small", "Too small"))
            assert "Question" not in seen(app)
            assert not sitting.session.revealed
            await press(pilot, "q")
        assert app.return_value is None
        assert sitting.session.answers == ()


async def test_the_card_comes_back_with_the_room() -> None:
    """A window that is made larger again shows the card, and keys work."""
    with sitting_over(THREE) as sitting:
        app = ReviewApp(sitting)
        async with app.run_test(size=(20, 6)) as pilot:
            await press(pilot, "space")
            await pilot.resize_terminal(30, 8)
            await press(pilot, "space")
            assert "Answer one." in seen(app)


async def test_the_mouse_does_what_the_keys_do() -> None:
    """The foot can be clicked; nothing needs to be."""
    with sitting_over(THREE) as sitting:
        app = ReviewApp(sitting)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot)
            await pilot.click("#reveal")
            await until(pilot, lambda: sitting.session.revealed)
            await pilot.click("#hard")
            await until(pilot, lambda: "Question two?" in seen(app))
        assert [answer.rating for answer in sitting.session.answers] == [Rating.HARD]


async def test_panels_close_by_the_key_that_opened_them() -> None:
    """`i` and `?` lie above the card and do not touch it."""
    with sitting_over(THREE) as sitting:
        app = ReviewApp(sitting)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot)
            card = seen(app)
            for key, shown in (("i", "cards/cards.md:3"), ("?", "undo the last step")):
                await press(pilot, key)
                assert shown in seen(app)
                assert "Esc closes" in seen(app)
                await press(pilot, key)
                await press(pilot, "escape")
                assert seen(app) == card


async def test_formulas_are_shown_as_tex_on_a_key() -> None:
    """On every side, for the cards after it too, until the key is pressed again."""
    with sitting_over("## Bytes: $\\frac{a}{b}$?\n\n$2^{10}$\n\n## Next: $x_1$?\n\nYes.\n") as sitting:
        app = ReviewApp(sitting)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot, "space")
            assert "Bytes: a/b?" in seen(app)
            assert "2¹⁰" in seen(app)
            await press(pilot, "t")
            assert r"Bytes: \frac{a}{b}?" in seen(app)
            assert "2^{10}" in seen(app)
            assert "Formulas are shown as TeX." in seen(app)
            await press(pilot, "3")
            assert "Next: x_1?" in seen(app)
            await press(pilot, "t")
            assert "Next: x₁?" in seen(app)


async def test_ctrl_c_is_told_from_quitting() -> None:
    """The caller learns that the person interrupted, also while a panel is open."""
    for keys in (["ctrl+c"], ["space", "3", "?", "ctrl+c"]):
        with sitting_over(THREE) as sitting:
            app = ReviewApp(sitting)
            async with app.run_test(size=(80, 24)) as pilot:
                await press(pilot, *keys)
            assert isinstance(app.return_value, KeyboardInterrupt)


@contextmanager
def full_disk(sitting: Sitting) -> Iterator[UserError]:
    error = UserError("The log cannot be written.")

    def refuse(*_: Any, **__: Mapping[str, Any]) -> None:
        raise error

    sitting._collection.record = refuse  # type: ignore[assignment]  # a disk that fills up during the sitting
    yield error


async def test_an_answer_that_cannot_be_kept_ends_the_sitting() -> None:
    """The next card is not shown, and the caller has the reason."""
    with sitting_over(THREE) as sitting, full_disk(sitting) as error:
        app = ReviewApp(sitting)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot, "space", "3")
            assert "Question two?" not in seen(app)
        assert app.return_value is error


async def test_what_a_terminal_would_obey_is_shown() -> None:
    """Escape sequences in a card, its section and its source are pictures on the screen."""
    cards = '---\nsource: "s\\ec"\n---\n\n# T\x1b]0;x\x07\n\n## Q\x1b[2J?\n\nA\x1b[31m.\n'
    with sitting_over(cards) as sitting:
        app = ReviewApp(sitting)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot, "space")
            for shown in ("T␛]0;x␇", "Q␛[2J?", "A␛[31m.", "s␛c"):
                assert shown in seen(app)


async def test_the_clock_runs() -> None:
    """Elapsed time is told in minutes and seconds."""
    with sitting_over(THREE) as sitting:
        sitting.clock._stopwatch = lambda: timedelta(minutes=12, seconds=34).total_seconds()
        app = ReviewApp(sitting)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot)
            assert "12:34" in seen(app)
