"""How those who wait are told how far a long run has come."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, float], None]
"""Is told what is being done, and which part of it is done: from 0 to 1, 0 where that is not known."""


def unseen(_: str, __: float) -> None:
    """Nobody waits."""
