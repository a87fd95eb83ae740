"""Progress on its way to Anki: what a first import with the box ticked makes of it, by the real engine."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from anki.collection import Collection as EngineCollection
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from flashdeck.anki.export import export
from flashdeck.anki.progress import milliseconds
from flashdeck.config import AnkiOptions, Settings
from flashdeck.model import CardKey, EventKind, Moment, Rating, State
from flashdeck.schedule import moment
from flashdeck.schedule.given import moved_to
from flashdeck.store.collection import Collection, Entry
from tests.anki.conftest import MORNING, Folder
from tests.anki.engine import Profile, profile
from tests.anki.phone import moved_back

START = datetime.fromisoformat(MORNING)
SM2 = Settings(max_interval=3650)
ANKI = replace(SM2, scheduler="anki", anki=AnkiOptions(learning_steps=(60, 600, 2 * 86400)))
FSRS = replace(SM2, scheduler="fsrs")

SECONDS_FROM = 1_000_000_000
"""Anki's own line between the days and the seconds of `due`, which a suspended card's queue does not tell."""

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
        if card["type"] != 0 and card["due"] < SECONDS_FROM:
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


def test_f4_a_first_import_goes_on_where_the_terminal_stands(folder: Folder, anki: Profile, tmp_path: Path) -> None:
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


def test_f4_new_suspended_and_flagged_cards(folder: Folder, anki: Profile, tmp_path: Path) -> None:
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


def test_f4_steps_of_learning(folder: Folder, anki: Profile, tmp_path: Path) -> None:
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


def test_a_suspended_step_goes_on_when_anki_takes_it_up_again(folder: Folder, anki: Profile, tmp_path: Path) -> None:
    """Suspended in relearning, it keeps the second at which it is due."""
    folder.write("a.md", CARDS)
    with folder.open(settings=ANKI) as collection:
        four = by_key(collection.entries())["four:0"].card.key
        answer(collection, four, Rating.EASY, at(0))
        answer(collection, four, Rating.AGAIN, at(4))
        step = collection.schedule(four).due_at
        sent(collection, anki, tmp_path / "x.apkg")
    assert step is not None
    assert [rows(anki)[four][name] for name in ("type", "queue", "due")] == [3, -1, int(step.timestamp())]
    anki.col.sched.unsuspend_cards(anki.col.find_cards("is:suspended"))
    assert [rows(anki)[four][name] for name in ("type", "queue", "due")] == [3, 1, int(step.timestamp())]


def test_a_card_buried_today_rests_until_anki_is_opened_on_the_next_day(folder: Folder, tmp_path: Path) -> None:
    """One that was buried yesterday does not, and a suspended one is suspended."""
    folder.write("a.md", CARDS)
    with folder.open(settings=SM2) as collection:
        keys = {name: entry.card.key for name, entry in by_key(collection.entries()).items()}
        answer(collection, keys["one:0"], Rating.GOOD, at(-5))
        collection.change(EventKind.BURY, [keys[name] for name in ("one:0", "two:0", "four:0")], at(0))
        collection.change(EventKind.BURY, [keys["three:0"]], at(-1))
        package = export(collection, out=tmp_path / "x.apkg", with_progress=True).file
    anki = EngineCollection(str(tmp_path / "collection.anki2"))
    Profile(anki).take(package, progress=True)
    queues = {name: rows(Profile(anki))[key]["queue"] for name, key in keys.items()}
    assert queues == {"one:0": -3, "two:0": -3, "two:1": 0, "three:0": 0, "three:2": 0, "four:0": -1}
    anki.sched.deck_due_tree()
    assert rows(Profile(anki))[keys["one:0"]]["queue"] == -3
    anki.close()
    moved_back(tmp_path / "collection.anki2", 1)
    anki = EngineCollection(str(tmp_path / "collection.anki2"))
    anki.sched.deck_due_tree()
    assert [rows(Profile(anki))[keys[name]]["queue"] for name in ("one:0", "two:0", "four:0")] == [2, 0, -1]
    anki.close()


def test_what_was_no_answer_has_its_row(folder: Folder, anki: Profile, tmp_path: Path) -> None:
    """Cramming is an answer without ease and intervals, a reset and a given day are none; what was undone is not told.

    Anki's own rows of an answer in a filtered deck without rescheduling, of Forget and of Set Due Date look like that.
    """
    folder.write("a.md", CARDS)
    with folder.open(settings=SM2) as collection:
        one = by_key(collection.entries())["one:0"].card.key
        cram = {**one._asdict(), "rating": "hard", "taken_ms": 70_000}
        answer(collection, one, Rating.GOOD, at(0))
        answer(collection, one, Rating.HARD, at(1))
        collection.record([(EventKind.CRAM, at(2), cram)])
        collection.set_schedules({one: moved_to(collection.schedule(one), at(3).day, at(12).day)}, at(3))
        before = collection.schedule(one)
        collection.record([(EventKind.CRAM, at(4), cram)])
        collection.undo(at(4))
        sent(collection, anki, tmp_path / "x.apkg")
        assert collection.schedule(one) == before
        collection.change(EventKind.RESET, [one], at(5))
        with profile() as later:
            sent(collection, later, tmp_path / "y.apkg")
            assert log_of(later, one)[-1][1:] == [0, 0, 6, 0, 0, 4]
            assert rows(later)[one]["type"] == 0
    first, a_day = int(START.timestamp() * 1000), 86_400_000
    assert log_of(anki, one) == [
        [first, 3, 1, 0, 2500, 4000, 0],
        [first + a_day, 2, 6, 1, 2360, 4000, 1],
        [first + 2 * a_day, 2, 0, 0, 0, 60_000, 3],
        [first + 3 * a_day, 0, 6, 0, 2360, 0, 4],
    ]


def test_answers_of_one_millisecond_are_all_kept(folder: Folder, anki: Profile, tmp_path: Path) -> None:
    """Anki knows an answer by its time, so the later one moves on; a long one is cut to a minute, as Anki does."""
    folder.write("a.md", CARDS)
    with folder.open(settings=SM2) as collection:
        keys = {name: entry.card.key for name, entry in by_key(collection.entries()).items()}
        answer(collection, keys["one:0"], Rating.GOOD, at(0), taken_ms=61_000)
        answer(collection, keys["two:0"], Rating.GOOD, at(0), taken_ms=59_000)
        sent(collection, anki, tmp_path / "x.apkg")
    first = int(START.timestamp() * 1000)
    (one,), (two,) = (log_of(anki, keys[name]) for name in ("one:0", "two:0"))
    assert (one[0], one[5]) == (first, 60_000)
    assert (two[0], two[5]) == (first + 1, 59_000)


@given(st.integers(0, 4_000_000_000_000))
def test_a_millisecond_is_told_exactly(number: int) -> None:
    """Whatever floats would make of it."""
    assert milliseconds(datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=number)) == number


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


def test_f4_what_anki_has_keeps_its_progress_there(folder: Folder, anki: Profile, tmp_path: Path) -> None:
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


def test_f4_without_the_option_all_cards_are_new(folder: Folder, anki: Profile, tmp_path: Path) -> None:
    """And the package says nothing of what was answered."""
    folder.write("a.md", CARDS)
    with folder.open(settings=SM2) as collection:
        answer(collection, by_key(collection.entries())["one:0"].card.key, Rating.GOOD, at(0))
        anki.take(export(collection, out=tmp_path / "x.apkg").file, progress=True)
    assert {card["type"] for card in rows(anki).values()} == {0}
    assert anki.col.db.scalar("select count() from revlog") == 0


# ---------------------------------------------------------------------------------------------- any history

LONG_AGO = -1200.0  # days before `START`: an answer of a day to come would get another time from the engine
CARD_NUMBERS = st.integers(0, 5)
HISTORY = st.lists(st.tuples(CARD_NUMBERS, st.sampled_from(Rating), st.floats(0, 40), st.booleans()), max_size=25)
MARKS = st.tuples(st.sets(CARD_NUMBERS), st.sets(CARD_NUMBERS), st.dictionaries(CARD_NUMBERS, st.integers(1, 7)))
QUEUES = {State.NEW: 0, State.LEARNING: 3, State.REVIEW: 2, State.RELEARNING: 3}
A_SUSPENDED_STEP = [(5, Rating.EASY, 0.0, False), (5, Rating.AGAIN, 4.0, False)]


@pytest.mark.parametrize("scheduler", [SM2, ANKI, FSRS], ids=lambda each: each.scheduler)
@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@example(history=A_SUSPENDED_STEP, marks=(set(), {0, 5}, {}))
@given(history=HISTORY, marks=MARKS)
def test_law_16_anki_has_each_card_as_it_stands_here(
    scheduler: Settings,
    history: list[tuple[int, Rating, float, bool]],
    marks: tuple[set[int], set[int], dict[int, int]],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Interval, ease, due day or second, answers, lapses, marks and history are equal."""
    suspended, buried, flags = marks
    root = tmp_path_factory.mktemp("law")
    folder = Folder(root / "collection")
    folder.write("a.md", CARDS)
    days = LONG_AGO
    with folder.open(settings=scheduler) as collection:
        keys = [entry.card.key for entry in collection.entries()]
        answered: dict[CardKey, list[tuple[Moment, Rating, bool]]] = {key: [] for key in keys}
        for number, rating, passed, crams in history:
            days += passed
            key, when = keys[number], at(days)
            body = {**key._asdict(), "rating": rating.value, "taken_ms": 4000}
            collection.record([(EventKind.CRAM if crams else EventKind.REVIEW, when, body)])
            answered[key].append((when, rating, crams))
        collection.change(EventKind.SUSPEND, [keys[number] for number in sorted(suspended)], at(days))
        collection.change(EventKind.BURY, [keys[number] for number in sorted(buried)], at(days))
        for number, flag in flags.items():
            collection.change(EventKind.FLAG, [keys[number]], at(days), flag=flag)
    with Collection.open(folder.root, scheduler, at(days)) as collection, profile() as anki:
        sent(collection, anki, root / "x.apkg")
        cards = rows(anki)
        for entry in collection.entries():
            _is_as(cards[entry.card.key], entry, buried={keys[number] for number in buried})
            _tells_of(log_of(anki, entry.card.key), answered[entry.card.key], len(history))


def _is_as(card: dict[str, Any], entry: Entry, *, buried: set[CardKey]) -> None:
    schedule = entry.schedule
    assert (card["reps"], card["lapses"]) == (schedule.answers, schedule.lapses)
    assert (card["queue"] == -1, card["flags"]) == (entry.suspended, entry.marks.flag)
    if not entry.suspended:
        queue = 1 if schedule.due_at else QUEUES[schedule.state]
        assert card["queue"] == (-3 if entry.card.key in buried else queue)
    if schedule.state in (State.REVIEW, State.RELEARNING):
        assert (card["ivl"], card["factor"]) == (schedule.interval, schedule.ease or 2500)
    if schedule.state is not State.NEW:
        assert card["due"] == (int(schedule.due_at.timestamp()) if schedule.due_at else schedule.due)
    if schedule.state in (State.LEARNING, State.RELEARNING):
        assert card["left"] == schedule.remaining


def _tells_of(log: list[list[int]], answered: list[tuple[Moment, Rating, bool]], answers: int) -> None:
    """Each answer under its button and its millisecond, or one close by where others took that."""
    assert [row[1] for row in log] == [rating.button for _, rating, _ in answered]
    for row, (when, _, crams) in zip(log, answered, strict=True):
        assert 0 <= row[0] - milliseconds(when.at) < answers
        assert row[5] == 4000
        if crams:
            assert (row[2], row[3], row[4], row[6]) == (0, 0, 0, 3)
        elif row[6] == 3:  # a repeat of its day
            assert row[2] == row[3] > row[4] == 0
