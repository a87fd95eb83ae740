"""Devices that answer, undo, redo, travel in time and merge, against a replay that is too plain to be wrong."""

from __future__ import annotations

from decimal import Decimal
from math import ceil
from typing import NamedTuple

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from flashdeck.config import Settings
from flashdeck.model import CardKey, Event, Rating
from flashdeck.schedule.fold import extends, fold
from flashdeck.schedule.standing import Standing
from flashdeck.schedule.undoing import to_undo
from tests.schedule.written import CARDS, DAY_0, at, review, undo

DEVICES = ("desk", "lap")


class Plain(NamedTuple):
    """A schedule, with days as numbers and EF as a decimal."""

    n: int = 0
    ef: Decimal = Decimal("2.5")
    interval: int = 0
    lapses: int = 0
    last: int | None = None
    pending: bool = False


def stands(item: Event, log: list[Event]) -> bool:
    """Nothing that stands takes it back."""
    return not any(other.body.get("target") == item.id and stands(other, log) for other in log)


def reference(log: list[Event], card: CardKey) -> Plain:
    """SM-2 by its text: grades of the card's answers that stand, day by day, the first of a day counting."""
    answers = [e for e in log if e.body.get("guid") == card.guid and e.body.get("ordinal") == card.ordinal]
    plain = Plain()
    for answer in sorted(answers, key=lambda e: (e.when.day, e.when.at, e.device, e.sequence)):
        if not stands(answer, log):
            continue
        q = {"again": 2, "hard": 3, "good": 4, "easy": 5}[answer.body["rating"]]
        day = (answer.when.day - DAY_0).days
        if day == plain.last:
            plain = plain._replace(pending=q < 4)
        elif q < 3:
            plain = Plain(0, plain.ef, 1, plain.lapses + (plain.n > 0), day, pending=True)
        else:
            ef = plain.ef + Decimal("0.1") - (5 - q) * (Decimal("0.08") + (5 - q) * Decimal("0.02"))
            ef = max(ef, Decimal("1.3"))
            interval = 1 if plain.n == 0 else 6 if plain.n == 1 else ceil(plain.interval * ef)
            plain = Plain(plain.n + 1, ef, interval, plain.lapses, day, pending=q < 4)
    return plain


class Devices(RuleBasedStateMachine):
    """Two devices with a log each, which see each other's only after a merge."""

    def __init__(self) -> None:
        super().__init__()
        self.logs: dict[str, list[Event]] = {device: [] for device in DEVICES}
        self.standing = {device: Standing() for device in DEVICES}
        self.day = 0
        self.minute = 0
        self.sequence = 0

    def write(self, device: str, made: Event) -> None:
        """A new line in a device's log: put on top of what stands where that can be done."""
        self.logs[device].append(made)
        start = self.standing[device]
        if extends(start, [made]):
            self.standing[device] = fold([made], Settings(), start)
        else:
            self.restart(device)

    def tick(self) -> tuple[str, int]:
        self.minute += 1
        self.sequence += 1
        return f"{9 + self.minute // 60 % 12:02}:{self.minute % 60:02}", self.sequence

    @rule(device=st.sampled_from(DEVICES), card=st.sampled_from(CARDS), rating=st.sampled_from(Rating))
    def answer(self, device: str, card: CardKey, rating: Rating) -> None:
        clock, number = self.tick()
        self.write(device, review(rating.value, at(self.day, clock), number, device, card))

    @rule(device=st.sampled_from(DEVICES))
    def take_back_the_last_answer(self, device: str) -> None:
        clock, number = self.tick()
        for last in to_undo(self.logs[device]):
            self.write(device, undo(last, at(self.day, clock), number, device))

    @rule(device=st.sampled_from(DEVICES), choice=st.integers(0, 1000))
    def take_back_anything(self, device: str, choice: int) -> None:
        clock, number = self.tick()
        if log := self.logs[device]:
            self.write(device, undo(log[choice % len(log)], at(self.day, clock), number, device))

    @rule(days=st.integers(1, 9))
    def days_pass(self, days: int) -> None:
        self.day += days

    @rule()
    def the_clock_is_set_back(self) -> None:
        self.day -= 2

    @rule(device=st.sampled_from(DEVICES))
    def merge(self, device: str) -> None:
        """The other's lines arrive, those known already among them."""
        other = next(name for name in DEVICES if name != device)
        known = {made.id for made in self.logs[device]}
        arrived = [made for made in self.logs[other] if made.id not in known]
        self.standing[device] = fold([*self.logs[other], *self.logs[device]], Settings())
        self.logs[device] += arrived

    @rule(device=st.sampled_from(DEVICES))
    def restart(self, device: str) -> None:
        self.standing[device] = fold(self.logs[device], Settings())

    @invariant()
    def every_schedule_is_the_plain_one(self) -> None:
        for device in DEVICES:
            for card in CARDS:
                plain, found = reference(self.logs[device], card), self.standing[device].schedules.get(card)
                if found is None:
                    assert plain == Plain()
                    continue
                assert found.first is not None
                assert found.last is not None
                assert found.due is not None
                assert (
                    Plain(
                        found.repetitions,
                        Decimal(found.ease) / 1000,
                        found.interval,
                        found.lapses,
                        (found.last - DAY_0).days,
                        found.pending,
                    )
                    == plain
                )
                assert (found.due - found.last).days == found.interval


TestDevices = Devices.TestCase
TestDevices.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
