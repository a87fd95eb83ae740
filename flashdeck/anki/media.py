"""Pictures and sound: found beside the card file, packed under a name made from their content.

Anki keeps all media of a person in one folder and matches them by name, so the name must be no other file's, must
change when the content does, and must not depend on which other cards are exported with it.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from html import escape
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from flashdeck.compile.identity import slug
from flashdeck.compile.media import html_pictures
from flashdeck.store.texts import find_media

LONGEST_STEM = 60

EMPTY = hashlib.sha1(b"", usedforsecurity=False).hexdigest()
"""The digest of a file of no bytes, which Anki reports as missing."""

_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)


@dataclass(frozen=True, slots=True, order=True)
class Media:
    """A file to pack: the name under which Anki keeps it, where it lies, and its content's SHA-1 as hex."""

    name: str
    path: Path
    sha1: str


class MissingMediaError(Exception):
    """A note shows a file that cannot be packed; the argument says which, and why."""


class MediaShelf:
    """The media of one export; each file is read once, however many cards show it."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._known: dict[Path, Media] = {}

    def pack(self, html: str, card_file: str) -> tuple[str, tuple[Media, ...]]:
        """`html` with each reference renamed as packed, and the files it refers to.

        `card_file` is relative to the collection, as spans name it. Raises `MissingMediaError`.
        """
        found: dict[str, Media] = {}
        pieces, at = [], 0
        for picture in html_pictures(html):
            if picture.name and not _ELSEWHERE.match(picture.name):
                media = self._media(picture.name, card_file)
                found[media.name] = media
                pieces += [html[at : picture.start], escape(media.name)]
                at = picture.end
        return "".join([*pieces, html[at:]]), tuple(found.values())

    def _media(self, name: str, card_file: str) -> Media:
        path = locate(self._root, card_file, name)
        if path is None:
            raise MissingMediaError(f"there is no file {name}")
        if path not in self._known:
            try:
                sha1 = sha1_of(path)
            except OSError as error:
                raise MissingMediaError(f"{name} cannot be read ({error.strerror})") from error
            self._known[path] = Media(packed_name(path.name, sha1), path, sha1)
        return self._known[path]


def locate(root: Path, card_file: str, name: str) -> Path | None:
    """The file that `name` in `card_file` means: as written first, then percent-decoded once."""
    for spelling in dict.fromkeys((name, unquote(name))):
        if "\0" not in spelling and (path := find_media(root, card_file, spelling)):
            return path
    return None


def sha1_of(path: Path) -> str:
    """The SHA-1 of a file's content, as hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha1").hexdigest()


def packed_name(name: str, sha1: str) -> str:
    """`Ring diagram.PNG` with its content's digest becomes `ring-diagram-0a1b2c3d4e5f.png`: ASCII, in any profile."""
    stem, suffix = PurePosixPath(name).stem, PurePosixPath(name).suffix
    extension = re.sub(r"[^a-z0-9]", "", suffix.lower())
    return f"{slug(stem)[:LONGEST_STEM].strip('-')}-{sha1[:12]}" + (f".{extension}" if extension else "")
