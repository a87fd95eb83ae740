"""Whether every line of the log has a number of its own, in its own device's file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from flashdeck.model import Event
from flashdeck.schedule.undoing import TAKES_BACK
from flashdeck.store.doctor.findings import Findings, counted
from flashdeck.store.doctor.logfiles import LogFile, ReadLog
from flashdeck.store.lines import encode

Id = tuple[str, int]
"""A device and a sequence number."""

_KEPT = (
    "Both are kept and both count. If this folder is a copy of another, delete `.flashdeck/device` in one of the two; "
    "by hand, one of the lines can be given a number that is free."
)


def examine_numbering(log: ReadLog, findings: Findings) -> None:
    """Tell of ids that stand twice, of lines in another device's file, of numbers that go down, of undos of nothing."""
    twins = _tell_twins(log, findings)
    highest = _highest(log)
    for file, events in log.each_file():
        _tell_lines_elsewhere(file, events, highest, findings)
        _tell_order(file, events, twins, findings)
    _tell_of_nothing(log, findings)


def _tell_twins(log: ReadLog, findings: Findings) -> set[Id]:
    """Tell of lines with one id that differ; returns every id that stands in more than one line."""
    lines: dict[Id, list[int]] = {name: [] for name in _repeated(log.events)}
    if lines:
        for number, event in enumerate(log.events):
            if (event.device, event.sequence) in lines:
                lines[event.device, event.sequence].append(number)
    for (device, sequence), numbers in lines.items():
        first, *others = numbers
        content = encode(log.events[first])
        for other in others:
            if encode(log.events[other]) != content:
                (file, line), (file_before, line_before) = log.place(other), log.place(first)
                what = f"The id {device}:{sequence} stands here and in {file_before}:{line_before} with other content"
                findings.add("one-id", what, _KEPT, file=file, line=line)
    return set(lines)


def _repeated(events: Iterable[Event]) -> set[Id]:
    """The ids that stand more than once; where numbers only go up, none does, and nothing needs to be remembered."""
    highest: dict[str, int] = {}
    below: Counter[Id] = Counter()
    for event in events:
        if event.sequence > highest.get(event.device, -1):
            highest[event.device] = event.sequence
        else:
            below[event.device, event.sequence] += 1
    if below:
        for name in _rising(events):
            if name in below:
                below[name] += 1
    return {name for name, count in below.items() if count > 1}


def _rising(events: Iterable[Event]) -> Iterator[Id]:
    """The ids whose number is higher than all before it."""
    highest: dict[str, int] = {}
    for event in events:
        if event.sequence > highest.get(event.device, -1):
            highest[event.device] = event.sequence
            yield event.device, event.sequence


def _highest(log: ReadLog) -> dict[str, int]:
    """The highest number of each device in its own file."""
    highest: dict[str, int] = {}
    for file, events in log.each_file():
        own = (event.sequence for event in events if event.device == file.device)
        highest[file.device] = max(own, default=0)
    return highest


def _tell_lines_elsewhere(file: LogFile, events: list[Event], highest: dict[str, int], findings: Findings) -> None:
    """Other devices' lines in this file; where they go beyond a device's own file, it will give their numbers again."""
    strange: dict[str, list[int]] = {}
    for number, event in enumerate(events):
        if event.device != file.device:
            strange.setdefault(event.device, []).append(number)
    for device, numbers in strange.items():
        what = f"{counted(len(numbers), 'line')} of the device {device} in the file of {file.device}"
        own = f".flashdeck/log/{device}.jsonl"
        is_beyond = max(events[number].sequence for number in numbers) > highest.get(device, 0)
        kind = "lines-astray" if is_beyond else "lines-elsewhere"
        more = f", with higher numbers than in {own}: that device would give them again" if is_beyond else ""
        way_out = f"Move them to the end of {own}." if is_beyond else "They count; nothing needs to be done."
        findings.add(kind, what + more, way_out, file=file.path, line=file.numbers[numbers[0]], count=len(numbers))


def _tell_order(file: LogFile, events: list[Event], twins: set[Id], findings: Findings) -> None:
    """The device's own lines that stand behind one with a higher number, but those that stand twice."""
    last, falls = -1, []
    for number, event in enumerate(events):
        if event.device == file.device and (event.device, event.sequence) not in twins:
            if event.sequence < last:
                falls.append(number)
            last = max(last, event.sequence)
    if falls:
        what = f"{counted(len(falls), 'line')} behind one with a higher sequence number, as a merge may leave them"
        way_out = "They count; nothing needs to be done."
        findings.add("out-of-order", what, way_out, file=file.path, line=file.numbers[falls[0]], count=len(falls))


def _tell_of_nothing(log: ReadLog, findings: Findings) -> None:
    """Undo and redo events whose target is in no file."""
    named = [number for number, event in enumerate(log.events) if event.kind in TAKES_BACK]
    wanted = {log.events[number].body["target"] for number in named}
    if wanted:
        wanted -= {event.id for event in log.events}
    for number in named if wanted else ():
        event = log.events[number]
        if event.body["target"] in wanted:
            file, line = log.place(number)
            what = f"The {event.kind} names {event.body['target']}, which is not in the log"
            findings.add("names-nothing", what, "It takes effect once that line is here.", file=file, line=line)
