"""The forms in which a problem reaches a person, an editor, a program and GitHub."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flashdeck.diagnostics import WIDEST_LINE, as_json, cells, concise, full, github, visible
from flashdeck.model import Diagnostic, Severity, Span

PLAIN = Diagnostic(
    code="unknown-class",
    severity=Severity.ERROR,
    message="`.typd` is not a note type",
    span=Span("cards/gpu.md", 12, 17, 5),
    help="write `.typed`",
    label="unknown",
    text="## HBM of H100 {.typd}",
)


def at(text: str, place: str, **changes: Any) -> Diagnostic:
    """A problem at `place` in a line."""
    return replace(PLAIN, text=text, span=Span("cards/gpu.md", 12, text.index(place) + 1, len(place)), **changes)


def test_full() -> None:
    """The message, the place, the line with carets and label below it, and what to do."""
    assert full([PLAIN]) == (
        "error[unknown-class]: `.typd` is not a note type\n"
        "  --> cards/gpu.md:12:17\n"
        "   |\n"
        "12 | ## HBM of H100 {.typd}\n"
        "   |                 ^^^^^ unknown\n"
        "   |\n"
        "   = help: write `.typed`"
    )


def test_full_of_several_leaves_a_line_between() -> None:
    """A warning says so; without a help or a label nothing stands in their place."""
    warning = replace(PLAIN, severity=Severity.WARNING, help="", label="", span=Span("cards/gpu.md", 3, 1, 2))
    assert full([warning, replace(warning, text="")]) == (
        "warning[unknown-class]: `.typd` is not a note type\n"
        " --> cards/gpu.md:3:1\n"
        "  |\n"
        "3 | ## HBM of H100 {.typd}\n"
        "  | ^^\n"
        "\n"
        "warning[unknown-class]: `.typd` is not a note type\n"
        " --> cards/gpu.md:3:1"
    )


def test_full_of_nothing_is_nothing() -> None:
    """No problem, no text."""
    assert (full([]), concise([]), github([])) == ("", "", "")


def test_full_with_two_related_places() -> None:
    """Further places stand below the caret, each with its own label or none."""
    related = ((Span("cards/a.md", 1, 4), "first written here"), (Span("cards/b.md", 20, 4), ""))
    assert full([replace(PLAIN, related=related)]).splitlines()[4:] == [
        "   |                 ^^^^^ unknown",
        "  ::: cards/a.md:1:4: first written here",
        "  ::: cards/b.md:20:4",
        "   |",
        "   = help: write `.typed`",
    ]


@pytest.mark.parametrize(
    ("text", "place", "line", "carets"),
    [
        ("## 带宽 {.typd}", ".typd", "## 带宽 {.typd}", "         ^^^^^"),
        ("## 带宽是多少", "宽是", "## 带宽是多少", "     ^^^^"),
        ("## e\u0301te\u0301 {.typd}", ".typd", "## e\u0301te\u0301 {.typd}", "        ^^^^^"),
        ("## e\u0301te\u0301", "\u0301", "## e\u0301te\u0301", "    ^"),
        ("##\ta\tb {.typd}", ".typd", "##\ta\tb {.typd}", "  \t \t   ^^^^^"),
        ("## a\tb", "a\tb", "## a\tb", "   ^^^"),
        ("## \x1b[2J {.typd}", ".typd", "## ␛[2J {.typd}", "         ^^^^^"),
        ("## \x1b[2J", "\x1b", "## ␛[2J", "   ^"),
        ("## \x9b2J {.typd}", ".typd", "## \\x9b2J {.typd}", "           ^^^^^"),
        ("## a\u202eb {.typd}", ".typd", "## a\\u202eb {.typd}", "             ^^^^^"),
        ("## a\r\n", "a", "## a", "   ^"),
    ],
)
def test_the_caret_stands_below_its_place(text: str, place: str, line: str, carets: str) -> None:
    """Wide characters take two columns, combining ones none, tabs stay, and what a terminal would obey is shown."""
    shown = full([at(text, place, label="")]).splitlines()
    assert shown[3:5] == [f"12 | {line}", f"   | {carets}"]


def test_the_caret_of_an_empty_place_or_one_past_the_end() -> None:
    """A problem at the end of a line has one caret behind it."""
    for column, length in ((5, 0), (5, 4), (90, 1)):
        shown = full([replace(PLAIN, text="## a", label="", span=Span("a.md", 1, column, length))])
        assert shown.splitlines()[3:5] == ["1 | ## a", "  |     ^"]


def test_a_long_line_is_shown_around_its_caret() -> None:
    """A third of the window stands before the place, and `…` where the line goes on."""
    text = "a" * 150 + "{.typd}" + "b" * 150
    line, carets = full([at(text, "{.typd}")]).splitlines()[3:5]
    assert line == "12 | …" + "a" * 33 + "{.typd}" + "b" * 60 + "…"
    assert carets == "   |  " + " " * 33 + "^^^^^^^ unknown"


def test_a_long_line_of_wide_characters_keeps_to_the_width() -> None:
    """The window counts columns, not characters."""
    text = "带" * 150 + "{.typd}" + "宽" * 150
    line, carets = full([at(text, "{.typd}")]).splitlines()[3:5]
    assert line == "12 | …" + "带" * 16 + "{.typd}" + "宽" * 30 + "…"
    assert carets == "   |  " + "  " * 16 + "^^^^^^^ unknown"


def test_the_end_of_a_long_line() -> None:
    """At the end of the line nothing follows, so no `…` does."""
    line = full([at("a" * 300 + "{", "{")]).splitlines()[3]
    assert line == "12 | …" + "a" * 33 + "{"


def test_a_long_place_ends_with_the_window() -> None:
    """Carets never run past what is shown."""
    _, _, _, line, carets, *_ = full([at("a" * 500, "a" * 400, label="")]).splitlines()
    assert line == "12 | " + "a" * 100 + "…"
    assert carets == "   | " + "^" * 100


def test_color_marks_what_words_say_already() -> None:
    """Without its colours the text is the plain one."""
    colored = full([PLAIN], color=True)
    assert colored.startswith("\x1b[1;31merror[unknown-class]\x1b[0m\x1b[1m: `.typd` is not a note type\x1b[0m\n")
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == full([PLAIN])


def test_concise() -> None:
    """One line each, as editors read it."""
    assert concise([PLAIN, replace(PLAIN, severity=Severity.WARNING)]) == (
        "cards/gpu.md:12:17: error[unknown-class] `.typd` is not a note type\n"
        "cards/gpu.md:12:17: warning[unknown-class] `.typd` is not a note type"
    )


def test_json() -> None:
    """The object that the manual names, with null where there is nothing."""
    assert as_json([PLAIN, replace(PLAIN, severity=Severity.WARNING, help="")]) == {
        "schema": 1,
        "diagnostics": [
            {
                "code": "unknown-class",
                "severity": "error",
                "message": "`.typd` is not a note type",
                "help": "write `.typed`",
                "file": "cards/gpu.md",
                "line": 12,
                "column": 17,
                "length": 5,
            },
            {
                "code": "unknown-class",
                "severity": "warning",
                "message": "`.typd` is not a note type",
                "help": None,
                "file": "cards/gpu.md",
                "line": 12,
                "column": 17,
                "length": 5,
            },
        ],
        "errors": 1,
        "warnings": 1,
    }


def test_github() -> None:
    """A workflow command, in which `%`, `:` and `,` cannot end what they stand in."""
    odd = replace(PLAIN, message="100 % sure, or: not", span=Span("cards/a,b:c.md", 2, 3, 1), help="")
    assert github([PLAIN, odd]) == (
        "::error file=cards/gpu.md,line=12,col=17,title=unknown-class::`.typd` is not a note type%0Awrite `.typed`\n"
        "::error file=cards/a%2Cb%3Ac.md,line=2,col=3,title=unknown-class::100 %25 sure, or: not"
    )


def test_visible() -> None:
    """Controls become pictures or escapes, and so does what turns the reading direction; all else stays as it is."""
    assert visible("a\x00\t\n\r\x1b\x7fb") == "a␀␉␊␍␛␡b"
    assert visible("a\tb\n", keep="\t") == "a\tb␊"
    assert visible("\x85\u200b\u200e\u2028\ud800\ufeff") == "\\x85\\u200b\\u200e\\u2028\\ud800\\ufeff"
    family, conjunct = "👩\u200d👩\u200d👧", "क\u094d\u200dष"
    for text in ("plain", "带宽", "e\u0301", family, conjunct, "מה", "—“”…"):
        assert visible(text) == text


def test_cells() -> None:
    """Columns of a terminal."""
    assert [cells(text) for text in ("", "abc", "带宽", "e\u0301", "ａ", "ｱ")] == [0, 3, 4, 1, 2, 1]


FORMS = (full, concise, github)
LINES = st.text(st.characters(), max_size=300)


@settings(max_examples=150, deadline=None)
@given(LINES, LINES, LINES, st.integers(1, 400), st.integers(0, 400))
def test_no_form_can_be_obeyed_by_a_terminal(text: str, message: str, file: str, column: int, length: int) -> None:
    """Whatever a card, a file name or a message holds: no control character but the tabs of a quoted line gets out."""
    odd = Diagnostic("odd", Severity.ERROR, message, Span(file, 1, column, length), message, text, text)
    for form in FORMS:
        for char in form([odd]):
            assert char in "\t\n" or unicodedata.category(char) not in {"Cc", "Cs", "Zl", "Zp"}
            assert char not in "\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u2069"
    assert len(github([odd]).splitlines()) == 1
    assert len(concise([odd]).splitlines()) == 1


@settings(max_examples=150, deadline=None)
@given(LINES.map(lambda text: text.replace("\t", " ")), st.integers(1, 400), st.integers(0, 400))
def test_carets_stay_below_the_line(text: str, column: int, length: int) -> None:
    """No line is wider than its window, and carets end at most one column behind what is shown."""
    shown = full([replace(PLAIN, text=text, label="", help="", span=Span("a.md", 1, column, length))]).splitlines()
    if len(shown) == 2:
        return
    line, carets = shown[3][len("1 |") :], shown[4][len("  |") :]
    assert cells(line) <= WIDEST_LINE + len(" ……")
    assert cells(carets) <= max(cells(line), 1) + 1
    assert carets.strip() == "^" * len(carets.strip())
