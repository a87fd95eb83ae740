from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flashdeck.config import Settings
from flashdeck.model import CardKey, Moment, Rating, Schedule, State
from flashdeck.review.session import Answer, Progress, Session, begin
from flashdeck.schedule import Candidate

DAY = date(2026, 12, 1)
A, B, C = (CardKey(guid, 0) for guid in "abc")


def at(minute: int = 0, day: date = DAY) -> Moment:
    return Moment(datetime(2026, 12, 1, 9, tzinfo=UTC) + timedelta(days=(day - DAY).days, minutes=minute), 0, day)


def session(*keys: CardKey, schedule: Schedule | None = None) -> Session:
    known = [Candidate(key, "gpu", place, schedule or Schedule()) for place, key in enumerate(keys)]
    return begin(keys, known, Settings())


def answered(standing: Session, rating: Rating, when: Moment | None = None, taken_ms: int = 1000) -> Session:
    return standing.reveal().rate(rating, when or at(), taken_ms)[0]


def known_for(days: int, *, repetitions: int = 3) -> Schedule:
    return Schedule(State.REVIEW, days, 2500, repetitions, due=DAY, first=date(2026, 1, 1), last=date(2026, 11, 1))


# ---------------------------------------------------------------------------------------------- one answer


def test_an_answer_becomes_an_event_that_names_the_card() -> None:
    """The draft holds what the log keeps of a review: card, rating as a word, time taken, scheduler."""
    _, draft = session(A, B).reveal().rate(Rating.HARD, at(3), 4200)
    body = {"guid": "a", "ordinal": 0, "rating": "hard", "taken_ms": 4200, "scheduler": "sm2"}
    assert draft == ("review", at(3), body)


def test_the_event_keeps_what_was_typed_and_the_numbers_drawn() -> None:
    """Where there are any: an empty answer was typed too."""
    standing = session(A, B).reveal()
    assert standing.rate(Rating.GOOD, at(), 1, typed="")[1][2]["typed"] == ""
    body = standing.rate(Rating.GOOD, at(), 1, typed="8.75 ms", draw={"n": "8"})[1][2]
    assert (body["typed"], body["draw"]) == ("8.75 ms", {"n": "8"})
    assert {"typed", "draw"}.isdisjoint(standing.rate(Rating.GOOD, at(), 1)[1][2])


@pytest.mark.parametrize("rating", list(Rating))
def test_no_grade_before_the_answer_is_shown(rating: Rating) -> None:
    """A card whose answer is hidden cannot be graded; the next card is hidden again."""
    standing = session(A, B)
    with pytest.raises(ValueError, match="before its answer is shown"):
        standing.rate(rating, at(), 0)
    with pytest.raises(ValueError, match="before its answer is shown"):
        answered(standing, Rating.GOOD).rate(rating, at(), 0)


@pytest.mark.parametrize("rating", [Rating.GOOD, Rating.EASY])
def test_a_known_card_is_done(rating: Rating) -> None:
    """Good and easy take the card off today's queue, with the interval that the scheduler gives."""
    after = answered(session(A, B), rating)
    assert after.waiting == (B,)
    assert (after.schedules[A].interval, after.schedules[A].due) == (1, date(2026, 12, 2))
    assert after.progress == Progress(done=1, left=1, new=1, again=0)


@pytest.mark.parametrize("rating", [Rating.AGAIN, Rating.HARD])
def test_a_card_below_good_comes_back_at_the_end(rating: Rating) -> None:
    """SM-2, item 7: below good, the card is asked again after the others, until it is good."""
    standing = answered(session(A, B, C), rating)
    assert standing.waiting == (B, C, A)
    assert standing.progress == Progress(done=0, left=3, new=2, again=1)
    standing = answered(answered(standing, Rating.GOOD), Rating.GOOD)
    assert standing.card == A
    standing = answered(standing, rating)
    assert standing.card == A, "the only card left follows itself"
    assert answered(standing, Rating.GOOD).card is None


def test_a_repeat_changes_nothing_but_whether_it_comes_back() -> None:
    """However often a card comes back today, its interval, ease and lapses are those of the first answer."""
    first = answered(session(A, schedule=known_for(10)), Rating.AGAIN)
    schedule = first.schedules[A]
    assert (schedule.interval, schedule.lapses, schedule.pending) == (1, 1, True)
    again = answered(first, Rating.HARD)
    assert again.schedules[A] == schedule._replace(answers=2)
    done = answered(again, Rating.EASY)
    assert (done.schedules[A].interval, done.schedules[A].ease, done.schedules[A].lapses) == (1, 2500, 1)
    assert not done.schedules[A].pending


def test_offers_are_what_the_answers_give() -> None:
    """Each rating gives exactly the schedule that was offered for it."""
    standing = session(A, schedule=known_for(15)).reveal()
    offers = standing.offers(at())
    assert [offers[rating].interval for rating in Rating] == [1, 36, 38, 39]
    for rating in Rating:
        assert standing.rate(rating, at(), 0)[0].schedules[A] == offers[rating]


def test_a_sitting_may_run_into_the_next_day() -> None:
    """A card that came back only after the rollover is answered for the new day: the answer counts."""
    late = answered(session(A, B), Rating.AGAIN, at(day=DAY))
    late = answered(late, Rating.GOOD, at(day=DAY))
    after = answered(late, Rating.GOOD, at(day=date(2026, 12, 2)))
    assert (after.schedules[A].last, after.schedules[A].due) == (date(2026, 12, 2), date(2026, 12, 3))
    assert after.card is None


# ---------------------------------------------------------------------------------------------- skip, undo


def test_skip_moves_the_card_to_the_end_unanswered() -> None:
    """A skipped card is a question again, waits behind the others, and nothing else changes."""
    standing = session(A, B, C).reveal()
    skipped = standing.skip()
    assert (skipped.waiting, skipped.revealed, skipped.answers) == ((B, C, A), False, ())
    assert skipped.progress == standing.progress
    assert session(A).skip() == session(A)


def test_undo_restores_card_queue_and_counters() -> None:
    """Undo gives back the session before the answer, its answer still shown, so that the right key can follow."""
    before = answered(session(A, B), Rating.GOOD).reveal()
    undone = answered(before, Rating.AGAIN).undo()
    assert undone == before
    assert undone is not None
    assert (undone.card, undone.revealed, undone.progress) == (B, True, Progress(done=1, left=1, new=1, again=0))
    assert undone.rate(Rating.GOOD, at(), 1)[0].card is None


def test_undo_works_after_the_last_card_and_past_a_skip() -> None:
    """The end is no border, and a skip since the answer is taken back with it."""
    end = answered(session(A), Rating.GOOD)
    assert end.undo() == session(A).reveal()
    assert answered(session(A, B, C), Rating.GOOD).skip().undo() == session(A, B, C).reveal()


def test_a_sitting_without_an_answer_has_nothing_to_undo() -> None:
    """What lies before the sitting is the log's to take back."""
    assert session(A).undo() is None
    assert session(A).reveal().skip().undo() is None


def test_a_card_of_an_earlier_sitting_is_put_in_front() -> None:
    """Its answer taken back, the card stands as a question, once, whether it waited in this sitting or not."""
    standing = session(A, B).reveal()
    scheduler = standing.schedulers[A]
    put_back = standing.put_back(C, known_for(6), scheduler)
    assert (put_back.waiting, put_back.revealed, put_back.schedules[C].interval) == ((C, A, B), False, 6)
    assert standing.put_back(B, Schedule(), scheduler).waiting == (B, A)
    assert answered(put_back, Rating.GOOD).undo() == put_back.reveal()


STEPS = st.lists(st.sampled_from([*Rating, "skip", "undo"]), max_size=40)


@settings(max_examples=60)
@given(cards=st.integers(1, 6), steps=STEPS)
def test_undo_is_the_way_back_through_every_answer(cards: int, steps: list[Rating | str]) -> None:
    """After any steps, undoing gives each former session, equal in every field, back to the first."""
    standing = session(*(CardKey(str(number), 0) for number in range(cards)))
    past: list[Session] = []
    for minute, step in enumerate(steps):
        if step == "undo":
            undone = standing.undo()
            assert undone == (past.pop() if past else None)
            standing = undone or standing
        elif standing.card is None:
            continue
        elif step == "skip":
            standing = standing.skip()
        else:
            past.append(standing.reveal())
            standing = answered(standing, Rating(step), at(minute))
    while past:
        undone = standing.undo()
        assert undone == past.pop()
        assert undone is not None
        standing = undone
    assert standing.undo() is None


@settings(max_examples=60)
@given(cards=st.integers(1, 6), steps=STEPS)
def test_no_card_is_lost_and_each_ends_known(cards: int, steps: list[Rating | str]) -> None:
    """At every point each card waits once or is done, and is done exactly if its last answer was good or easy."""
    keys = [CardKey(str(number), 0) for number in range(cards)]
    standing = session(*keys)
    for minute, step in enumerate(steps):
        if standing.card is None:
            break
        if step == "skip":
            standing = standing.skip()
        elif step == "undo":
            standing = standing.undo() or standing
        else:
            standing = answered(standing, Rating(step), at(minute))
        last: dict[CardKey, Rating] = {answer.key: answer.rating for answer in standing.answers}
        done = {key for key, rating in last.items() if rating in (Rating.GOOD, Rating.EASY)}
        assert sorted(standing.waiting) == sorted(set(keys) - done)
        assert standing.progress == Progress(
            done=len(done), left=len(keys) - len(done), new=len(set(keys) - set(last)), again=len(set(last) - done)
        )


def test_the_answers_are_kept_in_order_with_their_times() -> None:
    """What the summary needs: every rating of the sitting, with its time."""
    standing = answered(session(A, B), Rating.AGAIN, taken_ms=3000)
    standing = answered(standing, Rating.EASY, taken_ms=500)
    assert standing.answers == (Answer(A, Rating.AGAIN, 3000), Answer(B, Rating.EASY, 500))
