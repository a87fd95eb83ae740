"""Arithmetic in 32-bit floats, in which Anki computes its intervals: half a day more or less decides a whole one.

The product, sum or quotient of two 32-bit floats, computed in Python's 64 bits and then rounded, is the one that 32
bits give: 53 binary digits are more than twice 24, so that rounding twice does no harm.
"""

from __future__ import annotations

from struct import Struct

_PACKED = Struct("f")
_pack, _unpack = _PACKED.pack, _PACKED.unpack


def single(number: float) -> float:
    """The 32-bit float nearest to a number; OverflowError for one that is too large for any."""
    nearest: float = _unpack(_pack(number))[0]
    return nearest


def half_up(number: float) -> int:
    """The nearest whole number, the upper one at a half; of a 32-bit float from 0 up, without any error."""
    return int(number + 0.5)
