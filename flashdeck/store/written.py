"""What stands in a card file, whether or not it compiles: a broken card is still there, and is no renamed one."""

from __future__ import annotations

import re
from unicodedata import normalize

from flashdeck.compile.identity import folded
from flashdeck.compile.traces import BETWEEN, Trace, table_of

_CARD = re.compile(r"^##[ \t]", re.MULTILINE)
_ID = re.compile(r"#([a-z0-9][a-z0-9-]*)")
_OPTIONS = " {"


class Written:
    """The headings of a text, with and without options, and below each id what belongs to it."""

    def __init__(self, raw: bytes) -> None:
        self._headings: set[str] = set()
        self._bodies: dict[str, str] = {}
        text = normalize("NFC", raw.decode("utf-8-sig", errors="replace"))
        for card in _CARD.split(text)[1:]:
            line, _, body = card.partition("\n")
            heading = folded(line)
            self._headings.update((heading, heading.partition(_OPTIONS)[0], heading.rpartition(_OPTIONS)[0]))
            self._bodies.update((name, body) for name in _ID.findall(line))

    def has(self, trace: Trace) -> bool:
        """Whether the note's heading or id stands here, or of a table's cell both its row and its column."""
        if table := table_of(trace.key):
            body = self._bodies.get(table, "")
            return all(_has_cell(body, name) for name in folded(trace.front).split(BETWEEN))
        return trace.key in self._bodies or folded(trace.front.partition("\n")[0]) in self._headings


def _has_cell(body: str, name: str) -> bool:
    """Whether a cell of a table says this, whatever id of its own it has."""
    words = r"\s+".join(map(re.escape, name.split()))
    return re.search(rf"(?:^|\|)[ \t]*{words}[ \t]*(?:\||\{{|$)", body, re.MULTILINE) is not None
