"""What an undo took back, or a redo did again, and where its card stands now."""

from __future__ import annotations

from datetime import date, timedelta, timezone
from typing import Any

from flashdeck.commands.context import Context
from flashdeck.commands.printing import counted, print_json, say
from flashdeck.commands.wording import in_words
from flashdeck.model import CardKey, Event, EventKind, Schedule
from flashdeck.schedule.notation import schedule_json
from flashdeck.store.collection import Collection, Undone


def tell(context: Context, collection: Collection, verb: str, undone: Undone) -> None:
    """Say it; of several cards that one command changed together, how many and the last of them."""
    after, event = undone.schedule, undone.event
    if context.json:
        print_json({"event": _event_json(event), "schedule": schedule_json(after, after.first), "cards": undone.cards})
        return
    what = event.body.get("rating") if event.kind in (EventKind.REVIEW, EventKind.CRAM) else event.kind
    if undone.cards > 1:
        say(f"{verb} “{what}” of {event.when.day} on {counted(undone.cards, 'card')}.")
        return
    say(f"{verb} “{what}” of {event.when.day} on: {_question(collection, undone.key)}")
    say(_standing(after, context.now.day))


def _question(collection: Collection, key: CardKey) -> str:
    try:
        return in_words(collection.entry(key).card.front)
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
