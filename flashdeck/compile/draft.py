"""A card as it was written, its options read and its file's defaults filled in: what note types make notes of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flashdeck.compile.attributes import Options
from flashdeck.compile.frontmatter import FrontMatter
from flashdeck.compile.identity import digest_key
from flashdeck.compile.source import Passage, Problems
from flashdeck.compile.values import merged_tags
from flashdeck.model import Note, NoteType


@dataclass(frozen=True, slots=True)
class Draft:
    """One card between `Block` and `Note`; `above` is None where no `---` moves the border."""

    problems: Problems
    matter: FrontMatter
    options: Options
    section: str
    heading: Passage
    above: Passage | None
    below: Passage

    @property
    def front(self) -> str:
        """The heading, and what stands above the border."""
        if self.above and self.above.text:
            return f"{self.heading.text}\n\n{self.above.text}" if self.heading.text else self.above.text
        return self.heading.text

    def place(self, option: str) -> tuple[int, int]:
        """Offset and length of an option as written, or of the heading."""
        return self.options.places.get(option) or (self.heading.offset(0), max(1, len(self.heading.text)))

    def error(self, code: str, message: str, *, option: str = "", help: str) -> None:
        """Reports an error at an option, or at the heading."""
        self.problems.error(code, message, *self.place(option), help=help)

    def note(self, note_type: NoteType, *, front: str, back: str, **more: Any) -> Note:
        """The note of this draft: everything that does not depend on its type is filled in here."""
        options, matter = self.options, self.matter
        values = options.values
        named = options.id is not None
        fields: dict[str, Any] = {
            "key": options.id or digest_key(note_type, more.get("context") or front),
            "span": self.problems.source.span(*self.place("")),
            "tags": merged_tags(matter.tags, options.tags) if "tags" in values else matter.tags,
            "source": values.get("source", matter.source),
            "as_of": values.get("as-of", matter.as_of),
            **more,
        }
        return Note(
            type=note_type,
            deck=matter.deck,
            front=front,
            back=back,
            section=self.section,
            hint=values.get("hint"),
            suspended=matter.suspended or "suspended" in options.classes,
            html=matter.html,
            named=named,
            **fields,
        )


def joined(parts: Sequence[str]) -> str:
    """Paragraphs, a blank line between them."""
    return "\n\n".join(part for part in parts if part)
