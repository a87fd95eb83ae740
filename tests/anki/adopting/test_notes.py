from __future__ import annotations

import pytest

from flashdeck.anki.adopting.notes import block
from flashdeck.anki.adopting.texts import id_for, written
from flashdeck.anki.models import CLOZE, STANDARD
from flashdeck.anki.reading.values import AnkiNote, AnkiNotetype
from flashdeck.model import NoteType
from tests.anki.adopting.types import (
    BASIC,
    FILLED,
    OCCLUSION,
    OPTIONAL,
    OURS,
    REVERSED,
    TYPED,
    WORDS,
    adopted,
    compiled,
    notetype,
)


def text(kind: AnkiNotetype, *fields: str, ordinals: tuple[int, ...] = (0,), tags: tuple[str, ...] = ()) -> str:
    """The card of a note as it is written under the id `x`; it is one card without an error."""
    made = adopted(kind, *fields, ordinals=ordinals, tags=tags)
    note = compiled(made)
    assert (note.type, note.ordinals) == (made.type, made.ordinals)
    return written(made, "x")


# ---------------------------------------------------------------------------------------------- kinds


def test_a_basic_note_is_a_heading_and_a_body() -> None:
    """Its tags stand with the id."""
    assert text(BASIC, "What is <b>x</b>?", "It is y.", tags=("b", "a::c")) == (
        '## What is **x**? {#x tags="a::c b"}\n\nIt is y.\n'
    )


def test_a_front_of_several_lines_goes_on_below_its_heading() -> None:
    """And ends with a border."""
    assert text(BASIC, "Which<br>of these?<br><br>More", "a") == "## Which {#x}\n\nof these?\n\nMore\n\n---\n\na\n"


def test_a_picture_before_the_question_stands_below_it() -> None:
    """A heading is words, if there are any."""
    assert text(BASIC, '<img src="a.png" alt="A"><br>What?', "a") == "## What? {#x}\n\n![A](a.png)\n\n---\n\na\n"
    assert text(BASIC, '<img src="a.png" alt="A">', "a") == "## ![A](a.png) {#x}\n\na\n"


@pytest.mark.parametrize(
    ("front", "heading", "above"),
    [
        ("<pre>x = 1\ny = 2</pre>", "x = 1 y = 2", "```\nx = 1\ny = 2\n```"),
        ("<ul><li>one <b>thing</b></li><li>two</li></ul>", "one thing", "- one **thing**\n- two"),
        ("<blockquote>said</blockquote>", "said", "> said"),
    ],
)
def test_a_front_that_begins_with_no_line_of_text_gets_a_heading_of_its_words(
    front: str, heading: str, above: str
) -> None:
    """Which is told."""
    made = adopted(BASIC, front, "a")
    assert (made.heading, made.body) == (heading, f"{above}\n\n---\n\na")
    assert any("heading of their first words" in each for each in made.notices)


def test_a_heading_in_a_front_is_the_card_s() -> None:
    """If nothing stands above it."""
    assert text(BASIC, "<h2>Topic</h2>What?", "a") == "## Topic {#x}\n\nWhat?\n\n---\n\na\n"


def test_a_side_that_is_empty_says_so() -> None:
    """In the text and in what is told."""
    assert text(BASIC, "f", "<br>") == "## f {#x}\n\n*(no answer)*\n"
    assert text(BASIC, "", "b") == "## (no question) {#x}\n\nb\n"
    assert len(adopted(BASIC, "", "").notices) == 2


def test_two_mirrored_templates_are_one_reversed_card() -> None:
    """Whatever the note type and its fields are called."""
    assert text(REVERSED, "a", "b", ordinals=(0, 1)) == "## a {#x .reversed}\n\nb\n"
    assert text(OPTIONAL, "a", "b", "y", ordinals=(0, 1)) == "## a {#x .reversed}\n\nb\n"
    assert text(OPTIONAL, "a", "b", "", ordinals=(0,)) == "## a {#x}\n\nb\n"


@pytest.mark.parametrize(
    ("back", "body", "kind"),
    [
        ("3.35 TB/s", "3.35 TB/s", NoteType.TYPED),
        ("a | b", "a \\| b", NoteType.TYPED),
        ("<b>a</b><br><br>because", "**a**\n\nbecause", NoteType.TYPED),
        ("<ul><li>a</li></ul>", "- a", NoteType.BASIC),
        ('<img src="a.png" alt="a">', "![a](a.png)", NoteType.BASIC),
        ("a " * 600, ("a " * 600).strip(), NoteType.BASIC),
    ],
)
def test_what_is_typed_in_anki_is_typed_here_if_it_can_be(back: str, body: str, kind: NoteType) -> None:
    """The first paragraph is what is expected, and a bar in it parts no alternatives."""
    made = adopted(TYPED, "f", back)
    assert (made.type, made.body) == (kind, body)
    assert any("typed" in each for each in made.notices) == (kind is NoteType.BASIC)
    if kind is NoteType.TYPED:
        expected = compiled(made).expected
        assert expected is not None
        assert len(expected.answers) == 1


def test_several_fields_are_told_apart_by_their_names() -> None:
    """Those that are empty are left out, and so is what a template says itself."""
    made = adopted(WORDS, "犬", "dog<br>hound", "", "[sound:inu.mp3]", ordinals=(0, 1))
    assert made.heading == "犬"
    assert made.body == "**Meaning**: dog\\\nhound\n\n**Sound**: [inu.mp3](inu.mp3)"
    assert (made.ordinals, made.left_out) == ((0,), (1,))
    assert any("My words" in each for each in made.notices)
    assert any("a card more" in each for each in made.notices)


def test_a_field_that_begins_with_a_list_stands_below_its_name() -> None:
    """As does a picture's."""
    made = adopted(WORDS, "w", "<ul><li>a</li></ul>", "r", "")
    assert made.body == "**Meaning**:\n\n- a\n\n**Reading**: r"


def test_a_note_type_without_templates_or_a_field_too_few_is_read_all_the_same() -> None:
    """What is not there is empty."""
    assert text(notetype(), "a", "b") == "## a {#x}\n\nb\n"
    assert text(WORDS, "a") == "## a {#x}\n\n*(no answer)*\n"
    assert text(notetype(fields=""), "a") == "## (no question) {#x}\n\n*(no answer)*\n"


def test_what_a_hint_field_hides_is_the_hint() -> None:
    """It is one line, between the quotes that it does not hold."""
    kind = notetype(("{{Front}} {{hint:Help}}", "{{FrontSide}} {{Back}}"), fields="Front Back Help")
    assert text(kind, "a", "b", "it's <b>c</b>") == '## a {#x hint="it\'s **c**"}\n\nb\n'
    assert text(kind, "a", "b", 'say "c"') == "## a {#x hint='say \"c\"'}\n\nb\n"
    assert compiled(adopted(kind, "a", "b", """it's "c" {#d}""")).hint == "it's &quot;c&quot; {#d}"


def test_a_card_that_lies_in_a_picture_is_not_adopted() -> None:
    """No text can ask for a place in it."""
    for kind, fields in (
        (OCCLUSION, ("{{c1::image-occlusion:rect:left=.1:top=.2}}", "<img src=a.png>")),
        (notetype(("{{Image}}", "{{Image}}"), fields="Image"), ("{{c2::image-occlusion:rect:left=.1}}",)),
    ):
        assert block(AnkiNote(1, "g", kind.id, 0, (), fields), kind, (0,)) is None


def test_tags_can_stand_in_the_options_of_a_heading() -> None:
    """Anki's own mark for leeches is none; quotes and commas would part what they stand in."""
    assert adopted(BASIC, "f", "b", tags=("leech", 'q"r', "t,u", "C::d")).values == (("tags", "C::d qr t_u"),)


# ---------------------------------------------------------------------------------------------- clozes


def test_a_cloze_has_a_heading_that_hides_what_it_hides() -> None:
    """Its ordinals are Anki's, gaps included."""
    html = "The <b>capital</b> of {{c1::France}} is {{c3::Paris::city}}."
    made = adopted(FILLED, html, "On the Seine.", ordinals=(0, 2))
    assert made.heading == "The capital of … is …."
    assert made.body == "The **capital** of {{c1::France}} is {{c3::Paris::city}}.\n\n---\n\nOn the Seine."
    assert (made.type, made.ordinals, made.left_out) == (NoteType.CLOZE, (0, 2), ())


CLOZES = {
    "{{c1::a}}": "{{c1::a}}",
    "<b>{{c1::a}} b</b>": "**{{c1::a}} b**",
    "{{c1::<b>a</b>}}": "{{c1::**a**}}",
    "<b>a {{c1::b</b> c}}": "**a** {{c1::**b** c}}",
    "{{c1::{{c2::a}} b}}": "{{c1::{{c2::a}} b}}",
    "{{c1::a}}{{c1::b}}": "{{c1::a}}{{c1::b}}",
    "{{c1::a<br>b}}": "{{c1::a\\\nb}}",
    "{{c1::a<br><br>b}}": "{{c1::a}}\n\n{{c1::b}}",
    "<ul><li>{{c1::a</li><li>b::h}}</li></ul>": "- {{c1::a::h}}\n- {{c1::b::h}}",
    "<table><tr><td>{{c1::a}}</td><td>b</td></tr></table>": "| {{c1::a}} | b   |\n|-----------|-----|",
    r"\({{c1::a}} + b\)": "${{c1::a}} + b$",
    r"{{c1::\(\frac{a}{b} \)}}": r"{{c1::\(\frac{a}{b} \)}}",
    "<pre>x = {{c1::1}}</pre>": "```\nx = {{c1::1}}\n```",
    "{{c1::<code>a</code>}}": "{{c1::`a`}}",
    "<code>a {{c1::b}}</code>": "`a `{{c1::`b`}}",
    '{{c1::<img src="a.png" alt="a">}}': "{{c1::![a](a.png)}}",
    "{{c1::std&#58;&#58;vector}}": "{{c1::std\\::vector}}",
    "{{c1::{a, b}}}": "{{c1::\\{a, b}}}",
    "{{c1::{a, b} }}": "{{c1::\\{a, b\\}}}",
    "{{c1::a}} &#123;&#123;c2::b}}": "{{c1::a}} \\{{c2::b}}",
    "{{c1::}}": "{{c1::…}}",
    "{{c1::a}} {{c2::b": "{{c1::a}} \\{{c2::b",
    "{{c1::a}} }} ::": "{{c1::a}} }} ::",
    "{{c1,2::a}}": "{{c1::a}}",
    "{{c1::a::&lt;b&gt; {c} }}": "{{c1::a::<b> (c)}}",
}


@pytest.mark.parametrize(("html", "body"), CLOZES.items(), ids=range(len(CLOZES)))
def test_deletions_come_over_as_they_are(html: str, body: str) -> None:
    """Those that a block's end divides are one on each side; what only looks like one is text."""
    assert adopted(FILLED, html, "").body == body


def test_a_cloze_without_a_deletion_is_a_card_with_two_sides() -> None:
    """Which is told; so are cards whose deletion is gone."""
    made = adopted(FILLED, "a", "b")
    assert (made.type, made.heading, made.body) == (NoteType.BASIC, "a", "b")
    assert made.notices
    made = adopted(FILLED, "{{c2::a}}", "", ordinals=(0, 1))
    assert (made.ordinals, made.left_out) == ((1,), (0,))


def test_a_heading_tells_nothing_where_all_is_hidden() -> None:
    """It never holds a deletion."""
    assert adopted(FILLED, "{{c1::a}} {{c2::b}}", "").heading == "What is missing?"
    long = adopted(FILLED, "word " * 40 + "{{c1::a}}", "").heading
    assert len(long) < 70
    assert long.endswith("word…")


# ---------------------------------------------------------------------------------------------- from here


def test_a_note_that_was_exported_from_here_is_told_by_its_fields() -> None:
    """By their places: people may rename them."""
    fields = STANDARD.values(
        {
            "Front": "f",
            "Back": "b",
            "Context": "Part › <em>One</em>",
            "Hint": "h",
            "Source": "A &amp; B",
            "As of": "2026-03",
        }
    )
    made = adopted(OURS[STANDARD.id], *fields)
    assert (made.section, made.heading, made.body) == ("Part › *One*", "f", "b")
    assert made.values == (("source", "A & B"), ("as-of", "2026-03"), ("hint", "h"))


def test_what_stands_above_a_cloze_is_its_section_and_its_heading() -> None:
    """As the export joins them."""
    fields = CLOZE.values({"Text": "a {{c1::b}}", "Context": "Part › One › Two", "Extra": "e", "As of": "soon"})
    made = adopted(OURS[CLOZE.id], *fields)
    assert (made.section, made.heading, made.body) == ("Part › One", "Two", "a {{c1::b}}\n\n---\n\ne")
    assert (made.values, len(made.notices)) == ((), 1)


def test_alternatives_that_were_exported_are_alternatives_again() -> None:
    """The first of them is what Anki expects."""
    made = adopted(OURS[STANDARD.id], *STANDARD.values({"Front": "f", "Back": "a | b", "Expected": "a"}))
    assert (made.classes, made.body) == (("typed",), "a | b")


def test_an_id_is_readable_and_none_that_is_taken() -> None:
    """As stamping would give it."""
    made = adopted(BASIC, "What is <b>x</b>?", "y")
    assert id_for(made, set()) == "what-is-x"
    assert id_for(made, {"what-is-x"}) == "what-is-x-2"
    assert id_for(adopted(BASIC, "犬", "y"), set()).startswith("n-")
