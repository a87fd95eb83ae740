from __future__ import annotations

from datetime import date

import pytest

from flashdeck.model import Rating, Schedule, State
from flashdeck.schedule.notation import Step, parse_schedule, parse_step, schedule_json


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("good", Step(Rating.GOOD)),
        ("again@45s", Step(Rating.AGAIN, 45)),
        ("hard@10m", Step(Rating.HARD, 600)),
        ("easy@12h", Step(Rating.EASY, 43_200)),
        ("good@3d", Step(Rating.GOOD, 259_200)),
        ("good@0s", Step(Rating.GOOD, 0)),
    ],
)
def test_an_answer_is_a_rating_and_perhaps_a_delay(text: str, step: Step) -> None:
    """Delays are whole numbers of seconds, minutes, hours or days."""
    assert parse_step(text) == step


@pytest.mark.parametrize(
    "text",
    ["", "3", "Good", "goood", "good@", "good@3", "good@d", "good@1.5d", "good@-1d", "good@3w", "good 3d", "good@٣d"],
)
def test_what_is_no_answer_is_refused_with_the_way_out(text: str) -> None:
    """The sentence names what was written and how an answer looks."""
    with pytest.raises(ValueError, match="again, hard, good or easy") as caught:
        parse_step(text)
    assert f"`{text}`" in str(caught.value)


def test_a_card_never_answered_has_zeros() -> None:
    """And null for what only steps have."""
    assert schedule_json(Schedule(), None) == {
        "state": "new",
        "interval_days": 0,
        "interval_seconds": None,
        "due_day": 0,
        "ease": 0.0,
        "repetitions": 0,
        "lapses": 0,
        "remaining_steps": None,
        "leech": False,
    }


def test_days_count_from_the_day_that_is_given() -> None:
    """Usually the card's first answer; ease is a number such as 2.36."""
    schedule = Schedule(
        State.REVIEW, 6, 2360, 2, 1, due=date(2026, 12, 10), first=date(2026, 12, 1), last=date(2026, 12, 4), leech=True
    )
    written = schedule_json(schedule, schedule.first)
    assert (written["due_day"], written["ease"], written["leech"]) == (9, 2.36, True)
    assert schedule_json(schedule, date(2026, 12, 4))["due_day"] == 6


def test_a_schedule_is_read_from_the_example_of_the_manual() -> None:
    """What is left out has its least value; ten days take two repetitions."""
    text = '{"state": "review", "interval_days": 10, "ease": 2.5, "lapses": 0}'
    assert parse_schedule(text) == Schedule(State.REVIEW, 10, 2500, 2)


@pytest.mark.parametrize(
    ("text", "schedule"),
    [
        ("{}", Schedule()),
        ('{"state": "new", "interval_days": 0, "ease": 0.0, "leech": false}', Schedule()),
        ('{"interval_days": 1}', Schedule(State.REVIEW, 1, 2500, 1)),
        ('{"interval_days": 6, "ease": 1.3}', Schedule(State.REVIEW, 6, 1300, 2)),
        (
            '{"interval_days": 1, "repetitions": 0, "lapses": 3, "leech": true}',
            Schedule(State.REVIEW, 1, 2500, 0, 3, leech=True),
        ),
        (
            '{"interval_days": 9, "ease": 2.36, "due_day": 4, "interval_seconds": null}',
            Schedule(State.REVIEW, 9, 2360, 2),
        ),
    ],
)
def test_a_schedule_may_leave_things_out(text: str, schedule: Schedule) -> None:
    """An interval makes a card in review; what follows from the rest is not needed and not read."""
    assert parse_schedule(text) == schedule


@pytest.mark.parametrize(
    ("text", "schedule"),
    [
        ('{"state": "learning"}', Schedule(State.LEARNING, repetitions=1, remaining=1)),
        (
            '{"state": "learning", "interval_days": 0, "interval_seconds": 60, "remaining_steps": 2, "ease": 0.0}',
            Schedule(State.LEARNING, repetitions=1, step=60, remaining=2),
        ),
        (
            '{"state": "relearning", "interval_days": 9, "interval_seconds": 259200, "ease": 2.3, "lapses": 1}',
            Schedule(State.RELEARNING, 9, 2300, 2, 1, step=259_200, remaining=1),
        ),
        (
            '{"interval_days": 9, "interval_seconds": null, "remaining_steps": null}',
            Schedule(State.REVIEW, 9, 2500, 2),
        ),
        ("{}", Schedule()),
    ],
)
def test_a_schedule_of_anki_may_be_at_a_step(text: str, schedule: Schedule) -> None:
    """The last one if it is not said; a card in learning has neither interval nor ease."""
    assert parse_schedule(text, "anki") == schedule


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"state": "suspended"}', "under anki a card is new, learning, review or relearning"),
        ('{"state": "relearning"}', "1 or more"),
        ('{"state": "learning", "remaining_steps": -1}', "`remaining_steps` is -1"),
        ('{"state": "learning", "remaining_steps": null}', "`remaining_steps` is null"),
        ('{"state": "learning", "interval_seconds": 1.5}', "`interval_seconds` is 1.5"),
    ],
)
def test_what_makes_no_schedule_of_anki_is_refused_by_name(text: str, told: str) -> None:
    """One sentence that names the field and its range."""
    with pytest.raises(ValueError, match=r"\.$") as caught:
        parse_schedule(text, "anki")
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[1]", "no schedule"),
        ('{"interval": 3}', "no `interval`"),
        ('{"state": "learning"}', "under sm2"),
        ('{"state": ["review"]}', "under sm2"),
        ('{"state": "review"}', "1 or more"),
        ('{"interval_days": -1}', "`interval_days` is -1"),
        ('{"interval_days": 2.5}', "`interval_days` is 2.5"),
        ('{"interval_days": true}', "`interval_days` is true"),
        ('{"interval_days": 1000000}', "`interval_days` is 1000000"),
        ('{"interval_days": 3, "ease": 1.29}', "`ease` is 1.29"),
        ('{"interval_days": 3, "ease": NaN}', "`ease` is NaN"),
        ('{"interval_days": 3, "ease": "2.5"}', "`ease`"),
        ('{"interval_days": 3, "lapses": null}', "`lapses` is null"),
        ('{"interval_days": 3, "leech": "no"}', "`leech`"),
    ],
)
def test_what_makes_no_schedule_is_refused_by_name(text: str, told: str) -> None:
    """One sentence that names the field and its range."""
    with pytest.raises(ValueError, match=r"\.$") as caught:
        parse_schedule(text)
    assert told in str(caught.value)
