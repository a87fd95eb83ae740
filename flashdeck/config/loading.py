"""The settings in force: the defaults, then the file, then what one call overrides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from flashdeck.config.files import settings_of
from flashdeck.config.keys import KEYS, conflict
from flashdeck.config.settings import ANKI, BY_NAME, SETTINGS, Setting, Settings
from flashdeck.config.values import written
from flashdeck.model import UserError


@dataclass(frozen=True, slots=True)
class Loaded:
    """Settings, and for each full name where it comes from: `default`, a file's name or `--set`.

    A deck's override is named `decks.NAME.SETTING`.
    """

    settings: Settings
    origins: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a value stands, in words, and with which code a fault there ends the program."""

    name: str
    exit_code: int = 1


def load(root: Path | None, overrides: Sequence[tuple[str, str]] = ()) -> Loaded:
    """The settings of the collection at `root` (None: no collection, so the defaults), overridden by `overrides`.

    A bare name sets every setting of that name: `leech-threshold` also Anki's. Raises `UserError` for a file that is
    not TOML (exit code 1), for an unknown key or a value out of range, in a file (1) or among the overrides (2), for
    one key that would do two things (likewise), and for a scheduler whose package is not there (1).
    """
    settings = Settings()
    origins = {setting.full_name: "default" for setting in SETTINGS}
    path, table = settings_of(root) if root is not None else (None, {})
    if path is not None:
        decks = _decks(table.pop("decks", {}), path)
        origins |= {f"decks.{deck}.{name}": path.name for deck, chosen in decks.items() for name in chosen}
        values = dict(_tables(table, _Place(str(path))))
        origins |= dict.fromkeys(values, path.name)
        settings = replace(settings.having(values), decks=decks)
        _see_that_keys_differ(settings, _Place(f"{path}, [{KEYS}]"))
    place = _Place("--set", exit_code=2)
    for name, text in overrides:
        values = {setting.full_name: _parsed(setting, text, place) for setting in _named(name, BY_NAME, place)}
        origins |= dict.fromkeys(values, place.name)
        settings = settings.having(values)
    _see_that_keys_differ(settings, place)
    _see_that_it_is_installed(settings.scheduler)
    return Loaded(settings, origins)


def _tables(table: Mapping[str, Any], place: _Place) -> Iterator[tuple[str, object]]:
    """The settings of a file by full name: those at its top level, and those of its tables for Anki and for keys."""
    allowed = {name: setting for name, setting in BY_NAME.items() if not setting.table}
    for name, value in table.items():
        if name in (ANKI, KEYS) and isinstance(value, dict):
            yield from _inner_table(name, value, place)
        else:
            (setting,) = _named(name, allowed, place)
            yield name, _parsed(setting, value, place)


def _inner_table(table: str, values: Mapping[str, Any], place: _Place) -> Iterator[tuple[str, object]]:
    inner = _Place(f"{place.name}, [{table}]")
    allowed = {setting.name: setting for setting in SETTINGS if setting.table == table}
    for name, value in values.items():
        (setting,) = _named(name, allowed, inner)
        yield setting.full_name, _parsed(setting, value, inner)


def _decks(tables: Any, path: Path) -> dict[str, Mapping[str, object]]:
    """The overrides by deck and full name, each key and value checked; Anki's names may stand in a table of their own.

    A bare name overrides every setting of that name, as on the command line.
    """
    if not isinstance(tables, dict) or not all(isinstance(table, dict) for table in tables.values()):
        raise UserError(f'{path}: `decks` holds one table for each deck: write [decks."NAME"] above its settings.')
    allowed = {name: setting for name, setting in BY_NAME.items() if setting.of_deck}
    found: dict[str, Mapping[str, object]] = {}
    for deck, table in tables.items():
        place = _Place(f'{path}, [decks."{deck}"]')
        values: dict[str, object] = {}
        for name, value in table.items():
            if name == ANKI and isinstance(value, dict):
                values |= dict(_inner_table(ANKI, value, place))
            else:
                values |= {each.full_name: _parsed(each, value, place) for each in _named(name, allowed, place)}
        found[deck] = values
    return found


def _named(name: str, allowed: Mapping[str, Setting], place: _Place) -> list[Setting]:
    """The settings of that name, with or without their table; a `UserError` with the nearest name otherwise."""
    found = [setting for full_name, setting in allowed.items() if name in (full_name, setting.name)]
    if found:
        return found
    from difflib import get_close_matches

    near = get_close_matches(name, [*allowed, *(setting.name for setting in allowed.values())], n=1)
    way_out = f"did you mean `{near[0]}`?" if near else "`flashdeck config` lists the settings."
    raise UserError(f"{place.name}: there is no setting `{name}` here; {way_out}", exit_code=place.exit_code)


def _parsed(setting: Setting, value: Any, place: _Place) -> object:
    """The value as the setting has it; a `UserError` with the range otherwise."""
    try:
        return setting.parse(value)
    except (ValueError, KeyError, TypeError):
        wrong = f"`{setting.name} = {written(value)}` in {place.name}"
        raise UserError(f"{wrong} is out of range: {setting.range_text}.", exit_code=place.exit_code) from None


def _see_that_keys_differ(settings: Settings, place: _Place) -> None:
    """Raise where one key would do two things in a review."""
    if found := conflict(settings.keys):
        key, first, second = found
        raise UserError(
            f"{place.name}: `{key}` is a key of `{first}` and of `{second}`; give one of them another.",
            exit_code=place.exit_code,
        )


def _see_that_it_is_installed(scheduler: str) -> None:
    """Raise where the scheduler is the package `fsrs`, which is an extra, and the package is not there."""
    if scheduler != "fsrs":
        return
    from importlib.util import find_spec

    if find_spec("fsrs") is None:
        raise UserError("The fsrs scheduler needs the package `fsrs`: `pip install 'flashdeck[fsrs]'` installs it.")
