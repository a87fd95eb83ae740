"""Note types, decks and the clock, as each of Anki's two database generations keeps them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from flashdeck.anki.reading import limits, wire
from flashdeck.anki.reading.database import Database, Row
from flashdeck.anki.reading.faults import Damaged
from flashdeck.anki.reading.values import AnkiClock, AnkiDeck, AnkiNotetype, AnkiTemplate

LATEST = 253_402_300_799
"""The last second of the year 9999, beyond which Python has no date."""

_CLOZE = 1
_ROLLOVER = 4
_DAY_MINUTES = 24 * 60


def describe(database: Database) -> tuple[AnkiClock, Mapping[int, AnkiNotetype], Mapping[int, AnkiDeck], int]:
    """The clock, note types and decks by id, and when the collection was last changed (ms since 1970).

    Raises Damaged where they are not as Anki writes them.
    """
    found = list(database.rows("col", "crt, mod, conf, models, decks", 1))
    if not found:
        raise Damaged("it is empty")
    created, modified, conf, models, decks = found[0]
    if not (_is_time(created, LATEST) and _is_time(modified, LATEST * 1000)):
        raise Damaged("its first row makes no sense")
    try:
        if database.has("notetypes"):
            return _clock(created, _config(database)), _modern_types(database), _modern_decks(database), modified
        return _clock(created, _object(conf)), _legacy_types(models), _legacy_decks(decks), modified
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise Damaged(f"its note types or decks cannot be read ({error})") from error


def _is_time(value: Any, latest: int) -> bool:
    return type(value) is int and 0 <= value <= latest


def _clock(created: int, config: Mapping[str, Any]) -> AnkiClock:
    """Anki keeps the offset in minutes west of UTC; a rollover of -2 means two hours before midnight."""
    west, hour = config.get("creationOffset"), config.get("rollover", _ROLLOVER)
    offset = -west if type(west) is int and abs(west) <= _DAY_MINUTES else None
    rollover = hour % 24 if type(hour) is int and -24 < hour < 24 else _ROLLOVER
    return AnkiClock(created, offset, rollover)


def _object(text: Any) -> dict[str, Any]:
    if text and len(text) > limits.LIST:
        raise ValueError("they are too long")
    found = json.loads(text or "{}")
    if not isinstance(found, dict):
        raise ValueError("no object")  # noqa: TRY004 (every fault is one kind)
    return found


# ---------------------------------------------------------------------------------------------- schema 11: JSON


def _legacy_types(models: str) -> dict[int, AnkiNotetype]:
    return {int(key): _legacy_type(int(key), model) for key, model in _object(models).items()}


def _legacy_type(number: int, model: Mapping[str, Any]) -> AnkiNotetype:
    fields = sorted(model["flds"], key=lambda field: int(field.get("ord") or 0))
    templates = sorted(model["tmpls"], key=lambda template: int(template.get("ord") or 0))
    return AnkiNotetype(
        id=number,
        name=str(model["name"]),
        cloze=model.get("type") == _CLOZE,
        fields=tuple(str(field["name"]) for field in fields),
        templates=tuple(AnkiTemplate(str(each["name"]), str(each["qfmt"]), str(each["afmt"])) for each in templates),
    )


def _legacy_decks(decks: str) -> dict[int, AnkiDeck]:
    return {
        int(key): AnkiDeck(int(key), str(deck["name"]), bool(deck.get("dyn")), str(deck.get("desc") or ""))
        for key, deck in _object(decks).items()
    }


# ---------------------------------------------------------------------------------------------- schema 18: tables


def _told(database: Database, table: str, columns: str, most: int = limits.TEMPLATES) -> Iterator[Row]:
    return database.rows(table, columns, most, text=limits.DESCRIPTIONS)


def _config(database: Database) -> dict[str, Any]:
    found = {}
    for key, value in _told(database, "config", "KEY, val"):
        if key in ("creationOffset", "rollover"):
            found[key] = json.loads(value)
    return found


def _modern_types(database: Database) -> dict[int, AnkiNotetype]:
    """Fields and templates of note types that are gone stay in their tables, and are passed over."""
    fields: dict[int, dict[int, str]] = {}
    for number, place, name in _told(database, "fields", "ntid, ord, name"):
        fields.setdefault(number, {})[place] = str(name)
    templates: dict[int, dict[int, AnkiTemplate]] = {}
    for number, place, name, config in _told(database, "templates", "ntid, ord, name, config"):
        sides = AnkiTemplate(str(name), wire.text(config, 1), wire.text(config, 2))
        templates.setdefault(number, {})[place] = sides
    return {
        number: AnkiNotetype(
            id=number,
            name=str(name),
            cloze=wire.number(config, 1) == _CLOZE,
            fields=tuple(field for _, field in sorted(fields.get(number, {}).items())),
            templates=tuple(template for _, template in sorted(templates.get(number, {}).items())),
        )
        for number, name, config in _told(database, "notetypes", "id, name, config")
    }


def _modern_decks(database: Database) -> dict[int, AnkiDeck]:
    """The parts of a name are parted by a control character; `kind` is 1 a normal deck, 2 a filtered one."""
    decks = {}
    for number, name, kind in _told(database, "decks", "id, name, kind", limits.DECKS):
        normal, filtered = wire.inner(kind, 1), any(field == 2 for field, _ in wire.fields(kind))
        decks[number] = AnkiDeck(number, str(name).replace("\x1f", "::"), filtered, wire.text(normal, 4))
    return decks
