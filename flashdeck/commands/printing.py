"""Printing: data to stdout, everything else to stderr, and nothing that a terminal would obey."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from flashdeck.diagnostics import visible


def counted(number: int, noun: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def folded(text: str) -> str:
    """Text of several lines as one."""
    return " ".join(text.split())


def shown_path(path: Path) -> str:
    """A path as short as it can be written from here."""
    try:
        return str(path.relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)


def say(text: str = "") -> None:
    """One line of data to stdout; control characters in it are shown, never sent."""
    click.echo(visible(text))


def warn(text: str) -> None:
    """One line to stderr; control characters in it are shown, never sent."""
    click.echo(visible(text), err=True)


def print_json(content: Mapping[str, Any]) -> None:
    """One JSON object with its schema number to stdout, in ASCII where stdout is not UTF-8."""
    import json

    encoding = (sys.stdout.encoding if sys.stdout is not None else "utf-8").lower().replace("-", "")
    click.echo(json.dumps({"schema": 1, **content}, ensure_ascii=encoding != "utf8", indent=2))
