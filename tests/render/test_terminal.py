"""The lines of a card on a terminal."""

from __future__ import annotations

import re

import pytest
from rich.cells import cell_len

from flashdeck.render.faces import faces
from flashdeck.render.html import to_html
from flashdeck.render.terminal import Line, Segment, lines
from tests.render.notes import cloze_card, cloze_note


def shown(markdown: str, width: int = 60) -> list[str]:
    """The text of the lines that a side in Markdown comes out as."""
    return texts(lines(to_html(markdown), width))


def texts(flowed: list[Line]) -> list[str]:
    """The text of the lines."""
    return ["".join(segment.text for segment in line) for line in flowed]


def styled(markdown: str, style: str) -> list[str]:
    """The pieces of text that bear a style."""
    return [part.text for line in lines(to_html(markdown), 60) for part in line if style in part.style]


# ---------------------------------------------------------------------------------------------- text


def test_text_is_wrapped_between_words() -> None:
    """No line is wider than asked for, no word is cut that fits, and white space is single."""
    assert shown("One  shard of the\nvector, already summed over all ranks.", 20) == [
        "One shard of the",
        "vector, already",
        "summed over all",
        "ranks.",
    ]


def test_paragraphs_stand_apart_and_forced_breaks_are_kept() -> None:
    """A blank line between paragraphs; a hard break ends a line."""
    assert shown("one\\\ntwo  \nthree\n\nfour") == ["one", "two", "three", "", "four"]


def test_cjk_text_breaks_anywhere_but_not_before_closing_punctuation() -> None:
    """A line of ten cells holds five such characters; `，` and `）` stay with what they close."""
    assert shown("带宽是每秒传输的数据量", 10) == ["带宽是每秒", "传输的数据", "量"]
    assert shown("带宽是每秒，传输的数据", 10) == ["带宽是每", "秒，传输的", "数据"]
    assert shown("带宽是每（秒）", 10) == ["带宽是每", "（秒）"]


def test_a_word_wider_than_a_line_is_cut() -> None:
    """Nothing of it is lost."""
    flowed = shown("see https://example.com/a/very/long/path now", 16)
    assert "".join(flowed[1:3]) == "https://example.com/a/very/long/"
    assert all(cell_len(line) <= 16 for line in flowed)


@pytest.mark.parametrize("cluster", ["👩‍👩‍👧", "🇺🇸", "e\u0301", "❤️"])
def test_what_is_one_character_to_a_reader_is_never_cut(cluster: str) -> None:
    """Joined emoji, flags and combining marks stay whole, however narrow the line."""
    for line in shown(cluster * 9, 7):
        assert re.fullmatch(f"({re.escape(cluster)})+", line)


def test_styles_are_names() -> None:
    """Emphasis, code, links, struck text, formulas, headings are named, not painted."""
    text = "**b** *i* `c` ~~s~~ $m$ [l](u) ![a](p)\n\n### h"
    found = {style: styled(text, style) for style in ("bold", "italic", "code", "strike", "math", "link", "image")}
    assert found == {
        "bold": ["b", "h"],
        "italic": ["i"],
        "code": ["c"],
        "strike": ["~~s~~"],
        "math": ["m"],
        "link": ["l"],
        "image": ["[image: a (p)]"],
    }
    assert styled(text, "heading") == ["h"]


def test_what_a_colour_could_hide_is_in_the_text() -> None:
    """Links show where they lead, pictures their name and path, struck text its tildes."""
    assert shown("[docs](https://x.example) https://y.example ![Ring](figs/r.png) ![](p.png) ~~40~~ 44 GB", 120) == [
        "docs (https://x.example) https://y.example [image: Ring (figs/r.png)] [image: p.png] ~~40~~ 44 GB"
    ]


def test_escapes_and_entities_are_shown_as_characters() -> None:
    """What HTML escapes is read back."""
    assert shown(r"vector<int> &amp; R&D \*x\* `<b>`") == ["vector<int> & R&D *x* <b>"]


def test_a_number_is_not_parted_from_its_unit() -> None:
    """Nor from a sign of percent or multiplication; other words after a number may go to the next line."""
    assert shown("It carries 80 GB of it.", 15) == ["It carries", "80 GB of it."]
    assert shown("reaches about 3.35 TB/s", 18) == ["reaches about", "3.35 TB/s"]
    assert shown("it reaches **80** GB", 15) == ["it reaches", "80 GB"]
    assert shown("with all its 80 GBytes", 16) == ["with all its 80", "GBytes"]


def test_an_address_is_cut_behind_a_slash() -> None:
    """Where one stands in the second half of the line."""
    assert shown("https://example.com/b200/guide", 22) == ["https://example.com/", "b200/guide"]


# ---------------------------------------------------------------------------------------------- blocks


def test_lists_hang_their_text_under_their_text() -> None:
    """Bullets by depth, numbers aligned at their points, boxes for tasks."""
    assert shown("- one two three\n  - nested text\n    1. deep\n- [x] done\n- [ ] todo", 14) == [
        "  • one two",
        "    three",
        "    ◦ nested",
        "      text",
        "      1. deep",
        "[x] done",
        "[ ] todo",
    ]
    assert shown("9. nine\n10. ten") == [" 9. nine", "10. ten"]


def test_loose_items_stand_apart() -> None:
    """A list whose items hold paragraphs has blank lines between them."""
    assert shown("- a\n\n  b\n- c") == ["• a", "", "  b", "", "• c"]


def test_a_quote_bears_its_bar_on_every_line() -> None:
    """Also on the blank ones and beside nested quotes."""
    assert shown("> one two three\n>\n> > four", 10) == ["│ one two", "│ three", "│", "│ │ four"]


def test_a_rule_is_as_wide_as_the_text() -> None:
    """It is drawn over the whole width."""
    assert shown("a\n\n***\n\nb", 12) == ["a", "", "─" * 12, "", "b"]


def test_code_keeps_its_lines_and_what_is_too_long_goes_on_after_an_arrow() -> None:
    """Set in by two, tabs to the fourth column, spaces kept; the arrow tells a cut from a line end."""
    assert shown("```\ndef f(x):\n\treturn  x\n\n12345678901234567890\n```", 14) == [
        "  def f(x):",
        "      return  ",
        "  ↳ x",
        "",
        "  123456789012",
        "  ↳ 34567890",
    ]


def test_code_that_is_too_long_is_cut_behind_a_space() -> None:
    """Where one stands in the second half of the line."""
    assert shown("```\nreturn a * longer_name\n```", 18) == ["  return a * ", "  ↳ longer_name"]


def test_code_is_highlighted_by_six_names() -> None:
    """Keywords, strings, comments, numbers and names are told apart, all of them code."""
    code = "```python\ndef f(): return 'a' + 1  # why\n```"
    assert styled(code, "keyword") == ["def", "return"]
    assert styled(code, "name") == ["f"]
    assert styled(code, "string") == ["'a'"]
    assert styled(code, "number") == ["1"]
    assert styled(code, "comment") == ["# why"]


def test_footnotes_are_referred_to_by_number() -> None:
    """The reference is a number in brackets; the note stands at the end, without a link back."""
    flowed = shown("Fast[^a].\n\n[^a]: In theory.", 20)
    assert flowed[0] == "Fast[1]."
    assert flowed[-1] == "1. In theory."


# ---------------------------------------------------------------------------------------------- tables

TABLE = """
| GPU | HBM | Note |
|---|--:|---|
| H100 SXM | 80 GB | the baseline of every comparison |
| H200 | 141 GB | 显存更大 |
"""


def test_a_table_that_fits_is_as_wide_as_its_text() -> None:
    """Columns by display width, figures to the right, one line for each row."""
    assert shown(TABLE, 80) == [
        "GPU      │    HBM │ Note",
        "─────────┼────────┼─────────────────────────────────",
        "H100 SXM │  80 GB │ the baseline of every comparison",
        "H200     │ 141 GB │ 显存更大",
    ]


def test_a_table_that_does_not_fit_wraps_its_widest_cells() -> None:
    """Short columns keep their width; rows of several lines are ruled off."""
    assert shown(TABLE, 40) == [
        "GPU      │    HBM │ Note",
        "─────────┼────────┼─────────────────────",
        "H100 SXM │  80 GB │ the baseline of",
        "         │        │ every comparison",
        "─────────┼────────┼─────────────────────",
        "H200     │ 141 GB │ 显存更大",
    ]


def test_a_table_without_room_becomes_a_list_of_values() -> None:
    """Each row by its first cell, each other cell after its column's name."""
    assert shown(TABLE, 22)[:7] == [
        "GPU: H100 SXM",
        "  HBM: 80 GB",
        "  Note: the baseline",
        "    of every",
        "    comparison",
        "",
        "GPU: H200",
    ]


@pytest.mark.parametrize("width", [60, 80, 120])
def test_columns_are_aligned_whatever_they_hold(width: int) -> None:
    """Emoji and CJK text take two cells, and every border stands below the one above."""
    flowed = shown(TABLE + "| 👍 B200 | 192 GB | é 🇺🇸 **b** `c` $x$ |", width)
    borders = {tuple(cell_len(line[: at.start()]) for at in re.finditer("[│┼]", line)) for line in flowed}
    assert len(borders) == 1


def test_an_address_does_not_keep_a_column_wide() -> None:
    """It is cut instead, so that the other columns keep their words."""
    flowed = shown("| GPU | Link |\n|---|---|\n| H100 SXM | [x](https://example.com/abc/def) |", 26)
    assert flowed[2].startswith("H100 SXM │ x")


def test_a_table_without_header_text_has_no_header() -> None:
    """An empty header row is left out."""
    assert shown("| | |\n|---|---|\n| a | b |") == ["a │ b"]


# ---------------------------------------------------------------------------------------------- clozes, what is unseen


def test_a_deletion_is_told_by_brackets_hidden_and_shown() -> None:
    """`[...]` before, `[answer]` after; both in the style cloze; also in code."""
    note = cloze_note("⟦1:NVLink⟧ and ⟦2:`x`⟧\n\n```\nf(⟦1:a⟧)\n```")
    both = faces(cloze_card(note, 1))
    assert texts(lines(both.question, 60)) == ["[...] and x", "", "  f([...])"]
    flowed = lines(both.answer, 60)
    assert texts(flowed) == ["[NVLink] and x", "", "  f([a])"]
    assert [part.text for line in flowed for part in line if "cloze" in part.style] == ["[NVLink]", "[a]"]


def test_no_escape_sequence_of_a_card_reaches_the_terminal() -> None:
    """Control characters and directions are shown as signs wherever they stand."""
    hidden = "\x1b]0;title\x07 \x1b[31m \u202e \u200b \x9b"
    one_word = hidden.replace(" ", "")
    text = f"{hidden} `{hidden}` ![{hidden}]({one_word}) [a]({one_word})\n\n```\n{hidden}\n```\n\n$${hidden}$$"
    for line in shown(text, 40):
        assert not re.search("[\x00-\x1f\x7f-\x9f\u200b\u202e]", line)
    assert shown(f"`{hidden}`")[0] == "␛]0;title␇ ␛[31m \\u202e \\u200b \\x9b"


def test_a_segment_is_text_and_style() -> None:
    """The neutral structure that the screen paints: text, and a set of names."""
    assert lines("<p>a <b>b</b></p>", 20) == [(Segment("a "), Segment("b", frozenset(["bold"])))]


def test_html_that_is_not_well_formed_is_shown_all_the_same() -> None:
    """Raw HTML of a card may be anything: unclosed, crossed, unknown."""
    assert texts(lines("<p><b>a<i>b</b>c</i> <x-y>d<p>e", 20)) == ["abc d", "", "e"]
