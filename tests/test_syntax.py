"""The scanner of code, math and comments."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from flashdeck.compile.blocks import blocks
from flashdeck.compile.source import Problems, Source
from flashdeck.syntax import Kind, regions

SIGNS = [
    "`",
    "``",
    "```",
    "~~~~",
    "$",
    "$$",
    "\\",
    "\\(",
    "\\)",
    "\\[",
    "\\]",
    "<!--",
    "-->",
    "\n",
    "\n\n",
    "# ",
    "- ",
    "> ",
    "  ",
    "a",
    "|",
]


def found(text: str) -> list[tuple[str, str]]:
    """Kind and inner text of every region."""
    return [(region.kind.value, text[region.inner_start : region.inner_end]) for region in regions(text)]


# ---------------------------------------------------------------------------------------------- code


def test_a_code_span_ends_at_a_run_of_the_same_length() -> None:
    """`` ``a`b`` `` is one span: the single backtick is code."""
    assert found("x ``a`b`` y `c`") == [("code", "a`b"), ("code", "c")]


def test_a_code_span_stays_in_its_paragraph() -> None:
    """A backtick without a partner in its paragraph, list item or heading is text."""
    assert found("a ` b\n\nc ` d") == []
    assert found("- a ` b\n- c ` d") == []
    assert found("a ` b\n# c ` d") == []
    assert found("a `b\nc` d") == [("code", "b\nc")]


def test_an_escaped_backtick_opens_no_code_span() -> None:
    """A backslash takes a backtick's meaning outside of code, and none inside of it."""
    assert found(r"\`a` b") == []
    assert found(r"`a\` b") == [("code", "a\\")]


@pytest.mark.parametrize("mark", ["```", "`````", "~~~", "~~~~~~"])
def test_a_fence_ends_at_marks_of_its_kind_and_length(mark: str) -> None:
    """Shorter marks, other marks and marks with a word behind them are code."""
    inner = f"{mark[1:]}\n{'~~~~~~~' if mark[0] == '`' else '```````'}\n{mark} word\n"
    assert found(f"{mark}py\n{inner}{mark}\nafter") == [("fence", inner)]


def test_a_fence_may_be_indented_by_three_and_its_text_by_less() -> None:
    """Up to three spaces are no indented code, and the lines of the block may stand further left."""
    assert found("   ```\n# a\n  ```\n") == [("fence", "# a\n")]
    assert found("text\n\n    ```\n    a\n    ```\n") == []


def test_a_fence_in_a_list_item_ends_with_the_item() -> None:
    """A line left of the item's text is not in it; the marks may stand behind the bullet itself."""
    assert found("- a\n\n  ```\n  # b\n  ```\n") == [("fence", "  # b\n")]
    assert found("1. ```\n   x\n\n   y\n   ```\n") == [("fence", "   x\n\n   y\n")]
    assert found("- a\n\n  ```\n      ```\n     ```\n") == [("fence", "      ```\n")]
    assert found("- ```\n  x\n`y`") == [("fence", "  x\n"), ("code", "y")]
    assert found("- a\n  - b\n\n    ```\n    x\n    ```\n") == [("fence", "    x\n")]


def test_a_fence_in_a_quote_ends_with_the_quote() -> None:
    """Every line of it begins with `>`."""
    assert found("> ```\n> a\n> ```\n`b`") == [("fence", "> a\n"), ("code", "b")]
    assert found("> ```\n> a\n`b`") == [("fence", "> a\n"), ("code", "b")]


def test_a_fence_that_is_never_closed_goes_on_to_the_end_and_says_so() -> None:
    """Its region is not closed; that of a closed empty one is."""
    (unclosed,) = regions("a\n```\nb\n")
    assert (unclosed.start, unclosed.end, unclosed.closed) == (2, 8, False)
    (empty,) = regions("```\n```")
    assert empty.closed


def test_backticks_with_backticks_behind_them_are_no_fence() -> None:
    """A line with a code span of three backticks opens no block."""
    assert found("``` a ``` b\nc `d`") == [("code", " a "), ("code", "d")]


# ---------------------------------------------------------------------------------------------- math


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("a $x_1*y_2$ b", "x_1*y_2"),
        (r"a \(x\) b", "x"),
        (r"$a\$b$", r"a\$b"),
        ("$a\nb$", "a\nb"),
        ("**$n$**", "n"),
    ],
)
def test_inline_math(text: str, formula: str) -> None:
    r"""Between dollars or `\(` and `\)`, an escaped dollar being part of the formula."""
    assert found(text) == [("math-inline", formula)]


@pytest.mark.parametrize(
    "text",
    [
        "from $250k to $310k",
        "$ 5 and $ 6",
        "$5 and 6$7",
        "a$ b$",
        r"\$a$",
        "$a\n\nb$",
        "- $a\n- b$",
        "| $a |\n| b$ |",
        r"\\(a\\)",
        r"\(a",
        "$",
        "$$$",
        "$a `b$` c",
        "$a$$b$",
    ],
)
def test_what_is_no_math(text: str) -> None:
    """Money, a dollar before or behind a space, escapes, and what crosses a block or holds code."""
    assert not [region for region in regions(text) if region.kind in (Kind.MATH_INLINE, Kind.MATH_DISPLAY)]


def test_r59_money_before_a_formula_is_not_its_beginning() -> None:
    """`$250k to $310k` stays text though a formula follows in the same line; `$` in code is code."""
    assert found("$250k to $310k, or `$HOME`, costs $x$ a year") == [("code", "$HOME"), ("math-inline", "x")]


def test_display_math_may_hold_anything_but_a_new_section() -> None:
    """Lines that look like headings and list items are math, blank lines too; not a blank line with a heading."""
    assert found("$$\n# a\n- b\n$$") == [("math-display", "\n# a\n- b\n")]
    assert found("$$\na\n\nb\n$$") == [("math-display", "\na\n\nb\n")]
    assert found("\\[\na\n\\]") == [("math-display", "\na\n")]
    assert found("$$ a\n\n## b\n\n$$ c $$") == [("math-display", " c ")]


def test_display_math_inside_a_line_stays_in_its_paragraph() -> None:
    """Two shells' `$$` in two paragraphs are no formula."""
    assert found("a $$b$$ c") == [("math-display", "b")]
    assert found("a $$ b\n\nc $$ d") == []


# ---------------------------------------------------------------------------------------------- comments


def test_comments() -> None:
    """One that begins its line may hold blank lines; one within a line ends in its paragraph; code hides both."""
    assert found("<!-- a\n\n# b -->") == [("comment", " a\n\n# b ")]
    assert found("a <!-- b --> c <!--> d") == [("comment", " b "), ("comment", "")]
    assert found("a <!-- b\n\nc -->") == []
    assert found("`<!--` a -->") == [("code", "<!--")]
    assert found(r"\<!-- a -->") == []
    assert found("<!-- ` --> ` a") == [("comment", " ` ")]


# ---------------------------------------------------------------------------------------------- laws


@given(st.lists(st.sampled_from(SIGNS), max_size=40).map("".join))
@settings(max_examples=300)
def test_regions_are_sorted_and_do_not_overlap(text: str) -> None:
    """Each lies in the text, begins where the one before has ended or later, and holds its inner part."""
    end = 0
    for region in regions(text):
        assert end <= region.start <= region.inner_start <= region.inner_end <= region.end <= len(text)
        assert region.start < region.end
        end = region.end


LINES = """\
## a|# b|### c|text||```|````|~~~|```py|- item|  - sub|1. one|   ```|  ```|    ```|  ## x|   ## y|    ## z|> quote|> ```
> ## q|- ```|- ## h|  text|    text|a ` b|`code`|##|## t ##|* * *|***|  ~~~|10. ten|      ```""".replace(
    "\n", "|"
).split("|")


def test_headings_are_those_of_commonmark() -> None:
    """In 5,000 texts of fences, lists and quotes in any order, the level-2 headings of CommonMark open the blocks."""
    markdown, draw = MarkdownIt("commonmark"), random.Random(20261101)
    for _ in range(5_000):
        text = "\n".join(draw.choices(LINES, k=draw.randint(2, 9))) + "\n"
        tokens = markdown.parse(text)
        expected = [
            token.map[0] + 1
            for token in tokens
            if token.type == "heading_open" and token.tag == "h2" and not token.level and token.map
        ]
        source = Source("x.md", text)
        opened = [source.span(block.heading.place(0, 1)).line for block in blocks(Problems(source), 0)]
        assert opened == expected, text
