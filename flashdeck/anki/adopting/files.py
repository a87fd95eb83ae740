"""Which card file a note from Anki goes to, and what that file says then."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import count, groupby
from unicodedata import normalize

from flashdeck.compile import compile_file
from flashdeck.model import Note, Span
from flashdeck.store.texts import CARDS, deck_of

MOST_IN_A_FILE = 500
"""Cards of one deck that stand in one file, which a person still likes to open."""

_LONGEST_NAME = 100  # bytes of a file's name; file systems allow 255
_NOT_IN_NAMES = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]+')
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?", re.IGNORECASE)
_NOWHERE = Span("", 0)


@dataclass(frozen=True, slots=True)
class Piece:
    """A card as text, from its heading on: the id in that heading, the deck, and the `# Title` to stand below."""

    name: str
    deck: str
    section: str
    text: str


@dataclass(frozen=True, slots=True)
class CardFile:
    """A card file as it shall be; `before` are its bytes as it is, None for a new one; `notes` are what is added."""

    path: str
    before: bytes | None
    after: bytes
    notes: tuple[Note, ...]


def filed(pieces: Iterable[Piece], existing: Mapping[str, bytes]) -> Iterator[CardFile]:
    """The card files that hold these pieces: one that has the deck grows where it reads the same there, or a new one.

    `existing` are the files that are there, by path. Decks keep the order of their first pieces, and pieces theirs,
    but that those of one section stand together.
    """
    taken = {path.casefold() for path in existing}
    by_deck: dict[str, list[Piece]] = {}
    for piece in pieces:
        by_deck.setdefault(piece.deck, []).append(piece)
    for deck, of_deck in by_deck.items():
        for part in _parts(of_deck):
            file = _file(deck, part, existing, taken)
            taken.add(file.path.casefold())
            yield file


def path_of(deck: str) -> str:
    """The card file that a deck is looked for in first: `gpu::h100` is `cards/gpu/h100.md`."""
    return "/".join((CARDS, *map(_file_name, deck.split("::")))) + ".md"


def _parts(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """The pieces by section, in files of no more than people like to open."""
    sections = {section: place for place, section in enumerate(dict.fromkeys(piece.section for piece in pieces), 1)}
    sections[""] = 0  # below no title, so above all of them
    ordered = sorted(pieces, key=lambda piece: sections[piece.section])
    for start in range(0, len(ordered), MOST_IN_A_FILE):
        yield ordered[start : start + MOST_IN_A_FILE]


def _file(deck: str, pieces: Sequence[Piece], existing: Mapping[str, bytes], taken: set[str]) -> CardFile:
    stem = path_of(deck).removesuffix(".md")
    for number in count(1):
        path = f"{stem}-{number}.md" if number > 1 else f"{stem}.md"
        after = _new_text(deck, path, pieces).encode()
        notes = compile_file(path, after, deck=deck_of(path)).notes
        before = existing.get(path)
        if before is not None and (grown := _grown(path, before, pieces, notes)):
            return CardFile(path, before, grown, notes)
        if path.casefold() not in taken:
            return CardFile(path, None, after, notes)
    raise AssertionError("there is always a further number")


# ---------------------------------------------------------------------------------------------- the text


def _new_text(deck: str, path: str, pieces: Sequence[Piece]) -> str:
    head = "" if deck_of(path) == deck else f"---\ndeck: {json.dumps(deck, ensure_ascii=False)}\n---\n\n"
    return head + _cards(pieces)


def _cards(pieces: Iterable[Piece]) -> str:
    texts: list[str] = []
    for section, below in groupby(pieces, key=lambda piece: piece.section):
        texts += [f"# {section}"] if section else []
        texts += [piece.text.strip("\n") for piece in below]
    return "\n\n".join(texts) + "\n"


def _grown(path: str, before: bytes, pieces: Sequence[Piece], alone: Sequence[Note]) -> bytes | None:
    """The file with the pieces at its end, unless anything would be read otherwise there."""
    was = compile_file(path, before, deck=deck_of(path))
    newline = b"\r\n" if b"\r\n" in before else b"\n"
    added = _cards(pieces).encode().replace(b"\n", newline)
    after = before.rstrip(b"\r\n") + newline * 2 + added
    now = compile_file(path, after, deck=deck_of(path))
    old, new = now.notes[: len(was.notes)], now.notes[len(was.notes) :]
    is_same = old == was.notes and list(map(_anywhere, new)) == list(map(_anywhere, alone))
    return after if is_same and not was.has_errors and len(was.notes) + len(pieces) <= MOST_IN_A_FILE else None


def _anywhere(note: Note) -> Note:
    return replace(note, span=_NOWHERE)


# ---------------------------------------------------------------------------------------------- names


def _file_name(part: str) -> str:
    """A part of a deck's name as every file system takes it, and as the walk over the card files does."""
    name = _NOT_IN_NAMES.sub("-", normalize("NFC", part)).strip(" .-").lstrip("_. -")
    while len(name.encode()) > _LONGEST_NAME:
        name = name[:-1].rstrip(" .-")
    if not name or _DEVICES.fullmatch(name) or name.casefold() == "readme":
        return f"deck-{sha256(part.encode()).hexdigest()[:8]}"
    return name
