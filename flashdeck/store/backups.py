"""The backups of the log: one a study day, each a whole copy, and which of them are kept.

Of the days, the weeks and the months that have a backup, the last 7, 5 and 12 keep their newest one. They are counted
by the backups, not by the calendar: half a year without a review drops none, a clock that ran ahead hardly any.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import suppress
from datetime import date
from pathlib import Path

from flashdeck.store.durable import flush, flush_folder, write_whole

BACKUPS = "backups"
"""The folder, below `.flashdeck/`."""

_NAME = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})\.tar\.gz")
_PERIODS: tuple[tuple[int, Callable[[date], Hashable]], ...] = (
    (7, lambda day: day),
    (5, lambda day: day.isocalendar()[:2]),
    (12, lambda day: (day.year, day.month)),
)


def back_up(folder: Path, day: date) -> None:
    """Copy the log of `folder` (`.flashdeck/`), unless it has a backup of this study day, and let old backups go.

    Raises OSError where it cannot be copied; the backups are as they were then.
    """
    path = backup_path(folder, day)
    if _is_plain_file(path):
        return
    _make_folder(path.parent)
    _write(path, folder / "log")
    present = set(backup_days(folder))
    for gone in present - kept(present):
        with suppress(OSError):  # it stays until tomorrow, or another process was first
            backup_path(folder, gone).unlink()


def backup_path(folder: Path, day: date) -> Path:
    """The file of a day's backup."""
    return folder / BACKUPS / f"{day.isoformat()}.tar.gz"


def backup_days(folder: Path) -> list[date]:
    """The days that have a backup, in order. Links and folders are none, whatever they are called."""
    return sorted(_days(folder)) if _is_own_folder(folder / BACKUPS) else []


def kept(days: Iterable[date]) -> set[date]:
    """The days whose backups are kept."""
    newest_first = sorted(days, reverse=True)
    found: set[date] = set()
    for number, period in _PERIODS:
        newest: dict[Hashable, date] = {}
        for day in newest_first:
            newest.setdefault(period(day), day)
        found.update(list(newest.values())[:number])
    return found


def _days(folder: Path) -> Iterator[date]:
    for path in (folder / BACKUPS).iterdir():
        named = _NAME.fullmatch(path.name)
        if named and _is_plain_file(path):
            with suppress(ValueError):  # the 31st of February
                yield date.fromisoformat(named[1])


def _is_plain_file(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False


def _is_own_folder(path: Path) -> bool:
    """Whether it is a folder and no link, behind which we would write and delete elsewhere."""
    return path.is_dir() and not path.is_symlink()


def _make_folder(folder: Path) -> None:
    """The folder, for its owner's eyes only, and out of git also where the collection is older than its backups."""
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
        flush_folder(folder.parent)
    if not _is_own_folder(folder):
        raise NotADirectoryError(errno.ENOTDIR, "it is no folder of its own", str(folder))
    if not (folder / ".gitignore").exists():
        write_whole(folder / ".gitignore", "*\n")


def _write(path: Path, log: Path) -> None:
    from flashdeck.store.archive import write_archive
    from flashdeck.store.log import Log

    draft = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        draft.unlink(missing_ok=True)
        file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        with os.fdopen(file, "wb") as stream:
            write_archive(stream, log, Log(log).stat())
            stream.flush()
            flush(stream.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    flush_folder(path.parent)
