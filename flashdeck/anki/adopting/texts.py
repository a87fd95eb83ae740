"""A note from Anki as the text of one card: its heading, its options and its body."""

from __future__ import annotations

from collections.abc import Collection

from flashdeck.anki.adopting.blocks import Block
from flashdeck.compile.stamps import new_id


def id_for(block: Block, taken: Collection[str]) -> str:
    """A readable id for a block that is none of `taken`, as stamping would give it."""
    return new_id(block.heading, taken)


def written(block: Block, name: str) -> str:
    """The text of a card file that says the block and nothing else, under the id `name`."""
    values = (f"{key}={_value(key, text)}" for key, text in block.values)
    options = [f"#{name}", *(f".{each}" for each in block.classes), *values]
    parts = [f"## {block.heading} {{{' '.join(options)}}}", block.body]
    return "\n\n".join(part for part in parts if part) + "\n"


def _value(key: str, text: str) -> str:
    """A value as it stands in options: a date bare, a text between quotes that it does not hold."""
    if key == "as-of":
        return text
    return f"'{text}'" if '"' in text else f'"{text}"'
