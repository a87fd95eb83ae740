"""The pictures of a card, and the files that no card shows."""

from __future__ import annotations

import pytest

from flashdeck.compile import Compiled, Listing, compile_file
from flashdeck.compile.media import LARGE, file_warnings, names
from tests.compile.texts import FILE, compiled, underlined

FILES = {"figs/ring.png", "a b.png", "100%25.png", "x(1).png", "[1].png", "R&D.png"}
LISTING = Listing(("cards/gpu/figs/ring.png", "cards/gpu/a b.png", "cards/net/tree.svg", "cards/Größe.png"))


def looked_up(text: str, files: set[str] = FILES) -> Compiled:
    return compile_file(FILE, text.encode(), deck="gpu", exists=files.__contains__, listing=LISTING)


@pytest.mark.parametrize(
    "image",
    [
        "![ring](figs/ring.png)",
        "![x](<a b.png>)",
        "![x](a%20b.png)",
        "![x](100%25.png)",
        "![x](x(1).png)",
        "![x](x\\(1\\).png)",
        '![a [b] c](figs/ring.png "a title")',
        "![x](https://example.org/x.png)",
        "![x](data:image/png;base64,AAAA)",
        "![x][r]\n\n[r]: figs/ring.png",
        "![A  Ring][]\n\n[a ring]: <figs/ring.png> 'title'",
        "![r]\n\n[r]: figs/ring.png",
        "![x][not a reference]",
        "`![](no.png)`",
        "$![](no.png)$",
        "\\![](no.png)",
        "<!-- ![](no.png) -->x",
        '<img src="no.png">',
    ],
)
def test_pictures_that_are_there_or_not_ours(image: str) -> None:
    """By their name as written, then percent-decoded once; code, math, the web and shown HTML are not looked for."""
    result = looked_up(f"## a\n\n{image}\n")
    assert result.diagnostics == ()
    assert len(result.notes) == 1


def test_r71_a_picture_that_is_missing_is_an_error_at_its_name() -> None:
    """In heading, front and back; the cards without it stay."""
    text = (
        "## ![x](no.png)\n\nb\n\n"
        "## c\n\n<!-- x -->![d](../e.png) ![x](figs/ring.png)\n\n---\n\n![x](<f g.png>) ![y][z]\n\n[z]: h.png\n\n"
        "## h\n\ni\n"
    )
    result = looked_up(text)
    assert [(each.code, each.span.line, each.span.column, underlined(each)) for each in result.diagnostics] == [
        ("missing-media", 1, 9, "no.png"),
        ("missing-media", 7, 16, "../e.png"),
        ("missing-media", 11, 7, "f g.png"),
        ("missing-media", 11, 17, "![y][z]"),
    ]
    assert [each.front for each in result.notes] == ["h"]


@pytest.mark.parametrize("name", ["/figs/ring.png", "file:///figs/ring.png", "C:/ring.png", "c:\\\\ring.png"])
def test_r71_an_absolute_name_is_told_as_such_even_where_it_is_there(name: str) -> None:
    """The way is from the card's file, and the help writes it."""
    (found,) = looked_up(f"## a\n\n![x]({name})\n", FILES | {name}).diagnostics
    assert (found.code, found.span.line, found.span.column) == ("media-outside", 3, 6)
    assert "absolute" in found.message
    assert "`figs/ring.png`" in found.help


@pytest.mark.parametrize("name", ["../../ring.png", "figs/../../../../cards/ring.png", "%2e%2e/%2e%2e/x.png"])
def test_a_name_that_leaves_the_cards_is_an_error_even_where_it_is_there(name: str) -> None:
    """Nothing from outside is ever packed; a name of literal percent signs stays inside and is only missing."""
    (found,) = looked_up(f"## a\n\n![x]({name})\n", {"../../ring.png"}).diagnostics
    assert found.code == ("missing-media" if "%" in name else "media-outside")


@pytest.mark.parametrize("name", ["./figs/ring.png", "../gpu/figs/ring.png", "figs/../figs/ring.png"])
def test_dots_that_stay_inside_are_fine(name: str) -> None:
    """Whatever way leads to the file."""
    assert looked_up(f"## a\n\n![x]({name})\n", {name}).diagnostics == ()


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("figs/Ring.PNG", "figs/ring.png"),
        ("ring.png", "figs/ring.png"),
        ("figs/rings.png", "figs/ring.png"),
        ("tree.svg", "../net/tree.svg"),
        ("A%20B.png", "a b.png"),
        ("..\\net\\tree.svg", "../net/tree.svg"),
        ("figs/ring.png?raw=1", "figs/ring.png"),
        ("figs/ring.png#top", "figs/ring.png"),
        ("gro\u0308ße.png", "../Größe.png"),
    ],
)
def test_the_help_names_the_nearest_file(written: str, meant: str) -> None:
    """As it is to be written in this file."""
    (found,) = looked_up(f"## a\n\n![x]({written})\n", set()).diagnostics
    assert found.code == "missing-media"
    assert f"`{meant}`" in found.help


def test_r71_a_bare_name_with_a_space_is_an_error_with_its_brackets() -> None:
    """Markdown sees no picture there, whether the file is there or not; a title behind the name is none of it."""
    (found,) = looked_up("## a\n\n![x](figs/a b.png)\n", {"figs/a b.png"}).diagnostics
    assert (found.code, underlined(found)) == ("media-with-space", "figs/a b.png")
    assert "(<figs/a b.png>)" in found.help
    title = "![x](figs/ring.png 'a title') ![y](figs/ring.png \"b\") ![z](figs/ring.png (c)) ![w](figs/ring.png )"
    assert looked_up(f"## a\n\n{title}\n").diagnostics == ()


def test_a_name_like_no_other_is_not_guessed() -> None:
    """A shared ending is no likeness."""
    (found,) = looked_up("## a\n\n![x](zz.png)\n", set()).diagnostics
    assert "Did you mean" not in found.help


def test_a_name_in_other_letters_is_a_warning_where_the_disk_does_not_tell_them_apart() -> None:
    """On such a disk the file is found, and on others it will not be: the card stays."""
    result = looked_up("## a\n\n![x](Figs/ring.png)\n", {"Figs/ring.png"})
    (found,) = result.diagnostics
    assert (found.code, found.severity, underlined(found)) == ("media-case", "warning", "Figs/ring.png")
    assert "`figs/ring.png`" in found.help
    assert len(result.notes) == 1


def test_a_composed_and_a_decomposed_name_are_the_same() -> None:
    """The listing of one system is NFC, of another NFD."""
    assert looked_up("## a\n\n![x](../Gro\u0308ße.png)\n", {"../Gro\u0308ße.png"}).diagnostics == ()


def test_without_a_disk_nothing_is_looked_for() -> None:
    """Whoever compiles without `exists` gets no such error."""
    assert compiled("## a\n\n![x](no.png)\n").diagnostics == ()


def test_html_pictures_are_looked_for_where_html_is_let_through() -> None:
    """Also sound; their names are HTML, where `&amp;` is `&`."""
    text = (
        "---\nhtml: true\n---\n## a\n\n"
        '<img alt="x" src="no.png"> <img alt="x" src=\'R&amp;D.png\'> <audio src="no.mp3"> `<img src="no.png">`\n'
    )
    found = looked_up(text).diagnostics
    assert [(each.code, underlined(each)) for each in found] == [
        ("missing-media", "no.png"),
        ("missing-media", "no.mp3"),
    ]


@pytest.mark.parametrize(
    "element",
    [
        "<img alt=x src=no.png>",
        "<IMG SRC = no.png ALT=x />",
        '<img alt="a > b, src=yes.png" src="no.png">',
        "<img alt='x'src='no.png'>",
        '<object type="image/svg+xml" data=no.png></object>',
        "<video>\n<source src=no.png>\n</video>",
        '<img data-src="yes.png" alt=x src="no.png">',
    ],
)
def test_a_name_without_quotes_is_looked_for_as_well(element: str) -> None:
    """As browsers and Anki read it: the value of `src`, or of an object's `data`, and of no other attribute."""
    (found,) = looked_up(f"---\nhtml: true\n---\n## a\n\n{element}\n").diagnostics
    assert (found.code, underlined(found)) == ("missing-media", "no.png")
    assert list(names(element)) == ["no.png"]


def test_an_element_without_a_name_shows_no_file() -> None:
    """`src` may be absent, or empty."""
    assert looked_up("---\nhtml: true\n---\n## a\n\n<video></video> <img alt=x src> <img alt=x>\n").diagnostics == ()


@pytest.mark.parametrize(
    "image", ["![](figs/ring.png)", "![ ](https://example.org/x.png)", '<img src="figs/ring.png" alt="">']
)
def test_a_picture_without_words_is_a_warning(image: str) -> None:
    """A terminal shows only its path; the card stays."""
    result = looked_up(f"---\nhtml: true\n---\n## a\n\n{image}\n")
    (found,) = result.diagnostics
    assert (found.code, found.severity) == ("picture-without-words", "warning")
    assert len(result.notes) == 1


# ---------------------------------------------------------------------------------------------- files


def test_files_that_nothing_names_and_large_ones_are_warnings() -> None:
    """In the order given; exactly 5 MB is not large."""
    sizes = [("cards/a.png", LARGE), ("cards/b.png", LARGE + 1), ("cards/c.png", 1)]
    found = list(file_warnings(sizes, ["cards/a.png", "cards/b.png"]))
    assert [(each.code, each.span.file, each.severity) for each in found] == [
        ("large-media", "cards/b.png", "warning"),
        ("unused-media", "cards/c.png", "warning"),
    ]


def test_whatever_may_name_a_file_counts_as_a_use() -> None:
    """Pictures, links, references and HTML, in prose and in code: a warning must not cost a file that is used."""
    text = (
        "prose ![](a.png) [link](<b c.png>)\n\n`![](d.png)`\n\n[e]: f.png\n<img src='g.png'> "
        "<!-- ![](h.png) --> ![x](i.png 'title')\n"
    )
    assert set(names(text)) == {"a.png", "b c.png", "d.png", "f.png", "g.png", "h.png", "i.png"}
