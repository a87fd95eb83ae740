"""Progress on its way to Anki: what a first import with the box ticked makes of it, by the real engine."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from flashdeck.anki.export import export
from flashdeck.config import AnkiOptions, Settings
from flashdeck.model import CardKey, EventKind, Moment, Rating, Schedule, State
from flashdeck.schedule import moment
from flashdeck.store.collection import Collection, Entry
from tests.anki.conftest import MORNING, Folder
from tests.anki.engine import Profile, profile

START = datetime.fromisoformat(MORNING)
SM2 = Settings(max_interval=3650)
ANKI = replace(SM2, scheduler="anki", anki=AnkiOptions(learning_steps=(60, 600, 2 * 86400)))
FSRS = replace(SM2, scheduler="fsrs")

CARDS = """\
## One? {#one}

1

## Two {#two .reversed}

2

## Three {#three}

{{c1::a}} {{c3::b}}

## Four? {#four .suspended}

4
"""


def at(days: float) -> Moment:
    return moment(START + timedelta(days=days), SM2.rollover)


def answer(collection: Collection, key: CardKey, rating: Rating, when: Moment, taken_ms: int = 4000) -> None:
    body = {"guid": key.guid, "ordinal": key.ordinal, "rating": rating.value, "taken_ms": taken_ms}
    collection.record([(EventKind.REVIEW, when, {**body, "scheduler": collection.settings.scheduler})])


def sent(collection: Collection, anki: Profile, file: Path) -> None:
    """Export with progress, and import with the box ticked."""
    anki.take(export(collection, out=file, with_progress=True).file, progress=True)


def rows(anki: Profile) -> dict[CardKey, dict[str, Any]]:
    """Every card's columns by guid and ordinal, its due day as a date."""
    names = ("type", "queue", "due", "ivl", "factor", "reps", "lapses", "left", "flags")
    columns = ", ".join(f"c.{name}" for name in names)
    found = anki.col.db.all(f"select guid, ord, {columns} from cards c join notes n on n.id = nid")
    cards = {CardKey(guid, ordinal): dict(zip(names, row, strict=True)) for guid, ordinal, *row in found}
    today = (datetime.now().astimezone() - timedelta(hours=4)).date()  # the engine reads the real clock
    for card in cards.values():
        if (
            card["type"] in (2, 3) and card["due"] < 1_000_000
        ):  # beyond are seconds: of a step, also where it is suspended
            card["due"] = today + timedelta(days=card["due"] - anki.col.sched.today)
    return cards


def log_of(anki: Profile, key: CardKey) -> list[list[int]]:
    """The rows of the history: time, button, interval, the one before, ease, ms, kind."""
    found: list[list[int]] = anki.col.db.all(
        "select r.id, ease, r.ivl, lastIvl, r.factor, time, r.type from revlog r join cards c on c.id = cid"
        " join notes n on n.id = nid where guid = ? and ord = ? order by r.id",
        key.guid,
        key.ordinal,
    )
    return found


def by_key(entries: Iterable[Entry]) -> dict[str, Entry]:
    return {f"{entry.card.note.key}:{entry.card.ordinal}": entry for entry in entries}


# ---------------------------------------------------------------------------------------------- one history


def test_a_first_import_goes_on_where_the_terminal_stands(folder: Folder, anki: Profile, tmp_path: Path) -> None:
    """Interval, ease, due day, answers, lapses; each answer with its time, button and kind."""
    folder.write("a.md", CARDS)
    with folder.open(settings=SM2) as collection:
        one = by_key(collection.entries())["one:0"].card.key
        for days, rating in ((0, Rating.GOOD), (1, Rating.HARD), (7, Rating.AGAIN), (7.001, Rating.GOOD)):
            answer(collection, one, rating, at(days))
        sent(collection, anki, tmp_path / "x.apkg")
        due = collection.schedule(one).due
    card = rows(anki)[one]
    assert due == date(2026, 3, 10)
    assert card == {
        "type": 2,
        "queue": 2,
        "due": due,
        "ivl": 1,
        "factor": 2360,
        "reps": 4,
        "lapses": 1,
        "left": 0,
        "flags": 0,
    }
    first = int(START.timestamp() * 1000)
    a_day = 86_400_000
    assert log_of(anki, one) == [
        [first, 3, 1, 0, 2500, 4000, 0],
        [first + a_day, 2, 6, 1, 2360, 4000, 1],
        [first + 7 * a_day, 1, 1, 6, 2360, 4000, 1],
        [first + 7 * a_day + 86_400, 3, 1, 1, 0, 4000, 3],
    ]


def test_new_suspended_and_flagged_cards(folder: Folder, anki: Profile, tmp_path: Path) -> None:
    """New cards stay new and in their order; what was set on a card goes along, card by card."""
    folder.write("a.md", CARDS)
    with folder.open(settings=SM2) as collection:
        keys = {name: entry.card.key for name, entry in by_key(collection.entries()).items()}
        collection.change(EventKind.SUSPEND, [keys["two:1"]], at(0))
        collection.change(EventKind.UNSUSPEND, [keys["four:0"]], at(0))
        collection.change(EventKind.FLAG, [keys["three:2"]], at(0), flag=4)
        sent(collection, anki, tmp_path / "x.apkg")
    cards = rows(anki)
    assert {name: (cards[key]["type"], cards[key]["queue"], cards[key]["flags"]) for name, key in keys.items()} == {
        "one:0": (0, 0, 0),
        "two:0": (0, 0, 0),
        "two:1": (0, -1, 0),
        "three:0": (0, 0, 0),
        "three:2": (0, 0, 4),
        "four:0": (0, 0, 0),
    }
    assert [(card.guid, card.ordinal) for card in anki.cards()] == list(keys.values())


def test_steps_of_learning(folder: Folder, anki: Profile, tmp_path: Path) -> None:
    """A step of today is due at its second, one of days on its day; a lapse waits in relearning."""
    folder.write("a.md", CARDS)
    with folder.open(settings=ANKI) as collection:
        keys = {name: entry.card.key for name, entry in by_key(collection.entries()).items()}
        answer(collection, keys["one:0"], Rating.AGAIN, at(0))
        answer(collection, keys["two:0"], Rating.GOOD, at(0))
        answer(collection, keys["two:0"], Rating.GOOD, at(0.01))
        answer(collection, keys["three:0"], Rating.EASY, at(0))
        answer(collection, keys["three:0"], Rating.AGAIN, at(4))
        schedules = {name: collection.schedule(key) for name, key in keys.items()}
        sent(collection, anki, tmp_path / "x.apkg")
    cards = rows(anki)
    one, two, three = (cards[keys[name]] for name in ("one:0", "two:0", "three:0"))
    step = schedules["one:0"].due_at
    assert step is not None
    assert (one["type"], one["queue"], one["due"], one["left"]) == (1, 1, int(step.timestamp()), 3)
    assert (two["type"], two["queue"], two["left"]) == (1, 3, 1)
    assert (three["type"], three["queue"], three["ivl"], three["factor"]) == (3, 1, 1, 2300)
    assert [row[2] for row in log_of(anki, keys["two:0"])] == [-600, -172_800]


def test_a_leech_has_ankis_tag(folder: Folder, anki: Profile, tmp_path: Path) -> None:
    """Beside the tags of its text, and without being an edit of the note."""
    folder.write("a.md", CARDS.replace("{#one}", "{#one tags=gpu}"))
    leeches = replace(SM2, leech_threshold=1)
    with folder.open(settings=leeches) as collection:
        one = by_key(collection.entries())["one:0"].card.key
        answer(collection, one, Rating.GOOD, at(0))
        answer(collection, one, Rating.AGAIN, at(1))
        sent(collection, anki, tmp_path / "x.apkg")
        assert export(collection, out=tmp_path / "y.apkg", with_progress=True).updated == ()
    assert anki.notes()[one.guid].tags == ["gpu", "leech"]


def test_what_anki_has_keeps_its_progress_there(folder: Folder, anki: Profile, tmp_path: Path) -> None:
    """Anki takes progress for cards that it does not have; the report says so, and the way round."""
    folder.write("a.md", CARDS)
    with folder.open(settings=SM2) as collection:
        one = by_key(collection.entries())["one:0"].card.key
        answer(collection, one, Rating.GOOD, at(0))
        sent(collection, anki, tmp_path / "x.apkg")
        answer(collection, one, Rating.GOOD, at(1))
        report = export(collection, out=tmp_path / "y.apkg", with_progress=True)
    before = rows(anki)
    anki.take(report.file, progress=True)
    assert rows(anki) == before
    assert "only for cards that it does not have yet" in report.warnings[-1]
    assert "delete the notes in Anki and import again" in report.warnings[-1]


def test_without_the_option_all_cards_are_new(folder: Folder, anki: Profile, tmp_path: Path) -> None:
    """And the package says nothing of what was answered."""
    folder.write("a.md", CARDS)
    with folder.open(settings=SM2) as collection:
        answer(collection, by_key(collection.entries())["one:0"].card.key, Rating.GOOD, at(0))
        anki.take(export(collection, out=tmp_path / "x.apkg").file, progress=True)
    assert {card["type"] for card in rows(anki).values()} == {0}
    assert anki.col.db.scalar("select count() from revlog") == 0


# ---------------------------------------------------------------------------------------------- any history

HISTORY = st.lists(st.tuples(st.integers(0, 5), st.sampled_from(Rating), st.floats(0, 40)), max_size=25)


@pytest.mark.parametrize("scheduler", [SM2, ANKI, FSRS], ids=lambda each: each.scheduler)
@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(history=HISTORY)
def test_law_16_anki_has_each_card_as_it_stands_here(
    scheduler: Settings, history: list[tuple[int, Rating, float]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Interval, ease, answers and lapses are equal, and the due day is the same date."""
    root = tmp_path_factory.mktemp("law")
    folder = Folder(root / "collection")
    folder.write("a.md", CARDS)
    with folder.open(settings=scheduler) as collection, profile() as anki:
        keys = [entry.card.key for entry in collection.entries()]
        days = 0.0
        for number, rating, passed in history:
            days += passed
            answer(collection, keys[number], rating, at(days))
        sent(collection, anki, root / "x.apkg")
        cards = rows(anki)
        for key in keys:
            _is_as(cards[key], collection.schedule(key))
            assert len(log_of(anki, key)) == collection.schedule(key).answers


def _is_as(card: dict[str, Any], schedule: Schedule) -> None:
    assert (card["reps"], card["lapses"]) == (schedule.answers, schedule.lapses)
    if schedule.state in (State.REVIEW, State.RELEARNING):
        assert (card["ivl"], card["factor"]) == (schedule.interval, schedule.ease or 2500)
    if schedule.state is State.REVIEW:
        assert card["due"] == schedule.due
