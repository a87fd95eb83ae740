"""What holds for every text."""

from __future__ import annotations

import re
import unicodedata
from html import unescape

from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from flashdeck.model import Note
from flashdeck.render.cloze import anki_text
from flashdeck.render.faces import faces
from flashdeck.render.html import to_html
from flashdeck.render.terminal import STYLES, lines
from tests.render.notes import BASIC, basic, cloze_card, cloze_note
from tests.render.test_cloze import read_as_anki_does

_WORDS = [
    "a", "B 1", "8*H100", "带宽", "（）", "，", "😀", "e\u0301", "https://a.b", "![a](p)", "$x_1$", "<b>", "&amp;",
]  # fmt: skip
_SIGNS = [
    *"*_`\\[]<>&$|\t\n", "&#0;", "**", "~~", "```", "~~~", "](u)", "[^1]", "[^1]: ", "$$", "<!--", "-->", "{{", "}}",
]  # fmt: skip
_STARTS = ["\n\n", "  \n", "\\\n", "- ", "  - ", "1. ", "> ", "# ", "---", "***", "===", "    ", "- [ ] "]
_TABLES = ["|---|---|\n", "| a | b |\n"]
_UNSEEN = ["\x00", "\x1b[0m", "\u202e", "\u200b", "\r", "\x0b", "\x1c", "\u2028", "\ud800", "\x02", "\x03"]
_TOKENS = ["::", "\x02fd0\x03", "\x02klzzwxh:0000\x03", "\x02wzxhzdk:0\x03", "\x0242\x03", "[sound:x]"]
_PIECES = st.sampled_from([*_WORDS, *_SIGNS, *_STARTS, *_TABLES, *_UNSEEN, *_TOKENS])
_MADE = {
    "a", "blockquote", "br", "code", "del", "div", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "img", "input", "li",
    "ol", "p", "pre", "span", "strong", "sup", "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
TEXTS = st.one_of(st.lists(_PIECES, max_size=24).map("".join), st.text(max_size=60))
WORDS = st.text(st.characters(exclude_characters="⟦⟧|`$", exclude_categories=["Cs", "Cc"]), max_size=20)
FORMULAS = st.text(st.sampled_from("ab1 _*^{}\\&<>|~[]()=+-\n,.\"'"), min_size=1, max_size=30)


@settings(max_examples=300, deadline=None)
@given(TEXTS, st.booleans(), st.booleans())
def test_every_text_has_an_html_without_tokens(text: str, raw_html: bool, title: bool) -> None:  # noqa: FBT001 - drawn
    """Nothing raises, and nothing of the machinery is left in the HTML."""
    html = to_html(text, raw_html=raw_html, title=title)
    assert not re.search("[\x02\x03]", html)


@settings(max_examples=200, deadline=None)
@given(TEXTS)
def test_without_leave_no_tag_of_a_text_is_a_tag(text: str) -> None:
    """Whatever is between angle brackets in the HTML is an element that this room makes."""
    tags = re.findall(r"</?([^\s>/]*)", re.sub(r'"[^"]*"', "", to_html(text)))
    assert set(tags) <= _MADE


@settings(max_examples=200, deadline=None)
@given(TEXTS, st.integers(2, 40))
def test_lines_fit_and_hold_nothing_that_a_terminal_obeys(text: str, width: int) -> None:
    """No line is wider than asked for, none holds a control character, and every style has a known name."""
    for line in lines(to_html(text), width):
        written = "".join(segment.text for segment in line)
        assert sum(cell_len(segment.text) for segment in line) <= width
        assert not any(unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"} for character in written)
        assert {name for segment in line for name in segment.style} <= set(STYLES)


@settings(max_examples=200, deadline=None)
@given(FORMULAS)
def test_a_displayed_formula_arrives_byte_for_byte(formula: str) -> None:
    """Whatever stands between `$$` and `$$`, without a `$`, is there again between the brackets."""
    if formula.strip() and not formula.endswith("\\"):
        assert f"\\[{formula}\\]" in unescape(to_html(f"Before\n\n$${formula}$$\n\nafter *it*"))


@settings(max_examples=200, deadline=None)
@given(TEXTS)
def test_code_arrives_character_for_character(text: str) -> None:
    """A fence longer than any in it shows its text as it is, in Anki and on the terminal."""
    code = re.sub("[\x00\x02\x03\r\ud800]", "", text).strip("\n")
    fence = "`" * 80
    html = to_html(f"{fence}python\n{code}\n{fence}")
    shown = unescape(re.sub(r"<[^>]*>", "", html)).strip("\n")
    assert shown == code


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(st.integers(1, 9), WORDS.filter(lambda word: word.strip() != ""), WORDS), min_size=1, max_size=4)
)
def test_every_deletion_arrives_in_anki(parts: list[tuple[int, str, str]]) -> None:
    """As many deletions come out as went in, with their numbers, whatever their answers and what is between them."""
    sketch = "".join(f"⟦{number}:{answer}⟧ {between}" for number, answer, between in parts)
    found = read_as_anki_does(anki_text(cloze_note(f"x {sketch}")))
    assert [number for number, _, _ in found] == [number for number, _, _ in parts]


@settings(max_examples=100, deadline=None)
@given(WORDS, WORDS)
def test_a_question_never_shows_what_it_asks_for(answer: str, around: str) -> None:
    """The hidden text is nowhere in the question's HTML."""
    secret = f"SECRET{answer}SECRET"
    shown = faces(cloze_card(cloze_note(f"{around} ⟦1:{secret}⟧ {around} ⟦2:b⟧"), 1))
    assert "SECRET" not in shown.question
    assert "SECRET" in shown.answer


@settings(max_examples=100, deadline=None)
@given(TEXTS, TEXTS)
def test_faces_of_any_card_can_be_shown(front: str, back: str) -> None:
    """A card of any text has two faces, and a cloze note without deletions a text."""
    shown = faces(basic(front, back))
    assert lines(shown.question, 60) is not None
    assert lines(shown.answer, 60) is not None
    note = Note(**{name: getattr(BASIC, name) for name in Note.__slots__} | {"front": front})
    assert "\x02" not in anki_text(note)
