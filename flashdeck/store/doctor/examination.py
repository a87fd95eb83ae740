"""The examination: everything on the disk read anew and compared, and not a byte written."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from flashdeck.config import Settings
from flashdeck.model import Moment
from flashdeck.schedule.fold import fold
from flashdeck.schedule.standing import Standing
from flashdeck.store.catchup import decks_of_notes, is_folded_under, read_log_marks
from flashdeck.store.doctor.cardtables import Texts, examine_texts
from flashdeck.store.doctor.clocks import examine_clocks
from flashdeck.store.doctor.findings import Finding, Findings, Gravity, counted
from flashdeck.store.doctor.logfiles import LOG, Progress, ReadLog, read_log
from flashdeck.store.doctor.logtables import compare_log_tables, compare_names
from flashdeck.store.doctor.notes import examine_notes
from flashdeck.store.doctor.numbering import examine_numbering
from flashdeck.store.doctor.snapshot import INDEX, snapshot
from flashdeck.store.doctor.surroundings import examine_surroundings
from flashdeck.store.texts import walk


@dataclass(frozen=True)
class Examination:
    """What was found, errors first, and how much was looked at."""

    findings: tuple[Finding, ...]
    files: int
    cards: int
    logs: int
    devices: int
    events: int

    @cached_property
    def errors(self) -> int:
        """How many errors there are, those counted that are not listed."""
        return self._count(Gravity.ERROR)

    @cached_property
    def notes(self) -> int:
        """How many notes there are, those counted that are not listed."""
        return self._count(Gravity.NOTE)

    def _count(self, gravity: Gravity) -> int:
        return sum(finding.count for finding in self.findings if finding.gravity is gravity)


def examine(root: Path, settings: Settings, now: Moment, progress: Progress) -> Examination:
    """Examine the collection at `root`; raises UserError where it has no cards.

    An index that is behind its texts and its log is compared as far as it goes: its log tables with the part of the log
    that it has read, its notes and cards with the files that it has compiled.
    """
    walked = walk(root)
    findings = Findings()
    with snapshot(root, findings) as index:  # before the log is read: so the log is never behind it
        marks = read_log_marks(index) if index else {}
        log = read_log(root / LOG, marks, findings, progress)
        examine_numbering(log, findings)
        examine_clocks(log, now, findings)
        standing, is_current = _replay(log, index, settings, findings, progress)
        texts = examine_texts(root, walked, index, findings, progress)
        examine_notes(standing, texts, index, findings)
        if index:
            _tell_behind(texts, is_current=is_current, findings=findings)
    examine_surroundings(root, findings)
    return Examination(
        tuple(findings),
        files=texts.files,
        cards=texts.cards,
        logs=len(log.files),
        devices=len({event.device for event in log.events}),
        events=len(log.events),
    )


def _replay(
    log: ReadLog, index: sqlite3.Connection | None, settings: Settings, findings: Findings, progress: Progress
) -> tuple[Standing, bool]:
    """Fold the log and compare the index with it; returns what it comes to, and whether the index has all of it."""
    progress("Replaying the log", 0)
    is_comparable = index is not None and log.is_followed and is_folded_under(index, settings)
    followed = log.followed()
    is_current = is_comparable and followed is log.events
    decks = decks_of_notes(index, settings) if index else {}
    standing = fold(log.events, settings, decks=decks)
    if index and is_comparable:
        known = standing if is_current else fold(followed, settings, decks=decks)
        progress("Comparing the index with the log", 0)
        if compare_log_tables(index, known, findings):
            compare_names(index, findings)
    _tell_skipped(log, standing, findings)
    _tell_unknown(log, standing, findings)
    return standing, is_current


def _tell_skipped(log: ReadLog, standing: Standing, findings: Findings) -> None:
    """Events that are whole lines and make no sense all the same."""
    problems = {problem.partition(": ")[0]: problem for problem in standing.problems}
    for number, event in enumerate(log.events) if problems else ():
        problem = problems.pop(event.id, None)
        if problem:
            file, line = log.place(number)
            findings.add("event-skipped", problem, "Correct the line by hand, or leave it.", file=file, line=line)


def _tell_unknown(log: ReadLog, standing: Standing, findings: Findings) -> None:
    first: dict[str, int] = {}
    if standing.unknown:
        for number in reversed(range(len(log.events))):
            if log.events[number].kind in standing.unknown:
                first[log.events[number].kind] = number
    for kind, number in sorted(first.items()):
        file, line = log.place(number)
        count = standing.unknown[kind]
        what = f"{counted(count, 'event')} of the kind `{kind}`, which this version does not know"
        findings.add(
            "unknown-kind", what, "They are kept; a newer flashdeck reads them.", file=file, line=line, count=count
        )


def _tell_behind(texts: Texts, *, is_current: bool, findings: Findings) -> None:
    parts = ([counted(texts.behind, "card file")] if texts.behind else []) + ([] if is_current else ["the log"])
    if parts:
        what = f"The index is behind {' and '.join(parts)}"
        findings.add("index-behind", what, "The next command brings it up to date.", file=INDEX)
