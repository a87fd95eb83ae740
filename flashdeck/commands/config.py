"""`flashdeck config`: the settings in force."""

from __future__ import annotations

from typing import Any

from flashdeck.commands.context import Context
from flashdeck.commands.decks import overrides_of_no_deck
from flashdeck.commands.options import command
from flashdeck.commands.printing import print_json, say, warn
from flashdeck.config import BY_NAME, Loaded, plain, written
from flashdeck.model import UserError


@command(reports=True, examples=("flashdeck config", "flashdeck config --set new-per-day=5 --json"))
def config(context: Context) -> None:
    """Show the settings in force and where each comes from.

    They stand in flashdeck.toml beside cards/, or in [tool.flashdeck] of pyproject.toml; --set overrides them for one
    call. Outside of a collection the defaults are shown.
    """
    rows = _rows(context.loaded_anywhere)
    for sentence in _overrides_of_no_deck(context):
        warn(sentence)
    if context.json:
        place = None if context.is_outside else str(context.root)
        print_json({"collection": place, "settings": rows})
        return
    if context.is_outside:
        say("No collection here or in a folder above; without one, these settings hold:")
    else:
        say(f"Settings of the collection in {context.root}:")
    assignments = [f"{row['name']} = {written(row['value'])}" for row in rows]
    width = max(map(len, assignments))
    for assignment, row in zip(assignments, rows, strict=True):
        say()
        say(f"{assignment:{width}}   {row['origin']}")
        say(f"    {row['about']}: {row['range']}")


def _overrides_of_no_deck(context: Context) -> list[str]:
    """What the settings say of decks that are not there; nothing where the cards cannot be read."""
    overridden = context.loaded_anywhere.settings.decks
    if not overridden:
        return []
    try:
        with context.collection() as collection:
            return overrides_of_no_deck(overridden, collection.decks())
    except UserError:
        return []


def _rows(loaded: Loaded) -> list[dict[str, Any]]:
    """The settings of the table, then what single decks override."""
    in_force = {name: (name, loaded.settings.value_of(setting)) for name, setting in BY_NAME.items()}
    for deck, chosen in loaded.settings.decks.items():
        in_force |= {f"decks.{deck}.{name}": (name, value) for name, value in chosen.items()}
    return [
        {
            "name": full_name,
            "value": plain(value),
            "origin": loaded.origins[full_name],
            "range": BY_NAME[name].range_text,
            "about": BY_NAME[name].about,
        }
        for full_name, (name, value) in in_force.items()
    ]
