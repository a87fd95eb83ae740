"""Ids for headings that have none: which, and at which byte of the file they go."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from unicodedata import normalize

from flashdeck.compile import attributes, frontmatter
from flashdeck.compile.attributes import Options
from flashdeck.compile.blocks import blocks
from flashdeck.compile.files import Compiled
from flashdeck.compile.identity import folded, slug
from flashdeck.compile.source import Passage, Place, Problems, read
from flashdeck.model import Note, Span

_LONGEST = 48
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading without an id: its line, what it says, and where the id goes.

    `column` counts code points of the line from 1; the id is put in front of what stands there. `opens` tells that
    options stand there, which the id joins; else it gets braces of its own.
    """

    line: int
    text: str
    column: int
    opens: bool


def unnamed_headings(file: str, raw: bytes) -> Iterator[Heading]:
    """The headings of a card file that have no id, in order; nothing of a file that is not UTF-8."""
    source, undecodable = read(file, raw)
    if undecodable:
        return
    problems = Problems(source)
    for block in blocks(problems, frontmatter.read(problems, "").end):
        heading, options = attributes.read(block.heading, problems)
        if options.id is None:
            offset = _offset(heading, options)
            span = source.span(Place(offset))
            yield Heading(span.line, heading.text, span.column, bool(options.places))


def _offset(heading: Passage, options: Options) -> int:
    """In front of the first option, or else behind the heading's last character."""
    if options.places:
        return min(place.offset for place in options.places.values())
    return heading.offset(len(heading.text) - 1) + 1 if heading.text else heading.offset(0)


# ---------------------------------------------------------------------------------------------- ids


def new_id(heading: str, taken: Collection[str]) -> str:
    """A readable name for a card, at most 48 characters, that is none of `taken`.

    It is made of the heading's Latin letters and digits; where these are the lesser part, it is `n-` and a digest.
    """
    name = _cut(slug(heading) if _is_legible(heading) else "n-" + sha256(folded(heading).encode()).hexdigest()[:8])
    unique, number = name, 1
    while unique in taken:
        number += 1
        unique = f"{_cut(name, _LONGEST - len(str(number)) - 1)}-{number}"
    return unique


def _is_legible(text: str) -> bool:
    letters = [letter for letter in normalize("NFKD", text) if letter.isalnum()]
    return 2 * sum(letter.isascii() for letter in letters) >= len(letters)


def _cut(name: str, longest: int = _LONGEST) -> str:
    """The name up to its last whole word within the length; a first word that is longer is cut."""
    if len(name) <= longest:
        return name
    return (name[: longest + 1].rpartition("-")[0] or name[:longest]).rstrip("-")


# ---------------------------------------------------------------------------------------------- the file


def stamped(raw: bytes, ids: Iterable[tuple[Heading, str]]) -> bytes:
    """The bytes of a card file with these ids put in; every other byte is as it was."""
    lines = raw.split(b"\n")
    for heading, name in ids:
        line = lines[heading.line - 1]
        bom = _BOM if heading.line == 1 and line.startswith(_BOM) else b""
        text = line.removeprefix(bom).decode()
        before, after = text[: heading.column - 1], text[heading.column - 1 :]
        id_text = f"#{name} " if heading.opens else f"{'' if before[-1:].isspace() else ' '}{{#{name}}}"
        lines[heading.line - 1] = bom + (before + id_text + after).encode()
    return b"\n".join(lines)


def is_same_but_named(before: Compiled, after: Compiled, ids: Mapping[int, str]) -> bool:
    """Whether a compile differs from the one before only in that the notes at these lines have these ids."""
    told = [[(each.code, each.span.line) for each in compiled.diagnostics] for compiled in (before, after)]
    return told[0] == told[1] and [_named(note, ids) for note in before.notes] == [_named(n, {}) for n in after.notes]


def _named(note: Note, ids: Mapping[int, str]) -> Note:
    """The note under its new id, its place in the line left out, which an id may change."""
    name = ids.get(note.span.line)
    key, named = (note.key, note.named) if name is None else (name, True)
    return replace(note, key=key, named=named, span=Span(note.span.file, note.span.line))
