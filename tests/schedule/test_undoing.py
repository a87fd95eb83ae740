"""Undo and redo of any depth, on one device and on several, under every scheduler."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flashdeck.config import Settings
from flashdeck.model import CardKey, Event, Rating, Schedule, State
from flashdeck.schedule.undoing import of_card, to_redo, to_undo
from tests.schedule.histories import (
    CARDS,
    LATER,
    MARKING,
    SETTINGS,
    asked,
    fold,
    histories,
    redone,
    said,
    settings_of_all,
    undone,
)
from tests.schedule.written import DAY_0, at, event, review, undo

modestly = settings(max_examples=60, deadline=None)
RING = CARDS[0]
ANYTHING = [*MARKING, "reset", "set", "cram", "review"]


def done(kind: str, cards: list[CardKey], number: int, day: int = LATER, clock: str = "12:00") -> list[Event]:
    """What one command does to these cards."""
    more = {"rating": "again", "flag": 3, "schedule": {"state": "review", "due": str(DAY_0), "interval": 9}}
    bodies = [{**card._asdict(), **more} for card in cards]
    parts = [body | {"part": part} for part, body in enumerate(bodies)] if len(bodies) > 1 else bodies
    return [event(kind, at(day, clock), number + place, "hand", **body) for place, body in enumerate(parts)]


@modestly
@given(histories(), settings_of_all, st.sampled_from(ANYTHING), st.integers(1, 4), st.integers(0, 3))
def test_law_7_whatever_was_done_its_undo_is_identity(
    events: list[Event], chosen: Settings, kind: str, cards: int, days: int
) -> None:
    """Schedules, marks, queue and limits are as if it had not been, also days after; the redo is identity as well."""
    now = at(LATER + days, "13:00")
    before, acted = fold(events, chosen), [*events, *done(kind, CARDS[:cards], 5000)]
    assert len(to_undo(acted)) == cards
    after = fold(undone(acted, now, 6000), chosen)
    assert said(after) == said(before)
    assert asked(after, chosen, now) == asked(before, chosen, now)
    again = fold(redone(undone(acted, now, 6000), now, 7000), chosen)
    assert said(again) == said(fold(acted, chosen))
    assert asked(again, chosen, now) == asked(fold(acted, chosen), chosen, now)


@modestly
@given(histories(), settings_of_all, st.integers(1, 8))
def test_law_7_as_many_redos_as_undos_are_identity(events: list[Event], chosen: Settings, depth: int) -> None:
    """Of any depth: each redo comes to where the undo that it meets began."""
    now = at(LATER, "13:00")
    states = [said(fold(events, chosen))]
    queues = [asked(fold(events, chosen), chosen, now)]
    steps = 0
    while steps < depth and to_undo(events):
        events = undone(events, at(LATER, f"12:{steps:02}"), 1000 + 100 * steps)
        states.append(said(fold(events, chosen)))
        queues.append(asked(fold(events, chosen), chosen, now))
        steps += 1
    while steps:
        steps -= 1
        events = redone(events, at(LATER, f"12:{59 - steps}"), 9000 - 100 * steps)
        assert said(fold(events, chosen)) == states[steps]
        assert asked(fold(events, chosen), chosen, now) == queues[steps]


@modestly
@given(histories(), settings_of_all)
def test_undoing_everything_leaves_new_cards(events: list[Event], chosen: Settings) -> None:
    """One action at a time, until nothing is left that a person did."""
    for number in range(len(events) + 1):
        if not to_undo(events):
            break
        events = undone(events, at(LATER), 1000 + 10 * number)
    assert to_undo(events) == []
    schedules, marks, *_ = said(fold(events, chosen))
    assert (schedules, marks) == ({}, {})
    assert {each.kind for card in CARDS for each in of_card(events, card)} <= {"dream"}  # whose meaning nobody knows


def test_law_7_undo_twice_is_undo_once() -> None:
    """And an undo of what nobody knows waits for it."""
    answers = [review("good", at(0), 1), review("good", at(1), 2)]
    once = [*answers, undo(answers[1], at(1), 3)]
    twice = [*once, undo(answers[1], at(1), 4), undo(review("good", at(1), 77), at(1), 5)]
    for chosen in SETTINGS.values():
        assert said(fold(twice, chosen)) == said(fold(once, chosen)) == said(fold(answers[:1], chosen))


def test_a_batch_goes_back_and_comes_again_as_one() -> None:
    """Commands that follow each other at one time are not one: each has its own parts."""
    chosen = Settings()
    events = [*done("suspend", CARDS[:3], 1), *done("suspend", CARDS[3:5], 4)]
    events = undone(events, at(LATER, "12:01"), 10)
    assert [card for card, marks in fold(events, chosen).marks.items() if marks.suspended] == CARDS[:3]
    events = undone(events, at(LATER, "12:02"), 20)
    assert fold(events, chosen).marks == {}
    events = redone(events, at(LATER, "12:03"), 30)
    assert list(fold(events, chosen).marks) == CARDS[:3]
    events = redone(events, at(LATER, "12:04"), 40)
    assert list(fold(events, chosen).marks) == CARDS
    assert to_redo(events) == []


def test_what_is_left_of_a_batch_takes_no_other_with_it() -> None:
    """A crash may have left but the half of an undo: its rest stands alone, and an earlier batch stays."""
    earlier, later = done("suspend", CARDS[:3], 1), done("suspend", CARDS[:3], 4, clock="12:30")
    half = [undo(each, at(LATER, "12:31"), 10 + part, "hand") for part, each in enumerate(later[:2])]
    assert to_undo([*earlier, *later, *half]) == [later[2]]


def test_what_two_devices_took_back_a_redo_brings_back() -> None:
    """Both undos have to go; one alone would leave it undone, with nothing to be seen of the redo."""
    answer = review("good", at(0, "09:00"), 1)
    undos = [undo(answer, at(0, "09:05"), 2, "desk"), undo(answer, at(0, "09:10"), 1, "lap")]
    merged = [answer, *undos]
    assert {each.id for each in to_redo(merged)} == {"desk:2", "lap:1"}
    events = redone(merged, at(0, "09:20"), 1)
    assert fold(events, Settings()).schedules[RING].interval == 1
    assert to_redo(events) == []
    assert fold(undone(events, at(0, "09:30"), 10), Settings()).schedules == {}


def test_after_a_new_action_nothing_is_left_to_redo() -> None:
    """Also when that action was itself taken back: then it is the one to redo."""
    events = undone([review("good", at(0, "09:00"), 1)], at(0, "09:01"), 10)
    events = [*events, *done("flag", [CARDS[4]], 20, day=0, clock="09:02")]
    assert to_redo(events) == []
    events = undone(events, at(0, "09:03"), 30)
    assert [each.body["target"] for each in to_redo(events)] == ["hand:20"]


def test_a_reset_that_is_taken_back_gives_the_history_back() -> None:
    """Under every scheduler, with what the card was set to before."""
    past = [review("good", at(0), 1), review("again", at(4), 2), *done("set", [RING], 3, day=6)]
    for chosen in SETTINGS.values():
        before = fold(past, chosen)
        reset = [*past, *done("reset", [RING], 20, day=8)]
        assert fold(reset, chosen).schedules[RING] == Schedule()
        assert said(fold(undone(reset, at(9), 30), chosen)) == said(before)


def test_an_undo_is_as_anki_s_and_outlives_the_day() -> None:
    """Anki: a card of 5 days lapses to 1 day and 2300; undo and redo are exact, but gone after the rollover."""
    chosen = SETTINGS["anki"]
    given = {"state": "review", "interval": 5, "ease": 2500, "repetitions": 3, "due": str(DAY_0), "answers": 3}
    past = [event("set", at(-5), 1, **RING._asdict(), schedule=given)]
    events = [*past, review("again", at(0), 2)]
    before, after = fold(past, chosen).schedules[RING], fold(events, chosen).schedules[RING]
    assert (before.state, before.interval, before.ease, before.repetitions) == (State.REVIEW, 5, 2500, 3)
    assert (after.state, after.interval, after.ease, after.lapses) == (State.RELEARNING, 1, 2300, 1)
    assert (after.repetitions, after.remaining) == (4, 1)
    back = undone(events, at(3), 10)
    assert fold(back, chosen).schedules[RING] == before
    assert fold(redone(back, at(6), 20), chosen).schedules[RING] == after


@pytest.mark.parametrize("chosen", SETTINGS.values(), ids=SETTINGS)
def test_r87_an_answer_by_a_wrong_key_goes_back_after_the_last_card(chosen: Settings) -> None:
    """Several steps, each exactly to the state and the queue before."""
    events: list[Event] = []
    states = [(said(fold(events, chosen)), asked(fold(events, chosen), chosen, at(1)))]
    for number, rating in enumerate([Rating.GOOD, Rating.AGAIN, Rating.EASY, Rating.HARD]):
        events.append(review(rating.value, at(0, f"10:0{number}"), number, card=CARDS[number % 3]))
        states.append((said(fold(events, chosen)), asked(fold(events, chosen), chosen, at(1))))
    for number, state in enumerate(reversed(states[:-1])):
        events = undone(events, at(0, f"11:0{number}"), 100 + number)
        assert (said(fold(events, chosen)), asked(fold(events, chosen), chosen, at(1))) == state
