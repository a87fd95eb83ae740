"""Laws of the queue, under every scheduler and after events of every kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from flashdeck.config import Settings
from flashdeck.model import CardKey, Event, Moment, Rating, Schedule, State
from flashdeck.schedule import Candidate, Counts, Portion, Reason, answered_on, in_all, queue
from flashdeck.schedule.scheduler import scheduler
from flashdeck.schedule.waiting import NewCards, with_the_rest
from tests.schedule.histories import CARDS, LATER, asked, candidates, fold, histories, noon, settings_of_all
from tests.schedule.written import DAY_0, at

modestly = settings(max_examples=60, deadline=None)
moments = st.builds(at, st.integers(0, 20), st.sampled_from(["04:00", "12:30"]))

limits = st.fixed_dictionaries(
    {
        "new_per_day": st.integers(0, 3),
        "reviews_per_day": st.integers(0, 6),
        "new_cards_ignore_review_limit": st.booleans(),
        "bury_siblings": st.booleans(),
    }
)


@modestly
@given(histories(), settings_of_all, st.sampled_from(CARDS))
def test_no_history_loses_a_card(events: list[Event], chosen: Settings, card: CardKey) -> None:
    """Whatever was set, a card that nobody suspended is asked on the day that it is due; known, it leaves that day."""
    standing = fold(events, chosen)
    schedule = standing.schedules.get(card, Schedule())
    assume(schedule.due is None or schedule.due.year < 9999)
    day = max(schedule.due or DAY_0, DAY_0 + timedelta(days=LATER))
    if schedule.due_at is not None:
        day = max(day, schedule.due_at.date())
    now = noon(day)
    for _ in range(4):  # two steps of learning at the most, and one to spare
        alone = [Candidate(card, "gpu", 1, schedule)]
        found = queue(alone, now, chosen, answered_on(now.day, alone), Portion())
        if schedule.last == now.day and not found.cards:
            break
        assert found.cards == (card,), schedule
        schedule = scheduler(chosen).answer(schedule, Rating.EASY, now, card)
        now = replace(now, at=now.at + timedelta(minutes=20))
    else:
        raise AssertionError(f"it never leaves the day: {schedule}")
    assert schedule.due is not None
    assert schedule.due > now.day


@modestly
@given(histories(), settings_of_all, moments)
def test_law_11_shown_and_deferred_are_what_is_due(events: list[Event], chosen: Settings, now: Moment) -> None:
    """Card by card: new, at a step, due by today, or to be repeated today; the rest is neither."""
    standing = fold(events, chosen)
    found = asked(standing, chosen, now)
    due = {
        card.key
        for card in candidates(standing, now)
        if (schedule := card.schedule).state is State.NEW
        or schedule.due_at is not None
        or (schedule.pending and schedule.last == now.day)
        or (schedule.due is not None and schedule.due <= now.day)
    }
    assert len(found.cards) == len(set(found.cards))
    assert set(found.cards) | found.deferred.keys() == due
    assert set(found.cards).isdisjoint(found.deferred)
    assert (found.total.shown, found.total.deferred) == (len(found.cards), Counter(found.deferred.values()))


@modestly
@given(histories(), settings_of_all, moments, st.integers(0, 3), st.integers(0, 4))
def test_law_11_a_whole_day_keeps_its_limits(
    events: list[Event], chosen: Settings, now: Moment, new: int, reviews: int
) -> None:
    """Each queue is gathered anew, as after a restart: limits hold to the day's end, and no two siblings are asked."""
    chosen = replace(chosen, new_per_day=new, reviews_per_day=reviews)
    standing = fold(events, chosen)
    before = answered_on(now.day, candidates(standing, now))
    first_asked: dict[CardKey, Schedule] = {}
    for _ in range(40):
        found = asked(standing, chosen, now)
        assert asked(standing, chosen, now) == found
        if not found.cards:
            break
        card = found.cards[0]
        schedule = standing.schedules.get(card, Schedule())
        if schedule.due_at is None:  # steps of less than a day know no limit
            first_asked.setdefault(card, schedule)
        standing.schedules[card] = scheduler(chosen).answer(schedule, Rating.EASY, now, card)
        now = replace(now, at=now.at + timedelta(minutes=1))
    else:
        raise AssertionError("the day does not end")
    done = {card.key for card in before}
    counted = first_asked.keys() - done
    assert sum(first_asked[card].state is State.NEW for card in counted) <= max(0, new - sum(a.was_new for a in before))
    assert len(counted) <= max(0, reviews - len(done))
    assert len({card.guid for card in counted}) == len(counted)
    assert {card.guid for card in counted}.isdisjoint(card.guid for card in done)


@modestly
@given(histories(), settings_of_all, moments)
def test_a_shuffled_order_is_the_same_all_day(events: list[Event], chosen: Settings, now: Moment) -> None:
    """What is left after an answer stands as it stood before, and the next day is another order of the same cards."""
    chosen = replace(chosen, new_order="shuffled", bury_siblings=False)
    news = [card._replace(schedule=Schedule()) for card in candidates(fold(events, chosen), now) if not card.suspended]
    whole = queue(news, now, chosen, []).cards
    assume(whole)
    rest = [card for card in news if card.key != whole[0]]
    assert queue(rest, replace(now, at=now.at + timedelta(hours=1)), chosen, []).cards == whole[1:]


def test_siblings_of_a_step_left_over_from_yesterday_wait() -> None:
    """As in Anki: whatever is asked of a note today, its other cards are not."""
    chosen = Settings(scheduler="anki")
    step = scheduler(chosen).answer(Schedule(), Rating.GOOD, at(0, "22:00"), CARDS[0])
    cards = [Candidate(CARDS[0], "gpu", 1, step), Candidate(CARDS[1], "gpu", 2, Schedule())]
    found = queue(cards, at(1), chosen, answered_on(at(1).day, cards))
    assert found.cards == (CARDS[0],)
    assert found.deferred == {CARDS[1]: Reason.SIBLING}


@modestly
@given(histories(), settings_of_all, moments, limits)
def test_a_queue_that_looks_at_few_new_cards_is_the_same(
    events: list[Event], chosen: Settings, now: Moment, of_a_day: dict[str, Any]
) -> None:
    """What is asked, in its order, and every count, whatever was set, suspended or buried."""
    chosen = replace(chosen, **of_a_day)
    cards = candidates(fold(events, chosen), now)
    answered = answered_on(now.day, cards)
    whole = queue(cards, now, chosen, answered)
    unseen = [card for card in cards if card.schedule.state is State.NEW]
    due = [card for card in cards if card.key in whole.cards or card.key in whole.deferred if card not in unseen]
    looked_at: list[Candidate] = []
    found = queue(due, now, chosen, answered, unseen=_told(unseen, looked_at))
    assert found.cards == whole.cards
    of_shown = {key.guid for key in (*found.cards, *(card.key for card in answered))}
    siblings = [card for card in unseen if card.key.guid in of_shown]
    decks = with_the_rest(found, looked_at, _by_deck(unseen), siblings, chosen)
    assert in_all(decks.values()) == whole.total
    assert {deck: counts for deck, counts in decks.items() if counts != Counts()} == {
        deck: counts for deck, counts in whole.decks.items() if counts != Counts()
    }


def _told(cards: list[Candidate], looked_at: list[Candidate]) -> Iterator[Candidate]:
    for card in cards:
        looked_at.append(card)
        yield card


def _by_deck(cards: list[Candidate]) -> dict[str, NewCards]:
    decks: dict[str, NewCards] = {}
    for card in cards:
        first, ready, buried, suspended = decks.get(card.deck, (card.position, 0, 0, 0))
        if card.suspended:
            suspended += 1
        elif card.buried:
            buried += 1
        else:
            ready += 1
        decks[card.deck] = NewCards(first, ready, buried, suspended)
    return decks
