"""The outer shell of a package: a zip file whose members are read by content, and never unpacked by name."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from stat import S_ISLNK
from typing import IO, BinaryIO

from flashdeck.anki.reading import limits, wire
from flashdeck.anki.reading.faults import Damaged, TooLarge
from flashdeck.anki.reading.media import legacy_list, modern_list, named
from flashdeck.model import UserError

_META, _MEDIA = "meta", "media"
_DATABASES = {1: "collection.anki2", 2: "collection.anki21", 3: "collection.anki21b"}
_MODERN = 3
_VERSION = 1  # the number of the field in `meta`
_CHUNK = 1 << 20
_PIECE = 1 << 10  # of zstd, whose densest bytes unpack to 32,000 times as many at once
_ENCRYPTED = 0x1
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # Anki's; Python bounds the output of no other one
_BAD_ZIP = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, OverflowError, struct.error)


class Archive:
    """A package (.apkg, .colpkg) of either generation; `size` are the bytes of its file, whatever it says of itself.

    What is unsound raises Damaged.
    """

    def __init__(self, path: Path, zipped: zipfile.ZipFile, size: int) -> None:
        self._zip = zipped
        self._size = size
        self._members = {info.filename: info for info in zipped.infolist()}
        self._copied: dict[str, int] = {}
        self._unpacked = 0
        self.version = self._version(path)
        if _DATABASES[self.version] not in self._members:
            raise UserError(f"{path} is a zip file without a collection of Anki in it: name an .apkg or a .colpkg.")

    def extract_database(self, target: BinaryIO) -> None:
        """Write the collection's database."""
        self._copy(_DATABASES[self.version], target, limits.DATABASE)

    @cached_property
    def media(self) -> Mapping[str, str]:
        """The member that holds each media file, by the name that notes know it by."""
        if _MEDIA not in self._members:
            return {}
        listed = b"".join(self._chunks(_MEDIA, limits.LIST))
        try:
            found = named(modern_list(listed) if self.version == _MODERN else legacy_list(listed))
        except (ValueError, RecursionError) as error:
            raise Damaged(f"its list of media cannot be read: {error}") from None
        return {name: member for name, member in found.items() if self._is_file(member)}

    def copy_media(self, name: str, target: BinaryIO) -> None:
        """Write a media file's content; raises KeyError for one that is not there.

        All of them together unpack to no more than one thing of the size of the whole package may.
        """
        self._unpacked -= self._copied.pop(name, 0)  # one that is read again takes its own place
        most = min(limits.MEDIA_FILE, self._allowed(self._size, limits.MEDIA) - self._unpacked)
        self._copied[name] = self._copy(self.media[name], target, most)
        self._unpacked += self._copied[name]

    def _is_file(self, member: str) -> bool:
        """Whether a member is there, and no link: such a one holds the name of a file and not its content."""
        info = self._members.get(member)
        return info is not None and not S_ISLNK(info.external_attr >> 16)

    def _version(self, path: Path) -> int:
        """1 and 2 are legacy packages; without `meta` the newer database tells."""
        if _META not in self._members:
            return 2 if _DATABASES[2] in self._members else 1
        with self._opened(_META) as packed:
            meta = packed.read(limits.META)
        try:
            version = wire.number(meta, _VERSION)
        except ValueError as error:
            raise Damaged(f"its `meta` cannot be read: {error}") from None
        if version not in _DATABASES:
            raise UserError(
                f"{path} is of a package version ({version}) that this flashdeck does not know: export it in Anki "
                "with “Support older Anki versions” ticked."
            )
        return version

    def _copy(self, member: str, target: BinaryIO, most: int) -> int:
        written = 0
        for chunk in self._chunks(member, most):
            target.write(chunk)
            written += len(chunk)
        return written

    def _chunks(self, member: str, most: int) -> Iterator[bytes]:
        """The content of a member, unpacked; raises past what it may be, whatever size it says it has."""
        left = self._allowed(min(self._members[member].compress_size, self._size), most)
        with self._opened(member) as packed:
            for chunk in _unpacked(packed) if self.version == _MODERN else iter(lambda: packed.read(_CHUNK), b""):
                left -= len(chunk)
                if left < 0:
                    raise TooLarge("unpacks to more than a collection can be")
                yield chunk

    @staticmethod
    def _allowed(packed_size: int, most: int) -> int:
        return min(most, limits.SPARE + limits.RATIO * packed_size)

    @contextmanager
    def _opened(self, member: str) -> Iterator[IO[bytes]]:
        """A member to be read; whatever an unsound one raises is said in half a sentence."""
        from zstandard import ZstdError

        info = self._members[member]
        if info.flag_bits & _ENCRYPTED:
            raise Damaged("it is encrypted")
        if info.compress_type not in _METHODS:
            raise Damaged("it is packed in a way that Anki does not use")
        try:
            with self._zip.open(info) as packed:
                yield packed
        except (*_BAD_ZIP, RuntimeError, ZstdError) as error:
            raise Damaged(str(error) or "it ends too early") from None


@contextmanager
def open_archive(path: Path) -> Iterator[Archive]:
    """The package at `path`; raises UserError for what is none, Damaged for what is unsound."""
    size = path.stat().st_size
    with _Bounded(path.open("rb", buffering=0)) as file:
        try:
            zipped = zipfile.ZipFile(file)
        except (*_BAD_ZIP, OSError) as error:
            raise UserError(
                f"{path} is neither a package nor a collection of Anki ({error}): name an .apkg, a .colpkg, or a "
                "collection.anki2."
            ) from None
        with zipped:
            if len(zipped.infolist()) > limits.MEMBERS:
                raise TooLarge(f"holds more than {limits.MEMBERS} files")
            yield Archive(path, zipped, size)


class _Bounded(io.BufferedReader):
    """A file of which nobody reads too much at once: `zipfile` asks for as much as the file tells it to."""

    def read(self, size: int | None = -1, /) -> bytes:
        """Up to so many bytes, or all that are left; raises TooLarge for more than a table of contents may have."""
        most = limits.DIRECTORY + 1
        found = super().read(most if size is None or size < 0 else min(size, most))
        if len(found) == most:
            raise TooLarge("has a table of contents larger than any package's")
        return found


def _unpacked(packed: IO[bytes]) -> Iterator[bytes]:
    """What zstd's frames hold; raises Damaged where the last one has no end, which zstd itself passes over."""
    from zstandard import ZstdDecompressor

    zstd = ZstdDecompressor(max_window_size=limits.WINDOW)
    frame = zstd.decompressobj()
    while piece := packed.read(_PIECE):
        while piece:
            if frame.eof:
                frame = zstd.decompressobj()
            yield frame.decompress(piece)
            piece = frame.unused_data
    if not frame.eof:
        raise Damaged("a part of it ends too early")
