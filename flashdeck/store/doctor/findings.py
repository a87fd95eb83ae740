"""What the doctor finds, as values: what is wrong or worth knowing, where, and the way out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

LISTED = 20
"""How many findings of one kind in one file are told one by one; of those behind them the number is told."""


class Gravity(StrEnum):
    """An error makes `doctor` fail; a note is a fact that nothing needs to be done about."""

    ERROR = "error"
    NOTE = "note"


ERRORS = {
    "log-unreadable": "a log file that cannot be read",
    "conflict-marker": "a line that a merge left in a log file",
    "torn-line": "a line of a log file that is no JSON: a write that was cut off",
    "nul-bytes": "a line of a log file that a crash of the machine filled with NUL bytes",
    "not-utf8": "a line of a log file that is no text",
    "no-event": "a line of a log file that is JSON and no event",
    "event-skipped": "an event that the replay cannot make sense of",
    "one-id": "two lines with one id and different content: a copied folder",
    "lines-astray": "lines of a device in another's file, whose numbers it will give again",
    "wrong-day": "an event whose study day fits its time and offset under no rollover",
    "index-damaged": "an index that SQLite cannot read, or finds wrong",
    "index-newer": "an index of a newer flashdeck",
    "index-differs": "an index that holds something else than the card files and the log",
    "file-unreadable": "a card file, or a folder of card files, that cannot be read",
    "media-missing": "a picture or sound that a card names and that is not there",
    "device-unreadable": "a file with this device's name that cannot be read",
}
NOTES = {
    "unknown-kind": "events of a kind that this version does not know",
    "lines-elsewhere": "lines of a device in another's file",
    "out-of-order": "sequence numbers of a device that go down within its file",
    "names-nothing": "an undo or redo of an event that is not in the log",
    "future": "an event that is dated after now",
    "clock-back": "an event more than five minutes before the one that its device wrote before it",
    "flight": "a study day before that of the device's event before, though time went on",
    "index-behind": "an index that the next command will bring up to date",
    "leftover": "a file that a crash left behind",
    "no-log": "a file among the logs that is none",
    "device-nameless": "a file with this device's name that holds no name",
    "card-errors": "errors in card files, which `flashdeck check` tells",
    "retired": "notes of the log that have no text any more",
    "one-key": "two notes of the log with one key",
}
KINDS = ERRORS | NOTES
"""Every kind of finding, and what it is."""


def counted(number: int, noun: str) -> str:
    """`1 line`, `2 lines`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong (`error`) or worth knowing (`note`).

    `kind` is one of `KINDS`; `what` is a sentence that stands alone, `way_out` says what to do (empty: nothing needs to
    be done); `file` is a path below the collection, `line` counts from 1. `count` is more than 1 where one finding
    stands for several things of its kind.
    """

    kind: str
    what: str
    way_out: str = ""
    file: str | None = None
    line: int | None = None
    count: int = 1

    @property
    def gravity(self) -> Gravity:
        """Whether it makes `doctor` fail."""
        return Gravity.ERROR if self.kind in ERRORS else Gravity.NOTE


@dataclass(slots=True)
class Findings:
    """What was found so far; however much it is, what is kept of it stays small."""

    _listed: list[Finding] = field(default_factory=list)
    _counts: Counter[tuple[str, str | None]] = field(default_factory=Counter)

    def add(  # noqa: PLR0913 (the parts of a finding)
        self,
        kind: str,
        what: str,
        way_out: str = "",
        *,
        file: str | None = None,
        line: int | None = None,
        count: int = 1,
    ) -> None:
        """Keep one finding; of very many of one kind in one file, only their number."""
        self._counts[kind, file] += 1
        if self._counts[kind, file] <= LISTED:
            self._listed.append(Finding(kind, what, way_out, file, line, count))

    def __iter__(self) -> Iterator[Finding]:
        """All of them, errors first, each kind and file in the order in which they were found."""
        rest = [
            Finding(kind, f"{count - LISTED} more like the {LISTED} told above", file=file, count=count - LISTED)
            for (kind, file), count in self._counts.items()
            if count > LISTED
        ]
        order = {key: place for place, key in enumerate(self._counts)}
        yield from sorted(
            [*self._listed, *rest],
            key=lambda finding: (finding.gravity is Gravity.NOTE, order[finding.kind, finding.file]),
        )
