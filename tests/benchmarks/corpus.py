"""A collection of any size to measure with: the same seed gives the same bytes."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

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


def _note(chance: random.Random, number: int) -> str:
    body = chance.choices(list(BODIES), weights=list(BODIES.values()))[0]
    return f"## Question {number}: what about the {chance.choice(NOUNS)}? {{#n-{number}}}\n\n{body(chance)}\n\n"


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


BODIES: dict[Callable[[random.Random], str], int] = {
    _prose: 40,
    _list: 14,
    _table: 8,
    _math: 12,
    _code: 10,
    _cjk: 8,
    _cloze: 8,
}
