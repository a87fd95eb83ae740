"""What can stand in a parameter, for shell completion: `shell_complete=` takes each of these functions.

They read the index as it lies there, and load nothing that takes time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from flashdeck.commands.decks import with_those_above
from flashdeck.commands.options import asked

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

OPEN = "open"
"""The type of an item that is to be continued: the shell puts no space behind it."""

PREFIXES = {
    "deck:": "cards of a deck and of those below it",
    "tag:": "cards with a tag",
    "is:": "cards in a state",
}
STATES = {
    "new": "never answered",
    "due": "due today, overdue, or to be repeated today; not suspended",
    "suspended": "left out of reviews, by a command or by the text",
    "buried": "resting until tomorrow",
    "flagged": "with a flag of any colour",
    "leech": "forgotten again and again (leech-threshold)",
    "retired": "with a history, and its text gone; only words narrow these down",
}
"""What may stand behind `is:`, said here as well as in the store because that takes long to load."""

_LONGEST_FRONT = 60


def decks(click_context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Deck names, also those above a deck."""
    return [_item(deck) for deck in _beginning(_decks(click_context), incomplete)]


def tags(click_context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Tags, also those above a tag."""
    return [_item(tag) for tag in _beginning(_tags(click_context), incomplete)]


def cards(click_context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The names of cards as `flashdeck cards` lists them, up to the next `/`; ids that nobody wrote only after `~`."""
    from flashdeck.store import glance

    root = _root(click_context)
    found: dict[str, CompletionItem] = {}
    for key, ordinal, front in glance.cards(root, incomplete.partition(":")[0]) if root else ():
        name = f"{key}:{ordinal}" if ordinal else key
        if not name.startswith(incomplete) or (key.startswith("~") and not incomplete):
            continue
        part = name[len(incomplete) :].partition("/")
        if part[1]:
            found.setdefault(incomplete + part[0] + part[1], _item(incomplete + part[0] + part[1], kind=OPEN))
        else:
            found[name] = _item(name, " ".join(front.split())[:_LONGEST_FRONT])
    return list(found.values())


def query(click_context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """`deck:`, `tag:` and `is:`, and what may stand behind them."""
    prefix, colon, value = incomplete.partition(":")
    if not colon:
        return [_item(name, about, kind=OPEN) for name, about in PREFIXES.items() if name.startswith(prefix)]
    if prefix == "is":
        return [_item(f"is:{state}", STATES[state]) for state in _beginning(STATES, value)]
    named = {"deck": _decks, "tag": _tags}.get(prefix)
    names = _beginning(named(click_context), value.removeprefix('"')) if named else []
    return [_item(f"{prefix}:{_quoted(name)}") for name in names]


def cards_or_query(click_context: click.Context, option: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """What a CARD may be."""
    return [*query(click_context, option, incomplete), *cards(click_context, option, incomplete)]


def settings(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """`NAME=` of every setting, and behind it the words that it takes, if it takes words."""
    from flashdeck.config import BY_NAME

    name, equals, value = incomplete.partition("=")
    if not equals:
        return [
            _item(f"{setting.full_name}=", f"{setting.about}: {setting.range_text}", kind=OPEN)
            for setting in BY_NAME.values()
            if setting.full_name.startswith(name)
        ]
    return [_item(f"{name}={word}") for word in _beginning(BY_NAME[name].words if name in BY_NAME else (), value)]


def ratings(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The four ratings."""
    from flashdeck.model import Rating

    return [_item(rating.value) for rating in Rating if rating.value.startswith(incomplete)]


def backups(click_context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The days that have a backup of the log, the newest first."""
    from flashdeck.store.backups import backup_days

    root = _root(click_context)
    try:
        days = backup_days(root / ".flashdeck") if root else []
    except OSError:
        return []
    return [_item(day) for day in _beginning([day.isoformat() for day in reversed(days)], incomplete)]


def folder(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Folders, which the shell knows."""
    return [_item(incomplete, kind="dir")]


# ---------------------------------------------------------------------------------------------- the names


def _root(click_context: click.Context) -> Path | None:
    """The collection, as the command would find it; None where there is none."""
    from flashdeck.config import find_collection
    from flashdeck.model import UserError

    try:
        return find_collection(Path.cwd(), asked(click_context).collection)
    except (UserError, OSError):
        return None


def _decks(click_context: click.Context) -> Iterable[str]:
    from flashdeck.store import glance

    root = _root(click_context)
    return with_those_above(glance.decks(root)) if root else ()


def _tags(click_context: click.Context) -> Iterable[str]:
    from flashdeck.store import glance

    root = _root(click_context)
    return with_those_above(glance.tags(root)) if root else ()


def _beginning(names: Iterable[str], incomplete: str) -> Iterator[str]:
    return (name for name in names if name.casefold().startswith(incomplete.casefold()))


def _quoted(name: str) -> str:
    """A name as a query takes it: one with spaces stands in quotation marks."""
    return f'"{name}"' if " " in name else name


def _item(value: str, about: str | None = None, *, kind: str = "plain") -> CompletionItem:
    from click.shell_completion import CompletionItem

    return CompletionItem(value, kind, about)
