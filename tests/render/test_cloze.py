"""A cloze note's text as Anki reads it."""

from __future__ import annotations

import re
from html import unescape
from xml.etree import ElementTree as ET

import pytest

from flashdeck.model import Note
from flashdeck.render.cloze import anki_text, answered, asked
from tests.render.notes import cloze_note


def read_as_anki_does(html: str) -> list[tuple[int, str, str | None]]:
    """The deletions by Anki's rules: `{{cN::` opens, the first `}}` closes, the first `::` of the text is the hint."""
    found: list[tuple[int, str, str | None]] = []
    open_: list[tuple[int, str]] = []
    for token in re.split(r"(\{\{c\d+::|\}\})", html):
        if opening := re.fullmatch(r"\{\{c(\d+)::", token):
            open_.append((int(opening[1]), ""))
        elif token == "}}" and open_:
            number, text = open_.pop()
            answer, _, hint = text.partition("::")
            found.append((number, unescape(answer), unescape(hint) if hint else None))
            if open_:
                open_[-1] = (open_[-1][0], open_[-1][1] + answer)
        elif open_:
            open_[-1] = (open_[-1][0], open_[-1][1] + token)
    assert not open_
    return found


def test_r01_braces_of_a_formula_do_not_end_its_deletion() -> None:
    r"""`{{c1::\(\frac{2(N-1)}{\sqrt{N^{2}}}\)}}` is one deletion that holds the whole formula."""
    formula = r"\(\frac{2(N-1)}{\sqrt{N^{2}}}\)"
    html = anki_text(cloze_note(f"Time: ⟦1:{formula}⟧."))
    assert read_as_anki_does(html) == [(1, formula, None)]


def test_r03_a_deletion_around_dollars_leaves_no_stray_brace() -> None:
    """`{{c1::$x_{i}$}}` becomes a deletion around a formula with its own braces."""
    assert anki_text(cloze_note("⟦1:$x_{i}$⟧")) == r"<p>{{c1::\(x_{i}\)}}</p>"


def test_r04_braces_of_latex_are_no_deletions() -> None:
    """Of a formula with braces and one deletion, only the deletion is one."""
    html = anki_text(cloze_note(r"If $\frac{a}{b} < 0$ then profit ⟦1:rises⟧."))
    assert html == r"<p>If \(\frac{a}{b} &lt; 0\) then profit {{c1::rises}}.</p>"


def test_r06_code_that_ends_in_a_brace_is_hidden_whole() -> None:
    """The closing brace of `dict(a={})` and of bare text stays with the answer."""
    assert read_as_anki_does(anki_text(cloze_note("⟦1:`dict(a={})`⟧"))) == [(1, "<code>dict(a={})</code>", None)]
    assert read_as_anki_does(anki_text(cloze_note("⟦1:the set {a}⟧"))) == [(1, "the set {a}", None)]


def test_r07_double_colons_of_an_answer_are_no_hint() -> None:
    """`torch::nn::Linear` is shown whole; a hint is only what was written as one."""
    assert read_as_anki_does(anki_text(cloze_note("⟦1:torch::nn::Linear⟧"))) == [(1, "torch::nn::Linear", None)]
    assert read_as_anki_does(anki_text(cloze_note("⟦1:a::b|c::d⟧"))) == [(1, "a::b", "c::d")]


def test_r09_a_deletion_over_two_lines_is_one() -> None:
    """A line end in an answer is white space like any other."""
    assert read_as_anki_does(anki_text(cloze_note("⟦1:line one\nline two⟧"))) == [(1, "line one\nline two", None)]


def test_r17_a_part_of_a_formula_is_hidden() -> None:
    """A deletion within a formula stays in it."""
    html = anki_text(cloze_note("$$ ⟦1:c^2⟧ = a^2+b^2 $$ and $\\frac{⟦2:a⟧}{b}$"))
    assert html == r"<p>\[ {{c1::c^2}} = a^2+b^2 \] and \(\frac{{{c2::a}}}{b}\)</p>"


@pytest.mark.parametrize(
    ("sketch", "expected"),
    [
        ("⟦1:a⟧ and ⟦1:b⟧ and ⟦3:c⟧", [(1, "a", None), (1, "b", None), (3, "c", None)]),
        (
            "⟦1:outer ⟦2:inner|in⟧ **outer**|out⟧",
            [(2, "inner", "in"), (1, "outer inner <strong>outer</strong>", "out")],
        ),
        ("⟦1:**a**⟧ **⟦2:b⟧**", [(1, "<strong>a</strong>", None), (2, "b", None)]),
        ("⟦1:a:|h⟧", [(1, "a:", "h")]),
        ("⟦1:{{{a}}}⟧", [(1, "{{{a}}}", None)]),
        ("⟦1:a|}} < h⟧", [(1, "a", "}} < h")]),
        ("⟦1:带宽⟧是**⟦2:显存（GB）⟧**的", [(1, "带宽", None), (2, "显存（GB）", None)]),
        ("- ⟦1:a⟧\n- ⟦2:b⟧", [(1, "a", None), (2, "b", None)]),
        ("| x |\n|---|\n| ⟦1:`a` b⟧ |", [(1, "<code>a</code> b", None)]),
        ("⟦1:[a::b](https://x.example/c::d)⟧", [(1, '<a href="https://x.example/c::d">a::b</a>', None)]),
    ],
)
def test_deletions_arrive_with_number_answer_and_hint(sketch: str, expected: list[tuple[int, str, str | None]]) -> None:
    """Shared and skipped numbers, nesting, braces, colons, hints, emphasis, lists and tables are kept."""
    assert read_as_anki_does(anki_text(cloze_note(sketch))) == expected


def test_a_deletion_in_a_fence_stands_between_the_spans_of_the_code() -> None:
    """Highlighting never cuts a deletion's delimiters, nor opens a span that ends beyond them."""
    html = anki_text(cloze_note('```python\nx = "a ⟦1:b" + c⟧\nf({"d": {}})\n```'))
    [(number, answer, hint)] = read_as_anki_does(html)
    assert (number, hint) == (1, None)
    assert answer.count("<span") == answer.count("</span>") == 3
    assert re.sub(r"<[^>]+>", "", answer) == 'b" + c'


@pytest.mark.parametrize("text", ["`{{c1::literal}}`", "```\n{{c2::literal}}\n```", r"\{{c3::literal}}"])
def test_a_deletion_that_is_text_is_none_in_anki(text: str) -> None:
    """What looks like a deletion but is none, as in code, is broken by entities."""
    html = anki_text(cloze_note(f"⟦1:real⟧\n\n{text}"))
    assert read_as_anki_does(html) == [(1, "real", None)]
    assert "::literal}}" in unescape(html)


@pytest.mark.parametrize("sketch", ["![⟦1:a⟧](p.png)", "![a](⟦1:p.png⟧)", "[a](⟦1:u⟧)"])
def test_a_deletion_where_no_tag_may_stand_is_shown_as_written(sketch: str) -> None:
    """A picture's text and a link's address are attributes: with a deletion in them, they are text."""
    assert len(read_as_anki_does(anki_text(cloze_note(sketch)))) == 1


def test_raw_html_of_a_text_is_shown_unless_its_file_allows_it() -> None:
    """The note's `html` decides, as for every other text."""
    note = cloze_note("⟦1:a<b>c</b>⟧")
    allowed = Note(**{name: getattr(note, name) for name in Note.__slots__} | {"html": True})
    assert anki_text(note) == "<p>{{c1::a&lt;b&gt;c&lt;/b&gt;}}</p>"
    assert anki_text(allowed) == "<p>{{c1::a<b>c</b>}}</p>"


@pytest.mark.parametrize(
    ("sketch", "html"),
    [
        ("*⟦1:it*⟧", "<p>*{{c1::it*}}</p>"),
        ("**⟦1:a** b⟧ **c**", "<p>**{{c1::a** b}} <strong>c</strong></p>"),
        ("⟦1:a *b⟧ c*", "<p>{{c1::a *b}} c*</p>"),
        ("~~⟦1:s~~⟧", "<p>~~{{c1::s~~}}</p>"),
        ("[⟦1:text](u) x⟧", "<p>[{{c1::text](u) x}}</p>"),
        ("⟦1:*a* ⟦2:b *c⟧ d* e⟧", "<p>{{c1::<em>a</em> {{c2::b *c}} d* e}}</p>"),
        ("*⟦1:a* ⟦2:*b*⟧ `*`⟧", "<p>*{{c1::a* {{c2::*b*}} <code>*</code>}}</p>"),
        ("*a ⟦1:b⟧ c* ⟦2:**d**⟧", "<p><em>a {{c1::b}} c</em> {{c2::<strong>d</strong>}}</p>"),
        ("⟦1:a  \nb⟧ *c*", "<p>{{c1::a<br>\nb}} <em>c</em></p>"),
        ("*⟦1:2 * 3* ⟦2:x|h*h⟧⟧", "<p>*{{c1::2 * 3* {{c2::x::h*h}}}}</p>"),
    ],
)
def test_r09_no_element_crosses_the_border_of_a_deletion(sketch: str, html: str) -> None:
    """What would begin inside and end outside is text; what stands wholly inside or around stays."""
    assert anki_text(cloze_note(sketch)) == html


@pytest.mark.parametrize("sketch", ["*⟦1:it*⟧ **⟦2:a** b⟧ ⟦3:c⟧", "[⟦1:text](u) *x⟧* ⟦2:y⟧", "⟦1:a ⟦2:*b⟧*⟧ ⟦3:c⟧"])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_r09_both_faces_are_well_formed(sketch: str, number: int) -> None:
    """Asked or shown: every element ends inside the one that it began in, and other cards of the note agree."""
    note = cloze_note(sketch)
    for html in (asked(note, number), answered(note, number)):
        ET.fromstring(f"<div>{html}</div>")
        assert "<em>" not in html
        assert "<a " not in html
