"""What is taken from Anki says the same after any number of exports and imports, and is written the same again."""

from __future__ import annotations

import re
from html import escape, unescape
from unicodedata import normalize

from hypothesis import given, settings
from hypothesis import strategies as st

from flashdeck.anki.adopting.markdown import to_markdown
from flashdeck.anki.adopting.notes import block
from flashdeck.anki.reading.values import AnkiNote, AnkiNotetype
from flashdeck.render.html import to_html
from tests.anki.adopting.test_markdown import LITERAL
from tests.anki.adopting.types import BASIC, FILLED, REVERSED, TYPED, compiled, exported, taken_back

WORDS = [
    *LITERAL,
    "a",
    "b c",
    "GPU",
    "漢字",
    "带宽（GB/s）",
    "é",
    "e\u0301",
    "'",
    '"',
    "(",
    ")",
    ":",
    ".",
    "…",
    "\u3000",
    "-",
]
EMPTY = ["<br>", "<hr>", '<img src="a b.png" alt="q [z]">', '<img src="c.png">', r"\(x_1\)", r"\[y\]", "&nbsp;"]
INLINE = ["b", "i", "u", "s", "code", "span", "font", 'a href="https://x.y/z"', 'span style="font-weight:bold"']
BLOCKS = ["p", "div", "h2", "h4", "blockquote", "pre"]


def inside(tag: str, html: str) -> str:
    """An element around HTML."""
    return f"<{tag}>{html}</{tag.partition(' ')[0]}>"


def listed(tag: str, items: list[str]) -> str:
    """A list, or a table of two columns."""
    if tag == "table":
        return inside(tag, "".join(inside("tr", inside("td", item) + inside("td", "x")) for item in items))
    return inside(tag, "".join(inside("li", item) for item in items))


def richer(html: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """HTML that holds such HTML."""
    return st.one_of(
        st.builds(inside, st.sampled_from(INLINE), html),
        st.builds(inside, st.sampled_from(BLOCKS), html),
        st.builds(listed, st.sampled_from(["ul", "ol", "table"]), st.lists(html, min_size=1, max_size=3)),
        st.lists(html, min_size=2, max_size=4).map("".join),
    )


PIECES = st.one_of(st.sampled_from(WORDS).map(lambda text: escape(text, quote=False) + " "), st.sampled_from(EMPTY))
FIELDS = st.recursive(PIECES, richer, max_leaves=12)
GAPS = st.builds("{{{{c{}::{}{}}}}}".format, st.integers(1, 4), FIELDS, st.sampled_from(["", "::hint", "::*h* $5"]))
TEXTS = st.lists(st.one_of(FIELDS, GAPS), min_size=1, max_size=4).map("".join)


def visible(html: str) -> str:
    """The signs that HTML shows, without white space and without the brackets of formulas."""
    text = unescape(re.sub(r"<[^>]*>", "", html))
    return "".join(re.sub(r"\\[\[\]()]", "", normalize("NFC", text)).split())


@given(FIELDS)
@settings(max_examples=120)
def test_a_text_is_written_the_same_again_and_shows_the_same(html: str) -> None:
    """Whatever its HTML: at worst its words remain."""
    text = to_markdown(html)
    again = to_html(text)
    assert to_markdown(again) == text
    assert visible(again) == visible(html)


@given(FIELDS)
@settings(max_examples=60)
def test_a_text_looks_as_if_a_person_had_written_it(html: str) -> None:
    """Blocks stand one blank line apart, and no line ends in a space, code aside."""
    text = re.sub(r"(`{3,})[^\n]*\n.*?\n[> ]*\1|`+[^`]+`+", "x", to_markdown(html), flags=re.DOTALL)
    assert "\n\n\n" not in text
    assert not re.search(r"[ \t]$", text, re.MULTILINE)


@given(st.sampled_from([BASIC, REVERSED, TYPED]), FIELDS, FIELDS)
@settings(max_examples=80)
def test_a_card_with_two_sides_is_the_same_from_the_first_import_on(kind: AnkiNotetype, front: str, back: str) -> None:
    """It compiles without an error to one note, whose cards have Anki's ordinals."""
    check(kind, front, back)


@given(TEXTS, FIELDS)
@settings(max_examples=80)
def test_a_cloze_is_the_same_from_the_first_import_on(text: str, extra: str) -> None:
    """Its numbers are Anki's."""
    check(FILLED, text, extra)


def check(kind: AnkiNotetype, *fields: str) -> None:
    """Adopt a note, export it and take it back."""
    ordinals = tuple(range(len(kind.templates)))
    made = block(AnkiNote(1, "g", kind.id, 0, ("t",), fields), kind, ordinals)
    assert made is not None
    note = compiled(made)
    assert (note.type, note.ordinals) == (made.type, made.ordinals)
    if kind.cloze:
        numbers = re.findall(r"\{\{c(\d)::", fields[0])
        assert {ordinal + 1 for ordinal in made.ordinals} <= {int(number) for number in numbers} or not numbers
    again = taken_back(exported(note))
    assert (again.heading, again.body, again.section) == (made.heading, made.body, made.section)
    assert (again.classes, again.values, again.ordinals) == (made.classes, made.values, made.ordinals)


@given(st.text(max_size=200))
@settings(max_examples=120)
def test_no_field_is_too_odd(html: str) -> None:
    """Broken tags, lone surrogates and control characters included."""
    text = to_markdown(html)
    assert to_markdown(to_html(text)) == text
    for kind in (BASIC, FILLED, TYPED):
        found = block(AnkiNote(1, "g", kind.id, 0, (html[:5],), (html, html)), kind, (0,))
        assert found is None or compiled(found)
