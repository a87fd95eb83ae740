"""What makes a card a leech: one that is forgotten again and again."""

from __future__ import annotations


def makes_a_leech(lapses: int, threshold: int) -> bool:
    """Whether the lapse that made them `lapses` marks the card: at `threshold`, and after each further half of it.

    As in Anki, a half is rounded up; a threshold of 0 marks none.
    """
    beyond, every = lapses - threshold, max(1, -(-threshold // 2))
    return threshold > 0 and beyond >= 0 and beyond % every == 0
