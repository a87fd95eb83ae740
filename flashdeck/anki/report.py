"""What an export did, for people and for programs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Report:
    """Notes by their keys, in the order of the files, and counts.

    `left_behind` are notes that Anki has from an earlier export and whose text is gone; `refused` are live notes that
    cannot be shown now, of which Anki keeps what it has.
    """

    file: Path
    new: tuple[str, ...]
    updated: tuple[str, ...]
    unchanged: tuple[str, ...]
    left_behind: tuple[str, ...]
    refused: tuple[str, ...]
    cards: int
    media: int
    warnings: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """What `export --json` prints."""
        return {
            "file": str(self.file),
            "notes": {
                "new": list(self.new),
                "updated": list(self.updated),
                "unchanged": list(self.unchanged),
                "left_behind": list(self.left_behind),
                "refused": list(self.refused),
            },
            "cards": self.cards,
            "media": self.media,
            "warnings": list(self.warnings),
        }
