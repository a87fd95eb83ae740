"""Whether the index holds what the log comes to."""

from __future__ import annotations

import sqlite3

from flashdeck.model import CardKey
from flashdeck.schedule.standing import Standing
from flashdeck.store.doctor.comparing import Differences, compare, named
from flashdeck.store.doctor.findings import Findings, counted
from flashdeck.store.doctor.snapshot import INDEX, REBUILD
from flashdeck.store.folding import read_newest
from flashdeck.store.linking import settle
from flashdeck.store.rows import standing_rows

_OF_CARDS = frozenset({"schedules", "marks"})  # their rows are named by guid and ordinal, all others by one column
_DUES = """
    SELECT notes.guid, cards.ordinal, cards.due FROM cards JOIN notes ON notes.id = cards.note
    WHERE notes.guid IS NOT NULL OR cards.due IS NOT NULL
"""
_NAMES = "SELECT id, file, line, guid, identity_errors, identity_warnings FROM notes"


def compare_log_tables(index: sqlite3.Connection, standing: Standing, findings: Findings) -> bool:
    """Compare every table that the fold fills with what it comes to; returns whether all are alike."""
    differences = {"cards": _compare_dues(index, standing)}
    for table, rows in standing_rows(standing):
        found = index.execute(f"SELECT * FROM {table}")
        names = [column[0] for column in found.description]
        differences[table] = compare(names, 2 if table in _OF_CARDS else 1, rows, found)
    if read_newest(index) != standing.newest:
        differences["facts"] = Differences(1, "the last event that was folded is another one")
    for table, each in differences.items():
        if each.count:
            what = f"In {counted(each.count, 'row')} of `{table}` the index is not what the log comes to: {each.first}"
            findings.add("index-differs", what, REBUILD, file=INDEX, count=each.count)
    return not any(each.count for each in differences.values())


def compare_names(index: sqlite3.Connection, findings: Findings) -> None:
    """Settle anew which note has which key and guid, and compare; the index is changed by it."""
    before = {number: rest for number, *rest in index.execute(_NAMES)}
    index.execute("BEGIN")
    settle(index, [key for (key,) in index.execute("SELECT DISTINCT key FROM notes")])
    after = {number: rest for number, *rest in index.execute(_NAMES)}
    index.execute("ROLLBACK")
    differing = [rest for number, rest in before.items() if after.get(number) != rest]
    if differing:
        file, line, *_ = differing[0]
        what = f"In {counted(len(differing), 'row')} of `notes` the index has another guid than the card's name gives"
        findings.add("index-differs", f"{what}: {file}:{line}", REBUILD, file=INDEX, count=len(differing))


def _compare_dues(index: sqlite3.Connection, standing: Standing) -> Differences:
    differences = Differences()
    for guid, ordinal, due in index.execute(_DUES):
        schedule = standing.schedules.get(CardKey(guid, ordinal))
        right = schedule and schedule.due and schedule.due.isoformat()
        if due != right:
            differences.add(f"of {named((guid, ordinal))} `due` is {due!r} instead of {right!r}")
    return differences
