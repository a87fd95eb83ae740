"""Whose history goes where: told on stderr, and asked where only a person can know and one sits at a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from textwrap import shorten
from typing import TYPE_CHECKING

import click

from flashdeck.commands.printing import counted, warn
from flashdeck.model import UserError

if TYPE_CHECKING:
    from flashdeck.store.collection import Collection
    from flashdeck.store.guard import MassRetirementError
    from flashdeck.store.renames import Choice, Rename

_TOLD = 10
_LONGEST_FRONT = 80


def is_asking_possible() -> bool:
    """Whether somebody sees a question and can answer it: a terminal on all three streams."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def may_retire(error: MassRetirementError) -> bool:
    """Ask whether that many notes may retire; False where nobody can be asked. Raises UserError for a no."""
    if not is_asking_possible():
        return False
    warn(error.message)
    if not click.confirm("Let them retire?", err=True):
        raise UserError("Nothing was changed.")
    return True


# ---------------------------------------------------------------------------------------------- renames


def tell_renames(renames: Iterable[Rename]) -> None:
    """Say which history went on under another name, ten lines at most; an id that was added is nothing to tell."""
    told = list(dict.fromkeys(filter(None, map(_renamed, renames))))
    for line in told[:_TOLD]:
        warn(f"history kept: {line}")
    if len(told) > _TOLD:
        warn(f"history kept: {counted(len(told) - _TOLD, 'more card')}")


def _renamed(rename: Rename) -> str | None:
    old, new = _shown(rename.before.front), _shown(rename.after.front)
    if old != new:
        return f"'{old}' is now '{new}'"
    before, after = (trace.key.partition("/")[0] for trace in (rename.before, rename.after))
    if before == after or "~" in (before[0], after[0]):
        return None
    return f"'#{before}' is now '#{after}'"


def _shown(front: str) -> str:
    return shorten(front, _LONGEST_FRONT, placeholder="…")


# ---------------------------------------------------------------------------------------------- choices


def settle_choices(collection: Collection) -> None:
    """Ask to which of several cards each history goes; where nobody can be asked, say that it goes to none."""
    taken: set[str] = set()
    for choice in collection.choices:
        options = [option for option in choice.options if taken.isdisjoint(_keys(option[1]))]
        if not is_asking_possible():
            warn(_undecided(choice))
        elif options and (chosen := _ask(choice, [front for front, _ in options])):
            renames = options[chosen - 1][1]
            taken.update(_keys(renames))
            collection.keep_history(renames)
            tell_renames(renames)


def _keys(renames: Sequence[Rename]) -> set[str]:
    return {rename.after.key for rename in renames}


def _ask(choice: Choice, fronts: Sequence[str]) -> int:
    """The number of the card, from 1, that a person takes for the one that is gone; 0 for none."""
    warn(f"'{_shown(choice.front)}' is gone. Which card is it now?")
    for number, front in enumerate(fronts, 1):
        warn(f"  {number}  {_shown(front)}")
    warn("  0  none of them: its history is kept aside")
    chosen: int = click.prompt("Number", type=click.IntRange(0, len(fronts)), default=0, err=True)
    return chosen


def _undecided(choice: Choice) -> str:
    fronts = " or ".join(f"'{_shown(front)}'" for front, _ in choice.options)
    return (
        f"'{_shown(choice.front)}' is gone and may be {fronts} now: its history is kept aside. To pass it on, bring "
        "the old heading back and change one card at a time."
    )
