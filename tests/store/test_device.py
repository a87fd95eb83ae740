from __future__ import annotations

import platform
import re
import sys
from pathlib import Path

import pytest

from flashdeck.store.device import device_name, read_device
from flashdeck.store.folder import own_folder
from tests.store.desk import Desk, card


@pytest.mark.parametrize(
    ("host", "slug"),
    [("Ada's MacBook.local", "ada-s-macbook-local"), ("", "device"), ("電腦", "device"), ("x" * 99, "x" * 30)],
)
def test_a_device_is_named_by_its_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str, slug: str) -> None:
    """A slug that is a file's name everywhere, and six letters that tell two hosts of one name apart."""
    monkeypatch.setattr(platform, "node", lambda: host)
    assert re.fullmatch(rf"{slug}-[a-z]{{6}}", device_name(tmp_path))


def test_a_name_is_made_once(tmp_path: Path) -> None:
    """It is kept in a file that others on the machine cannot read."""
    assert read_device(tmp_path) is None
    name = device_name(tmp_path)
    assert device_name(tmp_path) == read_device(tmp_path) == name
    assert [path.name for path in tmp_path.iterdir()] == ["device"]
    if sys.platform != "win32":
        assert (tmp_path / "device").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("kept", [b"", b"../../etc", b"Two Words", b"\xff\0"])
def test_what_is_no_name_is_replaced(tmp_path: Path, kept: bytes) -> None:
    """A name becomes a file's, so nothing else is taken for one."""
    (tmp_path / "device").write_bytes(kept)
    assert read_device(tmp_path) is None
    assert read_device(tmp_path) != device_name(tmp_path) == read_device(tmp_path)


def test_the_folder_keeps_its_secrets_from_git(tmp_path: Path) -> None:
    """The log may be committed; the index and the device's name never are."""
    ignored = (own_folder(tmp_path) / ".gitignore").read_text().splitlines()
    assert {"index.db*", "device"} <= set(ignored)
    assert not any("log" in line for line in ignored if not line.startswith("#"))


def test_a_gitignore_that_was_changed_is_left_alone(tmp_path: Path) -> None:
    """It is written with the folder and never again."""
    path = own_folder(tmp_path) / ".gitignore"
    path.write_text("mine\n")
    own_folder(tmp_path)
    assert path.read_text() == "mine\n"


def test_no_device_is_named_before_the_first_answer(tmp_path: Path) -> None:
    """Who only looks leaves no trace in the log."""
    desk = Desk(tmp_path)
    desk.write("a.md", card("x"))
    desk.keys()
    assert sorted(path.name for path in (tmp_path / ".flashdeck").iterdir()) == [".gitignore", "index.db"]
    with desk.opened() as collection:
        assert collection.record([]) == []
    assert not (tmp_path / ".flashdeck" / "log").exists()
    desk.answer("x")
    [file] = (tmp_path / ".flashdeck" / "log").iterdir()
    assert file.stem == read_device(tmp_path / ".flashdeck")
