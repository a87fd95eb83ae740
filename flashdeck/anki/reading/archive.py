"""The outer shell of a package: a zip file whose members are read by content, and never unpacked by name."""

from __future__ import annotations

import json
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import IO, BinaryIO

from flashdeck.anki.reading import limits, wire
from flashdeck.model import UserError

_META, _MEDIA = "meta", "media"
_DATABASES = {1: "collection.anki2", 2: "collection.anki21", 3: "collection.anki21b"}
_MODERN = 3
_CHUNK = 1 << 20
_END = struct.Struct("<4s4H2LH")
_END_64 = struct.Struct("<4sQ2H2L4Q")
_LOCATOR_64 = struct.Struct("<4sLQL")


class Archive:
    """A package (.apkg, .colpkg) of either generation; `path` is how people named it."""

    def __init__(self, path: Path, zipped: zipfile.ZipFile) -> None:
        self.path = path
        self._zip = zipped
        self._members = {info.filename: info for info in zipped.infolist()}
        self._copied = 0
        self.version = self._version()

    def extract_database(self, target: BinaryIO) -> None:
        """Write the collection's database; raises UserError where there is none, or it is beyond the limits."""
        name = _DATABASES[self.version]
        if name not in self._members:
            raise UserError(f"{self.path} is a zip file without a collection of Anki in it.")
        self._copy(name, target, limits.DATABASE)

    @cached_property
    def media(self) -> Mapping[str, str]:
        """The member that holds each media file, by the name that notes know it by."""
        if _MEDIA not in self._members:
            return {}
        listed = b"".join(self._chunks(_MEDIA, limits.LIST))
        try:
            found = list((_modern_media if self.version == _MODERN else _legacy_media)(listed))
        except (ValueError, RecursionError) as error:
            raise self.damaged(f"its list of media cannot be read: {error}") from None
        return {name: member for name, member in found if member in self._members and _is_file_name(name)}

    def copy_media(self, name: str, target: BinaryIO) -> None:
        """Write a media file's content; raises KeyError for one that is not there, UserError beyond the limits."""
        member = self.media[name]
        self._copied += self._copy(member, target, min(limits.MEDIA_FILE, limits.MEDIA - self._copied))

    def damaged(self, what: str) -> UserError:
        """The sentence for a package that is not as Anki writes it."""
        return UserError(f"{self.path} is damaged, or no package of Anki: {what}. Nothing was imported.")

    def _version(self) -> int:
        """1 and 2 are legacy packages; without `meta` the newer database tells."""
        if _META not in self._members:
            return 2 if _DATABASES[2] in self._members else 1
        meta = b"".join(self._chunks(_META, _CHUNK, is_raw=True))
        try:
            version = wire.number(meta, 1)
        except ValueError as error:
            raise self.damaged(f"its `meta` cannot be read: {error}") from None
        if version not in _DATABASES:
            raise UserError(
                f"{self.path} is of a package version ({version}) that this flashdeck does not know: export it in Anki "
                "with “Support older Anki versions” ticked."
            )
        return version

    def _copy(self, member: str, target: BinaryIO, most: int) -> int:
        written = 0
        for chunk in self._chunks(member, most):
            target.write(chunk)
            written += len(chunk)
        return written

    def _chunks(self, member: str, most: int, *, is_raw: bool = False) -> Iterator[bytes]:
        """The content of a member, unpacked, whatever size it says it has; UserError past what it may be."""
        info = self._members[member]
        allowed = min(most, limits.SPARE + limits.RATIO * info.compress_size)
        read = 0
        with _told_in_a_sentence(self), self._zip.open(info) as packed:
            stream = packed if is_raw or self.version != _MODERN else _unpacked(packed)
            while chunk := stream.read(_CHUNK):
                read += len(chunk)
                if read > allowed:
                    raise UserError(f"{self.path} unpacks to more than a collection can be; nothing was imported.")
                yield chunk


@contextmanager
def open_archive(path: Path) -> Iterator[Archive]:
    """The package at `path`; raises UserError for what is none."""
    with path.open("rb") as file:
        _refuse_many(path, file)
        try:
            zipped = zipfile.ZipFile(file)
        except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError, struct.error) as error:
            raise UserError(f"{path} is neither a package nor a collection of Anki ({error}).") from None
        with zipped:
            yield Archive(path, zipped)


def _refuse_many(path: Path, file: BinaryIO) -> None:
    """Refuse a table of contents that would fill the memory; `zipfile` reads all of it at once."""
    size = file.seek(0, 2)
    start = max(0, size - _END.size - 0xFFFF)
    file.seek(start)
    end = file.read()
    at = end.rfind(b"PK\5\6")
    if at < 0 or at + _END.size > len(end):
        return  # no zip file, as `zipfile` will say
    *_, count, length, _, _ = _END.unpack_from(end, at)
    if at >= _LOCATOR_64.size:
        sign, _, offset, _ = _LOCATOR_64.unpack_from(end, at - _LOCATOR_64.size)
        if sign == b"PK\6\7":
            file.seek(offset if offset <= size else 0)
            record = file.read(_END_64.size)
            if len(record) == _END_64.size:
                *_, count, length, _ = _END_64.unpack(record)
    if count > limits.MEMBERS or length > limits.DIRECTORY:
        raise UserError(f"{path} holds {count} files, more than a package of Anki can; nothing was imported.")


def _unpacked(packed: IO[bytes]) -> IO[bytes]:
    from zstandard import ZstdDecompressor

    stream: IO[bytes] = ZstdDecompressor(max_window_size=limits.WINDOW).stream_reader(packed, read_across_frames=True)
    return stream


@contextmanager
def _told_in_a_sentence(archive: Archive) -> Iterator[None]:
    """Turn what an unsound member raises into the sentence for it."""
    from zstandard import ZstdError

    try:
        yield
    except RuntimeError as error:
        what = "it is encrypted" if "encrypted" in str(error) else str(error)
        raise archive.damaged(what) from None
    except (zipfile.BadZipFile, zlib.error, EOFError, ZstdError, NotImplementedError, struct.error) as error:
        raise archive.damaged(str(error) or "it ends too early") from None


# ---------------------------------------------------------------------------------------------- the list of media


def _legacy_media(listed: bytes) -> Iterator[tuple[str, str]]:
    found = json.loads(listed or b"{}")
    if not isinstance(found, dict):
        raise ValueError("it is no object")  # noqa: TRY004 (every fault is one kind)
    for member, name in found.items():
        if isinstance(name, str):
            yield name, member


def _modern_media(listed: bytes) -> Iterator[tuple[str, str]]:
    for place, (field, entry) in enumerate(each for each in wire.fields(listed) if each[0] == 1):
        if field == 1 and isinstance(entry, bytes):
            yield wire.text(entry, 1), str(wire.number(entry, 255, place))


def _is_file_name(name: str) -> bool:
    """Whether it can be the name of a file in Anki's one folder of media: no path, nothing that cannot be seen."""
    return (
        bool(name) and len(name.encode("utf-8", "replace")) <= 255 and name.isprintable() and not set(name) & set("/\\")
    )
