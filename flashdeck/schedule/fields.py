"""What the bodies of events say; ValueError, with the end of a sentence, where they do not say it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flashdeck.model import CardKey, Event, EventKind, Rating, Schedule
from flashdeck.schedule.given import from_log

RATINGS = {rating.value: rating for rating in Rating}
FLAGS = range(8)


def card(event: Event) -> CardKey:
    """The card that the event is about."""
    body = event.body
    try:
        guid, ordinal = body["guid"], body["ordinal"]
    except KeyError as missing:
        raise ValueError(f"its `{missing.args[0]}` is missing") from None
    if isinstance(guid, str) and type(ordinal) is int and ordinal >= 0:
        return CardKey(guid, ordinal)
    return CardKey(text(event, "guid"), whole(event, "ordinal"))


def rating(event: Event) -> Rating:
    """The answer that was given."""
    word = text(event, "rating")
    if word not in RATINGS:
        raise ValueError(f"`{word}` is not a rating")
    return RATINGS[word]


def flag(event: Event) -> int:
    """The flag that was set, 0 to take it away."""
    number = whole(event, "flag")
    if number not in FLAGS:
        raise ValueError(f"{number} is not a flag")
    return number


def schedule(event: Event) -> Schedule:
    """The schedule that was set."""
    given = event.body.get("schedule")
    if not isinstance(given, dict):
        raise ValueError("its `schedule` is missing or not an object")  # noqa: TRY004 (every fault is one kind)
    return from_log(given)


def place_in_anki(event: Event) -> tuple[str, tuple[int, ...]]:
    """The deck in which an exported note lies, and the ordinals of its cards; empty where the event does not say."""
    deck, ordinals = event.body.get("deck", ""), event.body.get("ordinals", [])
    if not isinstance(deck, str):
        raise ValueError("its `deck` is not a text")  # noqa: TRY004 (every fault is one kind)
    if not isinstance(ordinals, list) or not all(type(each) is int and each >= 0 for each in ordinals):
        raise ValueError("its `ordinals` are not a list of whole numbers from 0")
    return deck, tuple(ordinals)


def text(event: Event, name: str) -> str:
    """A field that is a text."""
    value = event.body.get(name)
    if isinstance(value, str):
        return value
    raise ValueError(f"its `{name}` is {'missing' if value is None else 'not a text'}")


def whole(event: Event, name: str) -> int:
    """A field that is a whole number from 0 on."""
    value = event.body.get(name)
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise ValueError(f"its `{name}` is {'missing' if value is None else 'not a whole number from 0'}")


def is_understood(event: Event) -> bool:
    """Whether an event about a card says all that it needs to say."""
    try:
        card(event)
        if (more := _MORE.get(event.kind)) is not None:
            more(event)
    except ValueError:
        return False
    return True


_MORE: Mapping[str, Callable[[Event], object]] = {
    EventKind.REVIEW: rating,
    EventKind.CRAM: rating,
    EventKind.FLAG: flag,
    EventKind.SET: schedule,
}
