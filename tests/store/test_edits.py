"""Whatever a person does to the card files: a card's guid and schedule stay with it, and no compile writes there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flashdeck.store import stamping
from flashdeck.store.collection import Entry
from flashdeck.store.index import delete_index
from flashdeck.store.stamping import plan
from tests.store.desk import DEVICE, Desk, at, review

TOPICS = ("ring sums", "mesh routes", "tree halves", "torus wraps", "cache spills")
"""Fronts that resemble no other, so that every change is a clear one."""

BROKEN = "## It is broken {.nonsense}\n\nNothing.\n"

FILES = ("a.md", "b.md", "deep/c.md")


@dataclass(frozen=True)
class Written:
    """A card as it stands in its file."""

    topic: str
    front: str
    answer: int = 0
    name: str = ""

    @property
    def text(self) -> str:
        name = f" {{#{self.name}}}" if self.name else ""
        return f"## {self.front}{name}\n\nAnswer {self.answer} of {self.topic}.\n\n"


@dataclass
class Model:
    """What the person has written, by file; what was taken out; and each topic's history as it must be."""

    desk: Desk
    files: dict[str, list[Written]] = field(default_factory=lambda: {name: [] for name in FILES})
    out: list[Written] = field(default_factory=list)
    histories: dict[str, tuple[str, int]] = field(default_factory=dict)
    answers: int = 0
    names: dict[str, str] = field(default_factory=lambda: {name: name for name in FILES})
    forms: dict[str, tuple[str, str]] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    versions: list[dict[str, list[Written]]] = field(default_factory=list)

    def pick(self, number: int) -> tuple[str, int] | None:
        places = [(file, place) for file, cards in self.files.items() for place in range(len(cards))]
        return places[number % len(places)] if places else None

    def change(self, number: int, **changed: Any) -> None:
        if picked := self.pick(number):
            file, place = picked
            self.files[file][place] = replace(self.files[file][place], **changed)

    def save(self) -> None:
        for file, cards in self.files.items():
            start, end = self.forms.get(file, ("", "\n"))
            error = BROKEN if file in self.broken else ""
            text = start + "# Cards\n\n" + "".join(card.text for card in cards) + error
            self.desk.write(self.names[file], text.replace("\n", end).encode())


def rename(model: Model, number: int, letters: int) -> None:
    """A typo is made or mended."""
    if picked := model.pick(number):
        card = model.files[picked[0]][picked[1]]
        typo = "x" * (letters % 2)
        model.change(number, front=f"How is it that a {card.topic}{typo} between GPUs?")


def answer_anew(model: Model, number: int, answer: int) -> None:
    model.change(number, answer=answer)


def name(model: Model, number: int, suffix: int) -> None:
    """An id is given, changed or taken away by hand."""
    if picked := model.pick(number):
        topic = model.files[picked[0]][picked[1]].topic
        model.change(number, name=f"{topic.replace(' ', '-')}-{suffix}" if suffix else "")


def move(model: Model, number: int, to: int) -> None:
    if picked := model.pick(number):
        model.files[FILES[to % 3]].insert(0, model.files[picked[0]].pop(picked[1]))


def delete(model: Model, number: int, _: int) -> None:
    if picked := model.pick(number):
        model.out.append(model.files[picked[0]].pop(picked[1]))


def bring_back(model: Model, number: int, to: int) -> None:
    if model.out:
        model.files[FILES[to % 3]].append(model.out.pop(number % len(model.out)))


def forget_index(model: Model, number: int, _: int) -> None:
    delete_index(model.desk.index)


def stamp(model: Model, number: int, _: int) -> None:
    with model.desk.opened(50) as collection:
        planned = plan(collection, lambda path: True)
    for stamped in planned.files:
        stamping.write(model.desk.root, stamped)
    for file, cards in model.files.items():
        text = (model.desk.root / "cards" / model.names[file]).read_text()
        headings = [line for line in text.split("\n") if line[:3] == "## " and "{." not in line]
        names = [heading.partition("{#")[2].rstrip("}") for heading in headings]
        assert file in model.broken or all(names)
        model.files[file] = [replace(card, name=given) for card, given in zip(cards, names, strict=True)]


def study(model: Model, number: int, _: int) -> None:
    """Answer one card once more."""
    with model.desk.opened(50) as collection:
        entries = list(collection.entries())
        if entries:
            entry = entries[number % len(entries)]
            model.answers += 1
            collection.record([review(entry.card.key, when=at(model.answers))])
            after = collection.entry(entry.card.key)
            model.histories[topic_of(after)] = (entry.card.key.guid, after.schedule.interval)


def topic_of(entry: Entry) -> str:
    return entry.card.back.rstrip(".").partition(" of ")[2]


def reorder(model: Model, number: int, _: int) -> None:
    model.files[FILES[number % 3]].reverse()


def merge(model: Model, number: int, to: int) -> None:
    """All cards of a file go into another."""
    source, target = FILES[number % 3], FILES[to % 3]
    if source != target:
        model.files[target] += model.files[source]
        model.files[source] = []


def rename_file(model: Model, number: int, folder: int) -> None:
    """Or its folder, and with it the deck."""
    file = FILES[number % 3]
    (model.desk.root / "cards" / model.names[file]).unlink()
    model.names[file] = f"folder{folder}/{number}-{file}"


def write_otherwise(model: Model, number: int, form: int) -> None:
    """With a byte order mark, or Windows line ends."""
    model.forms[FILES[number % 3]] = ("\ufeff" * (form % 2), "\r\n" if form // 2 else "\n")


def break_or_mend(model: Model, number: int, _: int) -> None:
    """A card without a history beside the others has an error, or has none any more."""
    model.broken ^= {FILES[number % 3]}


def check_out(model: Model, number: int, older: int) -> None:
    """An older version of all files; the one of now can be checked out as well."""
    model.versions.append({file: list(cards) for file, cards in model.files.items()})
    model.files = {file: list(cards) for file, cards in model.versions[number % len(model.versions)].items()}
    live = {card.topic for cards in model.files.values() for card in cards}
    model.out = [card for card in model.out if card.topic not in live]


EDITS: list[Callable[[Model, int, int], None]] = [
    *(rename, answer_anew, name, move, delete, bring_back, forget_index, stamp, study),
    *(reorder, merge, rename_file, write_otherwise, break_or_mend, check_out),
]
edits = st.tuples(st.sampled_from(EDITS), st.integers(0, 9), st.integers(0, 3))


@settings(max_examples=20, deadline=None)
@given(script=st.lists(edits, min_size=1, max_size=10))
def test_guids_and_schedules_outlive_every_edit(
    tmp_path_factory: pytest.TempPathFactory, script: list[tuple[Callable[[Model, int, int], None], int, int]]
) -> None:
    """One change at a time, each compiled: a live card stands where it must, and no compile changes a card file."""
    desk = Desk(tmp_path_factory.mktemp("desk"))
    (desk.root / ".flashdeck").mkdir()
    (desk.root / ".flashdeck" / "device").write_text(DEVICE)
    model = Model(desk)
    for number, topic in enumerate(TOPICS):
        model.files[FILES[number % 3]].append(Written(topic, f"How is it that a {topic} between GPUs?"))
    model.save()
    for number in range(len(TOPICS)):
        study(model, number, 0)
    for edit, number, more in script:
        edit(model, number, more)
        model.save()
        check(model)


def check(model: Model) -> None:
    texts = {path: path.read_bytes() for path in sorted((model.desk.root / "cards").rglob("*.md"))}
    live = {card.topic for cards in model.files.values() for card in cards}
    with model.desk.opened(50) as collection:
        found = {topic_of(entry): (entry.card.key.guid, entry.schedule.interval) for entry in collection.entries()}
        kept = found.keys() - live if model.broken else set()  # a file with errors retires nothing
        assert found == {topic: model.histories[topic] for topic in live | kept}
        assert {gone.card.guid for gone in collection.retired()} == {
            guid for topic, (guid, _) in model.histories.items() if topic not in found
        }
        assert collection.choices == []
    assert {path: path.read_bytes() for path in texts} == texts
