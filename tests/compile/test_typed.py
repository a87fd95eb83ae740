"""Cards whose answer is typed."""

from __future__ import annotations

import pytest

from flashdeck.compile import cards
from flashdeck.model import Expected, NoteType
from tests.compile.texts import compiled, faces, note, notes, problem, underlined


def expected(text: str) -> Expected:
    """What the one card of a text expects."""
    (card,) = cards(note(text))
    assert card.expected
    return card.expected


def test_the_first_paragraph_is_expected_and_all_of_the_back_is_shown() -> None:
    """The rest explains."""
    text = "## Bandwidth of an H100? {.typed}\n\n**3.35 TB/s**\n\nFrom the datasheet."
    assert expected(text) == Expected(("3.35 TB/s",))
    assert faces(text) == [(0, "Bandwidth of an H100?", "**3.35 TB/s**\n\nFrom the datasheet.")]
    assert note(text).type is NoteType.TYPED


@pytest.mark.parametrize(
    ("back", "answers"),
    [
        ("a | b |c| d", ("a", "b |c| d")),
        ("`a | b` | c", ("a | b", "c")),
        ("$a | b$ | c", ("a | b", "c")),
        ("a \\| b", ("a | b",)),
        ("a |\nb", ("a", "b")),
        ("a | a |  | b", ("a", "b")),
        ("one\nparagraph\n\nno more", ("one paragraph",)),
        ("above\n   \nbelow", ("above",)),
    ],
)
def test_alternatives_are_parted_by_bars(back: str, answers: tuple[str, ...]) -> None:
    """With white space around them, and not in code or formulas."""
    assert expected(f"## q {{.typed}}\n\n{back}").answers == answers


def test_what_stands_below_a_border_is_expected() -> None:
    """The border moves the front as on every card."""
    assert expected("## q {.typed}\n\nmore of the question\n\n---\n\nanswer") == Expected(("answer",))


def test_tolerance_and_case_are_kept() -> None:
    """As they are written."""
    assert expected('## q {.typed tolerance="0.1 TB/s"}\n\n3.35 TB/s') == Expected(("3.35 TB/s",), "0.1 TB/s")
    assert expected("## q {.typed case=exact}\n\ncudaMalloc") == Expected(("cudaMalloc",), exact_case=True)


def test_a_typed_card_that_is_reversed_too_is_typed_one_way() -> None:
    """The card that asks for the heading is turned over."""
    asked, back = cards(note("## q {.typed .reversed}\n\na"))
    assert (asked.ordinal, asked.front, asked.expected) == (0, "q", Expected(("a",)))
    assert (back.ordinal, back.front, back.back, back.expected) == (1, "a", "q", None)


def test_the_cells_of_a_typed_table_are_typed() -> None:
    """Without their note; which subject has a value is turned over."""
    table = "| GPU | BW | Note |\n|---|---|---|\n| H100 | 3.35 TB/s | SXM |"
    text = f"## t {{#t .table .typed .reversed tolerance=2%}}\n\n{table}"
    asked, back = cards(note(text))
    assert (asked.back, asked.expected) == ("3.35 TB/s\n\nSXM", Expected(("3.35 TB/s",), "2%"))
    assert back.expected is None
    assert note(text).type is NoteType.TABLE


def test_a_files_type_may_be_typed() -> None:
    """`.reversed` and `.table` join it, `.basic` overrides it, a deletion makes a cloze."""
    text = "---\ntype: typed\n---\n## a\n\nb\n\n## c {.reversed}\n\nd\n\n## e {.basic}\n\nf\n\n## g\n\n{{c1::h}}\n"
    found = notes(text)
    assert [each.type for each in found] == [NoteType.TYPED, NoteType.TYPED, NoteType.BASIC, NoteType.CLOZE]
    assert [each.ordinals for each in found] == [(0,), (0, 1), (0,), (0,)]


@pytest.mark.parametrize(
    "back", ["- a", "1. a", "> a", "```\na\n```", "### a", "![ring](ring.png)", "| a |\n|---|\n| b |", "long " * 201]
)
def test_a_back_that_begins_with_no_words_cannot_be_typed(back: str) -> None:
    """The place is that of the block."""
    found = problem(f"## q {{.typed}}\n\n{back}\n\nwords")
    assert (found.code, found.span.line, found.span.column) == ("nothing-to-type", 3, 1)


def test_a_cell_without_words_cannot_be_typed() -> None:
    """The others are kept."""
    result = compiled("## t {#t .table .typed}\n\n| a | b | c |\n|---|---|---|\n| x | ![y](y) | z |")
    (found,) = result.diagnostics
    assert (found.code, underlined(found)) == ("nothing-to-type", "![y](y)")
    assert [each.key for each in result.notes] == ["t/x/c"]


@pytest.mark.parametrize(
    ("options", "back", "code", "caret"),
    [
        ("tolerance=2%", "Ampere", "tolerance-without-number", "tolerance=2%"),
        ("tolerance=2%", "$250k to $310k", "tolerance-without-number", "tolerance=2%"),
        ('tolerance="0.1 W"', "3.35 TB/s", "tolerance-of-another-unit", 'tolerance="0.1 W"'),
        ("tolerance=much", "3.35 TB/s", "bad-tolerance", "tolerance=much"),
        ("tolerance=-2%", "3.35 TB/s", "bad-tolerance", "tolerance=-2%"),
        ("case=lower", "a", "bad-case", "case=lower"),
    ],
)
def test_an_option_that_does_not_fit_the_answer(options: str, back: str, code: str, caret: str) -> None:
    """A tolerance needs a number, and one of its kind."""
    found = problem(f"## q {{.typed {options}}}\n\n{back}")
    assert (found.code, underlined(found)) == (code, caret)


@pytest.mark.parametrize(
    "options",
    [".typed .basic", ".typed .drill", "tolerance=2%", "case=exact", ".reversed tolerance=2%", "#t .table case=exact"],
)
def test_options_that_do_not_go_together(options: str) -> None:
    """`.basic` and `.drill` stand alone; tolerance and case belong to what is typed."""
    assert problem(f"## q {{{options}}}\n\n| a | b |\n|---|---|\n| c | 1 |").code == "type-conflict"


def test_a_cloze_is_not_typed() -> None:
    """The option is pointed at."""
    found = problem("## q {.typed}\n\n{{c1::a}}")
    assert (found.code, underlined(found)) == ("type-conflict", ".typed")
