"""What makes a write survive: the flush to the disk, the lock between processes, the file that is written whole."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

# The lock is the operating system's own, taken on the very file that it protects and gone with the process that held
# it. `filelock` and `portalocker` do the same with a second file, for 27 and 40 ms of imports where this takes 0.3.
if sys.platform == "win32":
    import msvcrt

    # Windows forbids reading a locked byte, so the one that is locked lies past any log's end.
    _LOCKED_BYTE = 0x7FFFFFFE

    def _lock(file: int) -> None:
        os.lseek(file, _LOCKED_BYTE, os.SEEK_SET)
        while True:
            with suppress(OSError):  # it gives up after ten seconds; a log is held for milliseconds, so ask again
                return msvcrt.locking(file, msvcrt.LK_LOCK, 1)

    def _try_lock(file: int) -> None:
        os.lseek(file, _LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

    def _unlock(file: int) -> None:
        os.lseek(file, _LOCKED_BYTE, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX)

    def _try_lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _unlock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)


@contextmanager
def locked(file: int) -> Iterator[None]:
    """Hold the one lock on an open file descriptor; another process that asks for it waits."""
    _lock(file)
    try:
        yield
    finally:
        _unlock(file)


@contextmanager
def held(path: Path) -> Iterator[int]:
    """An open descriptor of a file that is appended to, made if it is not there, with its lock.

    Who waited for the lock may find that a repair replaced the file meanwhile: then what is there now is opened.
    """
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o644)
        try:
            with locked(file):
                if _is_still_at(path, file):
                    yield file
                    return
        finally:
            os.close(file)


def _is_still_at(path: Path, file: int) -> bool:
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except FileNotFoundError:
        return False


def try_lock(file: int) -> bool:
    """Take the one lock on an open file descriptor until it is closed; False where another holds it."""
    try:
        _try_lock(file)
    except OSError:
        return False
    return True


def modified_ns(stat: os.stat_result) -> int:
    """When a file was last changed, in ns since 1970; times after 2262, which SQLite cannot keep, are one time."""
    return min(stat.st_mtime_ns, 2**63 - 1)


def flush(file: int) -> None:
    """Return when the bytes of an open file descriptor are on the disk; raises OSError when they are not."""
    if sys.platform == "darwin":
        fcntl.fcntl(file, fcntl.F_FULLFSYNC)  # there fsync stops at the drive's own cache
    else:
        os.fsync(file)


def flush_folder(folder: Path) -> None:
    """Make the names in `folder` as durable as what they name, where the file system knows how."""
    if sys.platform != "win32":
        with suppress(OSError):  # some network file systems flush no folders; what the file holds is safe already
            file = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(file)
            finally:
                os.close(file)


def write_whole(path: Path, text: str, *, private: bool = False) -> None:
    """Write a small file so that it is there whole or not at all; `private` keeps others of this machine from it."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        _write_new(draft, text.encode(), 0o600 if private else 0o644)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    flush_folder(path.parent)


def replace_bytes(path: Path, before: bytes, after: bytes) -> bool:
    """Replace a file's bytes in one step, its mode kept; False, and nothing done, where they are not `before`."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        _write_new(draft, after, 0o600)
        draft.chmod(path.stat().st_mode)
        if path.read_bytes() != before:
            return False
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    flush_folder(path.parent)
    return True


def _write_new(path: Path, content: bytes, mode: int) -> None:
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), mode)
    try:
        written = 0
        while written < len(content):  # one write, unless the disk is full: then the next one raises the reason
            written += os.write(file, content[written:])
        flush(file)
    finally:
        os.close(file)
