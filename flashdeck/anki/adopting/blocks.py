"""A card as it is to stand in a card file."""

from __future__ import annotations

from dataclasses import dataclass

from flashdeck.model import NoteType


@dataclass(frozen=True, slots=True)
class Block:
    """One card of a card file: `heading`, `section` (the `# Title` above) and `body` are Markdown.

    `classes` and `values` are its options, `ordinals` those of its cards, which are Anki's; `left_out` are the ordinals
    of Anki's cards that it has not. `notices` tell what is not as in Anki: predicates of the notes they are said of.
    `is_less` tells that not all of its formatting could be written, or none without care.
    """

    heading: str
    body: str
    type: NoteType
    ordinals: tuple[int, ...]
    classes: tuple[str, ...] = ()
    values: tuple[tuple[str, str], ...] = ()
    section: str = ""
    left_out: tuple[int, ...] = ()
    notices: tuple[str, ...] = ()
    is_less: bool = False
