"""The pages of the manual as text: `python -m tests.commands.golden` writes them anew; read the diff."""

from __future__ import annotations

import os
from pathlib import Path
from unittest import mock

from click.testing import CliRunner

from flashdeck.cli import COMMANDS, main
from flashdeck.commands.topics import TOPICS

FOLDER = Path(__file__).parent / "manual"
PAGES = ("", *COMMANDS, *TOPICS)
"""Every page; the first is the list of them."""


def page(name: str, columns: int = 80) -> str:
    """What `flashdeck help NAME` prints into a pipe, in a window of so many columns."""
    with mock.patch.dict(os.environ, COLUMNS=str(columns)):
        result = CliRunner().invoke(main, ["help", *([name] if name else [])], prog_name="flashdeck")
    assert result.exit_code == 0, result.output
    return result.stdout


def path(name: str) -> Path:
    """The file of a page."""
    return FOLDER / f"{name or 'list'}.txt"


def write() -> None:
    """Write all pages."""
    FOLDER.mkdir(exist_ok=True)
    for name in PAGES:
        path(name).write_text(page(name), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write()
