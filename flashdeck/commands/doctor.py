"""`flashdeck doctor`: whether everything on the disk agrees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from flashdeck.commands.context import Context
from flashdeck.commands.options import command
from flashdeck.commands.printing import counted, print_json, say, warn
from flashdeck.commands.progress import Progress

if TYPE_CHECKING:
    from flashdeck.store.doctor.examination import Examination
    from flashdeck.store.doctor.findings import Finding

_COLORS = {"error": "red", "note": "cyan"}


@command(reports=True, examples=("flashdeck doctor", "flashdeck doctor --repair", "flashdeck doctor --json"))
@click.option("--repair", "is_repairing", is_flag=True, help="Mend what can be mended; no event is changed or dropped.")
def doctor(context: Context, *, is_repairing: bool) -> int:
    """Examine the log, the index and what lies around them.

    The log is read line by line and replayed, the card files are compiled anew, and the index is compared with both.
    Nothing is written. Exit code 1 if anything is wrong; notes alone do not fail.

    With --repair, lines of the log that hold no event move to .flashdeck/unreadable/, what a crash left behind is
    removed, and an index that is wrong is built anew; then everything is examined again.

    The JSON has `findings` (each with `kind`, `severity`: error or note, `what`, `way_out`, `file`, `line`, `count`),
    `errors` and `notes` (their numbers), `checked` (the numbers of `files`, `cards`, `logs`, `devices`, `events`), and
    `repaired` (sentences).
    """
    from flashdeck.store.doctor.repair import repair

    found = _examine(context)
    repaired: list[str] = []
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

    progress = Progress()
    try:
        return examine(context.root, context.settings, context.now, progress)
    finally:
        progress.clear()


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
