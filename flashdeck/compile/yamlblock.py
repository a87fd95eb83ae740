"""The keys and values of a YAML block, each with its place.

Only the events of the YAML parser are read: no value is ever constructed, so a date stays the text that was written,
and neither aliases nor deep nesting can cost anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flashdeck.compile.source import Place
from flashdeck.compile.yamlfaults import fault

_NULLS = ("", "~", "null", "Null", "NULL")


@dataclass(frozen=True, slots=True)
class Value:
    """The texts of a value (one, unless it is a list; an absent one is empty) and where it stands."""

    texts: tuple[str, ...]
    is_list: bool
    place: Place


class BadYaml(Exception):  # noqa: N818 - a value on its way to becoming a diagnostic, not a failure of the program
    """The first thing that makes a block unreadable: what `Problems.error` takes."""

    def __init__(self, code: str, message: str, place: Place, fix: str) -> None:
        super().__init__(message)
        self.code, self.message, self.place, self.fix = code, message, place, fix


@dataclass(frozen=True, slots=True)
class _Event:
    kind: str
    place: Place
    text: str = ""


def entries(block: str, start: int) -> Iterator[tuple[str, Place, Value]]:
    """The keys of `block`, which begins at offset `start` of its source, with their places and values.

    Raises `BadYaml` where the block is not a mapping of words to words and lists of words.
    """
    events = _events(block, start)
    first = next(events, None)
    if not first:
        return
    if first.kind != "MappingStart":
        fix = "Write one `key: value` on each line, e.g. `tags: [gpu]`."
        raise BadYaml("bad-front-matter", "The front matter holds no keys", first.place, fix)
    for key in events:
        if key.kind == "Scalar":
            yield key.text, key.place, _value(events, key)
        elif key.kind != "MappingEnd":
            raise BadYaml("bad-front-matter", "A key of the front matter is a word", key.place, "Write `key: value`.")


def _value(events: Iterator[_Event], key: _Event) -> Value:
    first = next(events, key)
    if first.kind == "Scalar":
        return Value((first.text,), is_list=False, place=first.place)
    if first.kind == "MappingStart":
        fix = f"Write one value after `{key.text}:`."
        raise BadYaml("wrong-value", f"`{key.text}` takes no keys of its own", first.place, fix)
    texts: list[str] = []
    end = first.place
    for item in events:
        end = item.place
        if item.kind == "SequenceEnd":
            break
        if item.kind != "Scalar":
            fix = f"Write `{key.text}: [a, b]`."
            raise BadYaml("wrong-value", f"`{key.text}` holds more than words", item.place, fix)
        texts.append(item.text)
    length = end.offset + end.length - first.place.offset
    return Value(tuple(texts), is_list=True, place=Place(first.place.offset, max(1, length)))


def _events(block: str, start: int) -> Iterator[_Event]:
    """The YAML parser's events, but those that only say that a stream or document begins or ends."""
    import yaml

    documents = 0
    try:
        for event in yaml.parse(block, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            place = _place(event.start_mark, event.end_mark, block, start)
            if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
                written = block[place.offset - start :].split(maxsplit=1)[0]
                message = f"`{written}` is a reference to another value in YAML, and front matter takes none"
                raise BadYaml("yaml-alias", message, place, f'Write the value out, or between quotes: `"{written}"`.')
            if isinstance(event, yaml.ScalarEvent):
                absent = not event.style and event.value in _NULLS
                yield _Event("Scalar", place, "" if absent else event.value)
            elif isinstance(event, yaml.CollectionStartEvent | yaml.CollectionEndEvent):
                yield _Event(type(event).__name__.removesuffix("Event"), place)
            elif isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    fix = "Keep one of them."
                    raise BadYaml("bad-front-matter", "The front matter holds two YAML documents", place, fix)
    except yaml.MarkedYAMLError as error:
        found = fault(error, block)
        raise BadYaml("bad-front-matter", found.message, Place(start + found.start, found.length), found.fix) from None
    except yaml.YAMLError as error:
        position = getattr(error, "position", 0)
        place = Place(start + min(position if isinstance(position, int) else 0, len(block)))
        message = "The front matter holds a character that YAML does not allow"
        raise BadYaml("bad-front-matter", message, place, "Take the control character out.") from None


def _place(first: Any, last: Any, block: str, start: int) -> Place:
    """The place between two marks of the parser."""
    begin, end = (min(mark.index, len(block)) if mark else 0 for mark in (first, last))
    return Place(start + begin, max(1, end - begin))
