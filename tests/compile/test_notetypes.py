"""Basic and reversed cards, and which type a card is."""

from __future__ import annotations

import pytest

from flashdeck.model import NoteType
from tests.compile.texts import compiled, faces, note, notes, problem, problems, underlined


def test_a_reversed_card_is_asked_both_ways() -> None:
    """Ordinal 1 asks for the heading."""
    assert faces("## a {.reversed}\n\nb\n\nc") == [(0, "a", "b\n\nc"), (1, "b\n\nc", "a")]
    assert note("## a {.reversed}\n\nb").ordinals == (0, 1)


def test_the_files_type_is_overridden_by_basic() -> None:
    """`.basic` on a card counts more than `type` in front matter."""
    types = [
        each.type for each in notes("---\ntype: reversed\n---\n## a\n\nb\n\n## c {.basic}\n\nd\n\n## e\n\n{{c1::f}}\n")
    ]
    assert types == [NoteType.REVERSED, NoteType.BASIC, NoteType.CLOZE]


@pytest.mark.parametrize("body", ["", "\n", "\n   \n\n", "\n<!-- nothing -->\n", "\n\u3000\n"])
def test_r67_an_empty_back_is_an_error_at_the_heading(body: str) -> None:
    """Blank lines and comments are no answer."""
    found = problem(f"## a\n\nb\n\n## Question {{#q}}\n{body}\n## c\n\nd\n")
    assert (found.code, found.span.line, found.span.column, underlined(found)) == ("empty-back", 5, 4, "Question")


def test_an_empty_back_below_a_border_names_the_border() -> None:
    """The answer may stand above it by mistake."""
    assert "`---`" in problem("## a\n\nb\n\n---\n").message


@pytest.mark.parametrize("heading", ["##", "## ", "## ##", "## {#id}", "## <!-- a -->"])
def test_r67_an_empty_front_is_an_error(heading: str) -> None:
    """Marks, options and comments are no question."""
    assert problem(f"{heading}\n\nb").code == "empty-front"


def test_r67_a_picture_alone_is_a_front() -> None:
    """No words are needed."""
    assert faces("## ![A ring](figs/ring.png)\n\nA ring.") == [(0, "![A ring](figs/ring.png)", "A ring.")]
    assert [each.front for each in compiled("## ![](figs/ring.png)\n\nA ring.").notes] == ["![](figs/ring.png)"]


def test_r28_a_double_colon_in_the_body_is_text() -> None:
    """The heading owns its body: nothing in it is a second card."""
    assert faces("## Module\n\ntorch::nn :: Linear\n") == [(0, "Module", "torch::nn :: Linear")]


@pytest.mark.parametrize(
    ("options", "caret"),
    [(".reversed", ".reversed"), (".basic", ".basic")],
)
def test_a_cloze_is_neither_reversed_nor_basic(options: str, caret: str) -> None:
    """The option is pointed at."""
    found = problem(f"## a {{{options}}}\n\n{{{{c1::b}}}}")
    assert (found.code, underlined(found)) == ("type-conflict", caret)


@pytest.mark.parametrize("options", [".basic .reversed", ".basic .table #a", "ask=b"])
def test_other_options_that_do_not_go_together(options: str) -> None:
    """`.basic` stands alone, `ask` needs a table."""
    assert problem(f"## a {{{options}}}\n\nb").code == "type-conflict"


def test_s09_good_cards_stay_beside_bad_ones_and_all_errors_are_told() -> None:
    """A file with three bad cards gives three errors and its two good cards; one without cards is no error."""
    text = "## a\n\n## b\n\nc\n\n## d {.x}\n\ne\n\n## {{c1::f}}\n\ng\n\n## h\n\ni\n"
    assert [code for code, *_ in problems(text)] == ["empty-back", "unknown-option", "cloze-in-heading"]
    assert [each.front for each in compiled(text).notes] == ["b", "h"]
    assert not compiled("# Only prose\n\nwords\n").has_errors


def test_has_errors_tells_errors_from_warnings() -> None:
    """A warning fails nothing."""
    assert compiled("## a\n\n").has_errors
    assert not compiled("---\ntyp: x\n---\n## a\n\nb").has_errors


def test_a_note_knows_where_it_stands() -> None:
    """Its span is the text of its heading, in the file that was named."""
    span = note("\n\n##  Some words {#id}\n\nb").span
    assert (span.file, span.line, span.column, span.length) == ("cards/gpu/h100.md", 3, 5, 10)
