"""Cards whose answer is typed, and drills, on the full screen."""

from __future__ import annotations

from typing import Any

from flashdeck.model import Rating
from flashdeck.review.screen import ReviewApp
from flashdeck.review.sitting import Sitting
from tests.review.pilots import burst, press, seen, sitting_over

TYPED = (
    '## Collective? {.typed hint="two words"}\n\nreduce-scatter\n\nIt sums and shards.\n\n'
    "## Bandwidth? {.typed}\n\n3.35 TB/s\n\n## Turned?\n\nYes.\n"
)
DRILL = "## Half of {{n}}? {#half .drill}\n\n```vars\nn = 2 .. 1000 step 2\nanswer = n / 2\nunit = GB\n```\n"


def logged(sitting: Sitting, name: str) -> list[Any]:
    """What each review in the log has under this name."""
    events = sitting._collection._log.read().events
    return [event.body.get(name) for event in events if event.kind == "review"]


async def test_what_is_typed_is_compared_and_a_grade_proposed() -> None:
    """Letter by letter for a text, in words for a quantity; Enter or Space accepts, and the log has what was typed."""
    with sitting_over(TYPED) as sitting:
        app = ReviewApp(sitting)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot, *"reduce-scater")
            assert "It sums and shards." not in seen(app)
            await press(pilot, "enter")
            for shown in ("reduce-scat[+t]er", "one letter differs; proposed: hard", "It sums and shards."):
                assert shown in seen(app)
            await press(pilot, "enter", *"3350", "space", *"GB/s", "enter")
            assert "exact; proposed: good" in seen(app)
            await press(pilot, "space", "space", "3")
            assert "Collective?" in seen(app)
        assert [answer.rating for answer in sitting.session.answers] == [Rating.HARD, Rating.GOOD, Rating.GOOD]
        assert logged(sitting, "typed") == ["reduce-scater", "3350 GB/s", None]


async def test_the_person_decides() -> None:
    """Any of the four keys grades otherwise than proposed."""
    with sitting_over(TYPED) as sitting:
        app = ReviewApp(sitting)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot, *"broadcast", "enter")
            assert "proposed: again" in seen(app)
            await press(pilot, "4")
        assert logged(sitting, "rating") == ["easy"]


async def test_every_letter_goes_into_the_answer() -> None:
    """Keys that are commands elsewhere are letters here, and Backspace takes them back."""
    with sitting_over(TYPED) as sitting:
        app = ReviewApp(sitting)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot, *"qu13hsit?", "space", "x", "backspace")
            assert "› qu13hsit?" in seen(app)
            assert not sitting.session.revealed
            await press(pilot, "enter")
            assert sitting.typed == "qu13hsit? "


async def test_an_empty_answer_shows_the_answer_and_proposes_again() -> None:
    """Enter alone is "I do not know"."""
    with sitting_over(TYPED) as sitting:
        app = ReviewApp(sitting)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot, "enter")
            assert "nothing was typed; proposed: again" in seen(app)
            await press(pilot, "space")
        assert logged(sitting, "rating") == ["again"]
        assert logged(sitting, "typed") == [""]


async def test_giving_up_typing_shows_the_answer_alone() -> None:
    """Escape turns the card over as any other: nothing is compared, and nothing typed is logged."""
    with sitting_over(TYPED) as sitting:
        app = ReviewApp(sitting)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot, *"re", "escape")
            assert "It sums and shards." in seen(app)
            assert "Verdict" not in seen(app)
            await press(pilot, "enter")
            assert sitting.session.answers == ()
            await press(pilot, "space")
        assert logged(sitting, "rating") == ["good"]
        assert logged(sitting, "typed") == [None]


async def test_tab_goes_from_typing_to_keys_and_back() -> None:
    """With keys, the hint is shown and the card skipped; what was typed stays."""
    with sitting_over(TYPED) as sitting:
        app = ReviewApp(sitting)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot, *"re")
            assert "Tab h hint" in seen(app)
            await press(pilot, "tab", "h")
            assert "Hint: two words" in seen(app)
            assert "Space  show the answer" in seen(app)
            await press(pilot, "tab", *"duce")
            assert "› reduce" in seen(app)
            await press(pilot, "tab", "s")
            assert "Bandwidth?" in seen(app)
            assert "reduce" not in seen(app)


async def test_no_grade_before_the_verdict_is_seen() -> None:
    """Keys in one burst with the Enter that compares are dropped, and so is an Enter that is pressed twice."""
    with sitting_over(TYPED) as sitting:
        app = ReviewApp(sitting)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot, *"reduce")
            await burst(pilot, "enter", "enter", "3", "space")
            assert sitting.session.revealed
            assert sitting.session.answers == ()
            assert sitting.typed == "reduce"


async def test_undo_brings_back_what_was_typed() -> None:
    """The card stands with its verdict, as it stood before the answer."""
    with sitting_over(TYPED) as sitting:
        app = ReviewApp(sitting)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot, *"reduce", "enter")
            before = seen(app)
            await press(pilot, "3", "tab", "u")
            assert seen(app) == before
            await press(pilot, "1")
        assert logged(sitting, "typed") == ["reduce", "reduce"]


async def test_a_small_window_shows_the_line_and_the_verdict() -> None:
    """At 40 by 12 below a question that fills the card's room as well."""
    with sitting_over(f"## {'Long question ' * 30}? {{.typed}}\n\n80 GB\n") as sitting:
        app = ReviewApp(sitting)
        async with app.run_test(size=(40, 12)) as pilot:
            await press(pilot)
            assert "Long question" in seen(app)
            await press(pilot, *"82")
            assert "› 82" in seen(app)
            await press(pilot, "enter")
            assert "wrong by 2.5 %: too large" in seen(app)


async def test_a_drill_draws_numbers_and_shows_how_the_answer_comes_about() -> None:
    """Drawn for each review, logged with it, and the same ones again after an undo."""
    with sitting_over(DRILL) as sitting:
        app = ReviewApp(sitting)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot)
            drawn = int(seen(app).partition("Half of ")[2].partition("?")[0])
            await press(pilot, *str(drawn // 2), "enter")
            assert "exact; proposed: good" in seen(app)
            assert f"{drawn} / 2 = {drawn // 2} GB" in seen(app)
            await press(pilot, "1", "tab")
            second = int(seen(app).partition("Half of ")[2].partition("?")[0])
            await press(pilot, "u")
            assert f"Half of {drawn}?" in seen(app)
            await press(pilot, "1")
            assert f"Half of {second}?" in seen(app)
        assert logged(sitting, "draw") == [{"n": str(drawn)}] * 2
        assert second != drawn
