"""`flashdeck undo`: takes back the last answer."""

from __future__ import annotations

from datetime import date, timedelta, timezone
from typing import Any

from flashdeck.commands.context import Context
from flashdeck.commands.options import command
from flashdeck.commands.printing import folded, print_json, say
from flashdeck.model import CardKey, Event, Schedule, UserError
from flashdeck.schedule.notation import schedule_json
from flashdeck.store.collection import Collection


@command(reports=True, examples=("flashdeck undo", "flashdeck undo --json"))
def undo(context: Context) -> None:
    """Take back the last answer.

    Also that of an earlier session; each further call takes back the one before. The card stands again as it stood
    before the answer, and the log keeps both.
    """
    with context.collection() as collection:
        undone = collection.undo(context.now)
        if undone is None:
            raise UserError("There is no answer to take back.")
        if context.json:
            after = undone.schedule
            print_json({"event": _event_json(undone.event), "schedule": schedule_json(after, after.first)})
            return
        rating, day = undone.event.body.get("rating"), undone.event.when.day
        say(f"Took back “{rating}” of {day} on: {_question(collection, undone.key)}")
        say(_standing(undone.schedule, context.now.day))


def _question(collection: Collection, key: CardKey) -> str:
    try:
        return folded(collection.entry(key).card.front)
    except KeyError:
        return "a card whose text is gone"


def _event_json(event: Event) -> dict[str, Any]:
    """The line of the log, its time with the offset of the place where it was answered."""
    when = event.when
    local = when.at.astimezone(timezone(timedelta(minutes=when.offset)))
    named = {"id": event.id, "kind": event.kind, "at": local.isoformat(), "offset": when.offset}
    return {**event.body, **named, "day": when.day.isoformat()}


def _standing(schedule: Schedule, today: date) -> str:
    if schedule.due is None:
        return "The card is new again."
    if schedule.due <= today or (schedule.pending and schedule.last == today):
        return "The card is due today."
    return f"The card is due on {schedule.due}."
