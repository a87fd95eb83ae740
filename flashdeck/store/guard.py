"""The guard against mass retirement: a folder that is not there today is rather a mistake than a decision."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from flashdeck.model import UserError
from flashdeck.store.texts import in_order

_NOTES = 20
_SHARE = 10  # one in ten
_NAMED_FILES = 2


class MassRetirementError(UserError):
    """So many notes have lost their text that a person is asked first; nothing was changed."""


def count_notes(index: sqlite3.Connection) -> int:
    """How many notes have a text."""
    return int(index.execute("SELECT count(*) FROM notes WHERE guid IS NOT NULL").fetchone()[0])


def refuse_mass_retirement(files: Sequence[str], notes: int) -> None:
    """Raise MassRetirementError where more than 20 notes, and more than a tenth of `notes`, have lost their text.

    `files` names for each of them the file that it stood in.
    """
    if len(files) <= _NOTES or len(files) * _SHARE <= notes:
        return
    named = in_order(set(files))
    more = f" and {len(named) - _NAMED_FILES} more files" if len(named) > _NAMED_FILES else ""
    raise MassRetirementError(
        f"{len(files)} of {notes} notes have lost their text ({', '.join(named[:_NAMED_FILES])}{more}), and nothing "
        "was changed: bring the text back, or let them retire with `flashdeck --accept-retired due`."
    )
