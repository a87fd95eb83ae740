"""The media files below `cards/`: which there are, how large they are, and which of them no text names."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from flashdeck.compile.media import names
from flashdeck.store.texts import CARDS, find_media, in_order

SUFFIXES = (
    *(".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif", ".bmp", ".tif", ".tiff", ".ico"),
    *(".mp3", ".ogg", ".oga", ".opus", ".wav", ".m4a", ".flac", ".mp4", ".m4v", ".webm", ".ogv", ".mov", ".mkv"),
)
"""What a card can show or play."""


@dataclass(frozen=True, slots=True)
class MediaFile:
    """A media file as the folder lists it: its path below the collection in POSIX form, and its size in bytes."""

    path: str
    size: int


def media_files(root: Path) -> list[MediaFile]:
    """The media files below `cards/` in order, but those whose name, or a folder's above, begins with `_` or `.`."""
    sizes = {}
    for path in _files(root, skipped="._"):
        if path.lower().endswith(SUFFIXES):
            try:
                sizes[path] = (root / path).stat().st_size
            except OSError:
                continue  # a broken link, or gone since it was listed
    return [MediaFile(path, sizes[path]) for path in in_order(sizes)]


def named_media(root: Path, files: list[MediaFile]) -> set[str]:
    """The paths of those files that any Markdown file below `cards/` names: drafts and README.md count as well."""
    by_identity: dict[tuple[int, int], list[str]] = {}
    for file in files:
        by_identity.setdefault(_identity(root / file.path), []).append(file.path)
    named: set[str] = set()
    for path in _files(root, skipped="."):
        if by_identity and path.endswith(".md"):
            for name in _names(root / path):
                found = find_media(root, path, name)
                named.update(by_identity.get(_identity(found), ()) if found else ())
    return named


def _names(text: Path) -> set[str]:
    """What a Markdown file may mean by the names in it."""
    try:
        written = set(names(text.read_bytes().decode(errors="replace")))
    except OSError:
        return set()
    return {name for name in written | set(map(unquote, written)) if name.lower().endswith(SUFFIXES)}


def _identity(path: Path) -> tuple[int, int]:
    """What two spellings of one file share."""
    try:
        stat = path.stat()
    except OSError:
        return 0, 0
    return stat.st_dev, stat.st_ino


def _files(root: Path, *, skipped: str) -> Iterator[str]:
    """The files below `cards/` and the folders in it, but what begins with one of the `skipped` characters.

    A link that leaves `cards/` is none of them.
    """
    top = os.path.realpath(root / CARDS)
    for folder, folders, files in os.walk(root / CARDS):
        folders[:] = [name for name in folders if name[0] not in skipped]
        for name in files:
            path = Path(folder, name)
            if name[0] not in skipped and (not path.is_symlink() or path.resolve().is_relative_to(top)):
                yield path.relative_to(root).as_posix()
