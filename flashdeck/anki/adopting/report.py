"""What an import did, or would do, for people and for programs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Report:
    """Notes by their keys, counts of answers and of media files, and the card files written, by path.

    `unchanged` are notes that stay as they are here, of which some may be told in `warnings`.
    """

    file: Path
    new: tuple[str, ...]
    updated: tuple[str, ...]
    unchanged: tuple[str, ...]
    reviews: int
    media: int
    warnings: tuple[str, ...]
    files: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """What `import --json` prints."""
        return {
            "file": str(self.file),
            "notes": {"new": list(self.new), "updated": list(self.updated), "unchanged": list(self.unchanged)},
            "reviews": self.reviews,
            "media": self.media,
            "warnings": list(self.warnings),
            "files": list(self.files),
        }
