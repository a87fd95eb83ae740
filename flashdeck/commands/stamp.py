"""`flashdeck stamp`: writes missing ids into headings."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

import click

from flashdeck.commands.context import Context
from flashdeck.commands.histories import is_asking_possible
from flashdeck.commands.options import command
from flashdeck.commands.printing import counted, say, warn
from flashdeck.diagnostics import visible
from flashdeck.model import UserError

if TYPE_CHECKING:
    from flashdeck.store.stamping import StampedFile, Stamping

_COLORS = {"+": "green", "-": "red", "@": "cyan"}


@command(examples=("flashdeck stamp", "flashdeck stamp cards/gpu-specs --dry-run", "flashdeck stamp --yes"))
@click.argument("paths", metavar="[PATH]...", nargs=-1, type=click.Path())
@click.option("--yes", "is_agreed", is_flag=True, help="Write without asking.")
@click.option("--dry-run", "is_dry", is_flag=True, help="Only show what would be written.")
def stamp(context: Context, paths: tuple[str, ...], *, is_agreed: bool, is_dry: bool) -> None:
    """Write missing ids into headings.

    With an id a card keeps its history however its front changes. PATH is a card file or a folder; without it, all
    card files. The changes are shown first, and then asked about; no other byte of a file changes, and a card's
    history and its note in Anki stay.
    """
    from flashdeck.store.stamping import plan, write

    with context.collection() as collection:
        stamping = plan(collection, _chosen(context.root, paths))
    for file in stamping.files:
        _show(file, color=context.color)
    for sentence in stamping.left:
        warn(sentence)
    if not stamping.files:
        warn("No id is missing." if not stamping.left else "Nothing to write.")
    elif not is_dry and (is_agreed or _is_wanted(stamping)):
        for file in stamping.files:
            write(context.root, file)
        with context.collection() as collection:
            _see_that_histories_are_kept(stamping, {note.key: note.guid for note in collection.notes()})
        warn(f"Wrote {_counted(stamping)}.")
    elif is_dry or not is_asking_possible():
        warn(f"Nothing was written: {_counted(stamping)} would be" + (" with --yes." if not is_dry else "."))


def _is_wanted(stamping: Stamping) -> bool:
    return is_asking_possible() and click.confirm(f"Write {_counted(stamping)}?", err=True)


def _counted(stamping: Stamping) -> str:
    return f"{counted(stamping.ids, 'id')} into {counted(len(stamping.files), 'file')}"


def _chosen(root: Path, paths: Sequence[str]) -> Callable[[str], bool]:
    """Whether a card file is, or is below, what the person named. Raises UserError for a path that is not there."""
    for path in paths:
        if not os.path.lexists(path):
            raise UserError(f"There is no `{path}`: name a card file or a folder of card files.", exit_code=2)
    targets = [Path(path).resolve() for path in paths]
    return lambda file: not targets or any((root / file).resolve().is_relative_to(target) for target in targets)


def _show(file: StampedFile, *, color: bool) -> None:
    """The change as a unified diff; line ends, which stay as they are, are left out."""
    before, after = ([line.rstrip("\r") for line in text.decode().split("\n")] for text in (file.before, file.after))
    for line in unified_diff(before, after, file.path, file.path, lineterm="", n=1):
        style = _COLORS.get(line[0]) if color else None
        say(line) if style is None else click.secho(visible(line), fg=style)


def _see_that_histories_are_kept(stamping: Stamping, guids: dict[str, str]) -> None:
    for file in stamping.files:
        for name, guid in file.guids.items():
            if guids.get(name) != guid:
                raise UserError(
                    f"{file.path} was changed while it was stamped: see with git diff what became of #{name}."
                )
