"""A drill as Anki gets it: once, with the numbers of its first review, and with how its answer comes about."""

from __future__ import annotations

from dataclasses import replace

from flashdeck.drills import instance
from flashdeck.drills.working import working
from flashdeck.model import Card, Note


def worked(note: Note) -> Card:
    """The card that a new drill is in a review as well; below its answer stands the working."""
    drawn = instance(note, 0)
    steps = "\n".join(working(note.drill, drawn.draw))
    back = f"{drawn.back}\n\n```working\n{steps}\n```"
    return Card(replace(note, front=drawn.front, back=back, expected=drawn.expected), 0, drawn.front, back)
