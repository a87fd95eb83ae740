"""R103: a card edited from the review, which goes on with what then stands in its file."""

from __future__ import annotations

import shlex
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from flashdeck.model import Rating, UserError
from flashdeck.review import editor
from flashdeck.review.facts import GONE, SUSPENDED_IN_FILE
from flashdeck.review.screen import ReviewApp
from flashdeck.review.sitting import Edited, Sitting
from tests.review.pilots import press, seen, sitting_over
from tests.review.terminals import ENVIRONMENT, eventually, modes, ratings, rest, review
from tests.review.test_plain import said
from tests.review.test_sitting import Clock, answer, opened, reviews, sitting

FACES = pytest.mark.parametrize("face", [("--plain",), ()], ids=["plain", "screen"])
TWO = "## One? {#one}\n\nFirst.\n\n## Two? {#two}\n\nSecond.\n\n## Three? {#three}\n\nThird.\n"


def replacing(*pairs: tuple[str, str]) -> Callable[[Path, int], None]:
    """An editor that changes these texts."""

    def edit(path: Path, line: int) -> None:
        text = path.read_text(encoding="utf-8")
        for old, new in pairs:
            assert old in text
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")

    return edit


def question(one: Sitting) -> str:
    return one.standing.card.front


# ---------------------------------------------------------------------------------------------- what then stands


def test_r103_the_same_card_stands_changed() -> None:
    """At its own line, as far as it was revealed; cards after it are changed as well, and the sitting goes on."""
    with sitting_over(TWO) as one:
        one.reveal()
        card = one.session.card
        lines = []

        def edit(path: Path, line: int) -> None:
            lines.append(path.read_text(encoding="utf-8").splitlines()[line - 1])
            replacing(("One?", "The first?"), ("Second.", "2nd."))(path, line)

        assert one.edit(edit) == Edited()
        assert lines == ["## One? {#one}"]
        assert (one.session.card, one.session.revealed, question(one)) == (card, True, "The first?")
        one.rate(Rating.GOOD)
        assert one.standing.card.back == "2nd."


@pytest.mark.parametrize(
    ("before", "changes"),
    [
        ("## One? {#one}", ("{#one}", "{#first}")),
        ("## Which of them is first?", ("of them is first", "of these is the very first")),
        ("## One?", ("## One?", "## One? {#now-named}")),
    ],
)
def test_r103_a_card_with_another_name_or_question_is_the_same(before: str, changes: tuple[str, str]) -> None:
    """The guid goes with it, and with that its history: the answer is written for the card that was asked first."""
    with sitting_over(TWO.replace("## One? {#one}", before)) as one:
        answer(one)
        one.undo()
        card = one.session.card
        assert one.edit(replacing(changes)).news == ""
        assert one.session.card == card
        one.rate(Rating.GOOD)
        assert card is not None
        assert one._collection.schedule(card).answers == 1


def test_a_card_that_is_deleted_leaves_the_sitting() -> None:
    """With a sentence; the next one stands as a question, and undo does not bring back what has no text."""
    with sitting_over(TWO) as one:
        answer(one)
        one.reveal()
        edited = one.edit(replacing(("## Two? {#two}\n\nSecond.\n", "")))
        assert edited.news == GONE
        assert (question(one), one.session.revealed, one.progress.left) == ("Three?", False, 1)
        one.undo()
        assert (question(one), one.session.revealed) == ("One?", True)
        assert one.progress.left == 2


def test_other_cards_that_are_deleted_leave_as_well() -> None:
    """Without a word: nobody has seen them."""
    with sitting_over(TWO) as one:
        assert one.edit(replacing(("## Three? {#three}\n\nThird.\n", ""))).news == ""
        assert one.progress.left == 2


def test_a_card_that_is_suspended_in_its_text_leaves_the_sitting() -> None:
    """It was not deleted, and the sentence says so."""
    with sitting_over(TWO) as one:
        assert one.edit(replacing(("{#one}", "{#one .suspended}"))).news == SUSPENDED_IN_FILE
        assert question(one) == "Two?"


def test_the_last_card_that_is_deleted_is_the_end() -> None:
    """There is nothing left to ask."""
    with sitting_over("## One?\n\nYes.\n") as one:
        assert one.edit(replacing(("## One?\n\nYes.\n", "Nothing.\n"))).news == GONE
        assert one.session.card is None


def test_errors_and_new_warnings_of_the_file_are_told() -> None:
    """With their lines; a card that is broken stands as it was; a warning that was there before is not told again."""
    with sitting_over(TWO + "\n## Four?\n\n![](none.svg)\n") as one:
        edited = one.edit(replacing(("First.", "First {{c1::of")))
        codes = {(problem.code, problem.span.line) for problem in edited.problems}
        assert {line for _, line in codes} == {3, 15}
        assert "picture-without-words" not in {code for code, _ in codes}
        assert (question(one), one.standing.card.back) == ("One?", "First.")


def test_an_id_of_another_card_is_told() -> None:
    """The card that had it first keeps it."""
    with sitting_over(TWO) as one:
        (problem,) = one.edit(replacing(("{#two}", "{#one}"))).problems
        assert (problem.span.line, problem.severity.value) == (5, "error")
        assert question(one) == "One?"


def test_an_id_of_another_file_is_told(folder: Path) -> None:
    """Names are compared with those of the whole collection."""
    (folder / "cards" / "a.md").write_text("## Mine? {#mine}\n\nYes.\n", encoding="utf-8")
    with opened(folder) as collection:
        one = sitting(collection, Clock())
        edited = one.edit(replacing(("{#mine}", "{#q03}")))
        assert [(problem.span.file, problem.severity.value) for problem in edited.problems] == [("cards/a.md", "error")]


def test_a_typed_answer_is_judged_by_the_new_text() -> None:
    """What was typed stays, and is compared with what the card says now."""
    with sitting_over("## One? {#one .typed}\n\nring\n") as one:
        one.reveal("tree")
        assert one.proposed is Rating.AGAIN
        one.edit(replacing(("ring", "tree")))
        assert (one.typed, one.proposed) == ("tree", Rating.GOOD)


def test_a_text_that_would_retire_many_cards_is_refused() -> None:
    """As at the opening: nothing changes, and the sentence says how to let it."""
    many = "".join(f"## Question {number}? {{#q{number}}}\n\nAnswer {number}.\n\n" for number in range(40))

    def edit(path: Path, line: int) -> None:
        path.write_text("## Another?\n\nYes.\n", encoding="utf-8")

    with sitting_over(many) as one:
        edited = one.edit(edit)
        assert "have lost their text" in edited.news
        assert question(one) == "Question 0?"


def test_an_editor_that_cannot_be_started_is_a_sentence() -> None:
    """The card stands as it stood."""

    def fail(path: Path, line: int) -> None:
        raise UserError("There is no editor.")

    with sitting_over(TWO) as one:
        one.reveal()
        before = one.session
        assert one.edit(fail) == Edited("There is no editor.")
        assert one.session == before


def test_time_in_the_editor_is_nobodys(folder: Path) -> None:
    """Neither the card's nor the sitting's; the time before it counts, and the day goes on."""
    clock = Clock()
    with opened(folder) as collection:
        one = sitting(collection, clock)
        one.clock.card_shown()
        clock.seconds += 3

        def edit(path: Path, line: int) -> None:
            clock.seconds += 600

        one.edit(edit)
        one.clock.card_shown()
        clock.seconds += 2
        answer(one)
        (review_event,) = reviews(collection)
        assert review_event.body["taken_ms"] == 5000
        assert one.clock.seconds == 5
        assert (review_event.when.at - one.clock.instant).total_seconds() == 605


# ---------------------------------------------------------------------------------------------- on the screen


async def test_the_screen_shows_the_card_as_it_is_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """Problems lie above it in a panel, with their lines; a card that is gone is told in the foot."""
    changes = [
        replacing(("One?", "The first?")),
        replacing(("First.", "First.\n\n## Broken {{c1::x}}\n\nYes.")),
        replacing(("## Broken {{c1::x}}\n\nYes.", ""), ("## The first? {#one}\n\nFirst.\n", "")),
    ]

    def edit(path: Path, line: int) -> None:
        changes.pop(0)(path, line)

    monkeypatch.setattr(editor, "edit", edit)
    with sitting_over(TWO) as one:
        app = ReviewApp(one)
        monkeypatch.setattr(app, "suspend", nothing)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot, "space", "e")
            assert "The first?" in seen(app)
            assert "First." in seen(app)
            await press(pilot, "e")
            assert "What is wrong in this file:" in seen(app)
            assert "Line 5" in seen(app)
            await press(pilot, "escape")
            assert "The first?" in seen(app)
            await press(pilot, "e")
            assert "Two?" in seen(app)
            assert GONE in seen(app)
        assert one.session.answers == ()


class nothing:  # noqa: N801 - stands in for a context manager's function
    """Nothing to suspend where there is no terminal."""

    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...


async def test_a_terminal_that_cannot_be_lent_is_told() -> None:
    """The card stands as it stood."""
    with sitting_over(TWO) as one:
        app = ReviewApp(one)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot, "e")
            assert "This terminal cannot be lent to an editor." in seen(app)
            assert "One?" in seen(app)


# ---------------------------------------------------------------------------------------------- on a real terminal


def fake_editor(folder: Path, *does: str) -> dict[str, str]:
    """The environment with an editor that says it is there, waits for a line, and does this to the file."""
    script = folder / "an editor"
    body = "\n".join(["#!/bin/sh", "for file; do :; done", "stty echo icanon", "echo editing", "read line", *does])
    script.write_text(f"{body}\nexit 0\n", encoding="utf-8")
    script.chmod(0o755)
    return ENVIRONMENT | {"EDITOR": f"{shlex.quote(str(script))} --quick"}


CHANGE = 'sed "s/Question 01/Changed 01/" "$file" > "$file.new" && mv "$file.new" "$file"'


@FACES
def test_r103_the_editor_has_the_terminal_and_the_card_comes_back_changed(folder: Path, face: tuple[str, ...]) -> None:
    """It reads lines as any program does; keys that are typed ahead of its end grade nothing; then keys work again."""
    child = review(folder, *face, variables=fake_editor(folder, CHANGE, "sleep 0.5"))
    before = modes(child)
    child.expect("Question 01")
    child.send(" ")
    child.expect("Answer 01")
    during = modes(child)
    child.send("e")
    child.expect("editing")
    assert modes(child)[3] == before[3]
    child.send("a line\n333q")
    child.expect("Changed 01")
    assert eventually(lambda: modes(child) == during)
    child.expect("Answer 01")
    assert ratings(folder) == []
    child.send("4")
    child.expect("Question 02")
    child.send("q")
    rest(child)
    assert modes(child) == before
    assert ratings(folder) == ["easy"]


@FACES
def test_ctrl_c_in_the_editor_is_not_meant_for_the_review(folder: Path, face: tuple[str, ...]) -> None:
    """Whatever the editor does with it, the card stands there afterwards."""
    child = review(folder, *face, variables=fake_editor(folder))
    child.expect("Question 01")
    child.send("e")
    child.expect("editing")
    child.send("\x03")
    child.expect("Question 01")
    child.send(" ")
    child.expect("Answer 01")
    child.send("q")
    assert "Traceback" not in rest(child)
    assert child.wait() == 0


@FACES
def test_r86_killed_while_the_editor_is_open(folder: Path, face: tuple[str, ...]) -> None:
    """What was done before it is on disk, the terminal is as it was, and the next review goes on from there."""
    child = review(folder, *face, variables=fake_editor(folder))
    before = modes(child)
    child.expect("Question 01")
    child.send(" ")
    child.expect("Answer 01")
    child.send("3")
    child.expect("Question 02")
    child.send("u")
    child.expect("Answer 01")
    child.send("e")
    child.expect("editing")
    child.kill(signal.SIGKILL)
    assert eventually(lambda: modes(child)[3] == before[3])
    child.send("\n")
    rest(child)
    child.wait()
    assert child.signalstatus == signal.SIGKILL
    assert ratings(folder) == ["good"]
    again = review(folder, "--plain")
    again.expect("10 left, 10 new")
    again.expect("Question 01")
    again.send("q")
    rest(again)
    assert again.wait() == 0


@FACES
def test_an_editor_that_is_not_there_is_told(folder: Path, face: tuple[str, ...]) -> None:
    """With the way out; the sitting goes on."""
    child = review(folder, *face, variables=ENVIRONMENT | {"EDITOR": "no-such-editor -x"})
    child.expect("Question 01")
    child.send("e")
    child.expect("There is no editor `no-such-editor`")
    child.send(" ")
    child.expect("Answer 01")
    child.send("q")
    rest(child)
    assert child.wait() == 0


def test_from_a_pipe_there_is_no_editor(folder: Path) -> None:
    """A sentence says that it needs a terminal, and keys go on."""
    lines = said(folder, "e 3q")
    assert any(line.startswith("An editor needs a terminal") for line in lines)
    assert ratings(folder) == ["good"]
