"""Drills: cards whose numbers are drawn anew at each review, and whose answer is computed. Pure."""

from flashdeck.drills.block import ANSWER, Drill, Flaw, read
from flashdeck.drills.draw import PLACEHOLDER, Draw, Instance, check, draw, instance, shown_again

__all__ = [
    "ANSWER",
    "PLACEHOLDER",
    "Draw",
    "Drill",
    "Flaw",
    "Instance",
    "check",
    "draw",
    "instance",
    "read",
    "shown_again",
]
