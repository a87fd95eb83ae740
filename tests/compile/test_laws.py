"""Laws of compiling that hold for any bytes."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from flashdeck.compile import cards, claim, link
from tests.compile.texts import assert_in_the_file, compiled
from tests.golden import CASES
from tests.soak import examples

FRAGMENTS = [
    "{{c1::", "{{c2::", "{{C1::", "}}", "::", "{", "}", "```\n", "~~~", "`", "$", "$$", "\\", "\\(", "\\)", "\\[",
    "\\]", "<!--", "-->", "\n", "\n\n", "\r\n", "## ", "# ", "---\n", "\n\n---\n\n", "{#a}", " {#a .table}",
    " {.reversed}", ' {ask="b"}', "| a | b |\n", "|---|---|\n", "|", "- ", "1. ", "> ", "  ", "\t", "\ufeff", "é",
    "\u3000", "\u2028", "\x00", "\x85", "🎉", "![a](b)", "tags: [a, b]\n", "type: table\n", "as-of: 2026\n", "&a ",
    "*a", '"', "word",
]  # fmt: skip

texts = st.lists(st.sampled_from(FRAGMENTS), max_size=40).map("".join)


@given(st.binary(max_size=200))
@settings(max_examples=examples(150, 2_000), deadline=None)
def test_any_bytes_compile(raw: bytes) -> None:
    """To notes and problems, never to an exception."""
    assert_in_the_file(compiled(raw), raw)


@given(texts)
@settings(max_examples=examples(400, 16_000), deadline=None)
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
@settings(max_examples=examples(150, 2_000), deadline=None)
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
