"""R11: the examples of the documentation are run, so that none of them promises what does not hold."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from flashdeck.compile import Compiled, Freshness, cards, compile_file
from tests.commands.calls import call, review, write
from tests.compile.texts import TODAY

ROOT = Path(__file__).parents[1]
TEXTS = {name: (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "CONTRIBUTING.md")}
README = TEXTS["README.md"]
BLOCK = re.compile(r"^(?P<fence>`{3,})(?P<info>[a-z]*)\n(?P<text>.*?)^(?P=fence)$", re.MULTILINE | re.DOTALL)
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def blocks(info: str) -> list[str]:
    """The fenced blocks of the documentation with this info string."""
    return [block["text"] for text in TEXTS.values() for block in BLOCK.finditer(text) if block["info"] == info]


def calls() -> list[str]:
    """Every call of flashdeck that the documentation shows, without its comment."""
    lines = [line for block in blocks("console") for line in block.splitlines() if line.startswith("$ ")]
    shown = [line.removeprefix("$ ").removeprefix(".venv/bin/") for line in lines]
    prose = [found for text in TEXTS.values() for found in re.findall(r"`(flashdeck [^`]+)`", BLOCK.sub("", text))]
    return sorted(
        {shlex.join(shlex.split(line, comments=True)) for line in [*shown, *prose] if line[:10] == "flashdeck "}
    )


CARDS = blocks("markdown")
CALLS = calls()


def compiled(text: str) -> Compiled:
    return compile_file("cards/gpu/memory.md", text.encode(), deck="gpu::memory", freshness=Freshness(TODAY, 18))


@pytest.fixture
def collection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cards of the documentation in a collection, which is the working directory."""
    for number, text in enumerate(CARDS):
        write(tmp_path / f"cards/gpu/memory{number or ''}.md", text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("text", CARDS)
def test_r11_cards_of_the_documentation_have_no_problem(text: str) -> None:
    """Neither errors nor warnings."""
    found = compiled(text)
    assert found.diagnostics == ()
    assert found.notes


def test_r11_the_readme_counts_its_cards() -> None:
    """One for each side, each number, each cell."""
    number = sum(len(cards(note)) for note in compiled(CARDS[0]).notes)
    assert f"becomes {COUNTS[number]} cards in the deck `gpu::memory`" in README


def test_r11_the_documentation_shows_cards_and_calls() -> None:
    """Whoever writes them in another way must not slip through these tests."""
    assert len(CARDS) >= 1
    assert {"flashdeck check", "flashdeck due", "flashdeck review", "flashdeck export"} <= set(CALLS)


@pytest.mark.parametrize("line", CALLS)
def test_r11_calls_of_the_documentation_do_what_they_say(line: str, collection: Path) -> None:
    """In a collection of its cards each of them succeeds, once an answer was given that `undo` can take back.

    The packages that it names are there.
    """
    review(" 3q")
    for package in ("anatomy.apkg", "phone.apkg"):
        call("export", "-o", package)
    call(*shlex.split(line)[1:], keys="q")


def test_r11_the_problem_that_the_readme_shows_is_told_so(collection: Path) -> None:
    """Word for word, of its own card with its own slip."""
    (shown,) = [block for block in blocks("console") if "error[" in block]
    slip = re.findall(r"^\d+ \| (.*)$", shown, re.MULTILINE)[0]
    path = collection / "cards/gpu/memory.md"
    lines = path.read_text(encoding="utf-8").splitlines()
    lines[8] = slip
    write(path, "\n".join(lines) + "\n")
    result = call("check", code=1)
    assert shown.removeprefix("$ flashdeck check\n") == result.stdout + result.stderr
