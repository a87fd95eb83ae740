"""The restore: what a backup holds and the log lacks is put back in its place, and nothing else happens."""

from __future__ import annotations

import json
from datetime import date

import pytest

from flashdeck.store.backups import back_up
from flashdeck.store.doctor.restoring import Backup
from tests.store.backed_up import backup, events, logs, phone, restored, said, surveyed, use
from tests.store.desk import DEVICE, Desk
from tests.store.test_doctor import found


@pytest.fixture
def used(desk: Desk) -> Desk:
    """Three answers of this device and three of another, all of them in the backup of the third day."""
    return use(desk)


# ---------------------------------------------------------------------------------------------- the list


def test_the_list_tells_what_each_holds_and_the_log_lacks(used: Desk) -> None:
    """The newest first."""
    lines = used.log.read_bytes().splitlines(keepends=True)
    used.log.write_bytes(b"".join(lines[:2]))
    sizes = [backup(used, days).stat().st_size for days in (2, 1, 0)]
    assert surveyed(used) == [
        Backup(date(2026, 12, 3), sizes[0], lines=8, missing=3),
        Backup(date(2026, 12, 2), sizes[1], lines=7, missing=2),
        Backup(date(2026, 12, 1), sizes[2], lines=5, missing=0),
    ]


def test_before_the_first_the_list_is_empty(desk: Desk) -> None:
    """And nothing is made."""
    assert surveyed(desk) == []
    assert not (desk.root / ".flashdeck" / "backups").exists()


# ---------------------------------------------------------------------------------------------- what is put back


def test_a_log_that_is_gone_comes_back_byte_for_byte(used: Desk) -> None:
    """With its folder, and the schedules with it."""
    before = logs(used)
    with used.opened(30) as collection:
        schedules = [entry.schedule for entry in collection.entries()]
    for path in used.log.parent.iterdir():
        path.unlink()
    used.log.parent.rmdir()
    assert restored(used) == [
        f"Put 5 events of the backup of 2026-12-03 back into .flashdeck/log/{DEVICE}.jsonl.",
        "Put 3 events of the backup of 2026-12-03 back into .flashdeck/log/phone.jsonl.",
    ]
    assert logs(used) == before
    assert found(used) == []
    with used.opened(30) as collection:
        assert [entry.schedule for entry in collection.entries()] == schedules


def test_lost_lines_go_where_they_were_and_newer_ones_stay(used: Desk) -> None:
    """The last line tells the next number, so the order is that of the numbers."""
    used.answer("y", days=3)
    before = logs(used)
    lines = used.log.read_bytes().splitlines(keepends=True)
    used.log.write_bytes(b"".join([lines[0], *lines[3:]]))
    phone(used).unlink()
    restored(used)
    assert logs(used) == before
    assert restored(used) == ["The log holds everything that the backup of 2026-12-03 holds."]
    assert logs(used) == before


def test_where_the_numbers_were_given_again_both_stay(used: Desk) -> None:
    """As in a copied folder; the doctor tells of each, and the next number is free."""
    used.log.write_bytes(b"".join(used.log.read_bytes().splitlines(keepends=True)[:2]))
    used.answer("x", days=3)
    newer = said(used.log.read_bytes())
    restored(used)
    assert newer < said(used.log.read_bytes())
    assert [event.sequence for event in events(used.log.read_bytes())] == [1, 2, 3, 3, 4, 5]
    assert [kind for kind, *_ in found(used)] == ["one-id", "clock-back"]
    [event] = used.answer("y", days=4)
    assert event.sequence == 6


def test_a_line_that_is_there_in_other_words_is_not_lost(used: Desk) -> None:
    """Laid out anew, its fields in another order, with CRLF, in another file."""
    lines = used.log.read_bytes().splitlines()
    anew = [json.dumps(dict(reversed(json.loads(line).items())), indent=None).encode() + b"\r\n" for line in lines]
    used.log.write_bytes(b"\xef\xbb\xbf" + b"".join(anew[:2]))
    phone(used).write_bytes(phone(used).read_bytes() + b"".join(anew[2:]))
    assert [each.missing for each in surveyed(used)] == [0, 0, 0]
    before = logs(used)
    restored(used)
    assert logs(used) == before


def test_what_is_no_event_is_set_aside_and_not_put_back(used: Desk) -> None:
    """Lines that a merge or a crash left, in the log as in the backup."""
    first, second, *others = used.log.read_bytes().splitlines(keepends=True)
    used.log.write_bytes(b"<<<<<<< HEAD\n" + first + second + b"".join(others))
    back_up(used.root / ".flashdeck", date(2026, 12, 9))
    used.log.write_bytes(b"\xef\xbb\xbf" + second + b"=======\n" + b"".join(others)[:-9])
    assert restored(used, 8) == [
        f"Moved 2 lines without an event from .flashdeck/log/{DEVICE}.jsonl to .flashdeck/unreadable/{DEVICE}.jsonl.",
        f"Put 2 events of the backup of 2026-12-09 back into .flashdeck/log/{DEVICE}.jsonl.",
    ]
    assert used.log.read_bytes() == b"".join([first, second, *others])
    aside = used.root / ".flashdeck" / "unreadable" / used.log.name
    assert aside.read_bytes() == b"=======\n" + others[-1][:-9]


def test_a_line_that_stands_twice_in_the_backup_comes_back_once(used: Desk) -> None:
    """As a merge may leave it."""
    whole = phone(used).read_bytes()
    phone(used).write_bytes(whole + whole)
    back_up(used.root / ".flashdeck", date(2026, 12, 9))
    phone(used).unlink()
    assert surveyed(used)[0].missing == 3
    restored(used, 8)
    assert phone(used).read_bytes() == whole


def test_a_log_behind_a_link_stays_behind_it(used: Desk) -> None:
    """Some keep their logs elsewhere."""
    elsewhere, whole = used.root / "elsewhere.jsonl", used.log.read_bytes()
    used.log.unlink()
    elsewhere.write_bytes(whole[: whole.index(b"\n") + 1])
    used.log.symlink_to(elsewhere)
    restored(used)
    assert used.log.is_symlink()
    assert elsewhere.read_bytes() == whole
