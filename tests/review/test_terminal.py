"""Both faces on a real pseudo-terminal."""

from __future__ import annotations

import re
import signal
import sys
import termios
from pathlib import Path

import pexpect
import pytest

from tests.review.terminals import ENVIRONMENT, MORNING, events, eventually, modes, ratings, rest, review

COLOUR = re.compile(r"\x1b\[[0-9;]*(?<![0-9])(3[0-7]|9[0-7]|4[0-7]|38|48)[;m]")
FACES = pytest.mark.parametrize("face", [("--plain",), ()], ids=["plain", "screen"])


@FACES
def test_r89_keys_typed_ahead_of_a_card_are_dropped(folder: Path, face: tuple[str, ...]) -> None:
    """Of a burst of keys only those up to the first grade count: nobody has seen the next card yet."""
    child = review(folder, *face)
    child.expect("Question 01")
    child.send(" 3 3 3")
    child.expect("Question 02")
    child.send(" ")
    child.expect("Answer 02")
    child.send("1")
    child.expect("Question 03")
    child.send("q")
    rest(child)
    assert ratings(folder) == ["good", "again"]


@FACES
def test_ctrl_c_keeps_every_answer_and_leaves_a_sane_terminal(folder: Path, face: tuple[str, ...]) -> None:
    """Interrupted, the review ends with exit code 130, the terminal as it was, and the answer on disk."""
    child = review(folder, *face)
    before = modes(child)
    child.expect("Question 01")
    assert modes(child) != before
    child.send(" 3")
    child.expect("Question 02")
    child.send("\x03")
    told = rest(child)
    assert "Traceback" not in told
    assert "1 card answered in under a minute; 9 cards left today; 1 card due tomorrow.\r\n" in told
    assert modes(child) == before
    assert child.wait() == 130
    assert ratings(folder) == ["good"]


@FACES
def test_a_signal_to_interrupt_is_a_ctrl_c(folder: Path, face: tuple[str, ...]) -> None:
    """`kill -INT` from elsewhere does what the key does."""
    child = review(folder, *face)
    before = modes(child)
    child.expect("Question 01")
    child.send(" 3")
    child.expect("Question 02")
    child.kill(signal.SIGINT)
    assert "Traceback" not in rest(child)
    assert modes(child) == before
    assert child.wait() == 130
    assert ratings(folder) == ["good"]


@FACES
def test_ctrl_z_gives_the_shell_its_terminal_until_the_review_goes_on(folder: Path, face: tuple[str, ...]) -> None:
    """Stopped, the shell reads lines as before; in the foreground again, the card stands there and keys work."""
    shell = pexpect.spawn(
        "/bin/sh", ["-i"], cwd=str(folder), env=ENVIRONMENT | {"PS1": "$ "}, encoding="utf-8", timeout=20
    )
    shell.expect_exact("$ ")
    before = modes(shell)
    shell.sendline(" ".join([sys.executable, "-m", "flashdeck", "--now", MORNING, "review", *face]))
    shell.expect("Question 01")
    during = modes(shell)
    shell.send("\x1a")
    shell.expect("Stopped")
    shell.expect_exact("$ ")
    assert modes(shell) == before
    shell.sendline("fg")
    shell.expect("Question 01")
    assert modes(shell) == during
    shell.send(" ")
    shell.expect("Answer 01")
    shell.send("3")
    shell.expect("Question 02")
    shell.send("q")
    shell.expect_exact("$ ")
    assert modes(shell) == before
    shell.sendline("exit")
    rest(shell)
    assert ratings(folder) == ["good"]


@FACES
def test_an_arrow_or_function_key_grades_nothing(folder: Path, face: tuple[str, ...]) -> None:
    """Such a key is several characters, digits among them; none of them is a grade."""
    child = review(folder, *face)
    child.expect("Question 01")
    child.send(" ")
    child.expect("Answer 01")
    for key in ("\x1b[A", "\x1b[15~", "\x1b[1;2B", "\x1bOQ"):
        child.send(key)
    child.send("4")
    child.expect("Question 02")
    child.send("q")
    rest(child)
    assert ratings(folder) == ["easy"]


def test_quitting_the_screen_leaves_a_line_behind(folder: Path) -> None:
    """The full screen is gone, and one line on the terminal tells what was done and what waits."""
    child = review(folder)
    child.expect("Question 01")
    child.send(" 3")
    child.expect("Question 02")
    child.send("q")
    told = "1 card answered in under a minute; 9 cards left today; 1 card due tomorrow."
    assert told in rest(child)
    assert child.wait() == 0


def test_leaving_at_once_says_that_nothing_was_answered(folder: Path) -> None:
    """Without figures of nothing."""
    child = review(folder)
    child.expect("Question 01")
    child.send("q")
    assert "Nothing answered; 10 cards left today." in rest(child)


def test_the_line_left_behind_breaks_between_words(folder: Path) -> None:
    """At the width of the terminal."""
    child = review(folder)
    child.setwinsize(24, 40)
    child.expect("Question 01")
    child.send(" ")
    child.expect("Answer 01")
    child.send("1")
    child.expect("Question 02")
    child.send("q")
    told = [
        "1 card answered in under a minute, 1 of",
        "them not known at first; 10 cards left",
        "today; 1 card due tomorrow.",
    ]
    assert "\r\n".join(told) in rest(child)


@FACES
def test_undo_and_the_end_are_not_lost_when_typed_ahead(folder: Path, face: tuple[str, ...]) -> None:
    """In one burst with a grade: they mean the same whatever card comes."""
    child = review(folder, *face)
    child.expect("Question 01")
    child.send(" ")
    child.expect("Answer 01")
    child.send("3 u")
    assert eventually(lambda: [event["kind"] for event in events(folder)][1:] == ["review", "undo"])
    child.send("q")
    rest(child)
    assert child.wait() == 0


# ---------------------------------------------------------------------------------------------- typed answers

TYPED = "## Collective? {.typed}\n\nreduce-scatter\n\n## Bandwidth? {.typed}\n\n3.35 TB/s\n\n## Turned?\n\nYes.\n"


@FACES
def test_an_answer_is_typed(folder: Path, face: tuple[str, ...]) -> None:
    """Letters are no keys, Backspace works, Enter compares, Space accepts; what is typed ahead is no answer."""
    (folder / "cards" / "gpu.md").write_text(TYPED, encoding="utf-8")
    child = review(folder, *face)
    child.expect("Collective")
    assert eventually(lambda: not face or bool(modes(child)[3] & termios.ICANON))  # the terminal edits the line
    child.send("reduce-scq\x7fatter\r")
    child.expect("exact")
    child.send(" xyz")
    child.expect("Bandwidth")
    child.send("3.3 TB/s\r")
    child.expect("wrong by 1.5 %")
    child.send("2")
    child.expect("Turned")
    child.send("q")
    rest(child)
    assert ratings(folder) == ["good", "hard"]
    answers = [event["typed"] for event in events(folder) if event["kind"] == "review"]
    assert answers == ["reduce-scatter", "3.3 TB/s"]


def test_a_line_is_edited_and_stopped_as_in_a_shell(folder: Path) -> None:
    """In lines of text the terminal echoes what is typed; Ctrl-Z and back, the card is shown again and reads on."""
    (folder / "cards" / "gpu.md").write_text(TYPED, encoding="utf-8")
    shell = pexpect.spawn(
        "/bin/sh", ["-i"], cwd=str(folder), env=ENVIRONMENT | {"PS1": "$ "}, encoding="utf-8", timeout=20
    )
    shell.expect_exact("$ ")
    before = modes(shell)
    shell.sendline(f"{sys.executable} -m flashdeck --now {MORNING} review --plain")
    shell.expect("Type the answer.")
    assert eventually(lambda: bool(modes(shell)[3] & termios.ICANON))
    shell.send("\x1a")
    shell.expect("Stopped")
    shell.expect_exact("$ ")
    assert modes(shell) == before
    shell.sendline("fg")
    shell.expect("Type the answer.")
    shell.send("broadcast\x1b[A\n")
    shell.expect("broadcast.*You typed: broadcast\r")
    assert not modes(shell)[3] & termios.ICANON
    shell.send(" ")
    shell.expect("Bandwidth")
    shell.send("\x04")
    shell.expect_exact("$ ")
    assert modes(shell) == before
    shell.sendline("exit")
    rest(shell)
    assert ratings(folder) == ["again"]


@pytest.mark.parametrize("variables", [{"TERM": "dumb"}, {"TERM": "dumb", "NO_COLOR": "1"}])
def test_a_dumb_terminal_gets_lines_of_text(folder: Path, variables: dict[str, str]) -> None:
    """Without being asked for, the plain face comes, and sends nothing that such a terminal would show as rubbish."""
    child = review(folder, variables=ENVIRONMENT | variables)
    child.expect("Question 01")
    written = str(child.before)
    child.send(" 3")
    child.expect("Question 02")
    written += str(child.before)
    child.send("q")
    assert "\x1b" not in written + rest(child)


def test_the_screen_without_colour_sends_none(folder: Path) -> None:
    """NO_COLOR: reverse, bold and dim stay, colours go."""
    child = review(folder, variables=ENVIRONMENT | {"NO_COLOR": "1"})
    child.expect("Question 01")
    before = str(child.before)
    child.send(" ")
    child.expect("Answer 01")
    child.expect("easy")
    assert not COLOUR.search(before + str(child.before))
    child.send("q")
    rest(child)


def test_a_terminal_that_is_not_utf8_is_no_reason_to_fail(folder: Path) -> None:
    """What its encoding lacks is shown as an escape, and the answer counts."""
    (folder / "cards" / "gpu.md").write_text("## 带宽 of the H100?\n\n≈ 3.35 TB/s\n", encoding="utf-8")
    child = review(folder, "--plain", variables=ENVIRONMENT | {"PYTHONUTF8": "0", "PYTHONIOENCODING": "latin-1"})
    child.expect_exact(r"\u5e26\u5bbd of the H100?")
    child.send(" ")
    child.expect_exact(r"\u2248 3.35 TB/s")
    child.send("3")
    child.expect("Today's cards are done")
    child.send("q")
    rest(child)
    assert ratings(folder) == ["good"]


def test_output_that_goes_to_a_file_gets_lines_of_text(folder: Path) -> None:
    """A full screen needs a terminal on all three streams; with the output elsewhere, keys still come from it."""
    command = f"{sys.executable} -m flashdeck --now {MORNING} review > out.txt"
    child = pexpect.spawn("/bin/sh", ["-c", command], cwd=str(folder), encoding="utf-8", timeout=20)
    out = folder / "out.txt"
    assert eventually(lambda: out.exists() and "Question 01" in out.read_text(encoding="utf-8"))
    child.send(" 3")
    assert eventually(lambda: "Question 02" in out.read_text(encoding="utf-8"))
    child.send("q")
    rest(child)
    assert ratings(folder) == ["good"]
