"""The YAML block at the start of a card file: defaults for all its cards.

Only the events of the YAML parser are read: no value is ever constructed, so a date stays the text that was written,
and neither aliases nor deep nesting can cost anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from flashdeck.compile.source import Problems
from flashdeck.compile.values import AS_OF_HELP, NOT_YET, is_as_of, listed, merged_tags, nearest, tag
from flashdeck.model import NoteType

_BORDER = re.compile(r"^---[ \t]*$", re.MULTILINE)
_HEADING = re.compile(r"^##?[ \t]", re.MULTILINE)
_TRUE, _FALSE = ("true", "yes", "on"), ("false", "no", "off")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What a file says of all its cards; `end` is the offset in the source where its cards may begin."""

    deck: str
    tags: tuple[str, ...] = ()
    type: NoteType | None = None
    source: str | None = None
    as_of: str | None = None
    html: bool = False
    suspended: bool = False
    end: int = 0


@dataclass(frozen=True, slots=True)
class _Value:
    """A value of the block: its texts (one, unless it is a list) and its place in the source."""

    texts: tuple[str, ...]
    is_list: bool
    offset: int
    length: int


class _Refused(Exception):  # noqa: N818 - it never leaves this module: the block's first structural problem
    def __init__(self, code: str, message: str, offset: int, help: str) -> None:
        super().__init__(message)
        self.code, self.message, self.offset, self.help = code, message, offset, help


def read(problems: Problems, deck: str) -> FrontMatter:
    """The front matter of the source, `deck` being the name that its path gives; a bad key leaves the good ones."""
    text = problems.source.text
    matter = FrontMatter(deck)
    opening = _BORDER.match(text)
    if not opening:
        return matter
    start = min(opening.end() + 1, len(text))
    closing = _BORDER.search(text, start)
    if not closing:
        _unclosed(problems)
        return replace(matter, end=start)
    block = text[start : closing.start()]
    if not block.strip():
        return replace(matter, end=closing.end())
    try:
        entries = list(_entries(block, start))
    except _Refused as refused:
        if refused.code == "bad-front-matter" and _HEADING.search(block):
            _unclosed(problems)
            return replace(matter, end=start)
        problems.error(refused.code, refused.message, refused.offset, help=refused.help)
        return replace(matter, end=closing.end())
    return replace(_filled(matter, entries, problems), end=closing.end())


def _unclosed(problems: Problems) -> None:
    problems.error(
        "unclosed-front-matter",
        "The front matter that begins here is never closed",
        0,
        3,
        help="Put a line holding only `---` after its last key.",
    )


# ---------------------------------------------------------------------------------------------- YAML


def _entries(block: str, start: int) -> Iterator[tuple[str, int, _Value]]:
    """The keys of the block, each with its place and its value."""
    events = _events(block, start)
    if not (first := next(events, None)):
        return
    kind, offset, _, _ = first
    if kind != "MappingStart":
        raise _Refused(
            "bad-front-matter",
            "The front matter holds no keys",
            offset,
            "Write one `key: value` on each line, e.g. `tags: [gpu]`.",
        )
    for kind, offset, length, text in events:
        if kind == "MappingEnd":
            return
        if kind != "Scalar":
            raise _Refused("bad-front-matter", "A key of the front matter must be a word", offset, "Write `key: value`.")
        yield text, offset, _value(events, text, offset + length)


def _value(events: Iterator[tuple[str, int, int, str]], key: str, after: int) -> _Value:
    kind, offset, length, text = next(events, ("Scalar", after, 1, ""))
    if kind == "Scalar":
        return _Value((text,), is_list=False, offset=offset, length=length)
    texts: list[str] = []
    if kind == "SequenceStart":
        for kind, at, length, text in events:
            if kind == "SequenceEnd":
                return _Value(tuple(texts), is_list=True, offset=offset, length=max(1, at + length - offset))
            if kind != "Scalar":
                raise _Refused("wrong-value", f"`{key}` holds more than words", at, f"Write `{key}: [a, b]`.")
            texts.append(text)
    raise _Refused("wrong-value", f"`{key}` takes no mapping", offset, f"Write one value after `{key}:`.")


def _events(block: str, start: int) -> Iterator[tuple[str, int, int, str]]:
    """The YAML parser's events: kind, offset in the source, length, and the text of a scalar."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    def place(mark: Any) -> int:
        return start + min(mark.index, len(block)) if mark else start

    documents = 0
    try:
        for event in yaml.parse(block, Loader=loader):
            kind = type(event).__name__.removesuffix("Event")
            offset = place(event.start_mark)
            length = max(1, place(event.end_mark) - offset)
            if kind == "Alias" or getattr(event, "anchor", None):
                raise _Refused(
                    "yaml-alias",
                    "Front matter takes no YAML anchors and aliases",
                    offset,
                    "Write the value out, or put it between quotes if it begins with `&` or `*`.",
                )
            if kind == "DocumentStart":
                documents += 1
                if documents > 1:
                    raise _Refused("bad-front-matter", "The front matter holds two documents", offset, "Keep one.")
            elif kind == "Scalar":
                absent = not event.style and event.value in ("", "~", "null", "Null", "NULL")
                yield kind, offset, length, "" if absent else event.value
            elif kind in ("MappingStart", "MappingEnd", "SequenceStart", "SequenceEnd"):
                yield kind, offset, length, ""
    except yaml.MarkedYAMLError as error:
        reason = error.problem or error.context or "it cannot be read"
        raise _Refused(
            "bad-front-matter",
            f"The front matter is not valid YAML: {reason}",
            _blamed(error, place, start + len(block.rstrip())),
            'Put values that hold `: `, ` #`, or begin with a sign, between quotes: `source: "a: b"`.',
        ) from None
    except yaml.YAMLError as error:
        position = getattr(error, "position", 0)
        raise _Refused(
            "bad-front-matter",
            "The front matter holds a character that YAML does not allow",
            start + min(position if isinstance(position, int) else 0, len(block)),
            "Take the control character out.",
        ) from None


def _blamed(error: Any, place: Callable[[Any], int], end: int) -> int:
    """Where a YAML error is told: what is only found at the end of the block was opened at its context."""
    offset = place(error.problem_mark or error.context_mark)
    return place(error.context_mark) if error.context_mark and offset >= end else offset


# ---------------------------------------------------------------------------------------------- the keys


def _filled(matter: FrontMatter, entries: list[tuple[str, int, _Value]], problems: Problems) -> FrontMatter:
    seen: set[str] = set()
    for key, offset, value in entries:
        if key in seen:
            problems.error(
                "duplicate-key", f"`{key}` stands twice in the front matter", offset, len(key), help="Keep one of them."
            )
        elif key not in _KEYS:
            near = nearest(key, _KEYS)
            problems.warning(
                "unknown-key",
                f"Front matter has no key `{key}`",
                offset,
                len(key),
                help=f"Did you mean `{near}`?" if near else f"The keys are {listed(_KEYS)}.",
            )
        elif any(value.texts):
            matter = _KEYS[key](matter, key, value, problems)
        seen.add(key)
    return matter


def _wrong(problems: Problems, value: _Value, message: str, help: str) -> None:
    problems.error("wrong-value", message, value.offset, value.length, help=help)


def _one(key: str, value: _Value, problems: Problems) -> str | None:
    if value.is_list:
        _wrong(problems, value, f"`{key}` takes one value, not a list", f"Write one value after `{key}:`.")
        return None
    return " ".join(value.texts[0].split())


def _deck(matter: FrontMatter, key: str, value: _Value, problems: Problems) -> FrontMatter:
    name = _one(key, value, problems)
    if name is None:
        return matter
    parts = [part.strip() for part in name.split("::")]
    if not all(parts):
        _wrong(problems, value, f"A part of the deck's name `{name}` is empty", "Join the parts by `::`, e.g. `a::b`.")
        return matter
    return replace(matter, deck="::".join(parts))


def _tags(matter: FrontMatter, _key: str, value: _Value, _problems: Problems) -> FrontMatter:
    words = value.texts if value.is_list else re.split(r"[\s,]+", value.texts[0])
    return replace(matter, tags=merged_tags(tag(word) for word in words))


def _type(matter: FrontMatter, key: str, value: _Value, problems: Problems) -> FrontMatter:
    name = _one(key, value, problems)
    if name is None:
        return matter
    if name in list(NoteType):
        return replace(matter, type=NoteType(name))
    if name in NOT_YET:
        _wrong(problems, value, f"This version knows no {NOT_YET[name]}", "Take the key out until it does.")
        return matter
    near = nearest(name, NoteType)
    help = f"Did you mean `{near}`?" if near else f"The types are {listed(NoteType)}."
    _wrong(problems, value, f"There is no note type `{name}`", help)
    return matter


def _source(matter: FrontMatter, key: str, value: _Value, problems: Problems) -> FrontMatter:
    return replace(matter, source=_one(key, value, problems))


def _as_of(matter: FrontMatter, key: str, value: _Value, problems: Problems) -> FrontMatter:
    text = _one(key, value, problems)
    if text is None:
        return matter
    if not is_as_of(text):
        _wrong(problems, value, f"`{text}` is no date", AS_OF_HELP)
        return matter
    return replace(matter, as_of=text)


def _flag(key: str, value: _Value, problems: Problems) -> bool:
    word = _one(key, value, problems)
    if word is None or word.lower() in _FALSE:
        return False
    if word.lower() not in _TRUE:
        _wrong(problems, value, f"`{key}` is `true` or `false`, not `{word}`", f"Write `{key}: true`, or leave it out.")
        return False
    return True


def _html(matter: FrontMatter, key: str, value: _Value, problems: Problems) -> FrontMatter:
    return replace(matter, html=_flag(key, value, problems))


def _suspended(matter: FrontMatter, key: str, value: _Value, problems: Problems) -> FrontMatter:
    return replace(matter, suspended=_flag(key, value, problems))


_KEYS: dict[str, Callable[[FrontMatter, str, _Value, Problems], FrontMatter]] = {
    "deck": _deck,
    "tags": _tags,
    "type": _type,
    "source": _source,
    "as-of": _as_of,
    "html": _html,
    "suspended": _suspended,
}
