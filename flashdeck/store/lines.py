"""One event as one line of text, and back."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import lru_cache
from io import BytesIO
from sys import intern
from typing import Any

from flashdeck.model import Event, EventKind, Moment, Rating

_BOM = b"\xef\xbb\xbf"
CONFLICT = "a merge conflict's marker"
NUL = "not an event: NUL bytes, as a crash of the machine leaves them"
NOT_UTF8 = "not an event: not UTF-8"
NOT_JSON = "not an event: not JSON (perhaps a write that was cut off)"
"""What a line is that is not even JSON."""

_MARKERS = (b"<<<<<<< ", b"||||||| ", b"=======", b">>>>>>> ")
_DAY_MINUTES = 24 * 60
_LARGEST = 2**63  # of the integers that SQLite keeps
_ENVELOPE = frozenset({"id", "kind", "at", "offset", "day"})
_ALIKE = frozenset({"guid", "rating", "scheduler"})  # what a million events say in few words


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that holds no event: its number, counted from 1, and what it is instead.

    `is_cut` is the last line of a file when it lacks its line end: a write that never finished.
    """

    number: int
    what: str
    is_cut: bool


def encode(event: Event) -> bytes:
    """The event as a line of JSON with its line end; `at` has the same width always, so that lines sort as text."""
    at = event.when.at.astimezone(UTC).isoformat(timespec="milliseconds")
    line = {
        "id": event.id,
        "kind": event.kind,
        "at": at,
        "offset": event.when.offset,
        "day": event.when.day.isoformat(),
        **event.body,
    }
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def decode(raw: bytes) -> Event:
    """The event of one line; raises ValueError that says what the line is instead.

    What many events say alike, such as their device and their guid, is one object for all of them.
    """
    try:
        line = json.loads(raw.decode())
    except RecursionError:
        raise ValueError("not an event: nested too deeply") from None
    except ValueError:  # UnicodeDecodeError and JSONDecodeError are both
        raise ValueError(_what_else(raw)) from None
    if not isinstance(line, dict):
        raise ValueError("not an event: JSON, but not an object")  # noqa: TRY004 (every bad line is one kind of fault)
    if b"\\u" in raw:
        _refuse_lone_surrogates(line)
    device, sequence = _id(line.get("id"))
    kind = line.get("kind")
    if not (isinstance(kind, str) and kind):
        raise ValueError("not an event: `kind` is missing or not a word")
    when = Moment(_at(line.get("at")), _offset(line.get("offset")), _day(line.get("day")))
    for name, (fits, range_text) in _FIELDS.get(kind, {}).items():
        if not fits(line.get(name)):
            raise ValueError(f"`{name}` of this {kind} is not {range_text}")
    body = {name: line[name] for name in line if name not in _ENVELOPE}
    for name in _ALIKE & body.keys():
        if type(value := body[name]) is str:
            body[name] = intern(value)
    return Event(intern(device), sequence, intern(kind), when, body)


def decode_lines(text: bytes, first: int = 1) -> Iterator[Event | BadLine]:
    """The events of whole lines, and in their place the lines that hold none; `first` numbers the first one.

    A byte order mark, CRLF and empty lines are no fault, nor is a last line that only lacks its line end.
    """
    return filter(None, decode_each(BytesIO(text), first))


def decode_each(lines: Iterable[bytes], first: int = 1) -> Iterator[Event | BadLine | None]:
    """As `decode_lines`, for lines that are read one by one, each with its line end; None for one that is empty."""
    for number, raw in enumerate(lines, first):
        line = raw.removeprefix(_BOM) if number == 1 else raw
        if line.isspace() or not line:
            yield None
            continue
        try:
            yield decode(line)
        except ValueError as error:
            yield BadLine(number, str(error), is_cut=not raw.endswith(b"\n"))


def _what_else(raw: bytes) -> str:
    if raw.startswith(_MARKERS):
        return CONFLICT
    if b"\0" in raw:
        return NUL
    try:
        raw.decode()
    except UnicodeDecodeError:
        return NOT_UTF8
    return NOT_JSON


def _refuse_lone_surrogates(line: Mapping[str, Any]) -> None:
    try:
        json.dumps(line, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise ValueError("not an event: half a surrogate pair, which is no character") from None


def _id(value: object) -> tuple[str, int]:
    if isinstance(value, str):
        device, colon, sequence = value.rpartition(":")
        if colon and device and sequence.isascii() and sequence.isdecimal() and len(sequence) < 19:
            return device, int(sequence)
    raise ValueError("not an event: `id` is missing or not `device:number`")


def _at(value: object) -> datetime:
    if isinstance(value, str):
        try:
            at = datetime.fromisoformat(value)
            if at.tzinfo is UTC:
                return at
            if at.tzinfo is not None:
                return at.astimezone(UTC)
        except (ValueError, OverflowError):
            pass
    raise ValueError("not an event: `at` is missing or not an ISO time with its offset")


def _offset(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and -_DAY_MINUTES < value < _DAY_MINUTES:
        return value
    raise ValueError("not an event: `offset` is missing or not minutes within a day")


def _day(value: object) -> date:
    if isinstance(value, str) and len(value) == len("2026-12-01"):
        try:
            return _known_day(value)
        except ValueError:
            pass
    raise ValueError("not an event: `day` is missing or not YYYY-MM-DD")


_known_day = lru_cache(maxsize=4096)(date.fromisoformat)  # a study day has many answers


def _text(value: object) -> bool:
    return isinstance(value, str) and value != ""


def _number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _LARGEST


def _rating(value: object) -> bool:
    return isinstance(value, str) and value in _RATINGS


_RATINGS = frozenset(Rating)
_Fields = Mapping[str, tuple[Callable[[object], bool], str]]
_GUID = (_text, "a guid")
_TEXT = (_text, "a text")
_NUMBER = (_number, "a whole number from 0 on")
_CARD: _Fields = {"guid": _GUID, "ordinal": _NUMBER}
_ANSWER: _Fields = {**_CARD, "rating": (_rating, "again, hard, good or easy")}
_FIELDS: Mapping[str, _Fields] = {
    EventKind.NOTE: {
        "guid": _GUID,
        "key": _TEXT,
        "front": (lambda value: isinstance(value, str), "a text"),
        "created": _NUMBER,
    },
    EventKind.REVIEW: _ANSWER,
    EventKind.CRAM: _ANSWER,
    EventKind.SUSPEND: _CARD,
    EventKind.UNSUSPEND: _CARD,
    EventKind.BURY: _CARD,
    EventKind.FLAG: {**_CARD, "flag": (lambda value: _number(value) and value in range(8), "a number from 0 to 7")},
    EventKind.RESET: _CARD,
    EventKind.SET: {**_CARD, "schedule": (lambda value: isinstance(value, dict), "an object")},
    EventKind.UNDO: {"target": (_text, "the id of an event")},
    EventKind.REDO: {"target": (_text, "the id of an event")},
    EventKind.EXPORT: {"guid": _GUID, "digest": _TEXT, "mod": _NUMBER},
}
