"""`flashdeck help`: the manual."""

from __future__ import annotations

import json
import os
import shlex
import sys
from pathlib import Path

import pytest

from flashdeck.cli import COMMANDS
from flashdeck.commands.topics import TOPICS
from flashdeck.compile import compile_file
from flashdeck.compile.attributes import CLASSES, KEYS
from flashdeck.compile.frontmatter import _KEYS as FRONT_MATTER
from flashdeck.config import BY_NAME
from flashdeck.store.query import STATES
from tests.commands.calls import call
from tests.commands.golden import PAGES, page, path


@pytest.mark.parametrize("name", PAGES)
def test_the_pages_are_as_they_were_approved(name: str) -> None:
    """`make golden` writes them anew; the diff is to be read."""
    assert page(name) == path(name).read_text(encoding="utf-8")


def test_no_page_is_left_over() -> None:
    """Of a command or topic that is gone."""
    assert {file.name for file in path("").parent.iterdir()} == {path(name).name for name in PAGES}


@pytest.mark.parametrize(("columns", "widest"), [(50, 50), (88, 88), (200, 88)])
def test_a_page_fits_the_window_and_is_never_wider_than_can_be_read(columns: int, widest: int) -> None:
    """Text flows up to there."""
    longest = max(map(len, page("undo", columns).splitlines()))
    assert widest - 10 <= longest <= widest


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_the_sections_of_a_manual(name: str) -> None:
    """In this order, with others between."""
    titles = [line for line in page(name).splitlines() if line and line == line.upper() and line[0] != " "]
    usual = ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "EXIT STATUS"]
    assert [title for title in titles if title in usual] == usual


@pytest.mark.parametrize(
    ("name", "sections"),
    [
        ("review", ["KEYS", "FILES", "SETTINGS"]),
        ("check", ["DIAGNOSTICS", "FORMATS"]),
        ("cards", ["QUERIES"]),
        ("simulate", ["RATINGS"]),
    ],
)
def test_what_else_stands_on_a_page(name: str, sections: list[str]) -> None:
    """What belongs to one command alone."""
    assert set(sections) <= set(page(name).splitlines())


def test_the_list_names_every_command_and_topic() -> None:
    """Each with a line."""
    listed = {line.split()[0] for line in page("").splitlines() if line.startswith("  ") and line[2] != " "}
    assert listed == {*COMMANDS, *TOPICS}


def test_every_setting_stands_on_its_page() -> None:
    """With its table."""
    terms = {line.split()[0] for line in page("settings").splitlines() if line.startswith("    ")}
    assert set(BY_NAME) <= terms


def test_the_card_language_stands_on_one_page() -> None:
    """Each option of a heading and each key of the front matter; and its example is a right card file."""
    shown = page("card-files").splitlines()
    terms = {line.split()[0].partition("=")[0] for line in shown if line.startswith("    ") and line.strip()}
    assert {f".{name}" for name in CLASSES} | set(KEYS) | set(FRONT_MATTER) | {"#id"} <= terms
    start, end = shown.index("    ---"), shown.index("CARDS")
    example = "\n".join(line[4:] for line in shown[start:end])
    found = compile_file("cards/gpu.md", example.encode(), deck="gpu")
    assert (len(found.notes), found.diagnostics) == (3, ())
    start, end = shown.index("    ## Ring all-reduce time {#ring-time .drill tolerance=5%}"), shown.index("    ```") + 1
    drill = "\n".join(line[4:] for line in shown[start:end])
    found = compile_file("cards/drill.md", drill.encode(), deck="gpu")
    assert (len(found.notes), found.has_errors) == (1, False)


def test_the_states_of_a_query_stand_on_the_page_of_cards() -> None:
    """All of them."""
    assert {f"is:{state}" for state in STATES} <= set(page("cards").split())


def test_an_unknown_page(folder: Path) -> None:
    """Wrong usage, with the nearest name."""
    assert "There is no page `revew`: did you mean `review`?" in call("help", "revew", code=2).stderr
    assert "There is no page `zzz`: `flashdeck help` lists what there is." in call("help", "zzz", code=2).stderr


def test_no_collection_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Help is for those who have none yet."""
    monkeypatch.chdir(tmp_path)
    assert call("help", "init").stdout.startswith("NAME\n    flashdeck init - ")


@pytest.mark.skipif(os.name == "nt", reason="pseudo-terminals are POSIX")
def test_on_a_terminal_a_long_page_goes_through_the_pager(folder: Path) -> None:
    """With bold titles, unless colours are off; a page that fits the window is printed."""
    import pexpect

    program = folder / "pager.py"
    program.write_text(f"import json, sys\nopen({str(folder / 'paged')!r}, 'w').write(json.dumps(sys.stdin.read()))\n")
    pager = shlex.join([sys.executable, str(program)])

    def shown(*arguments: str, rows: int, **env: str) -> str:
        said = {"NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"}
        plain = {name: value for name, value in os.environ.items() if name not in said}
        call = shlex.join([sys.executable, "-m", "flashdeck", "help", *arguments])
        environment = {**plain, "TERM": "xterm", "PAGER": pager, **env}
        return str(pexpect.run(call, cwd=folder, env=environment, dimensions=(rows, 90), encoding="utf-8"))

    assert shown("review", rows=24).strip() == ""
    assert "\x1b[1mKEYS\x1b[0m" in json.loads((folder / "paged").read_text())
    shown("review", rows=24, NO_COLOR="1")
    assert "\x1b" not in json.loads((folder / "paged").read_text())
    (folder / "paged").unlink()
    assert "SYNOPSIS" in shown("undo", rows=60)
    assert not (folder / "paged").exists()
