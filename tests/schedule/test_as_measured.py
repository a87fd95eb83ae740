"""Today's queue, undo and the clock under the `anki` scheduler, beside what Anki itself was measured to do."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from flashdeck.config import AnkiOptions, Settings
from flashdeck.model import CardKey, Moment, Rating, Schedule, State
from flashdeck.review.session import begin
from flashdeck.schedule import Candidate, Queue, Reason, answered_on, queue
from flashdeck.schedule.fold import fold
from flashdeck.schedule.scheduler import scheduler
from tests.schedule.written import CARDS, DAY_0, at, event, review

ANKI = Settings(scheduler="anki", bury_siblings=False, anki=AnkiOptions(fuzz=False))
KNOWN = Schedule(State.REVIEW, 5, 2500, 3, due=DAY_0, first=DAY_0 - timedelta(6), last=DAY_0 - timedelta(5), answers=3)


def pile(new: int, due: int) -> list[Candidate]:
    """So many new and due cards, each of its own note."""
    schedules = [Schedule()] * new + [KNOWN] * due
    return [Candidate(CardKey(f"c{n}", 0), "deck", n, schedule) for n, schedule in enumerate(schedules)]


def asked(cards: list[Candidate], chosen: Settings, now: Moment | None = None) -> Queue:
    now = now or at(0)
    return queue(cards, now, chosen, answered_on(now.day, cards))


def answered(cards: list[Candidate], key: CardKey, rating: Rating, now: Moment | None = None) -> list[Candidate]:
    """The cards after one was answered."""
    anki = scheduler(ANKI)
    return [
        card._replace(schedule=anki.answer(card.schedule, rating, now or at(0), card.key)) if card.key == key else card
        for card in cards
    ]


def counts(found: Queue) -> tuple[int, int, int]:
    """New, learning and review, as Anki prints them."""
    return found.total.new, found.total.learning, found.total.review


# ---------------------------------------------------------------------------------------------- limits


@pytest.mark.parametrize(
    ("new", "due", "limits", "ignores", "before", "after"),
    [
        (30, 0, (20, 200), False, (20, 0, 0), "new 19 1 0, new 18 2 0, new 17 3 0"),
        (30, 10, (20, 15), False, (5, 0, 10), "review 5 0 9, new 4 1 9, review 4 1 8"),
        (30, 10, (20, 15), True, (20, 0, 10), "new 19 1 10, review 19 1 9, new 18 2 9"),
        (30, 50, (20, 40), False, (0, 0, 40), "review 0 0 39, review 0 0 38, review 0 0 37"),
        (30, 50, (20, 40), True, (20, 0, 40), "review 20 0 39, new 19 1 39, review 19 1 38"),
        (30, 10, (0, 200), False, (0, 0, 10), "review 0 0 9, review 0 0 8, review 0 0 7"),
        (5, 5, (20, 0), False, (0, 0, 0), ""),
    ],
)
def test_limits(
    new: int,
    due: int,
    limits: tuple[int, int],
    *,
    ignores: bool,
    before: tuple[int, int, int],
    after: str,
) -> None:
    """What is shown before any answer and after each; a new card is at its first step then."""
    chosen = replace(ANKI, new_per_day=limits[0], reviews_per_day=limits[1], new_cards_ignore_review_limit=ignores)
    cards = pile(new, due)
    assert counts(asked(cards, chosen)) == before
    for words in filter(None, after.split(", ")):
        kind, *figures = words.split()
        of_kind = {card.key for card in cards if card.schedule.state == kind and card.schedule.last != DAY_0}
        top = next(key for key in asked(cards, chosen).cards if key in of_kind)
        cards = answered(cards, top, Rating.GOOD)
        assert counts(asked(cards, chosen)) == tuple(map(int, figures))


def test_limits_that_run_down() -> None:
    """10 new and 10 due under 5 and 8, each answered Easy: eight reviews on top, one after another, and no new card."""
    chosen, cards, trace = replace(ANKI, new_per_day=5, reviews_per_day=8), pile(10, 10), []
    for _ in range(7):
        found = asked(cards, chosen)
        trace.append(counts(found))
        assert found.cards[0] in {card.key for card in cards if card.schedule.state is State.REVIEW}
        cards = answered(cards, found.cards[0], Rating.EASY)
    assert trace == [(0, 0, left) for left in (8, 7, 6, 5, 4, 3, 2)]


@pytest.mark.parametrize(("buries", "today", "then", "tomorrow"), [(False, 6, 5, 5), (True, 3, 2, 3)])
def test_burying(*, buries: bool, today: int, then: int, tomorrow: int) -> None:
    """Three notes with two due cards: shown at first, after one answer, and on the next day."""
    chosen = replace(ANKI, bury_siblings=buries)
    cards = [Candidate(CardKey(f"n{n // 2}", n % 2), "deck", n, KNOWN) for n in range(6)]
    assert counts(asked(cards, chosen)) == (0, 0, today)
    cards = answered(cards, asked(cards, chosen).cards[0], Rating.GOOD)
    found = asked(cards, chosen)
    assert counts(found) == (0, 0, then)
    assert found.total.deferred == ({Reason.SIBLING: 3} if buries else {})
    assert counts(asked(cards, chosen, at(1))) == (0, 0, tomorrow)


# ---------------------------------------------------------------------------------------------- learn ahead


def test_learn_ahead() -> None:
    """A step of 15 minutes is shown at once, one of 25 not yet; 5 minutes later it is, within 20 minutes of its end."""
    chosen = replace(ANKI, anki=AnkiOptions(learning_steps=(60, 900, 1500), fuzz=False))
    anki, key, now = scheduler(chosen), CardKey("c", 0), at(0)
    fifteen = Candidate(key, "deck", 0, anki.answer(Schedule(), Rating.GOOD, now, key))
    assert counts(asked([fifteen], chosen, now)) == (0, 1, 0)
    twenty_five = fifteen._replace(schedule=anki.answer(fifteen.schedule, Rating.GOOD, now, key))
    assert counts(asked([twenty_five], chosen, now)) == (0, 0, 0)
    assert asked([twenty_five], chosen, now).deferred == {key: Reason.LATER}
    assert counts(asked([twenty_five], chosen, at(0, "09:05"))) == (0, 1, 0)


def test_learn_ahead_within_a_sitting() -> None:
    """A step that is over comes before all else, one within learn-ahead after it, one beyond rests."""
    chosen = replace(ANKI, anki=AnkiOptions(learning_steps=(60, 900, 1500), fuzz=False))
    cards = [Candidate(CardKey(name, 0), "deck", place, Schedule()) for place, name in enumerate("abc")]
    a, b, c = (card.key for card in cards)
    session = begin((a, b, c), cards, chosen)
    session = session.reveal().rate(Rating.GOOD, at(0, "09:00"), 1)[0]  # over at 09:15
    assert (session.waiting, session.resting) == ((b, c, a), ())
    session = session.reveal().rate(Rating.AGAIN, at(0, "09:01"), 1)[0]  # over at 09:02
    assert session.waiting == (c, b, a)
    session = session.at(at(0, "09:02").at)
    assert session.waiting == (b, c, a)
    session = session.reveal().rate(Rating.EASY, at(0, "09:03"), 1)[0]
    session = session.reveal().rate(Rating.EASY, at(0, "09:04"), 1)[0]
    session = session.reveal().rate(Rating.GOOD, at(0, "09:05"), 1)[0]  # over at 09:30
    assert (session.waiting, session.resting) == ((), (a,))
    assert session.at(at(0, "09:09").at).waiting == ()
    assert session.at(at(0, "09:10").at).waiting == (a,)


# ---------------------------------------------------------------------------------------------- the clock


def test_a_clock_set_back_lets_no_answer_count_twice() -> None:
    """Anki takes an answer on day 3, given after one on day 10, for one on time: 5 days become 25 and then 63.

    Here the answers count in the order of their days: on day 3, three days late, 5 days become 16; on day 10, of those
    16 but 7 days had passed, and 7 times 2.5 is 17.5.
    """
    given = {"state": "review", "interval": 5, "ease": 2500, "repetitions": 3, "due": str(DAY_0), "answers": 3}
    start = event("set", at(-5), 1, **CARDS[0]._asdict(), schedule=given)
    tenth, third = review("good", at(10), 2), review("good", at(3), 3)

    def interval(*answers: object) -> int:
        events = [start, *(each for each in (tenth, third) if each in answers)]
        return fold(events, ANKI).schedules[CARDS[0]].interval

    assert [interval(tenth), interval(third), interval(tenth, third)] == [25, 16, 18]


def test_an_answer_before_the_first_day_is_an_answer() -> None:
    """Anki counts no day before a collection was made; here each day has a name."""
    early = fold([review("good", at(-400), 1)], Settings()).schedules[CARDS[0]]
    assert early.due == DAY_0 - timedelta(days=399)


def test_two_answers_in_one_millisecond_are_two() -> None:
    """Anki gives the second another time; here device and number name an answer."""
    same = at(0)
    twice = [review("good", same, 1, card=CARDS[0]), review("good", same, 2, card=CARDS[2])]
    assert set(fold(twice, Settings()).schedules) == {CARDS[0], CARDS[2]}
