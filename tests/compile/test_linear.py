"""Compiling takes time linear in the size of a file, whatever stands in it."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import date

import pytest

from flashdeck.compile import Freshness, Listing, claim, compile_file, link, quoted
from flashdeck.compile.advice import advice
from flashdeck.compile.media import names
from tests.compile.texts import FILE
from tests.soak import examples

UNITS = [
    "[", "{", "{{c1::", "{{c1::{}", "{{c1::a::b", "{{c1::a\n\n", "{{C1:", "}}", "::", "|", "a|b\n-|-\n", "$ a",
    "$a ", "$$ ", "\\( ", "\\[ ", "`` `", "```\n", "- ```\n## a\n", "> ```\n", "~~~ `\n", "<!-- ", "<!---->",
    "## a\n", "\n\n---\n", "a\n---\n", "- a\n\n  ---\n\n  ## x\n", "{#a ", '{a="', " #", "![a](b", "![", "- ",
    "\n  - a", "*a", "    ", "> > ", "**a_", "$x_", "$1 ", "<a ", "<int>", "#1\n", "a\n===\n", "![a][b] ",
    "[a]: b.png\n", "![a](b%20.png) ",
    "80 GB ", "\n## a\n\n80 GB\n", "## a {#a}\n\nb\n\n", "{{n}}", "| a | 1 |\n", "<img src='a' ",
    "<img src=a>", "<img a=b ", "![a](b c ", "{{c1::std::", "Q: a ", "# a #", "a  ", "{typed ",
]  # fmt: skip

PLACES = {
    "body": "## a\n\n{}",
    "heading": "## {}\n\nb\n",
    "table": "## t {{#t .table .reversed}}\n\n|a|b|\n|-|-|\n{}",
    "front matter": "---\nsource: {}\n---\n## a\n\nb\n",
    "typed": "---\nhtml: true\n---\n## a {{.typed}}\n\n{}",
    "no card": "{}\n",
    "drill": "## a {{.drill}}\n\n{{{{n}}}}\n\n```vars\nn = 1, 2\nanswer = n\n{}\n```\n",
}

SHAPES: dict[str, Callable[[int], str]] = {
    "nested brackets": lambda size: "[" * (size // 2) + "]" * (size // 2),
    "nested braces": lambda size: "{" * (size // 2) + "}" * (size // 2),
    "nested deletions": lambda size: "{{c1::" * (size // 8) + "}}" * (size // 8),
    "nested links": lambda size: "![" * (size // 4) + "](a)" * (size // 8),
    "nested quotes": lambda size: "".join(f"{'> ' * (line % 200)}a\n" for line in range(size // 200)),
    "longer backticks": lambda size: " ".join("`" * (run % 300 + 1) for run in range(size // 150)),
    "emphasis": lambda size: "*a **b _c __d ~~e " * (size // 18),
    "dollars in one line": lambda size: "$a$ $b " * (size // 7),
    "a thousand columns": lambda size: (
        "|a" * 1000 + "|\n" + "|-" * 1000 + "|\n" + ("|1" * 1000 + "|\n") * (size // 2000)
    ),
    "wide rows": lambda size: "|a" * (size // 6) + "\n" + "|-" * (size // 6) + "\n" + "|1" * (size // 6) + "\n",
    "a table of one row": lambda size: _wide(range(size // 16)),
}


def _wide(columns: range) -> str:
    header, row = ("".join(f"|{sign}{column}" for column in columns) for sign in "ab")
    return f"\n## t {{#t .table .reversed}}\n\n{header}|\n{'|---' * len(columns)}|\n{row}|\n"


SMALL = examples(3_000, 64_000)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("unit", UNITS)
def test_repeated(place: str, unit: str) -> None:
    """One thing again and again, wherever it may stand."""
    assert_linear(lambda size: PLACES[place].format(unit * (size // len(unit))))


@pytest.mark.parametrize("shape", SHAPES)
def test_shaped(shape: str) -> None:
    """What is nested, grows or is wide."""
    assert_linear(lambda size: f"## a\n\n{SHAPES[shape](size)}\n")


def assert_linear(text: Callable[[int], str]) -> None:
    """Eight times the text takes about eight times as long: 64 would be quadratic, and 24 is generous."""
    small, large = (text(size).encode() for size in (SMALL, 8 * SMALL))
    assert any(_seconds(large) < 24 * _seconds(small) + 0.005 for _ in range(4))


def _seconds(raw: bytes) -> float:
    """What `check` does with one file, without the disk."""
    start = time.process_time()
    result = compile_file(
        FILE,
        raw,
        deck="x",
        exists=lambda _name: False,
        listing=Listing(("cards/a.png",)),
        freshness=Freshness(date(2026, 11, 30), 18),
    )
    linked = link([claim(note) for note in result.notes], guids={}, before={})
    quoted([*linked.diagnostics, *advice(result.notes)], {FILE: raw})
    list(names(raw.decode()))
    return time.process_time() - start
