"""The repair: lines that hold no event are set aside, leftovers removed, the index built anew. No event ever changes.

Killed at any moment it loses nothing: what is moved is on the disk in its new place before the old one goes, each file
is written beside and takes its name in one step, and the index can always be made again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from flashdeck.config import Settings
from flashdeck.model import Moment, UserError
from flashdeck.store.collection import Collection
from flashdeck.store.doctor.findings import Finding, counted
from flashdeck.store.doctor.logfiles import BOM, LOG
from flashdeck.store.doctor.snapshot import INDEX
from flashdeck.store.doctor.surroundings import leftovers
from flashdeck.store.durable import flush, flush_folder, held
from flashdeck.store.guard import MassRetirementError
from flashdeck.store.index import delete_index
from flashdeck.store.lines import decode

UNREADABLE = ".flashdeck/unreadable"
_WITHOUT_EVENT = frozenset({"conflict-marker", "torn-line", "nul-bytes", "not-utf8", "no-event"})
_OF_INDEX = frozenset({"index-damaged", "index-differs"})


def repair(root: Path, settings: Settings, now: Moment, findings: tuple[Finding, ...]) -> list[str]:
    """Repair what an examination found and can be repaired; returns what was done, a sentence each.

    Raises UserError where the index is of a newer flashdeck, and where something cannot be written; what was repaired
    before stays so.
    """
    for finding in findings:
        if finding.kind == "index-newer":
            raise UserError(f"{finding.what}: nothing was repaired. {finding.way_out}")
    try:
        done = list(_set_aside(root, findings))
        done += _remove_leftovers(root)
        kinds = {finding.kind for finding in findings}
        if kinds & _OF_INDEX:
            delete_index(root / INDEX)
            done.append("Built the index anew from the card files and the log.")
        elif "index-behind" in kinds:
            done.append("Brought the index up to date.")
        if done:
            with suppress(MassRetirementError):  # which every command tells, and which is no fault of the index
                Collection.open(root, settings, now).close()
    except OSError as error:
        raise UserError(
            f"{error.filename or root} cannot be written ({error.strerror}): the repair stopped."
        ) from error
    return done


def _set_aside(root: Path, findings: tuple[Finding, ...]) -> Iterator[str]:
    files = dict.fromkeys(finding.file for finding in findings if finding.kind in _WITHOUT_EVENT)
    for file in files:
        if file is not None:
            yield from clear(root, Path(file).name)


def clear(root: Path, name: str) -> Iterator[str]:
    """Set aside the lines of a log file that hold no event, and say so; raises OSError."""
    count = set_aside(root / LOG / name, root / UNREADABLE / name)
    if count:
        yield f"Moved {counted(count, 'line')} without an event from {LOG}/{name} to {UNREADABLE}/{name}."


def set_aside(path: Path, aside: Path) -> int:
    """Move the lines that hold no event from a log file to the end of the file `aside`; returns how many they are.

    Under the log's lock: who waits to append finds the new file. Raises OSError.
    """
    target = path.resolve()  # a link stays one
    draft = target.with_name(f"{target.name}.{os.getpid()}.tmp")
    with held(target) as file:
        try:
            lines = _write_events(file, draft)
            if lines:
                draft.chmod(os.fstat(file).st_mode & 0o777)
                _keep(aside, b"".join(lines))
                draft.replace(target)
                flush_folder(target.parent)
        finally:
            draft.unlink(missing_ok=True)
    return len(lines)


def _write_events(file: int, draft: Path) -> list[bytes]:
    """Write a log without the lines that hold no event; returns these, bytes and line ends as they are."""
    lines = []
    with os.fdopen(os.dup(file), "rb") as log, draft.open("wb") as events:
        log.seek(0)
        for number, line in enumerate(log, 1):
            if _holds_event(line.removeprefix(BOM) if number == 1 else line):
                events.write(line)
            else:
                lines.append(line)
        events.flush()
        flush(events.fileno())
    return lines


def _holds_event(line: bytes) -> bool:
    """Whether it does, or is empty, which is no fault."""
    if not line.strip():
        return True
    try:
        decode(line)
    except ValueError:
        return False
    return True


def _keep(path: Path, lines: bytes) -> None:
    """Put lines at the end of a file, all of them or none; those that a killed repair put there are not put again."""
    path.parent.mkdir(exist_ok=True)
    kept = path.read_bytes() if path.exists() else b""
    if kept.endswith(lines):
        return
    if kept and not kept.endswith(b"\n"):
        kept += b"\n"
    draft = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        with draft.open("wb") as file:
            file.write(kept + lines)
            file.flush()
            flush(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    flush_folder(path.parent)
    flush_folder(path.parent.parent)


def _remove_leftovers(root: Path) -> Iterator[str]:
    for path in leftovers(root):
        path.unlink(missing_ok=True)
        yield f"Removed {path.relative_to(root).as_posix()}, which a crash had left."
