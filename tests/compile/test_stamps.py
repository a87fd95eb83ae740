"""Ids for headings that have none: which, and where they go."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flashdeck.compile.stamps import is_same_but_named, new_id, stamped, unnamed_headings
from tests.compile.texts import FILE, compiled


def stamp(text: str | bytes) -> bytes:
    """The text with `#x1`, `#x2` and so on put in."""
    raw = text if isinstance(text, bytes) else text.encode()
    return stamped(raw, [(heading, f"x{at}") for at, heading in enumerate(unnamed_headings(FILE, raw), 1)])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("## A\n\nb\n", "## A {#x1}\n\nb\n"),
        ("## A ##\n\nb\n", "## A {#x1} ##\n\nb\n"),
        ("## A \t \n\nb", "## A {#x1} \t \n\nb"),
        ("##\tA\t##\t\n\nb\n", "##\tA {#x1}\t##\t\n\nb\n"),
        ("   ##   A\n\nb\n", "   ##   A {#x1}\n\nb\n"),
        ("## A {.reversed}\n\nb\n", "## A {#x1 .reversed}\n\nb\n"),
        ('## A { hint="b }" .reversed }\n\nb\n', '## A { #x1 hint="b }" .reversed }\n\nb\n'),
        ("## A {a, b}\n\nb\n", "## A {a, b} {#x1}\n\nb\n"),
        ("## A <!-- c -->\n\nb\n", "## A {#x1} <!-- c -->\n\nb\n"),
        ("## A <!-- c --> B\n\nb\n", "## A <!-- c --> B {#x1}\n\nb\n"),
        ("## A\r\n\r\nb\r\n## B\nc", "## A {#x1}\r\n\r\nb\r\n## B {#x2}\nc"),
        ("\ufeff## A\n\nb\n", "\ufeff## A {#x1}\n\nb\n"),
        ("---\ntags: x\n---\n# T\n\n## 带宽？\n\nb\n", "---\ntags: x\n---\n# T\n\n## 带宽？ {#x1}\n\nb\n"),
        ("## A {#a}\n\nb\n\n```\n## no card\n```\n", "## A {#a}\n\nb\n\n```\n## no card\n```\n"),
    ],
)
def test_the_id_goes_behind_the_heading_and_nothing_else_changes(before: str, after: str) -> None:
    """Closing marks, comments, white space, line ends, byte order marks and options stay as they are."""
    assert stamp(before).decode() == after
    assert stamp(after) == after.encode()
    names = {heading.line: f"x{at}" for at, heading in enumerate(unnamed_headings(FILE, before.encode()), 1)}
    assert is_same_but_named(compiled(before), compiled(after), names)


def test_s08_the_same_sentence_elsewhere_stays() -> None:
    """An id is put at a place, not in place of a text."""
    text = "# A\n\nA\n\n## A\n\nA\n\n## A\n\nA ## A\n"
    assert stamp(text).decode() == "# A\n\nA\n\n## A {#x1}\n\nA\n\n## A {#x2}\n\nA ## A\n"


def test_a_change_of_meaning_is_seen() -> None:
    """What is compared are all notes and all problems, but for the ids and their places in the line."""
    before = compiled("## A\n\nb\n\n## C\n\nd\n")
    assert is_same_but_named(before, compiled("## A {#a}\n\nb\n\n## C\n\nd\n"), {1: "a"})
    assert not is_same_but_named(before, compiled("## A {#b}\n\nb\n\n## C\n\nd\n"), {1: "a"})
    assert not is_same_but_named(before, compiled("## A {#a}\n\nb!\n\n## C\n\nd\n"), {1: "a"})
    assert not is_same_but_named(before, compiled("## A {#a}\n\nb\n"), {1: "a"})


lines = st.sampled_from(
    ["## A", "## A ##", "## B {.reversed}", "## {x}", "##", "# T", "---", "```", "$$", "<!--", "-->", ""]
)


@given(st.lists(lines | st.text(max_size=8), max_size=12), st.sampled_from(["\n", "\r\n"]))
def test_taking_the_ids_out_gives_the_file_back(texts: list[str], end: str) -> None:
    """Whatever the file holds: only ids are added, and no heading gets two."""
    raw = end.join(texts).encode()
    after = stamp(raw)
    assert re.sub(rb" \{#x\d+\}|(?<=\{)#x\d+ |(?<=\s)\{#x\d+\}|(?<=[ \t])#x\d+ ", b"", after) == raw
    assert len(re.findall(rb"#x\d+", after)) == len(list(unnamed_headings(FILE, raw)))


# ---------------------------------------------------------------------------------------------- ids


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("What is the TDP of an H100 SXM?", "what-is-the-tdp-of-an-h100-sxm"),
        ("Größe des `KV`-Caches", "grosse-des-kv-caches"),
        (
            "What does a reduce-scatter leave on each rank of the ring?",
            "what-does-a-reduce-scatter-leave-on-each-rank-of",
        ),
        ("Exactly forty-eight letters and digits make it up!", "exactly-forty-eight-letters-and-digits-make-it"),
        ("x" * 60, "x" * 48),
        ("带宽是多少？", "n-[0-9a-f]{8}"),
        ("H100 的显存带宽是多少？", "n-[0-9a-f]{8}"),
        ("???", "n-[0-9a-f]{8}"),
    ],
)
def test_an_id_is_a_readable_name(heading: str, expected: str) -> None:
    """Of whole words, 48 characters at most; where most of the heading is in another script, a digest."""
    name = new_id(heading, set())
    assert re.fullmatch("[a-z0-9][a-z0-9-]*", name)
    assert len(name) <= 48
    assert re.fullmatch(expected, name)


def test_an_id_is_given_once() -> None:
    """A number tells those apart that would be equal, and is made room for."""
    taken: set[str] = set()
    for _ in range(3):
        taken.add(new_id("Ring?", taken))
    assert taken == {"ring", "ring-2", "ring-3"}
    long = new_id("a" * 60, set())
    assert new_id("a" * 60, {long}) == "a" * 46 + "-2"
