"""What was done to one card, as lines of its panel: the newest first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flashdeck.answers import compare
from flashdeck.drills import shown_again
from flashdeck.model import FLAGS, Event, EventKind, Note, NoteType, Rating, Schedule
from flashdeck.review.words import offer, time_taken

_DONE: dict[str, str] = {
    EventKind.SUSPEND: "suspended",
    EventKind.UNSUSPEND: "taken back in",
    EventKind.BURY: "buried until tomorrow",
    EventKind.RESET: "made new again",
    EventKind.SET: "schedule set",
}


def history(note: Note, events: Sequence[Event], after: Mapping[str, Schedule]) -> list[tuple[str, str]]:
    """The study day of each event and what it was; `after` are the schedules that answers came to, by event id."""
    return [(event.when.day.isoformat(), _told(note, event, after.get(event.id))) for event in reversed(events)]


def _told(note: Note, event: Event, after: Schedule | None) -> str:
    if event.kind == EventKind.FLAG:
        flag = event.body.get("flag")
        return f"flag: {FLAGS[flag]}" if isinstance(flag, int) and 0 <= flag < len(FLAGS) else "flag"
    if event.kind not in (EventKind.REVIEW, EventKind.CRAM):
        return _DONE.get(event.kind, event.kind)
    rating = str(event.body.get("rating"))
    parts = [f"{rating}: {offer(after, event.when.day)}" if after else f"{rating}, crammed"]
    taken = event.body.get("taken_ms")
    if isinstance(taken, int):
        parts.append(f"in {time_taken(taken)}")
    typed = event.body.get("typed")
    if isinstance(typed, str) and _is_wrong(note, event, typed):
        parts.append(f"typed “{typed}”" if typed.strip() else "nothing typed")
    return ", ".join(parts)


def _is_wrong(note: Note, event: Event, typed: str) -> bool:
    """Whether what was typed is wrong by the text as it is now; where that no longer fits, by the grade."""
    expected = note.expected
    if note.type is NoteType.DRILL:
        draw = event.body.get("draw")
        again = shown_again(note, draw) if isinstance(draw, dict) else None
        expected = again.expected if again else None
    if expected is None or not expected.answers:
        return event.body.get("rating") in (Rating.AGAIN, Rating.HARD)
    return compare(expected, typed).rating in (Rating.AGAIN, Rating.HARD)
