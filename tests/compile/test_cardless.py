"""A file that holds text and no card."""

from __future__ import annotations

import pytest

from tests.compile.texts import compiled, problem, problems, underlined


@pytest.mark.parametrize(
    ("text", "line", "begins", "better"),
    [
        ("# What is HBM?\n\nMemory.\n\n# And NVLink?\n\nA link.\n", 1, "# What is HBM?", "`## What is HBM?`"),
        ("Intro.\n\n### Deep ###\n\ntext\n", 3, "### Deep ###", "`## Deep`"),
        ("Q: What is HBM?\nA: Memory.\n", 1, "Q: What is HBM?", "`## What is HBM?`"),
        ("# GPUs\n\n**Q:** What is it?\n\n**A:** That.\n", 1, "# GPUs", "`## GPUs`"),
        ("text\n\n**Question: why?**\n", 3, "**Question: why?**", "`## why?`"),
        ("What is HBM?\n------------\n\nMemory.\n", 1, "What is HBM?", "`## What is HBM?`"),
        ("---\ntags: [a]\n---\n\n  HBM;memory\nNVLink;link\n", 5, "HBM;memory", "`## `"),
        ("# Only a title yet\n\n<!-- soon -->\n", 1, "# Only a title yet", "`## ` before a question"),
        ("# \n\nQ:\n", 1, "#", "`## ` before a question"),
        ("```\n# code\n```\n", 1, "```", "`## ` before a question"),
    ],
)
def test_text_without_a_card_is_a_warning_at_what_looks_like_one(
    text: str, line: int, begins: str, better: str
) -> None:
    """The help gives the heading as it should be, and the name of a file that is to hold none."""
    found = problem(text)
    assert (found.code, found.severity, found.span.line, underlined(found)) == ("no-card", "warning", line, begins)
    assert better in found.help
    assert "`_h100.md`" in found.help


def test_the_answer_loses_its_mark_as_well() -> None:
    """Only where questions have one."""
    assert "without `A:`" in problem("Q: a\nA: b\n").help
    assert "without `A:`" not in problem("# a\n\nb\n").help


@pytest.mark.parametrize("text", ["", "\n \n", "---\ndeck: a\n---\n", "<!--\n## a\n\nb\n-->\n", "# A\n\n## b\n\nc\n"])
def test_no_word_is_lost_where_nothing_is_seen_or_a_card_stands(text: str) -> None:
    """Front matter alone, cards in a comment, an empty file; a section above cards is as usual."""
    assert compiled(text).diagnostics == ()


def test_a_card_with_an_error_is_a_card() -> None:
    """One problem is told, not two; so it is with front matter that takes the whole file."""
    assert problems("## a\n") == [("empty-back", 1, 4)]
    assert problems("---\ntags: [a]\n\nb\n") == [("unclosed-front-matter", 1, 1)]
