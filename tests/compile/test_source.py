"""Bytes to text and places."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from flashdeck.compile import quoted
from flashdeck.compile.source import Passage, Place, Source, read
from tests.compile.texts import FILE, compiled, note, notes, problem, problems, underlined, without_places

CARDS = """\
---
tags: [gpu]
as-of: 2026-11
---

# Links

## NVLink? {#nvlink}

900 GB/s

---

per GPU

## Deletions

{{c1::one}} and {{c2::two::hint}}
over two lines

## Table {#table .table}

| GPU | HBM |
|-----|-----|
| H100 | 80 GB |
"""


def test_r68_crlf_gives_the_same_notes() -> None:
    """A file with CRLF compiles to the notes of the file with LF: keys, texts and places."""
    assert notes(CARDS.replace("\n", "\r\n")) == notes(CARDS)


def test_r69_a_byte_order_mark_hides_nothing() -> None:
    """Front matter and the first heading are seen behind a BOM, which is no column."""
    assert notes("\ufeff" + CARDS) == notes(CARDS)
    assert note("\ufeff## a\n\nb").span.column == 4
    assert problems("\ufeff## a {.nonsense}\n\nb") == [("unknown-option", 1, 7)]


def test_lines_end_at_newlines_only() -> None:
    """U+2028, U+0085, form feed and a lone CR are characters of their line."""
    text = "## a\n\nb\u2028c\x85d\x0ce\rf\n\n## g {.nonsense}\n\nh"
    assert problems(text) == [("unknown-option", 5, 7)]


def test_columns_count_characters() -> None:
    """A tab, a wide character and one outside the BMP are one column each; the quoted line is as written."""
    found = problem("##\t带宽 🎉 {.nonsense}\r\n\r\nb")
    assert (found.span.column, found.span.length, found.text) == (10, 9, "##\t带宽 🎉 {.nonsense}")
    assert underlined(found) == ".nonsense"


def test_other_bytes_are_one_error_with_the_offset() -> None:
    """The offset counts bytes of the file, the column characters of its line."""
    found = problem("## é\n\nb\u00fc\n".encode() + b"caf\xe9\n")
    assert (found.code, found.span.line, found.span.column) == ("not-utf8", 4, 4)
    assert "offset 14" in found.message
    assert "0xe9" in found.message
    assert found.text == "caf\ufffd"
    assert compiled(b"\xff").notes == ()


def test_utf16_is_named_in_the_help() -> None:
    """A file saved by Notepad as Unicode is told by its byte order mark."""
    assert "UTF-16" in problem("## a".encode("utf-16")).help


def test_a_bom_is_no_column_of_a_bad_byte() -> None:
    """The offset counts it, the column does not."""
    found = problem(b"\xef\xbb\xbfa\xff")
    assert (found.span.line, found.span.column, found.text) == (1, 2, "a\ufffd")
    assert "offset 4" in found.message


def test_a_span_ends_with_its_line() -> None:
    """A place that goes on over a line end is cut there, and is never empty."""
    source = Source("x.md", "ab\n\ncd")
    assert (source.span(Place(1, 4)).line, source.span(Place(1, 4)).length) == (1, 1)
    assert (source.span(Place(3)).line, source.span(Place(3)).column, source.span(Place(3)).length) == (2, 1, 1)
    assert source.span(Place(6)).column == 3


def test_a_problem_found_without_its_file_can_quote_it() -> None:
    """`quoted` fills in the line, numbered as in the file with BOM and CRLF."""
    raw = "\ufeff## a {.x}\r\n\r\nb".encode()
    (found,) = compiled(raw).diagnostics
    assert quoted([replace(found, text="")], {found.span.file: raw}) == [found]


@given(st.text(alphabet="ab\n -", max_size=30), st.data())
def test_a_passage_knows_where_its_characters_stood(text: str, data: st.DataObject) -> None:
    """Whatever is cut out and however often a part is taken, each character is found again in the source."""
    ends = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6)))
    cuts = list(zip(ends[::2], ends[1::2], strict=False))
    passage = Passage.read(text, 0, len(text), cuts)
    for _ in range(3):
        assert [text[passage.offset(at)] for at in range(len(passage.text))] == list(passage.text)
        start, end = sorted(data.draw(st.tuples(st.integers(0, len(passage.text)), st.integers(0, len(passage.text)))))
        passage = passage.part(start, end).stripped()


def test_the_source_is_the_text_of_the_file() -> None:
    """`read` gives text and no problem, or a problem and no text."""
    assert read(FILE, b"\xef\xbb\xbfa\r\nb\n") == (Source(FILE, "a\nb\n"), None)


def test_moving_a_card_changes_nothing_but_its_place() -> None:
    """Text above a card is no part of it."""
    moved = compiled("Some words.\n\n" + CARDS.split("---\n\n", 1)[1]).notes
    there = compiled(CARDS.split("---\n\n", 1)[1]).notes
    assert without_places(moved) == without_places(there)
