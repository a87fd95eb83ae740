"""Notes of the log that no text has by their present key, and the cards that have an earlier name of them.

An older text comes back from version control, or the log comes from a device whose texts are ahead of the ones here:
then a card is known again by the first key of a note, from which its guid was derived, or by the front that the note
had when it was given an id.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Collection

from flashdeck.compile import derive_guid
from flashdeck.compile.identity import digest_key
from flashdeck.model import NoteType


class Homeless:
    """The notes whose present key no text has; a note that goes on as another, which the log is yet to say, is none."""

    def __init__(self, index: sqlite3.Connection) -> None:
        rows = index.execute(
            """
            SELECT guid, front, cloze FROM note_records
            WHERE key NOT IN (SELECT key FROM notes) AND guid NOT IN (SELECT guid FROM moves)
            """
        )
        self._is_cloze: dict[str, bool | None] = {}
        self._by_digest: dict[str, list[str]] = defaultdict(list)
        for guid, front, cloze in rows:
            self._is_cloze[guid] = None if cloze is None else bool(cloze)
            kinds = (NoteType.CLOZE, NoteType.BASIC) if cloze is None else (_type(is_cloze=bool(cloze)),)
            for kind in kinds:
                self._by_digest[digest_key(kind, front)].append(guid)

    def guid_of(self, key: str, *, is_cloze: bool, taken: Collection[str] = ()) -> str | None:
        """The guid of the one note that once had this key, unless it is of another kind or taken."""
        alike = self._by_digest.get(key, [])
        candidates: list[str] = [derive_guid(key), *(alike if len(alike) == 1 else [])]
        for guid in candidates:
            if guid in self._is_cloze and guid not in taken and self._is_cloze[guid] in (None, is_cloze):
                return guid
        return None


def _type(*, is_cloze: bool) -> NoteType:
    return NoteType.CLOZE if is_cloze else NoteType.BASIC
