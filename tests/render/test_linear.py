"""Rendering takes bounded time and work linear in the size of a text, whatever stands in it."""

from __future__ import annotations

import re

import pytest

from flashdeck.render.elements import MAX_CELLS
from flashdeck.render.highlight import MAX_HIGHLIGHTED
from flashdeck.render.html import to_html
from flashdeck.render.segments import width_of
from flashdeck.render.terminal import lines
from tests.shapes import BODIES, SHAPED
from tests.soak import IS_SOAK, examples
from tests.work import calls, seconds

LARGEST_CARD = 64_000
SMALL = examples(800, 8_000)
NARROW, USUAL = 20, 80
ONCE = 80_000  # calls that a lexer of Pygments takes to be made ready


def drawn(html: str) -> None:
    """What a terminal shows, in a narrow window and in a usual one."""
    for width in (NARROW, USUAL):
        lines(html, width)


@pytest.mark.parametrize("shape", BODIES)
def test_four_times_the_text_is_about_four_times_the_work(shape: str) -> None:
    """16 times would be quadratic; what is cut off at a limit is less, and what is done once is nearly nothing."""
    drawn(to_html(BODIES[shape](SMALL)))  # what is imported and looked up the first time counts for neither
    small, large = (BODIES[shape](size) for size in (SMALL, 4 * SMALL))
    for raw_html in {False, "<" in small}:
        short, few = _counted(small, raw_html=raw_html)
        long, many = _counted(large, raw_html=raw_html)
        assert many < 20 * few + ONCE
        assert calls(lambda: drawn(long)) < 20 * calls(lambda: drawn(short)) + ONCE  # noqa: B023 - called at once


def _counted(text: str, *, raw_html: bool) -> tuple[str, int]:
    """The HTML of a text, and the calls that it takes."""
    html = to_html(text, raw_html=raw_html)
    return html, calls(lambda: to_html(text, raw_html=raw_html))


if IS_SOAK:  # time is no matter of `make test`

    @pytest.mark.parametrize("shape", BODIES)
    def test_the_largest_card_is_shown_at_once(shape: str) -> None:
        """No card of 64 kB takes longer, as HTML and then in a terminal, than six ordinary ones of that size."""
        text, usual = BODIES[shape](LARGEST_CARD), SHAPED["prose"](LARGEST_CARD)
        for raw_html in {False, "<" in text}:
            assert seconds(lambda: to_html(text, raw_html=raw_html)) < 6 * seconds(lambda: to_html(usual))  # noqa: B023 - called at once
            html, prose = to_html(text, raw_html=raw_html), to_html(usual)
            assert seconds(lambda: drawn(html)) < 6 * seconds(lambda: drawn(prose))  # noqa: B023 - called at once


def test_a_table_of_very_many_cells_ends_as_it_was_written() -> None:
    """The cells that short rows leave out count as well, and those of all tables of a text together."""
    small = "| a | b |\n|---|---|\n| c | d |\n\n"
    text = f"{small}{'|x' * 1000}|\n{'|-' * 1000}|\n{'|**y**|' + chr(10)}" + "|**z**|\n" * 12
    html = to_html(text)
    assert html.count("<td>") + html.count("<th>") == 4 + 9 * 1000
    assert html.count("<tr>") == 2 + 9
    assert html.count("<strong>") == 8
    assert html.endswith("|**z**|\n|**z**|\n|**z**|\n|**z**|\n|**z**|</code></pre>\n</div>")
    assert to_html(small * 2).count("<td>") == 4


def test_a_table_without_room_for_its_header_is_shown_as_it_was_written() -> None:
    """Nothing of it is lost."""
    text = f"{'|x' * (MAX_CELLS + 1)}|\n{'|-' * (MAX_CELLS + 1)}|\n|y|"
    assert to_html(text) == f'<div class="highlight">\n<pre><code>{text}</code></pre>\n</div>'


def test_code_past_what_is_highlighted_stays_plain() -> None:
    """Block after block, until there is no room; a short one may still fit, and the next text begins anew."""
    block = f"```python\n{'x = 1' + ' ' * 40}\n```\n\n"
    html = to_html(block * 100)
    assert html.count('class="language-python"') == 100
    assert html.count('<span class="n">x</span>') == MAX_HIGHLIGHTED // (45 + 15 * 4)
    assert to_html(block).count('<span class="n">x</span>') == 1


@pytest.mark.parametrize("endless", ["x" * 100, " " * 100, "\n" * 100], ids=["word", "spaces", "lines"])
def test_code_with_an_endless_word_or_gap_stays_plain(endless: str) -> None:
    """The lexers of some languages take seconds for one; ordinary code has none."""
    assert "<span" not in to_html(f"```python\nif y: {endless}.\n```")
    assert "<span" in to_html(f"```python\nif y: {endless[2:]}.\n```")


def test_a_footnote_that_is_named_often_has_a_way_back_to_each() -> None:
    """Ids are numbered, the first without a number."""
    html = to_html("a[^n] b[^n] c[^n] d[^m]\n\n[^n]: x\n[^m]: y")
    for sort in ("fnref", "fnref2", "fnref3"):
        [identifier] = re.findall(f'id="({sort}:[0-9a-f]+-n)"', html)
        assert html.count(f'href="#{identifier}"') == 1
    assert len(re.findall('id="fnref:[0-9a-f]+-m"', html)) == 1


@pytest.mark.parametrize("mark", ["- ", "1. ", "> ", "> - ", "- > "])
def test_what_is_nested_deeper_than_a_line_is_wide_is_set_in_no_further(mark: str) -> None:
    """No line is wider than it may be, and the margins do not make many lines of each."""
    drawn_lines = lines(to_html(mark * 40 + "word " * 200), NARROW)
    assert max(map(width_of, drawn_lines)) <= NARROW
    assert len(drawn_lines) < 250
    assert sum(segment.text.count("word") for line in drawn_lines for segment in line) == 200
