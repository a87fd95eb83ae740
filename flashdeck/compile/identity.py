"""What makes a note the same note: keys, guids, and who keeps a key that is claimed twice."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from unicodedata import normalize

from flashdeck.model import Diagnostic, Note, NoteType, Severity, Span

_NAMESPACE = b"flashdeck.note.guid.1\0"
_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_GUID_LENGTH = 11

_LINK_TARGET = re.compile(r"\]\([^()\s]*\)")
_NOT_SLUG = re.compile(r"[^a-z0-9]+")


def folded(text: str) -> str:
    """`text` in NFC with every stretch of white space made one space: what counts when texts are compared."""
    return " ".join((text if text.isascii() else normalize("NFC", text)).split())


def slug(text: str) -> str:
    """A name for `text` made of a to z, 0 to 9 and hyphens; of a text without any of them, `n-` and a digest."""
    plain = normalize("NFKD", _LINK_TARGET.sub("]", text).casefold())
    words = _NOT_SLUG.sub("-", "".join(letter for letter in plain if not "\u0300" <= letter <= "\u036f")).strip("-")
    return words or "n-" + sha256(folded(text).encode()).hexdigest()[:8]


def digest_key(note_type: NoteType, front: str) -> str:
    """The key of a note without an `#id`: a digest of its kind (standard or cloze) and its front."""
    kind = b"cloze\0" if note_type is NoteType.CLOZE else b"standard\0"
    return "~" + sha256(kind + folded(front).encode()).hexdigest()[:20]


def derive_guid(key: str) -> str:
    """The Anki guid of a note first seen under `key`: 11 letters and digits, the same for ever."""
    number = int.from_bytes(sha256(_NAMESPACE + key.encode()).digest()[:8], "big")
    letters = []
    for _ in range(_GUID_LENGTH):
        number, letter = divmod(number, len(_ALPHABET))
        letters.append(_ALPHABET[letter])
    return "".join(reversed(letters))


# ---------------------------------------------------------------------------------------------- claims


@dataclass(frozen=True, slots=True)
class Claim:
    """A note's claim to its key; `digest` tells whether two notes of one key are the same text."""

    key: str
    digest: str
    named: bool
    span: Span
    front: str


@dataclass(frozen=True, slots=True)
class Linked:
    """The guid of each claim by its index; a claim without one is refused, and the diagnostics say why."""

    guids: dict[int, str] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)


def claim(note: Note) -> Claim:
    """The claim of a compiled note."""
    kind = "cloze" if note.type is NoteType.CLOZE else "standard"
    text = "\0".join((kind, note.context, note.front, note.back))
    digest = sha256((text if text.isascii() else normalize("NFC", text)).encode()).hexdigest()[:20]
    return Claim(note.key, digest, note.named, note.span, note.context or note.front)


def link(claims: Sequence[Claim], *, guids: Mapping[str, str], before: Mapping[str, str]) -> Linked:
    """Gives each claim its guid: the one its key has in the log (`guids`), else one derived from the key.

    `before` maps each key to the digest of the note that had it until now. Of several claims to one key that note
    stays, else the first in order; the others are refused.
    """
    linked = Linked()
    by_key: dict[str, list[int]] = {}
    for index, each in enumerate(claims):
        by_key.setdefault(each.key, []).append(index)
    told: set[tuple[str, str, str]] = set()
    for key, rivals in by_key.items():
        kept = rivals[0]
        if len(rivals) > 1:
            known = before.get(key)
            kept = next((index for index in rivals if claims[index].digest == known), kept)
            for index in rivals:
                if index != kept:
                    _refuse(claims[index], claims[kept], linked, told)
        linked.guids[kept] = guids.get(key) or derive_guid(key)
    _report_shared_ids(claims, by_key, linked)
    linked.diagnostics.sort(key=lambda each: (each.span.file, each.span.line, each.span.column))
    return linked


def _refuse(refused: Claim, kept: Claim, linked: Linked, told: set[tuple[str, str, str]]) -> None:
    if refused.named:
        name = refused.key.split("/")[0]
        files = name, refused.span.file, kept.span.file
        if "/" in refused.key and files in told:
            return  # every cell of a table that is there twice would say the same
        told.add(files)
        message = f"The id `#{name}` is taken: it names a card at {_place(kept.span)}"
        help = "Give one of the two another id; the card that was known before keeps its history."
        problem = _problem("duplicate-id", Severity.ERROR, message, help, refused, kept)
    elif refused.digest == kept.digest:
        message = f"This card is also at {_place(kept.span)}, and is counted once"
        problem = _problem("duplicate-card", Severity.WARNING, message, "Delete one of the two.", refused, kept)
    else:
        message = f"The same front has another answer at {_place(kept.span)}"
        help = f"Give both an id behind the heading, e.g. `{{#{slug(refused.front)[:40].strip('-')}-2}}`."
        problem = _problem("same-front", Severity.ERROR, message, help, refused, kept)
    linked.diagnostics.append(problem)


def _report_shared_ids(claims: Sequence[Claim], by_key: Mapping[str, list[int]], linked: Linked) -> None:
    """A card and a table with one id do not harm each other's keys, but an id must be unique."""
    tables: dict[str, Claim] = {}
    for key, (first, *_) in by_key.items():
        if "/" in key:
            tables.setdefault(key.split("/")[0], claims[first])
    for name, table in tables.items():
        if name in by_key:
            card = claims[by_key[name][0]]
            message = f"The id `#{name}` is taken: it names a table at {_place(table.span)}"
            help = "Give one of the two another id."
            linked.diagnostics.append(_problem("duplicate-id", Severity.ERROR, message, help, card, table))


def _place(span: Span) -> str:
    return f"{span.file}:{span.line}"


def _problem(code: str, severity: Severity, message: str, help: str, at: Claim, other: Claim) -> Diagnostic:
    return Diagnostic(code, severity, message, at.span, help, related=((other.span, "the other one"),))
