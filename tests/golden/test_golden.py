"""Each card file in this folder compiles to what its `.out` file says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden import CASES, FOLDER, outcome


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_golden(case: Path) -> None:
    """`make golden` writes the files anew, and the diff is read."""
    assert outcome(case) == case.with_suffix(".out").read_text(encoding="utf-8")


def test_each_outcome_has_its_case() -> None:
    """A case that was renamed leaves no `.out` file behind."""
    assert {out.stem for out in FOLDER.glob("*.out")} == {case.stem for case in CASES}
