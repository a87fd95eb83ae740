"""`flashdeck init`: a new collection."""

from __future__ import annotations

from pathlib import Path

import click

from flashdeck.commands.context import Context
from flashdeck.commands.options import command
from flashdeck.commands.printing import say
from flashdeck.config import CARDS_FOLDER, PROJECT_FILE, SETTINGS, SETTINGS_FILE, Settings, is_configured, written
from flashdeck.model import UserError

EXAMPLE_FILE = "first.md"

EXAMPLE_CARDS = """\
---
tags: [example]
---

# Writing cards

Text up here is free. A heading of level 2 is a question, and what stands below it is the answer.

## How much memory does an H100 SXM carry? {#h100-memory source="NVIDIA H100 datasheet, 2023"}

80 GB of HBM3.

## Reduce-scatter {#reduce-scatter .reversed}

A collective operation after which each rank holds one shard of the sum. With `.reversed`, a second card shows this
text and asks for the heading.

## Ring all-reduce {#ring-all-reduce}

Each of $n$ ranks sends and receives {{c1::$2\\frac{n-1}{n}S$::how much}} bytes to sum vectors of {{c2::$S$}} bytes.
"""


@command(examples=("flashdeck init", "flashdeck init ~/cards"))
@click.argument("folder", metavar="[DIR]", default=".", type=click.Path(path_type=Path))
def init(context: Context, folder: Path) -> None:  # noqa: ARG001 (every command is given the context)
    """Start a new collection: cards/ with an example file, and flashdeck.toml.

    DIR is made if it is not there; without it, the working directory becomes a collection. What is there is never
    overwritten.
    """
    _refuse_to_overwrite(folder)
    try:
        (folder / CARDS_FOLDER).mkdir(parents=True)
        _write_new(folder / SETTINGS_FILE, settings_text())
        _write_new(folder / CARDS_FOLDER / EXAMPLE_FILE, EXAMPLE_CARDS)
    except OSError as error:
        raise UserError(f"{error.filename or folder} cannot be written: {error.strerror}.") from error
    cards = folder / CARDS_FOLDER / EXAMPLE_FILE
    enter = "" if folder == Path() else f"cd {folder} && "
    say(f"A new collection: {cards} with three example notes, and {folder / SETTINGS_FILE} with every setting.")
    say(f"Write your cards into {folder / CARDS_FOLDER}/, one Markdown file for each topic; then:")
    say(f"  {enter}flashdeck check     finds what is wrong in them")
    say(f"  {enter}flashdeck review    starts today's review")


def _refuse_to_overwrite(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise UserError(f"{folder} is a file: name a folder for the collection.")
    for name in (SETTINGS_FILE, CARDS_FOLDER):
        if (folder / name).exists() or (folder / name).is_symlink():
            raise UserError(f"{folder / name} is already there, and nothing was changed: name another folder.")
    if is_configured(folder):
        raise UserError(f"{folder / PROJECT_FILE} already has [tool.flashdeck]: make {folder / CARDS_FOLDER} by hand.")


def _write_new(path: Path, text: str) -> None:
    with path.open("x", encoding="utf-8", newline="\n") as file:
        file.write(text)


_TABLES = {"anki": "# For the scheduler `anki`:", "keys": "# The keys of a review:"}


def settings_text() -> str:
    """`flashdeck.toml` with every setting at its default, behind a `#`, and what it is for."""
    lines = ["# The settings of this collection, each at its default: take away the `#` and change the value."]
    table = ""
    for setting in SETTINGS:
        if setting.table != table:
            table = setting.table
            lines += ["", _TABLES[table], f"[{table}]"]
        default = Settings().value_of(setting)
        lines += ["", f"# {setting.about[0].upper()}{setting.about[1:]}: {setting.range_text}."]
        lines.append(f"# {setting.name} = {written(default)}")
    lines += ["", "# For one deck and the decks below it:", '# [decks."gpu"]', "# new-per-day = 5", ""]
    return "\n".join(lines)
