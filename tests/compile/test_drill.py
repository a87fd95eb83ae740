"""Cards whose numbers are drawn anew at each review."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flashdeck.compile import cards, claim, derive_guid
from flashdeck.drills import instance
from flashdeck.model import Expected, NoteType, Severity
from tests.compile.texts import assert_in_the_file, compiled, faces, note, problem, underlined

RING = r"""## Ring all-reduce time {#drill-ring-time .drill tolerance=5%}

{{S}} GB of gradients, {{n}} GPUs, {{B}} GB/s of bus bandwidth per GPU. How long does a bandwidth-optimal ring take?

```vars
S = 1, 2, 4, 8, 16
n = 8, 64, 512
B = 50 .. 400 step 50
answer = 2 * (n - 1) / n * S / B * 1000
unit = ms
```

---

Every rank sends and receives $2\frac{n-1}{n}S$ bytes.
"""


def drill(body: str, *, options: str = ".drill") -> str:
    return f"## q {{{options}}}\n\n{body}"


def test_the_drill_of_the_card_format() -> None:
    """Its front is kept with its names, its block apart; the card shows the numbers of its first review."""
    found = note(RING)
    assert (found.type, found.key, found.ordinals) == (NoteType.DRILL, "drill-ring-time", (0,))
    assert found.front.startswith("Ring all-reduce time\n\n{{S}} GB of gradients")
    assert found.front.endswith("ring take?")
    assert found.back == r"Every rank sends and receives $2\frac{n-1}{n}S$ bytes."
    assert found.drill.startswith("S = 1, 2")
    assert found.expected == Expected((), "5%")
    (card,) = cards(found)
    first = instance(found, 0, derive_guid("drill-ring-time"))
    assert (card.front, card.back) == (first.front, first.back)
    assert card.expected is None
    numbers = first.draw
    time = 2 * (int(numbers["n"]) - 1) / int(numbers["n"]) * int(numbers["S"]) / int(numbers["B"]) * 1000
    assert float(first.back.partition(" ms")[0]) == pytest.approx(time, rel=1e-3)


def test_without_a_border_all_of_the_body_is_asked() -> None:
    """As of a cloze; the block may stand anywhere, also in tildes or in the explanation."""
    block = "~~~ vars\nn = 3\nanswer = 2 * n\n~~~"
    for body in (f"{block}\n\nTwice {{{{n}}}}?", f"Twice {{{{n}}}}?\n\n{block}"):
        assert faces(drill(body)) == [(0, "q\n\nTwice 3?", "6")]
    assert faces(drill(f"Twice {{{{n}}}}?\n\n---\n\nSo.\n\n{block}")) == [(0, "q\n\nTwice 3?", "6\n\nSo.")]


def test_names_stand_in_headings_code_and_formulas() -> None:
    """The answer may be shown in the explanation."""
    block = "```vars\nn = 8\nanswer = n / 2\n```"
    text = f"`{{{{n}}}}` $\\frac{{{{{{n}}}}}}{{2}}$\n\n{block}\n\n---\n\n$= {{{{answer}}}}$"
    assert faces("## {{n}} GPUs {.drill}\n\n" + text) == [(0, "8 GPUs\n\n`8` $\\frac{8}{2}$", "4\n\n$= 4$")]


def test_a_comment_in_the_card_moves_no_place() -> None:
    """What is wrong is underlined where it stands in the file."""
    found = problem(drill("<!-- a\ncomment --> {{n}}\n\n```vars\nn = 1\nanswer = n + x\n```"))
    assert (found.span.line, underlined(found)) == (8, "x")


@pytest.mark.parametrize(
    ("body", "code", "caret"),
    [
        ("How many?", "drill-without-vars", ".drill"),
        ("```python\nn = 1\n```", "drill-without-vars", ".drill"),
        ("```vars\nanswer = 1\n```\n\n```vars\nanswer = 2\n```", "second-vars", "```vars"),
        ("```vars\nn = 0, 1\nanswer = 1 / n\n```\n\n{{n}}", "bad-vars", "1 / n"),
        ("```vars\nanswer = n.real\n```", "bad-vars", "."),
        ("```vars\nanswer = 9 ** 9 ** 9\n```", "bad-vars", "9 ** 9 ** 9"),
        ("- a\n\n  ```vars\n  n = 1\n  answer = m\n  ```\n\n  {{n}}", "bad-vars", "m"),
        ("```vars\nn = 1\nanswer = n\n```\n\n{{n}} {{m}}", "unknown-name", "{{m}}"),
        ("```vars\nn = 1\nanswer = n\n```\n\n{{n}}\n\n---\n\n{{m}}", "unknown-name", "{{m}}"),
        ("```vars\nn = 1\nanswer = n\n```\n\n{{answer}}", "answer-in-question", "{{answer}}"),
    ],
)
def test_what_is_wrong_with_a_drill_is_told_where_it_stands(body: str, code: str, caret: str) -> None:
    """And no note is made of it."""
    found = problem(drill(body))
    assert (found.code, underlined(found)) == (code, caret)
    assert found.help
    assert compiled(drill(body)).notes == ()


def test_a_tolerance_of_another_unit() -> None:
    """It is measured in the unit of the answer."""
    body = "```vars\nn = 1\nanswer = n\nunit = ms\n```\n\n{{n}}"
    assert problem(drill(body, options='.drill tolerance="1 W"')).code == "tolerance-of-another-unit"
    assert note(drill(body, options='.drill tolerance="0.1 s"')).expected == Expected((), "0.1 s")


def test_a_number_that_is_drawn_and_not_shown_is_warned_of() -> None:
    """Nobody could find the answer."""
    found = problem(drill("```vars\nn = 1, 2\nm = 3, 4\nanswer = n * m\n```\n\n{{n}}"))
    assert (found.code, found.severity, found.help) == (
        "hidden-number",
        Severity.WARNING,
        "Write `{{m}}` into the question.",
    )


@pytest.mark.parametrize("other", [".typed", ".reversed", ".basic", ".table #t", "case=exact"])
def test_a_drill_stands_alone(other: str) -> None:
    """It is typed already, and has no other direction."""
    assert problem(drill("```vars\nanswer = 1\n```", options=f".drill {other}")).code == "type-conflict"


FRAGMENTS = [
    "## a {.typed}\n\n", "## b {.typed .reversed}\n\n", "## c {#c .typed .table tolerance=2%}\n\n", "## d {.drill}\n\n",
    "```vars\n", "n = 1, 2\n", "m = 0 .. 4 step 2\n", "answer = ", "1 / n", " - m\n", "unit = ms\n", "```\n", "{{n}}",
    "\n---\n\n", "| a | b |\n", "|---|---|\n", "| c | 3 TB/s |\n", "3.35 TB/s", " | ", "`", "$", "\\", "**", "\n\n",
    "(" * 40, "9" * 400, "é", "\u0308", "<!--", "-->", "{{", "{{c1::x}}", "[", "](", "- ",
]  # fmt: skip


@given(st.lists(st.sampled_from(FRAGMENTS), max_size=25).map("".join))
@settings(max_examples=300, deadline=None)
def test_any_text_compiles(text: str) -> None:
    """Typed cards and drills in any state of being written: to notes whose cards ask and answer, and to problems."""
    result = compiled(text)
    assert_in_the_file(result, text.encode())
    for each in result.notes:
        assert all(card.front.strip() and card.back.strip() for card in cards(each))


def test_other_numbers_are_the_same_note() -> None:
    """A drill without an id is named by its text; its numbers may change."""
    one, other = (note(drill(f"{{{{n}}}}?\n\n```vars\nn = {n}\nanswer = n\n```")) for n in (1, 2))
    assert (one.key, claim(one).digest) == (other.key, claim(other).digest)
    assert replace(one, drill="") == replace(other, drill="")


FORGOTTEN = "Twice {{n}}?\n\n```vars\nn = 3\nanswer = 2 * n\n```\n"


def test_numbers_of_a_card_that_is_no_drill_are_a_warning() -> None:
    """The option was forgotten: the card would show its block, and `{{n}}`."""
    found = problem(f"## q\n\n{FORGOTTEN}")
    assert (found.code, found.severity, found.span.line) == ("vars-without-drill", "warning", 1)
    assert found.help == "Write `## q {.drill}`."
    assert problem(f"## q {{#id}}\n\n{FORGOTTEN}").help == "Add `.drill` to its options."
    assert problem(f"## q\n\n{FORGOTTEN}\n---\n\nx\n").code == "vars-without-drill"


@pytest.mark.parametrize("body", ["```vars\nn = 3\nanswer = 2 * n\n```\n", "{{n}}\n\n```vars\nn\n```\n", "{{n}} vars"])
def test_a_block_that_nothing_draws_from_is_code(body: str) -> None:
    """A card may be about such blocks."""
    assert compiled(f"## q\n\n{body}").diagnostics == ()
