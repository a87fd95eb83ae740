"""A flashdeck whose doings are written down: `python -m tests.threats.watched RECORD ARGUMENT...`.

RECORD becomes a JSON list of what Python's own audit tells: programs that were started, connections that were made,
files that were opened, and how.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any
from urllib.parse import unquote

STARTS = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.startfile", "os.fork", "pty.spawn")
TALKS = ("socket.connect", "socket.getaddrinfo", "socket.bind", "urllib.Request", "webbrowser.open")
CHANGES = ("os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.chmod", "os.link", "os.symlink", "os.truncate")


def record(doings: list[list[str]], event: str, arguments: tuple[Any, ...]) -> None:
    """Write down an audit event, if it is of a kind that is watched."""
    if event in STARTS:
        doings.append(["start", str(arguments)])
    elif event in TALKS:
        doings.append(["talk", str(arguments)])
    elif event in CHANGES and not _is_told(event, arguments):
        doings.append(["change", _path(arguments[0])])
    elif event == "open" and isinstance(arguments[0], str | bytes):
        flags = arguments[2] if isinstance(arguments[2], int) else 0
        doings.append(["change" if flags & (os.O_WRONLY | os.O_RDWR) else "read", _path(arguments[0])])
    elif event == "sqlite3.connect" and (name := os.fsdecode(arguments[0])):  # without a name it is a passing one
        path, _, how = name.removeprefix("file:").partition("?")
        if "mode=memory" not in how:
            doings.append(["read" if how in ("immutable=1", "mode=ro") else "change", _path(unquote(path))])


def _is_told(event: str, arguments: tuple[Any, ...]) -> bool:
    """Whether it is of a file that is open, or in a folder that is, which both were told of when they were opened."""
    return isinstance(arguments[0], int) or (event in ("os.remove", "os.rmdir") and arguments[1] != -1)


def _path(name: object) -> str:
    return os.path.realpath(os.fsdecode(name)) if isinstance(name, str | bytes | os.PathLike) else str(name)


def main() -> None:
    """Run flashdeck with the arguments behind the first."""
    from flashdeck.cli import main as flashdeck

    doings: list[list[str]] = []
    is_over = False
    sys.addaudithook(lambda event, arguments: None if is_over else record(doings, event, arguments))
    try:
        flashdeck(sys.argv[2:], prog_name="flashdeck")
    finally:
        is_over = True
        Path(sys.argv[1]).write_text(json.dumps(doings), encoding="utf-8")


if __name__ == "__main__":
    main()
