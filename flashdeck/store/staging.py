"""Files that take their places together.

All are written and flushed beside their places first, so that what can fail, fails before anything is seen.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from flashdeck.model import UserError
from flashdeck.store.durable import flush, flush_folder
from flashdeck.store.texts import CARDS


@dataclass(frozen=True, slots=True)
class _Draft:
    """A file beside its place; `before` are the bytes that it is to replace, None where there must be nothing."""

    written: Path
    target: Path
    before: bytes | None


@dataclass(slots=True)
class Staging:
    """Files on their way below `cards/` of the collection at `root`."""

    root: Path
    _drafts: list[_Draft] = field(default_factory=list)
    _folders: list[Path] = field(default_factory=list)

    def add(self, path: str, write: Callable[[BinaryIO], object], before: bytes | None = None) -> None:
        """Write a file beside its place; `path` is relative to the collection, and below `cards/`."""
        target = self._below_cards(path)
        self._make(target.parent)
        written = target.with_name(f".{target.name}.{os.getpid()}.tmp")
        self._drafts.append(_Draft(written, target, before))
        with written.open("xb") as file:
            write(file)
            file.flush()
            flush(file.fileno())

    def place(self) -> None:
        """Put every file in its place; raises UserError, and none is, where one of the places changed meanwhile."""
        for draft in self._drafts:
            if (draft.target.read_bytes() if os.path.lexists(draft.target) else None) != draft.before:
                shown = draft.target.relative_to(self.root).as_posix()
                raise UserError(f"{shown} was changed in the meantime, so nothing was written: import again.")
        for draft in self._drafts:
            if draft.before is not None:
                draft.written.chmod(draft.target.stat().st_mode)
            draft.written.replace(draft.target)
        for folder in {draft.target.parent for draft in self._drafts}.union(each.parent for each in self._folders):
            flush_folder(folder)
        self._drafts.clear()
        self._folders.clear()

    def _below_cards(self, path: str) -> Path:
        """The file's place, a link followed; what would lie elsewhere is refused."""
        target = Path(os.path.realpath(self.root / path))
        if not target.is_relative_to(os.path.realpath(self.root / CARDS)):
            raise UserError(f"{path} lies outside of {CARDS}/: nothing is written there.")
        return target

    def _make(self, folder: Path) -> None:
        missing = []
        while not folder.exists():
            missing.append(folder)
            folder = folder.parent
        for each in reversed(missing):
            each.mkdir()
            self._folders.append(each)

    def _clear(self) -> None:
        for draft in self._drafts:
            with suppress(OSError):
                draft.written.unlink(missing_ok=True)
        for folder in reversed(self._folders):
            with suppress(OSError):  # somebody put something into it
                folder.rmdir()


@contextmanager
def staging(root: Path) -> Iterator[Staging]:
    """Files on their way; whatever is not placed in the end is taken away, with the folders made for it.

    Raises UserError where the disk refuses them.
    """
    staged = Staging(root)
    try:
        yield staged
    except OSError as error:
        name = error.filename or root
        raise UserError(f"{name} cannot be written ({error.strerror}), so no card file was.") from error
    finally:
        staged._clear()  # noqa: SLF001 (one story in two parts)
