"""A whole log as one compressed file, a `.tar.gz` of its files: the same log gives the same bytes.

It is written and read as a stream, however long the log is, and `tar xzf` unpacks it where there is no flashdeck.
Imported where it is needed, since once a day is seldom.
"""

from __future__ import annotations

import os
import tarfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from gzip import GzipFile
from pathlib import Path
from typing import IO, BinaryIO

LogLines = tuple[str, Iterator[bytes]]
"""The name of a log file and its lines, with their line ends."""

_LEVEL = 3  # of zlib: 110 MB of a log in a second; the usual 6 is a tenth smaller and takes twice as long
_LONGEST = 1 << 24  # bytes of a line: what is longer was not written by us, and would not fit into memory
_BLOCK = 1 << 16


class DamagedArchiveError(ValueError):
    """What is no whole archive of a log; says in words why."""


def write_archive(stream: BinaryIO, folder: Path, names: Iterable[str]) -> None:
    """Pack these files of a log's folder, each as long as it is now. Raises OSError."""
    with (
        GzipFile(filename="", mode="wb", compresslevel=_LEVEL, fileobj=stream, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w|", format=tarfile.PAX_FORMAT) as archive,
    ):
        for name in sorted(names):
            with (folder / name).open("rb") as file:
                member = tarfile.TarInfo(name)
                member.size = os.fstat(file.fileno()).st_size  # what is appended meanwhile is for the next time
                member.mode = 0o600
                archive.addfile(member, file)


def read_archive(path: Path) -> Iterator[LogLines]:
    """The files of a packed log, one after the other: the lines of one are to be read before the next is asked for.

    Raises DamagedArchiveError where the archive is cut or altered, at the latest behind its last line, and where it
    holds anything but log files.
    """
    with (
        _damages(),
        path.open("rb") as stream,
        GzipFile(fileobj=stream, mode="rb") as unpacked,
        tarfile.open(fileobj=unpacked, mode="r|") as archive,
    ):
        for member in archive:
            content = archive.extractfile(member) if _is_log(member) else None
            if content is None:
                raise DamagedArchiveError(f"it holds {member.name!r}, which is no log file")
            yield member.name, _lines(content)
        while unpacked.read(_BLOCK):  # the checksum of everything stands at the end
            pass


def _is_log(member: tarfile.TarInfo) -> bool:
    """Whether it is a plain file, whose name leads nowhere else."""
    name = member.name
    is_plain = member.isreg() and not member.issparse()
    return is_plain and name.endswith(".jsonl") and name.isprintable() and not set(name) & set("/\\:")


def _lines(content: IO[bytes]) -> Iterator[bytes]:
    with _damages():
        while line := content.readline(_LONGEST):
            if len(line) == _LONGEST:
                raise DamagedArchiveError("it holds a line that is too long for a log")
            yield line


@contextmanager
def _damages() -> Iterator[None]:
    """Let what the libraries raise be a DamagedArchiveError."""
    try:
        yield
    except DamagedArchiveError:
        raise
    except EOFError:
        raise DamagedArchiveError("it is cut off") from None
    except OSError as error:
        raise DamagedArchiveError(error.strerror or str(error)) from error
    except (tarfile.TarError, zlib.error, ValueError, ArithmeticError) as error:
        raise DamagedArchiveError(str(error)) from error
