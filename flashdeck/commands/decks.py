"""Decks as people name them, on the command line and in settings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flashdeck.model import UserError


def see_that_decks_exist(named: Sequence[str], existing: Sequence[str]) -> None:
    """Raise `UserError` for a name that is neither a deck nor one above a deck, with the nearest that is."""
    for deck in named:
        if not is_deck(deck, existing):
            raise UserError(no_deck(deck, existing))


def is_deck(name: str, existing: Iterable[str]) -> bool:
    """Whether it is the name of a deck, or of one above a deck."""
    return any(f"{deck}::".startswith(f"{name}::") for deck in existing)


def no_deck(name: str, existing: Sequence[str]) -> str:
    """The sentence for a name that is no deck's, with the nearest that is."""
    if not existing:
        return f"There is no deck `{name}`, for there are no cards yet: `flashdeck help card-files` shows how to write."
    near = nearest(name, with_those_above(existing))
    way_out = f"did you mean {quoted(near)}?" if near else "`flashdeck cards` lists the cards with their decks."
    return f"There is no deck `{name}`: {way_out}"


def overrides_of_no_deck(overridden: Iterable[str], existing: Sequence[str]) -> list[str]:
    """A sentence for each deck that has settings of its own and does not exist."""
    return [
        f'The settings of [decks."{name}"] hold for no card. {no_deck(name, existing)}'
        for name in overridden
        if not is_deck(name, existing)
    ]


def with_those_above(names: Iterable[str]) -> list[str]:
    """Each name of a deck or a tag behind those that it stands below: `gpu`, `gpu::memory`."""
    found: dict[str, None] = {}
    for name in names:
        parts = name.split("::")
        found.update(("::".join(parts[:depth]), None) for depth in range(1, len(parts) + 1))
    return list(found)


def nearest(name: str, existing: Sequence[str]) -> list[str]:
    """The names that are most like it; none where nothing is."""
    from difflib import get_close_matches

    return get_close_matches(name, existing, cutoff=0.5)


def quoted(names: Sequence[str]) -> str:
    """`` `a` or `b` ``."""
    return " or ".join(f"`{name}`" for name in names)
