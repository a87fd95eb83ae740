from __future__ import annotations

import io
import json
import struct
import zipfile
from pathlib import Path
from stat import S_IFLNK
from unicodedata import normalize

import pytest
import zstandard

from flashdeck.anki.reading import limits
from flashdeck.anki.reading.package import open_package
from flashdeck.model import UserError
from tests.anki.reading.packages import database, package, small

CENTRAL, LOCAL, END = b"PK\1\2", b"PK\3\4", b"PK\5\6"


def refused(path: Path) -> str:
    """The sentence for a package that is opened, and whose media are copied."""
    with pytest.raises(UserError) as caught:
        copied(path)
    return caught.value.message


def copied(path: Path) -> dict[str, bytes]:
    contents = {}
    with open_package(path) as found:
        for name in found.media:
            content = io.BytesIO()
            found.copy_media(name, content)
            contents[name] = content.getvalue()
    return contents


def modern(path: Path, *, picture: bytes, content: bytes | None = None) -> Path:
    """A modern package with one picture `a.png`, whose member holds these bytes."""
    inner = zstandard.compress(database(path.with_suffix(".db")).read_bytes()) if content is None else content
    entry = b"\x0a\x05a.png"
    with zipfile.ZipFile(path, "w") as zipped:
        zipped.writestr("meta", b"\x08\x03")
        zipped.writestr("media", zstandard.compress(b"\x0a" + bytes([len(entry)]) + entry))
        zipped.writestr("collection.anki21b", inner)
        zipped.writestr("0", picture)
    return path


# ---------------------------------------------------------------------------------------------- how it is packed


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_methods_whose_output_nothing_bounds_are_refused(method: int, tmp_path: Path) -> None:
    """Python unpacks as much of these at once as a kilobyte can hold, which is gigabytes."""
    path = tmp_path / "x.apkg"
    with zipfile.ZipFile(path, "w", method) as zipped:
        zipped.writestr("collection.anki2", database(tmp_path / "x.db").read_bytes())
    assert "packed in a way that Anki does not use" in refused(path)


def test_a_picture_that_is_cut_is_not_taken_for_whole(tmp_path: Path) -> None:
    """The zip is sound, and zstd does not complain of a frame without an end."""
    whole = bytes(range(256)) * 2000
    packed = zstandard.compress(whole)
    assert copied(modern(tmp_path / "whole.apkg", picture=packed)) == {"a.png": whole}
    assert "ends too early" in refused(modern(tmp_path / "cut.apkg", picture=packed[:-9]))
    assert "ends too early" in refused(modern(tmp_path / "none.apkg", picture=b""))


def test_several_frames_are_one_file(tmp_path: Path) -> None:
    """As zstd has it; an empty one among them is no end."""
    picture = b"".join(map(zstandard.compress, (b"one", b"", b"two")))
    assert copied(modern(tmp_path / "x.apkg", picture=picture)) == {"a.png": b"onetwo"}


def test_a_member_whose_own_name_is_no_text(tmp_path: Path) -> None:
    """What the table of contents calls it is sound, what stands before it is not."""
    raw = bytearray(small(tmp_path / "x.apkg").read_bytes())
    at = -1
    while (at := raw.find(CENTRAL, at + 1)) >= 0:
        raw[at + 9] |= 8  # names in UTF-8
    at = raw.find(LOCAL)
    raw[at + 7] |= 8
    raw[at + 30] = 0xFF
    (tmp_path / "x.apkg").write_bytes(raw)
    assert "damaged" in refused(tmp_path / "x.apkg")


# ---------------------------------------------------------------------------------------------- the table of contents


def contents(count: int, offset: int) -> bytes:
    """A table of contents of so many members, which says that it has one and lies at `offset`."""
    entry = struct.pack("<4s4B4HL2L5H2L", CENTRAL, 20, 0, 20, 0, *[0] * 7, 1, *[0] * 6) + b"a"
    return entry * count + struct.pack("<4s4H2LH", END, 0, 0, 1, 1, len(entry) * count, offset, 0)


@pytest.mark.parametrize("offset", [0, int.from_bytes(END, "little")])
def test_a_long_table_of_contents_is_not_read(offset: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it says of its length, and wherever else its signature stands."""
    monkeypatch.setattr(limits, "DIRECTORY", 100_000)
    path = tmp_path / "x.apkg"
    path.write_bytes(contents(3000, offset))
    assert "table of contents larger" in refused(path)


def test_more_members_than_a_package_can_have(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database, a list and three files are five."""
    path = small(tmp_path / "x.apkg", _0=b"", _1=b"", _2=b"")
    monkeypatch.setattr(limits, "MEMBERS", 5)
    assert copied(path) == {}
    monkeypatch.setattr(limits, "MEMBERS", 4)
    assert "more than 4 files" in refused(path)


# ---------------------------------------------------------------------------------------------- media


def test_all_media_together_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many names of one small member are many files; one that is read again is not counted again."""
    listed = json.dumps({"0": "a.png", "1": "b.png"}).encode()
    path = small(tmp_path / "x.apkg", media=listed, _0=bytes(40_000), _1=bytes(40_000))
    monkeypatch.setattr(limits, "MEDIA", 60_000)
    with open_package(path) as found:
        for _ in range(3):
            found.copy_media("a.png", io.BytesIO())
        with pytest.raises(UserError, match="unpacks to more"):
            found.copy_media("b.png", io.BytesIO())


def test_the_ratio_holds_for_all_media_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What each may unpack to however small it is, they may not each."""
    listed = json.dumps({str(number): f"{number}.png" for number in range(8)}).encode()
    members = {f"_{number}": bytes(250_000) for number in range(8)}
    path = small(tmp_path / "x.apkg", media=listed, **members)
    monkeypatch.setattr(limits, "SPARE", 300_000)
    monkeypatch.setattr(limits, "RATIO", 100)
    assert "unpacks to more" in refused(path)


def test_a_link_in_the_package_is_no_picture(tmp_path: Path) -> None:
    """Its content is a path."""
    path = package(tmp_path / "x.apkg", database(tmp_path / "x.db").read_bytes(), b'{"0": "a.png", "1": "b.png"}')
    link = zipfile.ZipInfo("0")
    link.external_attr = (S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(path, "a") as zipped:
        zipped.writestr(link, "/etc/passwd")
        zipped.writestr("1", b"B")
    assert copied(path) == {"b.png": b"B"}


@pytest.mark.parametrize(
    "name", ["音声　1.mp3", "👨‍👩‍👧.png", "a b.png", "-.png", "console.png", "con1.png", ".hidden"]
)
def test_odd_names_of_media_that_people_have(name: str, tmp_path: Path) -> None:
    """Wide spaces, joined emoji, and what only resembles a device."""
    listed = json.dumps({"0": name}).encode()
    assert copied(small(tmp_path / "x.apkg", media=listed, _0=b"x")) == {name: b"x"}


def test_names_are_composed_as_in_notes(tmp_path: Path) -> None:
    """A Mac lists `ö` as two characters; both the packed list and the folder beside a collection."""
    name = "größe.png"
    apart = normalize("NFD", name)
    assert apart != name
    listed = json.dumps({"0": apart}).encode()
    assert copied(small(tmp_path / "x.apkg", media=listed, _0=b"x")) == {name: b"x"}
    path = database(tmp_path / "collection.anki2")
    (tmp_path / "collection.media").mkdir()
    (tmp_path / "collection.media" / apart).write_bytes(b"y")
    assert copied(path) == {name: b"y"}


# ---------------------------------------------------------------------------------------------- a closed collection


@pytest.mark.parametrize("suffix", ["-wal", "-journal"])
def test_a_collection_with_something_unwritten_beside_it(suffix: str, tmp_path: Path) -> None:
    """Anki has it open, or did not end well."""
    path = database(tmp_path / "collection.anki2")
    (tmp_path / f"collection.anki2{suffix}").write_bytes(b"x")
    assert "close Anki" in refused(path)


def test_the_media_beside_a_collection_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As those in a package are."""
    path = database(tmp_path / "collection.anki2")
    (tmp_path / "collection.media").mkdir()
    for name in ("a.png", "b.png"):
        (tmp_path / "collection.media" / name).write_bytes(bytes(5000))
    monkeypatch.setattr(limits, "MEDIA_FILE", 4000)
    assert "a media file of more than" in refused(path)
    monkeypatch.setattr(limits, "MEMBERS", 1)
    assert "more than 1 files lie in collection.media" in refused(path)


def test_a_collection_is_left_as_it_was(tmp_path: Path) -> None:
    """Nothing is written to it or beside it."""
    path = database(tmp_path / "collection.anki2")
    before = path.read_bytes()
    with open_package(path) as found:
        assert len(list(found.notes())) == 1
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir() if each.is_file()] == ["collection.anki2"]
