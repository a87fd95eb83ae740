from __future__ import annotations

import pytest

from flashdeck.anki.adopting.templates import Side, side

KNOWN = frozenset(["Front", "Back", "Extra field"])


def shown(template: str, *filled: str) -> Side:
    """What a template shows of a note of which these fields are filled."""
    return side(template, frozenset(filled), KNOWN)


def test_fields_are_shown_in_order_each_once() -> None:
    """What is no field, or in a field's place, shows nothing."""
    assert shown("{{Back}} {{Front}}{{ Back }} {{FrontSide}} {{Tags}} {{Nothing}}").read == ("Back", "Front")
    assert shown("{{{Front}}}{{furigana:Back}}{{text:Extra field}}").read == ("Front", "Back", "Extra field")


def test_some_filters_show_a_field_otherwise_than_for_reading() -> None:
    """What is typed, opened, spoken or hidden in part."""
    found = shown("{{type:Back}}{{hint:Extra field}}{{tts en_US:Front}}{{cloze:Front}}{{type:nc:Front}}")
    assert found.read == ("Front",)
    assert found.through("type") == ("Back", "Front")
    assert found.through("hint") == ("Extra field",)
    assert found.through("cloze") == ("Front",)


@pytest.mark.parametrize(
    ("template", "fields"),
    [
        ("{{#Back}}{{Front}}{{/Back}}", ("Front",)),
        ("{{^Back}}{{Front}}{{/Back}}", ()),
        ("{{#Front}}{{#Back}}{{Front}}{{/Back}}{{/Front}}{{Back}}", ("Back",)),
        ("{{^Front}}{{Back}}{{/Front}}", ("Back",)),
        ("{{#Tags}}{{Back}}{{/Tags}}{{#c1}}{{Front}}{{/c1}}", ("Back", "Front")),
        ("{{/Back}}{{Front}}{{#Back}}", ("Front",)),
        ("{{{{{Front}}", ("Front",)),
    ],
)
def test_sections_show_what_a_filled_field_lets_through(template: str, fields: tuple[str, ...]) -> None:
    """Here only the back is filled."""
    assert shown(template, "Back").read == fields


def test_words_of_a_template_are_those_that_are_read() -> None:
    """Marks, styles, scripts, comments and hidden sections are none."""
    plain = '<div class="front">{{Front}}</div> — <!-- note --><style>.a{}</style><script>b()</script>&nbsp;'
    plain += "{{#Back}}c{{/Back}}"
    assert not shown(plain).has_words
    assert shown(plain, "Back").has_words
    assert shown("Say: {{Front}}").has_words
