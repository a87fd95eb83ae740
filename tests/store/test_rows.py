"""Notes as rows of the index, and back."""

from __future__ import annotations

import pytest

from flashdeck.model import Expected, Note
from flashdeck.store.rows import note_rest, read_note
from tests.compile.texts import note

TEXTS = [
    "## a\n\nb",
    "## a {.typed}\n\nb | c",
    "## a {.typed .reversed tolerance=2%}\n\n80 GB",
    "## a {.typed case=exact}\n\nb",
    "## a\n\n{{c1::b::c}}",
    "## a {.drill tolerance=5%}\n\n{{n}}\n\n```vars\nn = 1, 2\nanswer = n\n```",
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_note_comes_back_as_it_was(text: str) -> None:
    """With what is expected of who types, and with the block of a drill."""
    written = note(text)
    assert read_note(row(written)) == written


def test_what_is_expected_comes_back_as_a_value() -> None:
    """Not as the lists of JSON."""
    assert read_note(row(note(TEXTS[2]))).expected == Expected(("80 GB",), "2%")


def row(one: Note) -> tuple[object, ...]:
    span = (one.span.file, one.span.line, one.span.column, one.span.length)
    texts = (one.front, one.back, one.section, one.context, one.source)
    return (*span, one.guid, one.key, one.named, one.deck, "", "", one.suspended, *texts, note_rest(one))
