from __future__ import annotations

import pytest

from flashdeck.anki.notes import anki_tags, deck_name, field_text, is_blank


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("<p>One paragraph.</p>", "One paragraph."),
        ("<p>One.</p>\n<p>Two.</p>", "<p>One.</p>\n<p>Two.</p>"),
        ("<p>a</p><ul><li><p>b</p></li></ul>", "<p>a</p><ul><li><p>b</p></li></ul>"),
        ("a\x1fb\x00c\x85d", "abcd"),
        ("<pre>a\n\tb</pre>", "<pre>a\n\tb</pre>"),
        ("e\u0301", "é"),
        ("a[i], [ ] and [1]", "a[i], [ ] and [1]"),
    ],
)
def test_f6_what_a_field_holds(written: str, stored: str) -> None:
    """No character that would part the fields, one normal form, no paragraph without need."""
    assert field_text(written) == stored


@pytest.mark.parametrize("html", ["", " \n", "<br>", "<p>&nbsp;</p>", "<span></span>&#8195;"])
def test_f6_nothing_to_see_is_blank(html: str) -> None:
    """Anki would show an empty card."""
    assert is_blank(html)


@pytest.mark.parametrize("html", ["0", "&lt;", '<img src="x.png">', "<audio src=a.mp3></audio>", "&#91;"])
def test_a_picture_alone_is_a_question(html: str) -> None:
    """So is a single sign."""
    assert not is_blank(html)


@pytest.mark.parametrize("repeated", ["<", "<img ", "<p>", '<img src="', "<p>&nbsp;"])
def test_f7_long_fields_take_linear_time(repeated: str) -> None:
    """A million signs that open something and never close it come back at once."""
    field_text(repeated * 200_000)
    is_blank(repeated * 200_000)


def test_r76_f7_tags_follow_one_rule() -> None:
    """White space of any kind becomes `_`, control characters go, case alone makes no second tag."""
    tags = ["two words", "tab\there", "wide\u3000space", " edge ", "GPU", "gpu", "a::b", "c,d", "", " ", "x\x00y"]
    assert anki_tags(tags) == ("a::b", "c,d", "edge", "GPU", "tab_here", "two_words", "wide_space", "xy")


def test_the_order_of_tags_is_no_edit() -> None:
    """Sorted, so that a front matter put in another order updates nothing."""
    assert anki_tags(["b", "a"]) == anki_tags(["a", "b"])


@pytest.mark.parametrize(
    ("prefix", "deck", "name"),
    [
        ("", "gpu::h100", "gpu::h100"),
        ("flashdeck", "gpu", "flashdeck::gpu"),
        ("a::b", "gpu", "a::b::gpu"),
        ("", " gpu :: :: h100\x1f ", "gpu::h100"),
        ("", 'a "b"', 'a "b"'),
    ],
)
def test_f7_deck_names_are_as_anki_writes_them(prefix: str, deck: str, name: str) -> None:
    """So that the name in Anki is the one in the report."""
    assert deck_name(prefix, deck) == name
