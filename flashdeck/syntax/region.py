"""What the scanner finds."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What a region of the text is."""

    FENCE = "fence"
    CODE = "code"
    MATH_INLINE = "math-inline"
    MATH_DISPLAY = "math-display"
    COMMENT = "comment"


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch of text that is not prose; offsets in code points, ends exclusive.

    `start` and `end` take in the marks (a fence from its opening marks to the end of its closing line), `inner_start`
    and `inner_end` do not. A fence that nothing closes has `inner_end == end`.
    """

    kind: Kind
    start: int
    end: int
    inner_start: int
    inner_end: int

    @property
    def closed(self) -> bool:
        """Whether closing marks were found: only a fence can go without."""
        return self.inner_end < self.end
