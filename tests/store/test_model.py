"""A person with cards, a log and two devices, against a reference that is too plain to be wrong."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from flashdeck.model import CardKey, EventKind, Rating
from flashdeck.schedule.given import moved_to
from flashdeck.store.collection import Collection
from flashdeck.store.index import delete_index
from tests.store.desk import DEVICE, Desk, at, review

KEYS = ("ring", "torus", "h100", "mesh")
TOPICS = dict(
    zip(KEYS, ("an all-reduce of eight", "wraps its edges", "80 GB of HBM3", "every pair linked"), strict=True)
)
SUBSETS = st.lists(st.sampled_from(KEYS), min_size=1, unique=True)


# ---------------------------------------------------------------------------------------------- the reference


class Done(NamedTuple):
    """One thing that was done: when, its number, what, to which key; `group` ties what goes back together."""

    minute: int
    number: int
    kind: str
    key: str
    more: Any
    group: int


class Plain(NamedTuple):
    n: int = 0
    ease: int = 2500
    interval: int = 0
    due: date | None = None
    last: date | None = None
    pending: bool = False
    suspended: bool = False
    buried: date | None = None
    flag: int = 0


def answered(card: Plain, day: date, q: int) -> Plain:
    """SM-2 by its text, the first answer of a day counting."""
    if day != card.last:
        ease = max(1300, card.ease + 100 - (5 - q) * (80 + (5 - q) * 20)) if q >= 3 else card.ease
        interval = {0: 1, 1: 6}.get(card.n, -(-card.interval * ease // 1000)) if q >= 3 else 1
        n, due = card.n + 1 if q >= 3 else 0, day + timedelta(days=interval)
        card = card._replace(n=n, ease=ease, interval=interval, due=due, last=day)
    return card._replace(pending=q < 4)


def reference(log: Iterable[Done], key: str) -> Plain:
    """Where a card stands after what was done, in the order of its doing."""
    card = Plain()
    for done in sorted(log, key=lambda done: done[:2]):
        if done.key != key:
            continue
        day = at(minutes=done.minute).day
        if done.kind == "review":
            card = answered(card, day, {"again": 2, "hard": 3, "good": 4, "easy": 5}[done.more])
        elif done.kind == "set":
            card = card._replace(**done.more)
        elif done.kind == "reset":
            card = Plain(suspended=card.suspended, buried=card.buried, flag=card.flag)
        elif done.kind in ("suspend", "unsuspend"):
            card = card._replace(suspended=done.kind == "suspend")
        elif done.kind == "bury":
            card = card._replace(buried=day)
        elif done.kind == "flag":
            card = card._replace(flag=done.more)
    return card


# ---------------------------------------------------------------------------------------------- what a person does


class Desktop(RuleBasedStateMachine):
    """Each step is done to the store and noted for the reference; what was undone lies on a stack, with the minute."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.desk = Desk(Path(self.folder.name))
        (self.desk.root / "cards").mkdir()
        (self.desk.root / ".flashdeck" / "log").mkdir(parents=True)
        (self.desk.root / ".flashdeck" / "device").write_text(DEVICE)
        self.minute = self.number = 0
        self.log: list[Done] = []
        self.undone: list[tuple[int, list[Done]]] = []
        self.on_the_phone: list[Done] = []
        self.guids: dict[str, str] = {}
        self.live: set[str] = set()
        self.open()
        for key in KEYS[:2]:
            self.write_a_card(key, 0)

    def teardown(self) -> None:
        self.collection.close()
        self.folder.cleanup()

    def open(self) -> None:
        self.collection = Collection.open(self.desk.root, self.desk.settings, at(minutes=self.minute))
        self.guids |= {note.key: note.guid for note in self.collection.notes()}

    @rule()
    def reopen(self) -> None:
        self.collection.close()
        self.open()

    def note(self, kind: str, keys: Sequence[str], more: Any = None) -> None:
        """What is done now on this machine, which leaves nothing to redo; `more` may differ from card to card."""
        group = self.number + 1
        for place, key in enumerate(keys):
            self.number += 1
            own = more[place] if isinstance(more, list) else more
            self.log.append(Done(self.minute, self.number, kind, key, own, group))
        self.undone.clear()

    def now(self) -> Any:
        self.minute += 1
        self.collection.now = at(minutes=self.minute)
        return self.collection.now

    def known(self, keys: Iterable[str]) -> list[str]:
        """Those of the keys that were a card once, also where the text is gone."""
        return [key for key in keys if key in self.guids]

    # -------------------------------------------------------------------------------------- the texts

    @rule(key=st.sampled_from(KEYS), edition=st.integers(0, 3))
    def write_a_card(self, key: str, edition: int) -> None:
        """Added, edited or restored: the id makes it the same card."""
        self.desk.write(f"{key}.md", f"## What is {TOPICS[key]}? {{#{key}}}\n\nEdition {edition} of {key}.\n")
        self.live.add(key)
        self.reopen()

    @rule(key=st.sampled_from(KEYS))
    def delete_a_card(self, key: str) -> None:
        (self.desk.root / "cards" / f"{key}.md").unlink(missing_ok=True)
        self.live.discard(key)
        self.reopen()

    # -------------------------------------------------------------------------------------- the log

    @rule(key=st.sampled_from(KEYS), rating=st.sampled_from(Rating))
    def answer(self, key: str, rating: Rating) -> None:
        if key in self.live:
            self.collection.record([review(CardKey(self.guids[key], 0), rating, self.now())])
            self.note("review", [key], rating.value)

    @rule(keys=SUBSETS, kind=st.sampled_from(["suspend", "unsuspend", "bury", "reset"]))
    def change(self, keys: list[str], kind: str) -> None:
        if keys := self.known(keys):
            self.collection.change(EventKind(kind), [CardKey(self.guids[key], 0) for key in keys], self.now())
            self.note(kind, keys)

    @rule(key=st.sampled_from(KEYS), flag=st.integers(0, 7))
    def flag(self, key: str, flag: int) -> None:
        if self.known([key]):
            self.collection.change(EventKind.FLAG, [CardKey(self.guids[key], 0)], self.now(), flag=flag)
            self.note("flag", [key], flag)

    @rule(keys=SUBSETS, days=st.integers(0, 9))
    def set_due(self, keys: list[str], days: int) -> None:
        if keys := self.known(keys):
            now, names = self.now(), [CardKey(self.guids[key], 0) for key in keys]
            due = now.day + timedelta(days=days)
            self.collection.set_schedules(
                {name: moved_to(self.collection.schedule(name), now.day, due) for name in names}, now
            )
            given = [self.set_by_hand(reference(self.log, key), now.day, days) for key in keys]
            self.note("set", keys, given)

    def set_by_hand(self, plain: Plain, today: date, days: int) -> dict[str, Any]:
        """A new card gets an interval up to its day; one due today counts once more."""
        learned = {"n": plain.n, "interval": plain.interval} if plain.due else {"n": 1, "interval": max(1, days)}
        last = plain.last if days else None
        return {**learned, "ease": plain.ease, "due": today + timedelta(days=days), "last": last, "pending": False}

    @rule()
    def undo(self) -> None:
        """The last action that still counts, of either device, with all that was done together."""
        undone = self.collection.undo(self.now())
        last = max(self.log, key=lambda done: done[:2], default=None)
        assert (undone is None) == (last is None)
        if undone is not None and last is not None:
            together = [done for done in self.log if done.group == last.group]
            assert (undone.cards, undone.event.kind) == (len(together), last.kind)
            self.log = [done for done in self.log if done.group != last.group]
            self.undone.append((self.minute, together))

    @rule()
    def redo(self) -> None:
        redone = self.collection.redo(self.now())
        assert (redone is None) == (not self.undone)
        if self.undone:
            self.log += self.undone.pop()[1]

    # -------------------------------------------------------------------------------------- the other device

    @rule(key=st.sampled_from(KEYS), rating=st.sampled_from(Rating))
    def answer_on_the_phone(self, key: str, rating: Rating) -> None:
        if self.known([key]):
            self.minute += 1
            self.number += 1
            self.on_the_phone.append(Done(self.minute, self.number, "review", key, rating.value, self.number))

    @rule()
    def merge(self) -> None:
        """The phone's file arrives: its answers count in the place where they were given."""
        lines = []
        for done in self.on_the_phone:
            when = at(minutes=done.minute)
            line = {"id": f"phone:{done.number}", "kind": "review", "at": when.at.isoformat(), "offset": 0}
            lines.append(
                {**line, "day": str(when.day), "guid": self.guids[done.key], "ordinal": 0, "rating": done.more}
            )
        with (self.desk.log.parent / "phone.jsonl").open("a") as file:
            file.writelines(json.dumps(line) + "\n" for line in lines)
        self.log += self.on_the_phone
        latest = max((done.minute for done in self.on_the_phone), default=-1)
        self.undone = [(minute, group) for minute, group in self.undone if minute > latest]
        self.on_the_phone = []
        self.reopen()

    # -------------------------------------------------------------------------------------- time and trouble

    @rule(days=st.integers(1, 8))
    def days_pass(self, days: int) -> None:
        self.minute += days * 24 * 60
        self.reopen()

    @rule()
    def delete_the_index(self) -> None:
        self.collection.close()
        delete_index(self.desk.index)
        self.open()

    # -------------------------------------------------------------------------------------- what holds

    @invariant()
    def every_card_stands_where_the_reference_has_it(self) -> None:
        entries = {entry.card.note.key: entry for entry in self.collection.entries()}
        assert entries.keys() == self.live
        due = set()
        today = self.collection.now.day
        for key in self.guids:
            plain, found = reference(self.log, key), self.collection.schedule(CardKey(self.guids[key], 0))
            schedule = (found.repetitions, found.ease or 2500, found.interval, found.due, found.last, found.pending)
            assert schedule == plain[:6]
            if key in self.live:
                marks = entries[key].marks
                assert (bool(marks.suspended), marks.buried, marks.flag) == plain[6:]
                rests = plain.suspended or plain.buried == today
                is_due = plain.due is None or plain.due <= today or (plain.pending and plain.last == today)
                due |= {CardKey(self.guids[key], 0)} if is_due and not rests else set()
        assert set(self.collection.queue().cards) == due


TestDesktop = Desktop.TestCase
TestDesktop.settings = settings(max_examples=15, stateful_step_count=30, deadline=None)
