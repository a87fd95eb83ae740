from __future__ import annotations

import json
import os
import tempfile
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from flashdeck.anki.reading import limits, wire
from flashdeck.model import UserError
from tests.anki.reading.packages import CARD, NOTE, database, package, read, small


@pytest.fixture(autouse=True)
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files go, to see that none stay."""
    folder = tmp_path / "room"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def modern(path: Path, *, meta: bytes = b"\x08\x03", media: bytes = b"", content: bytes | None = None) -> Path:
    """A modern package whose parts may be anything."""
    with zipfile.ZipFile(path, "w") as zipped:
        zipped.writestr("meta", meta)
        zipped.writestr("media", zstandard.compress(media))
        inner = database(path.with_suffix(".db")).read_bytes() if content is None else content
        zipped.writestr("collection.anki21b", zstandard.compress(inner) if content is None else content)
    return path


def test_the_packages_of_these_tests_are_sound(tmp_path: Path) -> None:
    """Or every refusal below would prove nothing."""
    for path in (small(tmp_path / "a.apkg"), modern(tmp_path / "b.apkg"), database(tmp_path / "c.anki2")):
        assert read(path).note_count == 1
        assert read(path).warnings == []


# ---------------------------------------------------------------------------------------------- one sentence


def bomb(path: Path) -> Path:
    """Zeros: 100 MB in 100 kB."""
    return package(path, b"SQLite format 3\0" + bytes(100 << 20))


def zstd_bomb(path: Path) -> Path:
    return modern(path, content=zstandard.compress(bytes(100 << 20)))


def media_bomb(path: Path) -> Path:
    return small(path, media=b'{"0": "a.png"}', _0=bytes(100 << 20))


def encrypted(path: Path) -> Path:
    """Every member's flag says so."""
    raw = bytearray(small(path).read_bytes())
    at = 0
    while (at := raw.find(b"PK\1\2", at)) >= 0:
        raw[at + 8] |= 1
        at += 4
    path.write_bytes(raw)
    return path


def cut(path: Path) -> Path:
    path.write_bytes(small(path).read_bytes()[:-200])
    return path


def cut_database(path: Path) -> Path:
    return package(path, database(path.with_suffix(".db")).read_bytes()[:5000])


def wrong_checksum(path: Path) -> Path:
    raw = bytearray(small(path).read_bytes())
    raw[80:90] = b"\xff" * 10
    path.write_bytes(raw)
    return path


def view(path: Path) -> Path:
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id, 'g' || i AS guid FROM n"
    return small(path, f"DROP TABLE notes; CREATE VIEW notes AS {endless}")


def generated_column(path: Path) -> Path:
    return small(
        path, "DROP TABLE notes; CREATE TABLE notes (id, guid, mid, mod, tags, flds AS (zeroblob(1000000000)))"
    )


def no_table(path: Path) -> Path:
    return small(path, "DROP TABLE cards")


def no_column(path: Path) -> Path:
    return small(path, "ALTER TABLE cards DROP COLUMN odue")


def wrong_models(path: Path) -> Path:
    return small(path, "UPDATE col SET models = '{\"7\": []}'")


def deep_json(path: Path) -> Path:
    return small(path, f"UPDATE col SET decks = '{'[' * 100_000}'")


def empty_col(path: Path) -> Path:
    return small(path, "DELETE FROM col")


def text_file(path: Path) -> Path:
    path.write_text("Not a package at all.")
    return path


def empty_file(path: Path) -> Path:
    path.write_bytes(b"")
    return path


def other_zip(path: Path) -> Path:
    with zipfile.ZipFile(path, "w") as zipped:
        zipped.writestr("word/document.xml", "<x/>")
    return path


def folder(path: Path) -> Path:
    path.mkdir()
    return path


def missing(path: Path) -> Path:
    return path


def wrong_meta(path: Path) -> Path:
    return modern(path, meta=b"\xff" * 20)


def newer_meta(path: Path) -> Path:
    return modern(path, meta=b"\x08\x09")


def wrong_media_list(path: Path) -> Path:
    return modern(path, media=b"\x0a\xff\xff\xff\xff\x7f")


def not_zstd(path: Path) -> Path:
    return modern(path, content=b"plain")


def wide_zstd(path: Path) -> Path:
    """A window of 2 GB, which would have to be held in memory."""
    parameters = zstandard.ZstdCompressionParameters(window_log=31, enable_ldm=True)
    frame = zstandard.ZstdCompressor(compression_params=parameters).compressobj().compress(bytes(1 << 17))
    return modern(path, content=frame + zstandard.ZstdCompressor(compression_params=parameters).compressobj().flush())


SENTENCES: dict[Callable[[Path], Path], str] = {
    bomb: "unpacks to more",
    zstd_bomb: "unpacks to more",
    media_bomb: "unpacks to more",
    encrypted: "encrypted",
    cut: "neither a package nor a collection",
    cut_database: "damaged",
    wrong_checksum: "damaged",
    view: "`notes` is no table",
    generated_column: "no column `flds`",
    no_table: "`cards` is no table",
    no_column: "no column `odue`",
    wrong_models: "note types or decks cannot be read",
    deep_json: "note types or decks cannot be read",
    empty_col: "it is empty",
    text_file: "neither a package nor a collection",
    empty_file: "neither a package nor a collection",
    other_zip: "without a collection",
    folder: "is a folder",
    missing: "There is no file",
    wrong_meta: "`meta` cannot be read",
    newer_meta: "does not know",
    wrong_media_list: "list of media cannot be read",
    not_zstd: "damaged",
    wide_zstd: "damaged",
}


@pytest.mark.parametrize(("make", "sentence"), SENTENCES.items(), ids=lambda part: getattr(part, "__name__", ""))
def test_what_is_unsound_is_one_sentence(
    make: Callable[[Path], Path], sentence: str, tmp_path: Path, room: Path
) -> None:
    """It names the file and what is wrong with it, and nothing stays in the temporary folder."""
    path = make(tmp_path / "x.apkg")
    with pytest.raises(UserError) as caught:
        read(path)
    assert sentence in caught.value.message
    assert str(path) in caught.value.message
    assert "\n" not in caught.value.message
    assert list(room.iterdir()) == []


@pytest.mark.parametrize("table", ["notes", "cards", "revlog"])
def test_more_rows_than_a_collection_can_have(table: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are counted before any is read."""
    for name in ("NOTES", "CARDS", "ANSWERS"):
        monkeypatch.setattr(limits, name, 1)
    answers = [(number, 2, 3, 1, 0, 2500, 900, 1) for number in (1, 2)]
    more: dict[str, dict[str, Any]] = {
        "notes": {"notes": [NOTE, (9, *NOTE[1:])]},
        "cards": {"cards": [CARD, (9, *CARD[1:])]},
    }
    path = small(tmp_path / "x.apkg", **more.get(table, {"answers": answers}))
    with pytest.raises(UserError, match=f"more than 1 rows of `{table}`"):
        read(path)


def test_a_question_without_end_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever SQLite is made to compute, it is counted."""
    monkeypatch.setattr(limits, "STEPS", 1000)
    path = small(tmp_path / "x.apkg", notes=[(number, f"g{number}", *NOTE[2:]) for number in range(1, 30_000)])
    with pytest.raises(UserError, match="interrupted"):
        read(path)


# ---------------------------------------------------------------------------------------------- names


@pytest.mark.parametrize(
    "name",
    [
        "../x.png",
        "..",
        "CON",
        "nul.png",
        "Com1 .png",
        "x:y.png",
        "/etc/passwd",
        "a/b.png",
        "C:\\x.png",
        "a\\b.png",
        "x\0.png",
        "\x1b[2J.png",
        "",
        "n" * 300,
    ],
)
def test_media_names_that_are_paths_are_no_media(name: str, tmp_path: Path) -> None:
    """Nor are those that a terminal would obey."""
    listed = json.dumps({"0": name, "1": "good.png"}).encode()
    found = read(small(tmp_path / "x.apkg", media=listed, _0=b"bad", _1=b"good"))
    assert found.media == {"good.png"}


def test_sql_in_names_is_text(tmp_path: Path) -> None:
    """A deck called like a statement is called so."""
    name = "'); DROP TABLE notes; --"
    path = small(tmp_path / "x.apkg", f"""UPDATE col SET decks = '{{"1": {{"name": "{name.replace("'", "''")}"}}}}'""")
    assert read(path).decks[1].name == name


def test_links_beside_a_collection_are_no_media(tmp_path: Path) -> None:
    """They could lead anywhere."""
    path = database(tmp_path / "collection.anki2")
    media = tmp_path / "collection.media"
    media.mkdir()
    (media / "good.png").write_bytes(b"x")
    (media / "link.png").symlink_to("/etc/passwd")
    os.mkfifo(media / "pipe.png")
    assert read(path).media == {"good.png"}


# ---------------------------------------------------------------------------------------------- anything at all


@settings(max_examples=150)
@given(st.binary(max_size=60))
def test_any_bytes_are_a_message_or_a_value_error(message: bytes) -> None:
    """The reader of protobuf ends, and raises nothing else."""
    try:
        list(wire.fields(message))
    except ValueError:
        return


@settings(max_examples=60)
@given(data=st.data())
def test_a_damaged_package_is_read_or_refused(data: st.DataObject, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Bytes flipped anywhere: values or one sentence, never anything else."""
    folder = tmp_path_factory.mktemp("damaged")
    makes: list[Callable[[Path], Path]] = [small, modern, database]
    path = data.draw(st.sampled_from(makes))(folder / "x.apkg")
    raw = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 8))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    path.write_bytes(raw[: data.draw(st.integers(len(raw) // 2, len(raw)))])
    with suppress(UserError):
        read(path)


def test_no_room_to_unpack_is_not_the_packages_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence says where room is needed."""

    def full(**_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("flashdeck.anki.reading.package.TemporaryDirectory", full)
    with pytest.raises(UserError, match="make room where temporary files go"):
        read(small(tmp_path / "x.apkg"))
