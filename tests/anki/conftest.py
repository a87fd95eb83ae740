from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from textwrap import dedent

import pytest

from flashdeck.anki.export import export
from flashdeck.anki.report import Report
from flashdeck.config import Settings
from flashdeck.schedule.day import moment
from flashdeck.store.collection import Collection
from tests.anki.engine import Profile, profile

# Before any day on which these tests run: the engine's own edits bear the time of the real clock.
MORNING = "2026-03-02T09:00:00+00:00"
NEXT_DAY = "2026-03-03T09:00:00+00:00"


class Folder:
    """A collection on the disk."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "cards").mkdir(parents=True, exist_ok=True)

    def write(self, name: str, content: str | bytes) -> None:
        """Write `cards/NAME`; a text is taken with the indentation of its first line away."""
        path = self.root / "cards" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else dedent(content).encode())

    def open(self, now: str = MORNING, settings: Settings | None = None) -> Collection:
        """The collection at a time."""
        settings = settings or Settings()
        return Collection.open(self.root, settings, moment(datetime.fromisoformat(now), settings.rollover))

    def export(
        self, *decks: str, now: str = MORNING, out: Path | None = None, settings: Settings | None = None
    ) -> Report:
        """Export as the command does."""
        with self.open(now, settings) as collection:
            return export(collection, decks, out)


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path / "collection")


@pytest.fixture
def anki() -> Iterator[Profile]:
    with profile() as fresh:
        yield fresh
