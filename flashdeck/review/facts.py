"""What both faces say of a card, its schedule, what was done, and the end: sentences, and pairs of label and value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from flashdeck.model import FLAGS, Diagnostic, EventKind, Note, Schedule, State
from flashdeck.review.outcome import Outcome
from flashdeck.review.session import Progress
from flashdeck.review.words import count, distance, duration, interval, step
from flashdeck.store.collection import Entry, Undone

if TYPE_CHECKING:
    from flashdeck.answers import Verdict

WIDEST = 88
"""Cells of the text column: longer lines are hard to read."""

Fact = tuple[str, str]

BURIED = "Buried: the card rests until tomorrow."
SUSPENDED = "Suspended: the card is left out until it is unsuspended."
GONE = "The card is no longer in its file, so it leaves the sitting."
SUSPENDED_IN_FILE = "The card is suspended in its file now, so it leaves the sitting."
ONLY_CARD = "This is the only card left."
NO_HINT = "This card has no hint."
PROBLEMS = "What is wrong in this file:"
NO_EDITOR_HERE = "This terminal cannot be lent to an editor."
NOTHING_TO_UNDO = "There is nothing to take back."


def formulas(*, tex: bool) -> str:
    """How formulas are shown from now on."""
    return f"Formulas are shown as {'TeX' if tex else 'text'}."


def others(since: Sequence[datetime], instant: datetime) -> str:
    """That the collection is reviewed elsewhere too, since when by the clock of `instant`; empty where it is not."""
    if not since:
        return ""
    began = since[0].astimezone(instant.tzinfo)
    return f"Another review is open since {began:%H:%M}: no card is asked in both."


_TAKEN_BACK = {
    EventKind.REVIEW: "The last answer is taken back.",
    EventKind.CRAM: "The last answer is taken back.",
    EventKind.BURY: "No longer buried.",
    EventKind.SUSPEND: "No longer suspended.",
    EventKind.UNSUSPEND: "Suspended again.",
    EventKind.FLAG: "The flag is as it was before.",
    EventKind.RESET: "The schedule is as it was before.",
    EventKind.SET: "The schedule is as it was before.",
}


def taken_back(undone: Undone) -> str:
    """What an undo came to."""
    told = _TAKEN_BACK[EventKind(undone.event.kind)]
    return f"{told.removesuffix('.')}, {undone.cards} cards." if undone.cards > 1 else told


def flagged(flag: int) -> str:
    """That a card has a flag, or none any more."""
    return f"Flagged {FLAGS[flag]}." if flag else "No longer flagged."


def opened(picture: str) -> str:
    """Which picture the viewer shows."""
    return f"Opened {picture}."


def no_picture(*, revealed: bool) -> str:
    """That there is nothing to open; before the answer is shown, nothing is said of it."""
    return "This card has no picture." if revealed else "The question has no picture."


def problems(found: Iterable[Diagnostic]) -> list[Fact]:
    """What is wrong in a card file: the line, and a sentence or two."""
    return [(f"Line {each.span.line}", f"{each.severity}: {each.message}. {each.help}".rstrip()) for each in found]


def flag(number: int) -> list[Fact]:
    """The flag of a card, if it has one."""
    return [("Flag", FLAGS[number])] * bool(number)


def badges(entry: Entry, *, is_cram: bool) -> list[str]:
    """What is told beside the card's place: a cram, and a flag."""
    return ["cram"] * is_cram + [f"⚑ {FLAGS[entry.marks.flag]}"] * bool(entry.marks.flag)


def progress(state: Progress) -> tuple[str, ...]:
    """`3 done`, `12 left`, and of these `5 new`, `1 again`."""
    return f"{state.done} done", f"{state.left} left", f"{state.new} new", f"{state.again} again"


def origin(note: Note) -> list[Fact]:
    """The small print below an answer: where it is from, and when that was last checked."""
    facts = (("Source", note.source), ("As of", note.as_of))
    return [(label, value) for label, value in facts if value]


def small_print(note: Note) -> list[str]:
    """The same as running text: `A datasheet, 2023`, `as of 2026-11`."""
    return [value if label == "Source" else f"as of {value}" for label, value in origin(note)]


def about(entry: Entry, day: date, history: Sequence[Fact]) -> list[Fact]:
    """Where the card is from, where it is written, where it stands in its schedule, and what was done to it."""
    note = entry.card.note
    card = f"{note.key}:{entry.card.ordinal}" if entry.card.ordinal else note.key
    place = [("File", f"{note.span.file}:{note.span.line}"), ("Deck", note.deck), ("Card", card)]
    tags = [("Tags", ", ".join(note.tags))] if note.tags else []
    past = [("History", count(len(history), "event")), *history] if history else []
    return [*origin(note), *place, *tags, *flag(entry.marks.flag), *_standing(entry.schedule, day), *past]


def _standing(schedule: Schedule, day: date) -> list[Fact]:
    if schedule.state is State.NEW or schedule.due is None:
        return [("Schedule", "new, never answered")]
    comes_back = schedule.pending or schedule.due_at is not None
    due = "today, again" if comes_back else distance((schedule.due - day).days)
    facts = [("Due", due)]
    if schedule.step:
        facts.append(("Step", f"{step(schedule.step)}, {schedule.remaining} to go"))
    if schedule.interval:
        facts.append(("Interval", interval(schedule.interval)))
    if schedule.stability:
        facts += [("Stability", interval(round(schedule.stability))), ("Difficulty", f"{schedule.difficulty:.1f}")]
    elif schedule.ease:
        facts.append(("Ease", f"{schedule.ease / 1000:.2f}"))
    facts.append(("Repetitions", str(schedule.repetitions)))
    facts.append(("Lapses", f"{schedule.lapses}, a leech" if schedule.leech else str(schedule.lapses)))
    answered = (("First answer", schedule.first), ("Last answer", schedule.last))
    return facts + [(label, when.isoformat()) for label, when in answered if when]


def judged(verdict: Verdict, typed: str) -> list[Fact]:
    """What was typed, where its letters differ, and what that comes to."""
    facts = [("You typed", typed)] * bool(typed.strip())
    if verdict.difference:
        facts.append(("Letters", "".join(_LETTERS[piece.letters].format(piece.text) for piece in verdict.difference)))
    return [*facts, ("Verdict", f"{verdict.message}; proposed: {verdict.rating}")]


_LETTERS = {"both": "{}", "extra": "[-{}]", "missing": "[+{}]"}  # by the values of `answers.Letters`


def ending(outcome: Outcome) -> list[Fact]:
    """What was done and how it went, and what waits."""
    facts = [("Cards", f"{outcome.cards} in {count(outcome.answers, 'answer')}")]
    if outcome.cards:
        share = round(100 * outcome.missed / outcome.cards)
        facts.append(("Not known", f"{outcome.missed} of {outcome.cards} at first, {share} %"))
    facts.append(("Time", duration(outcome.seconds)))
    if outcome.left:
        facts.append(("Left" if outcome.is_cram else "Left today", count(outcome.left, "card")))
    if outcome.goes_on is not None:
        facts.append(("Next card", f"comes back at {_minute(outcome.goes_on)}"))
    facts.append(("Tomorrow", f"{count(outcome.tomorrow, 'card')} due"))
    if not outcome.left and outcome.next_due is not None:
        facts.append(("Next due", distance(outcome.next_due)))
    return facts


def comes_back(outcome: Outcome) -> str:
    """When the sitting goes on by itself; empty where it does not."""
    return f"The next card comes back at {_minute(outcome.goes_on)}." if outcome.goes_on else ""


def _minute(at: datetime) -> str:
    return f"{at + timedelta(seconds=30):%H:%M}"


def heading(outcome: Outcome) -> str:
    """What the end is the end of."""
    if outcome.is_cram:
        return "All of these cards are done"
    return "Done for now" if outcome.left else "Today's cards are done"


def looking_back(outcome: Outcome) -> str:
    """The same in a sentence or two, for the terminal that a review has left."""
    left = f"{count(outcome.left, 'card')} left" + " today" * (not outcome.is_cram)
    if outcome.goes_on is not None:
        left += f", the next at {_minute(outcome.goes_on)}"
    if not outcome.answers:
        return f"Nothing answered; {left}."
    done = f"{count(outcome.cards, 'card')} answered in {duration(outcome.seconds)}"
    if outcome.missed:
        done += f", {outcome.missed} of them not known at first"
    ahead = f"{count(outcome.tomorrow, 'card')} due tomorrow"
    return "; ".join([done, *[left] * bool(outcome.left), ahead]) + "."
