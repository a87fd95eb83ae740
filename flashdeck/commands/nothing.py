"""Why there is nothing to review, in one or two sentences with what to do next."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING

from flashdeck.commands.printing import counted
from flashdeck.config import CARDS_FOLDER, Settings
from flashdeck.model import State
from flashdeck.schedule import Candidate, Queue, Reason, next_due, next_step

if TYPE_CHECKING:
    from flashdeck.store.collection import Collection

NO_CARDS = (
    f"There are no cards yet: write some into {CARDS_FOLDER}/, as `flashdeck help card-files` shows. "
    "`flashdeck check` tells what is wrong in them."
)

_REASONS = {
    Reason.LIMIT: "beyond today's limit",
    Reason.SIBLING: "after another card of the same note",
    Reason.BURIED: "buried for today",
    Reason.LATER: "at a step that is over later today",
    Reason.SUSPENDED: "suspended",
}


def reasons(waiting: Mapping[Reason, int]) -> str:
    """Why due cards wait: `12 beyond today's limit, 1 suspended`."""
    return ", ".join(f"{waiting[reason]} {words}" for reason, words in _REASONS.items() if waiting[reason])


def local(at: datetime | None, instant: datetime) -> datetime | None:
    """A time as the clock of `instant` shows it."""
    return None if at is None else at.astimezone(instant.tzinfo)


def no_cards(collection: Collection) -> str:
    """Why there is not a single card, and where to begin."""
    if collection.errors:
        return f"No card is free of errors ({counted(collection.errors, 'error')}): `flashdeck check` shows them."
    return NO_CARDS


def why_nothing(
    collection: Collection, queue: Queue, instant: datetime, decks: Sequence[str] = (), tags: Sequence[str] = ()
) -> str:
    """Tell apart no cards at all, all suspended, a step later today, the limit reached, siblings, and nothing due.

    `queue` is what today asks of these decks and tags; times are told as the clock of `instant` shows them.
    """
    cards = collection.candidates(decks, tags)
    today = collection.now.day
    if not cards:
        return no_cards(collection)
    if all(card.suspended for card in cards):
        return _all_suspended(len(cards), decks, tags)
    review = " ".join(("flashdeck review", *map(shlex.quote, decks), *(f"--tag {shlex.quote(tag)}" for tag in tags)))
    if step := local(next_step(cards, collection.now.at), instant):
        later = counted(queue.total.deferred[Reason.LATER], "card")
        return f"Nothing more now: {later} at a learning step, the first until {step:%H:%M}. Come back then."
    if queue.total.deferred[Reason.LIMIT]:
        return _limit_reached(cards, queue, collection.settings, review)
    return _resting(queue, review) or _nothing_due(next_due(cards, today), today, review)


def _all_suspended(number: int, decks: Iterable[str], tags: Iterable[str]) -> str:
    """One deck and one tag can stand in a query; of more, every suspended card is listed."""
    named = [*(f'deck:"{deck}"' if " " in deck else f"deck:{deck}" for deck in decks), *(f"tag:{tag}" for tag in tags)]
    query = " ".join(("is:suspended", *map(shlex.quote, named if len(named) == 1 else ())))
    return (
        f"Every card is suspended ({counted(number, 'card')}): `flashdeck cards {query}` lists them, "
        f"`flashdeck unsuspend {query}` takes them back into reviews."
    )


def _resting(queue: Queue, review: str) -> str:
    """What is due and waits for tomorrow; empty where nothing does."""
    waiting = queue.total.deferred
    resting = {reason: waiting[reason] for reason in (Reason.SIBLING, Reason.BURIED) if waiting[reason]}
    if not resting:
        return ""
    left, why = counted(sum(resting.values()), "card"), " or ".join(_REASONS[reason] for reason in resting)
    return f"Nothing more today: {left} left for tomorrow, {why}. `{review} --cram` asks everything all the same."


def _nothing_due(following: date | None, today: date, review: str) -> str:
    if following is None:
        return "Nothing is due."
    days = (following - today).days
    return f"Nothing is due until {following}. `{review} --ahead {days}` asks now what falls due by then."


def _limit_reached(cards: Iterable[Candidate], queue: Queue, settings: Settings, review: str) -> str:
    """What goes beyond a limit is new cards, which `--new` asks, or reviews, for which the limit is to be raised."""
    limits = f"{settings.new_per_day} new and {settings.reviews_per_day} due cards"
    beyond = [card for card in cards if queue.deferred.get(card.key) is Reason.LIMIT]
    reviews = sum(card.schedule.state is not State.NEW for card in beyond)
    way_out = f"`{review} --new 10` asks ten new ones all the same."
    if reviews:
        way_out = (
            f"`{review} --set reviews-per-day={settings.reviews_per_day + reviews}` asks the due ones all the same."
        )
    return f"Today's limit is reached ({limits}): {counted(len(beyond), 'card')} left for tomorrow. {way_out}"
