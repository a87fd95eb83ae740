"""What is done to a card in a review besides answering it, and how it is taken back."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

import pytest

from flashdeck.answers import Verdict
from flashdeck.model import FLAGS, CardKey, EventKind, Rating
from flashdeck.review.screen import ReviewApp
from flashdeck.review.session import begin
from flashdeck.review.sitting import Sitting
from flashdeck.schedule import Reason, moment
from flashdeck.store.collection import Collection
from tests.review.conftest import collection_in
from tests.review.pilots import press, seen, sitting_over
from tests.review.terminals import events
from tests.review.test_plain import said
from tests.review.test_sitting import EVENING, SETTINGS, Clock, answer, opened, sitting

TWO_SIDES = "## One? {#one .reversed}\n\nFirst.\n\n## Two? {#two}\n\nSecond.\n"
FOUR = "".join(f"## Question {word}?\n\nAnswer {word}.\n\n" for word in ("one", "two", "three", "four"))


def reasons(collection: Collection) -> Mapping[CardKey, Reason]:
    return collection.queue().deferred


# ---------------------------------------------------------------------------------------------- in the sitting


@pytest.mark.parametrize(("action", "reason"), [("bury", Reason.BURIED), ("suspend", Reason.SUSPENDED)])
def test_r97_a_card_that_is_put_aside_leaves_the_sitting(folder: Path, action: str, reason: Reason) -> None:
    """It is in the log at once, its schedule stays, and a sitting after this one does not ask it either."""
    with opened(folder) as collection:
        one = sitting(collection, Clock())
        answer(one)
        card, left = one.session.card, one.progress.left
        assert card
        before = collection.schedule(card)
        one.reveal()
        getattr(one, action)()
        assert card not in one.session.waiting
        assert (one.progress.left, one.progress.done, one.session.revealed) == (left - 1, 1, False)
        assert collection.schedule(card) == before
        assert reasons(collection)[card] == reason


def test_r97_siblings_stay(tmp_path: Path) -> None:
    """Burying one side of a card does not bury the other."""
    with sitting_over(TWO_SIDES) as one:
        key = one.standing.card.key
        one.bury()
        assert [other.ordinal for other in one.session.waiting if other.guid == key.guid] == [1]


def test_a_flag_is_red_or_none(folder: Path) -> None:
    """The key puts it and takes it away; the card stays where it is, as it is."""
    with opened(folder) as collection:
        one = sitting(collection, Clock())
        one.reveal()
        before = one.session
        assert FLAGS[one.flag()] == "red"
        assert one.standing.marks.flag == 1
        assert one.session == before
        assert one.flag() == 0
        assert one.standing.marks.flag == 0


def test_r87_undo_takes_back_each_step_in_order() -> None:
    """Answers, burying, suspending and flags alike: session, schedules and marks are each time as before the step."""
    with sitting_over(FOUR) as one:
        collection = one._collection
        stood = []

        def state() -> object:
            entries = [(entry.schedule, entry.marks) for entry in collection.entries()]
            return one.session, [
                (s._replace(pending=s.pending), m._replace(suspended=bool(m.suspended))) for s, m in entries
            ]

        def do(step: str) -> None:
            if not one.session.revealed:
                one.reveal()
            stood.append(state())
            one.rate(Rating.AGAIN) if step == "again" else getattr(one, step)()

        for step in ("flag", "again", "bury", "suspend", "flag", "again", "suspend"):
            do(step)
        while stood:
            assert one.undo()
            assert state() == stood.pop()
        assert one.undo() is None


def test_undo_shows_again_what_was_typed() -> None:
    """A card that is buried after its answer was judged stands again with the verdict."""
    with sitting_over("## One? {.typed}\n\nring\n\n## Two?\n\nYes.\n") as one:

        def judged() -> tuple[str | None, Verdict | None]:
            return one.typed, one.verdict

        one.reveal("rang")
        before = judged()
        assert before[0] == "rang"
        one.bury()
        assert judged() == (None, None)
        one.undo()
        assert judged() == before


@pytest.mark.parametrize("action", ["bury", "suspend"])
def test_undo_beyond_the_sitting_brings_a_card_back(folder: Path, action: str) -> None:
    """What an earlier sitting put aside stands in front, as a question."""
    with opened(folder) as collection:
        earlier = sitting(collection, Clock())
        card = earlier.session.card
        getattr(earlier, action)()
        earlier.close()
    with opened(folder) as collection:
        one = sitting(collection, Clock(), EVENING + timedelta(minutes=1))
        assert card not in one.session.waiting
        undone = one.undo()
        assert undone
        assert (one.session.card, one.session.revealed) == (card, False)


def test_undo_beyond_the_sitting_of_what_a_command_did(folder: Path) -> None:
    """A card that was unsuspended is suspended again, so it leaves; a flag that was put goes, and its card stays."""
    with opened(folder) as collection:
        first, second = collection.queue().cards[:2]
        for minutes, kind in enumerate((EventKind.SUSPEND, EventKind.UNSUSPEND, EventKind.FLAG)):
            when = moment(EVENING + timedelta(minutes=minutes), SETTINGS.rollover)
            more = {"flag": 3} if kind is EventKind.FLAG else {}
            collection.change(kind, [second if more else first], when, **more)
    with opened(folder) as collection:
        one = sitting(collection, Clock(), EVENING + timedelta(minutes=5))
        assert one.undo()
        assert second in one.session.waiting
        assert first in one.session.waiting
        assert one.undo()
        assert first not in one.session.waiting


def test_the_last_card_put_aside_is_the_end(tmp_path: Path) -> None:
    """And undo brings it back from there."""
    with sitting_over("## One?\n\nYes.\n") as one:
        one.suspend()
        assert one.session.card is None
        assert one.outcome().left == 0
        one.undo()
        assert one.session.card


def test_what_is_put_aside_in_a_cram_leaves_it(tmp_path: Path) -> None:
    """A buried card too, which a cram would else ask."""
    folder = collection_in(tmp_path)
    with Collection.open(folder, SETTINGS, moment(EVENING, SETTINGS.rollover)) as collection:
        cards = collection.queue(cram=True).cards
        one = Sitting(collection, begin(cards, collection.candidates(), SETTINGS, cram=True), EVENING)
        one.bury()
        assert one.session.waiting == cards[1:]
        one.undo()
        assert one.session.waiting == cards


# ---------------------------------------------------------------------------------------------- on the screen


@pytest.mark.parametrize(("key", "told"), [("-", "Buried"), ("@", "Suspended")])
@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_a_card_is_put_aside_with_one_key(size: tuple[int, int], key: str, told: str) -> None:
    """The next one stands, the foot says what was done, and `u` brings it back with its answer."""
    with sitting_over(FOUR) as one:
        app = ReviewApp(one)
        async with app.run_test(size=size) as pilot:
            await press(pilot, "space", key)
            assert "Question two?" in seen(app)
            assert told in seen(app)
            assert "3 left" in seen(app)
            await press(pilot, "u")
            assert "Answer one." in seen(app)
            assert f"No longer {told.lower()}." in seen(app)
            assert "4 left" in seen(app)


@pytest.mark.parametrize("width", [30, 40, 80])
async def test_a_flag_is_a_sign_and_a_word(width: int) -> None:
    """At the end of the card's place, which gives way to it; gone with the next card and with the key."""
    with sitting_over(f"# {'A long section of the deck ' * 4}\n\n{FOUR}") as one:
        app = ReviewApp(one)
        async with app.run_test(size=(width, 14)) as pilot:
            await press(pilot, "*")
            assert next(line for line in seen(app).splitlines() if line.strip()).endswith("… ⚑ red") or "⚑ red" in seen(
                app
            )
            assert "Flagged red." in seen(app)
            await press(pilot, "space", "3")
            assert "⚑" not in seen(app)
            await press(pilot, "u", "*")
            assert "⚑" not in seen(app)
            assert "No longer flagged." in seen(app)


async def test_a_cram_says_so_and_grades_give_no_intervals() -> None:
    """Its head says it on each card, its end that these cards are done; undo works as ever."""
    with sitting_over(FOUR, cram=True) as one:
        app = ReviewApp(one)
        async with app.run_test(size=(80, 24)) as pilot:
            await press(pilot, "space")
            assert seen(app).splitlines()[1].endswith(" cram")
            assert " good" in seen(app)
            assert "1d" not in seen(app)
            await press(pilot, "3", "u", *["3", "space"] * 3, "3")
            assert "All of these cards are done" in seen(app)
            assert "Left" not in seen(app)


# ---------------------------------------------------------------------------------------------- as lines


def test_every_action_as_lines(folder: Path) -> None:
    """One line each for what was done; a flag is a fact of the card."""
    lines = said(folder, " *3u-u@u*")
    told = [
        line for line in lines if line.startswith(("Flag", "No longer", "Good", "The last", "Buried", "Susp", "The fl"))
    ]
    assert told == [
        "Flagged red.",
        "Good: 1 day.",
        "The last answer is taken back.",
        "Flag: red",
        "Buried: the card rests until tomorrow.",
        "No longer buried.",
        "Flag: red",
        "Suspended: the card is left out until it is unsuspended.",
        "No longer suspended.",
        "Flag: red",
        "No longer flagged.",
    ]
    kinds = [event["kind"] for event in events(folder) if event["kind"] != "note"]
    assert kinds == ["flag", "review", "undo", "bury", "undo", "suspend", "undo", "flag"]


def test_a_cram_as_lines(folder: Path) -> None:
    """The counters begin with it, and a grade gives nothing."""
    lines = said(folder, " 3q", "--cram")
    assert lines[2] == "cram, 0 done, 10 left, 10 new, 0 again"
    assert "3 good (Space)" in lines
    assert "Good." in lines
    assert "Left: 9 cards" in lines
