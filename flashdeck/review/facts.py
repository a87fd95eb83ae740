"""What both faces say of a card, its schedule, the keys and the end: pairs of a label and a value."""

from __future__ import annotations

from datetime import date

from flashdeck.model import Note, Schedule, State
from flashdeck.review.session import Progress
from flashdeck.review.sitting import Outcome
from flashdeck.review.words import count, distance, duration, interval
from flashdeck.store.collection import Entry

WIDEST = 88
"""Cells of the text column: longer lines are hard to read."""

Fact = tuple[str, str]

KEYS: tuple[Fact, ...] = (
    ("Space", "show the answer; then: good"),
    ("Enter", "show the answer"),
    ("1 2 3 4", "again, hard, good, easy"),
    ("u", "undo the last answer"),
    ("s", "skip: the card comes at the end"),
    ("i", "the card's source and schedule"),
    ("t", "formulas as TeX, or as text again"),
    ("?", "these keys"),
    ("q", "quit; every answer is kept"),
)


def formulas(*, tex: bool) -> str:
    """How formulas are shown from now on."""
    return f"Formulas are shown as {'TeX' if tex else 'text'}."


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


def about(entry: Entry, day: date) -> list[Fact]:
    """Where the card is from, where it is written, and where it stands in its schedule."""
    note = entry.card.note
    place = [("File", f"{note.span.file}:{note.span.line}"), ("Deck", note.deck)]
    tags = [("Tags", ", ".join(note.tags))] if note.tags else []
    return [*origin(note), *place, *tags, *_standing(entry.schedule, day)]


def _standing(schedule: Schedule, day: date) -> list[Fact]:
    if schedule.state is State.NEW or schedule.due is None:
        return [("Schedule", "new, never answered")]
    due = "today, again" if schedule.pending else distance((schedule.due - day).days)
    facts = [
        ("Due", due),
        ("Interval", interval(schedule.interval)),
        ("Ease", f"{schedule.ease / 1000:.2f}"),
        ("Repetitions", str(schedule.repetitions)),
        ("Lapses", f"{schedule.lapses}, a leech" if schedule.leech else str(schedule.lapses)),
    ]
    answered = (("First answer", schedule.first), ("Last answer", schedule.last))
    return facts + [(label, when.isoformat()) for label, when in answered if when]


def ending(outcome: Outcome) -> list[Fact]:
    """What was done and how it went, and what waits."""
    facts = [("Cards", f"{outcome.cards} in {count(outcome.answers, 'answer')}")]
    if outcome.cards:
        share = round(100 * outcome.missed / outcome.cards)
        facts.append(("Again at first", f"{outcome.missed} of {outcome.cards}, {share} %"))
    facts.append(("Time", duration(outcome.seconds)))
    if outcome.left:
        facts.append(("Left today", count(outcome.left, "card")))
    facts.append(("Tomorrow", f"{count(outcome.tomorrow, 'card')} due"))
    if not outcome.tomorrow and outcome.next_due is not None:
        facts.append(("Next due", distance(outcome.next_due)))
    return facts


def looking_back(outcome: Outcome) -> str:
    """The same in a line, for the terminal that a full screen has left."""
    told = [count(outcome.cards, "card"), duration(outcome.seconds)]
    if outcome.missed:
        told.append(f"{outcome.missed} again at first")
    if outcome.left:
        told.append(f"{count(outcome.left, 'card')} left today")
    return ", ".join([*told, f"{count(outcome.tomorrow, 'card')} due tomorrow"]) + "."
