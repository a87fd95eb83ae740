"""`flashdeck doctor`: whether everything on the disk agrees."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from flashdeck.commands import completing
from flashdeck.commands.context import Context
from flashdeck.commands.options import command
from flashdeck.commands.printing import counted, print_json, say, warn
from flashdeck.commands.progress import Progress

if TYPE_CHECKING:
    from flashdeck.store.doctor.examination import Examination
    from flashdeck.store.doctor.findings import Finding
    from flashdeck.store.doctor.restoring import Backup

_ALL = ""  # what --restore is without a date
_COLORS = {"error": "red", "note": "cyan"}


@command(
    reports=True,
    examples=(
        "flashdeck doctor",
        "flashdeck doctor --repair",
        "flashdeck doctor --restore",
        "flashdeck doctor --restore 2026-12-01",
    ),
)
@click.option("--repair", "is_repairing", is_flag=True, help="Mend what can be mended; no event is changed or dropped.")
@click.option(
    "--restore",
    "backup",
    metavar="[DATE]",
    is_flag=False,
    flag_value=_ALL,
    shell_complete=completing.backups,
    help="Put back what the log lacks and the backup of that day holds; without a date, list the backups.",
)
def doctor(context: Context, *, is_repairing: bool, backup: str | None) -> int:
    """Examine the log, the index and what lies around them.

    The log is read line by line and replayed, the card files are compiled anew, and the index is compared with both.
    Nothing is written. Exit code 1 if anything is wrong; notes alone do not fail.

    With --repair, lines of the log that hold no event move to .flashdeck/unreadable/, what a crash left behind is
    removed, and an index that is wrong is built anew; then everything is examined again.

    The first command of a study day that writes to the log leaves a copy of it in .flashdeck/backups/. The newest copy
    of each of the last 7 days, 5 weeks and 12 months that have one is kept. --restore lists them, each with the number
    of its events that the log lacks now. --restore DATE puts these back, each in its place: nothing that is in the log
    is changed or dropped, and where one id has two contents both stay. Then everything is examined.

    The JSON has `findings` (each with `kind`, `severity`: error or note, `what`, `way_out`, `file`, `line`, `count`),
    `errors` and `notes` (their numbers), `checked` (the numbers of `files`, `cards`, `logs`, `devices`, `events`), and
    `repaired` (sentences). That of the list has `backups` (each with `day`, `file`, `bytes`, `lines`, `missing`: events
    that the log lacks, and `problem`: why it cannot be read, or null).
    """
    from flashdeck.store.doctor.repair import repair

    if is_repairing and backup is not None:
        raise click.UsageError("--restore and --repair are two steps: restore first, then repair.")
    if backup == _ALL:
        return _list(context)
    repaired = [] if backup is None else _restore(context, backup)
    found = _examine(context)
    if is_repairing:
        repaired = repair(context.root, context.settings, context.now, found.findings)
        found = _examine(context) if repaired else found
    if context.json:
        print_json(_as_json(found, repaired))
    else:
        _tell(found, repaired, color=context.color)
    return int(found.errors > 0)


def _examine(context: Context) -> Examination:
    from flashdeck.store.doctor.examination import examine

    with _progress() as progress:
        return examine(context.root, context.settings, context.now, progress)


def _restore(context: Context, backup: str) -> list[str]:
    from flashdeck.store.doctor.restoring import restore

    with _progress() as progress:
        return restore(context.root, context.settings, context.now, backup, progress)


def _list(context: Context) -> int:
    from flashdeck.store.doctor.restoring import survey

    with _progress() as progress:
        backups = survey(context.root, progress)
    if context.json:
        print_json({"backups": list(map(_backup_as_json, backups))})
    elif not backups:
        warn("There is no backup yet: the next answer leaves the first.")
    else:
        width = max(len(_size(backup)) for backup in backups)
        for backup in backups:
            say(f"{backup.day}  {_size(backup):>{width}}  {_state(backup)}")
    return 0


@contextmanager
def _progress() -> Iterator[Progress]:
    progress = Progress()
    try:
        yield progress
    finally:
        progress.clear()


def _size(backup: Backup) -> str:
    return f"{max(1, round(backup.size / 1000)):,} kB"


def _state(backup: Backup) -> str:
    if backup.problem:
        return f"damaged: {backup.problem}"
    lacking = f"{counted(backup.missing, 'event')} missing now" if backup.missing else "nothing missing now"
    return f"{counted(backup.lines, 'line')}, {lacking}"


def _tell(found: Examination, repaired: list[str], *, color: bool) -> None:
    for sentence in repaired:
        warn(sentence)
    for finding in found.findings:
        severity = str(finding.gravity)
        click.echo(click.style(severity, fg=_COLORS[severity], bold=True) if color else severity, nl=False)
        say(f"[{finding.kind}] {_place(finding)}{finding.what}")
        if finding.way_out:
            say(f"    {finding.way_out}")
    checked = (
        f"{counted(found.cards, 'card')} in {counted(found.files, 'file')}, "
        f"{counted(found.events, 'event')} of {counted(found.devices, 'device')} in {counted(found.logs, 'log file')}"
    )
    notes = [counted(found.notes, "note")] if found.notes else []
    verdict = [counted(found.errors, "error") if found.errors else "nothing wrong", *notes]
    warn(f"{checked}: {', '.join(verdict)}")


def _place(finding: Finding) -> str:
    if finding.file is None:
        return ""
    return f"{finding.file}:{finding.line}: " if finding.line else f"{finding.file}: "


def _backup_as_json(backup: Backup) -> dict[str, Any]:
    return {
        "day": backup.day.isoformat(),
        "file": backup.file,
        "bytes": backup.size,
        "lines": backup.lines,
        "missing": backup.missing,
        "problem": backup.problem or None,
    }


def _as_json(found: Examination, repaired: list[str]) -> dict[str, Any]:
    return {
        "findings": [
            {
                "kind": finding.kind,
                "severity": str(finding.gravity),
                "what": finding.what,
                "way_out": finding.way_out or None,
                "file": finding.file,
                "line": finding.line,
                "count": finding.count,
            }
            for finding in found.findings
        ],
        "errors": found.errors,
        "notes": found.notes,
        "checked": {
            "files": found.files,
            "cards": found.cards,
            "logs": found.logs,
            "devices": found.devices,
            "events": found.events,
        },
        "repaired": repaired,
    }
