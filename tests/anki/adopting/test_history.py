"""Anki's rows as events of the log: what was done, where a card stands, what is set on it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from flashdeck.anki.reading.values import AnkiAnswer
from flashdeck.config import Settings
from flashdeck.model import Event, EventKind, Rating, Schedule, State
from flashdeck.schedule import Candidate, days_after, in_order, queue
from flashdeck.schedule.fold import fold
from flashdeck.schedule.scheduler import scheduler
from tests.anki.adopting.histories import (
    ANKI,
    FSRS,
    KEY,
    NOW,
    SM2,
    TODAY,
    at,
    brought,
    card,
    come_to,
    here_given,
    logged,
    ms,
    new,
    row,
)

TODAY_IS = NOW.date()
TWO_GOOD = [row(-13, 3, 3, 0, 2500, 0), row(-9, 3, 12, 3, 2360)]

# What Anki without fuzz makes of a new card that is answered Easy and, four days later, Good.
AS_COMPUTED = [row(-13, 4, 4, 0, 2500, 0), row(-9, 3, 10, 4, 2500)]
AS_IT_COMES = card(interval=10, factor=2500, due=TODAY + 1)


# ---------------------------------------------------------------------------------------------- what was done


@pytest.mark.parametrize(("button", "rating"), [(1, "again"), (2, "hard"), (3, "good"), (4, "easy")])
@pytest.mark.parametrize("kind", [0, 1, 2])
def test_an_answer(button: int, rating: str, kind: int) -> None:
    """Its button as a word, its time, day and milliseconds, and its row's own columns."""
    answer = row(-5.5, button, 12, 3, 2360, kind)
    kind_of_event, when, body = brought(card(), [answer])[0]
    assert kind_of_event == EventKind.REVIEW
    assert (when.at, when.offset, when.day) == (NOW - timedelta(days=5.5), 0, date(2026, 2, 24))
    assert body == {
        "guid": "guid",
        "ordinal": 0,
        "rating": rating,
        "taken_ms": 4000,
        "scheduler": "anki",
        "revlog": answer.id,
        "anki": [12, 3, 2360, kind],
    }


@pytest.mark.parametrize(
    ("filtered", "kind"),
    [
        (row(-2, 1, -60, -60, 0, 3), EventKind.CRAM),
        (row(-2, 3, 0, -60, 0, 3), EventKind.CRAM),
        (row(-2, 3, 0, 0, 0, 3), EventKind.CRAM),
        (row(-2, 3, 14, 12, 2360, 3), EventKind.REVIEW),
        (row(-2, 1, -600, 12, 2160, 3), EventKind.REVIEW),
        (row(-2, 3, 12, 12, 0, 3), EventKind.REVIEW),  # how a repeat of the day leaves from here
    ],
)
def test_an_answer_in_a_filtered_deck(filtered: AnkiAnswer, kind: EventKind) -> None:
    """It only looked at the card where its row has no ease; then it changes nothing."""
    drafts = brought(card(), [*TWO_GOOD, filtered])
    assert [draft[0] for draft in drafts[:3]] == [EventKind.REVIEW, EventKind.REVIEW, kind]


def test_a_card_that_was_made_new_and_one_given_a_day() -> None:
    """Rows of kind 4 are no answers; one of kind 5 is nothing that a person did."""
    rows = [
        row(-20, 3, 4, 0, 2500, 0),
        row(-16, 0, 0, 4, 0, 4),
        row(-13, 4, 4, 0, 2500, 0),
        row(-12, 0, 9, 4, 2500, 4),
        row(-3, 3, 22, 9, 2500),
        row(-2, 0, 30, 22, 2500, 5),
    ]
    kinds = [draft[0] for draft in brought(card(interval=22, factor=2500, due=TODAY + 19, repetitions=3), rows)]
    assert kinds[:5] == ["review", "reset", "review", "set", "review"]
    given = brought(card(), rows)[3][2]["schedule"]
    assert (given["interval"], given["ease"], given["due"]) == (9, 2500, str(TODAY_IS - timedelta(days=3)))


def test_a_day_that_was_given_last_is_the_cards_own() -> None:
    """Its row tells the interval, the card the day; under FSRS the row's ease is none."""
    rows = [*TWO_GOOD, row(-1, 0, 12, 12, 767, 4)]
    by_hand = [*TWO_GOOD, row(-1, 0, 12, 12, 2360, 4)]
    assert [draft[0] for draft in brought(card(due=TODAY + 40), by_hand)] == ["review", "review", "set"]
    for settings in (SM2, ANKI, FSRS):
        drafts = brought(card(due=TODAY + 40), rows, settings=settings)
        assert [draft[0] for draft in drafts[:3]] == ["review", "review", "set"]
        assert drafts[2][2]["schedule"].get("ease", 0) in (2360, 2500, 0)
        after = come_to(logged(drafts), settings)
        assert (after.interval, after.due) == (12, days_after(TODAY_IS, 40))


def test_a_card_that_an_option_moved() -> None:
    """Its new interval counts from its last answer, until more is done to it."""
    rows = [row(-13, 4, 4, 0, 2500, 0), row(-10, 0, 20, 4, 100, 5), row(-1, 3, 30, 20)]
    given = brought(card(interval=30), rows, settings=ANKI)[1][2]["schedule"]
    assert (given["interval"], given["ease"], given["due"]) == (20, 2500, str(days_after(TODAY_IS, 7)))


# ---------------------------------------------------------------------------------------------- what is known


def test_what_left_from_here_is_known() -> None:
    """By its card, button and millisecond, or a later one where others were taken; also what was taken back since."""
    of_another_card = Event("desk", 1, "review", at(-3), {"guid": "another", "ordinal": 0, "rating": "good"})
    log = [here_given(-5, "good", 2), of_another_card, here_given(-3, "good", 3), here_given(-2, "hard", 4, "cram")]
    log += logged([(EventKind.UNDO, at(-1), {"target": "desk:3"})], start=5)
    bumped = replace(row(-3, 3, 6, 1), id=ms(-3) + 1)
    assert brought(card(), [row(-5, 3, 1, 0, 2500, 0), bumped, row(-2, 2, 0, 0, 0, 3)], log=log) == []


def test_an_answer_beside_ours_is_not_known() -> None:
    """Another button, another time or another card's millisecond is another answer."""
    log = [here_given(-5, "good", 1)]
    assert [draft[0] for draft in brought(new(), [row(-5, 2, 1)], log=log)] == ["review", "reset"]
    assert [draft[2]["revlog"] for draft in brought(new(), [row(-4, 3, 1)], log=log)][:1] == [ms(-4)]


def test_nothing_is_brought_twice() -> None:
    """Of a newer package only what is new, and where the card stands then."""
    rows = [*TWO_GOOD, row(-2, 3, 0, 0, 0, 3), row(-1, 0, 12, 12, 2360, 4)]
    suspended = card(queue=-1, flag=3)
    log = logged(brought(suspended, rows))
    assert {event.kind for event in log} == {"review", "cram", "set", "suspend", "flag"}
    assert brought(suspended, rows, log=log) == []
    more = brought(card(queue=-1, flag=3, interval=30, repetitions=3), [*rows, row(-0.5, 3, 30, 12, 2360)], log=log)
    assert [draft[0] for draft in more] == ["review", "set"]


def test_an_answer_that_was_brought_did_not_leave_from_here() -> None:
    """So after an import of answers alone, one of all tells where the card stands, and what is set on it."""
    log = logged(brought(card(flag=3), TWO_GOOD, only_answers=True))
    assert [draft[0] for draft in brought(card(flag=3), TWO_GOOD, log=log)] == ["set", "flag"]


def test_two_devices_bring_a_card_once() -> None:
    """Their logs together come to what one of them does."""
    drafts = brought(card(queue=-1, flag=3), TWO_GOOD)
    desk, phone = logged(drafts, "desk"), logged(drafts, "laptop")
    assert len(in_order([*desk, *phone])) == len(drafts)
    assert come_to([*phone, *desk]) == come_to(desk)


def test_a_row_of_a_clock_that_is_ahead_waits() -> None:
    """Up to five minutes count; what is later is taken when its time has come."""
    ahead = row(0.5, 3, 30, 12)
    drafts = brought(card(), [*TWO_GOOD, row(0.003, 3, 30, 12), ahead])
    assert [draft[2]["revlog"] for draft in drafts if draft[0] == "review"] == [ms(-13), ms(-9), ms(0.003)]


# ---------------------------------------------------------------------------------------------- where it stands


@pytest.mark.parametrize("settings", [SM2, ANKI], ids=lambda each: each.scheduler)
def test_the_card_of_twelve_days(settings: Settings) -> None:
    """Interval, ease and due day are Anki's, set right behind its last row, and the next interval grows from there."""
    drafts = brought(card(), TWO_GOOD, settings=settings)
    kind, when, body = drafts[-1]
    assert (kind, when.at, body["revlog"]) == ("set", at(-9).at + timedelta(milliseconds=1), ms(-9) + 1)
    after = come_to(logged(drafts), settings)
    assert (after.state, after.interval, after.ease, after.due) == (State.REVIEW, 12, 2360, days_after(TODAY_IS, 3))
    assert (after.answers, after.lapses, after.first, after.last) == (2, 0, at(-13).day, at(-9).day)
    assert scheduler(settings).answer(after, Rating.GOOD, at(3)).interval >= 28


def test_where_the_history_tells_nothing_is_set() -> None:
    """Under Anki's scheduler the rows of an Anki without fuzz are enough."""
    assert [draft[0] for draft in brought(AS_IT_COMES, AS_COMPUTED, settings=ANKI)] == ["review", "review"]


def test_what_was_answered_here_before_counts() -> None:
    """Answers of both sides are one history, in the order of time; what was taken back is none of it."""
    undone = here_given(-11, "again", 2)
    log = [here_given(-13, "easy", 1), undone, *logged([(EventKind.UNDO, at(-10), {"target": undone.id})], start=3)]
    assert [draft[0] for draft in brought(AS_IT_COMES, AS_COMPUTED, log=log, settings=ANKI)] == ["review"]


@pytest.mark.parametrize(
    "columns", [{"repetitions": 7}, {"lapses": 1}, {"factor": 2300}, {"interval": 11}, {"due": 70}]
)
def test_any_difference_is_set(columns: dict[str, Any]) -> None:
    """Under Anki's scheduler the number of answers is one, too: a card may have had more than there are rows."""
    drafts = brought(replace(AS_IT_COMES, **columns), AS_COMPUTED, settings=ANKI)
    assert [draft[0] for draft in drafts] == ["review", "review", "set"]
    after = come_to(logged(drafts), ANKI)
    stands = replace(AS_IT_COMES, **columns)
    assert (after.repetitions, after.lapses, after.ease) == (stands.repetitions, stands.lapses, stands.factor)
    assert (after.interval, after.due) == (stands.interval, days_after(TODAY_IS, stands.due - TODAY))


def test_a_card_that_was_failed_today_and_is_due_later_there_is_not_asked_today() -> None:
    """SM-2 would ask it again until it is known."""
    drafts = brought(card(lapses=1, interval=2), [*TWO_GOOD, row(-0.01, 1, 2, 12, 2160)])
    assert come_to(logged(drafts[:3])).pending
    assert not come_to(logged(drafts)).pending


def test_what_was_answered_here_later_goes_on_from_there() -> None:
    """Anki's word is placed behind its own last row and not behind ours."""
    later = here_given(-1, "good", 1)
    drafts = brought(card(due=TODAY - 1), TWO_GOOD, log=[later])
    after = come_to([later, *logged(drafts, "import")])
    assert (after.interval, after.due) == (29, days_after(TODAY_IS, 28))  # 12 * 2.36, rounded up


@pytest.mark.parametrize("settings", [SM2, ANKI, FSRS], ids=lambda each: each.scheduler)
def test_a_card_whose_last_row_left_from_here_tells_nothing(settings: Settings) -> None:
    """What stands in the package was made here, under the settings of that time."""
    log = [here_given(-9, "good", 1)]
    assert brought(card(), [row(-9, 3, 12, 0, 2500, 0)], log=log, settings=settings) == []


def test_a_card_without_rows() -> None:
    """It stands since it was changed last; where there is a history here, Anki has nothing newer."""
    drafts = brought(card(mod=ms(-2) // 1000))
    assert [(kind, when.at, body["revlog"]) for kind, when, body in drafts] == [("set", at(-2).at, ms(-2))]
    after = come_to(logged(drafts))
    assert (after.interval, after.ease, after.repetitions, after.due) == (12, 2360, 2, days_after(TODAY_IS, 3))
    assert after.first == days_after(TODAY_IS, -9)
    assert brought(card(), log=[here_given(-1, "good", 1)]) == []
    flagged = logged([(EventKind.FLAG, at(-1), {**KEY._asdict(), "flag": 2})])
    assert [draft[0] for draft in brought(card(), log=flagged)] == ["set"]
    assert brought(card(mod=ms(2) // 1000))[0][1].at == at(0).at
    assert brought(new()) == []


def test_a_new_card_with_rows_was_made_new() -> None:
    """Whatever its rows say; where they say it already, nothing more does."""
    assert [draft[0] for draft in brought(new(), TWO_GOOD)] == ["review", "review", "reset"]
    assert come_to(logged(brought(new(), TWO_GOOD))) == Schedule()
    made_new = [*TWO_GOOD, row(-1, 0, 0, 12, 0, 4)]
    assert [draft[0] for draft in brought(new(), made_new)] == ["review", "review", "reset"]


STEPS = [row(-0.01, 1, -60, 0, 0, 0), row(-0.005, 3, -600, -60, 0, 0)]


def test_a_step_of_today() -> None:
    """Under Anki's scheduler the card is at its step until its second."""
    soon = ms(0.002) // 1000
    learning = card(type=1, queue=1, due=soon, interval=0, factor=0, remaining=1)
    after = come_to(logged(brought(learning, STEPS, settings=ANKI)), ANKI)
    assert (after.state, after.step, after.remaining, after.due) == (State.LEARNING, 600, 1, TODAY_IS)
    assert after.due_at is not None
    assert abs(after.due_at.timestamp() - soon) < 2


def test_a_step_is_known_to_the_second() -> None:
    """The engine counts it from its own clock, in whole seconds."""
    for late, more in ((0, []), (1, []), (60, ["set"])):
        learning = card(type=1, queue=1, due=ms(-0.005) // 1000 + 600 + late, interval=0, factor=0, remaining=1)
        drafts = brought(learning, STEPS, settings=ANKI)
        assert [draft[0] for draft in drafts] == ["review", "review", *more]


@pytest.mark.parametrize("settings", [SM2, FSRS], ids=lambda each: each.scheduler)
def test_a_step_where_there_are_none(settings: Settings) -> None:
    """The card is in review, due today, and an answer takes it further."""
    learning = card(type=1, queue=1, due=ms(0.002) // 1000, interval=0, factor=0, remaining=1)
    after = come_to(logged(brought(learning, STEPS, settings=settings)), settings)
    assert (after.state, after.due) == (State.REVIEW, TODAY_IS)
    assert queue([Candidate(KEY, "deck", 0, after)], at(0), settings, ()).cards == (KEY,)
    answered = scheduler(settings).answer(after, Rating.GOOD, at(0.01))
    assert answered.due is not None
    assert answered.due > TODAY_IS


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        ({"type": 1, "queue": 3, "due": TODAY + 1}, (State.LEARNING, 0, 0, days_after(TODAY_IS, 1), None)),
        ({"type": 3, "queue": 3, "due": TODAY + 2}, (State.RELEARNING, 1, 2160, days_after(TODAY_IS, 2), None)),
        ({"type": 3, "queue": 1, "due": ms(0.01) // 1000}, (State.RELEARNING, 1, 2160, TODAY_IS, at(0.01).at)),
        ({"type": 3, "queue": -1, "due": ms(0.01) // 1000}, (State.RELEARNING, 1, 2160, TODAY_IS, at(0.01).at)),
        ({"type": 3, "queue": -1, "due": TODAY + 2}, (State.RELEARNING, 1, 2160, days_after(TODAY_IS, 2), None)),
        ({"type": 2, "queue": 1, "due": ms(0.01) // 1000}, (State.RELEARNING, 1, 2160, TODAY_IS, at(0.01).at)),
    ],
)
def test_steps_of_days_and_of_relearning(columns: dict[str, int], expected: tuple[object, ...]) -> None:
    """Also of a suspended card; and Anki's first scheduler left a card in review while it was relearned."""
    stand = card(interval=1, factor=2160, remaining=1, lapses=1, **columns)
    rows = [*TWO_GOOD, row(-0.01, 1, -600, 12, 2160, 1)]
    after = come_to(logged(brought(stand, rows, settings=ANKI)), ANKI)
    assert (after.state, after.interval, after.ease, after.due, after.due_at) == expected
    assert (after.remaining, after.step) == (1, 600)


def test_the_memory_of_fsrs_goes_along() -> None:
    """Stability and difficulty are in what is set; nonsense is none."""
    for kept, expected in (
        ('{"pos":1,"s":14.37,"d":7.015,"dr":0.9,"lrt":1796092110}', (14.37, 7.015)),
        ('{"s":14.37,"d":70}', (None, None)),
        ('{"s":NaN,"d":7}', (None, None)),
        ("[1]", (None, None)),
        ("{", (None, None)),
        ("", (None, None)),
    ):
        given = brought(card(data=kept), TWO_GOOD)[-1][2]["schedule"]
        assert (given.get("stability"), given.get("difficulty")) == expected


@pytest.mark.parametrize("huge", [2**53 - 1, -(2**53) + 1])
@pytest.mark.parametrize("kind", [1, 2, 3])
@pytest.mark.parametrize("settings", [SM2, ANKI, FSRS], ids=lambda each: each.scheduler)
def test_numbers_out_of_all_bounds(huge: int, kind: int, settings: Settings) -> None:
    """They become events that make sense."""
    columns = dict.fromkeys(("mod", "due", "interval", "factor", "repetitions", "lapses", "remaining"), huge)
    stand = card(**columns, type=kind, queue=kind)
    rows = [row(-3, 3, huge, huge, huge), row(-2, 0, huge, huge, huge, 4), row(-1, 3, huge, huge, 0, 3)]
    come_to(logged(brought(stand, rows, settings=settings)), settings)


# ---------------------------------------------------------------------------------------------- what is set on it


def test_marks() -> None:
    """Suspension and a flag, when the card was last changed; not where they are set here already."""
    drafts = brought(new(queue=-1, flag=2))
    assert [(kind, when.at, body["revlog"]) for kind, when, body in drafts] == [
        ("suspend", at(-1).at, ms(-1)),
        ("flag", at(-1).at, ms(-1)),
    ]
    assert drafts[1][2]["flag"] == 2
    own = logged([(EventKind.SUSPEND, at(-9), KEY._asdict()), (EventKind.FLAG, at(-9), {**KEY._asdict(), "flag": 2})])
    stand = new(queue=-1, flag=2)
    assert brought(stand, log=own) == []
    assert [draft[0] for draft in brought(stand, suspended=True)] == ["flag"]
    buried = logged([(EventKind.BURY, at(-0.1), KEY._asdict())])
    assert brought(new(queue=-3, mod=ms(-0.05) // 1000), log=buried) == []


@pytest.mark.parametrize("buried_as", [-2, -3])
def test_a_buried_card_rests_only_on_the_day_on_which_it_was(buried_as: int) -> None:
    """Anki takes it up again when it is opened the next day, which a package of yesterday cannot tell."""
    today = brought(new(queue=buried_as, mod=ms(-0.1) // 1000))
    assert [(kind, when.day) for kind, when, _ in today] == [("bury", TODAY_IS)]
    assert brought(new(queue=buried_as, mod=ms(-0.3) // 1000)) == []


def test_a_leech_that_anki_does_not_suspend_is_not_suspended_here() -> None:
    """Where leeches are suspended here, the history would suspend it."""
    strict = Settings(leech_threshold=1, leech_action="suspend")
    rows = [*TWO_GOOD, row(-1, 1, -600, 12, 2160)]
    for queue_of, suspended in ((2, False), (-1, True)):
        drafts = brought(card(queue=queue_of, lapses=1), rows, settings=strict)
        assert fold(logged(drafts), strict).marks[KEY].suspended is suspended
    own = logged([(EventKind.SUSPEND, at(-20), KEY._asdict())])
    assert EventKind.UNSUSPEND not in {draft[0] for draft in brought(card(lapses=1), rows, log=own, settings=strict)}


# ---------------------------------------------------------------------------------------------- only answers


def test_only_answers() -> None:
    """Where the card stands follows from them, unless it was set last; marks stay as they are here."""
    stand = card(queue=-1, flag=3)
    assert [draft[0] for draft in brought(stand, TWO_GOOD, only_answers=True)] == ["review", "review"]
    by_option = [*TWO_GOOD, row(-1, 0, 65, 12, 100, 5)]
    drafts = brought(card(interval=65, due=TODAY + 56), by_option, only_answers=True)
    assert [draft[0] for draft in drafts] == ["review", "review", "set", "set"]  # the row tells no ease of SM-2's
    assert come_to(logged(drafts)).due == days_after(TODAY_IS, 56)
