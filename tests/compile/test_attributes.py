"""Options at the end of a heading."""

from __future__ import annotations

import pytest

from flashdeck.model import NoteType
from tests.compile.texts import compiled, note, problem, problems, underlined


def test_every_option_of_a_card() -> None:
    """They replace the file's defaults, tags are added."""
    found = note(
        "---\ntags: [a]\nsource: file\nas-of: 2020\n---\n"
        '## q {#id-1 .reversed .suspended tags="b c" source="the card" as-of=2026-03 hint=\'say "x"\'}\n\nb'
    )
    assert (found.key, found.named, found.type, found.suspended) == ("id-1", True, NoteType.REVERSED, True)
    assert (found.front, found.tags, found.source, found.as_of, found.hint) == (
        "q",
        ("a", "b", "c"),
        "the card",
        "2026-03",
        'say "x"',
    )


def test_an_empty_value_takes_the_files_default_away() -> None:
    """`source=""` says that this card has none."""
    found = note('---\nsource: file\n---\n## q {source="" hint="" tags=""}\n\nb')
    assert (found.source, found.hint, found.tags) == (None, None, ())


@pytest.mark.parametrize(
    "heading",
    [
        "sets {a, b}",
        "{}",
        "a {b c}",
        "a {",
        "a }",
        "f{x}",
        "`{#id}`",
        "$x_{i}$",
        "vector {1, 2}",
        "a {#}",
        "a {.5}",
        "a {b=}",
        "a {=b}",
    ],
)
def test_braces_that_are_no_options_are_text(heading: str) -> None:
    """Only what is wholly of the form counts."""
    assert note(f"## {heading}\n\nb").front == heading


@pytest.mark.parametrize("braces", ["{#id}", "{ #id }", "{#id\t.reversed}", "{#id} <!-- c -->", "{#id} ##"])
def test_options_may_be_written_with_space_comments_and_closing_marks(braces: str) -> None:
    """White space inside, and what is no text behind them."""
    assert (note(f"## a   {braces}\n\nb").key, note(f"## a   {braces}\n\nb").front) == ("id", "a")


def test_a_value_may_hold_braces_and_apostrophes() -> None:
    """Between double quotes everything but a double quote stands for itself."""
    found = note("## What's {x}? {#q hint=\"it's $x_{i}$ = {1}\"}\n\nb")
    assert (found.front, found.hint) == ("What's {x}?", "it's $x_{i}$ = {1}")


@pytest.mark.parametrize(
    "braces",
    [
        *("{.a, .b}", "{#id hint=two words}", "{: .a}", "{#id .reversed,}", "{hint=two words}", "{tags=“a b”}"),
        *("{source=}", "{reversed}", "{typed }", "{as-of = 2026}"),
    ],
)
def test_what_is_almost_an_option_list_is_a_warning(braces: str) -> None:
    """Shown as text, the id would be lost in silence."""
    found = problem(f"## a {braces}\n\nb")
    assert (found.code, found.severity, underlined(found)) == ("options-as-text", "warning", braces)
    assert compiled(f"## a {braces}\n\nb").notes[0].front == f"a {braces}"


def test_options_directly_behind_a_word_are_a_warning() -> None:
    """The help says that a space is missing."""
    assert "space before" in problem("## a{#id}\n\nb").help


def test_a_class_without_its_dot_is_told_with_it() -> None:
    """The help can be pasted."""
    assert "`{.reversed}`" in problem("## a {reversed}\n\nb").help


def test_options_before_the_end_of_the_heading_are_a_warning() -> None:
    """They are shown, and mean nothing there."""
    found = problem("## a {#id .typed} b?\n\nc")
    assert (found.code, found.severity, underlined(found)) == ("options-as-text", "warning", "{#id .typed}")
    assert "end of the heading" in found.help


@pytest.mark.parametrize(
    "heading",
    ["a \\{#id}", "a `{#id}` b", "a $k {#id}$ b", "a {b} c", "set {a, b}", "a{#id} b", "{typed or not}"],
)
def test_braces_that_nobody_takes_for_options_are_not_told(heading: str) -> None:
    """Escaped, in code or a formula, or of other words."""
    assert note(f"## {heading}\n\nb").front == heading


@pytest.mark.parametrize(
    ("option", "help"),
    [
        (".reversd", "`.reversed`"),
        (".Reversed", "`.reversed`"),
        (".nonsense", "`.table`, `.drill` and `.suspended`"),
        ("sorce=x", "`source`"),
        ("as_of=2026", "`as-of`"),
        (".typd", "`.typed`"),
        ("tolerence=2%", "`tolerance`"),
    ],
)
def test_an_unknown_option_is_an_error_with_a_way_out(option: str, help: str) -> None:  # noqa: A002 - the field's name
    """Never ignored: the card is not made."""
    found = problem(f"## a {{#id {option}}}\n\nb")
    assert (found.code, found.severity, found.span.column) == ("unknown-option", "error", 11)
    assert help in found.help
    assert compiled(f"## a {{#id {option}}}\n\nb").notes == ()


@pytest.mark.parametrize(
    ("written", "better"), [("Ring", "ring"), ("-a", "a"), ("a_b", "a-b"), ("a.b", "a-b"), ("é", "e"), ("a/b", "a-b")]
)
def test_an_id_of_other_letters_is_an_error_with_a_better_one(written: str, better: str) -> None:
    """Small Latin letters, digits and hyphens."""
    found = problem(f"## a {{#{written}}}\n\nb")
    assert (found.code, underlined(found), found.help) == ("bad-id", f"#{written}", f"Write `#{better}`.")


@pytest.mark.parametrize("options", ["#a #b", "hint=a hint=b", ".reversed .reversed"])
def test_an_option_that_stands_twice_is_an_error_at_the_second(options: str) -> None:
    """Also the id."""
    first, second = options.split()
    assert problems(f"## q {{{first} {second}}}\n\nb") == [("duplicate-option", 1, 8 + len(first))]


def test_a_date_that_is_none_is_an_error() -> None:
    """`as-of` takes real days only, as in front matter."""
    found = problem("## a {as-of=2026-02-30}\n\nb")
    assert (found.code, underlined(found)) == ("bad-as-of", "as-of=2026-02-30")


def test_all_problems_of_a_heading_are_told_at_once() -> None:
    """In their order."""
    assert [code for code, *_ in problems("## a {#A .x as-of=1 y=2}\n\nb")] == [
        "bad-id",
        "unknown-option",
        "bad-as-of",
        "unknown-option",
    ]
