"""Keys, guids and claims: what makes a note the same note."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flashdeck.compile import Claim, Linked, claim, derive_guid, link
from flashdeck.compile.identity import slug
from flashdeck.model import Note, Span
from tests.compile.texts import compiled, note, notes


def linked(
    *files: str, guids: dict[str, str] | None = None, before: dict[str, str] | None = None
) -> tuple[list[Note], Linked]:
    """The notes of several files, and what their claims come to."""
    found = [
        replace(each, span=replace(each.span, file=f"{number}.md"))
        for number, text in enumerate(files)
        for each in compiled(text).notes
    ]
    return found, link([claim(each) for each in found], guids=guids or {}, before=before or {})


def told(result: Linked) -> list[tuple[str, str, int, str, int]]:
    """Of each problem its code, its file and line, and those of the other card."""
    return [
        (each.code, each.span.file, each.span.line, each.related[0][0].file, each.related[0][0].line)
        for each in result.diagnostics
    ]


# ---------------------------------------------------------------------------------------------- keys


def test_an_id_is_the_key() -> None:
    """Written without its mark, and the note is named."""
    assert (note("## a {#ring}\n\nb").key, note("## a {#ring}\n\nb").named) == ("ring", True)


def test_a_key_without_an_id_is_a_digest_of_kind_and_front() -> None:
    """SHA-256 over the kind, a zero byte and the front; these values stand in people's logs."""
    digest = hashlib.sha256(b"standard\0What is NVLink?").hexdigest()[:20]
    assert note("## What is NVLink?\n\na").key == f"~{digest}" == "~8c842218220eeffc3eaa"
    digest = hashlib.sha256(b"cloze\0What is NVLink?").hexdigest()[:20]
    assert note("## What is NVLink?\n\n{{c1::a}}").key == f"~{digest}" == "~320af459137bd47df01f"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("## What  is\tit?\n\nb", "## What is it?\n\nb"),
        ("## caf\u00e9\n\nb", "## cafe\u0301\n\nb"),
        ("## a\n\nb\n\n---\n\nc", "## a\n\n\nb\n\n---\n\nd"),
        ("## a\n\nb", "# Section\n\n## a <!-- c -->\n\nother answer"),
        ("## a\n\n{{c1::b}}", "## a\n\n{{c1::other}} {{c2::text}}\n\n---\n\nextra"),
    ],
)
def test_what_leaves_a_key_alone(one: str, other: str) -> None:
    """NFC, white space, section, comments and the answer; of a cloze all but its heading."""
    assert note(one).key == note(other).key


@pytest.mark.parametrize(("one", "other"), [("GB/s", "Gb/s"), ("a", "b"), ("a b", "ab"), ("B > A?", "B &gt; A?")])
def test_what_makes_another_key(one: str, other: str) -> None:
    """Case is kept, and R26's `>` is compared as written."""
    assert note(f"## {one}\n\nx").key != note(f"## {other}\n\nx").key


def test_r18_r24_with_an_id_front_and_back_may_be_corrected() -> None:
    """A typo fixed in either is the same note."""
    keys = {note(text).key for text in ("## Hoper {#h}\n\na", "## Hopper {#h}\n\na", "## Hopper {#h}\n\nb")}
    assert keys == {"h"}


# ---------------------------------------------------------------------------------------------- guids


def test_guids_are_the_same_for_ever() -> None:
    """They stand in people's Anki collections: these values may never change."""
    assert [derive_guid(key) for key in ("ring-all-reduce", "~0123456789abcdef0123", "acc/h100-sxm/tdp")] == [
        "FHD8Ent79pH",
        "4XJWZVddRaB",
        "0ZbAN1nUSeK",
    ]


@given(st.text())
def test_a_guid_is_eleven_letters_and_digits(key: str) -> None:
    """Whatever the key; Anki and a URL take it as it is."""
    guid = derive_guid(key)
    assert len(guid) == 11
    assert guid.isascii()
    assert guid.isalnum()


def test_r19_r20_guids_do_not_depend_on_the_run_or_the_deck() -> None:
    """The same texts give the same guids, in another order of the files too."""
    one, two = "## a {#a}\n\nb", "## c\n\nd"
    first_notes, first = linked(one, two)
    second_notes, second = linked(two, one)
    assert {each.key: first.guids[at] for at, each in enumerate(first_notes)} == {
        each.key: second.guids[at] for at, each in enumerate(second_notes)
    }


def test_a_guid_of_the_log_is_never_derived_again() -> None:
    """A note that was renamed or stamped keeps the guid that its key has in the log."""
    _, result = linked("## a {#new-name}\n\nb\n\n## c {#other}\n\nd", guids={"new-name": "old-guid"})
    assert result.guids == {0: "old-guid", 1: derive_guid("other")}


# ---------------------------------------------------------------------------------------------- two claims to one key


def test_one_id_twice_is_an_error_that_names_both_places() -> None:
    """The first in order keeps its history."""
    _, result = linked("## a {#x}\n\nb", "\n\n## c {#x}\n\nd")
    assert told(result) == [("duplicate-id", "1.md", 3, "0.md", 1)]
    assert "0.md:1" in result.diagnostics[0].message
    assert (result.diagnostics[0].severity, list(result.guids)) == ("error", [0])


def test_the_note_that_stood_before_keeps_its_id() -> None:
    """Wherever the other one stands."""
    (known,) = compiled("## c {#x}\n\nd").notes
    _, result = linked("## a {#x}\n\nb", "## c {#x}\n\nd", before={"x": claim(known).digest})
    assert told(result) == [("duplicate-id", "0.md", 1, "1.md", 1)]
    assert list(result.guids) == [1]


def test_r33_equal_cards_are_one_with_a_warning() -> None:
    """In one file or in two; the first is it."""
    _, result = linked("## a\n\nb\n\n## a\n\nb", "## a\n\nb")
    assert told(result) == [("duplicate-card", "0.md", 5, "0.md", 1), ("duplicate-card", "1.md", 1, "0.md", 1)]
    assert ({each.severity for each in result.diagnostics}, list(result.guids)) == ({"warning"}, [0])


def test_r34_an_equal_front_with_another_answer_asks_for_ids() -> None:
    """The same title below two sections: with ids both live."""
    text = "# H100\n\n## Bandwidth?\n\n3.35\n\n# H200\n\n## Bandwidth?\n\n4.8\n"
    _, result = linked(text)
    assert told(result) == [("same-front", "0.md", 9, "0.md", 3)]
    assert "{#bandwidth-2}" in result.diagnostics[0].help
    found, result = linked(text.replace("?\n\n3", "? {#one}\n\n3").replace("?\n\n4", "? {#two}\n\n4"))
    assert (result.diagnostics, len(result.guids)) == ((), 2)
    assert [each.section for each in found] == ["H100", "H200"]


def test_the_card_that_stood_before_keeps_its_front() -> None:
    """Equal ones beside it are duplicates of it, others are errors."""
    (known,) = compiled("## a\n\nnew").notes
    _, result = linked("## a\n\nother", "## a\n\nnew", "## a\n\nnew", before={known.key: claim(known).digest})
    assert [(code, file) for code, file, *_ in told(result)] == [("same-front", "0.md"), ("duplicate-card", "2.md")]
    assert list(result.guids) == [1]


TABLE = "## T {#t .table}\n\n| a | b | c |\n|-|-|-|\n| x | 1 | 2 |\n| y | 3 | 4 |\n"


def test_a_table_twice_is_told_once() -> None:
    """Not for each of its cells, none of which loses its history."""
    _, result = linked(TABLE, TABLE)
    assert told(result) == [("duplicate-id", "1.md", 5, "0.md", 5)]
    assert list(result.guids) == [0, 1, 2, 3]


def test_the_id_of_a_table_is_taken_for_cards_and_other_tables() -> None:
    """Also where no cell of the one is a cell of the other."""
    other = "## U {#t .table}\n\n| a | z |\n|-|-|\n| q | 1 |\n"
    assert told(linked(TABLE, other)[1]) == [("duplicate-id", "1.md", 5, "0.md", 5)]
    assert told(linked(TABLE, "## Q {#t}\n\nb\n")[1]) == [("duplicate-id", "1.md", 1, "0.md", 5)]


def test_cards_with_different_keys_say_nothing() -> None:
    """The usual case."""
    _, result = linked(TABLE, "## a\n\nb\n\n## c {#c}\n\nd\n\n## a\n\n{{c1::b}}\n")
    assert result.diagnostics == ()
    assert len(set(result.guids.values())) == len(result.guids) == 7


def test_the_digest_of_a_claim_tells_texts_apart() -> None:
    """Kind, context, front and back count; deck, tags and place do not."""
    texts = ["## a {#k}\n\nb", "## a {#k}\n\nc", "## b {#k}\n\nb", "## a {#k}\n\n{{c1::b}}", "## b {#k}\n\n{{c1::b}}"]
    assert len({claim(note(text)).digest for text in texts}) == len(texts)
    assert claim(note("---\ndeck: x\ntags: y\n---\n" + texts[0])).digest == claim(note(texts[0])).digest
    assert claim(note(texts[0])) == Claim("k", claim(note(texts[0])).digest, True, Span("cards/gpu/h100.md", 1, 4), "a")
    assert claim(notes(texts[3])[0]).front == "a"


# ---------------------------------------------------------------------------------------------- slugs


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("H100 SXM", "h100-sxm"),
        ("  HBM3e (GB/s) ", "hbm3e-gb-s"),
        ("Größe", "grosse"),
        ("Ünïcödé", "unicode"),
        ("**TDP**", "tdp"),
        ("[TDP](https://x.y/z)", "tdp"),
        ("带宽 GB", "gb"),
        ("思元", "n-fe004c10"),
        ("—", "n-bda05058"),
    ],
)
def test_slugs(text: str, expected: str) -> None:
    """Latin letters without their marks, digits, hyphens between; else a digest."""
    assert slug(text) == expected
