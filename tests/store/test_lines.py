from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flashdeck.model import Event, Moment
from flashdeck.store.lines import BadLine, decode, decode_lines, encode

REVIEW = {
    "id": "desk-abcdef:7",
    "kind": "review",
    "at": "2026-12-01T09:00:00.000+00:00",
    "offset": 60,
    "day": "2026-12-01",
    "guid": "abc",
    "ordinal": 0,
    "rating": "good",
}


def line(**changes: Any) -> bytes:
    return json.dumps({**REVIEW, **changes}).encode()


def without(name: str) -> bytes:
    return json.dumps({key: value for key, value in REVIEW.items() if key != name}).encode()


def test_a_line_is_an_event() -> None:
    """Every field of the envelope has its place, all others are the body."""
    when = Moment(datetime(2026, 12, 1, 9, tzinfo=UTC), 60, date(2026, 12, 1))
    assert decode(line()) == Event("desk-abcdef", 7, "review", when, {"guid": "abc", "ordinal": 0, "rating": "good"})


def test_times_have_one_width() -> None:
    """Milliseconds are written also where they are zero, and UTC whatever the zone of the clock."""
    east = datetime(2026, 12, 1, 14, 30, tzinfo=timezone(timedelta(hours=5, minutes=30)))
    event = Event("d", 1, "wave", Moment(east, 330, date(2026, 12, 1)))
    assert json.loads(encode(event))["at"] == "2026-12-01T09:00:00.000+00:00"


def test_text_is_written_as_it_is() -> None:
    """A log is read by people too: 带宽 is not written as escapes."""
    event = Event("d", 1, "note", decode(line()).when, {"front": "带宽"})
    assert "带宽".encode() in encode(event)


values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
bodies = st.dictionaries(st.text().filter(lambda name: name not in REVIEW), values, max_size=4)
moments = st.builds(
    Moment,
    st.datetimes(datetime(1970, 1, 1), datetime(2200, 1, 1)).map(  # noqa: DTZ001 (the zone is added in the next line)
        lambda at: at.replace(microsecond=at.microsecond // 1000 * 1000, tzinfo=UTC)
    ),
    st.integers(-1439, 1439),
    st.dates(),
)


@given(st.text(min_size=1), st.integers(0, 10**18 - 1), moments, bodies)
def test_what_is_written_is_read(device: str, sequence: int, when: Moment, body: dict[str, Any]) -> None:
    """Encoding and decoding give the event back, with unknown kinds and fields."""
    event = Event(device, sequence, "a-kind-from-the-future", when, body)
    written = encode(event)
    assert written.count(b"\n") == 1
    assert decode(written[:-1]) == event


@pytest.mark.parametrize(
    ("raw", "what"),
    [
        (b"<<<<<<< HEAD", "merge conflict"),
        (b"=======", "merge conflict"),
        (b">>>>>>> theirs", "merge conflict"),
        (b"||||||| base", "merge conflict"),
        (b"\0\0\0\0", "NUL"),
        (b"\xff\xfe", "UTF-8"),
        (line()[:40], "cut off"),
        (b"[1, 2]", "not an object"),
        (b"7", "not an object"),
        (b"[" * 100_000, "nested"),
        (without("id"), "`id`"),
        (line(id="no number"), "`id`"),
        (line(id=7), "`id`"),
        (line(id=":7"), "`id`"),
        (line(id="d:-7"), "`id`"),
        (line(id="d:" + "9" * 30), "`id`"),
        (without("kind"), "`kind`"),
        (line(kind=["review"]), "`kind`"),
        (line(at="yesterday"), "`at`"),
        (line(at="2026-12-01T09:00:00"), "`at`"),
        (line(at="0001-01-01T00:00:00+14:00"), "`at`"),
        (line(offset=True), "`offset`"),
        (line(offset=1440), "`offset`"),
        (line(day="2026-13-01"), "`day`"),
        (line(day="20261201"), "`day`"),
        (line(rating="splendid"), "again, hard, good or easy"),
        (line(rating=["good"]), "again, hard, good or easy"),
        (line(ordinal="0"), "`ordinal`"),
        (line(ordinal=2**63), "`ordinal`"),
        (line(ordinal=-1), "`ordinal`"),
        (line(guid=""), "`guid`"),
        (line(kind="undo"), "`target`"),
        (line(kind="export", digest="x", mod=1.5), "`mod`"),
        (line(kind="note", key="k", front="f"), "`created`"),
        (line(note="\ud800"), "surrogate"),
    ],
)
def test_what_is_no_event_is_named(raw: bytes, what: str) -> None:
    """A bad line says what it is instead, and raises nothing but that."""
    with pytest.raises(ValueError, match=what):
        decode(raw)


@given(st.binary())
def test_no_bytes_are_too_strange(raw: bytes) -> None:
    """Whatever stands in a log, each of its lines is an event, a problem or empty."""
    assert all(isinstance(found, Event | BadLine) for found in decode_lines(raw))


def test_problems_have_line_numbers() -> None:
    """Empty lines count, and good lines around bad ones are read."""
    found = list(decode_lines(b"\n".join([line(), b"", b"nonsense", line(id="d:8"), b""]), first=11))
    assert [item.number if isinstance(item, BadLine) else item.id for item in found] == ["desk-abcdef:7", 13, "d:8"]


def test_a_byte_order_mark_and_crlf_are_no_fault() -> None:
    """An editor of another system may leave them."""
    found = list(decode_lines(b"\xef\xbb\xbf" + line() + b"\r\n" + line(id="d:8") + b"\r\n"))
    assert [item.id for item in found if isinstance(item, Event)] == ["desk-abcdef:7", "d:8"]


def test_the_last_line_may_lack_its_end() -> None:
    """It is an event if it is whole; a cut one is marked as such."""
    assert [isinstance(item, Event) for item in decode_lines(line() + b"\n" + line(id="d:8"))] == [True, True]
    [_, cut] = decode_lines(line() + b"\n" + line()[:-5])
    assert isinstance(cut, BadLine)
    assert cut.is_cut
