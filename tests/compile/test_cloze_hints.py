"""What `::` means inside a deletion: a hint, or a part of its code."""

from __future__ import annotations

import pytest

from tests.compile.texts import faces, note, problem, underlined


def test_a_hint_is_shown_in_place_of_the_answer() -> None:
    """Only where its own deletion is hidden."""
    assert faces("## Q\n\n{{c1::a::first}} {{c2::b}}") == [(0, "Q\n\n[first] b", "a b"), (1, "Q\n\na [...]", "a b")]


def test_r07_two_colons_twice_are_an_error() -> None:
    """Which of them would begin the hint is not clear; the help shows the answer as code."""
    found = problem("## Q\n\n{{c1::torch::nn::Linear}}")
    assert (found.code, underlined(found)) == ("cloze-hint", "{{c1::")
    assert "{{c1::`torch::nn::Linear`}}" in found.help


@pytest.mark.parametrize(
    "name",
    [
        "std::move",
        "torch::Tensor",
        "std::vector<int>",
        "Foo::bar_baz",
        "nccl::allReduce",
        "Vec::with(a, b)",
        "at::empty()",
    ],
)
def test_r07_a_hint_that_reads_like_the_rest_of_a_name_is_a_warning(name: str) -> None:
    """One `::` begins a hint; the help says what to write for code, and what for a hint."""
    found = problem(f"## a\n\n{{{{c1::{name}}}}}\n")
    scope, _, rest = name.partition("::")
    assert (found.code, found.severity, underlined(found)) == ("hint-like-code", "warning", f"::{rest}")
    assert f"{{{{c1::`{name}`}}}}" in found.help
    assert f"`{{{{c1::{scope}:: {rest}}}}}`" in found.help
    assert note(f"## a\n\n{{{{c1::{scope}:: {rest}}}}}\n").deletions[0].hint == rest
    assert note(f"## a\n\n{{{{c1::`{name}`}}}}\n").deletions[0].hint is None


@pytest.mark.parametrize(
    "inside",
    ["900 GB/s::speed", "Hopper::Architecture", "$n$::how many", "NVLink 4::which_link", "H100::4 letters", "a::B"],
)
def test_r07_an_answer_with_a_hint_is_as_usual(inside: str) -> None:
    """A warning must be worth reading."""
    assert len(note(f"## a\n\n{{{{c1::{inside}}}}}\n").deletions) == 1


def test_a_deletion_in_a_hint_is_an_error() -> None:
    """A hint is text."""
    found = problem("## Q\n\n{{c1::a::{{c2::b}}}}")
    assert (found.code, underlined(found)) == ("cloze-in-hint", "{{c2::")
