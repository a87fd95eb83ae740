"""The backups as `doctor` lists them, and how one is put back: by union, so that nothing that is newer is lost.

Killed at any moment it loses nothing: each log file is written beside and takes its name in one step, and the next
restore of the same backup puts back what is lacking then.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from flashdeck.config import Settings
from flashdeck.model import Event, Moment, UserError
from flashdeck.store.archive import DamagedArchiveError, read_archive
from flashdeck.store.backups import backup_days, backup_path
from flashdeck.store.collection import Collection
from flashdeck.store.doctor.findings import counted
from flashdeck.store.doctor.logfiles import BOM, LOG, Progress
from flashdeck.store.doctor.lost import Line, Present
from flashdeck.store.doctor.repair import clear
from flashdeck.store.durable import flush, flush_folder, held
from flashdeck.store.guard import MassRetirementError
from flashdeck.store.lines import decode

OWN = ".flashdeck"
_OFTEN = 4096  # lines between two words that the writing goes on


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup: its `size` in bytes, its `lines`, the events `missing` in the log now, why it cannot be read."""

    day: date
    size: int
    lines: int = 0
    missing: int = 0
    problem: str = ""

    @property
    def file(self) -> str:
        """Its path below the collection."""
        return backup_path(Path(OWN), self.day).as_posix()


@dataclass(slots=True)
class _Losses:
    """How many lines a backup has, and how many events of each file the log lacks."""

    lines: int = 0
    events: Counter[str] = field(default_factory=Counter)


def survey(root: Path, progress: Progress) -> list[Backup]:
    """All backups, the newest first, each compared with the log. Raises UserError where the log cannot be read."""
    found = []
    with _failures("read", "the backups were not compared with the log"):
        days = backup_days(root / OWN)
        present = Present(root / LOG, progress)
        for number, day in enumerate(reversed(days)):
            progress("Reading the backups", number / len(days))
            path = backup_path(root / OWN, day)
            size = path.stat().st_size
            try:
                losses = _losses(path, present)
            except DamagedArchiveError as error:
                found.append(Backup(day, size, problem=str(error)))
            else:
                found.append(Backup(day, size, losses.lines, losses.events.total()))
    return found


def restore(root: Path, settings: Settings, now: Moment, named: str, progress: Progress) -> list[str]:
    """Put back what the backup of a day (or of a file's name) holds and the log lacks; what was done, a sentence each.

    Raises UserError where there is no such backup, where it is damaged, which is seen before anything is written, and
    where something cannot be written.
    """
    day = _day(root, named)
    path = backup_path(root / OWN, day)
    try:
        with _failures("written", "the restore stopped, and can be run again"):
            progress("Reading the backup", 0)
            losses = _losses(path, Present(root / LOG, progress))
            if not losses.events:
                return [f"The log holds everything that the backup of {day} holds."]
            (root / LOG).mkdir(exist_ok=True)
            done: list[str] = []
            for name, lines in read_archive(path):
                if losses.events[name]:
                    done += clear(root, name)
                    count = put_back(root / LOG / name, lines, progress)
                    done.append(f"Put {counted(count, 'event')} of the backup of {day} back into {LOG}/{name}.")
            progress("Bringing the index up to date", 0)
            with suppress(MassRetirementError):  # which every command tells, and which is no fault of the log
                Collection.open(root, settings, now).close()
    except DamagedArchiveError as error:
        raise UserError(f"The backup of {day} is damaged ({error}): nothing was put back.") from None
    return done


def put_back(path: Path, lines: Iterable[bytes], progress: Progress) -> int:
    """Add to a log file those of the lines whose events the log lacks, in the order of their numbers; how many.

    Under the log's lock: who waits to append finds the new file. Raises OSError, and then the file is as it was.
    """
    target = path.resolve()  # a link stays one
    draft = target.with_name(f"{target.name}.{os.getpid()}.tmp")
    count = 0
    with held(target) as file:
        lost = (line for line in Present(path.parent, progress).compare(path.name, lines, set()) if line.lost)
        try:
            with os.fdopen(os.dup(file), "rb") as log, draft.open("wb") as merged:
                log.seek(0)
                for number, line in enumerate(_merge(log, lost, path.stem)):
                    if number % _OFTEN == 0:
                        progress("Writing the log", 0)
                    merged.write(line.raw if line.raw.endswith(b"\n") else line.raw + b"\n")
                    count += line.lost is not None
                merged.flush()
                flush(merged.fileno())
            draft.chmod(os.fstat(file).st_mode & 0o777)
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)
    flush_folder(target.parent)
    return count


def _merge(log: Iterable[bytes], lost: Iterator[Line], device: str) -> Iterator[Line]:
    """The lines of both, the lost ones before the first of a higher number: the last number tells what comes next."""
    waiting = next(lost, None)
    for place, raw in enumerate(log):
        line = raw.removeprefix(BOM) if place == 0 else raw  # it may not be the first any more
        if waiting:
            number = _number(line, device)
            while waiting and waiting.lost and _own_number(waiting.lost, device) < number:
                yield waiting
                waiting = next(lost, None)
        yield Line(line, None)
    if waiting:
        yield waiting
        yield from lost


def _number(line: bytes, device: str) -> int:
    """The number under which the file's device wrote a line; -1 for a line that is not its own."""
    try:
        return _own_number(decode(line), device)
    except ValueError:
        return -1


def _own_number(event: Event, device: str) -> int:
    return event.sequence if event.device == device else -1


def _losses(path: Path, present: Present) -> _Losses:
    losses, met = _Losses(), set[bytes]()
    for name, lines in read_archive(path):
        for line in present.compare(name, lines, met):
            losses.lines += 1
            losses.events[name] += line.lost is not None
    losses.events = +losses.events
    return losses


def _day(root: Path, named: str) -> date:
    for day in backup_days(root / OWN):
        if named in (day.isoformat(), backup_path(root / OWN, day).name):
            return day
    raise UserError(f"There is no backup of {named}: `flashdeck doctor --restore` lists those that there are.")


@contextmanager
def _failures(what: str, then: str) -> Iterator[None]:
    """Let an OSError be one sentence."""
    try:
        yield
    except OSError as error:
        raise UserError(f"{error.filename or LOG} cannot be {what} ({error.strerror}): {then}.") from error
