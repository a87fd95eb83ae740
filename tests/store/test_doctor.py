"""What the doctor finds, each made to happen by bytes on the disk."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flashdeck.config import Settings
from flashdeck.model import Rating
from flashdeck.store.doctor.examination import Examination, examine
from flashdeck.store.doctor.findings import ERRORS, KINDS, LISTED, NOTES, Finding, Findings
from tests.store.desk import DEVICE, Desk, at, card, foreign
from tests.store.test_rebuild import play, steps

LOG = f".flashdeck/log/{DEVICE}.jsonl"
PHONE = ".flashdeck/log/phone.jsonl"
INDEX = ".flashdeck/index.db"


def quiet(_what: str, _part: float) -> None:
    """Nobody waits."""


def examined(desk: Desk, days: int = 30) -> Examination:
    return examine(desk.root, desk.settings, at(days), quiet)


def found(desk: Desk, days: int = 30) -> list[tuple[str, str | None, int | None]]:
    """Kind and place of all findings."""
    return [(each.kind, each.file, each.line) for each in examined(desk, days).findings]


def only(desk: Desk, days: int = 30) -> Finding:
    """The one finding."""
    [finding] = examined(desk, days).findings
    return finding


def line(desk: Desk, number: int, kind: str = "review", **more: Any) -> bytes:
    """A line of the phone about the first card: on the morning of day `number`, unless it says otherwise."""
    when = at(number)
    envelope = {"id": f"phone:{number}", "kind": kind, "at": when.at.isoformat(), "offset": 0, "day": str(when.day)}
    card_key = desk.card("x")
    body = {"guid": card_key.guid, "ordinal": 0, "rating": "good"}
    return json.dumps({**envelope, **body, **more}).encode() + b"\n"


def phone(desk: Desk, *lines: bytes, name: str = "phone") -> Path:
    """The phone's log, which the index has read."""
    path = desk.log.parent / f"{name}.jsonl"
    path.write_bytes(b"".join(lines))
    with desk.opened(30):
        pass
    return path


@pytest.fixture
def used(desk: Desk) -> Desk:
    """Two cards in two files, answered on two days."""
    desk.write("a.md", card("x"))
    desk.write("b/c.md", card("y"))
    desk.answer("x")
    desk.answer("y", Rating.AGAIN, days=1)
    return desk


def test_nothing_wrong(used: Desk) -> None:
    """All is counted, and nothing is found."""
    assert examined(used) == Examination((), files=2, cards=2, logs=1, devices=1, events=4)


def test_every_kind_is_an_error_or_a_note() -> None:
    """And no kind is both."""
    assert len(KINDS) == len(ERRORS) + len(NOTES)


def test_very_many_findings_of_one_kind_stay_few() -> None:
    """The first are listed, the others counted."""
    findings = Findings()
    for number in range(1000):
        findings.add("torn-line", "Torn", file=LOG, line=number)
    findings.add("retired", "Gone", count=7)
    listed = list(findings)
    assert len(listed) == LISTED + 2
    assert (listed[LISTED].kind, listed[LISTED].count) == ("torn-line", 1000 - LISTED)
    assert sum(each.count for each in listed) == 1007


def test_a_folder_without_anything_of_ours_is_examined(desk: Desk) -> None:
    """The index is not there yet, and stays so."""
    desk.write("a.md", card("x"))
    assert found(desk) == [("index-behind", INDEX, None)]
    assert not desk.index.exists()


# ---------------------------------------------------------------------------------------------- lines


@pytest.mark.parametrize(
    ("bad", "kind"),
    [
        (b"<<<<<<< HEAD\n", "conflict-marker"),
        (b"=======\n", "conflict-marker"),
        (b'{"id":"desk-abcdef:9","ki', "torn-line"),
        (b"nonsense\n", "torn-line"),
        (b"\0" * 512 + b"\n", "nul-bytes"),
        (b'{"id":"caf\xe9:1"}\n', "not-utf8"),
        (b"[]\n", "no-event"),
        (b'{"id":"desk-abcdef:9"}\n', "no-event"),
    ],
)
def test_lines_that_hold_no_event(used: Desk, bad: bytes, kind: str) -> None:
    """Each is named with its place, whether the index has met it or not."""
    with used.log.open("ab") as stream:
        stream.write(bad)
    assert [each for each in found(used) if each[0] != "index-behind"] == [(kind, LOG, 5)]
    with used.opened():
        pass
    assert found(used) == [(kind, LOG, 5)]
    assert examined(used).errors == 1


def test_a_bom_crlf_and_empty_lines_are_no_fault(used: Desk) -> None:
    """Other tools leave them."""
    used.log.write_bytes(b"\xef\xbb\xbf" + used.log.read_bytes().replace(b"\n", b"\r\n") + b"\r\n\n")
    with used.opened():
        pass
    assert found(used) == []


def test_a_log_that_cannot_be_read(used: Desk) -> None:
    """A folder in its place."""
    (used.log.parent / "phone.jsonl").mkdir()
    with used.opened():
        pass
    assert ("log-unreadable", PHONE, None) in found(used)


def test_a_strange_file_among_the_logs(used: Desk) -> None:
    """It is not read, which is told."""
    (used.log.parent / "phone.jsonl.orig").write_bytes(foreign("2026-12-01", 1, "g"))
    assert found(used) == [("no-log", f"{PHONE}.orig", None)]


# ---------------------------------------------------------------------------------------------- events


def test_unknown_kinds_are_kept_and_told(used: Desk) -> None:
    """Once for each kind, with the first of its lines."""
    phone(used, line(used, 1, "wish"), line(used, 2, "wish"), line(used, 3, "hope"))
    assert {(each.kind, each.line, each.count) for each in examined(used).findings} == {
        ("unknown-kind", 1, 2),
        ("unknown-kind", 3, 1),
    }


def test_events_that_the_replay_skips(used: Desk) -> None:
    """A whole line whose schedule says nothing."""
    phone(used, line(used, 1), line(used, 2, "set", schedule={"state": "sleeping"}))
    finding = only(used)
    assert (finding.kind, finding.file, finding.line) == ("event-skipped", PHONE, 2)
    assert finding.what.startswith("phone:2: this `set` event is skipped")


def test_two_lines_with_one_id(used: Desk) -> None:
    """A copied folder: both are kept, and told with both places; an equal line is harmless."""
    phone(used, line(used, 1), line(used, 2))
    phone(used, line(used, 1), line(used, 2, rating="again"), name="phone-copy")
    assert [each for each in found(used) if each[0] != "lines-elsewhere"] == [
        ("one-id", ".flashdeck/log/phone.jsonl", 2)
    ]
    finding = examined(used).findings[0]
    assert "phone:2 stands here and in .flashdeck/log/phone-copy.jsonl:2" in finding.what


def test_equal_lines_are_harmless(used: Desk) -> None:
    """A union merge may leave a line twice."""
    phone(used, line(used, 1), line(used, 2), line(used, 1))
    assert found(used) == []


def test_lines_of_another_device(used: Desk) -> None:
    """They are told; where the device does not have them in its own file, it will give their numbers again."""
    with used.log.open("ab") as stream:
        stream.write(line(used, 1) + line(used, 2))
    phone(used, line(used, 1), line(used, 2))
    assert found(used) == [("lines-elsewhere", LOG, 5)]
    phone(used, line(used, 1))
    finding = only(used)
    assert (finding.kind, finding.file, finding.line, finding.count) == ("lines-astray", LOG, 5, 2)


def test_numbers_that_go_down(used: Desk) -> None:
    """Told as a note, with the first such line; a time that goes down with the number is no clock."""
    phone(used, line(used, 1), line(used, 3), line(used, 2), line(used, 4))
    assert found(used) == [("out-of-order", PHONE, 3)]


def test_an_undo_of_nothing(used: Desk) -> None:
    """Its target may come with another file; an undo of what is here is none of it."""
    phone(used, line(used, 1), line(used, 2, "undo", target="tablet:7"), line(used, 3, "undo", target="phone:1"))
    finding = only(used)
    assert (finding.kind, finding.file, finding.line) == ("names-nothing", PHONE, 2)
    assert "tablet:7" in finding.what


# ---------------------------------------------------------------------------------------------- clocks


@pytest.mark.parametrize(
    ("time", "day", "kind"),
    [
        ("2026-12-02T08:55:00+00:00", "2026-12-02", None),  # five minutes
        ("2026-12-02T08:54:59+00:00", "2026-12-02", "clock-back"),
        ("2026-12-02T09:30:00+00:00", "2026-12-01", "flight"),  # the rollover moved, or the traveller
        ("2026-12-01T20:00:00+00:00", "2026-12-01", "clock-back"),
    ],
)
def test_clock_steps(used: Desk, time: str, day: str, kind: str | None) -> None:
    """More than five minutes back in UTC is a clock, a study day back while UTC goes on a journey west."""
    phone(used, line(used, 1), line(used, 2, at=time, day=day))
    assert found(used) == ([(kind, PHONE, 2)] if kind else [])
    assert examined(used).errors == 0


@pytest.mark.parametrize(
    ("time", "offset", "day", "is_right"),
    [
        ("2026-12-01T12:00:00+00:00", 0, "2026-12-01", True),
        ("2026-12-01T12:00:00+00:00", 0, "2026-11-30", True),  # a late rollover
        ("2026-12-01T12:00:00+00:00", 0, "2026-11-29", False),
        ("2026-12-01T12:00:00+00:00", 0, "2026-12-02", False),
        ("2026-12-01T12:00:00+00:00", 13 * 60, "2026-12-02", True),
        ("2026-12-01T12:00:00+00:00", -13 * 60, "2026-11-29", True),
        ("0001-01-01T00:00:00+00:00", -60, "0001-01-01", True),  # no calendar to tell by
    ],
)
def test_study_days_that_fit_no_rollover(used: Desk, time: str, offset: int, day: str, is_right: bool) -> None:  # noqa: FBT001
    """The local date, or the day before it where the study day begins later."""
    phone(used, line(used, 1, at=time, offset=offset, day=day))
    assert found(used) == ([] if is_right else [("wrong-day", PHONE, 1)])


def test_events_of_the_future(used: Desk) -> None:
    """By time or by study day, with what really takes them back."""
    path = phone(used, line(used, 5), line(used, 6))
    assert found(used, days=5) == [("future", PHONE, 2)]
    assert "`flashdeck undo --force`" in only(used, days=5).way_out
    path.write_bytes(line(used, 6) + line(used, 7, at=at(6, 1).at.isoformat(), day="2026-12-07"))
    with used.opened(30):
        pass
    first, last = examined(used, days=5).findings
    assert "delete its line" in first.way_out
    assert "`flashdeck undo --force`" in last.way_out


def test_the_way_out_of_the_future_works(used: Desk) -> None:
    """What an undo took back is no longer told, nor is the undo itself."""
    used.answer("x", days=20)
    assert {each[0] for each in found(used, days=5)} == {"future"}
    with used.opened(5) as collection:
        collection.undo(at(5))
    assert found(used, days=5) == [("clock-back", LOG, 6)]


def test_five_minutes_ahead_are_no_future(used: Desk) -> None:
    """Two clocks never agree."""
    used.answer("x", days=5)
    with used.opened(5):
        pass
    assert found(used, days=5) == []
    early = replace(at(5), at=at(5, -5).at)
    assert examine(used.root, used.settings, early, quiet).findings == ()
    earlier = replace(at(5), at=at(5, -6).at)
    assert [each.kind for each in examine(used.root, used.settings, earlier, quiet).findings] == ["future"]


# ---------------------------------------------------------------------------------------------- the index


ALTERATIONS = {
    "schedules": "UPDATE schedules SET interval = 99 WHERE rowid = 1",
    "a schedule too many": "INSERT INTO schedules (guid, ordinal, state) VALUES ('g', 0, 'review')",
    "a schedule too few": "DELETE FROM schedules WHERE rowid = 1",
    "marks": "INSERT INTO marks VALUES ('g', 0, 1, NULL, 0)",
    "note_records": "UPDATE note_records SET front = 'Another?' WHERE rowid = 1",
    "guids": "UPDATE guids SET guid = 'g' WHERE rowid = 1",
    "exports": "INSERT INTO exports VALUES ('g', 'd', 1, '', '')",
    "imports": "INSERT INTO imports VALUES ('g', 'd', 1, 2, 't')",
    "undone": "INSERT INTO undone VALUES ('desk-abcdef:1')",
    "unknown_kinds": "INSERT INTO unknown_kinds VALUES ('wish', 1)",
    "facts": "UPDATE facts SET value = replace(value, 'desk', 'task') WHERE name = 'newest'",
    "due": "UPDATE cards SET due = '2030-01-01' WHERE rowid = 1",
    "a due that is gone": "UPDATE cards SET due = NULL WHERE rowid = 1",
    "front": "UPDATE notes SET front = front || ' ' WHERE rowid = 1",
    "back": "UPDATE notes SET back = 'Another.' WHERE rowid = 1",
    "deck": "UPDATE notes SET deck = 'b' WHERE rowid = 1",
    "tags": "UPDATE notes SET tags = char(10) || 'new' || char(10) WHERE rowid = 1",
    "source": "UPDATE notes SET source = 'me' WHERE rowid = 1",
    "line": "UPDATE notes SET line = 7 WHERE rowid = 1",
    "suspended": "UPDATE notes SET suspended = 1 WHERE rowid = 1",
    "guid": "UPDATE notes SET guid = 'g' WHERE rowid = 1",
    "a note without its guid": "UPDATE notes SET guid = NULL WHERE rowid = 1",
    "a card's front": "UPDATE cards SET front = 'Another?' WHERE rowid = 1",
    "a card's ordinal": "UPDATE cards SET ordinal = 3 WHERE rowid = 1",
    "the order": "UPDATE cards SET position = 4 - position WHERE rowid = 2",
    "a note too few": "DELETE FROM notes WHERE rowid = 1",
    "a card too few": "DELETE FROM cards WHERE rowid = 1",
    "a note of no file": "UPDATE notes SET file = 'cards/none.md' WHERE rowid = 1",
    "a card of no note": "INSERT INTO cards VALUES (77, 0, 9, NULL, 'q', 'a')",
    "a kept note of a file without errors": "UPDATE notes SET is_kept = 1 WHERE rowid = 1",
    "problems": "UPDATE files SET errors = 1 WHERE rowid = 1",
}


def alter(desk: Desk, statement: str) -> None:
    index = sqlite3.connect(desk.index)
    with index:
        assert index.execute(statement).rowcount == 1
    index.close()


@pytest.mark.parametrize("statement", ALTERATIONS.values(), ids=ALTERATIONS)
def test_rows_that_were_altered_in_silence(used: Desk, statement: str) -> None:
    """Whatever the log or the texts tell otherwise is found, and nothing of the index changes by it."""
    alter(used, statement)
    before = used.index.read_bytes(), sorted(used.root.rglob("*"))
    findings = examined(used).findings
    assert {each.kind for each in findings} == {"index-differs"}
    assert all("--repair" in each.way_out for each in findings)
    assert (used.index.read_bytes(), sorted(used.root.rglob("*"))) == before


def test_what_differs_is_said(used: Desk) -> None:
    """The first row, its column, both values."""
    name = used.card("x")
    alter(used, f"UPDATE schedules SET interval = 99 WHERE guid = '{name.guid}'")
    what = only(used).what
    assert what.startswith("In 1 row of `schedules` the index is not what the log comes to: ")
    assert what.endswith(f"of {name.guid}:0 `interval` is 99 instead of 1")


def test_an_altered_line_of_the_log_shows(used: Desk) -> None:
    """Of the same length and time, so that no opening would see it."""
    stat = used.log.stat()
    used.log.write_bytes(used.log.read_bytes().replace(b'"good"', b'"easy"'))
    os.utime(used.log, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert {each[0] for each in found(used)} == {"index-differs"}


def damaged(text: bytes) -> bytes:
    """A page in the middle is gone."""
    middle = len(text) // 4096 // 2 * 4096
    return text[:middle] + b"\xa5" * 4096 + text[middle + 4096 :]


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "cut": lambda text: text[: len(text) // 2],
    "zeroed": lambda text: b"\0" * len(text),
    "noise": lambda text: b"nonsense" * 512,
    "a page": damaged,
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_index(used: Desk, damage: Callable[[bytes], bytes]) -> None:
    """It is told and left as it is; the log and the texts are examined all the same."""
    text = damage(used.index.read_bytes())
    used.index.write_bytes(text)
    examination = examined(used)
    assert [each.kind for each in examination.findings] == ["index-damaged"]
    assert (examination.events, examination.cards) == (4, 2)
    assert used.index.read_bytes() == text


@pytest.mark.parametrize(("version", "kind"), [(99, "index-newer"), (1, "index-behind")])
def test_an_index_of_another_version(used: Desk, version: int, kind: str) -> None:
    """A newer one is an error, an older one is brought up to date by the next command."""
    index = sqlite3.connect(used.index)
    index.execute(f"PRAGMA user_version = {version}")
    index.close()
    assert found(used) == [(kind, INDEX, None)]


def test_an_index_that_is_behind_is_compared_as_far_as_it_goes(used: Desk) -> None:
    """A line more and a text more are no fault; what it has of the rest still must be right."""
    with used.log.open("ab") as stream:
        stream.write(used.log.read_bytes().splitlines()[-1].replace(b":4", b":5", 1) + b"\n")
    used.write("new.md", card("z"))
    assert found(used) == [("index-behind", INDEX, None)]
    assert only(used).what == "The index is behind 1 card file and the log"
    alter(used, "UPDATE schedules SET interval = 99 WHERE rowid = 1")
    alter(used, "UPDATE notes SET back = 'Another.' WHERE file = 'cards/a.md'")
    assert [each[0] for each in found(used)] == ["index-differs", "index-differs", "index-behind"]


def test_an_index_under_other_settings_is_behind(used: Desk) -> None:
    """The next command replays the log; its schedules cannot be compared."""
    used.settings = Settings(max_interval=7)
    assert found(used) == [("index-behind", INDEX, None)]


def test_an_open_index_is_examined(used: Desk) -> None:
    """A review in another terminal has it open, and its last answers are in SQLite's journal."""
    with used.opened(2) as collection:
        collection.undo(at(2))
        assert used.index.with_name("index.db-wal").stat().st_size > 0
        assert found(used) == []


def test_a_collection_that_cannot_be_written(used: Desk) -> None:
    """It is examined without a byte being written."""
    folders = [path for path in (used.root, *used.root.rglob("*")) if path.is_dir()]
    for folder in folders:
        folder.chmod(0o555)
    try:
        assert found(used) == []
    finally:
        for folder in folders:
            folder.chmod(0o755)


# ---------------------------------------------------------------------------------------------- around it


def test_leftovers(used: Desk) -> None:
    """Of processes that are gone; what this one may be writing is left alone, and so is what is not ours."""
    gone = 2**22 + 1  # no process has such a number
    names = (".flashdeck/device", ".flashdeck/log/phone.jsonl", "exports/flashdeck.apkg", "cards/b/.c.md")
    (used.root / "exports").mkdir()
    for name in (*names, "cards/b/notes"):
        (used.root / f"{name}.{gone}.tmp").write_bytes(b"half")
    (used.root / f"exports/other.apkg.{os.getppid()}.tmp").write_bytes(b"half")
    (used.root / "exports/mine.tmp").write_bytes(b"mine")
    assert sorted(found(used)) == sorted(("leftover", f"{name}.{gone}.tmp", None) for name in names)


def test_a_device_file_without_a_name(used: Desk) -> None:
    """A note: the next answer gives a new one."""
    (used.root / ".flashdeck" / "device").write_bytes(b"../../etc\n")
    assert found(used) == [("device-nameless", ".flashdeck/device", None)]


def test_a_device_file_that_is_a_folder(used: Desk) -> None:
    """Nothing could be written to the log."""
    (used.root / ".flashdeck" / "device").unlink()
    (used.root / ".flashdeck" / "device").mkdir()
    assert found(used) == [("device-unreadable", ".flashdeck/device", None)]


def test_missing_media(used: Desk) -> None:
    """With the line that names it; also where it went missing after the index had seen it."""
    used.write("a.md", card("x", "![a ring](ring.png)"))
    used.write("ring.png", b"\x89PNG")
    with used.opened():
        pass
    assert found(used) == []
    (used.root / "cards" / "ring.png").unlink()
    assert found(used) == [("media-missing", "cards/a.md", 3)]


def test_errors_of_cards_are_left_to_check(used: Desk) -> None:
    """Only their number is told; the note that a broken text still has in the index is not retired."""
    used.write("a.md", "## About x? {#x .unheard-of}\n\nAn answer.\n")
    with used.opened():
        pass
    assert found(used) == [("card-errors", None, None)]
    assert only(used).count == 1


def test_card_files_that_cannot_be_read(used: Desk) -> None:
    """A link that leads nowhere."""
    (used.root / "cards" / "lost.md").symlink_to("nowhere.md")
    with used.opened():
        pass
    [finding] = examined(used).findings
    assert finding.kind == "file-unreadable"
    assert "cards/lost.md" in finding.what


# ---------------------------------------------------------------------------------------------- notes


def test_retired_notes_are_counted(used: Desk) -> None:
    """And those with a history."""
    with used.opened() as collection:
        created = {"guid": "g", "key": "w", "front": "About w?", "created": 5, "cloze": False}
        collection.record([("note", at(1), created)])
    (used.root / "cards" / "a.md").unlink()
    with used.opened():
        pass
    finding = only(used)
    assert (finding.kind, finding.count) == ("retired", 2)
    assert finding.what == "Without a text now: 2 notes of the log, 1 of them with a history"


def test_two_notes_with_one_key(used: Desk) -> None:
    """Told, but for a cloze that once was a card of that id."""
    guid = used.card("x").guid
    named = {"key": "x", "front": "About x?", "created": 5, "cloze": False}
    phone(used, line(used, 1, "note", **{**named, "guid": "g", "cloze": True}))
    assert "one-key" not in {each[0] for each in found(used)}
    phone(used, line(used, 1, "note", **{**named, "guid": "g"}))
    finding = next(each for each in examined(used).findings if each.kind == "one-key")
    assert guid in finding.what
    assert "`x`" in finding.what


# ---------------------------------------------------------------------------------------------- the law


FOUND_IN_PLAY = set(NOTES) | {"conflict-marker", "torn-line", "card-errors", "one-id", "lines-astray"}


@settings(max_examples=25, deadline=None)
@given(played=st.lists(steps, min_size=3, max_size=12))
def test_what_was_done_step_by_step_is_right(tmp_path_factory: pytest.TempPathFactory, played: list[Any]) -> None:
    """Whatever people, devices and crashes do, the doctor finds no difference in the index."""
    desk = Desk(tmp_path_factory.mktemp("desk"))
    (desk.root / "cards").mkdir()
    (desk.root / ".flashdeck").mkdir()
    (desk.root / ".flashdeck" / "device").write_text(DEVICE)
    play(desk, played)
    with desk.opened(30):
        pass
    kinds = {finding.kind for finding in examined(desk).findings}
    assert kinds <= FOUND_IN_PLAY
