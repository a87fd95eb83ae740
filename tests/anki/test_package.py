from __future__ import annotations

import hashlib
import io
import json
import os
import zipfile
from pathlib import Path

import pytest

from flashdeck.anki.media import Media
from flashdeck.anki.package import write_package
from flashdeck.model import UserError


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "collection.anki2"
    path.write_bytes(b"database " * 1000)
    return path


def picture(folder: Path, name: str, content: bytes) -> Media:
    path = folder / name
    path.write_bytes(content)
    return Media(f"packed-{name}", path, hashlib.sha1(content).hexdigest())


def packed(database: Path, *media: Media) -> bytes:
    file = io.BytesIO()
    write_package(file, database, media)
    return file.getvalue()


def test_what_is_in_a_package(tmp_path: Path, database: Path) -> None:
    """The database, the map of names, and each medium under its number."""
    with zipfile.ZipFile(
        io.BytesIO(packed(database, picture(tmp_path, "b.png", b"B"), picture(tmp_path, "a.png", b"A")))
    ) as file:
        assert file.namelist() == ["collection.anki2", "media", "0", "1"]
        assert json.loads(file.read("media")) == {"0": "packed-a.png", "1": "packed-b.png"}
        assert (file.read("0"), file.read("1")) == (b"A", b"B")
        assert file.read("collection.anki2") == database.read_bytes()
        assert {member.compress_type for member in file.infolist()} == {zipfile.ZIP_DEFLATED}


def test_f8_the_bytes_know_no_time_and_no_mode(tmp_path: Path, database: Path) -> None:
    """The same content gives the same file, whenever its parts were written, with whatever rights and in any order."""
    one, two = picture(tmp_path, "a.png", b"A"), picture(tmp_path, "b.png", b"B")
    before = packed(database, one, two)
    os.utime(database, (0, 1_000_000_000))
    one.path.chmod(0o600)
    assert packed(database, two, one) == before


def test_a_picture_that_changes_meanwhile_stops_the_export(tmp_path: Path, database: Path) -> None:
    """Its name says what is in it; a file under a false name would never be replaced in Anki."""
    media = picture(tmp_path, "a.png", b"A")
    media.path.write_bytes(b"B")
    with pytest.raises(UserError, match=r"a\.png changed"):
        packed(database, media)
