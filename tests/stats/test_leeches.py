from __future__ import annotations

from datetime import UTC, date, datetime

from flashdeck.compile import cards, compile_file
from flashdeck.model import Card, CardKey, Event, Moment, Rating, Schedule, State
from flashdeck.stats.leeches import Leech, Neighbour, Typed, answered_by, leeches

H100, H200, POWER, ALONE = (CardKey(guid, 0) for guid in ("h100", "h200", "power", "alone"))
APART = {"h100": ("row-1", "memory"), "h200": ("row-2", "memory"), "power": ("row-2", "watts")}
WHEN = Moment(datetime(2026, 12, 1, 9, tzinfo=UTC), 0, date(2026, 12, 1))


def lapsed(lapses: int, *, leech: bool = False) -> Schedule:
    return Schedule(State.REVIEW, 1, lapses=lapses, leech=leech)


def typed(text: object, card: CardKey = H200, rating: Rating = Rating.AGAIN, **more: object) -> Event:
    """An answer to a card that was typed."""
    return Event("desk", 1, "review", WHEN, {**card._asdict(), "rating": rating.value, "typed": text, **more})


def told(*answers: Event) -> Leech:
    """What is told of one leech with these answers."""
    (leech,) = leeches({H200: lapsed(8, leech=True)}, answers, {})
    return leech


def test_wrong_answers_are_told_the_most_frequent_first() -> None:
    """In whatever case and spacing they were typed; what was right, or typed on another card, is none of them."""
    wrong = [typed("80 GB"), typed("96 gb"), typed("96  GB "), typed("h100")]
    right = [typed("141 GB", rating=Rating.GOOD), typed("1 GB", H100)]
    assert told(*wrong, *right).typed == (Typed("96 GB", 2), Typed("80 GB", 1), Typed("h100", 1))


def test_nothing_and_the_numbers_of_a_drill_tell_of_no_confusion() -> None:
    """A drill has other numbers each time; odd events are passed over."""
    assert told(typed("  "), typed(None), typed(7), typed("3", draw={"n": "8"})).typed == ()


def test_neighbours_are_the_cells_of_the_row_and_the_column() -> None:
    """The one with the most lapses first; neither the other way round nor a card of no table."""
    schedules = {
        H200: lapsed(8, leech=True),
        H100: lapsed(2),
        POWER: lapsed(5),
        ALONE: lapsed(7),
        CardKey("h200", 1): lapsed(3),
        CardKey("power", 1): lapsed(9),
    }
    (leech,) = leeches(schedules, [], APART)
    assert leech.neighbours == (Neighbour(POWER, 5), Neighbour(H100, 2))


def test_a_wrong_answer_may_be_right_for_a_neighbour() -> None:
    """Then it is told whose it is."""
    text = "## GPUs {#gpu .table .typed}\n\n| GPU | Memory |\n|---|---|\n| H100 | 80 GB |\n| H200 | 141 GB |\n"
    asked: list[Card] = [cards(note)[0] for note in compile_file("cards/a.md", text.encode(), deck="a").notes]
    h100, h200 = (CardKey(card.note.key, 0) for card in asked)
    leech = Leech(h200, 8, (), (Neighbour(h100, 0),))
    texts = dict(zip((h100, h200), asked, strict=True))
    assert answered_by(Typed("80 gb", 3), leech, texts) is asked[0]
    assert answered_by(Typed("96 GB", 3), leech, texts) is None
    assert answered_by(Typed("80 GB", 3), leech, {}) is None
