"""The log files read line by line: the events with their places, the lines that hold none, what the index has read."""

from __future__ import annotations

import os
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from flashdeck.model import Event
from flashdeck.store.doctor.findings import Findings
from flashdeck.store.durable import modified_ns
from flashdeck.store.lines import CONFLICT, NOT_JSON, NOT_UTF8, NUL, decode
from flashdeck.store.log import Log, Mark

LOG = ".flashdeck/log"
MOVE = "`flashdeck doctor --repair` moves the line to .flashdeck/unreadable/; every event stays."
BOM = b"\xef\xbb\xbf"

_KINDS = {CONFLICT: "conflict-marker", NOT_JSON: "torn-line", NUL: "nul-bytes", NOT_UTF8: "not-utf8"}

Progress = Callable[[str, float], None]
"""Called again and again with what is being done and which part of it is done, from 0 to 1."""


@dataclass(slots=True)
class LogFile:
    """One log file as it was read: its events are those from `first` on, each with the number of its line.

    The index has read the first `followed` of them.
    """

    name: str
    first: int
    numbers: array[int] = field(default_factory=lambda: array("L"))
    followed: int = 0

    @property
    def path(self) -> str:
        """Its path below the collection."""
        return f"{LOG}/{self.name}"

    @property
    def device(self) -> str:
        """The device whose file it is."""
        return self.name.removesuffix(".jsonl")


@dataclass(slots=True)
class ReadLog:
    """All events of the log, file by file in the order of the lines.

    `is_followed` tells whether what the index has read is still the beginning of each file: then its tables are what
    `followed` events come to.
    """

    events: list[Event] = field(default_factory=list)
    files: list[LogFile] = field(default_factory=list)
    is_followed: bool = False

    def place(self, number: int) -> tuple[str, int]:
        """The file and the line of the event of that number."""
        file = self.files[bisect_right(self.files, number, key=lambda each: each.first) - 1]
        return file.path, file.numbers[number - file.first]

    def each_file(self) -> Iterator[tuple[LogFile, list[Event]]]:
        """The files that hold events, with these."""
        for file in self.files:
            if file.numbers:
                yield file, self.events[file.first : file.first + len(file.numbers)]

    def followed(self) -> list[Event]:
        """The events that the index has read."""
        if all(file.followed == len(file.numbers) for file in self.files):
            return self.events
        return [event for file in self.files for event in self.events[file.first : file.first + file.followed]]


def read_log(folder: Path, marks: Mapping[str, Mark], findings: Findings, progress: Progress) -> ReadLog:
    """Read every log file; `marks` tell how far the index has read each of them."""
    read = ReadLog()
    sizes = {name: max(size, 1) for name, (size, _) in Log(folder).stat().items()}
    read.is_followed = marks.keys() <= sizes.keys()
    done, whole = 0, sum(sizes.values())
    for name in sorted(sizes):
        file = LogFile(name, len(read.events))
        read.files.append(file)
        try:
            with (folder / name).open("rb") as stream:
                for offset in _read_file(stream, file, read, marks.get(name), findings):
                    progress("Reading the log", min(1.0, (done + offset) / whole))
        except OSError as error:
            what, way_out = f"The log file cannot be read ({error.strerror})", "See that it is yours to read."
            findings.add("log-unreadable", what, way_out, file=file.path)
            read.is_followed = False
        done += sizes[name]
    return read


def _read_file(stream: BinaryIO, file: LogFile, read: ReadLog, mark: Mark | None, findings: Findings) -> Iterator[int]:
    """Read one file; what is yielded now and then is the number of bytes that are done."""
    offset, number = 0, 0
    behind = mark.whole if mark else 0
    for number, raw in enumerate(stream, 1):
        offset += len(raw)
        line = raw.removeprefix(BOM) if number == 1 else raw
        if line.strip():
            try:
                event = decode(line)
            except ValueError as error:
                what = str(error)
                kind = _KINDS.get(what, "no-event")
                findings.add(kind, f"The line is {_phrase(kind, what)}", MOVE, file=file.path, line=number)
            else:
                read.events.append(event)
                file.numbers.append(number)
                if offset <= behind:
                    file.followed += 1
        if number % 4096 == 0:
            yield offset
    if mark and not _is_beginning(stream, mark, offset):
        read.is_followed = False


def _phrase(kind: str, what: str) -> str:
    return f"no event: {what}" if kind == "no-event" and not what.startswith("not an event") else what


def _is_beginning(stream: BinaryIO, mark: Mark, size: int) -> bool:
    """Whether an index that has read as far as the mark would go on from there, rather than read everything anew."""
    if size <= mark.size:
        return (mark.size, mark.mtime_ns) == (size, modified_ns(os.fstat(stream.fileno())))
    stream.seek(mark.whole - len(mark.tail))
    return mark.whole <= size and stream.read(len(mark.tail)) == mark.tail
