"""Histories that go to the real engine and come back, in packages of both generations."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from anki.collection import ExportAnkiPackageOptions
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from flashdeck.anki.adopting.past import Past, past_of
from flashdeck.anki.export import export
from flashdeck.anki.progress import progress_of
from flashdeck.anki.reading.package import open_package
from flashdeck.config import AnkiOptions, Settings
from flashdeck.model import EventKind, Moment, Rating
from flashdeck.schedule import days_after, moment
from flashdeck.schedule.given import moved_to
from flashdeck.store.collection import Collection, Draft
from tests.anki.conftest import Folder
from tests.anki.engine import Profile, profile
from tests.anki.phone import Phone, given_on_the_phone, morning
from tests.anki.test_progress import CARDS, LONG_AGO, at, by_key, log_of, rows

SM2 = Settings()
ANKI = replace(SM2, scheduler="anki", anki=AnkiOptions(fuzz=False))
FSRS = replace(SM2, scheduler="fsrs")
GENERATIONS = ("modern", "legacy")
MORE_CARDS = "".join(f"\n## Number {number}? {{#n{number}}}\n\n{number}\n" for number in range(8))


def past(collection: Collection, package: Path, zone: timezone = UTC, *, only_answers: bool = False) -> Past:
    """What the package has that is new here, for all of its cards."""
    minutes = zone.utcoffset(None) // timedelta(minutes=1)
    decks = {note.guid: note.deck for note in collection.notes()}
    with open_package(package) as opened:
        guids = {note.id: note.guid for note in opened.notes()}
        return past_of(collection, opened, guids, lambda _: minutes, decks=decks, only_answers=only_answers)


def kinds(drafts: Sequence[Draft]) -> Counter[str]:
    return Counter(str(kind) for kind, _, _ in drafts)


def sent(anki: Profile, folder: Path, generation: str) -> Path:
    """All that Anki has, as a package."""
    options = ExportAnkiPackageOptions(with_scheduling=True, legacy=generation == "legacy")
    package = folder / f"{generation}.apkg"
    anki.col.export_anki_package(out_path=str(package), options=options, limit=None)
    return package


# ---------------------------------------------------------------------------------------------- one card


@pytest.mark.parametrize("scheduler", [SM2, ANKI], ids=lambda each: each.scheduler)
@pytest.mark.parametrize("generation", GENERATIONS)
def test_the_card_of_twelve_days_comes_and_goes(
    generation: str, scheduler: Settings, folder: Folder, anki: Profile, tmp_path: Path
) -> None:
    """12 days, ease 2.36, due in three days, two answers: field by field as it was."""
    folder.write("a.md", CARDS)
    now = datetime.now().astimezone()
    zone = timezone(now.utcoffset() or timedelta())
    today = moment(now, scheduler.rollover)
    with Collection.open(folder.root, scheduler, today) as collection:
        key = by_key(collection.entries())["one:0"].card.key
        anki.take(export(collection, out=tmp_path / "new.apkg").file)
    columns = "type = 2, queue = 2, ivl = 12, factor = 2360, reps = 2, flags = 3"
    card = anki.col.db.scalar("SELECT c.id FROM cards c JOIN notes n ON n.id = nid WHERE guid = ?", key.guid)
    anki.col.db.execute(f"UPDATE cards SET {columns}, due = ? WHERE id = ?", anki.col.sched.today + 3, card)
    answers = [(-12, 2, 5, 0, 2500, 4321, 0), (-9, 3, 12, 5, 2360, 60_001, 1)]
    for days, *row in answers:
        made = int((now + timedelta(days=days)).timestamp() * 1000)
        anki.col.db.execute("INSERT INTO revlog VALUES (?, ?, -1, ?, ?, ?, ?, ?, ?)", made, card, *row)
    package = sent(anki, tmp_path, generation)
    with Collection.open(folder.root, scheduler, today) as collection:
        brought = past(collection, package, zone).drafts
        assert kinds(brought) == {"review": 2, "set": 1, "flag": 1}
        collection.record(brought)
        assert collection.schedule(key).due == days_after(today.day, 3)
        back = export(collection, out=tmp_path / "back.apkg", with_progress=True).file
        assert past(collection, package, zone).drafts == ()
    with profile() as fresh:
        fresh.take(back, progress=True)
        assert rows(fresh)[key] == rows(anki)[key]
        assert rows(fresh)[key]["due"] == days_after(today.day, 3)
        assert log_of(fresh, key) == log_of(anki, key)
        assert len(log_of(fresh, key)) == 2


# ---------------------------------------------------------------------------------------------- fifty answers

DAYS = 10
BUTTONS = (1, 2, 3, 3, 3, 4)


class Desk:
    """A collection in the zone of the phone, `DAYS` days ago and now."""

    def __init__(self, folder: Folder, scheduler: Settings) -> None:
        self.folder, self.settings = folder, scheduler
        self.zone = morning()
        self.now = datetime.now(self.zone)

    def at(self, days: float) -> Moment:
        """So many days after the package left, which was `DAYS` days ago."""
        return moment(self.now + timedelta(days=days - DAYS), self.settings.rollover)

    def open(self, days: float = DAYS) -> Collection:
        return Collection.open(self.folder.root, self.settings, self.at(days))

    def past(self, collection: Collection, package: Path, *, only_answers: bool = False) -> Past:
        return past(collection, package, self.zone, only_answers=only_answers)


def begun(folder: Folder, scheduler: Settings, tmp_path: Path) -> tuple[Desk, Path]:
    """A desk where some cards were answered, and the package that left it then."""
    folder.write("a.md", CARDS + MORE_CARDS)
    desk = Desk(folder, scheduler)
    with desk.open(-0.01) as collection:
        keys = [entry.card.key for entry in collection.entries()]
        for days, number, rating in (
            (-8, 0, Rating.EASY),
            (-8, 1, Rating.GOOD),
            (-7.99, 1, Rating.GOOD),
            (-7, 2, Rating.AGAIN),
            (-4, 0, Rating.GOOD),
            (-0.02, 3, Rating.HARD),
        ):
            body = {
                **keys[number]._asdict(),
                "rating": rating.value,
                "taken_ms": 4000,
                "scheduler": scheduler.scheduler,
            }
            collection.record([(EventKind.REVIEW, desk.at(days), body)])
        return desk, export(collection, out=tmp_path / "out.apkg", with_progress=True).file


def fifty(desk: Desk, package: Path, folder: Path, *, seed: int = 1, script: Sequence[str] = ()) -> Phone:
    draw = random.Random(seed)
    days = [[draw.choice(BUTTONS) for _ in range(50 // DAYS)] for _ in range(DAYS)]
    return given_on_the_phone(package, days, folder, desk.zone, script=script)


@pytest.mark.parametrize("generation", ["modern", "legacy", "collection"])
def test_fifty_answers_on_the_phone_count_here(generation: str, folder: Folder, tmp_path: Path) -> None:
    """Nothing but the answers is needed for the next due days to be the engine's own; and they are taken once."""
    desk, package = begun(folder, ANKI, tmp_path)
    phone = fifty(desk, package, tmp_path / "phone", seed=len(generation))
    assert phone.rows == 56
    with desk.open() as collection:
        brought = desk.past(collection, getattr(phone, generation))
        assert (kinds(brought.drafts), brought.reviews, brought.warnings) == ({"review": 50}, 50, ())
        collection.record(brought.drafts)
        assert_due_as_on(phone, collection)
        assert desk.past(collection, getattr(phone, generation)).drafts == ()
        assert len(list(collection.transitions())) == 56


def assert_due_as_on(phone: Phone, collection: Collection) -> None:
    """Every card is due on the engine's day or, at a step, at its second."""
    for entry in collection.entries():
        due, schedule = phone.due[entry.card.key], entry.schedule
        if isinstance(due, datetime):
            assert schedule.due_at is not None
            assert abs(schedule.due_at - due) < timedelta(seconds=2)
        else:
            assert (schedule.due, schedule.due_at) == (due, None)
    assert set(phone.due) == {entry.card.key for entry in collection.entries()}


def test_what_is_set_on_the_phone_by_hand(folder: Folder, tmp_path: Path) -> None:
    """Due days, cards made new, suspended, flagged and buried ones, and cards only looked at, beside the answers."""
    desk, package = begun(folder, ANKI, tmp_path)
    script = [
        "col.sched.set_due_date(ids[:1], '6')",
        "col.sched.set_due_date(ids[1:2], '9!')",
        "col.sched.schedule_cards_as_new(ids[2:3])",
        "col.sched.suspend_cards(ids[3:4])",
        "col.sched.bury_cards(ids[4:5])",
        "col.set_user_flag_for_cards(5, ids[5:6])",
        "col.sched.suspend_cards(ids[12:13])",
    ]
    phone = fifty(desk, package, tmp_path / "phone", script=script)
    with desk.open() as collection:
        brought = desk.past(collection, phone.modern).drafts
        assert kinds(brought) == {"review": 50, "set": 2, "reset": 1, "suspend": 2, "bury": 1, "flag": 1}
        collection.record(brought)
        assert_due_as_on(phone, collection)
        entries = list(collection.entries())
        places = {key: place for place, key in enumerate(phone.due)}
        assert {places[entry.card.key] for entry in entries if entry.marks.suspended} == {3, 12}
        assert {places[entry.card.key] for entry in entries if entry.marks.buried == collection.now.day} == {4}
        assert {places[entry.card.key]: entry.marks.flag for entry in entries if entry.marks.flag} == {5: 5}
        assert desk.past(collection, phone.legacy).drafts == ()


def test_answers_alone(folder: Folder, tmp_path: Path) -> None:
    """Under SM-2 what was answered on the phone counts as if it had been answered here."""
    desk, package = begun(folder, SM2, tmp_path)
    phone = fifty(desk, package, tmp_path / "phone")
    with desk.open() as collection:
        brought = desk.past(collection, phone.modern, only_answers=True).drafts
        assert kinds(brought) == {"review": 50}
        own = [
            (kind, when, {name: value for name, value in body.items() if name not in ("revlog", "anki")})
            for kind, when, body in brought
        ]
        shutil.copytree(desk.folder.root, tmp_path / "twin")
        collection.record(brought)
        schedules = {entry.card.key: entry.schedule for entry in collection.entries()}
    with Collection.open(tmp_path / "twin", SM2, desk.at(DAYS)) as twin:
        twin.record(sorted(own, key=lambda draft: draft[1].at))
        assert {entry.card.key: entry.schedule for entry in twin.entries()} == schedules


def test_two_devices_that_bring_one_phone(folder: Folder, tmp_path: Path) -> None:
    """Each takes the package by itself; their logs together count every answer once."""
    desk, package = begun(folder, ANKI, tmp_path)
    phone = fifty(desk, package, tmp_path / "phone")
    laptop = tmp_path / "laptop"
    shutil.copytree(desk.folder.root / "cards", laptop / "cards")
    shutil.copytree(desk.folder.root / ".flashdeck" / "log", laptop / ".flashdeck" / "log")
    with Collection.open(laptop, ANKI, desk.at(DAYS + 0.001)) as collection:
        collection.record(desk.past(collection, phone.legacy).drafts)
    with desk.open() as collection:
        collection.record(desk.past(collection, phone.modern).drafts)
        schedules = {entry.card.key: entry.schedule for entry in collection.entries()}
    before = len(list((desk.folder.root / ".flashdeck" / "log").iterdir()))
    shutil.copytree(laptop / ".flashdeck" / "log", desk.folder.root / ".flashdeck" / "log", dirs_exist_ok=True)
    assert len(list((desk.folder.root / ".flashdeck" / "log").iterdir())) == before + 1
    with desk.open() as collection:
        assert {entry.card.key: entry.schedule for entry in collection.entries()} == schedules
        assert len(list(collection.transitions())) == 56
        assert desk.past(collection, phone.modern).drafts == ()


# ---------------------------------------------------------------------------------------------- any history

Done = tuple[str, int, str | int | None]

NUMBERS = st.integers(0, 5)
DONE = st.one_of(
    st.tuples(st.sampled_from(["review", "review", "review", "cram"]), NUMBERS, st.sampled_from([*map(str, Rating)])),
    st.tuples(st.just("flag"), NUMBERS, st.integers(0, 7)),
    st.tuples(st.sampled_from(["suspend", "bury", "reset"]), NUMBERS, st.none()),
    st.tuples(st.just("set"), NUMBERS, st.integers(0, 30)),
)
HISTORY = st.lists(st.tuples(DONE, st.sampled_from([0.0, 0.0, 0.003, 0.2, 1, 3, 17.7])), max_size=25)


@pytest.mark.parametrize("scheduler", [SM2, ANKI, FSRS], ids=lambda each: each.scheduler)
@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(history=HISTORY, generation=st.sampled_from(GENERATIONS))
def test_any_history_comes_back_as_it_left(
    generation: str,
    scheduler: Settings,
    history: list[tuple[Done, float]],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """By way of the engine: nothing is new where it came from, and elsewhere every card stands as it did there."""
    root = tmp_path_factory.mktemp("any")
    here, elsewhere = Folder(root / "here"), Folder(root / "elsewhere")
    here.write("a.md", CARDS)
    elsewhere.write("a.md", CARDS)
    with here.open(settings=scheduler) as collection:
        now = _done(collection, history)
    with Collection.open(here.root, scheduler, now) as collection, profile() as anki:
        package = export(collection, out=root / "out.apkg", with_progress=True).file
        anki.take(package, progress=True)
        back = sent(anki, root, generation)
        assert past(collection, back).drafts == ()
        assert past(collection, package).drafts == ()
        left = progress_of(collection)
    with Collection.open(elsewhere.root, scheduler, now) as collection:
        collection.record(past(collection, back).drafts)
        assert past(collection, back).drafts == ()
        assert progress_of(collection) == left


def _done(collection: Collection, history: list[tuple[Done, float]]) -> Moment:
    """The history, done from long ago on; and the moment of its end."""
    keys = [entry.card.key for entry in collection.entries()]
    days = LONG_AGO
    for (kind, number, what), passed in history:
        days += passed
        key, when = keys[number], at(days)
        body: dict[str, object] = dict(key._asdict())
        if kind in ("review", "cram"):
            body |= {"rating": what, "taken_ms": 4000}
        elif kind == "flag":
            body |= {"flag": what}
        if kind == "set":
            assert isinstance(what, int)
            collection.set_schedules(
                {key: moved_to(collection.schedule(key), when.day, days_after(when.day, what))}, when
            )
        else:
            collection.record([(kind, when, body)])
    return at(days)
