"""Why there is nothing to review, in one sentence with what to do next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime

from flashdeck.commands.printing import counted
from flashdeck.config import CARDS_FOLDER, Settings
from flashdeck.schedule import Candidate, Queue, Reason

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


def why_nothing(
    cards: Sequence[Candidate], queue: Queue, settings: Settings, following: date | None, step: datetime | None
) -> str:
    """Tell apart no cards at all, all suspended, a step later today, the limit reached, siblings, and nothing due.

    `following` is the next day on which a card is due, `step` the local time at which a learning step is over.
    """
    if not cards:
        return (
            f"There are no cards yet: write some into {CARDS_FOLDER}/. `flashdeck check` tells what is wrong in them."
        )
    if all(card.suspended for card in cards):
        return f"Every card is suspended: {counted(len(cards), 'card')}."
    if step is not None:
        later = counted(queue.total.deferred[Reason.LATER], "card")
        return f"Nothing more now: {later} at a learning step, the first until {step:%H:%M}."
    limited, held_back = (queue.total.deferred[reason] for reason in (Reason.LIMIT, Reason.SIBLING))
    if limited:
        limits = f"{settings.new_per_day} new and {settings.reviews_per_day} due cards"
        return (
            f"Today's limit is reached ({limits}): {counted(limited, 'card')} left for tomorrow. "
            "`flashdeck review --new 10` asks ten new ones all the same."
        )
    if held_back:
        return f"Nothing more today: {counted(held_back, 'card')} left for tomorrow, {_REASONS[Reason.SIBLING]}."
    return f"Nothing is due until {following}." if following else "Nothing is due."
