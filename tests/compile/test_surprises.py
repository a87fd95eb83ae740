"""Warnings of what Markdown would do by surprise."""

from __future__ import annotations

import pytest

from tests.compile.texts import compiled, problem, problems


def body(text: str) -> list[tuple[str, int, int]]:
    """Code, line and column of every problem of a card with this body, which begins at line 3."""
    return problems(f"## a\n\n{text}\n\n## b\n\nc\n")


# ---------------------------------------------------------------------------------------------- headings


@pytest.mark.parametrize(("line", "column"), [("#1", 1), ("##Title", 1), ("###x", 1), ("  #tag", 3), ("#带宽", 1)])
def test_marks_glued_to_a_word_are_a_warning(line: str, column: int) -> None:
    """It was probably meant as a heading, and other tools make one of it; the help says how to show it."""
    assert body(line) == [("heading-without-space", 3, column)]
    found = problem(f"## a\n\n{line}\n")
    marks = "#" * line.count("#")
    assert f"`\\{marks}`" in found.help
    assert f"`{marks}`" in found.message


@pytest.mark.parametrize(
    "line", ["\\#1", "see #1", "C#7", "#!/bin/sh", "    #in code", "####### seven", "- #1 in a list"]
)
def test_other_hashes_are_text(line: str) -> None:
    """They never were headings to anyone."""
    assert body(line) == []


@pytest.mark.parametrize("block", ["```\n#1\n```", "$$\n#1\n$$", "<!--\n#1\n-->\nx"])
def test_hashes_in_code_math_and_comments_are_theirs(block: str) -> None:
    """Nothing is read there."""
    assert body(block) == []


def test_a_line_of_equals_signs_below_text_is_a_warning() -> None:
    """It is a heading to Markdown, and begins no section here; also above the first card."""
    assert problems("Title\n=====\n\n## a\n\nb\n\nc\n===\n") == [
        ("underlined-heading", 2, 1),
        ("underlined-heading", 9, 1),
    ]


@pytest.mark.parametrize("text", ["a\n\n===\n\nb", "a === b", "> a\n===", "```\na\n===\n```", "a\n=== x"])
def test_other_equals_signs_are_text(text: str) -> None:
    """Below a blank line, in a line, in code."""
    assert body(text) == []


# ---------------------------------------------------------------------------------------------- formulas


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("x $ x_1 $ y", 3),
        ("a $\\alpha + 1", 3),
        ("$x^2", 1),
        ("$N$2 ranks", 1),
        ("is $f(x) and", 4),
        ("$2\\pi r", 1),
        ("($n = 8)", 2),
        ("$ n $ ranks", 1),
    ],
)
def test_a_dollar_that_looks_like_a_formula_and_is_none(text: str, column: int) -> None:
    """Never closed, a space inside, a digit behind it."""
    assert body(text) == [("dollar-as-text", 3, column)]


@pytest.mark.parametrize(
    "text",
    [
        "$250k to $310k",
        "$5, $3.50, US$5 and $1,000",
        "a $ b",
        "$HOME and $PATH_2",
        "\\$x^2",
        "`$x = 1`",
        "$x$ and $$y$$ and \\(z\\)",
        "costs $30 or $x$.",
        "100$ and 20 $",
    ],
)
def test_money_shells_and_formulas_are_not_told(text: str) -> None:
    """A warning must be worth reading."""
    assert body(text) == []


def test_dollars_are_told_once_a_line() -> None:
    """The first one says it all."""
    assert body("$ x_1 $ and $ x_2 $\n$ x_3 $") == [("dollar-as-text", 3, 1), ("dollar-as-text", 4, 1)]


def test_a_parenthesis_of_a_formula_that_is_never_closed() -> None:
    r"""`\(` must find its `\)` in its paragraph."""
    assert body("a \\(x + 1\n\nb\\)") == [("unclosed-math", 3, 3)]
    assert body("a \\(x\\) and [b]\\(c)") == []
    assert "`\\)`" in problem("## a\n\n\\(x\n").help


# ---------------------------------------------------------------------------------------------- tags


def test_r51_a_tag_that_nothing_knows_is_a_warning_where_html_is_let_through() -> None:
    """It would vanish; what browsers know, code and math are left alone."""
    text = "## a\n\nvector<int> <ESC> <x-y z='1'> </int> <br> <sub>2</sub> `<q1>` $a<b>c$ 1 <2> <https://x.y>\n"
    assert problems(f"---\nhtml: true\n---\n{text}") == [
        ("vanishing-tag", 6, 7),
        ("vanishing-tag", 6, 13),
        ("vanishing-tag", 6, 19),
    ]


def test_r52_the_warning_of_a_tag_tells_its_line_and_column() -> None:
    """And what to write for it."""
    found = problem("---\nhtml: true\n---\n## a\n\nb\n\nc <int>\n")
    assert (found.span.line, found.span.column, found.span.length) == (8, 3, 5)
    assert "`\\<int>`" in found.help


def test_r51_without_html_every_tag_is_text() -> None:
    """Shown literally, so nothing vanishes."""
    assert compiled("## a\n\nUse vector<int>; press <ESC>; 1 <= n\n").diagnostics == ()
