"""`flashdeck stats`: what the reviews come to."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from flashdeck.commands import completing
from flashdeck.commands.context import Context
from flashdeck.commands.decks import quoted, see_that_decks_exist
from flashdeck.commands.options import command
from flashdeck.commands.printing import print_json, say
from flashdeck.commands.progress import Progress
from flashdeck.commands.table import USUAL, terminal_width
from flashdeck.model import Card, CardKey

if TYPE_CHECKING:
    from flashdeck.schedule.fold import Transition
    from flashdeck.stats import Figures
    from flashdeck.stats.drawing import Glyphs
    from flashdeck.store.collection import Collection


@command(reports=True, examples=("flashdeck stats", "flashdeck stats gpu-specs network --json"))
@click.argument("decks", nargs=-1, metavar="[DECK]...", shell_complete=completing.decks)
def stats(context: Context, decks: tuple[str, ...]) -> None:
    """Show what your reviews come to: days, retention, what is to come, leeches.

    Of all decks, or of those named and the decks below them. Known are the cards that came back after an interval of
    at least a day and were not answered Again; a leech is a card that was forgotten again and again.

    The JSON has `reviews` (of all answers `count`, `seconds`, `median_seconds`, `mean_seconds`); `days` (the last 365:
    `day`, `reviews`, `seconds`); `streak` in days (`current`, `longest`); `retention` (`all` and `last_30_days`: each
    `overall`, `young`, `mature`, and lists of `intervals` and `decks`, all with `reviews`, `known` and `retention` from
    0 to 1); `forecast` (30 days: `day`, `cards`); `workload` of a mean day of these (`reviews_per_day`,
    `seconds_per_review`, `minutes_per_day`); `hours` (answers in each of 24); and `leeches` (`key`, `guid`, `ordinal`,
    `front`, `lapses`; wrong answers that were `typed`, with `text`, `times` and the key that each is the `answer_of`;
    `neighbours` in a table's row and column, with `key`, `guid`, `ordinal`, `front` and `lapses`). What cannot be said
    is null.
    """
    with context.collection() as collection:
        see_that_decks_exist(decks, collection.decks())
        told = _figures(collection, decks)
        if context.json:
            from flashdeck.stats import as_json

            print_json(as_json(told, _cards(collection, told)))
        elif told.reviews:
            _draw(told, _cards(collection, told), color=context.color)
        else:
            say(_nothing_yet(collection, decks))


def _figures(collection: Collection, decks: Sequence[str]) -> Figures:
    """The figures of the cards of these decks; of all decks, with the answers to cards whose text is gone."""
    from flashdeck.stats import figures

    cards = collection.candidates(decks)
    deck_of = {card.key.guid: card.deck for card in cards}
    answers = sum(card.schedule.answers for card in cards)
    return figures(
        _watched((each for each in collection.transitions() if not decks or each.key.guid in deck_of), answers),
        {card.key: card.schedule for card in cards},
        collection.now.day,
        suspended={card.key for card in cards if card.suspended},
        decks=deck_of,
        apart={card.key.guid: card.apart for card in cards if card.apart},
    )


def _watched(given: Iterable[Transition], expected: int) -> Iterator[Transition]:
    """The same, with a line on a terminal that tells how many of those expected there were."""
    progress = Progress()
    for number, transition in enumerate(given):
        progress("Reading the answers", min(1, number / max(1, expected)))
        yield transition
    progress.clear()


def _cards(collection: Collection, told: Figures) -> Mapping[CardKey, Card]:
    """The leeches and their neighbours, with their texts."""
    keys = {leech.key for leech in told.leeches}
    keys |= {neighbour.key for leech in told.leeches for neighbour in leech.neighbours}
    return {entry.card.key: entry.card for entry in collection.entries() if entry.card.key in keys} if keys else {}


def _nothing_yet(collection: Collection, decks: Sequence[str]) -> str:
    """What to do where there is no answer to tell of."""
    if not collection.candidates():
        from flashdeck.commands.nothing import no_cards

        return no_cards(collection)
    whose = f" of {quoted(decks)}" if decks else ""
    return f"No card{whose} was answered yet: start with `{shlex.join(('flashdeck', 'review', *decks))}`."


def _draw(told: Figures, cards: Mapping[CardKey, Card], *, color: bool) -> None:
    from flashdeck.stats.drawing import page

    click.echo(page(told, cards, terminal_width() or USUAL, _glyphs(), color=color), nl=False)


def _glyphs() -> Glyphs:
    """The characters that stdout can show."""
    from flashdeck.stats.drawing import ASCII, UNICODE

    encoding = sys.stdout.encoding if sys.stdout is not None else UNICODE.encoding
    try:
        str(UNICODE).encode(encoding)
    except UnicodeEncodeError:
        return replace(ASCII, encoding=encoding)
    return UNICODE
