"""`flashdeck stats`: what the reviews come to."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from flashdeck.commands.context import Context
from flashdeck.commands.decks import quoted, see_that_decks_exist
from flashdeck.commands.options import command
from flashdeck.commands.patience import patience
from flashdeck.commands.printing import print_json, say
from flashdeck.commands.table import USUAL, terminal_width
from flashdeck.model import Card, CardKey
from flashdeck.stats import Figures, as_json, figures

if TYPE_CHECKING:
    from flashdeck.stats.drawing import Glyphs
    from flashdeck.store.collection import Collection


@command(reports=True, examples=("flashdeck stats", "flashdeck stats gpu-specs network --json"))
@click.argument("decks", nargs=-1, metavar="[DECK]...")
def stats(context: Context, decks: tuple[str, ...]) -> None:
    """Show what your reviews come to: days, retention, what is to come, leeches.

    Of all decks, or of those named and the decks below them. Known are the cards that came back after an interval of
    at least a day and were not answered Again; a leech is a card that was forgotten again and again.
    """
    with context.collection() as collection:
        see_that_decks_exist(decks, collection.decks())
        told = _figures(collection, decks)
        cards = _cards(collection, told)
    if context.json:
        print_json(as_json(told, cards))
    elif told.reviews:
        from flashdeck.stats.drawing import page

        drawn = page(told, cards, terminal_width() or USUAL, _glyphs(), color=context.color)
        click.echo(drawn, nl=False)
    else:
        whose = f" of {quoted(decks)}" if decks else ""
        say(f"No card{whose} was answered yet: start with `{' '.join(('flashdeck review', *decks))}`.")


def _figures(collection: Collection, decks: Sequence[str]) -> Figures:
    """The figures of the cards of these decks; of all decks, with the answers to cards whose text is gone."""
    cards = collection.candidates(decks)
    deck_of = {card.key.guid: card.deck for card in cards}
    with patience("Reading the answers") as counter:
        given = collection.transitions()
        return figures(
            counter.of(each for each in given if not decks or each.key.guid in deck_of),
            {card.key: card.schedule for card in cards},
            collection.now.day,
            suspended={card.key for card in cards if card.suspended},
            decks=deck_of,
            apart={card.key.guid: card.apart for card in cards if card.apart},
        )


def _cards(collection: Collection, told: Figures) -> Mapping[CardKey, Card]:
    """The leeches and their neighbours, with their texts."""
    keys = {leech.key for leech in told.leeches}
    keys |= {neighbour.key for leech in told.leeches for neighbour in leech.neighbours}
    return {entry.card.key: entry.card for entry in collection.entries() if entry.card.key in keys} if keys else {}


def _glyphs() -> Glyphs:
    """The characters that stdout can show."""
    from flashdeck.stats.drawing import ASCII, UNICODE

    encoding = sys.stdout.encoding if sys.stdout is not None else UNICODE.encoding
    try:
        str(UNICODE).encode(encoding)
    except UnicodeEncodeError:
        return replace(ASCII, encoding=encoding)
    return UNICODE
