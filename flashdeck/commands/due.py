"""`flashdeck due`: what today holds."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from flashdeck.commands.context import Context
from flashdeck.commands.decks import overrides_of_no_deck
from flashdeck.commands.nothing import local, reasons, why_nothing
from flashdeck.commands.options import command
from flashdeck.commands.printing import counted, print_json, say, warn
from flashdeck.commands.table import table, terminal_width
from flashdeck.schedule import Counts, Reason, in_all, next_due, next_step


@command(reports=True, examples=("flashdeck due", "flashdeck due --now 2026-12-24T09:00:00+01:00 --json"))
def due(context: Context) -> None:
    """Count what is due today, by deck.

    NEW were never answered, DUE have come round again, AGAIN are at a learning step or were answered today and are
    asked until known, WAITING are due but not asked now.
    """
    today = context.now.day
    with context.collection() as collection:
        decks = collection.counts()
        total = in_all(decks.values())
        if context.settings.decks:
            for sentence in overrides_of_no_deck(context.settings.decks, collection.decks()):
                warn(sentence)
        if context.json:
            cards = collection.candidates()
            step = local(next_step(cards, context.now.at), context.instant)
            print_json(_report(decks, context.instant, today, next_due(cards, today), step))
        elif total.shown:
            for line in _by_deck(decks):
                say(line)
            say()
            say("Start: flashdeck review")
        else:
            say(why_nothing(collection, collection.queue(), context.instant))


def _report(
    decks: Mapping[str, Counts], instant: datetime, today: date, following: date | None, step: datetime | None
) -> dict[str, Any]:
    return {
        "now": instant.isoformat(),
        "study_day": today.isoformat(),
        "next_due": following and following.isoformat(),
        "next_step": step and step.isoformat(timespec="seconds"),
        "decks": [{"deck": deck, **_counts(counts)} for deck, counts in decks.items()],
        "total": _counts(in_all(decks.values())),
    }


def _counts(counts: Counts) -> dict[str, Any]:
    return {
        "new": counts.new,
        "learning": counts.learning,
        "review": counts.review,
        "deferred": counts.deferred.total(),
        "reasons": {reason.value: counts.deferred[reason] for reason in Reason if counts.deferred[reason]},
    }


# ---------------------------------------------------------------------------------------------- for people


def _by_deck(decks: Mapping[str, Counts]) -> list[str]:
    """A line for each deck that is asked today, one for those that only wait, a total, and why cards wait."""
    asked = {deck: counts for deck, counts in decks.items() if counts.shown}
    resting = [counts for counts in decks.values() if counts.deferred and not counts.shown]
    total = in_all(decks.values())
    rows = [("DECK", "NEW", "DUE", "AGAIN", "WAITING"), *(_row(deck, counts) for deck, counts in asked.items())]
    if resting:
        rows.append(_row(counted(len(resting), "more deck"), in_all(resting)))
    if len(rows) > 2:
        rows.append(_row("total", total))
    lines = table(rows, terminal_width(), right=range(1, 5))
    deferred = total.deferred
    return [*lines, "", f"Waiting: {reasons(deferred)}."] if deferred else lines


def _row(deck: str, counts: Counts) -> tuple[str, ...]:
    numbers = (counts.new, counts.review, counts.learning, counts.deferred.total())
    return deck, *(str(number) if number else "-" for number in numbers)
