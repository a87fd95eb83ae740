"""What an export does, for people and for programs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flashdeck.anki.chores import Chore, Kind


@dataclass(frozen=True, slots=True)
class Report:
    """Notes by their keys, in the order of the files, and counts.

    Every live note is either `new`, `updated`, `unchanged` or `refused`: those that cannot be shown (`not_exported`, of
    which Anki keeps what it has), and those that leave but that Anki skips where it still has them under the note type
    with which they came. `by_hand` is what Anki will not do by itself.
    """

    file: Path
    new: tuple[str, ...]
    updated: tuple[str, ...]
    unchanged: tuple[str, ...]
    not_exported: tuple[str, ...]
    by_hand: tuple[Chore, ...]
    cards: int
    media: int
    warnings: tuple[str, ...]

    def keys(self, kind: Kind) -> tuple[str, ...]:
        """The notes of one kind of chore."""
        return tuple(key for chore in self.by_hand if chore.kind is kind for key in chore.keys)

    @property
    def leaving(self) -> int:
        """How many notes the package holds."""
        return len(self.new) + len(self.updated) + len(self.unchanged) + len(self.keys(Kind.REFUSED))

    @property
    def refused(self) -> tuple[str, ...]:
        """The live notes of which nothing reaches Anki."""
        return (*self.keys(Kind.REFUSED), *self.not_exported)

    @property
    def left_behind(self) -> tuple[str, ...]:
        """The notes that Anki has from an earlier export and whose text is gone."""
        return self.keys(Kind.LEFT_BEHIND)

    def as_json(self) -> dict[str, Any]:
        """What `export --json` prints."""
        return {
            "file": str(self.file),
            "notes": {
                "new": list(self.new),
                "updated": list(self.updated),
                "unchanged": list(self.unchanged),
                "refused": list(self.refused),
                "not_exported": list(self.not_exported),
                **{kind.value: list(self.keys(kind)) for kind in Kind if kind is not Kind.REFUSED},
            },
            "by_hand": [
                {"kind": chore.kind.value, "keys": list(chore.keys), "stands": chore.stands}
                | {"searches": chore.searches(), "remedy": chore.remedy}
                for chore in self.by_hand
            ],
            "cards": self.cards,
            "media": self.media,
            "warnings": list(self.warnings),
        }
