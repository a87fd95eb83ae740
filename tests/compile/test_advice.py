"""Figures without a source, and one question with two answers."""

from __future__ import annotations

import pytest

from flashdeck.compile import compile_file
from flashdeck.compile.advice import advice
from flashdeck.model import Note


def advised(*texts: str) -> list[tuple[str, str, int]]:
    """Code, file and line of the advice on files with these texts."""
    found: list[Note] = []
    for number, text in enumerate(texts):
        result = compile_file(f"cards/{number}.md", text.encode(), deck="x")
        assert result.diagnostics == ()
        found += result.notes
    return [(each.code, each.span.file, each.span.line) for each in advice(found)]


# ---------------------------------------------------------------------------------------------- figures


@pytest.mark.parametrize(
    "answer",
    [
        "80 GB",
        "3.35 TB/s of **HBM3**",
        "about **3,350** GB/s",
        "700 W",
        "$250k",
        "US$ 30,000",
        "12%",
        "4 nm",
        "1.9× faster",
        "2x as fast",
        "1,979 TFLOPS",
        "$3.35$ TB/s",
        "70B parameters",
        "`24 GiB`",
        "15 trillion tokens",
    ],
)
def test_a_figure_without_a_source_is_a_warning(answer: str) -> None:
    """A number with a unit is a claim; with a source of the card or the file it is one that can be checked."""
    assert advised(f"## a\n\n{answer}\n") == [("figure-without-source", "cards/0.md", 1)]
    assert advised(f'## a {{source="b"}}\n\n{answer}\n') == []
    assert advised(f"---\nsource: b\n---\n## a\n\n{answer}\n") == []


@pytest.mark.parametrize(
    "answer",
    [
        "Three",
        "8 GPUs",
        "in 2017",
        "NCCL 2.4",
        "A100 and FP8",
        "4:1",
        "$2n$",
        "8 × 4",
        "c1",
        "n - 1",
        "16x16 tiles",
        "1 and 2",
    ],
)
def test_other_numbers_are_no_figures(answer: str) -> None:
    """Years, versions, names and counts."""
    assert advised(f"## a\n\n{answer}\n") == []


def test_a_card_is_told_once() -> None:
    """Whatever its number of cells or deletions; a cell's own source counts."""
    table = "## t {#t .table}\n\n| GPU | HBM | TDP | Source |\n|---|---|---|---|\n| a | 80 GB | 700 W | NVIDIA |\n"
    assert advised(table) == []
    assert advised(table + "| b | 192 GB | 750 W | |\n| c | 288 GB | 1 kW | |\n") == [
        ("figure-without-source", "cards/0.md", 6)
    ]
    assert advised("## a\n\n{{c1::80 GB}} and {{c2::3 TB/s}}\n") == [("figure-without-source", "cards/0.md", 1)]


def test_the_numbers_of_a_drill_need_no_source() -> None:
    """They are drawn."""
    assert advised("## a {.drill}\n\n{{n}} GB\n\n```vars\nn = 1, 2\nanswer = 2 * n\nunit = GB\n```\n") == []


# ---------------------------------------------------------------------------------------------- contradictions


def test_a_question_with_another_answer_elsewhere_is_a_warning() -> None:
    """It names both; white space and the way to write a letter do not make another question."""
    first, second = "## Rôle of  it? {#one}\n\nx\n", "# S\n\n## y {#y}\n\nz\n\n# \n\n## Ro\u0302le of it? {#two}\n\nw\n"
    assert advised(first, second) == [("contradicted-answer", "cards/1.md", 9)]
    notes = [
        *compile_file("a.md", first.encode(), deck="x").notes,
        *compile_file("b.md", second.encode(), deck="x").notes,
    ]
    (found,) = advice(notes)
    assert "a.md:1 (`#one`)" in found.message
    assert [(span.file, span.line) for span, _ in found.related] == [("a.md", 1)]


@pytest.mark.parametrize(
    "other",
    [
        "## a {#two}\n\nx\n",
        "# Section\n\n## a {#two}\n\ny\n",
        "## A {#two}\n\ny\n",
        "## a {#two}\n\n{{c1::y}}\n",
    ],
)
def test_another_question_or_the_same_answer_is_none(other: str) -> None:
    """The section is shown above a question; a cloze shows its text."""
    assert advised("## a {#one}\n\nx\n", other) == []


def test_the_reversed_card_asks_as_well() -> None:
    """Two headings with one body cannot be told apart backwards, nor can a body that is another card's heading."""
    assert advised("## a {.reversed}\n\nx\n\n## b {.reversed}\n\nx\n") == [("contradicted-answer", "cards/0.md", 5)]
    assert advised("## a {.reversed}\n\nx\n\n## x\n\nb\n") == [("contradicted-answer", "cards/0.md", 5)]


def test_the_cells_of_two_tables_are_compared_by_their_headings() -> None:
    """The heading is shown above a cell's question."""
    rows = "\n\n| a | b |\n|---|---|\n| x | {} |\n\n"
    one, two = "## T {#t .table}" + rows.format("y"), "## T {#u .table}" + rows.format("z")
    assert advised(one, two) == [("contradicted-answer", "cards/1.md", 5)]
    assert advised(one, two.replace("T", "U")) == []


def test_each_note_is_told_once() -> None:
    """Three notes with three answers: the second and the third are held against the first."""
    assert advised("## a {#a}\n\nx\n", "## a {#b}\n\ny\n", "## a {#c}\n\nz\n") == [
        ("contradicted-answer", "cards/1.md", 1),
        ("contradicted-answer", "cards/2.md", 1),
    ]
