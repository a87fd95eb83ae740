"""Decks as people name them on the command line."""

from __future__ import annotations

from collections.abc import Sequence

from flashdeck.model import UserError


def see_that_decks_exist(named: Sequence[str], existing: Sequence[str]) -> None:
    """Raise `UserError` for a name that is neither a deck nor one above a deck, with the nearest that is."""
    for deck in named:
        if any(f"{name}::".startswith(f"{deck}::") for name in existing):
            continue
        near = nearest(deck, existing)
        way_out = f"did you mean {quoted(near)}?" if near else "`flashdeck cards` lists the cards with their decks."
        raise UserError(f"There is no deck `{deck}`: {way_out}")


def nearest(name: str, existing: Sequence[str]) -> list[str]:
    """The names that are most like it; none where nothing is."""
    from difflib import get_close_matches

    return get_close_matches(name, existing, cutoff=0.5)


def quoted(names: Sequence[str]) -> str:
    """`` `a` or `b` ``."""
    return " or ".join(f"`{name}`" for name in names)
