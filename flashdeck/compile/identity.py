"""What makes a note the same note: keys, guids, and who keeps a key that is claimed twice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
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
    text = f"{kind}\0{note.context}\0{note.front}\0{note.back}"
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
    for key, rivals in by_key.items():
        kept = rivals[0]
        if len(rivals) > 1:
            known = before.get(key)
            kept = next((index for index in rivals if claims[index].digest == known), kept)
            refused = [claims[index] for index in rivals if index != kept]
            linked.diagnostics.extend([_refusal(each, claims[kept]) for each in refused if "/" not in key])
        linked.guids[kept] = guids.get(key) or derive_guid(key)
    linked.diagnostics.extend(_shared_names(claims))
    linked.diagnostics.sort(key=lambda each: (each.span.file, each.span.line, each.span.column))
    return linked


def _refusal(refused: Claim, kept: Claim) -> Diagnostic:
    place = f"{kept.span.file}:{kept.span.line}"
    if refused.named:
        message = f"The id `#{refused.key}` is taken: it names the card at {place}"
        return _problem("duplicate-id", message, refused, kept, "Give one of the two another id.")
    if refused.digest == kept.digest:
        message = f"This card stands at {place} too, and is counted once"
        return _problem("duplicate-card", message, refused, kept, "Delete one of the two.", Severity.WARNING)
    message = f"The same front has another answer at {place}"
    fix = f"Give both cards an id, e.g. `{{#{slug(refused.front)[:40].strip('-')}-2}}` at the end of this heading."
    return _problem("same-front", message, refused, kept, fix)


def _shared_names(claims: Sequence[Claim]) -> Iterator[Diagnostic]:
    """The id of a table must be unique as well: its cells are claims of their own, told of once for each file."""
    holders: dict[str, dict[tuple[str, bool], Claim]] = {}
    for each in claims:
        name, slash, _ = each.key.partition("/")
        if each.named:
            holders.setdefault(name, {}).setdefault((each.span.file, bool(slash)), each)
    for name, places in holders.items():
        first, *others = places.values()
        for other in others:
            if "/" in first.key or "/" in other.key:
                message = f"The id `#{name}` is taken: it is also used at {first.span.file}:{first.span.line}"
                yield _problem("duplicate-id", message, other, first, "Give one of the two another id.")


def _problem(
    code: str, message: str, at: Claim, other: Claim, fix: str, severity: Severity = Severity.ERROR
) -> Diagnostic:
    return Diagnostic(code, severity, message, at.span, fix, related=((other.span, "the other one"),))
