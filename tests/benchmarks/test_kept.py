"""The ratios that are kept: what is worse is told, and the guide shows what is kept."""

from __future__ import annotations

import pytest

from tests.benchmarks import __main__ as bench
from tests.benchmarks import kept
from tests.benchmarks.measuring import Figure, compare

RATIOS = {"due": {"1000": 2.0}}


@pytest.mark.parametrize(("ratio", "is_worse"), [(1.0, False), (2.4, False), (2.41, True)])
def test_a_fifth_above_what_is_kept_is_worse(ratio: float, is_worse: bool) -> None:  # noqa: FBT001 (of a table)
    """And red on a terminal; what was never kept is not."""
    assert kept.is_worse(Figure("due", 1000, ratio, 1, ratio), RATIOS) is is_worse
    assert not kept.is_worse(Figure("due", 10_000, ratio, 1, ratio), RATIOS)
    assert not kept.is_worse(Figure("cards", 1000, ratio, 1, ratio), RATIOS)


def test_red_is_for_terminals_that_want_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither in a file nor with NO_COLOR."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert bench.red("line") == "\x1b[31mline\x1b[0m"
    monkeypatch.setenv("NO_COLOR", "1")
    assert bench.red("line") == "line"
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setattr("sys.stdout.isatty", lambda: False)
    assert bench.red("line") == "line"


def test_the_guide_shows_what_is_kept() -> None:
    """`make bench ARGS=--keep` writes both."""
    assert kept.markdown() in kept.GUIDE.read_text(encoding="utf-8")


def test_the_median_is_that_of_the_ratios() -> None:
    """A pair is measured in one go, so that what else the machine does falls on both."""
    ours, bare = iter([2.0, 30.0, 2.0]), iter([1.0, 10.0, 1.0])
    assert compare("due", 1000, lambda: next(ours), lambda: next(bare), pairs=3) == Figure("due", 1000, 2.0, 1.0, 2.0)
