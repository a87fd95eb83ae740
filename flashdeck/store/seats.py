"""The sittings that are open at once: what keeps two of them from asking the same card.

Each has a file in `.flashdeck/sittings/` and holds the operating system's lock on it, which is gone with its process:
nothing that a crash leaves behind is taken for a sitting.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from itertools import count
from pathlib import Path

from flashdeck.model import CardKey
from flashdeck.store.durable import locked, try_lock

_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
_LARGEST = 4096  # bytes of such a file


class Seat:
    """One sitting's place among those that are open; `others` is when the others began (local times)."""

    def __init__(self, folder: Path, since: datetime) -> None:
        """Take a place. Raises OSError where the folder cannot be written."""
        self._folder = folder / "sittings"
        if not self._folder.is_dir():
            self._folder.mkdir(parents=True, exist_ok=True)
            (self._folder / ".gitignore").write_text("*\n", encoding="utf-8")
        self._since = since
        with self._alone():
            self.others = sorted(begun for begun, _ in self._open_elsewhere())
            self._name, self._file = self._take()
            self._write(None)

    def choose(self, cards: Iterable[CardKey]) -> CardKey | None:
        """The first of the cards that stands in no other sitting: from now on it stands in this one."""
        with self._alone():
            taken = {card for _, card in self._open_elsewhere()}
            card = next((card for card in cards if card not in taken), None)
            self._write(card)
        return card

    def leave(self) -> None:
        """Give the place up."""
        with suppress(OSError):
            (self._folder / self._name).unlink()
        with suppress(OSError):
            os.close(self._file)

    # ------------------------------------------------------------------------------------------ files

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Nobody else takes a place or chooses a card meanwhile."""
        file = os.open(self._folder / "lock", _FLAGS, 0o600)
        try:
            with locked(file):
                yield
        finally:
            os.close(file)

    def _take(self) -> tuple[str, int]:
        """The first free place, held."""
        for number in count(1):
            name = f"{number}.json"
            file = os.open(self._folder / name, _FLAGS, 0o600)
            if try_lock(file):
                return name, file
            os.close(file)
        raise AssertionError("numbers do not end")

    def _open_elsewhere(self) -> Iterator[tuple[datetime, CardKey | None]]:
        """When each other sitting began, and the card that stands in it."""
        for path in sorted(self._folder.glob("*.json")):
            if path.name == getattr(self, "_name", None):
                continue
            with suppress(OSError, ValueError, KeyError, TypeError):
                file = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
                try:
                    if not try_lock(file):
                        said = json.loads(os.read(file, _LARGEST))
                        card = said["card"]
                        yield datetime.fromisoformat(said["since"]), card and CardKey(*card)
                finally:
                    os.close(file)

    def _write(self, card: CardKey | None) -> None:
        said = json.dumps({"since": self._since.isoformat(), "card": card}).encode()
        os.ftruncate(self._file, 0)
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, said)
