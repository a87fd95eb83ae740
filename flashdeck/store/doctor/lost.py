"""What an older copy of the log holds and the log lacks."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, NamedTuple

from flashdeck.model import Event
from flashdeck.store.doctor.logfiles import BOM, Progress
from flashdeck.store.lines import decode
from flashdeck.store.log import Log

_OFTEN = 4096  # lines between two words on how far the reading has come


class Line(NamedTuple):
    """A line, which may be the first of its file no more; `lost` is its event where the log lacks it."""

    raw: bytes
    lost: Event | None


class Present:
    """The log as it stands, of which as much is read as a comparison needs.

    An event is known by all that it says, not by the way in which its line is written: JSON that was laid out anew,
    or that stands in another file now, is no loss.
    """

    def __init__(self, folder: Path, progress: Progress) -> None:
        self._folder = folder
        self._progress = progress
        self._lines: set[bytes] | None = None
        self._events: set[bytes] | None = None

    def compare(self, name: str, lines: Iterable[bytes], met: set[bytes]) -> Iterator[Line]:
        """Each line of a copy of one log file; an event that is lost is so once, `met` holds those that were met.

        Raises OSError where the log cannot be read.
        """
        with self._opened(name) as now:
            has_only_grown = True
            for raw in lines:
                has_only_grown = has_only_grown and now.readline() == raw
                line = raw.removeprefix(BOM)
                yield Line(line, None if has_only_grown else self._lost(line.strip(), met))

    def _lost(self, line: bytes, met: set[bytes]) -> Event | None:
        if not line or _digest(line) in self._known_lines():
            return None
        try:
            event = decode(line)
        except ValueError:
            return None
        said = _digest_of_event(event)
        if said in met or said in self._known_events():
            return None
        met.add(said)
        return event

    def _known_lines(self) -> set[bytes]:
        if self._lines is None:
            self._lines = {_digest(line) for line in self._all_lines()}
        return self._lines

    def _known_events(self) -> set[bytes]:
        if self._events is None:
            self._events = set()
            for line in self._all_lines():
                with suppress(ValueError):
                    self._events.add(_digest_of_event(decode(line)))
        return self._events

    def _all_lines(self) -> Iterator[bytes]:
        sizes = {name: size for name, (size, _) in Log(self._folder).stat().items()}
        done, whole = 0, sum(sizes.values())
        for name in sorted(sizes):
            with (self._folder / name).open("rb") as file:
                for number, raw in enumerate(file):
                    if number % _OFTEN == 0:
                        self._progress("Reading the log", min(1.0, done / whole))
                    done += len(raw)
                    yield raw.removeprefix(BOM).strip()

    @contextmanager
    def _opened(self, name: str) -> Iterator[BinaryIO]:
        """A log file as it stands; an empty one where it is not there."""
        try:
            file: BinaryIO = (self._folder / name).open("rb")
        except FileNotFoundError:
            file = BytesIO()
        with file:
            yield file


def _digest(line: bytes) -> bytes:
    return blake2b(line, digest_size=16).digest()


def _digest_of_event(event: Event) -> bytes:
    when = event.when
    said = [event.id, event.kind, when.at.isoformat(), when.offset, when.day.isoformat(), dict(event.body)]
    return _digest(json.dumps(said, sort_keys=True).encode())
