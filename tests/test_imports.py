"""What each command may load: the daily ones start fast because they load little."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

PROBE = """\
import sys
from flashdeck.cli import main
try:
    main(sys.argv[2:])
except SystemExit as end:
    code = end.code
modules = sorted(sys.modules)
import json
open(sys.argv[1], "w").write(json.dumps([code, modules]))
"""

CARDS = """\
# Accelerators

## How much HBM does an H100 SXM carry? {#h100-memory}

80 GB of HBM3.

## Ring all-reduce {#ring}

A ring of {{c1::$n$}} ranks moves {{c2::$S$}} bytes.

## What is its memory bandwidth? {#h100-bandwidth .typed .suspended tolerance=2%}

3.35 TB/s

## How long does it take to read its memory? {#h100-read .drill .suspended tolerance="1 ms"}

{{part}} % of it.

```vars
part = 10, 50, 100
answer = 80 / 3350 * part / 100 * 1000
unit = ms
```
"""

STARTERS = {"flashdeck", "flashdeck.cli", "flashdeck.model", "flashdeck.commands", "flashdeck.commands.options"}
"""Our own modules that are loaded before a command is known."""


UNNAMED = {
    "_distutils_hack",  # setuptools, in every interpreter of an environment that has it
    "sitecustomize",
    "usercustomize",
    "cython_runtime",  # PyYAML's
    "htmlparser",  # Markdown's own copy of Python's
}
"""What stands among the modules under a name that is no package's."""


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A collection whose index is up to date and whose log holds an answer."""
    folder = tmp_path_factory.mktemp("warm")
    (folder / "cards").mkdir()
    (folder / "cards" / "gpu.md").write_text(CARDS, encoding="utf-8")
    for _ in range(2):
        loaded(folder, "review", "--plain", keys=" 3q")
    return folder


def loaded(folder: Path, *arguments: str, keys: str = "") -> set[str]:
    """The modules that are there after a call in a fresh interpreter."""
    answer = folder / "modules.json"
    run = subprocess.run(
        [sys.executable, "-c", PROBE, str(answer), *arguments],
        cwd=folder,
        input=keys,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert run.returncode == 0, run.stderr
    code, modules = json.loads(answer.read_text(encoding="utf-8"))
    answer.unlink()
    assert code == 0, run.stderr
    return set(modules)


def packages(modules: set[str]) -> set[str]:
    """The packages among them that are neither ours nor Python's."""
    tops = {name.split(".")[0] for name in modules if not name.startswith("__")}
    foreign = {top for top in tops if top not in sys.stdlib_module_names and not top.startswith("_cython_")}
    return foreign - {"flashdeck", *UNNAMED}


def ours(modules: set[str]) -> set[str]:
    return {name for name in modules if name.split(".")[0] == "flashdeck"}


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["--about"]])
def test_help_loads_click_and_the_table(warm: Path, arguments: list[str]) -> None:
    """No command, no settings, no TOML, no SQLite."""
    modules = loaded(warm, *arguments)
    assert ours(modules) <= STARTERS
    assert packages(modules) == {"click"}
    assert modules.isdisjoint({"tomllib", "sqlite3", "json", "importlib.metadata", "difflib"})


@pytest.mark.parametrize(
    ("arguments", "allowed"),
    [
        (["config"], {"click"}),
        (["simulate", "good"], {"click"}),
        (["due"], {"click"}),
        (["due", "--json"], {"click"}),
        (["cards"], {"click", "rich"}),
        (["cards", "--json"], {"click"}),
        (["undo"], {"click", "rich"}),
        (["stats", "--json"], {"click"}),
        (["check"], {"click", "yaml"}),
        (["doctor"], {"click", "yaml"}),
        (["cards", "--json", "--html"], {"click", "markdown", "pymdownx", "pygments", "yaml"}),
        (["stats"], {"click", "rich"}),
        (
            ["export"],
            {
                "click",
                "markdown",
                "pymdownx",
                "pygments",
                "yaml",
                "genanki",
                "cached_property",
                "chevron",
                "frozendict",
            },
        ),
    ],
)
def test_what_a_command_loads_with_a_warm_index(warm: Path, arguments: list[str], allowed: set[str]) -> None:
    """Neither Textual nor sqlite-utils; Markdown and genanki only where HTML or a package comes out."""
    assert packages(loaded(warm, *arguments)) <= allowed


def test_an_import_loads_what_reads_a_package_and_writes_cards(warm: Path) -> None:
    """Nothing of what writes a package, asks a network or draws a screen."""
    loaded(warm, "export", "-o", "x.apkg")
    allowed = {
        "click",
        "markdown",
        "pymdownx",
        "pygments",
        "yaml",
        "zstandard",
        "bs4",
        "soupsieve",
        "markdownify",
        "six",
    }
    allowed |= {"charset_normalizer", "typing_extensions"}  # by way of bs4
    assert packages(loaded(warm, "import", "x.apkg")) <= allowed


@pytest.mark.parametrize("arguments", [["due"], ["cards", "--json"]])
def test_the_daily_question_loads_neither_compiler_nor_renderer(warm: Path, arguments: list[str]) -> None:
    """With a warm index the card files are only looked at, and the answer is one query."""
    rooms = {name.split(".")[1] for name in ours(loaded(warm, *arguments)) if "." in name}
    assert rooms.isdisjoint({"compile", "render", "review", "anki", "syntax"})


def test_the_daily_question_loads_nothing_that_folds(warm: Path) -> None:
    """Where the log says nothing new, nothing is replayed, and of the schedulers only the one in force is named."""
    there = loaded(warm, "due")
    assert "flashdeck.schedule.sm2" in there
    for name in (
        "schedule.fold",
        "schedule.standing",
        "schedule.anki",
        "schedule.fsrs",
        "store.folding",
        "store.seats",
    ):
        assert f"flashdeck.{name}" not in there
    assert "multiprocessing" not in there


def test_a_list_of_cards_loads_what_shows_a_formula(warm: Path) -> None:
    """Of the renderer that alone, and nothing of the compiler."""
    modules = ours(loaded(warm, "cards"))
    assert "flashdeck.render.notation" in modules
    assert modules.isdisjoint({"flashdeck.compile", "flashdeck.render.html", "flashdeck.render.terminal"})


@pytest.mark.parametrize("line", ["flashdeck ", "flashdeck review ", "flashdeck cards is:", "flashdeck review --set "])
def test_a_tab_loads_little(warm: Path, monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    """A person waits for it: no compiler, no scheduler, no review; and no command to name the commands."""
    monkeypatch.setenv("_FLASHDECK_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_LINE", line)
    modules = loaded(warm)
    assert packages(modules) == {"click"}
    assert {name.split(".")[1] for name in ours(modules) if "." in name} <= {
        "cli", "commands", "config", "diagnostics", "model", "store"
    }  # fmt: skip
    assert {name for name in ours(modules) if name.startswith("flashdeck.store.")} <= {"flashdeck.store.glance"}
    if line == "flashdeck ":
        assert ours(modules) <= {*STARTERS, "flashdeck.commands.shells"}


def test_review_in_plain_loads_no_screen(warm: Path) -> None:
    """`review --plain` renders Markdown into lines; Textual, genanki and sqlite-utils stay away."""
    modules = loaded(warm, "review", "--plain", keys=" 3q")
    assert packages(modules).isdisjoint({"textual", "genanki", "sqlite_utils", "pluggy", "pandas", "pint"})
    assert "flashdeck.review.screen" not in modules


def test_a_review_loads_what_judges_and_computes_when_a_card_asks_for_it(warm: Path) -> None:
    """A person waits for the first card, which mostly is neither typed nor a drill."""
    rooms = {name.split(".")[1] for name in ours(loaded(warm, "review", "--plain", keys=" 3q")) if "." in name}
    assert "review" in rooms
    assert rooms.isdisjoint({"answers", "drills", "compile"})
