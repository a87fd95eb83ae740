"""Settings, and where the collection is.

A setting is one line of the table `SETTINGS`. It stands in `[tool.flashdeck]` of a `pyproject.toml` or, without that
prefix, in a `flashdeck.toml` beside `cards/`; `--set NAME=VALUE` overrides it for one call. This is the one room of
its floor that opens files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import time
from pathlib import Path
from typing import Any

from flashdeck.model import UserError

SETTINGS_FILE = "flashdeck.toml"
PROJECT_FILE = "pyproject.toml"
CARDS_FOLDER = "cards"
SCHEDULERS = ("sm2",)


class NoCollectionError(UserError):
    """Neither here nor in a folder above is a collection."""


# ---------------------------------------------------------------------------------------------- values


def _whole(low: int, high: int) -> Callable[[Any], int]:
    """A parser of whole numbers from `low` to `high`, from TOML or from the command line."""

    def parse(value: Any) -> int:
        number = int(value) if isinstance(value, str) and value.isascii() and value.isdigit() else value
        if isinstance(number, bool) or not isinstance(number, int) or not low <= number <= high:
            raise ValueError
        return number

    return parse


def _truth(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    return {"true": True, "false": False}[value]


def _rollover(value: Any) -> time:
    """`04:00`, as text or as a TOML time; only whole minutes."""
    parsed = time.fromisoformat(value) if isinstance(value, str) and len(value) == 5 else value
    if not isinstance(parsed, time) or parsed.second or parsed.microsecond or parsed.tzinfo:
        raise ValueError
    return parsed


def _months(value: Any) -> int:
    """`18 months`, `2 years`, or the bare number of months, up to 50 years."""
    number, _, unit = value.partition(" ") if isinstance(value, str) else (value, "", "")
    months_in = {"": 1, "month": 1, "months": 1, "year": 12, "years": 12}
    return _whole(1, 600)(_whole(1, 600)(number) * months_in[unit])


def _prefix(value: Any) -> str:
    if not isinstance(value, str) or (value and not all(part.strip() for part in value.split("::"))):
        raise ValueError
    return value


def _one_of(*names: str) -> Callable[[Any], str]:
    def parse(value: Any) -> str:
        if value not in names:
            raise ValueError
        return str(value)

    return parse


# ---------------------------------------------------------------------------------------------- the table


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its `parse` takes text or a TOML value, and raises where the value is out of `range_text`."""

    name: str
    default: object
    parse: Callable[[Any], object]
    range_text: str
    about: str

    @property
    def attribute(self) -> str:
        """The name of its field in `Settings`."""
        return {"stale-after": "stale_after_months"}.get(self.name, self.name.replace("-", "_"))


SETTINGS = (
    Setting("scheduler", "sm2", _one_of(*SCHEDULERS), ", ".join(SCHEDULERS), "how answers become intervals"),
    Setting("new-per-day", 20, _whole(0, 9999), "0 to 9999", "new cards shown on one day"),
    Setting("reviews-per-day", 200, _whole(0, 9999), "0 to 9999", "due cards shown on one day"),
    Setting("rollover", time(4), _rollover, "00:00 to 23:59", "when a new study day begins, local time"),
    Setting("max-interval", 36500, _whole(1, 365_000), "1 to 365000", "longest time between two reviews, in days"),
    Setting("leech-threshold", 8, _whole(0, 9999), "0 to 9999", "lapses that make a card a leech (0: never)"),
    Setting("bury-siblings", default=True, parse=_truth, range_text="true or false", about="one card of a note a day"),
    Setting("deck-prefix", "", _prefix, "a deck name, parts joined by ::", "put before deck names in exports"),
    Setting("stale-after", 18, _months, '1 to 600, or "2 years"', "months after which an as-of date is stale"),
)

DECK_SETTINGS = ("new-per-day", "reviews-per-day", "bury-siblings", "leech-threshold", "max-interval")
"""What `[decks."NAME"]` may override for a deck and the decks below it."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings in force; `decks` holds the overrides by deck name, each by the setting's written name."""

    scheduler: str = "sm2"
    new_per_day: int = 20
    reviews_per_day: int = 200
    rollover: time = time(4)
    max_interval: int = 36500
    leech_threshold: int = 8
    bury_siblings: bool = True
    deck_prefix: str = ""
    stale_after_months: int = 18
    decks: Mapping[str, Mapping[str, object]] = field(default_factory=dict)

    def for_deck(self, deck: str) -> Settings:
        """The settings of one deck: its own overrides, then those of the decks above it, the nearest first."""
        if not self.decks:
            return self
        parts = deck.split("::")
        merged: dict[str, object] = {}
        for depth in range(1, len(parts) + 1):
            merged |= self.decks.get("::".join(parts[:depth]), {})
        changes: dict[str, Any] = {_BY_NAME[name].attribute: value for name, value in merged.items()}
        return replace(self, **changes)


_BY_NAME = {setting.name: setting for setting in SETTINGS}


@dataclass(frozen=True, slots=True)
class Loaded:
    """Settings, and for each written name where it comes from: `default`, a file's name or `--set`.

    A deck's override is named `decks.NAME.SETTING`.
    """

    settings: Settings
    origins: Mapping[str, str]


# ---------------------------------------------------------------------------------------------- loading


def load(root: Path | None, overrides: Sequence[tuple[str, str]] = ()) -> Loaded:
    """The settings of the collection at `root` (None: no collection, so the defaults), overridden by `overrides`.

    Raises `UserError` for a file that is not TOML (exit code 1), and for an unknown key or a value out of range, in a
    file (1) or among the overrides (2).
    """
    values: dict[str, Any] = {}
    decks: dict[str, Mapping[str, object]] = {}
    origins = {setting.name: "default" for setting in SETTINGS}
    path, table = _settings_of(root) if root is not None else (None, {})
    if path is not None:
        decks = _decks(table.pop("decks", {}), path)
        origins |= {f"decks.{deck}.{name}": path.name for deck, chosen in decks.items() for name in chosen}
        for name, value in table.items():
            setting = _known(name, _BY_NAME, str(path))
            values[setting.attribute] = _parsed(setting, value, str(path))
            origins[name] = path.name
    for name, text in overrides:
        setting = _known(name, _BY_NAME, "--set", exit_code=2)
        values[setting.attribute] = _parsed(setting, text, "--set", exit_code=2)
        origins[name] = "--set"
    return Loaded(Settings(**values, decks=decks), origins)


def _decks(tables: Any, path: Path) -> dict[str, Mapping[str, object]]:
    """The overrides by deck, each key and value checked."""
    if not isinstance(tables, dict) or not all(isinstance(table, dict) for table in tables.values()):
        raise UserError(f'{path}: `decks` holds one table for each deck: write [decks."NAME"] above its settings.')
    allowed = {name: _BY_NAME[name] for name in DECK_SETTINGS}
    found: dict[str, Mapping[str, object]] = {}
    for deck, table in tables.items():
        place = f'{path}, [decks."{deck}"]'
        found[deck] = {name: _parsed(_known(name, allowed, place), value, place) for name, value in table.items()}
    return found


def _known(name: str, allowed: Mapping[str, Setting], place: str, *, exit_code: int = 1) -> Setting:
    """The setting of that name; a `UserError` with the nearest name otherwise."""
    if name in allowed:
        return allowed[name]
    from difflib import get_close_matches

    near = get_close_matches(name, allowed, n=1)
    way_out = f"did you mean `{near[0]}`?" if near else "`flashdeck config` lists the settings."
    raise UserError(f"{place}: there is no setting `{name}` here; {way_out}", exit_code=exit_code)


def _parsed(setting: Setting, value: Any, place: str, *, exit_code: int = 1) -> object:
    """The value as the setting has it; a `UserError` with the range otherwise."""
    try:
        return setting.parse(value)
    except (ValueError, KeyError, TypeError):
        wrong = f"`{setting.name} = {written(value)}` in {place}"
        raise UserError(f"{wrong} is out of range: {setting.range_text}.", exit_code=exit_code) from None


def plain(value: object) -> object:
    """A setting's value as JSON has it: a time is `04:00`."""
    return f"{value:%H:%M}" if isinstance(value, time) else value


def written(value: object) -> str:
    """A setting's value as a person writes it in TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    bare = plain(value)
    return f'"{bare}"' if isinstance(bare, str) else str(bare)


# ---------------------------------------------------------------------------------------------- files


def _settings_of(root: Path) -> tuple[Path | None, dict[str, Any]]:
    """The file that holds the settings of the collection at `root`, and their table."""
    own, project = root / SETTINGS_FILE, root / PROJECT_FILE
    table = _project_table(project)
    if not own.is_file():
        return (project, table) if table is not None else (None, {})
    if table:
        raise UserError(f"Settings stand in {own} and in [tool.flashdeck] of {project}: keep them in one of the two.")
    return own, _toml(own.read_bytes(), own)


def _project_table(path: Path) -> dict[str, Any] | None:
    """`[tool.flashdeck]` of a `pyproject.toml`; None where there is none.

    A file that nowhere says `flashdeck` is somebody else's and is not parsed, broken or not.
    """
    if not path.is_file():
        return None
    content = path.read_bytes()
    if b"flashdeck" not in content:
        return None
    table = _toml(content, path).get("tool", {})
    found = table.get("flashdeck") if isinstance(table, dict) else None
    return found if isinstance(found, dict) else None


def _toml(content: bytes, path: Path) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UserError(f"{path}, line {line}: the file is not UTF-8; save it as UTF-8.") from None
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{path} is not valid TOML: {error}.") from None


def find_collection(start: Path, named: str | None = None) -> Path:
    """The folder of the collection: the one `named`, or the nearest one at or above `start`.

    A folder with `flashdeck.toml`, or with a `pyproject.toml` that has `[tool.flashdeck]`, goes before one that merely
    has `cards/`. Raises `UserError` where `named` is no folder (exit code 2) or no collection (1), and
    `NoCollectionError` where none is found (1).
    """
    if named is not None:
        if not Path(named).is_dir():
            raise UserError(f"`{named}` is not a folder: --collection names the one that holds `cards/`.", exit_code=2)
        if not is_configured(Path(named)) and not (Path(named) / CARDS_FOLDER).is_dir():
            raise UserError(f"There is no collection in `{named}`: `flashdeck init {named}` starts one there.")
        return Path(named)
    upwards = [start, *start.parents]
    for folder in upwards:
        if is_configured(folder):
            return folder
    for folder in upwards:
        if (folder / CARDS_FOLDER).is_dir():
            return folder
    raise NoCollectionError(
        "There is no collection here or in a folder above: `flashdeck init` starts one, --collection DIR names one."
    )


def is_configured(folder: Path) -> bool:
    """Whether the folder holds settings of its own."""
    return (folder / SETTINGS_FILE).is_file() or _project_table(folder / PROJECT_FILE) is not None
