"""Where a package goes: a file that is no other thing, and that takes its place whole or not at all."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from flashdeck.model import UserError
from flashdeck.store.durable import flush_folder

OWN_FOLDERS = ("cards", ".flashdeck")
"""What a package is never written over: the two texts that are the truth."""


@dataclass(frozen=True, slots=True)
class Target:
    """The file to be written; its folder is made where nobody named it."""

    path: Path
    makes_folder: bool = False

    @classmethod
    def named(cls, out: Path, root: Path) -> Target:
        """The file that a person gave, or the one that it links to; raises `UserError` for one of our own texts."""
        target = out.resolve()
        if any(target.is_relative_to((root / own).resolve()) for own in OWN_FOLDERS):
            raise UserError(f"{out} is among the cards or their log, which an export never touches: name another file.")
        return cls(target if out.is_symlink() else out)

    def see_that_it_is_free(self) -> None:
        """Raise `UserError` where something stands there that a package cannot replace."""
        path = self.path
        with self.failures_named():
            if path.parent.exists() and not path.parent.is_dir():
                raise UserError(
                    f"{path.parent} is a file, where a folder is needed: move it away, or name a file with -o."
                )
            if not (path.parent.exists() or self.makes_folder):
                raise UserError(f"There is no folder {path.parent}: make it, or name another file with -o.")
            if path.is_dir():
                raise UserError(f"{path} is a folder: name a file to write with -o.")
            if path.exists() and not path.is_file():
                raise UserError(f"{path} is a device or a pipe, which a package cannot replace: name a file with -o.")

    @contextmanager
    def draft(self) -> Iterator[Path]:
        """A name in the target's folder to write under; whatever happens, nothing of that name stays."""
        draft = self.path.with_name(f"{self.path.name}.{os.getpid()}.tmp")
        if self.makes_folder:
            with self.failures_named():
                self.path.parent.mkdir(exist_ok=True)
        try:
            yield draft
        finally:
            with suppress(OSError):
                draft.unlink(missing_ok=True)

    def take(self, draft: Path) -> None:
        """Let the draft take its place, on the disk as well."""
        with self.failures_named():
            draft.replace(self.path)
            flush_folder(self.path.parent)

    @contextmanager
    def failures_named(self) -> Iterator[None]:
        """Turn what goes wrong in writing into one sentence."""
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise UserError(f"{self.path} cannot be written ({reason}): name another file with -o.") from error
