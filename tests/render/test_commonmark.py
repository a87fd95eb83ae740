"""Bodies as people write them come out as CommonMark has them (with tables and strike-through)."""

from __future__ import annotations

from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from flashdeck.render.html import to_html
from tests.render.structure import structure

BODIES = Path(__file__).with_name("bodies.txt").read_text(encoding="utf-8").removesuffix("\n").split("\n%%\n")
REFERENCE = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])


@pytest.mark.parametrize("body", BODIES)
def test_a_body_has_the_structure_that_commonmark_gives_it(body: str) -> None:
    """Elements and text agree with markdown-it-py's."""
    assert structure(to_html(body)) == structure(REFERENCE.render(body))


def test_the_table_of_bodies_is_long_and_without_repetition(capsys: pytest.CaptureFixture[str]) -> None:
    """There are at least 150 different bodies; the report says how many of them agree."""
    agreeing = sum(structure(to_html(body)) == structure(REFERENCE.render(body)) for body in BODIES)
    with capsys.disabled():
        print(f"\n{agreeing} of {len(BODIES)} bodies have CommonMark's structure")
    assert len(set(BODIES)) == len(BODIES) >= 150
