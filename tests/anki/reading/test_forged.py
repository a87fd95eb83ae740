"""Databases that SQLite finds nothing wrong with, and that would keep it busy for hours or fill the memory."""

from __future__ import annotations

import json
import sqlite3
import struct
from contextlib import closing
from pathlib import Path

import pytest

from flashdeck.anki.reading import limits
from flashdeck.anki.reading.package import open_package
from flashdeck.model import UserError
from tests.anki.reading.packages import CARD, NOTE, SCHEMA, database, small

PAGE = 4096
LEAF, INNER = 13, 5  # kinds of pages of a table


def refused(path: Path) -> str:
    """The sentence for a database that is read through."""
    with pytest.raises(UserError) as caught, open_package(path) as found:
        for _ in (*found.notes(), *found.cards(), *found.answers()):
            pass
    assert "\n" not in caught.value.message
    return caught.value.message


def forged(path: Path, *statements: tuple[str, tuple[object, ...]]) -> Path:
    """Write into the schema itself."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA writable_schema = 1")
        for statement, values in statements:
            connection.execute(statement, values)
        connection.commit()
    return path


# ---------------------------------------------------------------------------------------------- pages in several places


def varint(value: int) -> bytes:
    """A number as SQLite's records have it."""
    out = [value & 0x7F]
    while value := value >> 7:
        out.append(value & 0x7F | 0x80)
    return bytes(reversed(out))


def cell(number: int, size: int, chain: int) -> bytes:
    """A row of `notes` whose fields are a text of `size` bytes that goes on in the pages of `chain`."""
    types = b"\0" + varint(15) + b"\1\1" + varint(13) + varint(13 + 2 * size)
    record = bytes([len(types) + 1]) + types + b"g" + bytes([7, 1]) + b"a\x1f"
    whole = len(types) + 1 + 3 + size
    least = (PAGE - 12) * 32 // 255 - 23
    local = least + (whole - least) % (PAGE - 4)
    kept = local if local <= PAGE - 35 else least
    return varint(whole) + varint(number) + record.ljust(kept, b"b")[:kept] + struct.pack(">I", chain)


def page(kind: int, cells: list[bytes], last: int = 0) -> bytes:
    content, end = bytearray(PAGE), PAGE
    places = []
    for each in cells:
        end -= len(each)
        content[end : end + len(each)] = each
        places.append(end)
    head = struct.pack(">BHHHB", kind, 0, len(cells), end, 0) + (struct.pack(">I", last) if kind == INNER else b"")
    pointers = b"".join(struct.pack(">H", place) for place in places)
    assert len(head) + len(pointers) <= end
    content[: len(head) + len(pointers)] = head + pointers
    return bytes(content)


def shared_text(path: Path, rows: int, size: int) -> Path:
    """Rows whose long text is one page for all of them, which leads to itself."""
    database(path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA page_size").fetchone() == (PAGE,)
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'notes'").fetchone()
    raw = path.read_bytes()
    pages = [raw[start : start + PAGE] for start in range(0, len(raw), PAGE)]
    chain = len(pages) + 1
    pages.append(struct.pack(">I", chain).ljust(PAGE, b"b"))
    leaves = []
    for number in range(1, rows + 1):
        pages.append(page(LEAF, [cell(number, size, chain)]))
        leaves.append(struct.pack(">I", len(pages)) + varint(number))
    pages[root - 1] = page(INNER, leaves[:-1], len(pages))
    pages += [bytes(PAGE)] * (size // PAGE + 2)  # SQLite takes no value for longer than the file
    whole = bytearray(b"".join(pages))
    whole[28:32] = struct.pack(">I", len(pages))
    path.write_bytes(whole)
    return path


def test_texts_that_share_their_pages(tmp_path: Path) -> None:
    """Three hundred notes of 2 MB in a file of 3 MB: all texts are together no longer than the file."""
    path = shared_text(tmp_path / "x.anki2", 300, 2_000_000)
    assert path.stat().st_size < 4_000_000
    assert "`notes` holds more text than there is room for" in refused(path)


def test_the_forged_pages_are_sound_themselves(tmp_path: Path) -> None:
    """One such note is read, or the refusal above would prove nothing."""
    with open_package(shared_text(tmp_path / "x.anki2", 2, 5000)) as found:
        assert [len(note.fields[1]) for note in found.notes()] == [4998, 4998]


def test_an_index_that_knows_of_other_rows_than_its_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite counts by the shortest index: here one row, where the table has a thousand."""
    notes = [(number, f"g{number}", *NOTE[2:]) for number in range(1, 1001)]
    path = database(
        tmp_path / "x.anki2",
        "CREATE INDEX ix_notes_usn ON notes (mod)",
        "CREATE TABLE other (mod); INSERT INTO other VALUES (1); CREATE INDEX ix_other ON other (mod)",
        notes=notes,
    )
    with closing(sqlite3.connect(path)) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'ix_other'").fetchone()
    forged(path, ("UPDATE sqlite_master SET rootpage = ? WHERE name = 'ix_notes_usn'", (root,)))
    monkeypatch.setattr(limits, "NOTES", 100)
    assert "more than 100 rows of `notes`" in refused(path)


def test_cards_come_in_order_whatever_an_index_says(tmp_path: Path) -> None:
    """By note and ordinal, with the table's own rows."""
    notes = [(number, f"g{number}", *NOTE[2:]) for number in (1, 2)]
    cards = [(2, 2, 1, 1, *CARD[4:]), (3, 2, 1, 0, *CARD[4:]), (4, 1, 1, 0, *CARD[4:])]
    with open_package(small(tmp_path / "x.apkg", notes=notes, cards=cards)) as found:
        assert [(card.note, card.ordinal) for card in found.cards()] == [(1, 0), (2, 0), (2, 1)]


# ---------------------------------------------------------------------------------------------- the schema


def test_a_schema_of_many_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite reads all of it before it answers anything."""
    monkeypatch.setattr(limits, "SCHEMA_STEPS", 20_000)
    path = database(tmp_path / "x.anki2")
    row = "INSERT INTO sqlite_master SELECT 'table', 't' || i, 't' || i, 2, 'CREATE TABLE t' || i || ' (a)' FROM n"
    forged(path, (f"WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20000) {row}", ()))
    assert "interrupted" in refused(path)


def test_a_statement_of_the_schema_without_end(tmp_path: Path) -> None:
    """Each of its parts would be an object in memory."""
    endless = f"CREATE TABLE long (a CHECK (a IN ({'1, ' * 100_000}1)))"
    assert "too big" in refused(small(tmp_path / "x.apkg", endless))


def test_a_name_in_the_schema_that_a_terminal_would_obey(tmp_path: Path) -> None:
    """SQLite quotes it; it is shown instead of sent, and not at any length."""
    name = "x\n\x1b[2J" + "y" * 5000
    broken = "INSERT INTO sqlite_master VALUES ('table', ?, ?, 2, 'CREATE TABLE z broken')"
    sentence = refused(forged(database(tmp_path / "x.anki2"), (broken, (name, name))))
    assert "\x1b" not in sentence
    assert len(sentence) < len(str(tmp_path)) + 500


@pytest.mark.parametrize("declared", ["id, nid", "id TEXT PRIMARY KEY, nid"])
def test_a_table_whose_rows_are_not_numbered(declared: str, tmp_path: Path) -> None:
    """To bring it into order would take a copy of all of it."""
    columns = (
        SCHEMA[SCHEMA.index("CREATE TABLE cards (") :]
        .split(";")[0]
        .replace("id integer primary key, nid integer", declared)
    )
    assert "`cards` are not numbered" in refused(small(tmp_path / "x.apkg", f"DROP TABLE cards; {columns}", cards=()))


# ---------------------------------------------------------------------------------------------- one value


def test_json_of_any_length_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Objects take thirty times the room of their text."""
    monkeypatch.setattr(limits, "LIST", 2000)
    decks = json.dumps({"1": {"name": "d" * 2000}})
    assert "too long" in refused(small(tmp_path / "x.apkg", f"UPDATE col SET decks = '{decks}'"))
    assert "unpacks to more" in refused(small(tmp_path / "y.apkg", media=decks.encode()))


@pytest.mark.parametrize(
    ("column", "value"), [("crt", 2**53), ("crt", -1), ("mod", 2**60), ("crt", "'x'"), ("mod", "NULL")]
)
def test_a_collection_of_no_time(column: str, value: object, tmp_path: Path) -> None:
    """Days are counted from its first one, and no date is beyond the year 9999."""
    assert "first row makes no sense" in refused(small(tmp_path / "x.apkg", f"UPDATE col SET {column} = {value}"))


@pytest.mark.parametrize(
    ("conf", "offset", "rollover"),
    [
        ({}, None, 4),
        ({"creationOffset": -540, "rollover": 0}, 540, 0),
        ({"creationOffset": 300, "rollover": 23}, -300, 23),
        ({"rollover": -2}, None, 22),
        ({"creationOffset": 10**6, "rollover": 99}, None, 4),
        ({"creationOffset": "x", "rollover": 4.5}, None, 4),
        ({"creationOffset": True, "rollover": None}, None, 4),
    ],
)
def test_the_clock_of_a_package(conf: dict[str, object], offset: int | None, rollover: int, tmp_path: Path) -> None:
    """Minutes east of UTC, where Anki counts them to the west; what makes no sense is as if not said."""
    with open_package(small(tmp_path / "x.apkg", f"UPDATE col SET conf = '{json.dumps(conf)}'")) as found:
        assert (found.clock.created, found.clock.offset, found.clock.rollover) == (1_700_000_000, offset, rollover)
        assert found.modified == 1_700_000_000_000
