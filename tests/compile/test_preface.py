from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from flashdeck.compile.preface import LONGEST, preface

PROSE = "What a GPU *holds*.\n\n- one\n- two"


def test_the_prose_below_the_title() -> None:
    """Up to the first card, without the blank lines around it."""
    assert preface(f"# GPUs\n\n{PROSE}\n\n## Q\n\nA\n") == PROSE
    assert preface(f"# GPUs\n{PROSE}\n## Q\n\nA\n") == PROSE
    assert preface(f"# GPUs\n\n{PROSE}\n") == PROSE


def test_front_matter_and_comments_are_no_part() -> None:
    """Neither is a comment that begins in the title."""
    matter = "---\ndeck: x # y\n---\n"
    assert preface(f"{matter}# GPUs\n\n<!-- seen\n## by nobody -->\n{PROSE}\n\n## Q\n\nA\n") == PROSE
    assert preface(f"{matter}# GPUs <!-- a\nb -->\n{PROSE}\n\n## Q\n\nA\n") == PROSE


def test_a_heading_inside_a_fence_ends_nothing() -> None:
    """It is code."""
    code = "```sh\n## no card\n# no title\n```"
    assert preface(f"# GPUs\n\n{code}\n\n## Q\n\nA\n") == code


def test_another_title_ends_it() -> None:
    """What stands below that is about a section."""
    assert preface("# GPUs\n\nAll.\n\n# Memory\n\nSome.\n\n## Q\n\nA\n") == "All."


def test_without_a_title_there_is_none() -> None:
    """Nor below a card."""
    assert preface("Prose.\n\n## Q\n\nA\n") == ""
    assert preface("## Q\n\nA\n\n# Title\n\nProse.\n") == ""
    assert preface("# Title\n\n## Q\n\nA\n") == ""
    assert preface("") == ""
    assert preface("---\ntitle: never closed\n") == ""


def test_a_long_one_ends_with_a_paragraph() -> None:
    """Or, if there is but one, with a word."""
    paragraphs = "\n\n".join(["word " * 50] * 20)
    assert preface(f"# T\n\n{paragraphs}").count("word") % 50 == 0
    assert preface(f"# T\n\n{'word ' * 1000}").endswith("word …")
    assert len(preface(f"# T\n\n{'x' * 9000}")) == LONGEST + 2


@settings(max_examples=200)
@given(st.text(alphabet="ab#-`~$\\ \n<!>{}", max_size=120))
def test_no_text_is_too_odd(text: str) -> None:
    """It is a part of the text, comments aside, and never long."""
    assert len(preface(text)) <= LONGEST + 2
