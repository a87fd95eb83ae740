"""How many new cards each deck has: counted once, and remembered until something is written into the index."""

from __future__ import annotations

import json
import sqlite3
from contextlib import suppress
from datetime import date

from flashdeck.schedule.waiting import NewCards
from flashdeck.store.entries import LIVE, NEW, SUSPENDED
from flashdeck.store.index import COUNTED, alone, read_fact, write_fact

_BURIED = "ifnull(marks.buried = :day, 0)"
_NEW_CARDS = f"""
    SELECT notes.deck, min(cards.position),
        sum(NOT {SUSPENDED} AND NOT {_BURIED}), sum(NOT {SUSPENDED} AND {_BURIED}), sum({SUSPENDED})
    {LIVE} AND {NEW} GROUP BY notes.deck
"""


def new_cards(index: sqlite3.Connection, day: date) -> dict[str, NewCards]:
    """The new cards of each deck that has any; buried are those that rest on this study day."""
    known = _remembered(index, day)
    if known is None:
        known = _counted(index, day)
        with suppress(sqlite3.OperationalError), alone(index):  # where it cannot be written, it is counted each time
            known = _counted(index, day)
            write_fact(index, COUNTED, json.dumps([day.isoformat(), known]))
    return {deck: NewCards(*numbers) for deck, numbers in known.items()}


def _remembered(index: sqlite3.Connection, day: date) -> dict[str, list[int]] | None:
    value = read_fact(index, COUNTED)
    if value is None:
        return None
    counted_on, decks = json.loads(value)
    return decks if counted_on == day.isoformat() else None


def _counted(index: sqlite3.Connection, day: date) -> dict[str, list[int]]:
    return {deck: numbers for deck, *numbers in index.execute(_NEW_CARDS, {"day": day.isoformat()})}
