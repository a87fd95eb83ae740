"""Sittings of one collection that are open at once."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from flashdeck.model import CardKey
from flashdeck.store.seats import Seat

NINE, TEN = datetime(2026, 12, 1, 9, tzinfo=UTC), datetime(2026, 12, 1, 10, tzinfo=UTC)
A, B, C = CardKey("a", 0), CardKey("b", 0), CardKey("c", 1)


def test_a_seat_knows_since_when_others_are_taken(tmp_path: Path) -> None:
    """Those that were left are gone."""
    first = Seat(tmp_path, NINE)
    second = Seat(tmp_path, TEN)
    third = Seat(tmp_path, TEN)
    assert (first.others, second.others, third.others) == ([], [NINE], [NINE, TEN])
    first.leave()
    third.leave()
    assert Seat(tmp_path, TEN).others == [TEN]


def test_a_card_stands_in_one_sitting_only(tmp_path: Path) -> None:
    """Each takes the first card that stands nowhere else; a card is free again when its sitting goes on."""
    first, second = Seat(tmp_path, NINE), Seat(tmp_path, TEN)
    assert first.choose([A, B]) == A
    assert second.choose([A, B]) == B
    assert second.choose([A]) is None
    assert first.choose([B, C]) == B
    assert second.choose([A, C]) == A


def test_a_card_is_free_when_its_sitting_is_left(tmp_path: Path) -> None:
    """Whether it was closed or its file is what is left of a crash."""
    first, second = Seat(tmp_path, NINE), Seat(tmp_path, TEN)
    first.choose([A])
    first.leave()
    (tmp_path / "sittings" / "7.json").write_text('{"since": "2026-12-01T09:00:00+00:00", "card": ["b", 0]}')
    (tmp_path / "sittings" / "8.json").write_text("\0")
    assert second.choose([A]) == A
    assert second.choose([B]) == B
    assert Seat(tmp_path, TEN).others == [TEN]


def test_a_sitting_that_was_killed_leaves_its_seat(tmp_path: Path) -> None:
    """R90: no stale lock after a crash: the operating system lets go of it."""
    script = (
        "import sys; from datetime import *; from pathlib import Path; from flashdeck.model import CardKey\n"
        "from flashdeck.store.seats import Seat\n"
        "Seat(Path(sys.argv[1]), datetime(2026, 12, 1, 9, tzinfo=UTC)).choose([CardKey('a', 0)])\n"
        "print('taken', flush=True); sys.stdin.read()\n"
    )
    command = [sys.executable, "-c", script, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        seat = Seat(tmp_path, TEN)
        assert (seat.others, seat.choose([A, B])) == ([NINE], B)
        other.kill()
    assert seat.choose([A, B]) == A


def test_nothing_of_it_is_committed(tmp_path: Path) -> None:
    """The folder keeps itself out of version control."""
    Seat(tmp_path, NINE)
    assert (tmp_path / "sittings" / ".gitignore").read_text(encoding="utf-8") == "*\n"


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    """Is told to the caller as it is."""
    (tmp_path / "sittings").write_text("in the way")
    with pytest.raises(OSError, match="sittings"):
        Seat(tmp_path, NINE)
