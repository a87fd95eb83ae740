"""Why there is nothing to review, in one sentence with what to do next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from flashdeck.commands.printing import counted
from flashdeck.config import CARDS_FOLDER, Settings
from flashdeck.schedule import Candidate, Queue, Reason

_REASONS = {
    Reason.LIMIT: "beyond today's limit",
    Reason.SIBLING: "after another card of the same note",
    Reason.SUSPENDED: "suspended",
}


def reasons(waiting: Mapping[Reason, int]) -> str:
    """Why due cards wait: `12 beyond today's limit, 1 suspended`."""
    return ", ".join(f"{waiting[reason]} {words}" for reason, words in _REASONS.items() if waiting[reason])


def why_nothing(cards: Sequence[Candidate], queue: Queue, settings: Settings, following: date | None) -> str:
    """Tell apart no cards at all, all suspended, the limit reached, siblings waiting, and nothing due."""
    if not cards:
        return (
            f"There are no cards yet: write some into {CARDS_FOLDER}/. `flashdeck check` tells what is wrong in them."
        )
    if all(card.suspended for card in cards):
        return f"Every card is suspended: {counted(len(cards), 'card')}."
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
