"""A phone: the real Anki engine in a process of its own, without fuzz, in a zone of its own and over many days.

The engine reads the real clock. So a day passes there by moving everything that it has written down a day back; what is
imported first is moved as far ahead as days will pass, and in the end all of it stands at its own time.
"""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from flashdeck.model import CardKey

A_DAY = 86_400
SECONDS_FROM = 1_000_000_000
AGE = 400  # days that the phone has been in use
MORNING = 10


def morning() -> timezone:
    """A zone in which it is between ten and eleven in the morning, now."""
    hours = (MORNING - datetime.now(UTC).hour + 11) % 24 - 11
    return timezone(timedelta(hours=hours))


@dataclass(frozen=True)
class Phone:
    """What was done on it, as packages of both generations and as the collection itself, and how many rows that is.

    `due` is when the engine has each card due: on a day or, at a step of that day, at a time.
    """

    modern: Path
    legacy: Path
    collection: Path
    due: Mapping[CardKey, date | datetime | None]
    rows: int


def given_on_the_phone(
    package: Path, days: Sequence[Sequence[int]], folder: Path, zone: timezone, *, script: Sequence[str] = ()
) -> Phone:
    """Import a package so many days ago and press these buttons, each for the card that is due first on its day.

    At last the statements of `script` are run there, of which `col` is the collection and `ids` all its cards.
    """
    east = zone.utcoffset(None) // timedelta(hours=1)
    task = {"package": str(package), "days": [list(day) for day in days], "folder": str(folder), "script": list(script)}
    environment = {**os.environ, "ANKI_TEST_MODE": "1", "TZ": f"PHONE{-east:+d}"}
    command = [sys.executable, "-m", "tests.anki.phone"]
    answer = subprocess.run(
        command, input=json.dumps(task), env=environment, capture_output=True, text=True, check=False
    )
    assert answer.returncode == 0, answer.stderr
    told = json.loads(answer.stdout)
    assert told["west"] == -60 * east, "the engine reads the zone that it is given"
    today = datetime.now(zone).date()
    due: dict[CardKey, date | datetime | None] = {}
    for guid, ordinal, kind, number in told["cards"]:
        day = today + timedelta(days=number - told["today"]) if number < SECONDS_FROM else None
        due[CardKey(guid, ordinal)] = None if kind == 0 else day or datetime.fromtimestamp(number, UTC)
    return Phone(folder / "modern.apkg", folder / "legacy.apkg", folder / "collection.anki2", due, told["rows"])


# ---------------------------------------------------------------------------------------------- in the other process


def moved_back(path: Path, days: int) -> None:
    """Everything that the collection has written down, that many days earlier."""
    seconds = days * A_DAY
    with closing(sqlite3.connect(path)) as database:
        database.create_collation("unicase", lambda one, other: (one > other) - (one < other))
        database.execute("UPDATE col SET crt = crt - ?", (seconds,))
        database.execute("UPDATE revlog SET id = -id")  # no two of them may meet on the way
        database.execute("UPDATE revlog SET id = -id - ?", (seconds * 1000,))
        database.execute("UPDATE cards SET due = due - ? WHERE due >= ?", (seconds, SECONDS_FROM))
        database.execute("UPDATE cards SET mod = mod - ?", (seconds,))
        for number, kept in database.execute("SELECT id, data FROM cards WHERE data LIKE '%lrt%'").fetchall():
            memory = json.loads(kept)
            memory["lrt"] -= seconds
            database.execute("UPDATE cards SET data = ? WHERE id = ?", (json.dumps(memory), number))
        database.commit()


def _press(col: Any, button: int) -> None:
    """Answer the card that is due first; there always is one."""
    from anki.scheduler.v3 import CardAnswer

    time.sleep(0.002)  # an answer is known by its millisecond
    waiting = "queue IN (0, 1) OR (queue IN (2, 3) AND due <= ?)"
    [number] = col.db.first(f"SELECT id FROM cards WHERE {waiting} ORDER BY queue = 0, due, id", col.sched.today)
    states = col._backend.get_scheduling_states(number)
    chosen = (states.again, states.hard, states.good, states.easy)[button - 1]
    answer = CardAnswer(
        card_id=number,
        current_state=states.current,
        new_state=chosen,
        rating=button - 1,
        answered_at_millis=int(time.time() * 1000),
        milliseconds_taken=1500,
    )
    col._backend.answer_card(answer)


def _main(task: Mapping[str, Any]) -> dict[str, Any]:
    from anki.collection import Collection, ExportAnkiPackageOptions, ImportAnkiPackageOptions, ImportAnkiPackageRequest

    folder, days = Path(task["folder"]), task["days"]
    folder.mkdir(parents=True)
    path = folder / "collection.anki2"
    Collection(str(path)).close()
    moved_back(path, AGE)
    col = Collection(str(path))
    options = ImportAnkiPackageOptions(with_scheduling=True)
    col.import_anki_package(ImportAnkiPackageRequest(package_path=task["package"], options=options))
    col.close()
    moved_back(path, -len(days))
    for buttons in days:
        col = Collection(str(path))
        for button in buttons:
            _press(col, button)
        col.close()
        moved_back(path, 1)
    col = Collection(str(path))
    for statement in task["script"]:
        exec(statement, {"col": col, "ids": col.db.list("SELECT id FROM cards ORDER BY id")})
    for generation in ("modern", "legacy"):
        kept = ExportAnkiPackageOptions(with_scheduling=True, legacy=generation == "legacy")
        col.export_anki_package(out_path=str(folder / f"{generation}.apkg"), options=kept, limit=None)
    found = col.db.all("SELECT guid, ord, c.type, due FROM cards c JOIN notes n ON n.id = nid")
    told = {
        "cards": found,
        "today": col.sched.today,
        "west": col.get_config("creationOffset"),
        "rows": col.db.scalar("SELECT count() FROM revlog"),
    }
    col.close()
    return told


if __name__ == "__main__":
    print(json.dumps(_main(json.load(sys.stdin))))
