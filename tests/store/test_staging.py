from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

import pytest

from flashdeck.model import UserError
from flashdeck.store.staging import staging


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards/old.md").write_bytes(b"old")
    return tmp_path


def files(root: Path) -> dict[str, bytes]:
    """Every file and folder below the collection."""
    return {path.relative_to(root).as_posix(): path.read_bytes() if path.is_file() else b"" for path in root.rglob("*")}


def test_files_take_their_places_together(root: Path) -> None:
    """New ones with the folders that they need, and one in place of what was there, its mode kept."""
    (root / "cards/old.md").chmod(0o640)
    with staging(root) as staged:
        staged.add("cards/a/b/new.md", lambda file: file.write(b"new"))
        staged.add("cards/old.md", lambda file: file.write(b"newer"), b"old")
        assert not (root / "cards/a/b/new.md").exists()
        staged.place()
    assert files(root) == {
        "cards": b"",
        "cards/a": b"",
        "cards/a/b": b"",
        "cards/a/b/new.md": b"new",
        "cards/old.md": b"newer",
    }
    if os.name == "posix":
        assert (root / "cards/old.md").stat().st_mode & 0o777 == 0o640


def full(_: object) -> None:
    """A disk without room."""
    raise OSError(28, "No space left on device")


def stage(root: Path, *files: tuple[str, Callable[[BinaryIO], object]]) -> None:
    """Write files beside their places, and leave them there."""
    with staging(root) as staged:
        for path, write in files:
            staged.add(path, write)


def replace_old(root: Path, meanwhile: str) -> None:
    """Write a new file and one in place of `old.md`, while another program writes to `meanwhile`."""
    with staging(root) as staged:
        staged.add("cards/new.md", lambda file: file.write(b"new"))
        staged.add("cards/old.md", lambda file: file.write(b"newer"), b"old")
        (root / meanwhile).write_bytes(b"edited")
        staged.place()


def test_what_fails_leaves_nothing_behind(root: Path) -> None:
    """A disk that is full at the second file: no file, no folder, one sentence."""
    before = files(root)
    with pytest.raises(UserError, match="No space left on device"):
        stage(root, ("cards/a/new.md", lambda file: file.write(b"new")), ("cards/a/b/full.md", full))
    assert files(root) == before


def test_what_is_not_placed_is_taken_away(root: Path) -> None:
    """Whoever leaves without placing has written nothing."""
    before = files(root)
    stage(root, ("cards/a/new.md", lambda file: file.write(b"new")))
    assert files(root) == before


@pytest.mark.parametrize("path", ["cards/old.md", "cards/new.md"])
def test_a_place_that_changed_meanwhile_stops_all(root: Path, path: str) -> None:
    """A file edited, or made, after it was read is nobody's to overwrite."""
    with pytest.raises(UserError, match=f"{path} was changed in the meantime"):
        replace_old(root, path)
    assert files(root) == {"cards": b"", "cards/old.md": b"old", path: b"edited"}


@pytest.mark.parametrize("path", ["../x.md", "cards/../x.md", "cards/link/x.md", ".flashdeck/log/x.jsonl"])
def test_nothing_is_written_outside_of_cards(root: Path, tmp_path_factory: pytest.TempPathFactory, path: str) -> None:
    """Neither by `..` nor through a link."""
    (root / "cards/link").symlink_to(tmp_path_factory.mktemp("elsewhere"))
    before = files(root)
    with pytest.raises(UserError, match="outside of cards/"):
        stage(root, (path, lambda file: file.write(b"x")))
    assert files(root) == before
