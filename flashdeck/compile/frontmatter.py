"""The YAML block at the start of a card file: defaults for all its cards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from flashdeck.compile.source import Place, Problems
from flashdeck.compile.values import listed, merged_tags, nearest, tag
from flashdeck.compile.yamlblock import BadYaml, Value, entries
from flashdeck.model import NoteType

_BORDER = re.compile(r"^---[ \t]*$", re.MULTILINE)
_HEADING = re.compile(r"^##?[ \t]", re.MULTILINE)
_COMMENT = re.compile(r"[ \t]++(?P<comment>\#[^\s\#][^\n]*)")
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


def read(problems: Problems, deck: str) -> FrontMatter:
    """The front matter of the source, `deck` being the name that its path gives; a bad key leaves the good ones."""
    text = problems.source.text
    opening = _BORDER.match(text)
    if not opening:
        return FrontMatter(deck)
    start = min(opening.end() + 1, len(text))
    unread = FrontMatter(deck, end=start)
    closing = _BORDER.search(text, start)
    if not closing:
        return _unclosed(problems, unread)
    block = text[start : closing.start()]
    matter = FrontMatter(deck, end=closing.end())
    if not block.strip():
        return matter
    try:
        return _filled(matter, list(entries(block, start)), problems)
    except BadYaml as bad:
        if bad.code == "bad-front-matter" and _HEADING.search(block):
            return _unclosed(problems, unread)  # the closing line is a border further down
        problems.error(bad.code, bad.message, bad.place, bad.fix)
        return matter


def extent(text: str) -> int:
    """The offset in a source's text where its cards may begin, whatever its front matter says."""
    opening = _BORDER.match(text)
    closing = _BORDER.search(text, opening.end()) if opening else None
    return closing.end() if closing else 0


def _unclosed(problems: Problems, unread: FrontMatter) -> FrontMatter:
    problems.error(
        "unclosed-front-matter",
        "The front matter that begins here is never closed",
        Place(0, 3),
        "Put a line holding only `---` below its last key.",
        "opened here",
    )
    return unread


def _filled(matter: FrontMatter, pairs: Iterable[tuple[str, Place, Value]], problems: Problems) -> FrontMatter:
    seen: set[str] = set()
    for key, place, value in pairs:
        if key in seen:
            message = f"`{key}` stands twice in the front matter"
            problems.error("duplicate-key", message, place, "Keep one of them.")
        elif key not in _KEYS:
            near = nearest(key, _KEYS)
            fix = f"Did you mean `{near}`?" if near else f"The keys are {listed(_KEYS)}."
            problems.warning("unknown-key", f"Front matter has no key `{key}`", place, fix)
        elif any(value.texts):
            _warn_of_comment(problems, key, value)
            matter = _KEYS[key](matter, key, value, problems)
        seen.add(key)
    return matter


def _warn_of_comment(problems: Problems, key: str, value: Value) -> None:
    """Warns of a ` #` glued to a word, which cuts a value short: `source: issue #4`."""
    text, (start, length) = problems.source.text, value.place
    cut = None if value.is_list or text[start] in "\"'" else _COMMENT.match(text, start + length)
    if cut:
        written = text[start : cut.end()].rstrip()
        quoted = f"'{written}'" if '"' in written else f'"{written}"'
        message = f"`{cut['comment']}` is a comment in YAML, and no part of `{key}`"
        place = Place(cut.start("comment"), len(cut["comment"]))
        problems.warning("cut-value", message, place, f"Write `{key}: {quoted}` if it belongs to it.", "left out")


# ---------------------------------------------------------------------------------------------- the keys


def _wrong(problems: Problems, value: Value, message: str, fix: str) -> None:
    problems.error("wrong-value", message, value.place, fix)


def _one(key: str, value: Value, problems: Problems) -> str | None:
    """The one text of a value, white space folded; None, and an error, for a list."""
    if value.is_list:
        _wrong(problems, value, f"`{key}` takes one value, not a list", f"Write one value after `{key}:`.")
        return None
    return " ".join(value.texts[0].split())


def _deck(matter: FrontMatter, key: str, value: Value, problems: Problems) -> FrontMatter:
    name = _one(key, value, problems)
    if name is None:
        return matter
    parts = [part.strip() for part in name.split("::")]
    if not all(parts):
        whole = "::".join(part for part in parts if part)
        fix = f"Write `{key}: {whole}`." if whole else f"Write a name, or leave `{key}` out."
        _wrong(problems, value, f"A part of the deck's name `{name}` is empty", fix)
        return matter
    return replace(matter, deck="::".join(parts))


def _tags(matter: FrontMatter, _key: str, value: Value, _problems: Problems) -> FrontMatter:
    words = value.texts if value.is_list else re.split(r"[\s,]+", value.texts[0])
    return replace(matter, tags=merged_tags(tag(word) for word in words))


def _type(matter: FrontMatter, key: str, value: Value, problems: Problems) -> FrontMatter:
    name = _one(key, value, problems)
    if name is None:
        return matter
    if name in list(NoteType):
        return replace(matter, type=NoteType(name))
    near = nearest(name, NoteType)
    fix = f"Did you mean `{near}`?" if near else f"The types are {listed(NoteType)}."
    _wrong(problems, value, f"There is no note type `{name}`", fix)
    return matter


def _source(matter: FrontMatter, key: str, value: Value, problems: Problems) -> FrontMatter:
    return replace(matter, source=_one(key, value, problems))


def _as_of(matter: FrontMatter, key: str, value: Value, problems: Problems) -> FrontMatter:
    text = _one(key, value, problems)
    if text is not None and not problems.check_as_of(text, value.place):
        return matter
    return replace(matter, as_of=text)


def _flag(key: str, value: Value, problems: Problems) -> bool:
    word = _one(key, value, problems)
    if word is not None and word.lower() not in _TRUE + _FALSE:
        _wrong(problems, value, f"`{key}` is `true` or `false`, not `{word}`", f"Write `{key}: true`, or leave it out.")
    return word is not None and word.lower() in _TRUE


def _html(matter: FrontMatter, key: str, value: Value, problems: Problems) -> FrontMatter:
    return replace(matter, html=_flag(key, value, problems))


def _suspended(matter: FrontMatter, key: str, value: Value, problems: Problems) -> FrontMatter:
    return replace(matter, suspended=_flag(key, value, problems))


_KEYS: dict[str, Callable[[FrontMatter, str, Value, Problems], FrontMatter]] = {
    "deck": _deck,
    "tags": _tags,
    "type": _type,
    "source": _source,
    "as-of": _as_of,
    "html": _html,
    "suspended": _suspended,
}
