"""What opens a card, what ends it, and where its front ends."""

from __future__ import annotations

import pytest

from tests.compile.texts import compiled, faces, note, notes, problem, problems, underlined


def test_a_card_is_a_heading_and_its_body() -> None:
    """The body keeps its text as written, blank lines around it left out."""
    assert faces("## Front *x*\n\n\nBack\n\n- a\n\n\n  b  \n\n") == [(0, "Front *x*", "Back\n\n- a\n\n\n  b")]


def test_r60_an_answer_with_a_blank_line_and_a_table_is_kept_whole() -> None:
    """A sentence, a blank line and a table are one answer, and above a border they are one front."""
    body = "A sentence.\n\n| a | b |\n|---|---|\n| 1 | 2 |"
    assert faces(f"## Q\n\n{body}\n\n## R\n\n{body}\n\n---\n\nend") == [(0, "Q", body), (0, f"R\n\n{body}", "end")]


def test_r65_what_stands_between_cards_and_sections_is_free() -> None:
    """A section ends the card before it; the prose of a section belongs to no card."""
    text = "Intro.\n\n## a\n\nb\n\n# Part two\n\nProse of the part.\n\n## c\n\nd\n"
    assert [(each.section, each.front, each.back) for each in notes(text)] == [("", "a", "b"), ("Part two", "c", "d")]


def test_deeper_headings_belong_to_the_card() -> None:
    """Only levels 1 and 2 end it."""
    assert note("# S #\n\n## a\n\n### b\n\nc\n###### d\n").back == "### b\n\nc\n###### d"


@pytest.mark.parametrize("opening", ["```", "````py", "~~~", "   ```", "- ```", "> ```"])
def test_r62_a_comment_in_a_code_block_is_not_a_heading(opening: str) -> None:
    """Lines of a fenced block never open or split a card, whatever its marks and wherever it stands."""
    lead = {"- ```": "  ", "> ```": "> "}.get(opening, "")
    marks = "~~~" if "~" in opening else "````"
    code = f"{opening}\n{lead}# comment\n{lead}## not a card\n{lead}\n{lead}---\n{lead}\n{lead}{marks}"
    assert [each.back for each in notes(f"## a\n\n{code}\n\n## b\n\nc")] == [code, "c"]


def test_s02_a_border_inside_a_fence_splits_nothing() -> None:
    """`---` and `Q:` in a code block are code."""
    code = "```\n\n---\n\nQ: no\n```"
    assert faces(f"## a\n\n{code}\n\n---\n\nb") == [(0, f"a\n\n{code}", "b")]


@pytest.mark.parametrize(("opening", "closing"), [("$$", "$$"), ("\\[", "\\]")])
def test_math_opens_no_card(opening: str, closing: str) -> None:
    """A line of a display formula that looks like a heading is math."""
    assert len(notes(f"## a\n\n{opening}\n## x\n# y\n{closing}\n")) == 1


def test_comments_are_dropped_and_hide_cards() -> None:
    """A comment with its lines to itself leaves no blank line behind; a whole card may be in one."""
    text = "## a <!-- x --> b\n\nc <!-- y --> d\n<!-- z\n\n## no card\n-->\ne\n"
    assert faces(text) == [(0, "a  b", "c  d\ne")]


def test_places_behind_a_comment_are_those_of_the_file() -> None:
    """A problem below and beside a comment points at what was written."""
    found = problem("## a\n\n<!-- one\ntwo -->\nb <!-- c --> {{C1::d}}\n")
    assert (found.span.line, found.span.column, underlined(found)) == (5, 14, "{{C1::")


@pytest.mark.parametrize(
    "heading", ["##no-space", "#1", "\\## a", "    ## a", "##　a", "- ## a", "> ## a", "a\n------"]
)
def test_what_is_no_heading(heading: str) -> None:
    """CommonMark wants a space or tab behind the marks, at most three before them, and no list or quote around."""
    assert [each.front for each in compiled(f"{heading}\n\nx\n\n## b\n\nc\n").notes] == ["b"]


@pytest.mark.parametrize("heading", ["##\ta", "   ## a", "## a ##", "## a   ####  "])
def test_other_ways_to_write_a_heading(heading: str) -> None:
    """A tab, three spaces of indentation and closing marks are CommonMark's."""
    assert faces(f"{heading}\nb") == [(0, "a", "b")]


def test_s05_a_hash_or_colon_in_the_text_cuts_nothing() -> None:
    """`C#`, `issue #4`, a ratio and an address are text."""
    assert faces("## C# and issue #4?\n\nratio 4:1 # see https://x.y/z#a\n") == [
        (0, "C# and issue #4?", "ratio 4:1 # see https://x.y/z#a")
    ]


@pytest.mark.parametrize(
    "answer",
    ["4:1", "2:4 sparsity", "https://x.y/z?a=b#c:d", "C# # not C", "10:30", "host:8080 #1", "a: b", "key = #x"],
)
def test_s05_signs_that_part_other_files_part_no_answer(answer: str) -> None:
    """Turned over, typed and in a cell of a table, the whole text is the answer."""
    assert note(f"## a\n\n{answer}\n").back == answer
    typed = note(f"## a: b #c {{.typed}}\n\n{answer}\n").expected
    assert typed
    assert typed.answers == (answer,)
    assert note(f"## t {{#t .table}}\n\n| a: b | c #d |\n|---|---|\n| x:y #z | {answer} |\n").back == answer


def test_a_heading_in_a_list_item_belongs_to_the_card() -> None:
    """Indented to the item's text it is a part of the item, as in CommonMark."""
    assert len(notes("## a\n\n- b\n\n  ## c\n\n  d\n")) == 1
    assert len(notes("## a\n\n- b\n\nc\n\n  ## d\n\n  e\n")) == 2


# ---------------------------------------------------------------------------------------------- the border


def test_only_the_first_border_counts() -> None:
    """A second `---` is a rule of the answer."""
    assert faces("## a\n\nb\n\n---\n\nc\n\n---\n\nd") == [(0, "a\n\nb", "c\n\n---\n\nd")]


def test_a_border_directly_below_the_heading_moves_nothing_up() -> None:
    """With nothing above it the heading alone is the front."""
    assert faces("## a\n\n---\n\nb") == [(0, "a", "b")]


@pytest.mark.parametrize("above", ["", "- x\n", "1. x\n", "> x\n", "| a |\n|---|\n| b |\n", "### x\n"])
def test_a_border_below_no_text_and_without_a_blank_line_is_a_rule(above: str) -> None:
    """Directly below a heading, a list, a quote or a table it underlines nothing, and moves no border either."""
    found = problem(f"## a\n{above}---\n\nc\n")
    assert (found.code, found.severity, underlined(found)) == ("border-without-blank-line", "warning", "---")
    assert "above and below" in found.help


def test_text_directly_above_a_border_is_a_warning() -> None:
    """It is an underlined heading in Markdown, and the help names the fix."""
    found = problem("## a\n\nb\n---\n\nc")
    assert (found.code, found.severity, found.span.line) == ("setext-border", "warning", 4)
    assert "blank line" in found.help
    assert compiled("## a\n\nb\n---\n\nc").notes[0].back == "b\n---\n\nc"


def test_text_directly_below_a_border_is_a_warning() -> None:
    """Blank lines must stand on both sides."""
    assert problems("## a\n\nb\n\n---\nc") == [("border-without-blank-line", 5, 1)]


@pytest.mark.parametrize("rule", ["***", "----", "- - -", "    ---"])
def test_other_rules_are_no_border(rule: str) -> None:
    """Only three hyphens move it."""
    assert note(f"## a\n\nb\n\n{rule}\n\nc").front == "a"


def test_a_rule_in_a_list_item_is_no_border() -> None:
    """Indented to the item's text it is a part of the item."""
    assert note("## a\n\n- b\n\n  ---\n\n  c").front == "a"


# ---------------------------------------------------------------------------------------------- what is never closed


def test_a_fence_that_is_never_closed_is_told_at_its_opening() -> None:
    """It takes the cards below it along, so it is an error; the cards above stay."""
    result = compiled("## a\n\nb\n\n## c\n\n  ```py\nd\n\n## e\n\nf\n")
    (found,) = result.diagnostics
    assert (found.code, found.severity, found.span.line, found.span.column) == ("unclosed-fence", "error", 7, 3)
    assert [each.front for each in result.notes] == ["a"]


def test_a_comment_that_is_never_closed_hides_no_card() -> None:
    """Only the card that it stands in is refused."""
    result = compiled("## a\n\nb <!-- c\n\n## d\n\ne\n")
    assert [(each.code, each.span.line, each.span.column) for each in result.diagnostics] == [
        ("unclosed-comment", 3, 3)
    ]
    assert [each.front for each in result.notes] == ["d"]


def test_a_comment_that_swallows_another_is_a_warning() -> None:
    """The first was probably meant to end earlier: cards between them are hidden."""
    assert problems("## a\n\nb\n\n<!-- c\n\n## d\n\n<!-- e -->\n") == [("comment-in-comment", 9, 1)]


def test_a_formula_that_is_never_closed_is_a_warning_and_swallows_nothing() -> None:
    """The next card's formula does not close it."""
    result = compiled("## a\n\n$$ x\n\n## b\n\n$$ y $$\n")
    assert [(each.code, each.span.line) for each in result.diagnostics] == [("unclosed-math", 3)]
    assert [each.front for each in result.notes] == ["a", "b"]


def test_marks_without_a_space_are_a_warning() -> None:
    """`##Title` was hardly meant as text; the help says what to write."""
    found = problem("## a\n\nb\n\n##Title\n")
    assert (found.code, found.span.line, found.span.column) == ("heading-without-space", 5, 1)
    assert "\\##" in found.help
