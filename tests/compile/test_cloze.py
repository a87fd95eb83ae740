"""Deletions: what hides, what is shown, and what is refused where."""

from __future__ import annotations

import pytest

from flashdeck.model import NoteType
from tests.compile.texts import compiled, faces, note, notes, problem, problems, underlined


def hidden(text: str) -> list[tuple[int, str]]:
    """Number and answer of each deletion of a card with this text."""
    found = note(f"## Card\n\n{text}\n")
    return [(each.number, found.front[each.answer_start : each.answer_end]) for each in found.deletions]


def refused(text: str) -> list[tuple[str, str]]:
    """Code and underlined text of each problem of a card with this text."""
    result = compiled(f"## Card\n\n{text}\n")
    assert result.notes == ()
    return [(each.code, underlined(each)) for each in result.diagnostics]


def test_r11_one_card_for_each_number() -> None:
    """Each hides its own deletion, and the answer shows the whole text."""
    assert faces("## NVLink\n\n{{c1::NVLink 4}} gives {{c2::900 GB/s}}.") == [
        (0, "NVLink\n\n[...] gives 900 GB/s.", "NVLink 4 gives 900 GB/s."),
        (1, "NVLink\n\nNVLink 4 gives [...].", "NVLink 4 gives 900 GB/s."),
    ]


def test_deletions_with_one_number_hide_together() -> None:
    """Numbers may have gaps and stand in any order."""
    text = "## Q\n\n{{c3::a}} {{c1::b}} {{c3::c}}"
    assert faces(text) == [(0, "Q\n\na [...] c", "a b c"), (2, "Q\n\n[...] b [...]", "a b c")]
    assert note(text).ordinals == (0, 2)


def test_extra_below_the_border_is_shown_with_the_answer() -> None:
    """It is no part of the text."""
    assert faces("## Q\n\n{{c1::a}}\n\n---\n\nmore\n") == [(0, "Q\n\n[...]", "a\n\nmore")]
    found = note("## Q\n\n{{c1::a}}\n\n---\n\nmore\n")
    assert (found.type, found.front, found.back, found.context) == (NoteType.CLOZE, "{{c1::a}}", "more", "Q")


def test_nested_deletions() -> None:
    """The outer one hides the inner one with it; the inner one leaves the rest of the outer one."""
    assert faces("## Q\n\n{{c1::a {{c2::b}} c}}") == [(0, "Q\n\n[...]", "a b c"), (1, "Q\n\na [...] c", "a b c")]
    assert hidden("{{c1::{{c1::a}}}}") == [(1, "{{c1::a}}"), (1, "a")]


def test_nesting_ends_where_anki_ends_it() -> None:
    """Ten deep is fine."""
    assert len(hidden("".join(f"{{{{c{n}::" for n in range(1, 11)) + "x" + "}}" * 10)) == 10
    eleven = "".join(f"{{{{c{n}::" for n in range(1, 12)) + "x" + "}}" * 11
    assert refused(eleven) == [("cloze-too-deep", "{{c11::")]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (r"{{c1::\(\frac{2(N-1)}{\sqrt{N^{2}}}\)}}", r"\(\frac{2(N-1)}{\sqrt{N^{2}}}\)"),
        ("{{c1::$x_{i}$}}", "$x_{i}$"),
        ("{{c1::$$\n\\frac{a}{{b}}\n$$}}", "$$\n\\frac{a}{{b}}\n$$"),
        ("{{c1::$a::b$}}", "$a::b$"),
    ],
)
def test_r01_r03_braces_in_a_formula_do_not_end_a_deletion(text: str, answer: str) -> None:
    """Math inside a deletion is opaque."""
    assert hidden(text) == [(1, answer)]


def test_r04_ordinary_braces_of_tex_are_no_deletions() -> None:
    """In a card with a deletion and in one without."""
    assert hidden(r"If $\frac{a}{b} < 0$ then profit {{c1::rises}}.") == [(1, "rises")]
    assert note("## Q\n\nIf $\\frac{a}{{b}} < 0$ then profit {rises}.").type is NoteType.BASIC


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("{{c1::`dict(a={})`}}", "`dict(a={})`"),
        ("{{c1::`}}`}}", "`}}`"),
        ("{{c1::`torch::nn::Linear`}}", "`torch::nn::Linear`"),
        ("{{c1::\n```py\nd = {{}}\nx::y\n```\n}}", "\n```py\nd = {{}}\nx::y\n```\n"),
    ],
)
def test_r06_code_inside_a_deletion_is_opaque(text: str, answer: str) -> None:
    """A closing brace at its end is kept, `::` in it is no hint."""
    assert hidden(text) == [(1, answer)]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("{{c1::{a, b}}}", "{a, b}"),
        ("{{c1::{{x}}}}", "{{x}}"),
        ("{{c1::f() {}}", "f() {"),
        ("{{c1::a } b}}", "a } b"),
        (r"{{c1::\} a}}", r"\} a"),
        ("{ {{c1::a}} }", "a"),
        ("{{{c1::a}}}", "a"),
        ("{{{{c1::a}}}}", "a"),
    ],
)
def test_plain_braces_in_and_around_a_deletion(text: str, answer: str) -> None:
    """Pairs are counted, and one that is missing ends nothing early."""
    assert hidden(text) == [(1, answer)]


def test_r09_a_deletion_may_go_on_over_lines_of_its_paragraph() -> None:
    """Also in a list item and in a quote."""
    assert hidden("{{c1::line one\nline two}}") == [(1, "line one\nline two")]
    assert hidden("{{c1::a\n`b` c\n$d$}}") == [(1, "a\n`b` c\n$d$")]
    assert hidden("- {{c1::a\n  b}}\n- {{c2::c}}") == [(1, "a\n  b"), (2, "c")]
    assert hidden("> {{c1::a\n> b}}") == [(1, "a\n> b")]


@pytest.mark.parametrize(
    "text",
    [
        "- {{c1::one\n- two}}",
        "1. {{c1::one\n2. two}}",
        "{{c1::one\n\ntwo}}",
        "{{c1::one\n### two}}",
        "### {{c1::one\ntwo}}",
        "> {{c1::one\n>\n> two}}",
        "| a | b |\n|---|---|\n| {{c1::one | two}} |",
        "a | b\n--|--\n{{c1::one | x\ntwo}} | y",
        "one {{c1::two\n***\nthree}}",
    ],
)
def test_r09_a_deletion_over_a_block_border_is_refused_at_its_beginning(text: str) -> None:
    """Paragraphs, list items, headings and table cells."""
    assert refused(text) == [("cloze-crosses-block", "{{c1::")]


def test_deletions_in_table_cells() -> None:
    """Each in its cell; a pipe in code is no border."""
    assert hidden("| a | b |\n|---|---|\n| {{c1::`x|y`}} | {{c2::z}} |") == [(1, "`x|y`"), (2, "z")]
    assert hidden("no table: {{c1::a | b}}") == [(1, "a | b")]


def test_r17_a_part_of_a_formula_may_be_hidden() -> None:
    """A deletion may stand in math, its braces told from those of TeX."""
    assert hidden("$$ {{c1::c^2}} = a^2+b^2 $$") == [(1, "c^2")]
    assert hidden(r"\(\frac{{{c1::a_{i}}}}{{{c2::b}}}\)") == [(1, "a_{i}"), (2, "b")]
    assert hidden(r"$\{{{c1::x}}\}$") == [(1, "x")]
    assert faces("## Q\n\n$$ {{c1::c^2}} = a^2 $$")[0][1] == "Q\n\n$$ [...] = a^2 $$"


def test_a_part_of_a_fenced_block_may_be_hidden() -> None:
    """Over several lines of code, too; there `::` is code."""
    assert hidden("```c\nint a[] = {{c1::{1, 2}}};\n\n{{c2::std::sort(a)}};\n```") == [
        (1, "{1, 2}"),
        (2, "std::sort(a)"),
    ]
    assert hidden("```py\n{{c1::a = 1\n\nb = 2}}\n```") == [(1, "a = 1\n\nb = 2")]


def test_a_deletion_that_begins_in_a_formula_must_end_in_it() -> None:
    """And in a block of code."""
    assert refused("$$ {{c1::a $$ b}}") == [("cloze-unclosed", "{{c1::")]
    assert refused("```\n{{c1::a\n```\nb}}") == [("cloze-unclosed", "{{c1::")]


@pytest.mark.parametrize(
    "text", ["`{{c1::a}}`", r"\{{c1::a}}", "{{name}}", "{c1::a}", "{{c::a}}", "`` {{C1::` ``", "{{ c1 }}"]
)
def test_what_is_no_deletion(text: str) -> None:
    """In a code span it is literal, and behind a backslash."""
    assert note(f"## Q\n\n{text}").type is NoteType.BASIC


@pytest.mark.parametrize(
    "opening", ["{{C1::", "{{c1:", "{{c1 ::", "{{ c1::", "{{c 1::", "{{c1：：", "{{c１::", "{{c1,2::"]
)
def test_a_misspelt_deletion_is_an_error_where_it_stands(opening: str) -> None:
    """Anki would show it as text, and so would we; it is told once."""
    assert refused(f"a {opening}b}} c") == [("cloze-misspelt", opening)]
    assert "`{{c1::`" in problem(f"## Q\n\n{opening}b}}}}").help


@pytest.mark.parametrize("number", ["0", "501", "00", "9" * 5000])
def test_a_number_that_anki_does_not_know_is_an_error(number: str) -> None:
    """1 to 500."""
    assert refused(f"{{{{c{number}::a}}}}") == [("cloze-number", f"{{{{c{number}::")]


def test_numbers_up_to_500() -> None:
    """With leading zeros, as Anki reads them."""
    assert hidden("{{c500::a}} {{c007::b}}") == [(500, "a"), (7, "b")]


@pytest.mark.parametrize("text", ["{{c1::}}", "{{c1:: }}", "{{c1::::hint}}"])
def test_an_empty_deletion_is_an_error(text: str) -> None:
    """A hint is no answer."""
    assert refused(f"a {text} b") == [("cloze-empty", "{{c1::")]


def test_a_deletion_that_is_never_closed_is_an_error() -> None:
    """Also one closed by a single brace."""
    assert refused("a {{c2::b") == [("cloze-unclosed", "{{c2::")]
    assert refused("a {{c2::b} c\n\nd") == [("cloze-unclosed", "{{c2::")]


def test_r13_a_deletion_in_the_heading_is_an_error_with_its_place() -> None:
    """The heading is shown above every card; an answer below it changes nothing."""
    found = problem("## The {{c1::H200}} has\n\n141 GB\n")
    assert (found.code, found.span.line, found.span.column, underlined(found)) == ("cloze-in-heading", 1, 8, "{{c1::")
    assert note("## What is `{{c1::a}}`?\n\nA deletion.").type is NoteType.BASIC


def test_a_deletion_below_the_border_is_an_error() -> None:
    """What stands there is only shown with the answer."""
    assert problems("## Q\n\n{{c1::a}}\n\n---\n\n{{c2::b}}") == [("cloze-below-border", 7, 1)]
    assert problems("## Q\n\na\n\n---\n\n{{c2::b}}") == [("cloze-below-border", 7, 1)]


def test_a_file_of_clozes_wants_a_deletion_in_each_card() -> None:
    """`type: cloze` makes a forgotten one an error."""
    assert problems("---\ntype: cloze\n---\n## a\n\nb\n\n## c {.basic}\n\nd\n") == [("cloze-without-deletion", 4, 4)]


def test_all_errors_of_a_text_are_told_at_once() -> None:
    """Each at its own line and column, below comments and front matter too."""
    text = "---\ntags: [a]\n---\n## Q\n<!-- a -->\n{{c0::a}} {{c1::}}\n\n- {{C1::b}}\n- {{c2::c\n"
    assert problems(text) == [
        ("cloze-number", 6, 1),
        ("cloze-empty", 6, 11),
        ("cloze-misspelt", 8, 3),
        ("cloze-unclosed", 9, 3),
    ]


def test_r14_removing_a_deletion_renumbers_no_other() -> None:
    """The third keeps its ordinal when the second goes."""
    assert [ordinal for ordinal, *_ in faces("## Q\n\n{{c1::a}} {{c2::b}} {{c3::c}}")] == [0, 1, 2]
    assert [ordinal for ordinal, *_ in faces("## Q\n\n{{c1::a}} b {{c3::c}}")] == [0, 2]


def test_r15_unwrapping_a_deletion_leaves_the_same_note() -> None:
    """The heading is its name, with an id or without."""
    before, after = note("## Q\n\n{{c1::A}} {{c2::B}}"), note("## Q\n\n{{c1::A}} B")
    assert (before.key, before.ordinals, after.ordinals) == (after.key, (0, 1), (0,))


def test_r25_a_card_that_becomes_a_cloze_is_another_note() -> None:
    """Anki could not turn one kind into the other; other changes of the answer leave the key."""
    assert note("## Q\n\na").key != note("## Q\n\n{{c1::a}}").key
    assert note("## Q\n\na").key == note("## Q {.reversed}\n\nb").key


def test_deletions_are_where_they_say() -> None:
    """Offsets point into the note's own text, which lacks comments and blank lines around it."""
    (found,) = notes("## Q\n\n<!-- c -->\n\na <!-- d -->{{c1::b::h}} c\n")
    (deletion,) = found.deletions
    assert found.front[deletion.start : deletion.end] == "{{c1::b::h}}"
    assert (found.front[deletion.answer_start : deletion.answer_end], deletion.hint) == ("b", "h")


def test_r10_giving_a_card_an_id_changes_nothing_that_is_shown() -> None:
    """A list with deletions keeps its text, its deletions and its cards."""
    text = "## Two links{}\n\n- {{{{c1::NVLink 4}}}} gives\n  - {{{{c2::900 GB/s}}}}\n\n      code\n- {{{{c3::x}}}}\n"
    plain, named = text.format(""), text.format(" {#links}")
    assert note(named).key == "links"
    assert note(named).deletions == note(plain).deletions
    assert faces(named) == faces(plain)
