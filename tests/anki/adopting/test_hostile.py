"""Fields that are hard to read: the work is linear in their size, and nothing is too deep."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from flashdeck.anki.adopting.markdown import to_markdown
from flashdeck.anki.adopting.notes import block
from flashdeck.anki.adopting.prose.reader import content_of
from flashdeck.anki.reading.values import AnkiNote
from tests.anki.adopting.types import BASIC, FILLED, compiled
from tests.work import calls

SMALL = 300
ONCE = 80_000  # calls that are made once, whatever the size

UNITS = [
    "<div>", "<b>x", "<i><b>", "</i>", "<p>a", "<ul><li>x", "<li>x", "<ol><li>x</ol>", "<blockquote>x", "<td>x",
    "<table><tr><td>x", "<tr><td rowspan=9 colspan=9>b", "<table>", "<pre>x", "<h1>x", "<sub>x", "<code>`</code> ",
    "<a href=x>y", "<a href=x>y</a> ", "<", "<a ", '<a b="', "<a b='", "<!-- ", "<![CDATA[", "<svg>", "<script>",
    "<style", "</", "&", "&#2;&nbsp;", "\\(", "\\(x\\) ", "\\[x", "[latex]$", "[sound:", "[$]", "{{c1::", "{{c1::x}} ",
    "{{c1::x::", "}}", "::", "{{c1::<b>a}}</b>", "{{c1::a<br>", "*", "*a ", "_a_ ", "<b>a</b><i>b</i> ", "[", "[a](b) ",
    "![a](b) ", "`", "` ", "$a ", "$a$ ", "~~a ", "|", "# a<br>", "<br>", "a<br>", "<hr>", "<img src=x>", "<rt>",
    "<input type=checkbox>", "<b> </b>", "a", "漢", " ", "&gt;", "http://a.b/c_d ", "\\",
    '<sup id="fnref:1"><a class="footnote-ref" href="#fn:1">1</a></sup>',
]  # fmt: skip


@pytest.mark.parametrize("unit", UNITS)
def test_four_times_the_field_is_about_four_times_the_work(unit: str) -> None:
    """16 times would be quadratic."""
    small, large = (unit * (size // len(unit)) for size in (SMALL, 4 * SMALL))
    to_markdown(small)  # what is imported and looked up the first time counts for neither
    for cloze in (False, True):
        few, many = (calls(lambda: content_of(html, cloze=cloze)) for html in (small, large))  # noqa: B023 - called at once
        assert many < 8 * few + 1_000
    assert calls(lambda: to_markdown(large)) < 12 * calls(lambda: to_markdown(small)) + ONCE


DEEP: dict[str, Callable[[int], str]] = {
    "div": lambda depth: "<div>" * depth + "x" + "</div>" * depth,
    "b": lambda depth: "<b>" * depth + "x" + "</b>" * depth,
    "span": lambda depth: "<span style='color:red'>" * depth + "x",
    "lists": lambda depth: "<ul><li>" * depth + "x" + "</li></ul>" * depth,
    "quotes": lambda depth: "<blockquote>" * depth + "x" + "</blockquote>" * depth,
    "tables": lambda depth: "<table><tr><td>" * depth + "x" + "</td></tr></table>" * depth,
    "deletions": lambda depth: "{{c1::" * depth + "x" + "}}" * depth,
    "links": lambda depth: "<a href='https://a.b/c'>" * depth + "x",
    "code": lambda depth: "<pre><code>" * depth + "x",
}


@pytest.mark.parametrize("shape", DEEP)
def test_no_field_is_too_deep(shape: str) -> None:
    """Thousands of elements inside one another are as good as a few; the word in them is shown."""
    html = DEEP[shape](10_000 if shape in ("div", "b") else 2_000)
    assert "x" in to_markdown(html)
    for kind in (BASIC, FILLED):
        made = block(AnkiNote(1, "g", kind.id, 0, (), (html, "b")), kind, (0,))
        assert made is not None
        assert "x" in compiled(made).front


def test_a_huge_table_is_lines_of_text() -> None:
    """As are those that a few marks make huge."""
    rows = "<tr>" + "<td>a" * 40
    assert "|---" not in to_markdown("<table>" + rows * 130)
    assert len(to_markdown("<table>" + "<tr><td colspan=9999>a" * 500)) < 50_000


def test_nothing_that_runs_is_written() -> None:
    """Nor is anything of an element that is not for reading, closed or not."""
    html = '<script>alert(1)</script><img src="a.png" onerror="x()"><style>b{}</style><a href=" JaVaScript:y()">c</a>'
    text = to_markdown(html)
    assert "alert" not in text
    assert "onerror" not in text
    assert "aScript" not in text
    assert to_markdown("<script>alert(1)") == "alert(1)"
