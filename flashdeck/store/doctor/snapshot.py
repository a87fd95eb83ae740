"""The index as it stands, copied aside: it can be asked anything without a byte of it changing."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from flashdeck.model import UserError
from flashdeck.store.doctor.findings import Findings
from flashdeck.store.index import VERSION, DamagedIndexError, read_version

INDEX = ".flashdeck/index.db"
REBUILD = "`flashdeck doctor --repair` builds it anew from the card files and the log."
_FAULTS = 3
"""How many faults of one index are told; they mostly come from one."""


@contextmanager
def snapshot(root: Path, findings: Findings) -> Iterator[sqlite3.Connection | None]:
    """A copy of the index that may be written to and goes with its connection; None where it tells nothing.

    Why it tells nothing is among the findings then. Raises UserError where the disk has no room for it.
    """
    try:
        with closing(sqlite3.connect("", isolation_level=None)) as copy:  # SQLite's own file, gone when it is closed
            yield copy if _is_copied(root / INDEX, copy, findings) else None
    except sqlite3.OperationalError as error:
        if not _is_disk_full(error):
            raise
        raise UserError("The disk is full: the index is examined in a copy, for which there must be room.") from None


def _is_copied(path: Path, copy: sqlite3.Connection, findings: Findings) -> bool:
    try:
        version = read_version(path)
        if version > VERSION:
            update = "Update flashdeck, or delete the file: the next command builds it anew."
            findings.add("index-newer", "The index was made by a newer flashdeck", update, file=INDEX)
            return False
        if not path.exists() or version < VERSION:
            what = "is of an older flashdeck" if path.exists() else "is not there"
            findings.add("index-behind", f"The index {what}: the next command builds it", file=INDEX)
            return False
        _copy(path, copy)
        faults = [fault for (fault,) in copy.execute(f"PRAGMA integrity_check({_FAULTS})") if fault != "ok"]
    except UserError as error:
        findings.add("index-damaged", f"The index cannot be read: {error.message}", REBUILD, file=INDEX)
        return False
    except (sqlite3.DatabaseError, DamagedIndexError, OSError) as error:
        if _is_disk_full(error):
            raise
        faults = [str(error)]
    if faults:
        findings.add("index-damaged", f"The index is damaged: {'; '.join(faults)}", REBUILD, file=INDEX)
    return not faults


def _is_disk_full(error: Exception) -> bool:
    return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL


def _copy(path: Path, copy: sqlite3.Connection) -> None:
    """Copy the index without leaving files beside it, as SQLite does for one that it opens to read."""
    journal = path.with_name(f"{path.name}-wal")
    if not journal.exists():
        _copy_from(path, "immutable=1", copy)
        if not journal.exists():
            return  # nobody began to write meanwhile
    try:
        _copy_from(path, "mode=ro", copy)
    except sqlite3.OperationalError:  # a crash left the journal, and a folder that cannot be written
        with TemporaryDirectory() as aside:
            for file in (path, journal):
                shutil.copyfile(file, Path(aside) / file.name)
            _copy_from(Path(aside) / path.name, "mode=rw", copy)


def _copy_from(path: Path, how: str, copy: sqlite3.Connection) -> None:
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?{how}", uri=True)) as source:
        source.backup(copy)
