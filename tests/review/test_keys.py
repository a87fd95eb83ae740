from __future__ import annotations

import io

import pytest

from flashdeck.review.keys import PipedKeys


def piped(content: bytes) -> PipedKeys:
    """From a stdin as the interpreter opens it under a poor locale."""
    stdin = io.TextIOWrapper(io.BytesIO(content), encoding="ascii", errors="surrogateescape", newline="\n")
    return PipedKeys(stdin)


def all_keys(keys: PipedKeys) -> list[str]:
    found = []
    while key := keys.read():
        found.append(key)
    return found


def test_a_pipe_gives_each_character_and_then_nothing() -> None:
    """Nothing is dropped, characters are whole, and the end is told again and again."""
    keys = piped(" 3é漢?\nq".encode())
    assert all_keys(keys) == [" ", "3", "é", "漢", "?", "\n", "q"]
    assert keys.read() == ""


def test_bytes_that_are_not_utf8_are_keys_that_nobody_has() -> None:
    """A stray byte is one unknown key, not an exception."""
    assert all_keys(piped(b"\xff3")) == ["\N{REPLACEMENT CHARACTER}", "3"]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_a_line_end_behind_a_grade_is_ignored(end: bytes) -> None:
    """Only the first one: a second is a key again, and one behind any other key is too."""
    keys = piped(b"3" + end + end + b" " + end)
    assert keys.read() == "3"
    keys.new_card()
    assert all_keys(keys) == ["\n", " ", "\n"]


def test_a_line_end_may_come_first() -> None:
    """The first card is shown before any key: a line end there is Enter."""
    keys = piped(b"\n3")
    keys.new_card()
    assert all_keys(keys) == ["\n", "3"]


def test_a_grade_without_a_line_end_loses_nothing() -> None:
    """The key behind a grade is read as it is, also when it is the last."""
    keys = piped(b"3 ")
    keys.read()
    keys.new_card()
    assert all_keys(keys) == [" "]


def test_a_line_is_read_up_to_its_end() -> None:
    """Without its line end, of any system; keys go on behind it, and the end of the input ends a line as well."""
    keys = piped("3.35 TB/s\r\n 漢\n\nrest".encode())
    assert keys.line() == "3.35 TB/s"
    assert keys.read() == " "
    assert [keys.line(), keys.line(), keys.line(), keys.line()] == ["漢", "", "rest", None]


def test_a_line_end_behind_a_grade_is_no_empty_answer() -> None:
    """It ends the sender's line; the next one is the answer, and a line end behind an answer is none of a grade's."""
    keys = piped(b"3\nanswer\n\n")
    assert keys.read() == "3"
    keys.new_card()
    assert keys.line() == "answer"
    keys.new_card()
    assert keys.line() == ""
