"""A log with backups, as the tests of the restore use it."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

from flashdeck.model import Event
from flashdeck.store.backups import backup_path
from flashdeck.store.doctor.restoring import Backup, restore, survey
from flashdeck.store.lines import decode_lines, encode
from tests.store.desk import Desk, at, card, foreign
from tests.store.test_doctor import quiet

FIRST = date(2026, 12, 1)
"""The study day of the desk's first morning."""


def use(desk: Desk) -> Desk:
    """Three answers of this device and three of another, all of them in the backup of the third day."""
    desk.write("a.md", card("x") + card("y"))
    desk.log.parent.mkdir()
    phone(desk).write_bytes(b"".join(foreign("2026-12-01", number, f"g{number}") for number in (1, 2, 3)))
    desk.answer("x")
    desk.answer("y", days=1)
    desk.answer("x", days=2)
    return desk


def phone(desk: Desk) -> Path:
    """The other device's log file."""
    return desk.log.with_name("phone.jsonl")


def backup(desk: Desk, days: int = 2) -> Path:
    """The backup of that many days after the first."""
    return backup_path(desk.root / ".flashdeck", FIRST + timedelta(days))


def restored(desk: Desk, days: int = 2) -> list[str]:
    """What restoring it comes to."""
    return restore(desk.root, desk.settings, at(30), f"{FIRST + timedelta(days)}", quiet)


def surveyed(desk: Desk) -> list[Backup]:
    """The list of backups."""
    return survey(desk.root, quiet)


def logs(desk: Desk) -> dict[str, bytes]:
    """Every file among the logs."""
    return {path.name: path.read_bytes() for path in sorted(desk.log.parent.iterdir())}


def events(content: bytes) -> list[Event]:
    """The events of a log file."""
    return [line for line in decode_lines(content) if isinstance(line, Event)]


def said(content: bytes) -> set[bytes]:
    """What its events say."""
    return set(map(encode, events(content)))
