"""A page with something of everything, at three widths; read the files, they are what a reader sees."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len

from flashdeck.render.html import to_html
from flashdeck.render.terminal import lines
from tests.render.test_terminal import texts

PAGE = Path(__file__).with_name("page.txt")


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_page_looks_as_it_should(width: int) -> None:
    """Formulas, lists, quotes, a wide table, code, a picture, footnotes; CJK text and emoji."""
    flowed = texts(lines(to_html(PAGE.read_text("utf-8")), width))
    expected = PAGE.with_name(f"page-{width}.txt").read_text("utf-8")
    assert "\n".join(flowed) + "\n" == expected
    assert max(map(cell_len, flowed)) <= width
