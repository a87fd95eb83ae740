"""Card files damaged byte by byte: the shipped cards and the golden files, cut, doubled, mixed and broken."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from random import Random

import pytest

from flashdeck.compile import Freshness, Listing, cards, claim, compile_file, link, quoted
from flashdeck.compile.advice import advice
from flashdeck.compile.media import names
from tests.compile.texts import FILE, assert_in_the_file
from tests.golden import CASES
from tests.soak import examples

SHIPPED = sorted((Path(__file__).parents[2] / "cards").rglob("*.md"))
TEXTS = [path.read_bytes() for path in (*SHIPPED, *CASES)]
BATCHES = 8
LONGEST = 3_000

TOKENS = [
    token.encode()
    for token in (
        "{{c1::", "}}", "::", "{", "}", "[", "]", "(", ")", "![", "](", "`", "```", "~~~", "$", "$$", "\\", "\\(",
        "\\]", "<!--", "-->", "<img src='", "<", ">", "|", "\n|-|-|\n", "---\n", "\n---\n\n", "===\n", "## ", "# ",
        "#", " {#a", " {.table}", " {.typed}", " {.drill}", "```vars\n", "answer = ", "n = 1 .. 4\n", "{{n}}", "tags: ",
        "html: true\n", "as-of: ", "type: table\n", "\r\n", "\r", "\n", "\n\n", "\t", "    ", "- ", "1. ", "> ", "*",
        "**", "_", "\0", "%2e", "\u2028", "\u0301", "é", "带", "\U0001f389", "\ufeff", "9" * 40, "1e999", '"', "'",
        "=", "&a ", "80 GB",
    )
] + [b"\xff", b"\xc3", b"\xed\xa0\x80"]  # fmt: skip


def mutated(random: Random) -> bytes:
    """A part of a text with one to eight wounds."""
    text = random.choice(TEXTS)
    start = random.randrange(max(1, len(text) - LONGEST))
    raw = bytearray(text[start : start + LONGEST] if random.random() < 0.8 else text[:LONGEST])
    for _ in range(random.choice((1, 1, 2, 3, 8))):
        at = random.randrange(len(raw) + 1)
        end = min(len(raw), at + random.choice((0, 1, 2, 10, 100)))
        match random.randrange(6):
            case 0:
                del raw[at:end]
            case 1:
                raw[at:at] = raw[at:end] * random.choice((1, 2, 20))
            case 2:
                raw[at:end] = random.choice(TOKENS)
            case 3:
                raw[at:at] = random.choice(TOKENS) * random.choice((1, 1, 3, 50))
            case 4:
                raw[at:end] = random.randbytes(end - at)
            case _:
                other = random.choice(TEXTS)
                start = random.randrange(len(other) + 1)
                raw[at:end] = other[start : start + 200]
    return bytes(raw)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_a_damaged_card_file_compiles(batch: int) -> None:
    """Everything that `check` does with it ends without an exception, and every place lies in the file."""
    random = Random(batch)
    for _ in range(examples(2_000, 80_000) // BATCHES):
        raw = mutated(random)
        try:
            assert_sound(raw)
        except Exception as error:
            raise AssertionError(f"batch {batch}: {raw!r}") from error


def assert_sound(raw: bytes) -> None:
    result = compile_file(
        FILE,
        raw,
        deck="gpu",
        exists=lambda name: "ring" in name,
        listing=Listing(("cards/gpu/figs/ring.png", "cards/tree.svg")),
        freshness=Freshness(date(2026, 11, 30), 18),
    )
    assert_in_the_file(result, raw)
    for note in result.notes:
        faces = cards(note)
        assert [card.ordinal for card in faces] == list(note.ordinals)
        assert all(card.front.strip() and card.back.strip() for card in faces)
    linked = link([claim(note) for note in result.notes], guids={}, before={})
    assert all(each.text for each in quoted([*linked.diagnostics, *advice(result.notes)], {FILE: raw}))
    assert all(isinstance(name, str) for name in names(raw.decode(errors="replace")))
