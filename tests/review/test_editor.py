"""Which editor is started, and how it is told the line."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from flashdeck.model import UserError
from flashdeck.review import editor

FILE = Path("cards") / "a file.md"
ON_POSIX = pytest.mark.skipif(sys.platform == "win32", reason="the commands are those of POSIX systems")


def started(configured: str) -> list[str]:
    return editor.command({"EDITOR": configured}, FILE, 12)


@ON_POSIX
def test_visual_comes_before_editor_and_both_before_what_every_system_has() -> None:
    """A variable that is empty, or nothing but spaces, is not set."""
    assert editor.command({"VISUAL": "kak", "EDITOR": "nano"}, FILE, 3)[0] == "kak"
    assert editor.command({"VISUAL": "  ", "EDITOR": "nano"}, FILE, 3)[0] == "nano"
    assert editor.command({}, FILE, 3) == ["vi", "+3", str(FILE)]


@ON_POSIX
@pytest.mark.parametrize(
    "name", ["vi", "vim", "nvim", "nano", "emacs", "micro", "kak", "joe", "/usr/bin/vim.basic", "/opt/an\\ editor/nvim"]
)
def test_editors_of_the_terminal_get_the_line_first(name: str) -> None:
    """As `+LINE`, wherever they are installed; the file is one word, whatever its name."""
    assert started(name)[1:] == ["+12", str(FILE)]


@ON_POSIX
@pytest.mark.parametrize(
    ("configured", "words"),
    [
        ("code", ["--wait", "--goto", f"{FILE}:12"]),
        ("codium --wait", ["--wait", "--goto", f"{FILE}:12"]),
        ("code -w -n", ["-w", "-n", "--goto", f"{FILE}:12"]),
        ("hx", [f"{FILE}:12"]),
        ("subl", ["-w", f"{FILE}:12"]),
        ("subl -w", ["-w", f"{FILE}:12"]),
        ("emacsclient -t", ["-t", "+12", str(FILE)]),
        ("something 'with one' two", ["with one", "two", str(FILE)]),
    ],
)
def test_others_get_what_they_understand(configured: str, words: list[str]) -> None:
    """They are told to wait once; one that nobody knows gets the file alone; words are split as a shell would."""
    assert started(configured)[1:] == words


@ON_POSIX
def test_nothing_is_read_by_a_shell() -> None:
    """What a shell would obey is a word like any other."""
    assert started("vi; rm -rf /")[:4] == ["vi;", "rm", "-rf", "/"]


@ON_POSIX
def test_a_command_that_cannot_be_split_is_told() -> None:
    """In one sentence that names the variable."""
    with pytest.raises(UserError, match=r"^\$EDITOR is no command \(No closing quotation\): vi 'x$"):
        started("vi 'x")


def test_without_a_terminal_there_is_no_editor() -> None:
    """The sentence says where the card can be edited instead."""
    with pytest.raises(UserError, match=r"An editor needs a terminal: .*, line 12, can be edited elsewhere\."):
        editor.edit(FILE, 12)
