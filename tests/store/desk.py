"""A collection in a temporary folder, as the tests of the store use it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any

from flashdeck.config import Settings
from flashdeck.model import CardKey, Event, Moment, Rating
from flashdeck.schedule import moment
from flashdeck.store.collection import Collection, Draft

MORNING = datetime(2026, 12, 1, 9, tzinfo=UTC)
DEVICE = "desk-abcdef"


def at(days: int = 0, minutes: int = 0) -> Moment:
    """The moment that many days and minutes after the first morning."""
    return moment(MORNING + timedelta(days=days, minutes=minutes), time(4))


def review(key: CardKey, rating: Rating = Rating.GOOD, when: Moment | None = None) -> Draft:
    """An answer that is not written yet."""
    body = {"guid": key.guid, "ordinal": key.ordinal, "rating": rating.value, "taken_ms": 1200, "scheduler": "sm2"}
    return "review", when or at(), body


def foreign(day: str, sequence: int, guid: str, rating: str = "good") -> bytes:
    """A line of another device: an answer in the morning of a day."""
    body = {"guid": guid, "ordinal": 0, "rating": rating}
    line = {"id": f"phone:{sequence}", "kind": "review", "at": f"{day}T08:00:00.000+00:00", "offset": 0, "day": day}
    return json.dumps({**line, **body}).encode() + b"\n"


def card(key: str, back: str = "An answer.") -> str:
    """A card with an id, whose front is `About KEY?`."""
    return f"## About {key}? {{#{key}}}\n\n{back}\n\n"


@dataclass
class Desk:
    """The folder, whose device has a name, and what a person does in it."""

    root: Path
    settings: Settings = field(default_factory=Settings)

    @property
    def index(self) -> Path:
        """The index's file."""
        return self.root / ".flashdeck" / "index.db"

    @property
    def log(self) -> Path:
        """This device's log file."""
        return self.root / ".flashdeck" / "log" / f"{DEVICE}.jsonl"

    def write(self, name: str, text: str | bytes) -> Path:
        """A card file, by its path below `cards/`."""
        path = self.root / "cards" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    @contextmanager
    def opened(self, days: int = 0, minutes: int = 0) -> Iterator[Collection]:
        """The collection, opened that long after the first morning."""
        with Collection.open(self.root, self.settings, at(days, minutes)) as collection:
            yield collection

    def keys(self) -> list[str]:
        """The keys of the live cards, in order."""
        with self.opened() as collection:
            return [entry.card.note.key for entry in collection.entries()]

    def card(self, key: str, ordinal: int = 0) -> CardKey:
        """The name of a live card in the log."""
        with self.opened() as collection:
            return next(
                entry.card.key
                for entry in collection.entries()
                if entry.card.note.key == key and entry.card.ordinal == ordinal
            )

    def answer(self, key: str, rating: Rating = Rating.GOOD, days: int = 0) -> list[Event]:
        """One answer in a session of its own."""
        name = self.card(key)
        with self.opened(days) as collection:
            return collection.record([review(name, rating, at(days))])

    def lines(self) -> list[dict[str, Any]]:
        """This device's log."""
        return [json.loads(line) for line in self.log.read_text(encoding="utf-8").splitlines()]

    def problems(self, days: int = 0) -> list[str]:
        """What an opening tells."""
        with self.opened(days) as collection:
            return collection.problems
