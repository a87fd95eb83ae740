"""Laws of compiling that hold for any bytes."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flashdeck.compile import Compiled, cards, claim, compile_file, link
from tests.compile.texts import compiled
from tests.golden import CASES

FRAGMENTS = [
    "{{c1::", "{{c2::", "{{C1::", "}}", "::", "{", "}", "```\n", "~~~", "`", "$", "$$", "\\", "\\(", "\\)", "\\[",
    "\\]", "<!--", "-->", "\n", "\n\n", "\r\n", "## ", "# ", "---\n", "\n\n---\n\n", "{#a}", " {#a .table}",
    " {.reversed}", ' {ask="b"}', "| a | b |\n", "|---|---|\n", "|", "- ", "1. ", "> ", "  ", "\t", "\ufeff", "é",
    "\u3000", "\u2028", "\x00", "\x85", "🎉", "![a](b)", "tags: [a, b]\n", "type: table\n", "as-of: 2026\n", "&a ",
    "*a", '"', "word",
]  # fmt: skip

texts = st.lists(st.sampled_from(FRAGMENTS), max_size=40).map("".join)


def assert_in_the_file(result: Compiled, raw: bytes) -> None:
    """Every span lies in its file, and every problem quotes its line."""
    lines = raw.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    for span in [*(note.span for note in result.notes), *(each.span for each in result.diagnostics)]:
        line = lines[span.line - 1].decode(errors="replace")
        assert 1 <= span.column <= len(line) + 1
        assert 1 <= span.length <= max(1, len(line) - span.column + 1)
    for each in result.diagnostics:
        assert each.message
        assert each.help
        line = lines[each.span.line - 1].decode(errors="replace")
        assert each.text == (line.removesuffix("\r") if each.span.line < len(lines) else line)


@given(st.binary(max_size=200))
@settings(max_examples=150)
def test_any_bytes_compile(raw: bytes) -> None:
    """To notes and problems, never to an exception."""
    assert_in_the_file(compiled(raw), raw)


@given(texts)
@settings(max_examples=400, deadline=None)
def test_any_text_compiles_to_cards_that_ask_and_answer_something(text: str) -> None:
    """Whatever is made can be shown, claimed and linked."""
    raw = text.encode()
    result = compiled(raw, exists=lambda _name: False)
    assert_in_the_file(result, raw)
    for note in result.notes:
        faces = cards(note)
        assert [card.ordinal for card in faces] == list(note.ordinals)
        assert all(card.front.strip() and card.back.strip() for card in faces)
    linked = link([claim(note) for note in result.notes], guids={}, before={})
    assert {result.notes[at].key for at in linked.guids} == {note.key for note in result.notes}


@given(st.sampled_from([case.read_bytes() for case in CASES]), st.data())
@settings(max_examples=200, deadline=None)
def test_a_damaged_card_file_compiles(raw: bytes, data: st.DataObject) -> None:
    """Bytes cut out of it, doubled or replaced."""
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(raw)))
        end = min(len(raw), start + data.draw(st.integers(0, 12)))
        raw = (
            raw[:start] + data.draw(st.sampled_from([b"", raw[start:end] * 2, b"\xff", b"{{", b"\n", b"`"])) + raw[end:]
        )
    assert_in_the_file(compiled(raw), raw)


@given(texts)
@settings(max_examples=200, deadline=None)
def test_line_ends_and_a_byte_order_mark_change_no_note(text: str) -> None:
    """CRLF for LF, and a BOM in front."""
    plain = text.replace("\r\n", "\n").removeprefix("\ufeff")
    other = compiled(b"\xef\xbb\xbf" + plain.replace("\n", "\r\n").encode())
    assert other.notes == compiled(plain).notes


@given(texts, texts)
@settings(max_examples=100, deadline=None)
def test_compiling_has_no_memory(one: str, other: str) -> None:
    """The same text gives the same notes whatever was compiled in between."""
    before = compiled(one)
    compiled(other)
    assert compiled(one) == before


UNITS = [
    "[", "{", "{{c1::", "{{c1::{}", "{{c1::a::b", "{{c1::a\n\n", "{{C1:", "}}", "::", "|", "a|b\n-|-\n", "$ a",
    "$a ", "$$ ", "\\( ", "\\[ ", "`` `", "```\n", "- ```\n## a\n", "> ```\n", "~~~ `\n", "<!-- ", "<!---->",
    "## a\n", "\n\n---\n", "a\n---\n", "- a\n\n  ---\n\n  ## x\n", "{#a ", '{a="', " #", "![a](b", "![", "- ",
    "\n  - a", "*a", "    ", "> > ",
]  # fmt: skip

PLACES = {
    "body": "## a\n\n{}",
    "heading": "## {}\n\nb\n",
    "table": "## t {{#t .table}}\n\n|a|b|\n|-|-|\n{}",
    "front matter": "---\nsource: {}\n---\n## a\n\nb\n",
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("unit", UNITS)
def test_time_is_linear_in_the_size(place: str, unit: str) -> None:
    """Eight times the text takes about eight times as long: 64 would be quadratic, and 24 is generous."""
    small, large = (PLACES[place].format(unit * (size // len(unit))).encode() for size in (4_000, 32_000))
    assert any(_seconds(large) < 24 * _seconds(small) + 0.005 for _ in range(4))


def _seconds(raw: bytes) -> float:
    start = time.process_time()
    result = compile_file("x.md", raw, deck="x", exists=lambda _name: False)
    for note in result.notes:
        cards(note)
    return time.process_time() - start
