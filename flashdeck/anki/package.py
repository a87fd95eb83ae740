"""The file of an .apkg: a zip of the database, the media and their names, the same bytes for the same content."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import IO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from flashdeck.anki.media import Media
from flashdeck.model import UserError

_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest time that a zip can hold
_UNIX = 3
_COPIED_AT_ONCE = 1 << 20
_EFFORT = 3  # of 9: for rows the usual 6 takes three times as long and saves a tenth


def write_package(file: IO[bytes], database: Path, media: Iterable[Media]) -> None:
    """Write an .apkg of the first generation, which every Anki reads.

    Times, modes and the order of the members are fixed; the bytes still follow the versions of SQLite and zlib. Raises
    `UserError` when a media file is no longer what it was when the fields were written.
    """
    ordered = sorted(media)
    names = {str(number): item.name for number, item in enumerate(ordered)}
    with ZipFile(file, "w", ZIP_DEFLATED) as package:
        with database.open("rb") as rows, mmap(rows.fileno(), 0, access=ACCESS_READ) as mapped:
            package.writestr(_member("collection.anki2"), mapped, compresslevel=_EFFORT)
        package.writestr(_member("media"), json.dumps(names))
        for number, item in enumerate(ordered):
            if _add(package, str(number), item.path) != item.sha1:
                raise UserError(f"{item.path} changed while it was being exported: export again.")


def _member(name: str) -> ZipInfo:
    member = ZipInfo(name, _EPOCH)
    member.create_system = _UNIX
    member.external_attr = 0o644 << 16
    member.compress_type = ZIP_DEFLATED
    return member


def _add(package: ZipFile, name: str, path: Path) -> str:
    """Copy a file into the package in pieces, and return the SHA-1 of what was copied."""
    member = _member(name)
    member.file_size = path.stat().st_size  # decides whether the zip must be of the kind for large files
    digest = hashlib.sha1(usedforsecurity=False)
    with path.open("rb") as source, package.open(member, "w") as target:
        while piece := source.read(_COPIED_AT_ONCE):
            digest.update(piece)
            target.write(piece)
    return digest.hexdigest()
