"""The figures of `flashdeck stats`, all together and as JSON."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from flashdeck.model import Card, CardKey, Schedule
from flashdeck.schedule.fold import Transition
from flashdeck.stats.activity import Day, Streak, Times, days, hours, streak, times
from flashdeck.stats.forecast import Due, Workload, forecast, workload
from flashdeck.stats.leeches import Leech, Typed, answered_by, leeches
from flashdeck.stats.retention import INTERVALS, Retention, Share, retention

RECENT = 30


@dataclass(frozen=True, slots=True)
class Figures:
    """What the log and the schedules come to on a study day.

    `reviews` are all answers, repeats included; `recent` is the retention of the last 30 study days, today included.
    `days` are the last 365, `forecast` the next 30, `hours` the answers in each hour of the day, `leeches` those with
    the most lapses first.
    """

    reviews: int
    times: Times
    days: tuple[Day, ...]
    streak: Streak
    retention: Retention
    recent: Retention
    forecast: tuple[Due, ...]
    workload: Workload
    hours: tuple[int, ...]
    leeches: tuple[Leech, ...]


def figures(  # noqa: PLR0913 (all that figures are told from)
    transitions: Iterable[Transition],
    schedules: Mapping[CardKey, Schedule],
    today: date,
    *,
    suspended: Container[CardKey] = (),
    decks: Mapping[str, str] | None = None,
    apart: Mapping[str, tuple[str, ...]] | None = None,
) -> Figures:
    """The figures of all answers, and of where the cards stand now.

    `schedules` are those of the cards to be asked and told of, `suspended` those among them that fall due no more (and
    are leeches nevertheless); `decks` names the deck of each guid, `apart` the groups of each table cell.
    """
    given = list(transitions)
    answers = [transition.event for transition in given]
    recent = [each for each in given if 0 <= (today - each.event.when.day).days < RECENT]
    taken = times(answers)
    ahead = forecast((schedule for key, schedule in schedules.items() if key not in suspended), today)
    return Figures(
        reviews=len(answers),
        times=taken,
        days=days(answers, today),
        streak=streak(answers, today),
        retention=retention(given, decks or {}),
        recent=retention(recent, decks or {}),
        forecast=ahead,
        workload=workload(ahead, taken.mean),
        hours=hours(answers),
        leeches=leeches(schedules, answers, apart or {}),
    )


# ---------------------------------------------------------------------------------------------- JSON


def as_json(told: Figures, cards: Mapping[CardKey, Card] | None = None) -> dict[str, Any]:
    """The figures as `stats --json` has them; what cannot be said yet is null. `cards` are the leeches and neighbours.

    - `reviews`: of all answers, same-day repeats included, their `count`, the `seconds` that they took together, and
      `median_seconds` and `mean_seconds` of one.
    - `days`: for each of the last 365 study days, oldest first, its `day`, `reviews` and `seconds`.
    - `streak`: study days in a row with an answer, `current` (up to today or yesterday) and `longest`.
    - `retention`: `all` and `last_30_days`; in each `overall`, `young` (interval below 21 days), `mature`, and the
      lists `intervals` (each with its `interval` in words and its shortest, `from_days`) and `decks` (each with its
      `deck`). All of these have `reviews` (of cards in review, repeats left out), those among them that were `known`,
      and `retention`, their share from 0 to 1.
    - `forecast`: for each of the next 30 study days, today first, its `day` and the `cards` due, overdue ones today.
    - `workload`: a mean day of the forecast, in `reviews_per_day`, `seconds_per_review` and `minutes_per_day`.
    - `hours`: the answers in each of the 24 hours of the day, by local time, as 24 numbers.
    - `leeches`: each card that is forgotten again and again, most lapses first: its `key`, `guid`, `ordinal`, `front`
      and `lapses`; what was `typed` and wrong, most frequent first, each with its `text`, its `times` and the key of
      the neighbour that it is the `answer_of` (or null); and its `neighbours`, the other cells of its row and column,
      each with `key`, `guid`, `ordinal`, `front` and `lapses`.
    """
    return {
        "reviews": {
            "count": told.reviews,
            "seconds": told.times.total,
            "median_seconds": told.times.median,
            "mean_seconds": told.times.mean,
        },
        "days": [{"day": f"{day.day}", "reviews": day.reviews, "seconds": day.seconds} for day in told.days],
        "streak": {"current": told.streak.current, "longest": told.streak.longest},
        "retention": {"all": _retention_json(told.retention), "last_30_days": _retention_json(told.recent)},
        "forecast": [{"day": f"{due.day}", "cards": due.cards} for due in told.forecast],
        "workload": {
            "reviews_per_day": told.workload.reviews_per_day,
            "seconds_per_review": told.workload.seconds_per_review,
            "minutes_per_day": told.workload.minutes_per_day,
        },
        "hours": list(told.hours),
        "leeches": [_leech_json(leech, cards or {}) for leech in told.leeches],
    }


def _leech_json(leech: Leech, cards: Mapping[CardKey, Card]) -> dict[str, Any]:
    return {
        **_card_json(leech.key, leech.lapses, cards),
        "typed": [_typed_json(typed, answered_by(typed, leech, cards)) for typed in leech.typed],
        "neighbours": [_card_json(neighbour.key, neighbour.lapses, cards) for neighbour in leech.neighbours],
    }


def _card_json(key: CardKey, lapses: int, cards: Mapping[CardKey, Card]) -> dict[str, Any]:
    card = cards.get(key)
    return {
        "key": card and card.note.key,
        "guid": key.guid,
        "ordinal": key.ordinal,
        "front": card and card.front,
        "lapses": lapses,
    }


def _typed_json(typed: Typed, owner: Card | None) -> dict[str, Any]:
    return {"text": typed.text, "times": typed.times, "answer_of": owner and owner.note.key}


def _retention_json(found: Retention) -> dict[str, Any]:
    return {
        "overall": _share_json(found.overall),
        "young": _share_json(found.young),
        "mature": _share_json(found.mature),
        "intervals": [
            {"interval": INTERVALS[shortest], "from_days": shortest} | _share_json(share)
            for shortest, share in found.intervals.items()
        ],
        "decks": [{"deck": deck} | _share_json(share) for deck, share in found.decks.items()],
    }


def _share_json(share: Share) -> dict[str, Any]:
    return {"reviews": share.reviews, "known": share.known, "retention": share.retention}
