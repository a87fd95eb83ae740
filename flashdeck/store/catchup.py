"""From the log to the index: whether there is anything new, and which way it is folded in.

Every command comes through here, so what folds is not loaded before there is something to fold.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from datetime import date, datetime

from flashdeck.config import Settings
from flashdeck.model import Moment
from flashdeck.schedule.rules import rules
from flashdeck.store.index import read_fact, transaction, write_fact
from flashdeck.store.log import CLOCK_TOLERANCE, Log, Mark
from flashdeck.store.waits import Progress, unseen

_FOLDED_UNDER = "folded_under"


def catch_up(
    index: sqlite3.Connection, log: Log, settings: Settings, *, anew: bool = False, progress: Progress = unseen
) -> None:
    """Bring the index up to date with the log, by the shortest of three ways.

    New lines that come after everything that was folded are folded on top of it. Where they take something back or come
    before something else, the notes that they touch are folded anew. All of the log is folded where it changed
    otherwise, where the settings that schedules depend on have changed, or when it is asked for with `anew`.
    """
    under = _dependence(settings)
    anew = anew or read_fact(index, _FOLDED_UNDER) != under
    if not anew and log.stat() == {name: (mark.size, mark.mtime_ns) for name, mark in read_log_marks(index).items()}:
        return
    from flashdeck.store.folding import follow, refold, replay

    with transaction(index):
        reading = None if anew else log.read_after(read_log_marks(index))
        if reading is None or not (follow(index, reading, settings) or refold(index, log, reading, settings)):
            replay(index, log, settings, progress)
            write_fact(index, _FOLDED_UNDER, under)


def is_folded_under(index: sqlite3.Connection, settings: Settings) -> bool:
    """Whether the schedules of the index were made under what these settings say of schedules."""
    return read_fact(index, _FOLDED_UNDER) == _dependence(settings)


def depends_on_decks(settings: Settings) -> bool:
    """Whether a card's schedule depends on its deck, which only its text tells."""
    everywhere = rules(settings)
    return any(rules(settings.for_deck(deck)) != everywhere for deck in settings.decks)


def log_problems(index: sqlite3.Connection) -> list[str]:
    """What cannot be read in the log, or is not understood."""
    unknown = index.execute("SELECT events, kind FROM unknown_kinds ORDER BY kind")
    return [
        *(what for (what,) in index.execute("SELECT what FROM log_problems ORDER BY id")),
        *(
            f"{events} of the log's events are of the kind `{kind}`, which this version does not know"
            for events, kind in unknown
        ),
    ]


def clock_problems(index: sqlite3.Connection, device: str | None, now: Moment) -> list[str]:
    """What is to be told where a device's clock was set back behind its own last event."""
    mark = read_log_marks(index).get(f"{device}.jsonl")
    if mark is None or mark.latest is None or now.at >= mark.latest - CLOCK_TOLERANCE:
        return []
    return [
        f"The clock was set back: the last answer from here is of {_in_words(mark.latest)}, which is later than now"
    ]


def is_clock_back(index: sqlite3.Connection, device: str | None, now: Moment) -> bool:
    """Whether both the study day and UTC stand before the device's last event.

    A flight west takes the study day back, a second of drift the time: neither is a clock that is wrong.
    """
    mark = read_log_marks(index).get(f"{device}.jsonl")
    if mark is None or mark.latest is None or mark.latest_day is None:
        return False
    return now.day < mark.latest_day and now.at < mark.latest


def _in_words(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M} UTC"


# ---------------------------------------------------------------------------------------------- reading


def read_log_marks(index: sqlite3.Connection) -> dict[str, Mark]:
    """How far the index has read each log file."""
    rows = index.execute("SELECT name, size, mtime_ns, whole, lines, tail, latest, latest_day FROM logs")
    return {name: _read_mark(*known) for name, *known in rows}


def _read_mark(size: int, mtime_ns: int, whole: int, lines: int, tail: bytes, *latest: str | None) -> Mark:
    at, day = latest
    return Mark(
        size,
        mtime_ns,
        whole,
        lines,
        tail,
        datetime.fromisoformat(at) if at else None,
        date.fromisoformat(day) if day else None,
    )


def decks_of_notes(index: sqlite3.Connection, settings: Settings) -> Mapping[str, str]:
    """The deck of each live note by guid, where schedules depend on it."""
    if not depends_on_decks(settings):
        return {}
    return dict(index.execute("SELECT guid, deck FROM notes WHERE guid IS NOT NULL"))


def _dependence(settings: Settings) -> str:
    """The rules of every deck that has its own, as text to compare: they hold all that schedules depend on."""
    return repr([("", rules(settings)), *((deck, rules(settings.for_deck(deck))) for deck in sorted(settings.decks))])
