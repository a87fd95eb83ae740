"""Pictures and sound on their way in: under which name each lies below `cards/`."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import BinaryIO
from unicodedata import normalize

from flashdeck.anki.media import packed_name, sha1_of
from flashdeck.store.texts import CARDS

FOLDER = f"{CARDS}/media"


class Arrivals:
    """The media of one import that notes name; each is read once to know its content.

    `files` holds, by the path below the collection, the name in the package of what is to be written there. What lies
    there already is not written again.
    """

    def __init__(self, root: Path, names: frozenset[str], copy: Callable[[str, BinaryIO], object]) -> None:
        self.files: dict[str, str] = {}
        self.missing: set[str] = set()
        self._root = root
        self._names = {name: name for name in sorted(names)}
        self._folded = {_folded(name): name for name in sorted(names)}
        self._copy = copy
        self._paths: dict[str, str] = {}
        self._held: dict[str, str] = {}

    def path(self, name: str) -> str | None:
        """Where a file of the package lies, below the collection; None where the package does not have it.

        The name is the one that an export would give it, without the digest: to leave and come back changes nothing.
        """
        found = self._names.get(name) or self._folded.get(_folded(name))
        if found is None:
            self.missing.add(name)
            return None
        if found not in self._paths:
            self._paths[found] = self._place(found)
        return self._paths[found]

    def link(self, name: str, card_file: str) -> str | None:
        """The same as a card file names it."""
        path = self.path(name)
        depth = card_file.count("/") - 1
        return None if path is None else "../" * depth + path.removeprefix(f"{CARDS}/")

    def _place(self, name: str) -> str:
        sha1 = self._sha1(name)
        plain = PurePosixPath(packed_name(name, sha1).replace(f"-{sha1[:12]}", ""))
        for candidate in (plain.name, f"{plain.stem}-{sha1[:12]}{plain.suffix}"):
            path = f"{FOLDER}/{candidate}"
            there = self._content_at(path)
            if there in (None, sha1):
                self._held[path] = sha1
                if not (self._root / path).exists():
                    self.files[path] = name
                return path
        raise AssertionError("two contents of one digest")

    def _content_at(self, path: str) -> str | None:
        """The digest of what lies, or is to lie, at a place."""
        if path in self._held:
            return self._held[path]
        return sha1_of(self._root / path) if (self._root / path).is_file() else None

    def _sha1(self, name: str) -> str:
        digest = _Digest()
        self._copy(name, digest)  # type: ignore[arg-type]  # of a file only `write` is used
        return digest.hex()


def _folded(name: str) -> str:
    """What two spellings of a name share that are one file on some systems: Anki itself may have renamed it."""
    return normalize("NFC", name).casefold()


class _Digest:
    """A file that keeps only the digest of what is written to it."""

    def __init__(self) -> None:
        self._sha1 = hashlib.sha1(usedforsecurity=False)

    def write(self, chunk: bytes) -> int:
        self._sha1.update(chunk)
        return len(chunk)

    def hex(self) -> str:
        return self._sha1.hexdigest()
