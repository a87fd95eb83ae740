"""The little of protobuf that Anki's modern packages need: a message as its fields, by number.

The `protobuf` package reads a message only with its schema compiled in, which would have to be described here all the
same; the wire format itself is five lines of its documentation.
"""

from __future__ import annotations

from collections.abc import Iterator

Value = int | bytes

_VARINT, _FIXED_64, _BYTES, _FIXED_32 = 0, 1, 2, 5
_LONGEST_VARINT = 10  # bytes


def fields(message: bytes) -> Iterator[tuple[int, Value]]:
    """Number and value of each field; a value is a whole number, or bytes (of texts, messages and fixed numbers).

    Raises ValueError for what is no message. Source: protobuf.dev, Encoding.
    """
    at = 0
    while at < len(message):
        tag, at = _varint(message, at)
        number, kind = tag >> 3, tag & 7
        if kind == _VARINT:
            value, at = _varint(message, at)
            yield number, value
            continue
        if kind == _BYTES:
            size, at = _varint(message, at)
        elif kind in (_FIXED_32, _FIXED_64):
            size = 4 if kind == _FIXED_32 else 8
        else:
            raise ValueError(f"no wire type of protobuf: {kind}")
        if at + size > len(message):
            raise ValueError("a protobuf field that goes beyond its message")
        yield number, message[at : at + size]
        at += size


def number(message: bytes, field: int, default: int = 0) -> int:
    """The last value of a field that is a whole number."""
    found = [value for each, value in fields(message) if each == field and isinstance(value, int)]
    return found[-1] if found else default


def inner(message: bytes, field: int) -> bytes:
    """The last value of a field that is bytes; empty without one."""
    found = [value for each, value in fields(message) if each == field and isinstance(value, bytes)]
    return found[-1] if found else b""


def text(message: bytes, field: int) -> str:
    """The last value of a field that is a text."""
    return inner(message, field).decode("utf-8", "replace")


def _varint(message: bytes, at: int) -> tuple[int, int]:
    value = 0
    for place, byte in enumerate(message[at : at + _LONGEST_VARINT]):
        value |= (byte & 0x7F) << (7 * place)
        if byte < 0x80:
            return value, at + place + 1
    raise ValueError("a protobuf number without an end")
