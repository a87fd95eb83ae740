"""The review log on the disk: one file for each device, only ever appended to."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from io import BufferedReader
from itertools import tee
from pathlib import Path
from typing import Any

from flashdeck.model import Event, Moment
from flashdeck.schedule import REVLOG
from flashdeck.store.durable import flush, flush_folder, held, modified_ns
from flashdeck.store.lines import BadLine, decode_each, decode_lines, encode

Keep = Callable[[Event], object]
"""What is done with each event that is read."""

Draft = tuple[str, Moment, Mapping[str, Any]]
"""Kind, moment and body: an event before it has a device and a sequence number."""

CLOCK_TOLERANCE = timedelta(minutes=5)
"""How far a clock may be set back without a word, as in Anki's sync."""

_TAIL = 512  # bytes before a mark that are kept to see that a file only grew
_LAST_LINES = 1 << 16  # bytes at a file's end in which its last sequence number is looked for first


@dataclass(frozen=True, slots=True)
class Mark:
    """How far one log file has been read.

    `size` (bytes) and `mtime_ns` are the file's when it was read, -1 if it could not be; its first `whole` bytes
    are `lines` whole lines, `tail` the last of these bytes, `latest` and `latest_day` the latest time (UTC) and the
    latest study day of an event among them.
    """

    size: int
    mtime_ns: int
    whole: int = 0
    lines: int = 0
    tail: bytes = b""
    latest: datetime | None = None
    latest_day: date | None = None


@dataclass(frozen=True, slots=True)
class _Last:
    """The number and the moment of a device's last event."""

    sequence: int = 0
    when: Moment | None = None


_START = Mark(0, 0)
_UNREAD = Mark(-1, -1)


@dataclass(slots=True)
class Reading:
    """What was read: events in the order of the lines, files and lines that hold none, and how far each file goes."""

    events: list[Event] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    marks: dict[str, Mark] = field(default_factory=dict)


class Log:
    """The log files in one folder; `device` is the name under which this machine appends, if it ever did."""

    def __init__(self, folder: Path, device: str | None = None) -> None:
        self.folder = folder
        self.device = device
        self._whole: Reading | None = None
        self._end = (0, -1), _Last()  # our file's number and size after our last append, and what was last then

    def stat(self) -> dict[str, tuple[int, int]]:
        """Size in bytes and modification time in ns of every log file, by name."""
        found = {}
        try:
            with os.scandir(self.folder) as listing:
                for item in listing:
                    if item.name.endswith(".jsonl") and item.name.isprintable():  # others could not even be told of
                        found[item.name] = _stat(item.path)
        except (FileNotFoundError, NotADirectoryError):
            return {}
        return found

    def read(self) -> Reading:
        """All events of all files; what was read before is not read again where the files only grew."""
        more = self.read_after(self._whole.marks) if self._whole else None
        if self._whole and more:
            more.events = self._whole.events + more.events
            more.problems = self._whole.problems + more.problems
            self._whole = more
        else:
            self._whole = Reading()
            for name in sorted(self.stat()):
                self._read_file(name, None, self._whole)
        return self._whole

    def read_into(self, keep: Keep) -> Reading:
        """As `read`, but each event is given to `keep`, and none is remembered."""
        reading = Reading()
        for name in sorted(self.stat()):
            self._read_file(name, None, reading, keep)
        return reading

    def read_after(self, marks: Mapping[str, Mark]) -> Reading | None:
        """The events behind the marks, or None where a file did more than grow and everything is to be read anew."""
        reading = Reading()
        now = self.stat()
        if not marks.keys() <= now.keys():
            return None
        for name in sorted(now):
            mark = marks.get(name)
            if mark and now[name] == (mark.size, mark.mtime_ns):
                reading.marks[name] = mark
            elif not self._read_file(name, mark, reading):
                return None
        return reading

    def append(self, drafts: Sequence[Draft]) -> list[Event]:
        """Write events behind the device's last one and return when they are on the disk.

        All of them or none: where the disk is full or fails, the file is as it was before and OSError is raised. What
        an earlier crash left of a line is never glued to. A clock that was corrected by a few minutes does not bring
        what is done now before what was done last: such an event has the time of the last one.
        """
        if self.device is None:
            raise ValueError("a log without a device is only read")
        path = self.folder / f"{self.device}.jsonl"
        self.folder.mkdir(parents=True, exist_ok=True)
        is_new = not path.exists()
        with held(path) as file:
            stat = os.fstat(file)
            size, (known, last) = stat.st_size, self._end
            if known != (stat.st_ino, size):
                last = self._last(file, size, self.device)
            events = _events(self.device, last, drafts)
            text = b"".join(map(encode, events))
            if size and _read(file, size - 1, 1) != b"\n":
                text = b"\n" + text
            _write(file, size, text)
            if events:
                last = _Last(events[-1].sequence, events[-1].when)
            self._end = (stat.st_ino, size + len(text)), last
        if is_new:
            for folder in (self.folder, self.folder.parent, self.folder.parent.parent):
                flush_folder(folder)
        return events

    def _last(self, file: int, size: int, device: str) -> _Last:
        """What the device has written last; where its file is new, perhaps into one that was renamed since."""
        return _last_of(file, size, device) if size else _latest(_own(self.read().events, device))

    def _read_file(self, name: str, known: Mark | None, reading: Reading, keep: Keep | None = None) -> bool:
        """Add what stands behind a mark; False where the mark holds no longer."""
        mark, before = known or _START, len(reading.events)
        try:
            with (self.folder / name).open("rb") as stream:
                stat = os.fstat(stream.fileno())
                stream.seek(mark.whole - len(mark.tail))
                tail = stream.read(len(mark.tail))
                if known and (known == _UNREAD or stat.st_size <= known.size or tail != known.tail):
                    return False
                reading.marks[name] = self._read_lines(stream, mark, reading, keep or reading.events.append)
        except OSError as error:
            del reading.events[before:]
            reading.marks[name] = _UNREAD
            if known is None:
                what = f".flashdeck/log/{name} cannot be read ({error.strerror}); its answers are left out"
                reading.problems.append(what)
            return known in (None, _UNREAD)
        return True

    def _read_lines(self, stream: BufferedReader, mark: Mark, reading: Reading, keep: Keep) -> Mark:
        """Keep the events of the lines behind a mark, one line in memory at a time; the mark behind them."""
        name, stat = Path(stream.name).name, os.fstat(stream.fileno())
        whole, lines, tail, latest, latest_day = mark.whole, mark.lines, mark.tail, mark.latest, mark.latest_day
        for raw, line in _decoded(stream, stat.st_size - mark.whole, mark.lines + 1):
            if isinstance(line, Event):
                keep(line)
                latest = max(latest or line.when.at, line.when.at)
                latest_day = max(latest_day or line.when.day, line.when.day)
            elif line and line.is_cut:  # nobody was shown a next card after it; it is looked at when the file grows
                continue
            elif line:
                reading.problems.append(f".flashdeck/log/{name}:{line.number}: {line.what}; the line is skipped")
            whole += len(raw)
            lines += raw.endswith(b"\n")
            tail = (tail + raw)[-_TAIL:]
        return Mark(stat.st_size, modified_ns(stat), whole, lines, tail, latest, latest_day)


def _decoded(stream: BufferedReader, size: int, first: int) -> Iterator[tuple[bytes, Event | BadLine | None]]:
    """Each line of the next `size` bytes, and what it holds; what is written meanwhile is left for another time."""
    ours, theirs = tee(_lines(stream, size))
    return zip(ours, decode_each(theirs, first), strict=True)


def _lines(stream: BufferedReader, size: int) -> Iterator[bytes]:
    while size > 0 and (line := stream.readline(size)):
        size -= len(line)
        yield line


def _events(device: str, last: _Last, drafts: Sequence[Draft]) -> list[Event]:
    """The drafts as the events that follow the last one."""
    events: list[Event] = []
    before = last.when
    for sequence, (kind, when, body) in enumerate(drafts, last.sequence + 1):
        at, day = when.at.replace(microsecond=when.at.microsecond // 1000 * 1000), when.day  # what a line keeps
        if before and REVLOG not in body and timedelta(0) < before.at - at <= CLOCK_TOLERANCE:
            at, day = before.at, max(day, before.day)
        before = replace(when, at=at, day=day)
        events.append(Event(device, sequence, kind, before, dict(body)))
    return events


def _write(file: int, size: int, text: bytes) -> None:
    try:
        written = 0
        while written < len(text):  # one write, unless the disk is full: then the next one raises the reason
            written += os.write(file, text[written:])
        flush(file)
    except OSError:
        os.ftruncate(file, size)
        raise


def _last_of(file: int, size: int, device: str) -> _Last:
    """What the device has written under its highest number; its file is in order, so the last lines tell."""
    for start in (max(0, size - _LAST_LINES), 0):
        text = _read(file, start, size - start)
        events = _own(decode_lines(text, 1 if start == 0 else 2), device)
        if events:
            return _latest(events)
    return _Last()


def _latest(events: Iterable[Event]) -> _Last:
    last = max(events, key=lambda event: event.sequence, default=None)
    return _Last(last.sequence, last.when) if last else _Last()


def _own(lines: Iterable[Event | BadLine], device: str) -> list[Event]:
    return [line for line in lines if isinstance(line, Event) and line.device == device]


def _read(file: int, start: int, count: int) -> bytes:
    os.lseek(file, start, os.SEEK_SET)
    text = b""
    while count > len(text) and (more := os.read(file, count - len(text))):
        text += more
    return text


def _stat(path: str) -> tuple[int, int]:
    try:
        stat = Path(path).stat()  # the listing's own figures may be older than the last append on Windows
    except OSError:  # a link to nowhere; reading it names the reason
        return -1, -1
    return stat.st_size, modified_ns(stat)
