"""Note types, decks and the clock, as each of Anki's two database generations keeps them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from flashdeck.anki.reading import limits, wire
from flashdeck.anki.reading.database import Damaged, Database
from flashdeck.anki.reading.values import AnkiClock, AnkiDeck, AnkiNotetype, AnkiTemplate

_CLOZE = 1
_ROLLOVER = 4
_HOURS = range(24)


def describe(database: Database) -> tuple[AnkiClock, Mapping[int, AnkiNotetype], Mapping[int, AnkiDeck], int]:
    """The clock, note types and decks by id, and when the collection was last changed (ms since 1970).

    Raises Damaged where they are not as Anki writes them.
    """
    found = list(database.rows("col", "crt, mod, ver, conf, models, decks", "LIMIT 1"))
    if not found:
        raise Damaged("it is empty")
    created, modified, version, conf, models, decks = found[0]
    if not all(type(number) is int and 0 <= number < 2**53 for number in (created, modified, version)):
        raise Damaged("its first row makes no sense")
    try:
        if database.has("notetypes"):
            return _clock(created, _config(database)), _modern_types(database), _modern_decks(database), modified
        return _clock(created, _object(conf)), _legacy_types(models), _legacy_decks(decks), modified
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise Damaged(f"its note types or decks cannot be read ({error})") from error


def _clock(created: int, config: Mapping[str, Any]) -> AnkiClock:
    """Anki keeps the offset in minutes west of UTC."""
    west, rollover = config.get("creationOffset"), config.get("rollover", _ROLLOVER)
    offset = -west if isinstance(west, int) and abs(west) <= 24 * 60 else None
    return AnkiClock(created, offset, rollover if rollover in _HOURS else _ROLLOVER)


def _object(text: Any) -> dict[str, Any]:
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


def _config(database: Database) -> dict[str, Any]:
    found = {}
    for key, value in database.rows("config", "KEY, val"):
        if key in ("creationOffset", "rollover"):
            found[key] = json.loads(value)
    return found


def _modern_types(database: Database) -> dict[int, AnkiNotetype]:
    """Fields and templates of note types that are gone stay in their tables, and are passed over."""
    database.count("fields", limits.TEMPLATES)
    database.count("templates", limits.TEMPLATES)
    database.count("notetypes", limits.TEMPLATES)
    fields: dict[int, dict[int, str]] = {}
    for number, place, name in database.rows("fields", "ntid, ord, name"):
        fields.setdefault(number, {})[place] = str(name)
    templates: dict[int, dict[int, AnkiTemplate]] = {}
    for number, place, name, config in database.rows("templates", "ntid, ord, name, config"):
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
        for number, name, config in database.rows("notetypes", "id, name, config")
    }


def _modern_decks(database: Database) -> dict[int, AnkiDeck]:
    """The parts of a name are parted by a control character; `kind` is 1 a normal deck, 2 a filtered one."""
    database.count("decks", limits.TEMPLATES * 10)
    decks = {}
    for number, name, kind in database.rows("decks", "id, name, kind"):
        normal, filtered = wire.inner(kind, 1), any(field == 2 for field, _ in wire.fields(kind))
        decks[number] = AnkiDeck(number, str(name).replace("\x1f", "::"), filtered, wire.text(normal, 4))
    return decks
