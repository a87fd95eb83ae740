"""The notes of the log whose text is gone, and those that share a key."""

from __future__ import annotations

import sqlite3

from flashdeck.schedule.standing import Standing
from flashdeck.store.doctor.cardtables import Texts
from flashdeck.store.doctor.findings import Findings, counted


def examine_notes(standing: Standing, texts: Texts, index: sqlite3.Connection | None, findings: Findings) -> None:
    """Count the retired notes and those with a history, tell of keys that two notes have, and of errors for `check`."""
    live = {standing.guids[key] for key in texts.keys if key in standing.guids}
    errors = texts.errors
    if index:  # which knows more: renames, and the notes of a file that has errors now
        live |= {guid for (guid,) in index.execute("SELECT guid FROM notes WHERE guid IS NOT NULL")}
        errors += int(index.execute("SELECT total(identity_errors) FROM files").fetchone()[0])
    retired = standing.notes.keys() - live
    if retired:
        answered = {card.guid for card, schedule in standing.schedules.items() if schedule.answers}
        with_history = len(retired & answered)
        what = f"Without a text now: {counted(len(retired), 'note')} of the log, {with_history} of them with a history"
        way_out = "`flashdeck cards is:retired` lists them; with its text each comes back as it was."
        findings.add("retired", what, way_out, count=len(retired))
    _tell_shared_keys(standing, findings)
    if errors:
        what = f"In the card files: {counted(errors, 'error')}"
        findings.add("card-errors", what, "`flashdeck check` tells them.", count=errors)


def _tell_shared_keys(standing: Standing, findings: Findings) -> None:
    """Two notes of one kind under one key: a cloze and a card that once had one id are two notes by right."""
    first: dict[tuple[str, bool | None], str] = {}
    for guid, record in standing.notes.items():
        other = first.setdefault((record.key, record.cloze), guid)
        if other != guid:
            what = f"The notes {other} and {guid} of the log are both called `{record.key}`"
            way_out = f"The text goes on as {standing.guids.get(record.key)}; the other counts as retired."
            findings.add("one-key", what, way_out)
