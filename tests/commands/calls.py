"""Calls of commands, in this process or in one of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from flashdeck.cli import main

MORNING = "2026-12-01T09:00:00+00:00"
NEXT_DAY = "2026-12-02T09:00:00+00:00"


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
    return path


def call(*arguments: str, now: str = MORNING, keys: str = "", code: int = 0) -> Result:
    """Run a command here; it must end with that exit code and without a traceback."""
    result = CliRunner().invoke(main, ["--now", now, *arguments], input=keys, prog_name="flashdeck")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == code, result.output
    return result


def report(*arguments: str, now: str = MORNING, code: int = 0) -> Any:
    """What a command prints as JSON."""
    found = json.loads(call(*arguments, "--json", now=now, code=code).stdout)
    assert found.pop("schema") == 1
    return found


def review(keys: str, now: str = MORNING) -> None:
    """A sitting from a pipe."""
    call("review", "--plain", now=now, keys=keys)


def spawn(*arguments: str, cwd: Path, now: str = MORNING) -> subprocess.CompletedProcess[str]:
    """Run a command as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "flashdeck", "--now", now, *arguments],
        cwd=cwd,
        capture_output=True,
        encoding="utf-8",
        check=False,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "PYTHONUTF8": "1"},
    )


def tree(folder: Path) -> dict[str, bytes | None]:
    """Every path below a folder, with the bytes of the files."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }


def texts(folder: Path) -> dict[str, bytes | None]:
    """The same without the index, which any command may bring up to date."""
    return {path: content for path, content in tree(folder).items() if not path.startswith(".flashdeck/index.db")}
