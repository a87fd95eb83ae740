"""The scripts in the shells they are for, where these are installed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.commands.calls import call, write

pytestmark = pytest.mark.skipif(os.name == "nt", reason="pseudo-terminals are POSIX")

if os.name != "nt":
    from tests.commands.shells import INSTALLED, at_a_prompt, completed
else:
    INSTALLED = ()

LINES = [
    ("flashdeck rev", ["review"]),
    ("flashdeck review net::", ["review", "net::ring"]),
    ("flashdeck cards shard deck:net::r", ["cards", "shard", "deck:net::ring"]),
    ("flashdeck cards tag:g", ["cards", "tag:gpu"]),
    ("flashdeck due --set new-p", ["due", "--set", "new-per-day="]),
    ("flashdeck due --set=scheduler=f", ["due", "--set=scheduler=fsrs"]),
    ("flashdeck suspend h1", ["suspend", "h100-memory"]),
    ("flashdeck suspend ac", ["suspend", "acc/"]),
    ("flashdeck review data", ["review", "data centre"]),
    ("flashdeck review 'data", ["review", "data centre"]),
    ("flashdeck cards deck:da", ["cards", 'deck:"data centre"']),
    ("flashdeck check cards/gp", ["check", "cards/gpu.md"]),
    ("flashdeck nothing-like-this a", ["nothing-like-this", "a"]),
]


@pytest.mark.parametrize("shell", INSTALLED)
def test_tab(gpu: Path, shell: str) -> None:
    """It completes the word that stands there, with its quotes, and leaves the rest as it is."""
    write(gpu / "cards" / "data centre.md", "## PUE? {#pue}\n\n1.1\n")
    write(gpu / "cards" / "table.md", "## A {#acc .table}\n\n| G | M | T |\n|---|---|---|\n| a | 1 | 2 |\n")
    call("due")
    with at_a_prompt(shell, gpu) as child:
        assert [(line, completed(child, line)) for line, _ in LINES] == LINES
