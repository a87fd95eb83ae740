"""The names of media: the lists of both generations, and the folder beside a collection."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from stat import S_ISREG
from typing import BinaryIO
from unicodedata import category, normalize

from flashdeck.anki.reading import limits, wire
from flashdeck.anki.reading.faults import Damaged, TooLarge

_LONGEST_NAME = 255  # bytes, in any file system
_ELSEWHERE = frozenset("/\\:")  # folders and drives
_CONTROL = frozenset({"Cc", "Cs"})
_DEVICE = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])[ .]*(\..*)?", re.IGNORECASE | re.DOTALL)
_ENTRY, _NAME, _MEMBER = 1, 1, 255  # numbers of Anki's protobuf fields
_CHUNK = 1 << 20


def named(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Where each medium lies, by its name in NFC, as notes are read; names that could be anything else are left out."""
    composed = ((normalize("NFC", name), place) for name, place in pairs)
    return {name: place for name, place in composed if _is_file_name(name)}


def _is_file_name(name: str) -> bool:
    """Whether it can only be a file in Anki's one folder: no path, drive or device, nothing a terminal would obey."""
    return (
        name.strip(". ") != ""
        and not any(char in _ELSEWHERE or category(char) in _CONTROL for char in name)
        and len(name.encode()) <= _LONGEST_NAME
        and not _DEVICE.fullmatch(name)
    )


def legacy_list(listed: bytes) -> Iterator[tuple[str, str]]:
    """Name and member of each medium, from JSON; raises ValueError or RecursionError where it is none."""
    found = json.loads(listed or b"{}")
    if not isinstance(found, dict):
        raise ValueError("it is no object")  # noqa: TRY004 (every fault is one kind)
    for member, name in found.items():
        if isinstance(name, str):
            yield name, member


def modern_list(listed: bytes) -> Iterator[tuple[str, str]]:
    """Name and member of each medium, from protobuf; raises ValueError where it is none."""
    entries = (entry for number, entry in wire.fields(listed) if number == _ENTRY and isinstance(entry, bytes))
    for place, entry in enumerate(entries):
        yield wire.text(entry, _NAME), str(wire.number(entry, _MEMBER, place))


class MediaFolder:
    """The media beside a collection; links, which could lead anywhere, are no media."""

    def __init__(self, folder: Path) -> None:
        self.media: Mapping[str, str] = named(_files(folder)) if folder.is_dir() else {}

    def copy_media(self, name: str, target: BinaryIO) -> None:
        """Write a file's content; raises KeyError for one that is not there, Damaged for one beyond the limits."""
        left = limits.MEDIA_FILE
        with Path(self.media[name]).open("rb") as file:
            while chunk := file.read(_CHUNK):
                left -= len(chunk)
                if left < 0:
                    raise TooLarge(f"has a media file of more than {limits.MEDIA_FILE >> 20} MB beside it")
                target.write(chunk)


def _files(folder: Path) -> Iterator[tuple[str, str]]:
    with os.scandir(folder) as listing:
        for number, item in enumerate(listing):
            if number >= limits.MEMBERS:
                raise Damaged(f"more than {limits.MEMBERS} files lie in {folder.name}")
            if S_ISREG(item.stat(follow_symlinks=False).st_mode):
                yield item.name, item.path
