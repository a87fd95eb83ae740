"""What makes a note the same note: keys, guids, and who keeps a key that is claimed twice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from unicodedata import normalize

from flashdeck.model import Diagnostic, Note, NoteType, Severity, Span

_NAMESPACE = b"flashdeck.note.guid.1\0"
_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_GUID_PAIRS = 5  # and a letter
_PAIRS = [first + second for first in _ALPHABET for second in _ALPHABET]

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
    pairs = []
    for _ in range(_GUID_PAIRS):
        number, pair = divmod(number, len(_PAIRS))
        pairs.append(_PAIRS[pair])
    return _ALPHABET[number % len(_ALPHABET)] + "".join(reversed(pairs))


# ---------------------------------------------------------------------------------------------- claims


@dataclass(frozen=True, slots=True)
class Claim:
    """A note's claim to its key; `digest` tells whether two notes of one key are the same text.

    `front` is what people know the note by: of a cloze the heading, of a table's cell its subject and attribute.
    """

    key: str
    digest: str
    named: bool
    span: Span
    front: str
    is_cloze: bool = False


@dataclass(frozen=True, slots=True)
class Linked:
    """The guid of each claim by its index; a claim without one is refused, and the diagnostics say why."""

    guids: Mapping[int, str]
    diagnostics: tuple[Diagnostic, ...]


def claim(note: Note) -> Claim:
    """The claim of a compiled note."""
    is_cloze = note.type is NoteType.CLOZE
    text = f"{'cloze' if is_cloze else 'standard'}\0{note.context}\0{note.front}\0{note.back}"
    digest = sha256((text if text.isascii() else normalize("NFC", text)).encode()).hexdigest()[:20]
    title = note.front if note.type is NoteType.TABLE else note.context or note.front
    return Claim(note.key, digest, note.named, note.span, title, is_cloze)


def link(
    claims: Sequence[Claim],
    *,
    guids: Mapping[str, str],
    before: Mapping[str, str],
    fronts: Mapping[str, str] | None = None,
) -> Linked:
    """Gives each claim its guid: the one its key has in the log (`guids`), else one derived from the key.

    `before` maps each key to the digest of the note that had it until now, `fronts` to the front that the log has of
    it. Of several claims to one key the note of before stays, else one with that front, else the first in order; the
    others are refused.
    """
    guid_of: dict[int, str] = {}
    diagnostics: list[Diagnostic] = []
    by_key: dict[str, list[int]] = {}
    for index, each in enumerate(claims):
        by_key.setdefault(each.key, []).append(index)
    for key, rivals in by_key.items():
        kept = rivals[0]
        if len(rivals) > 1:
            digest, front = before.get(key), (fronts or {}).get(key)
            kept = next((index for index in rivals if claims[index].front == front), kept)
            kept = next((index for index in rivals if claims[index].digest == digest), kept)
            refused = [claims[index] for index in rivals if index != kept]
            diagnostics += [_refusal(each, claims[kept]) for each in refused if "/" not in key]
        guid_of[kept] = guids.get(key) or derive_guid(key)
    diagnostics += _shared_names(claims)
    diagnostics.sort(key=lambda each: (each.span.file, each.span.line, each.span.column))
    return Linked(guid_of, tuple(diagnostics))


def _refusal(refused: Claim, kept: Claim) -> Diagnostic:
    place = f"{kept.span.file}:{kept.span.line}"
    if refused.named:
        return _taken(refused, kept)
    if refused.digest == kept.digest:
        code, severity = "duplicate-card", Severity.WARNING
        message, fix = f"This card stands at {place} too, and is counted once", "Delete one of the two."
    else:
        code, severity = "same-front", Severity.ERROR
        message = f"The same front has another answer at {place}"
        name = slug(refused.front)[:40].strip("-")
        fix = f"Give both cards an id, e.g. `{{#{name}-2}}` at the end of this heading."
    return Diagnostic(code, severity, message, refused.span, fix, related=((kept.span, "the other one"),))


def _taken(refused: Claim, kept: Claim) -> Diagnostic:
    name, place = refused.key.split("/")[0], f"{kept.span.file}:{kept.span.line}"
    return Diagnostic(
        "duplicate-id",
        Severity.ERROR,
        f"The id `#{name}` is taken: it names what stands at {place}",
        refused.span,
        "Give one of the two another id; the one that was known before keeps its history.",
        related=((kept.span, "the other one"),),
    )


def _shared_names(claims: Sequence[Claim]) -> Iterator[Diagnostic]:
    """The id of a table must be unique as well: its cells are claims of their own, and are told of once a file."""
    holders: dict[str, dict[tuple[str, bool], Claim]] = {}
    for each in claims:
        if each.named:
            name, slash, _ = each.key.partition("/")
            holders.setdefault(name, {}).setdefault((each.span.file, bool(slash)), each)
    for places in holders.values():
        first, *others = places.values()
        yield from (_taken(other, first) for other in others if "/" in first.key or "/" in other.key)
