"""How long a test takes: a sample in `make test`, the full count in `make soak`."""

from __future__ import annotations

import os

IS_SOAK = bool(os.environ.get("FLASHDECK_SOAK"))


def examples(sample: int, full: int) -> int:
    """So many of them now."""
    return full if IS_SOAK else sample
