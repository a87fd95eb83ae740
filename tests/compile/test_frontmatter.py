"""The YAML block at the start of a file."""

from __future__ import annotations

import importlib
import sys

import pytest

from flashdeck.model import NoteType
from tests.compile.texts import compiled, note, notes, problem, problems, underlined

CARD = "## a\n\nb\n"


def with_keys(keys: str) -> str:
    return f"---\n{keys}\n---\n{CARD}"


def test_every_key() -> None:
    """Each is a default of the file's cards."""
    found = note(
        with_keys(
            "deck: GPU::Links\ntags: [gpu, nvlink]\ntype: reversed\nsource: A datasheet\n"
            "as-of: 2026-11\nhtml: true\nsuspended: true"
        )
    )
    assert (found.deck, found.tags, found.type) == ("GPU::Links", ("gpu", "nvlink"), NoteType.REVERSED)
    assert (found.source, found.as_of, found.html, found.suspended) == ("A datasheet", "2026-11", True, True)


def test_without_front_matter() -> None:
    """The deck is that of the path, and nothing else is set."""
    found = note(CARD)
    assert (found.deck, found.tags, found.source, found.as_of, found.html, found.suspended) == (
        "gpu::h100",
        (),
        None,
        None,
        False,
        False,
    )


def test_r49_a_file_may_be_suspended() -> None:
    """Its cards are compiled all the same."""
    assert note(with_keys("suspended: true")).suspended
    assert not note(with_keys("suspended: false")).suspended


def test_r64_only_a_block_at_the_very_start_is_front_matter() -> None:
    """Behind a blank line `---` is a rule, and `tags:` is prose."""
    assert note("\n---\ntags: [a]\n---\n\n" + CARD).tags == ()


@pytest.mark.parametrize(
    "text", ["---\ntags: [a]\n\n## a\n\nb\n", "---\ntags: [a]\n\n## a\n\nfront\n\n---\n\nb\n", "---"]
)
def test_r64_front_matter_that_is_never_closed_is_an_error_at_its_opening(text: str) -> None:
    """Also where a border further down could be taken for its end; the cards below stay."""
    result = compiled(text)
    assert [(each.code, each.span.line) for each in result.diagnostics] == [("unclosed-front-matter", 1)]
    assert [each.back for each in result.notes] == (["b"] if "## a" in text else [])


@pytest.mark.parametrize("date", ["2026", "2026-11", "2026-11-01", "'2026-11'", '"2026"'])
def test_dates_are_kept_as_written(date: str) -> None:
    """YAML would make numbers and dates of them."""
    assert note(with_keys(f"as-of: {date}")).as_of == date.strip("'\"")


@pytest.mark.parametrize(
    "date", ["2026-13", "2026-02-30", "2026-1", "26", "0000", "yesterday", "20261101", "2026-11-01T00:00:00"]
)
def test_a_date_that_is_none_is_an_error_at_the_value(date: str) -> None:
    """It must be a real year, month or day."""
    found = problem(with_keys(f"tags: [a]\nas-of: {date}"))
    assert (found.code, found.span.line, found.span.column, underlined(found)) == ("bad-as-of", 3, 8, date)


def test_r77_tags_of_the_file_are_added_to_every_card() -> None:
    """Merged with the card's own, each once; case does not count and the first spelling stays."""
    text = '---\ntags: [GPU, hbm]\n---\n## a {tags="gpu Memory"}\n\nb\n\n## c\n\nd\n'
    assert [each.tags for each in notes(text)] == [("GPU", "hbm", "Memory"), ("GPU", "hbm")]


@pytest.mark.parametrize("space", [" ", "  ", "\t", "\u3000", "\u00a0", "\u2003"])
def test_r76_white_space_in_a_listed_tag_becomes_one_underscore(space: str) -> None:
    """One rule for every kind of white space."""
    assert note(with_keys(f'tags: ["tensor{space}core", " b "]')).tags == ("tensor_core", "b")


@pytest.mark.parametrize("words", ["a b", "a, b", "a,b", "a\u3000b", "[a, b]", "\n- a\n- b", "\n  - a\n  - b"])
def test_tags_are_a_list_or_one_string_of_words(words: str) -> None:
    """Words of a string are parted by white space or commas, and no comma sticks to them."""
    assert note(with_keys(f"tags: {words}")).tags == ("a", "b")


def test_an_absent_value_is_as_if_the_key_were_not_there() -> None:
    """`tags:` with nothing behind it, and an empty block."""
    assert note(with_keys("tags:\ndeck: ~\nsource: null\nas-of: ''")) == note("\n\n\n\n\n\n" + CARD)
    assert note("---\n---\n" + CARD).tags == ()


def test_an_unknown_key_is_a_warning_with_the_nearest() -> None:
    """The other keys count."""
    found = problem(with_keys("tag: [a]"))
    assert (found.code, found.severity, found.span.line, found.span.column, underlined(found)) == (
        "unknown-key",
        "warning",
        2,
        1,
        "tag",
    )
    assert found.help == "Did you mean `tags`?"
    assert "as-of" in problem(with_keys("as_of: 2026")).help
    assert "`suspended`" in problem(with_keys("qqq: 1")).help


@pytest.mark.parametrize(
    ("keys", "line", "column"),
    [
        ("deck: [a]", 2, 7),
        ("source: a\ndeck:\n  a: b", 4, 3),
        ("html: maybe", 2, 7),
        ("suspended: [true]", 2, 12),
        ("type: quiz", 2, 7),
        ("tags:\n  - a\n  - [b]", 4, 5),
        ("deck: 'a::'", 2, 7),
    ],
)
def test_a_wrong_value_is_an_error_where_it_stands(keys: str, line: int, column: int) -> None:
    """At the value, on its own line."""
    found = problem(with_keys(keys))
    assert (found.code, found.span.line, found.span.column) == ("wrong-value", line, column)
    assert found.help


def test_s05_a_hash_that_cuts_a_value_short_is_a_warning() -> None:
    """YAML begins a comment there; one that is apart from its words is a comment to people as well."""
    found = problem(with_keys("source: issue #4 of x/y"))
    assert (found.code, found.severity, underlined(found)) == ("cut-value", "warning", "#4 of x/y")
    assert '`source: "issue #4 of x/y"`' in found.help
    assert note(with_keys('source: "issue #4 of x/y"')).source == "issue #4 of x/y"
    assert note(with_keys("source: C# in depth # a comment")).source == "C# in depth"
    assert note(with_keys('tags: [a] #b\ndeck: "c" #d')).tags == ("a",)


def test_a_list_is_underlined_as_a_whole() -> None:
    """On one line from bracket to bracket."""
    assert underlined(problem(with_keys("deck: [a, b] # c"))) == "[a, b]"


def test_a_wrong_value_leaves_the_others() -> None:
    """One bad key does not lose the good ones."""
    found = compiled(with_keys("tags: [a]\nhtml: maybe\nsource: s")).notes[0]
    assert (found.tags, found.source, found.html) == (("a",), "s", False)


@pytest.mark.parametrize(
    ("keys", "line", "column"),
    [
        ("source: a: b", 2, 10),
        ("a: b\ntags: [a\nc: d", 3, 7),
        ('a: "b\nc: d', 2, 4),
        ("a: b\n\tc: d", 3, 1),
        ("deck: @a", 2, 7),
    ],
)
def test_bad_yaml_is_an_error_where_it_goes_wrong(keys: str, line: int, column: int) -> None:
    """A bracket or quote that is not closed is told where it opens; the cards stay."""
    result = compiled(with_keys(keys))
    errors = [each for each in result.diagnostics if each.severity == "error"]
    assert [(each.code, each.span.line, each.span.column) for each in errors] == [("bad-front-matter", line, column)]
    assert len(result.notes) == 1


@pytest.mark.parametrize(
    ("line", "message", "better"),
    [
        ("source: NVIDIA: H100", "holds `: `", 'source: "NVIDIA: H100"'),
        ('source: a "b": c', "holds `: `", "source: 'a \"b\": c'"),
        ("source: it's: x", "holds `: `", 'source: "it\'s: x"'),
        ("source: @foo", "begins with `@`", 'source: "@foo"'),
        ("source: `x`", "begins with a backtick", 'source: "`x`"'),
        ("source: %x", "begins with `%`", 'source: "%x"'),
        ("source: > x", "begins with `>`", 'source: "> x"'),
        ("source: 'it's'", "Text follows behind the `'`", 'source: "it\'s"'),
        ('source: "a" b', 'Text follows behind the `"`', "source: '\"a\" b'"),
        ("source: [datasheet] H100", "Text follows behind the `]`", 'source: "[datasheet] H100"'),
        ("tags: [a]]", "Text follows behind the `]`", "tags: [a]"),
        ("tags: [a, b", "The list that begins here is never closed", "tags: [a, b]"),
        ('source: "a', "The quoted text that begins here is never closed", 'source: "a"'),
        ('source: "a\\qb"', "`\\q` has no meaning", "source: 'a\\qb'"),
        ("tags: - a", "A list begins on a line of its own", "tags: [a]"),
        ("deck:x", "no `key: value`", "deck: x"),
        ("  source: x", "is indented", "source: x"),
        ("\tsource: x", "A tab", "source: x"),
        ("just words", "no `key: value`", None),
    ],
)
@pytest.mark.parametrize("loader", ["CSafeLoader", "SafeLoader"])
def test_bad_yaml_is_told_in_plain_words_with_the_line_as_it_should_be(
    line: str, message: str, better: str | None, loader: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever of the library's two parsers is there; what is to be written is pasted without another problem."""
    yaml = importlib.import_module("yaml")
    monkeypatch.setattr(yaml, "CSafeLoader", getattr(yaml, loader), raising=False)
    found = problem(with_keys(f"type: basic\n{line}\nsuspended: true"))
    assert (found.code, found.span.line) == ("bad-front-matter", 3)
    assert message in found.message
    assert "`" in found.help
    if better:
        assert f"`{better}`" in found.help
        assert compiled(with_keys(f"type: basic\n{better}\nsuspended: true")).diagnostics == ()


@pytest.mark.parametrize(
    ("keys", "help"),
    [("tags:\n  - a\n  -b", "`- b`"), ("tags:\n  - @b", '`- "@b"`'), ("tags: [a, @b, c]", '`"@b"`')],
)
def test_bad_yaml_in_a_list_is_told_at_its_item(keys: str, help: str) -> None:  # noqa: A002 - the field's name
    """Only the item is to be written anew."""
    found = problem(with_keys(keys + "\ndeck: a"))
    assert (found.code, help in found.help) == ("bad-front-matter", True)


@pytest.mark.parametrize(
    ("keys", "code"), [("just words", "bad-front-matter"), ("- a", "bad-front-matter"), ("[a]: b", "bad-front-matter")]
)
def test_a_block_without_keys_is_an_error(keys: str, code: str) -> None:
    """A word, a list, or a list where a key should be."""
    assert problem(with_keys(keys)).code == code


def test_a_key_that_stands_twice_is_an_error_at_the_second() -> None:
    """The first counts."""
    result = compiled(with_keys("deck: a\ntags: [b]\ndeck: c"))
    assert [(each.code, each.span.line) for each in result.diagnostics] == [("duplicate-key", 4)]
    assert result.notes[0].deck == "a"


def test_aliases_are_refused() -> None:
    """Also those that would multiply a thousandfold."""
    bomb = "a: &a [x, x]\n" + "".join(
        f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
    )
    found = problem(with_keys(bomb))
    assert (found.code, found.span.line) == ("yaml-alias", 2)
    assert problem(with_keys("tags: *a")).code == "yaml-alias"


def test_deep_nesting_is_refused_and_not_followed() -> None:
    """A thousand brackets are an error like one bracket too many."""
    assert problem(with_keys("tags: " + "[" * 900)).severity == "error"
    assert problem(with_keys("tags: [[a]]")).code == "wrong-value"


def test_a_control_character_is_an_error() -> None:
    """YAML allows none."""
    assert problem(with_keys("deck: a\x07b")).code == "bad-front-matter"


def test_yaml_is_only_loaded_for_front_matter() -> None:
    """Cards without front matter start faster; the parser is a module of its own."""
    loaded = sys.modules.pop("yaml", None)
    try:
        compiled(CARD)
        assert "yaml" not in sys.modules
    finally:
        if loaded:
            sys.modules["yaml"] = loaded


def test_the_cards_begin_behind_the_block() -> None:
    """Line numbers go on counting, and a comment in YAML is no heading."""
    assert problems("---\n# a comment\ntags: [a]\n---\n\n## a {.x}\n\nb\n") == [("unknown-option", 6, 7)]
