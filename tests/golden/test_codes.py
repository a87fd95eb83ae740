"""Every code of a problem occurs in some golden file, with help that a person can follow."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import flashdeck.compile
from tests.golden import CASES, problems

ROOM = Path(flashdeck.compile.__file__).parent
REPORTS = re.compile(r"_?(error|warning|flaw|refuse|of_file)|Flaw|BadYaml|Diagnostic")
CODE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)+")


def codes() -> set[str]:
    """The codes in the source of `compile/`: they are given to what reports a problem, or to a variable `code`."""
    return {code for path in ROOM.rglob("*.py") for code in _codes(ast.parse(path.read_text(encoding="utf-8")))}


def _codes(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        values: list[ast.expr] = []
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            values = node.args if REPORTS.fullmatch(name) else []
        elif isinstance(node, ast.Assign):
            names = [name.id for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)]
            values = list(ast.walk(node.value)) if "code" in names else []  # type: ignore[arg-type] # any node will do
        for value in values:
            if isinstance(value, ast.Constant) and isinstance(value.value, str) and CODE.fullmatch(value.value):
                yield value.value


FOUND = {problem.code: problem for case in CASES for problem in problems(case)[2]}


def test_every_code_has_a_golden_case() -> None:
    """Whoever adds a code adds a card file in which it occurs."""
    assert codes() - FOUND.keys() == set()


def test_every_code_is_found_in_the_source() -> None:
    """A code that is reported in a new way must not slip through the test above."""
    assert FOUND.keys() - codes() == set()


@pytest.mark.parametrize("code", sorted(FOUND))
def test_the_help_is_a_sentence(code: str) -> None:
    """It begins with a capital, ends with a full stop or a question mark, and the message does not."""
    problem = FOUND[code]
    assert re.fullmatch(r"[A-Z].*[.?]", problem.help, re.DOTALL)
    assert not problem.message.endswith((".", "?"))
