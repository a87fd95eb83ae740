"""What a sitting came to, and what waits after it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone

from flashdeck.model import Moment, Rating
from flashdeck.review.session import Session
from flashdeck.schedule import Candidate, next_due


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a sitting came to, and what waits: cards `left` today and due `tomorrow`; days to the next that is due."""

    cards: int
    answers: int
    missed: int  # cards whose first answer was again
    seconds: float
    left: int
    tomorrow: int
    next_due: int | None
    goes_on: datetime | None = None  # local time at which the first card that rests comes back today
    is_cram: bool = False


def outcome(session: Session, candidates: Iterable[Candidate], now: Moment, seconds: float) -> Outcome:
    """What the session came to in so many seconds, and what waits in the whole collection: `candidates`."""
    candidates = list(candidates)
    first = {answer.key: answer.rating for answer in reversed(session.answers)}
    due = next_due(candidates, now.day)
    return Outcome(
        cards=len(first),
        answers=len(session.answers),
        missed=sum(rating is Rating.AGAIN for rating in first.values()),
        seconds=seconds,
        left=len(session.waiting) + len(session.resting),
        tomorrow=sum(_is_due_by(candidate, now.day + timedelta(days=1)) for candidate in candidates),
        next_due=None if due is None else (due - now.day).days,
        goes_on=session.goes_on and session.goes_on.astimezone(timezone(timedelta(minutes=now.offset))),
        is_cram=session.is_cram,
    )


def _is_due_by(candidate: Candidate, day: date) -> bool:
    due = candidate.schedule.due
    return due is not None and due <= day and not candidate.suspended
