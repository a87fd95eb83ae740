"""A collection of any size to measure with: the same seed gives the same bytes."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

from flashdeck.compile import derive_guid

DEVICE = "desk-aaaaaa"
FILE_SIZE = 100  # cards a file
NOUNS = ["ring", "tree", "shard", "rank", "tile", "rail", "switch", "buffer", "kernel", "token", "expert", "stage"]
VERBS = ["holds", "sends", "reduces", "gathers", "overlaps with", "waits for", "splits", "doubles"]


def write(folder: Path, count: int, seed: int = 1) -> None:
    """`count` notes below `folder`/cards, in files of 100, ten files a folder."""
    chance = random.Random(seed)
    for first in range(0, count, FILE_SIZE):
        number = first // FILE_SIZE
        path = folder / "cards" / f"topic-{number // 10:03}" / f"part-{number:04}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        notes = (_note(chance, at) for at in range(first, min(first + FILE_SIZE, count)))
        path.write_text(f"---\nsource: A textbook, 2024\n---\n\n# Part {number}\n\n{''.join(notes)}", encoding="utf-8")


def answer(folder: Path, count: int, now: datetime, seed: int = 1) -> None:
    """A log in which the first `count` notes were learnt, each four times good, and none is overdue."""
    chance = random.Random(seed)
    lines = sorted(line for number in range(count) for line in _answers(chance, number, now))
    log = folder / ".flashdeck" / "log" / f"{DEVICE}.jsonl"
    log.parent.mkdir(parents=True)
    (folder / ".flashdeck" / "device").write_text(DEVICE, encoding="utf-8")
    log.write_text("".join(_line(place, *line) for place, line in enumerate(lines, 1)), encoding="utf-8")


_GAPS = (0, 1, 6, 15)  # days since the answer before, as SM-2 asks for
_LAST_INTERVAL = 38


def _answers(chance: random.Random, number: int, now: datetime) -> Iterator[tuple[datetime, str]]:
    at = now - timedelta(days=sum(_GAPS) + chance.randint(1, _LAST_INTERVAL), minutes=chance.randrange(240))
    for days in _GAPS:
        at += timedelta(days=days)
        yield at, derive_guid(f"n-{number}")


def _line(place: int, at: datetime, guid: str) -> str:
    when = {"at": at.isoformat(timespec="milliseconds"), "offset": 0, "day": str((at - timedelta(hours=4)).date())}
    about = {"guid": guid, "ordinal": 0, "rating": "good", "taken_ms": 4000, "scheduler": "sm2"}
    return json.dumps({"id": f"{DEVICE}:{place}", "kind": "review", **when, **about}) + "\n"


def _note(chance: random.Random, number: int) -> str:
    body = chance.choices(list(BODIES), weights=list(BODIES.values()))[0]
    options = f"#n-{number}{OPTIONS.get(body, '')}"
    return f"## Question {number}: what about the {chance.choice(NOUNS)}? {{{options}}}\n\n{body(chance)}\n\n"


def _sentence(chance: random.Random) -> str:
    noun, verb, other = chance.choice(NOUNS), chance.choice(VERBS), chance.choice(NOUNS)
    return f"The **{noun}** {verb} a `{other}` of {chance.randint(2, 512)} GB."


def _prose(chance: random.Random) -> str:
    return " ".join(_sentence(chance) for _ in range(chance.randint(1, 3)))


def _list(chance: random.Random) -> str:
    return "\n".join(f"- {_sentence(chance)}\n  - {chance.choice(NOUNS)}" for _ in range(3))


def _table(chance: random.Random) -> str:
    rows = "\n".join(f"| {chance.choice(NOUNS)} | {chance.randint(1, 999)} |" for _ in range(3))
    return f"| part | value |\n|---|--:|\n{rows}"


def _math(chance: random.Random) -> str:
    return f"It takes $2\\frac{{n-1}}{{n}}S$ bytes.\n\n$$\nt = \\alpha + {chance.randint(2, 9)}\\beta\n$$"


def _code(chance: random.Random) -> str:
    return (
        f"```python\ndef {chance.choice(NOUNS)}(x):\n    # not a heading\n    return x * {chance.randint(2, 99)}\n```"
    )


def _cjk(chance: random.Random) -> str:
    return f"**带宽（{chance.randint(2, 99)} GB/s）**是瓶颈：{chance.choice(NOUNS)}。"


def _cloze(chance: random.Random) -> str:
    return f"A {{{{c1::{chance.choice(NOUNS)}}}}} {chance.choice(VERBS)} the {{{{c2::{chance.choice(NOUNS)}::part}}}}."


def _typed(chance: random.Random) -> str:
    return f"{chance.randint(2, 99)}.{chance.randint(1, 9)} TB/s\n\n{_sentence(chance)}"


def _drill(chance: random.Random) -> str:
    numbers = f"```vars\nn = 2, 4, {chance.randint(8, 99)}\nanswer = 2 * (n - 1) / n\nunit = ms\n```"
    return f"How long do {{{{n}}}} ranks take?\n\n{numbers}\n\n---\n\n{_sentence(chance)}"


Body = Callable[[random.Random], str]

BODIES: dict[Body, int] = {
    _prose: 38,
    _list: 14,
    _table: 8,
    _math: 12,
    _code: 10,
    _cjk: 8,
    _cloze: 6,
    _typed: 3,
    _drill: 1,
}
"""What stands below a heading, and of a hundred notes how many have it."""

OPTIONS: dict[Body, str] = {_typed: " .typed tolerance=2%", _drill: " .drill tolerance=5%"}
"""What the heading says of such a body."""
