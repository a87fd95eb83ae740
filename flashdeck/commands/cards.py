"""`flashdeck cards`: lists and searches."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import click

from flashdeck.commands import completing
from flashdeck.commands.context import Context
from flashdeck.commands.manual import Section
from flashdeck.commands.options import command
from flashdeck.commands.printing import counted, print_json, say, warn
from flashdeck.commands.table import table, terminal_width
from flashdeck.commands.wording import in_words
from flashdeck.model import Card, Schedule

if TYPE_CHECKING:
    from flashdeck.store.collection import Collection, Entry, Retired


def _manual() -> tuple[Section, ...]:
    return (
        Section(
            "QUERIES",
            "A query is words and conditions parted by spaces, and a card has to meet all of them. Case and accents "
            "spelt in another encoding make no difference.",
            [
                ("WORD", "stands in the question, the answer, the section, the tags, the source or the key"),
                ('"TWO WORDS"', "stand there just so"),
                ("deck:NAME", 'the deck, and those below it: deck:gpu holds gpu::memory; deck:"TWO WORDS"'),
                ("tag:NAME", "the tag, and those below it"),
                *((f"is:{state}", about) for state, about in completing.STATES.items()),
            ],
            "The commands that change cards (suspend, bury, flag, reset, set-due) take the same queries. A shell needs "
            "quotes around quotation marks: 'deck:\"data centre\"'.",
        ),
        Section(
            "COLUMNS",
            [
                ("CARD", "its name for other commands: KEY, or KEY:ORDINAL for the further cards of a note"),
                ("DUE", "the day, today, new, suspended or retired"),
                ("DECK", "the path of the file below cards/, or what the file says"),
                ("HISTORY", "of retired cards, in place of the deck: the interval, and since when they were learnt"),
                ("FRONT", "the question in one line, without the marks of Markdown"),
            ],
        ),
    )


@command(
    reports=True,
    examples=("flashdeck cards all-reduce deck:collectives", "flashdeck cards is:due --json --html"),
    manual=_manual,
)
@click.argument("words", metavar="[QUERY]", nargs=-1, shell_complete=completing.query)
@click.option("--html", is_flag=True, help="With --json: also front_html and back_html.")
def cards(context: Context, words: tuple[str, ...], html: bool) -> None:  # noqa: FBT001 (a flag of the command line)
    """List and search the cards.

    QUERY is words that a card holds, and deck:NAME (with the decks below it), tag:NAME, is:new, is:due, is:suspended,
    is:buried, is:flagged, is:leech or is:retired (cards whose text is gone, which are listed only so). Without QUERY,
    every card.
    """
    if html and not context.json:
        raise click.UsageError("--html goes with --json.")
    from flashdeck.store.query import Query

    asked = " ".join(words)
    query = Query.parse(asked)
    with context.collection() as collection:
        retired = collection.retired(query) if query.retired else []
        entries = [] if query.retired else list(collection.entries(query))
        found_nothing = "" if retired or entries else _why_nothing(asked, collection)
    if context.json:
        print_json({"cards": [*(_entry_json(entry, html=html) for entry in entries), *map(_retired_json, retired)]})
        return
    rows = [*(_row(entry, context.now.day) for entry in entries), *map(_retired_row, retired)]
    if found_nothing:
        warn(found_nothing)
        return
    columns = ("CARD", "DUE", "HISTORY" if query.retired else "DECK", "FRONT")
    for line in table([columns, *rows], terminal_width()):
        say(line)
    warn(counted(len(rows), "card"))


# ---------------------------------------------------------------------------------------------- for people


def _why_nothing(asked: str, collection: Collection) -> str:
    from flashdeck.commands.nothing import no_cards
    from flashdeck.commands.unmatched import why_no_match

    return why_no_match(asked, collection) if collection.decks() else no_cards(collection)


def _row(entry: Entry, today: date) -> tuple[str, str, str, str]:
    """A card's name, where it stands, its deck, and what it asks below its context."""
    note, card = entry.card.note, entry.card
    asked = (in_words(part) for part in (note.context, card.front.removeprefix(note.context)))
    return _name(note.key, card.ordinal), _standing(entry, today), note.deck, ": ".join(part for part in asked if part)


def _retired_row(retired: Retired) -> tuple[str, str, str, str]:
    return _name(retired.key, retired.card.ordinal), "retired", _history(retired.schedule), in_words(retired.front)


def _history(schedule: Schedule) -> str:
    """How far a card had come that has no text any more, and since when it was learnt."""
    if schedule.first is None:
        return "never answered"
    return f"{counted(schedule.interval, 'day')}, since {schedule.first.isoformat()}"


def _name(key: str, ordinal: int) -> str:
    """`KEY`, or `KEY:ORDINAL` for the further cards of a note."""
    return f"{key}:{ordinal}" if ordinal else key


def _standing(entry: Entry, today: date) -> str:
    schedule = entry.schedule
    if entry.suspended:
        return "suspended"
    if schedule.due is None:
        return "new"
    is_due = schedule.due <= today or (schedule.pending and schedule.last == today)
    return "today" if is_due else schedule.due.isoformat()


# ---------------------------------------------------------------------------------------------- for programs


def _entry_json(entry: Entry, *, html: bool) -> dict[str, Any]:
    card, note = entry.card, entry.card.note
    return {
        "key": note.key,
        "guid": note.guid,
        "ordinal": card.ordinal,
        "deck": note.deck,
        "section": note.section or None,
        "type": note.type.value,
        "front": card.front,
        "back": card.back,
        "tags": list(note.tags),
        "source": note.source,
        "as_of": note.as_of,
        "file": note.span.file,
        "line": note.span.line,
        "suspended": entry.suspended,
        "flag": entry.marks.flag or None,
        "schedule": _schedule_json(entry.schedule),
        **(_faces(card) if html else {}),
    }


def _faces(card: Card) -> dict[str, str]:
    from flashdeck.render.faces import faces

    shown = faces(card)
    return {"front_html": shown.question, "back_html": shown.answer}


def _retired_json(retired: Retired) -> dict[str, Any]:
    """The same object: what only the text could tell is None."""
    gone = ("deck", "section", "type", "back", "source", "as_of", "file", "line", "flag")
    return {
        "key": retired.key,
        "guid": retired.card.guid,
        "ordinal": retired.card.ordinal,
        "front": retired.front,
        "tags": [],
        "suspended": False,
        **dict.fromkeys(gone),
        "schedule": _schedule_json(retired.schedule),
    }


def _schedule_json(schedule: Schedule) -> dict[str, Any]:
    """The schedule, whose day 0 is that of the first answer, with the date of its due day and the time of its step."""
    from flashdeck.schedule.notation import schedule_json

    due, step = schedule.due, schedule.due_at
    dated = {"due": due and due.isoformat(), "due_at": step and step.isoformat(timespec="seconds")}
    return {**schedule_json(schedule, schedule.first), **dated}
