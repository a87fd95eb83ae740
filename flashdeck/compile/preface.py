"""The prose above the cards of a file: what it is about, in its writer's words."""

from __future__ import annotations

from flashdeck.compile.blocks import prose
from flashdeck.compile.frontmatter import extent

LONGEST = 2000
"""Characters of a preface at most."""


def preface(text: str) -> str:
    """The Markdown between the first `# Title` of a card file and what follows it: another title, or a card.

    Front matter and comments are no part of it. Of a long one there are as many paragraphs as fit, and of a paragraph
    that alone is too long as many words.
    """
    whole = prose(text, extent(text))
    if len(whole) <= LONGEST:
        return whole
    paragraphs, words = whole.rfind("\n\n", 0, LONGEST), whole.rfind(" ", 0, LONGEST)
    end = next((cut for cut in (paragraphs, words) if cut > 0), LONGEST)
    return f"{whole[:end].rstrip()} …"
