from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, time, timedelta, timezone
from pathlib import Path

import pytest

from flashdeck.config import Settings
from flashdeck.model import Event, Rating
from flashdeck.review.outcome import Outcome
from flashdeck.review.session import begin
from flashdeck.review.sitting import Sitting
from flashdeck.schedule import moment
from flashdeck.store.collection import Collection

EVENING = datetime(2026, 12, 1, 23, 50, tzinfo=timezone(timedelta(hours=1)))
SETTINGS = Settings(rollover=time(4))


class Clock:
    """Seconds that a test moves."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@contextmanager
def opened(folder: Path, instant: datetime = EVENING) -> Iterator[Collection]:
    with Collection.open(folder, SETTINGS, moment(instant, SETTINGS.rollover)) as collection:
        yield collection


def sitting(collection: Collection, clock: Clock, instant: datetime = EVENING) -> Sitting:
    session = begin(collection.queue().cards, collection.candidates(), SETTINGS)
    return Sitting(collection, session, instant, wall=clock, stopwatch=clock)


def answer(one: Sitting, rating: Rating = Rating.GOOD) -> None:
    one.reveal()
    one.rate(rating)


def reviews(collection: Collection) -> list[Event]:
    events = collection._log.read().events
    return [event for event in events if event.kind == "review"]


def test_a_sitting_past_the_rollover_answers_for_the_new_day(folder: Path) -> None:
    """Midnight changes nothing; at 04:00 local time the study day turns, with the offset of the place kept."""
    clock = Clock()
    with opened(folder) as collection:
        one = sitting(collection, clock)
        for hours in (0, 1, 4, 5):
            clock.seconds = 1000 + hours * 3600
            answer(one)
        events = reviews(collection)
    assert [event.when.day for event in events] == [date(2026, 12, 1)] * 3 + [date(2026, 12, 2)]
    assert [event.when.at for event in events][-1] == datetime(2026, 12, 2, 3, 50, tzinfo=UTC)
    assert {event.when.offset for event in events} == {60}


def test_times_go_up_when_the_clock_stands_still_or_goes_back(folder: Path) -> None:
    """The order of the answers is the order of their times, whatever is done to the clock meanwhile."""
    clock = Clock()
    with opened(folder) as collection:
        one = sitting(collection, clock)
        for seconds in (1000.0, 1000.0, 1000.0004, 400.0, 1000.0):
            clock.seconds = seconds
            answer(one)
        times = [event.when.at for event in reviews(collection)]
    assert times == sorted(set(times))
    assert times[-1] - times[0] == timedelta(milliseconds=4)


def test_the_time_of_an_answer_runs_from_the_question(folder: Path) -> None:
    """From the moment the card is on the screen to the grade, in milliseconds."""
    clock = Clock()
    with opened(folder) as collection:
        one = sitting(collection, clock)
        clock.seconds += 100
        one.clock.card_shown()
        clock.seconds += 2.5
        answer(one)
        assert reviews(collection)[0].body["taken_ms"] == 2500
        assert one.clock.seconds == 102.5


def test_an_answer_is_in_the_log_before_the_session_moves_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the writing fails, the card still stands with its answer shown."""
    with opened(folder) as collection:
        one = sitting(collection, Clock())
        before = one.session.reveal()

        def fail(*_: object) -> list[Event]:
            raise OSError("no space left")

        monkeypatch.setattr(collection, "record", fail)
        one.reveal()
        with pytest.raises(OSError, match="no space left"):
            one.rate(Rating.GOOD)
        assert one.session == before


def test_undo_takes_back_the_answers_of_the_sitting_first(folder: Path) -> None:
    """Then those given elsewhere: another review's answer, though later, is not what this person takes back."""
    with opened(folder) as collection, opened(folder) as elsewhere:
        one = sitting(collection, Clock())
        answer(one)
        before = one.session.reveal()
        answer(one, Rating.AGAIN)
        assert one.undo()
        assert one.session == before

        other_clock = Clock()
        other = sitting(elsewhere, other_clock)
        last = other.session.waiting[-1]
        while other.session.card != last:
            other.skip()
        other_clock.seconds += 60
        answer(other)
        assert one.undo()
        assert (one.session.card, one.session.revealed) == (before.former.card if before.former else None, True)
        assert one.session.answers == ()
        assert one.undo()
        assert (one.session.card, one.session.revealed) == (last, False)
        assert not one.undo()


def test_undo_of_a_card_whose_text_is_gone(folder: Path) -> None:
    """The answer is taken back all the same, and the card that stands stays."""
    with opened(folder) as collection:
        answer(sitting(collection, Clock()))
    path = folder / "cards" / "gpu.md"
    path.write_text(
        path.read_text(encoding="utf-8").replace("## Question 01? {#q01}\n\nAnswer 01.\n", ""), encoding="utf-8"
    )
    with opened(folder) as collection:
        one = sitting(collection, Clock())
        standing = one.session
        assert one.undo()
        assert one.session == standing
        assert not one.undo()


def test_the_outcome_counts_cards_and_looks_ahead(folder: Path) -> None:
    """Cards by their first answer, what is left, what is due tomorrow and how far away the next one is."""
    clock = Clock()
    with opened(folder) as collection:
        one = sitting(collection, clock)
        assert one.outcome() == Outcome(cards=0, answers=0, missed=0, seconds=0, left=10, tomorrow=0, next_due=None)
        answer(one, Rating.AGAIN)
        for _ in range(9):
            answer(one)
        answer(one, Rating.AGAIN)
        clock.seconds += 61
        assert one.outcome() == Outcome(cards=10, answers=11, missed=1, seconds=61, left=1, tomorrow=10, next_due=1)
