"""Pictures that are not there."""

from __future__ import annotations

import pytest

from tests.compile.texts import compiled, underlined

FILES = {"figs/ring.png", "a b.png", "100%25.png", "x(1).png", "[1].png"}


@pytest.mark.parametrize(
    "image",
    [
        "![ring](figs/ring.png)",
        "![](<a b.png>)",
        "![](a%20b.png)",
        "![](100%25.png)",
        "![](x(1).png)",
        "![](x\\(1\\).png)",
        '![a [b] c](figs/ring.png "a title")',
        "![](https://example.org/x.png)",
        "![](data:image/png;base64,AAAA)",
        "`![](no.png)`",
        "$![](no.png)$",
        "\\![](no.png)",
        "<!-- ![](no.png) -->x",
    ],
)
def test_pictures_that_are_there_or_not_ours(image: str) -> None:
    """By their name as written, then percent-decoded once; code, math and the web are not looked for."""
    result = compiled(f"## a\n\n{image}\n", exists=FILES.__contains__)
    assert result.diagnostics == ()
    assert len(result.notes) == 1


def test_r71_a_picture_that_is_missing_is_an_error_at_its_name() -> None:
    """In heading, front and back; the cards without it stay."""
    text = (
        "## ![](no.png)\n\nb\n\n"
        "## c\n\n<!-- x -->![d](../e.png) ![](figs/ring.png)\n\n---\n\n![](</f g.png>)\n\n"
        "## h\n\ni\n"
    )
    result = compiled(text, exists=FILES.__contains__)
    assert [(each.code, each.span.line, each.span.column, underlined(each)) for each in result.diagnostics] == [
        ("missing-media", 1, 8, "no.png"),
        ("missing-media", 7, 16, "../e.png"),
        ("missing-media", 11, 6, "/f g.png"),
    ]
    assert [each.front for each in result.notes] == ["h"]


def test_an_absolute_name_is_told_as_such() -> None:
    """The way is from the card's file."""
    (found,) = compiled("## a\n\n![](/figs/ring.png)\n", exists=FILES.__contains__).diagnostics
    assert "not relative" in found.message


def test_without_a_disk_nothing_is_looked_for() -> None:
    """Whoever compiles without `exists` gets no such error."""
    assert compiled("## a\n\n![](no.png)\n").diagnostics == ()
