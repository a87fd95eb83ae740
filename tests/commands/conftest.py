"""A collection to run commands in."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.calls import write


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty collection, which is the working directory."""
    (tmp_path / "cards").mkdir()
    monkeypatch.chdir(tmp_path)
    for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "FLASHDECK_NOW", "FLASHDECK_COLLECTION"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def gpu(folder: Path) -> Path:
    """A collection of three notes with five cards in two decks."""
    write(
        folder / "cards" / "gpu.md",
        """\
---
tags: [gpu]
source: A datasheet, 2023
as-of: 2026-11
---

# Accelerators

## How much HBM does an H100 SXM carry? {#h100-memory}

80 GB of HBM3.

## Reduce-scatter {#reduce-scatter .reversed}

Each rank ends with one shard of the sum.
""",
    )
    write(
        folder / "cards" / "net" / "ring.md",
        """\
## Ring all-reduce {#ring}

A ring of {{c1::$n$}} ranks moves {{c2::$S$::how much}} bytes.
""",
    )
    return folder
