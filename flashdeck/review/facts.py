"""What both faces say of a card, its schedule, the keys and the end: pairs of a label and a value."""

from __future__ import annotations

from datetime import date

from flashdeck.answers import Letters, Verdict
from flashdeck.model import Note, Rating, Schedule, State
from flashdeck.review.session import Progress
from flashdeck.review.sitting import Outcome
from flashdeck.review.words import count, distance, duration, fitting, interval, step
from flashdeck.store.collection import Entry

WIDEST = 88
"""Cells of the text column: longer lines are hard to read."""

Fact = tuple[str, str]

KEYS: tuple[Fact, ...] = (
    ("Space", "show the answer; then: the grade beside it"),
    ("Enter", "show the answer"),
    ("1 2 3 4", "again, hard, good, easy"),
    ("h", "the card's hint, if it has one"),
    ("u", "undo the last answer"),
    ("s", "skip: the card comes at the end"),
    ("i", "the card's source and schedule"),
    ("t", "formulas as TeX, or as text again"),
    ("?", "these keys"),
    ("q", "quit; every answer is kept"),
)

_IN_A_COMPARISON = ("[-a] [+b]", "a was typed and is wrong, b is missing")

TYPING_KEYS: tuple[Fact, ...] = (
    ("Enter", "typing: compare; then: the grade beside Space"),
    ("Esc", "typing: give up and show the answer"),
    ("Tab", "typing: keys instead, and back"),
    _IN_A_COMPARISON,
)
"""What the screen has besides on a card whose answer is typed."""

TYPING_LINES: tuple[Fact, ...] = (
    ("Enter", "typing: compare; then: the grade beside Space"),
    ("Esc Enter", "typing: give up and show the answer"),
    ("Tab ? Enter", "typing: these keys, and so any other key"),
    _IN_A_COMPARISON,
)
"""The same where a line is read."""

ONLY_CARD = "This is the only card left."
NO_HINT = "This card has no hint."

_SHORT_KEYS = ("u undo", "s skip", "i info", "? keys", "q quit")
_BY_IMPORTANCE = ("? keys", "q quit", "h hint", "u undo", "↑ ↓ scroll", "s skip", "i info")
_SHORT_TYPING_KEYS = ("Esc give up", "Tab keys")


def short_keys(width: int, *, has_hint: bool = False, can_scroll: bool = False, is_typing: bool = False) -> str:
    """The keys that make sense now, as many as fit into one line of `width` cells."""
    scroll = ("↑ ↓ scroll",) * can_scroll
    if is_typing:
        return fitting((*_SHORT_TYPING_KEYS, *("Tab h hint",) * has_hint, *scroll), width, "   ")
    pieces = (*("h hint",) * has_hint, *_SHORT_KEYS, *scroll)
    return fitting(pieces, width, "   ", _BY_IMPORTANCE)


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
    card = f"{note.key}:{entry.card.ordinal}" if entry.card.ordinal else note.key
    place = [("File", f"{note.span.file}:{note.span.line}"), ("Deck", note.deck), ("Card", card)]
    tags = [("Tags", ", ".join(note.tags))] if note.tags else []
    return [*origin(note), *place, *tags, *_standing(entry.schedule, day)]


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


_LETTERS = {Letters.BOTH: "{}", Letters.EXTRA: "[-{}]", Letters.MISSING: "[+{}]"}


def grade(rating: Rating, proposed: Rating) -> str:
    """`1 again`, and `3 good (Space)` of the one that Space gives."""
    return f"{rating.button} {rating}" + " (Space)" * (rating is proposed)


def ending(outcome: Outcome) -> list[Fact]:
    """What was done and how it went, and what waits."""
    facts = [("Cards", f"{outcome.cards} in {count(outcome.answers, 'answer')}")]
    if outcome.cards:
        share = round(100 * outcome.missed / outcome.cards)
        facts.append(("Not known", f"{outcome.missed} of {outcome.cards} at first, {share} %"))
    facts.append(("Time", duration(outcome.seconds)))
    if outcome.left:
        facts.append(("Left today", count(outcome.left, "card")))
    if outcome.next_step is not None:
        facts.append(("Next step", f"in {duration(outcome.next_step)}"))
    facts.append(("Tomorrow", f"{count(outcome.tomorrow, 'card')} due"))
    if not outcome.tomorrow and outcome.next_due is not None:
        facts.append(("Next due", distance(outcome.next_due)))
    return facts


def looking_back(outcome: Outcome) -> str:
    """The same in a sentence or two, for the terminal that a review has left."""
    left = f"{count(outcome.left, 'card')} left today"
    if not outcome.answers:
        return f"Nothing answered; {left}."
    done = f"{count(outcome.cards, 'card')} answered in {duration(outcome.seconds)}"
    if outcome.missed:
        done += f", {outcome.missed} of them not known at first"
    ahead = f"{count(outcome.tomorrow, 'card')} due tomorrow"
    return "; ".join([done, *[left] * bool(outcome.left), ahead]) + "."
