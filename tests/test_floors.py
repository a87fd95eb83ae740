"""The house: imports go down the floors only, and each room names only what it may.

The source is read, not run: what a function imports late counts as well.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import flashdeck

HOUSE = Path(flashdeck.__file__).parent

FLOORS = {
    "model": 0,
    "config": 1,
    "diagnostics": 1,
    "syntax": 1,
    "answers": 1,
    "drills": 1,
    "compile": 2,
    "schedule": 2,
    "render": 2,
    "store": 3,
    "review": 4,
    "anki": 4,
    "stats": 4,
    "commands": 5,
    "cli": 6,
}

CORE = ("model", "diagnostics", "syntax", "answers", "drills", "compile", "schedule", "render")

THIRD_PARTY = {
    "answers": {"pint"},
    "compile": {"yaml"},
    "schedule": {"fsrs"},
    "render": {"markdown", "pygments", "pylatexenc", "pymdownx", "rich"},
    "store": {"platformdirs", "sqlite_utils"},
    "review": {"rich", "textual"},
    "anki": {"bs4", "genanki", "markdownify", "zstandard"},
    "stats": {"rich"},
    "commands": {"click"},
    "cli": {"click"},
}
"""What each room may import beside the standard library; a room that is not listed imports nothing."""

ONLY_IN = {
    "bs4": {"anki/adopting/prose/converter.py"},
    "fsrs": {"schedule/fsrs.py"},
    "markdownify": {"anki/adopting/prose/converter.py"},
    "pint": {"answers/units.py"},
    "pylatexenc": {"render/symbols.py", "render/tex.py"},
    "sqlite_utils": {"store/index.py", "store/migrations.py"},
    "textual": {"review/screen.py", "review/page.py", "review/panels.py", "review/widgets.py"},
    "yaml": {"compile/yamlblock.py"},
    "zstandard": {"anki/reading/archive.py"},
}
"""Heavy packages that have one place each."""

LATE = {
    "fsrs",
    "pint",
    "yaml",
    "markdown",
    "pymdownx",
    "pygments",
    "pylatexenc",
    "sqlite_utils",
    "rich",
    "textual",
    "genanki",
    "platformdirs",
}
"""What is imported inside the function that needs it."""

EARLY_IN = (
    "anki/",
    "render/",
    "review/page.py",
    "review/panels.py",
    "review/screen.py",
    "review/widgets.py",
    "stats/drawing/",
)
"""Modules that are themselves imported late, and so may import these at their top."""

PURE_STDLIB = {
    "__future__",
    "ast",
    "bisect",
    "collections",
    "copy",
    "dataclasses",
    "datetime",
    "decimal",
    "difflib",
    "enum",
    "functools",
    "hashlib",
    "heapq",
    "html",
    "itertools",
    "json",
    "math",
    "struct",
    "operator",
    "posixpath",
    "re",
    "string",
    "textwrap",
    "threading",
    "typing",
    "unicodedata",
    "urllib",
    "xml",
    "zlib",
}
"""The part of the standard library that the core may import: nothing in it reads a disk, a clock or a die."""

IMPURE_CALLS = {"open", "print", "input", "exec", "eval", "breakpoint", "__import__"}
IMPURE_METHODS = {"now", "today", "utcnow", "read_text", "read_bytes", "write_text", "write_bytes", "unlink", "mkdir"}


@dataclass(frozen=True)
class Import:
    """One import of a module, by its full name."""

    file: str
    line: int
    module: str
    is_early: bool

    @property
    def package(self) -> str:
        return self.module.split(".")[0]

    def __str__(self) -> str:
        return f"{self.file}:{self.line} imports {self.module}"


@cache
def sources() -> dict[str, ast.Module]:
    return {
        path.relative_to(HOUSE).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(HOUSE.rglob("*.py"))
    }


def room(file: str) -> str:
    """`compile/source.py` is in `compile`, `cli.py` in `cli`."""
    return file.split("/", maxsplit=1)[0].removesuffix(".py")


@cache
def imports() -> tuple[Import, ...]:
    return tuple(found for file, tree in sources().items() for found in _imports(file, tree))


def _imports(file: str, tree: ast.Module) -> Iterator[Import]:
    late = {id(inner) for node in ast.walk(tree) if _is_late(node) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(file, node.lineno, alias.name, id(node) not in late)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}:{node.lineno} imports by dots"
            module = node.module or ""
            names = [f"flashdeck.{alias.name}" for alias in node.names] if module == "flashdeck" else [module]
            for name in names:
                yield Import(file, node.lineno, name, id(node) not in late)


def _is_late(node: ast.AST) -> bool:
    """Whether what stands in this node is not run when the module is imported."""
    is_typing_only = isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    return is_typing_only or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)


def is_ours(found: Import) -> bool:
    return found.package == "flashdeck" and found.module.count(".") >= 1 and found.module != "flashdeck.__version__"


def is_third_party(found: Import) -> bool:
    return found.package != "flashdeck" and found.package not in sys.stdlib_module_names


def test_every_file_is_in_a_room() -> None:
    """A new file or folder is given its floor here before anything imports it."""
    assert {room(file) for file in sources()} - {"__init__", "__main__"} <= set(FLOORS)


def test_imports_go_down_the_floors_only() -> None:
    """No room imports one above it, nor another one on its floor."""
    climbing = [
        str(found)
        for found in imports()
        if is_ours(found) and room(found.file) in FLOORS
        if (target := found.module.split(".")[1]) != room(found.file) and FLOORS[target] >= FLOORS[room(found.file)]
    ]
    assert climbing == []


def test_commands_do_not_import_each_other() -> None:
    """They share the modules that are no commands, and nothing else."""
    from flashdeck.cli import COMMANDS, module_name

    commands = set(map(module_name, COMMANDS))
    crossing = [
        str(found)
        for found in imports()
        if room(found.file) == "commands" and found.module.startswith("flashdeck.commands.")
        if found.module.split(".")[2] in commands
    ]
    assert crossing == []


def test_each_room_imports_only_the_packages_it_is_given() -> None:
    """The core has one parser and one renderer; the disk, the screen and Anki's format have their own rooms."""
    strange = [
        str(found)
        for found in imports()
        if is_third_party(found) and found.package not in THIRD_PARTY.get(room(found.file), set())
    ]
    assert strange == []


def test_heavy_packages_have_one_place() -> None:
    """Elsewhere they would slow down what does not need them."""
    strange = [str(found) for found in imports() if found.file not in ONLY_IN.get(found.package, {found.file})]
    assert strange == []


def test_heavy_packages_are_imported_late() -> None:
    """At the top of a module only where that module is itself imported late."""
    early = [
        str(found)
        for found in imports()
        if found.is_early and found.package in LATE and not found.file.startswith(EARLY_IN)
    ]
    assert early == []


@pytest.mark.parametrize("name", CORE)
def test_the_core_imports_nothing_that_touches_the_world(name: str) -> None:
    """Not the disk, the clock, the environment, a process, or chance."""
    strange = [
        str(found)
        for found in imports()
        if room(found.file) == name
        if found.package in sys.stdlib_module_names and found.package not in PURE_STDLIB
    ]
    assert strange == []


@pytest.mark.parametrize("name", CORE)
def test_the_core_calls_nothing_that_touches_the_world(name: str) -> None:
    """No open, print, now, today; time and texts are arguments."""
    touching = [
        f"{file}:{node.lineno} calls {called}"
        for file, tree in sources().items()
        if room(file) == name
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and (called := _impure(node.func))
    ]
    assert touching == []


def _impure(function: ast.expr) -> str:
    """The name of what is called, if the core must not call it."""
    if isinstance(function, ast.Name) and function.id in IMPURE_CALLS:
        return function.id
    if isinstance(function, ast.Attribute) and function.attr in IMPURE_METHODS:
        return function.attr
    return ""


def test_no_file_is_too_long_to_be_seen_whole() -> None:
    """Past 400 lines a file is two files."""
    lengths = {path.relative_to(HOUSE).as_posix(): path.read_text("utf-8").count("\n") for path in HOUSE.rglob("*.py")}
    assert {file: length for file, length in lengths.items() if length > 400} == {}
