from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flashdeck.config import Settings
from flashdeck.model import CardKey, Rating, Schedule, State
from flashdeck.schedule import Answered, Candidate, Portion, Queue, Reason, answered_on, next_due, queue
from flashdeck.schedule.scheduler import scheduler
from tests.schedule.written import DAY_0, at

NEW = Schedule()


def due(days_ago: int = 0) -> Schedule:
    """A card known for six days, due so many days ago."""
    day = DAY_0 - timedelta(days=days_ago)
    start = day - timedelta(days=6)
    return Schedule(State.REVIEW, 6, 2500, 2, due=day, first=start - timedelta(days=1), last=start)


def card(
    name: str, position: int, schedule: Schedule = NEW, deck: str = "gpu", *, apart: str = "", suspended: bool = False
) -> Candidate:
    """`ring.1` is the second card of the note `ring`."""
    guid, _, ordinal = name.partition(".")
    groups = tuple(apart.split())
    return Candidate(CardKey(guid, int(ordinal or 0)), deck, position, schedule, groups, suspended=suspended)


def pile(new: int, reviews: int, deck: str = "gpu", prefix: str = "") -> list[Candidate]:
    """So many new and due cards, each of its own note, the new ones first in the file."""
    schedules = [NEW] * new + [due()] * reviews
    return [card(f"{prefix}{n}", n, schedule, deck) for n, schedule in enumerate(schedules)]


def answer(candidates: list[Candidate], key: CardKey, rating: Rating = Rating.EASY) -> list[Candidate]:
    """The cards after one of them was answered today."""
    sm2 = scheduler(Settings())
    return [c._replace(schedule=sm2.answer(c.schedule, rating, at(0))) if c.key == key else c for c in candidates]


def asked(candidates: list[Candidate], settings: Settings | None = None, portion: Portion | None = None) -> Queue:
    """Today's queue of a collection that holds just these cards."""
    return queue(candidates, at(0), settings or Settings(), answered_on(DAY_0, candidates), portion or Portion())


def names(found: Queue) -> str:
    return " ".join(key.guid + (f".{key.ordinal}" if key.ordinal else "") for key in found.cards)


def shown(found: Queue) -> tuple[int, int, int]:
    """New, learning and review, as Anki prints them."""
    return found.total.new, found.total.learning, found.total.review


# ---------------------------------------------------------------------------------------------- Anki's limits


@pytest.mark.parametrize(
    ("new_cards", "due_cards", "per_day", "expected"),
    [
        (30, 0, (20, 200), (20, 0, 0)),
        (30, 10, (20, 15), (5, 0, 10)),
        (30, 50, (20, 40), (0, 0, 40)),
        (30, 10, (0, 200), (0, 0, 10)),
        (5, 5, (20, 0), (0, 0, 0)),
    ],
)
def test_limits_as_anki_was_measured(
    new_cards: int, due_cards: int, per_day: tuple[int, int], expected: tuple[int, int, int]
) -> None:
    """A new card uses up a review, and reviews are gathered first."""
    settings = Settings(new_per_day=per_day[0], reviews_per_day=per_day[1])
    assert shown(asked(pile(new_cards, due_cards), settings)) == expected


def test_what_was_answered_today_counts_as_anki_was_measured() -> None:
    """30 new and 10 due under 20 and 15: after a review 5 and 9, after a new card 4 and 9, after a review 4 and 8."""
    settings = Settings(new_per_day=20, reviews_per_day=15)
    cards = pile(30, 10)
    trace = []
    for kind in (State.REVIEW, State.NEW, State.REVIEW):
        of_kind = {c.key for c in cards if c.schedule.state is kind}
        cards = answer(cards, next(key for key in asked(cards, settings).cards if key in of_kind))
        trace.append(shown(asked(cards, settings)))
    assert trace == [(5, 0, 9), (4, 0, 9), (4, 0, 8)]


def test_a_day_runs_down_to_nothing_as_anki_was_measured() -> None:
    """10 new and 10 due under 5 and 8: eight reviews, and no new card ever."""
    settings = Settings(new_per_day=5, reviews_per_day=8)
    cards = pile(10, 10)
    trace = []
    while (found := asked(cards, settings)).cards:
        trace.append(shown(found))
        cards = answer(cards, found.cards[0])
    assert trace == [(0, 0, reviews) for reviews in range(8, 0, -1)]
    assert found.total.deferred == {Reason.LIMIT: 12}


def test_new_cards_answered_again_are_learning_and_still_used_up_the_limit() -> None:
    """As in Anki: 20, then 19 and one to be repeated."""
    cards = pile(30, 0)
    for left in (19, 18, 17):
        cards = answer(cards, asked(cards).cards[0], Rating.AGAIN)
        assert shown(asked(cards)) == (left, 20 - left, 0)


# ---------------------------------------------------------------------------------------------- decks


def test_a_deck_keeps_its_own_limits_and_the_collections() -> None:
    """Its override holds for it and the decks below; a card has to fit every limit on its path."""
    settings = Settings(
        new_per_day=6, decks={"gpu": {"new-per-day": 3}, "gpu::h100": {"new-per-day": 2}, "comp": {"new-per-day": 50}}
    )
    cards = [
        *pile(9, 0, "gpu::h100", "h"),
        *pile(9, 0, "gpu::a100::sxm", "a"),
        *pile(9, 0, "comp", "c"),
    ]
    cards = [c._replace(position=n) for n, c in enumerate(cards)]
    found = asked(cards, settings)
    assert names(found) == "h0 h1 a0 c0 c1 c2"
    assert {deck: counts.new for deck, counts in found.decks.items()} == {
        "gpu::h100": 2,
        "gpu::a100::sxm": 1,
        "comp": 3,
    }


def test_a_deck_is_no_parent_of_one_whose_name_goes_on() -> None:
    """`gpu` is above `gpu::h100`, not above `gpus`."""
    settings = Settings(decks={"gpu": {"reviews-per-day": 1}})
    assert shown(asked(pile(0, 5, "gpus"), settings)) == (0, 0, 5)
    assert shown(asked(pile(0, 5, "gpu::h100"), settings)) == (0, 0, 1)


def test_answers_outside_of_the_asked_cards_use_up_the_limits() -> None:
    """A sitting with one deck is bound by what was done today in the others."""
    answered = [Answered(CardKey(f"x{n}", 0), "comp", was_new=True) for n in range(18)]
    found = queue(pile(9, 0), at(0), Settings(), answered)
    assert shown(found) == (2, 0, 0)


# ---------------------------------------------------------------------------------------------- one sitting


def test_a_sitting_may_take_less() -> None:
    """`limit` bounds reviews and new cards together; what is left over is deferred."""
    found = asked(pile(5, 5), portion=Portion(limit=7))
    assert shown(found) == (2, 0, 5)
    assert found.total.deferred == {Reason.LIMIT: 3}
    assert shown(asked(pile(5, 5), portion=Portion(limit=0))) == (0, 0, 0)


def test_a_sitting_may_ask_for_its_own_number_of_new_cards() -> None:
    """More than a day allows, also after today's were answered, or none; reviews per day still hold."""
    settings = Settings(new_per_day=1, reviews_per_day=9, decks={"gpu": {"new-per-day": 0}})
    assert shown(asked(pile(20, 5), settings, Portion(new=3))) == (3, 0, 5)
    assert shown(asked(pile(20, 5), settings, Portion(new=0))) == (0, 0, 5)
    assert shown(asked(pile(20, 5), settings, Portion(new=30))) == (4, 0, 5)
    cards = answer(pile(20, 0), CardKey("0", 0))
    assert shown(asked(cards, settings, Portion(new=3))) == (3, 0, 0)


# ---------------------------------------------------------------------------------------------- order


def test_reviews_come_first_then_new_cards_then_repeats() -> None:
    """The longest overdue before the others, equals in file order, whatever order the cards are given in."""
    pending = Schedule(State.REVIEW, 1, 2500, 0, due=DAY_0 + timedelta(1), first=DAY_0, last=DAY_0, pending=True)
    cards = [
        card("new2", 9),
        card("again", 1, pending),
        card("today2", 5, due()),
        card("new1", 2),
        card("late", 8, due(30)),
        card("today1", 3, due()),
        card("later", 4, due()._replace(due=DAY_0 + timedelta(days=1))),
    ]
    assert names(asked(cards)) == "late today1 today2 new1 new2 again"
    assert names(asked(cards[::-1])) == names(asked(cards))


def test_cells_of_one_row_are_kept_apart_and_never_deferred() -> None:
    """They are no siblings: the order changes, the day does not."""
    cards = [card("a", 1, due(), apart="t/r1 t/c1"), card("b", 2, due(), apart="t/r1 t/c2"), card("c", 3)]
    found = asked(cards)
    assert names(found) == "a c b"
    assert found.deferred == {}


def test_repeats_of_an_earlier_day_are_reviews() -> None:
    """A card left pending yesterday is due today, once."""
    yesterday = DAY_0 - timedelta(days=1)
    left = Schedule(State.REVIEW, 1, 2500, 0, due=DAY_0, first=yesterday, last=yesterday, pending=True)
    found = asked([card("left", 1, left)])
    assert shown(found) == (0, 0, 1)
    assert len(found.cards) == 1


def test_a_resumed_sitting_repeats_what_was_not_known() -> None:
    """Quitting midway loses no repeat, and repeats know no limit."""
    cards = answer(pile(2, 0), CardKey("0", 0), Rating.HARD)
    found = asked(cards, Settings(reviews_per_day=1))
    assert names(found) == "0"
    assert shown(found) == (0, 1, 0)


# ---------------------------------------------------------------------------------------------- waiting


def test_one_card_of_a_note_a_day() -> None:
    """As Anki buries: of three notes with two due cards three cards are shown, after an answer two, tomorrow three."""
    cards = [card(f"n{note}.{ordinal}", 2 * note + ordinal, due()) for note in range(3) for ordinal in range(2)]
    found = asked(cards)
    assert names(found) == "n0 n1 n2"
    assert set(found.deferred.values()) == {Reason.SIBLING}
    cards = answer(cards, CardKey("n0", 0))
    assert names(asked(cards)) == "n1 n2"
    tomorrow = queue(cards, at(1), Settings(), [])
    assert names(tomorrow) == "n0.1 n1 n2"
    assert len(asked(cards, Settings(bury_siblings=False)).cards) == 5


def test_burying_is_by_deck() -> None:
    """The deck of the card that would be shown decides."""
    cards = [card("n", 1, due(), "gpu"), card("n.1", 2, due(), "comp"), card("n.2", 3, due(), "gpu")]
    assert names(asked(cards, Settings(decks={"comp": {"bury-siblings": False}}))) == "n n.1"


def test_a_card_that_waits_for_its_sibling_uses_up_no_limit() -> None:
    """Nor does one that waits for the limit bury anything."""
    cards = [card("n", 1), card("n.1", 2), card("m", 3), card("o", 4), card("o.1", 5)]
    found = asked(cards, Settings(new_per_day=2))
    assert names(found) == "n m"
    assert found.deferred == {
        CardKey("n", 1): Reason.SIBLING,
        CardKey("o", 0): Reason.LIMIT,
        CardKey("o", 1): Reason.LIMIT,
    }


def test_suspended_cards_wait_and_bury_nothing() -> None:
    """Only those that would be due count; one that is to be repeated waits, too."""
    repeated = answer([card("r", 3)], CardKey("r", 0), Rating.AGAIN)[0]._replace(suspended=True)
    cards = [
        card("n", 1, suspended=True),
        card("n.1", 2),
        repeated,
        card("later", 4, due()._replace(due=DAY_0 + timedelta(days=9)), suspended=True),
    ]
    found = asked(cards)
    assert names(found) == "n.1"
    assert found.deferred == {CardKey("n", 0): Reason.SUSPENDED, CardKey("r", 0): Reason.SUSPENDED}


def test_every_deck_of_the_candidates_is_counted() -> None:
    """Also one in which nothing is due."""
    found = asked([card("later", 1, due()._replace(due=DAY_0 + timedelta(days=1)), "comp"), card("n", 2)])
    assert {deck: counts.shown for deck, counts in found.decks.items()} == {"comp": 0, "gpu": 1}


# ---------------------------------------------------------------------------------------------- the next day


@pytest.mark.parametrize(
    ("days_from_now", "suspended", "expected"),
    [([], [], None), ([3, 9], [], 3), ([-2, 9], [], 1), ([0], [], 1), ([1], [], 1), ([3], [2], 3), ([], [2], None)],
)
def test_the_next_day_on_which_a_card_falls_due(
    days_from_now: list[int], suspended: list[int], expected: int | None
) -> None:
    """What waits today falls due tomorrow; new and suspended cards do not."""
    cards = [card(f"d{days}", days, due(-days)) for days in days_from_now] + [card("new", 99)]
    cards += [card(f"s{days}", days, due(-days), suspended=True) for days in suspended]
    assert next_due(cards, DAY_0) == (None if expected is None else DAY_0 + timedelta(days=expected))


# ---------------------------------------------------------------------------------------------- laws


@st.composite
def collections(draw: st.DrawFn) -> list[Candidate]:
    """Up to 30 cards of few notes in few decks, in any state that a few answers may bring about."""
    sm2 = scheduler(Settings())
    cards = {}
    for position in range(draw(st.integers(0, 30))):
        key = CardKey(draw(st.sampled_from("klmnopqr")), draw(st.integers(0, 2)))
        schedule = NEW
        for day in sorted(draw(st.lists(st.integers(-9, 0), max_size=4))):
            schedule = sm2.answer(schedule, draw(st.sampled_from(Rating)), at(day))
        deck = draw(st.sampled_from(["gpu", "gpu::h100", "comp"]))
        apart = tuple(draw(st.lists(st.sampled_from(["t/r1", "t/r2", "t/c1"]), max_size=2, unique=True)))
        cards[key] = Candidate(key, deck, position, schedule, apart, suspended=draw(st.booleans()))
    return list(cards.values())


limits = st.integers(0, 9)
settings_drawn = st.builds(
    lambda new, reviews, bury, own: Settings(
        new_per_day=new, reviews_per_day=reviews, bury_siblings=bury, decks={"gpu": {"new-per-day": own}}
    ),
    limits,
    limits,
    st.booleans(),
    limits,
)


@settings(max_examples=50, deadline=None)
@given(collections(), settings_drawn)
def test_nothing_due_is_lost(cards: list[Candidate], chosen: Settings) -> None:
    """Shown + deferred = due, card by card and in every count."""
    found = asked(cards, chosen)
    due_today = {
        c.key
        for c in cards
        if c.schedule.due is None or c.schedule.due <= DAY_0 or (c.schedule.pending and c.schedule.last == DAY_0)
    }
    assert len(found.cards) == len(set(found.cards))
    assert set(found.cards) | found.deferred.keys() == due_today
    assert set(found.cards).isdisjoint(found.deferred)
    assert found.total.shown == len(found.cards)
    assert found.total.deferred == Counter(found.deferred.values())
    for deck, counts in found.decks.items():
        own = {c.key for c in cards if c.deck == deck}
        assert counts.shown == len(own & set(found.cards))
        assert counts.deferred == Counter(reason for key, reason in found.deferred.items() if key in own)


@settings(max_examples=50, deadline=None)
@given(collections(), settings_drawn)
def test_a_day_keeps_its_limits_to_the_end(cards: list[Candidate], chosen: Settings) -> None:
    """Answered one by one, each time from a new start: limits hold over the whole day, and siblings never meet."""
    before = answered_on(DAY_0, cards)
    while (found := asked(cards, chosen)).cards:
        cards = answer(cards, found.cards[0], Rating.GOOD)
    after = answered_on(DAY_0, cards)
    for deck, new in (("", chosen.new_per_day), ("gpu", chosen.for_deck("gpu").new_per_day)):
        done = [[a for a in answers if a.deck.startswith(deck)] for answers in (before, after)]
        assert sum(a.was_new for a in done[1]) <= max(new, sum(a.was_new for a in done[0]))
    assert len(after) <= max(chosen.reviews_per_day, len(before))
    if chosen.bury_siblings:
        notes = Counter(a.key.guid for a in after)
        notes_before = Counter(a.key.guid for a in before)
        assert all(count <= max(1, notes_before[guid]) for guid, count in notes.items())


@settings(max_examples=100, deadline=None)
@given(collections(), settings_drawn, st.sampled_from(["file", "shuffled"]), st.none() | limits, st.none() | limits)
def test_new_cards_that_are_looked_at_last_are_asked_all_the_same(
    cards: list[Candidate], chosen: Settings, order: str, limit: int | None, new: int | None
) -> None:
    """The same cards in the same order as when all are looked at; what is not deferred then is new."""
    chosen, portion = replace(chosen, new_order=order), Portion(limit, new)
    answered = answered_on(DAY_0, cards)
    seen = [c for c in cards if c.schedule.state is not State.NEW]
    unseen = sorted((c for c in cards if c.schedule.state is State.NEW), key=lambda c: c.position)
    whole = queue(cards, at(0), chosen, answered, portion)
    found = queue(seen, at(0), chosen, answered, portion, unseen=unseen)
    assert found.cards == whole.cards
    assert found.deferred.items() <= whole.deferred.items()
    assert found.total.shown == whole.total.shown
    assert whole.deferred.keys() - found.deferred.keys() <= {c.key for c in unseen}


def test_no_more_new_cards_are_looked_at_than_there_is_room_for() -> None:
    """Of a collection with ten thousand, most are never read."""
    rest = iter(pile(100, 0))
    found = queue([], at(0), Settings(new_per_day=20), [], unseen=rest)
    assert len(found.cards) == found.total.new == 20
    assert len(list(rest)) == 80
    assert found.deferred == {}


@settings(max_examples=25, deadline=None)
@given(collections(), st.randoms(use_true_random=False))
def test_the_names_of_decks_and_the_order_of_rows_do_not_matter(cards: list[Candidate], random: object) -> None:
    """Without limits of their own, renamed decks ask the same cards in the same order."""
    renamed = [c._replace(deck=f"x::{c.deck}") for c in reversed(cards)]
    assert asked(renamed).cards == asked(cards).cards
    assert asked(renamed).deferred == asked(cards).deferred
