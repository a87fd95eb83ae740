"""What is shown before a card is turned, and after."""

from __future__ import annotations

from dataclasses import replace

import pytest

from flashdeck.model import Card, NoteType
from flashdeck.render.faces import faces
from tests.render.notes import BASIC, basic, cloze_card, cloze_note


def test_a_basic_card_shows_its_heading_and_then_its_body() -> None:
    """Both are Markdown; the heading is text even where a body would begin a list."""
    shown = faces(basic("1986. A *great* year?", "1986. A great year"))
    assert shown.question == "<p>1986. A <em>great</em> year?</p>"
    assert shown.answer.startswith('<ol start="1986">')


def test_a_reversed_card_shows_the_body_first() -> None:
    """The heading is the answer then, and still text."""
    note = replace(BASIC, type=NoteType.REVERSED, front="8. GPU", back="- a\n- b")
    shown = faces(Card(note, 1, note.back, note.front))
    assert shown.question.startswith("<ul>")
    assert shown.answer == "<p>8. GPU</p>"


def test_a_table_card_shows_its_cell_as_text() -> None:
    """A cell is text: `- ` or a number at its beginning makes no list."""
    note = replace(BASIC, type=NoteType.TABLE, front="H100 — HBM", back="2. 80 GB")
    assert faces(Card(note, 0, note.front, note.back)).answer == "<p>2. 80 GB</p>"


@pytest.mark.parametrize(
    ("number", "question", "answer"),
    [
        (
            1,
            '<p><span class="cloze">[...]</span> gives 900 GB/s, <span class="cloze">[what]</span></p>',
            '<p><span class="cloze">NVLink 4</span> gives 900 GB/s, <span class="cloze">per GPU</span></p>',
        ),
        (
            2,
            '<p>NVLink 4 gives <span class="cloze">[...]</span>, per GPU</p>',
            '<p>NVLink 4 gives <span class="cloze">900 GB/s</span>, per GPU</p>',
        ),
    ],
)
def test_a_cloze_card_hides_what_has_its_number_and_shows_the_rest(number: int, question: str, answer: str) -> None:
    """Deletions of one number hide together, by `[...]` or their hint; others are plain text on both faces."""
    shown = faces(cloze_card(cloze_note("⟦1:NVLink 4⟧ gives ⟦2:900 GB/s⟧, ⟦1:per GPU|what⟧"), number))
    assert (shown.question, shown.answer) == (question, answer)


def test_the_extra_of_a_cloze_note_comes_with_the_answer() -> None:
    """What stands below the border is not in the question."""
    shown = faces(cloze_card(cloze_note("⟦1:a⟧", extra="*Because.*"), 1))
    assert "Because" not in shown.question
    assert shown.answer.endswith("\n<p><em>Because.</em></p>")


def test_of_nested_deletions_the_outer_one_hides_both() -> None:
    """Asking for the outer number hides the inner text, too; asking for the inner one leaves the outer to read."""
    note = cloze_note("⟦1:outer ⟦2:inner⟧⟧")
    assert faces(cloze_card(note, 1)).question == '<p><span class="cloze">[...]</span></p>'
    assert faces(cloze_card(note, 2)).question == '<p>outer <span class="cloze">[...]</span></p>'


def test_a_deletion_in_a_formula_is_hidden_without_a_tag() -> None:
    """A tag would break the formula: there the brackets alone tell."""
    shown = faces(cloze_card(cloze_note("$\\frac{⟦1:a⟧}{b}$"), 1))
    assert (shown.question, shown.answer) == (r"<p>\(\frac{[...]}{b}\)</p>", r"<p>\(\frac{a}{b}\)</p>")


def test_a_hint_is_text() -> None:
    """A hint with angle brackets or ampersands is shown, not run."""
    assert "[&lt;b&gt; &amp; c]" in faces(cloze_card(cloze_note("⟦1:a|<b> & c⟧"), 1)).question
