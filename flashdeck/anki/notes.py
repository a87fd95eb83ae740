"""A note of the collection as Anki shall have it: fields of HTML, tags, card ordinals, media."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import unescape
from unicodedata import normalize

from flashdeck.anki.media import Media
from flashdeck.anki.models import NoteModel

_SHOWN_WITHOUT_TEXT = re.compile(r"<(?:img|audio|video|object|svg|math|hr|input)\b", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")
_CONTROL = dict.fromkeys([*range(32), *range(127, 160)])
_CONTROL_BUT_LINES = {code: None for code in _CONTROL if chr(code) not in "\n\t"}
_LONE_PARAGRAPH = re.compile(r"<p>((?:(?!</?p[ >]).)*)</p>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ExportNote:
    """What Anki gets of one note; `fields` in the order of `model`, `deck` with the prefix of the collection."""

    guid: str
    key: str
    model: NoteModel
    deck: str
    fields: tuple[str, ...]
    tags: tuple[str, ...]
    ordinals: tuple[int, ...]
    suspended: bool = False
    drill: bool = False
    media: tuple[Media, ...] = ()

    @property
    def digest(self) -> str:
        """Names the content that an update in Anki replaces.

        The names of media bear the digests of their own content. The deck and suspension are left out, because Anki
        never takes them for a note that it has.
        """
        content = json.dumps([self.model.id, self.fields, self.tags], ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(content.encode()).hexdigest()[:32]


# ---------------------------------------------------------------------------------------------- text


def field_text(html: str) -> str:
    """HTML as a field of Anki's holds it: NFC, and without control characters, one of which parts the fields.

    A paragraph that stands alone is written as people write one in Anki, without `<p>`.
    """
    return unwrapped(normalize("NFC", html).translate(_CONTROL_BUT_LINES).strip())


def unwrapped(html: str) -> str:
    """The inside of a paragraph that stands alone; other HTML as it is."""
    paragraph = _LONE_PARAGRAPH.fullmatch(html.strip())
    return paragraph[1] if paragraph else html


def is_blank(html: str) -> bool:
    """Whether nothing would be seen: no letter, no picture, no sound."""
    return not _SHOWN_WITHOUT_TEXT.search(html) and not unescape(_TAG.sub("", html)).strip()


def anki_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Tags by one rule: white space becomes `_`, control characters and empty parts between `::` go.

    Of tags that differ in case alone the first stays. Anki parts tags at white space of any kind, knows no case, and
    calls an empty part `blank`. They are sorted, so that their order is no edit.
    """
    clean: dict[str, str] = {}
    for tag in tags:
        signs = re.sub(r"\s+", "_", normalize("NFC", tag.strip())).translate(_CONTROL)
        visible = "::".join(filter(None, signs.split("::")))
        if visible:
            clean.setdefault(visible.casefold(), visible)
    return tuple(clean[folded] for folded in sorted(clean))


def deck_name(prefix: str, deck: str) -> str:
    """The full name under the collection's prefix, as Anki writes names: parts trimmed, none empty."""
    name = normalize("NFC", f"{prefix}::{deck}").translate(_CONTROL)
    return "::".join(part for part in map(str.strip, name.split("::")) if part)
