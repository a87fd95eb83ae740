"""What lies around the log and the index: the name of this device, what crashes left, files that are none of ours."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from flashdeck.store.device import read_device
from flashdeck.store.doctor.findings import Findings
from flashdeck.store.doctor.logfiles import LOG
from flashdeck.store.texts import CARDS

_DRAFT = re.compile(r".+\.(\d+)\.tmp")
"""What every file is called before it gets its name: `NAME.PROCESS.tmp`."""


def examine_surroundings(root: Path, findings: Findings) -> None:
    """Tell of a device file that holds no name, of leftovers, and of what lies among the logs and is none."""
    _tell_device(root / ".flashdeck", findings)
    for path in leftovers(root):
        what = "A write that never finished left this file behind"
        findings.add("leftover", what, "`flashdeck doctor --repair` removes it.", file=_shown(root, path))
    with suppress(OSError):
        for path in sorted((root / LOG).iterdir()):
            if not (path.suffix == ".jsonl" and path.name.isprintable()) and not _DRAFT.fullmatch(path.name):
                what = "This file among the logs is not read: a log is called DEVICE.jsonl"
                findings.add("no-log", what, "Rename or remove it.", file=_shown(root, path))


def leftovers(root: Path) -> Iterator[Path]:
    """Files that an earlier run began to write and that no running process can be writing still."""
    for path in _drafts(root):
        written_by = _DRAFT.fullmatch(path.name)
        if written_by and not _is_running(int(written_by[1])) and path.is_file() and not path.is_symlink():
            yield path


def _drafts(root: Path) -> Iterator[Path]:
    for folder in (".flashdeck", LOG, ".flashdeck/unreadable", ".flashdeck/backups", "exports"):
        yield from sorted((root / folder).glob("*.tmp"))
    for folder, _, names in os.walk(root / CARDS):
        yield from (Path(folder) / name for name in sorted(names) if _is_card_draft(name))


def _is_card_draft(name: str) -> bool:
    written = _DRAFT.fullmatch(name)
    return written is not None and name.startswith(".") and ".md." in name


def _is_running(process: int) -> bool:
    """Whether it may be; on Windows a file that is being written cannot be removed anyway."""
    if sys.platform == "win32":
        return False
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return process != os.getpid()


def _tell_device(folder: Path, findings: Findings) -> None:
    path = folder / "device"
    shown = ".flashdeck/device"
    try:
        is_nameless = path.exists() and read_device(folder) is None
    except OSError as error:
        what = f"The file with this device's name cannot be read ({error.strerror})"
        findings.add("device-unreadable", what, "See that it is a file that is yours to read.", file=shown)
        return
    if is_nameless:
        what = "The file with this device's name holds none"
        findings.add("device-nameless", what, "The next answer gives it a new one, and a log of its own.", file=shown)


def _shown(root: Path, path: Path) -> str:
    return path.relative_to(root).as_posix()
