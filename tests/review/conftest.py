from __future__ import annotations

from pathlib import Path

import pytest

CARDS = """\
---
tags: [gpu]
source: A datasheet, 2023
as-of: 2026-11
---

# Accelerators

""" + "\n".join(f"## Question {number:02}? {{#q{number:02}}}\n\nAnswer {number:02}.\n" for number in range(1, 11))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A collection of ten cards that were never answered."""
    return collection_in(tmp_path)


def collection_in(parent: Path, cards: str = CARDS) -> Path:
    folder = parent / "collection"
    (folder / "cards").mkdir(parents=True)
    (folder / "cards" / "gpu.md").write_text(cards, encoding="utf-8")
    return folder
