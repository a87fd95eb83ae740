"""Several sittings of one collection at once, and learning steps that come back during one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from flashdeck.config import AnkiOptions, Settings
from flashdeck.model import Rating
from flashdeck.review.screen import ReviewApp
from flashdeck.review.session import begin
from flashdeck.review.sitting import Sitting
from flashdeck.schedule import Reason, moment
from flashdeck.store.collection import Collection
from tests.review.pilots import press, seen
from tests.review.test_plain import plain

MORNING = datetime(2026, 12, 1, 9, tzinfo=UTC)
SM2 = Settings()
ANKI = Settings(scheduler="anki", anki=AnkiOptions(fuzz=False))


class Clock:
    """Seconds that a test moves."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@contextmanager
def seated(folder: Path, settings: Settings = SM2, clock: Clock | None = None) -> Iterator[Sitting]:
    """A sitting of its own process's kind: a connection, a seat and a clock of its own."""
    now = moment(MORNING, settings.rollover)
    clock = clock or Clock()
    with Collection.open(folder, settings, now) as collection:
        queue = collection.queue()
        later = [key for key, reason in queue.deferred.items() if reason is Reason.LATER]
        session = begin(queue.cards, collection.candidates(), settings, later)
        sitting = Sitting(collection, session, MORNING, wall=clock, stopwatch=clock)
        try:
            yield sitting
        finally:
            sitting.close()


def answer(sitting: Sitting, rating: Rating = Rating.GOOD) -> str:
    """Answer the card that stands; its key."""
    key = sitting.standing.card.note.key
    sitting.reveal()
    sitting.rate(rating)
    return key


def standing(sitting: Sitting) -> str | None:
    return sitting.standing.card.note.key if sitting.session.card else None


# ---------------------------------------------------------------------------------------------- side by side


def test_r90_two_sittings_ask_no_card_twice(folder: Path) -> None:
    """They share the cards of the day as they come, and each knows that the other is open."""
    with seated(folder) as first, seated(folder) as second:
        assert (first.others, len(second.others)) == ([], 1)
        done: list[str] = []
        while first.session.card or second.session.card:
            for sitting in (first, second):
                if sitting.session.card:
                    assert standing(first) != standing(second)
                    done.append(answer(sitting))
        assert len(done) == len(set(done)) > 5
    with seated(folder) as third:
        assert (third.session.card, third.others) == (None, [])


def test_a_card_that_was_missed_comes_back_where_it_was_missed(folder: Path) -> None:
    """The other sitting does not ask it meanwhile."""
    with seated(folder) as first, seated(folder) as second:
        missed = answer(first, Rating.AGAIN)
        while second.session.card and standing(second) != missed:
            assert answer(second) != missed
        asked = []
        while first.session.card:
            asked.append(answer(first))
        assert missed in asked


def test_the_last_card_stands_elsewhere(folder: Path) -> None:
    """Then nothing is left to ask here, and it is not taken from the other."""
    with seated(folder) as first:
        while len(first.session.waiting) > 1:
            answer(first)
        last = standing(first)
        with seated(folder) as second:
            assert (second.session.card, standing(first)) == (None, last)
        answer(first)


# ---------------------------------------------------------------------------------------------- learning steps


def test_a_step_that_is_over_comes_first(folder: Path) -> None:
    """Until then the other cards go on; Again comes back after a minute, ahead of what is left."""
    clock = Clock()
    with seated(folder, ANKI, clock) as sitting:
        missed = answer(sitting, Rating.AGAIN)
        other = answer(sitting)
        assert standing(sitting) not in (missed, other)
        clock.seconds = 61
        answer(sitting)
        assert standing(sitting) == missed


def test_when_nothing_else_is_left_steps_come_early(folder: Path) -> None:
    """Those that are over within `learn-ahead`; the sitting ends when every card has left its steps."""
    with seated(folder, ANKI) as sitting:
        cards = len(sitting.session.waiting)
        answers = 0
        while sitting.session.card:
            answer(sitting)
            answers += 1
        assert answers == 2 * cards
        assert sitting.outcome().left == 0


def test_a_step_beyond_learn_ahead_rests(folder: Path) -> None:
    """The sitting ends without it, says from when on it is asked, and a later sitting asks it."""
    settings = replace(ANKI, anki=AnkiOptions(learning_steps=(25 * 60,), fuzz=False))
    clock = Clock()
    with seated(folder, settings, clock) as sitting:
        cards = len(sitting.session.waiting)
        for _ in range(cards):
            answer(sitting, Rating.AGAIN)
        assert sitting.session.card is None
        outcome = sitting.outcome()
        assert outcome.goes_on is not None
        assert (outcome.left, f"{outcome.goes_on:%H:%M %z}") == (cards, "09:05 +0000")
    with seated(folder, settings) as sitting:
        assert sitting.session.card is None
    with Collection.open(folder, settings, moment(MORNING.replace(minute=6), settings.rollover)) as collection:
        assert len(collection.queue().cards) == cards


def test_a_step_that_rests_comes_back_when_its_time_has_come(folder: Path) -> None:
    """Also while the same sitting lasts."""
    settings = replace(ANKI, anki=AnkiOptions(learning_steps=(25 * 60,), fuzz=False))
    clock = Clock()
    with seated(folder, settings, clock) as sitting:
        missed = answer(sitting, Rating.AGAIN)
        assert len(sitting.session.resting) == 1
        clock.seconds = 25 * 60
        answer(sitting, Rating.EASY)
        assert standing(sitting) == missed
        assert not sitting.session.resting


def test_undo_brings_a_step_back_as_it_was(folder: Path) -> None:
    """The card stands with its answer shown, in the place that it had."""
    with seated(folder, ANKI) as sitting:
        first = sitting.session
        answer(sitting, Rating.AGAIN)
        sitting.undo()
        assert sitting.session.waiting == first.waiting
        assert sitting.session.schedules == first.schedules
        assert sitting.session.revealed


# ---------------------------------------------------------------------------------------------- what is told


async def test_the_screen_says_that_another_review_is_open(folder: Path) -> None:
    """Since when, in its foot, until something else is done; in a small window in two lines."""
    for size in ((80, 24), (40, 12)):
        with seated(folder), seated(folder) as second:
            app = ReviewApp(second)
            async with app.run_test(size=size) as pilot:
                await press(pilot)
                told = " ".join(seen(app).split())
                assert "Another review is open since 09:00: no card is asked in both." in told
                await press(pilot, "space")
                assert "Another review" not in seen(app)


def test_lines_are_preceded_by_that_another_review_is_open(folder: Path) -> None:
    """On stderr, where it is no part of what the review says; alone, nothing is told."""
    with seated(folder):
        told = plain(folder, "q").stderr
    assert told.startswith("Another review is open since ")
    assert plain(folder, "q").stderr == ""
