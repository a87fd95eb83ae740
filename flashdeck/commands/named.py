"""Cards as people name them on the command line, and what was done to them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click

from flashdeck.commands import completing
from flashdeck.commands.context import Context
from flashdeck.commands.printing import counted, print_json, say
from flashdeck.commands.wording import in_words
from flashdeck.model import CardKey, EventKind, UserError

if TYPE_CHECKING:
    from flashdeck.store.collection import Collection

_TOLD = 5
_F = TypeVar("_F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Named:
    """A card that was named: its key in events, its name (`KEY` or `KEY:ORDINAL`), and what it asks."""

    card: CardKey
    key: str
    front: str

    @property
    def name(self) -> str:
        """The name by which `cards` lists it."""
        return f"{self.key}:{self.card.ordinal}" if self.card.ordinal else self.key


def cards_argument(function: _F) -> _F:
    """The argument `CARD...` of a command that changes cards."""
    return click.argument(
        "names", metavar="CARD...", nargs=-1, required=True, shell_complete=completing.cards_or_query
    )(function)


def force_option(function: _F) -> _F:
    """The option `--force` of a command that writes to the log."""
    return click.option("--force", is_flag=True, help="Write also where the clock was set back by days.")(function)


def named_cards(collection: Collection, names: Sequence[str]) -> list[Named]:
    """The cards of these names, in the order of the files.

    A name is `KEY` (its first card), `KEY:ORDINAL`, or a word of a query as `cards` takes it; the words together are
    one query. Raises `UserError` where nothing matches.
    """
    from flashdeck.store.query import Query

    entries = [Named(entry.card.key, entry.card.note.key, entry.card.front) for entry in collection.entries()]
    by_name: dict[str, Named] = {}
    for entry in entries:
        by_name.setdefault(entry.key, entry)
        by_name[f"{entry.key}:{entry.card.ordinal}"] = entry
    chosen = {by_name[name].card for name in names if name in by_name}
    words = [name for name in names if name not in by_name]
    if words:
        query = Query.parse(" ".join(words))
        if query.retired:
            entries += [Named(gone.card, gone.key, gone.front) for gone in collection.retired(query)]
            found = {gone.card for gone in collection.retired(query)}
        else:
            found = {entry.card.key for entry in collection.entries(query)}
        if not found:
            raise UserError(_no_match(words, by_name, collection))
        chosen |= found
    return [entry for entry in entries if entry.card in chosen]


def change(context: Context, names: Sequence[str], kind: EventKind, done: str, *, force: bool, **more: Any) -> None:
    """Do one thing to the cards of these names and say what was done; one undo takes it back from all of them."""
    with context.collection() as collection:
        context.see_that_the_clock_is_right(collection, force=force)
        cards = named_cards(collection, names)
        events = collection.change(kind, [named.card for named in cards], context.now, **more)
    tell(context, done, cards, [event.id for event in events if event.kind == kind])


def tell(context: Context, done: str, cards: Sequence[Named], events: Sequence[str]) -> None:
    """Say what was done to which cards: the first few by name."""
    if context.json:
        listed = [{"key": each.key, "guid": each.card.guid, "ordinal": each.card.ordinal} for each in cards]
        print_json({"cards": listed, "events": list(events)})
        return
    if len(cards) > 1:
        say(f"{done}: {counted(len(cards), 'card')}. `flashdeck undo` takes it back from all of them.")
    for named in cards[:_TOLD]:
        front = in_words(named.front)
        say(f"{done}: {front}" if len(cards) == 1 else f"  {named.name}: {front}")
    if len(cards) > _TOLD:
        say(f"  and {len(cards) - _TOLD} more")


def _no_match(words: Sequence[str], names: dict[str, Named], collection: Collection) -> str:
    from difflib import get_close_matches

    from flashdeck.commands.unmatched import why_no_match

    asked = " ".join(words)
    near = get_close_matches(asked, names, n=1)
    return f"No card matches `{asked}`: did you mean `{near[0]}`?" if near else why_no_match(asked, collection)
