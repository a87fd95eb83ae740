"""Laws of the fold and the queue, under every scheduler and with events of every kind."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from flashdeck.config import Settings
from flashdeck.model import CardKey, Event, EventKind, Moment, Rating, Schedule, State
from flashdeck.schedule.fold import extends, transitions
from flashdeck.schedule.fold import fold as fold_events
from flashdeck.schedule.scheduler import offers, scheduler
from tests.schedule.histories import (
    CARDS,
    LATER,
    SETTINGS,
    fold,
    histories,
    said,
    settings_of_all,
)
from tests.schedule.written import at, event, review

modestly = settings(max_examples=60, deadline=None)
COUNTS_ONCE_A_DAY = st.sampled_from([SETTINGS["sm2"], SETTINGS["fsrs"]])
FACTS_OF_A_COUNT = ("interval", "ease", "repetitions", "lapses", "due", "first", "last", "stability", "difficulty")


def comes_back(schedule: Schedule, when: Moment) -> timedelta:
    """How long after `when` a card is asked again; on its day at the time of day of `when`."""
    if schedule.due_at is not None:
        return schedule.due_at - when.at
    assert schedule.due is not None
    return schedule.due - when.day


# ---------------------------------------------------------------------------------------------- answers


@modestly
@given(histories(), settings_of_all, st.sampled_from(CARDS), st.integers(0, LATER))
def test_law_1_what_is_offered_is_what_counts(events: list[Event], chosen: Settings, card: CardKey, day: int) -> None:
    """The preview of each button is the schedule that the log comes to once it was pressed."""
    when = at(LATER + day)
    offered = offers(scheduler(chosen), fold(events, chosen).schedules.get(card, Schedule()), when, card)
    for rating in Rating:
        pressed = review(rating.value, when, 999, card=card)
        assert fold([*events, pressed], chosen).schedules[card] == offered[rating]


@modestly
@given(histories(sets=False), settings_of_all, st.integers(0, LATER))
def test_law_1_a_better_answer_never_comes_back_sooner(events: list[Event], chosen: Settings, day: int) -> None:
    """Again, Hard, Good, Easy in this order; a card that SM-2 or FSRS asks again today comes back first of all."""
    when = at(LATER + day)
    for card, schedule in fold(events, chosen).schedules.items():
        waits = [comes_back(offered, when) for offered in offers(scheduler(chosen), schedule, when, card).values()]
        assert waits == sorted(waits)
        assert waits[0] > timedelta(0)


@modestly
@given(histories(), settings_of_all)
def test_law_2_ease_and_intervals_keep_their_range(events: list[Event], chosen: Settings) -> None:
    """After any answer ease is 1.3 or more, an interval whole days from 1 up to the longest, also after odd sets."""
    for _, _, before, after in transitions(events, chosen):
        if after.state is not State.LEARNING:
            assert isinstance(after.interval, int)
            assert 1 <= after.interval <= max(chosen.max_interval + 1, before.interval)
        if chosen.scheduler == "fsrs":
            assert after.ease == 0
            assert after.stability >= 0
            assert after.difficulty == 0 or 1 <= after.difficulty <= 10
        elif after.state is not State.LEARNING and (before.ease == 0 or before.ease >= 1300):
            assert after.ease >= 1300 or (chosen.scheduler == "sm2" and after.repetitions == 0 and before.ease == 0)


@modestly
@given(histories(), st.sampled_from(CARDS), st.integers(1, LATER))
def test_law_3_under_sm2_a_failure_leaves_the_ease_alone(events: list[Event], card: CardKey, day: int) -> None:
    """Only passes change it, also on a card whose schedule was set."""
    chosen = SETTINGS["sm2"]
    before = fold(events, chosen).schedules.get(card, Schedule())
    failed = scheduler(chosen).answer(before, Rating.AGAIN, at(LATER + day), card)
    assert failed.ease == (before.ease or 2500)


@modestly
@given(histories(), settings_of_all, st.data())
def test_law_4_a_fold_goes_on_from_where_it_stood(events: list[Event], chosen: Settings, data: st.DataObject) -> None:
    """fold(a + b) = fold(b, start=fold(a)), wherever `extends` allows to go on."""
    cut = data.draw(st.integers(0, len(events)))
    events = sorted(events, key=lambda each: (each.when.day, each.when.at, each.device, each.sequence))
    first, rest = events[:cut], events[cut:]
    start = fold(first, chosen)
    copied = start.copy()
    if extends(start, rest):
        assert fold_events(rest, chosen, start) == fold(events, chosen)
    else:
        assert any(each.kind in (EventKind.UNDO, EventKind.REDO) for each in events)
    assert start == copied


# ---------------------------------------------------------------------------------------------- merges and clocks


@modestly
@given(histories(("desk",)), histories(("lap",)), histories(("pad",), most=6), settings_of_all, st.randoms())
def test_law_8_merges_commute_associate_and_repeat(
    desk: list[Event], lap: list[Event], pad: list[Event], chosen: Settings, random: Any
) -> None:
    """Any interleaving of the devices' logs, with lines read twice, folds to one state."""
    merged = fold([*desk, *lap, *pad], chosen)
    interleaved = [*desk, *lap, *pad, *desk[: len(desk) // 2]]
    random.shuffle(interleaved)
    assert fold([*pad, *lap, *desk], chosen) == merged
    assert fold([*desk, *lap, *pad, *lap, *desk], chosen) == merged
    assert fold(interleaved, chosen) == merged


@modestly
@given(histories(), settings_of_all)
def test_law_9_no_order_of_events_makes_an_exception_or_a_negative_interval(
    events: list[Event], chosen: Settings
) -> None:
    """Clocks set back, zones 26 hours apart, odd schedules that were set: every card has a sound state."""
    for key, schedule in fold(events, chosen).schedules.items():
        if schedule.state is State.NEW:
            assert schedule == Schedule(answers=schedule.answers), key
            continue
        assert schedule.due is not None
        assert schedule.interval >= (0 if schedule.state is State.LEARNING else 1)
        assert min(schedule.repetitions, schedule.lapses, schedule.answers, schedule.step, schedule.remaining) >= 0
        assert schedule.state is State.REVIEW or chosen.scheduler == "anki"
        assert schedule.due_at is None or schedule.state is not State.REVIEW


@modestly
@given(histories(), settings_of_all, st.times())
def test_law_9_another_rollover_alters_no_day_of_the_past(events: list[Event], chosen: Settings, clock: Any) -> None:
    """What counted on which day stays; only steps of learning end at another hour."""
    chosen = replace(chosen, anki=replace(chosen.anki, fuzz=False))
    later = replace(chosen, rollover=clock.replace(second=0, microsecond=0))
    for one, other in zip(transitions(events, chosen), transitions(events, later), strict=True):
        assert (one.event, one.after.first, one.after.last) == (other.event, other.after.first, other.after.last)
        if chosen.scheduler != "anki":
            assert one == other


@modestly
@given(histories(sets=False), COUNTS_ONCE_A_DAY)
def test_law_10_a_card_counts_once_a_day_and_is_due_after_it(events: list[Event], chosen: Settings) -> None:
    """Repeats move nothing; each answer that counts is on a later day than the one before it."""
    for _, _, before, after in transitions(events, chosen):
        assert after.due is not None
        assert after.last is not None
        assert after.due > after.last
        assert after.answers == before.answers + 1
        counted = before.last is None or after.last > before.last
        moved = [name for name in FACTS_OF_A_COUNT if getattr(before, name) != getattr(after, name)]
        assert counted or not moved


@modestly
@given(histories(), st.sampled_from(CARDS), st.sampled_from(Rating))
def test_law_10_under_anki_every_answer_counts(events: list[Event], card: CardKey, rating: Rating) -> None:
    """Also the second of a day: it is one more repetition, and nothing is pending."""
    chosen = SETTINGS["anki"]
    before = fold(events, chosen).schedules.get(card, Schedule())
    for number in (1, 2):
        when = at(LATER, f"12:0{number}")
        after = scheduler(chosen).answer(before, rating, when, card)
        assert (after.repetitions, after.answers) == (before.repetitions + 1, before.answers + 1)
        assert (after.last, after.pending) == (when.day, False)
        before = after


# ---------------------------------------------------------------------------------------------- other worlds


def moved(events: list[Event], shift: timedelta) -> list[Event]:
    return [
        replace(each, when=Moment(each.when.at + shift, each.when.offset, each.when.day + shift)) for each in events
    ]


@modestly
@given(histories(sets=False), settings_of_all, st.integers(-4000, 4000))
def test_law_15_another_calendar_gives_the_same_intervals(events: list[Event], chosen: Settings, number: int) -> None:
    """All dates shifted by as many days shift the dates of the schedules and of the marks, and nothing else."""
    shift = timedelta(days=number)
    here, there = fold(events, chosen), fold(moved(events, shift), chosen)
    dates = ("due", "due_at", "first", "last")
    for key, schedule in here.schedules.items():
        found = {name: value and value + shift for name in dates if (value := getattr(schedule, name))}
        assert there.schedules[key] == schedule._replace(**found)
    for key, marks in here.marks.items():
        assert there.marks[key] == marks._replace(buried=marks.buried and marks.buried + shift)


@modestly
@given(histories(), settings_of_all)
def test_law_15_the_names_of_decks_and_the_order_of_cards_change_no_interval(
    events: list[Event], chosen: Settings
) -> None:
    """A deck without rules of its own is only a name, and cards do not touch each other."""
    whole = fold(events, chosen)
    named = fold_events(events, chosen, decks={card.guid: f"deck::{card.guid}" for card in CARDS})
    assert named == whole
    for card in CARDS:
        of_card = (card.guid, card.ordinal)
        own = [
            each
            for each in events
            if each.kind in ("undo", "redo") or (each.body.get("guid"), each.body.get("ordinal")) == of_card
        ]
        alone = fold(own, chosen)
        assert alone.schedules.get(card) == whole.schedules.get(card)
        assert alone.marks.get(card) == whole.marks.get(card)


@modestly
@given(histories())
def test_any_scheduler_may_follow_any_other(events: list[Event]) -> None:
    """sm2, anki, fsrs, sm2: each replays the same log, and the first comes to what it came to before."""
    sm2 = fold(events, SETTINGS["sm2"])
    for name in ("anki", "fsrs"):
        other = fold(events, SETTINGS[name])
        assert {key: each.answers for key, each in other.schedules.items() if each.answers} == {
            key: each.answers for key, each in sm2.schedules.items() if each.answers
        }
        assert (other.notes, other.guids, other.exports) == (sm2.notes, sm2.guids, sm2.exports)
        assert {key: each.flag for key, each in other.marks.items() if each.flag} == {
            key: each.flag for key, each in sm2.marks.items() if each.flag
        }
    assert said(fold(events, SETTINGS["sm2"])) == said(sm2)


def test_a_leech_is_suspended_and_may_be_taken_in_again() -> None:
    """At the threshold and once more at each half of it; who takes it in before keeps it until then."""
    chosen = Settings(leech_threshold=2, leech_action="suspend")
    events: list[Event] = []
    suspended: list[bool] = []
    for number in range(4):
        good, again = at(20 * number), at(20 * number + 10)
        events += [review("good", good, 4 * number), review("again", again, 4 * number + 1)]
        marks = fold(events, chosen).marks.get(CARDS[0])
        suspended.append(bool(marks and marks.suspended))
        events.append(event("unsuspend", again, 4 * number + 2, **CARDS[0]._asdict()))
    assert suspended == [False, True, True, True]
    assert fold(events, chosen).schedules[CARDS[0]].leech
