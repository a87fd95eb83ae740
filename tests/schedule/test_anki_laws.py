"""Laws of the `anki` scheduler: what holds for every order of answers, every time and every option."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta, timezone
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from flashdeck.model import CardKey, Moment, Rating, Schedule, State
from flashdeck.schedule import moment
from flashdeck.schedule.anki import Anki
from flashdeck.schedule.scheduler import offers

CARD = CardKey("ring", 0)

steps = st.lists(st.sampled_from([1, 60, 600, 5000, 86_400, 259_200]), max_size=3).map(tuple)
options = st.builds(
    Anki,
    learning_steps=steps,
    relearning_steps=steps,
    graduating_interval=st.integers(1, 36_500),
    easy_interval=st.integers(1, 36_500),
    starting_ease=st.floats(1.31, 5),
    hard_interval=st.floats(0.5, 1.3),
    easy_bonus=st.floats(1, 5),
    interval_modifier=st.floats(0.5, 2),
    new_interval=st.floats(0, 1),
    minimum_interval=st.integers(1, 36_500),
    maximum_interval=st.integers(1, 36_500),
    leech_threshold=st.integers(0, 9),
    fuzz=st.booleans(),
    rollover=st.times().map(lambda clock: clock.replace(second=0, microsecond=0)),
)
zones = st.integers(-12, 14).map(lambda hours: timezone(timedelta(hours=hours)))
moments = st.builds(
    moment,
    st.datetimes(datetime(1, 1, 3), datetime(9999, 12, 30), timezones=zones)  # noqa: DTZ001 - the strategy adds the zone
    | st.datetimes(datetime(2026, 1, 1), datetime(2026, 3, 1), timezones=zones),  # noqa: DTZ001 - the same
    st.sampled_from([time(0), time(4), time(23)]),
)
cards = st.none() | st.builds(CardKey, st.text(max_size=8), st.integers(0, 5))


@settings(max_examples=150)
@given(options, cards, st.lists(st.tuples(st.sampled_from(Rating), moments), max_size=12))
def test_any_answers_at_any_times_leave_a_schedule_that_makes_sense(
    chosen: Anki, card: CardKey | None, answers: list[tuple[Rating, Moment]]
) -> None:
    """Clocks set back, a hundred years' absence, the calendar's ends: whole days in range, ease at or above 1.3."""
    schedule = Schedule()
    longest = chosen.maximum_interval + 1  # Easy at the end of relearning adds a day, also to the longest interval
    for count, (rating, when) in enumerate(answers, start=1):
        schedule = chosen.answer(schedule, rating, when, card)
        assert (schedule.answers, schedule.repetitions, schedule.last) == (count, count, when.day)
        assert schedule.first == answers[0][1].day
        assert schedule.due is not None
        if schedule.state is State.REVIEW:
            assert 1 <= schedule.interval <= longest
            assert schedule.due == when.day.max or schedule.due == when.day + timedelta(days=schedule.interval)
        else:
            assert schedule.step > 0
            assert schedule.remaining > 0
            assert (schedule.due_at is None) == (schedule.due > when.day or when.day == when.day.max)
            assert schedule.due_at is None or timedelta(0) < schedule.due_at - when.at <= timedelta(days=2)
        if schedule.state is not State.LEARNING:
            assert schedule.ease >= 1300
        assert not schedule.pending


@settings(max_examples=100)
@given(options, cards, st.lists(st.tuples(st.sampled_from(Rating), moments), max_size=8))
def test_what_is_offered_is_what_is_given(
    chosen: Anki, card: CardKey | None, answers: list[tuple[Rating, Moment]]
) -> None:
    """Preview and commit are one function, fuzz included."""
    schedule = Schedule()
    for rating, when in answers:
        offered = offers(chosen, schedule, when, card)
        schedule = chosen.answer(schedule, rating, when, card)
        assert schedule == offered[rating]


def comes_back(schedule: Schedule, when: Moment) -> timedelta:
    """How long after `when` a schedule is due; a day's step or interval at the same time of its day."""
    if schedule.due_at is not None:
        return schedule.due_at - when.at
    assert schedule.due is not None
    return schedule.due - when.day


@settings(max_examples=200)
@given(cards, st.lists(st.tuples(st.sampled_from(Rating), st.integers(0, 4000)), min_size=1, max_size=20))
def test_with_anki_s_defaults_a_better_answer_never_comes_back_sooner(
    card: CardKey | None, answers: list[tuple[Rating, int]]
) -> None:
    """Again, Hard, Good, Easy, in learning, review and relearning; late, early and fuzzed."""
    schedule, at = Schedule(), datetime(2026, 1, 5, 10, tzinfo=UTC)
    for rating, hours in answers:
        at += timedelta(hours=hours)
        when = moment(at, time(4))
        offered = offers(Anki(), schedule, when, card)
        waits = [comes_back(offered[each], when) for each in Rating]
        assert waits == sorted(waits)
        if schedule.state is State.REVIEW and schedule.due is not None and schedule.due <= when.day:
            hard, good, easy = (offered[each].interval for each in (Rating.HARD, Rating.GOOD, Rating.EASY))
            assert schedule.interval < hard < good < easy or easy == Anki().maximum_interval
        schedule = offered[rating]


@settings(max_examples=100)
@given(
    options, st.lists(st.tuples(st.sampled_from(Rating), st.integers(0, 90)), max_size=12), st.integers(-9000, 90_000)
)
def test_another_calendar_gives_the_same_intervals(chosen: Anki, answers: list[tuple[Rating, int]], days: int) -> None:
    """All dates shifted alike change dates alone."""
    played: list[list[tuple[str, int, int, int]]] = []
    for shift in (0, days):
        at, schedule, after = datetime(2026, 1, 5, 10, tzinfo=UTC) + timedelta(days=shift), Schedule(), []
        for rating, wait in answers:
            at += timedelta(days=wait)
            schedule = chosen.answer(schedule, rating, moment(at, chosen.rollover), CARD)
            after.append((schedule.state.value, schedule.interval, schedule.step, schedule.ease))
        played.append(after)
    assert played[0] == played[1]


@given(st.lists(st.sampled_from(Rating), min_size=1, max_size=20))
def test_ease_is_what_the_reviews_make_of_it(ratings: list[Rating]) -> None:
    """-200, -150, 0, +150 thousandths by the reviews alone; the steps leave it as it is."""
    schedule, at, ease = Schedule(), datetime(2026, 1, 5, 10, tzinfo=UTC), 2500
    eases: list[int] = []
    for rating in [Rating.EASY, *ratings]:
        if schedule.state is State.REVIEW:
            change = dict(zip(Rating, (-200, -150, 0, 150), strict=True))[rating]
            ease = ease + change if change >= 0 else max(1300, ease + change)
        when = moment(at, time(4))
        schedule = Anki(fuzz=False).answer(schedule, rating, when, CARD)
        at += max(comes_back(schedule, when), timedelta(0))
        eases.append(schedule.ease)
        assert schedule.ease == ease
    assert all(abs(after - before) <= 200 for before, after in pairwise(eases))
