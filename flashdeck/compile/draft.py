"""A card as it was written, its options read and its file's defaults at hand: what note types make notes of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from flashdeck.compile.attributes import Options
from flashdeck.compile.frontmatter import FrontMatter
from flashdeck.compile.identity import digest_key
from flashdeck.compile.source import Passage, Place, Problems
from flashdeck.compile.values import merged_tags
from flashdeck.model import Note, NoteType

TOGETHER = frozenset({"typed", "reversed", "table"})
"""The note types that may stand together; the others stand alone."""

_NOTE_TYPES = frozenset(NoteType)


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
        return joined((self.heading.text, self.above.text)) if self.above else self.heading.text

    @property
    def kinds(self) -> frozenset[str]:
        """The note types that its heading names; where it names none, or may join it, that of its file."""
        chosen, default = self.options.classes & _NOTE_TYPES, self.matter.type
        joins = default is not None and default in TOGETHER and chosen <= TOGETHER
        return chosen | {default} if default and (joins or not chosen) else chosen

    def error(self, code: str, message: str, fix: str, *, option: str = "") -> None:
        """Reports an error at an option, or else at the heading."""
        heading = self.heading.place(0, len(self.heading.text))
        self.problems.error(code, message, self.options.places.get(option, heading), fix)

    def warning(self, code: str, message: str, fix: str) -> None:
        """Reports at the heading what its writer will hardly have meant."""
        self.problems.warning(code, message, self.heading.place(0, len(self.heading.text)), fix)

    def note(self, note_type: NoteType, *, front: str, back: str, **more: Any) -> Note:
        """A note of this draft; what `more` does not say is filled in from the heading's options and the file."""
        options, matter = self.options, self.matter
        values = options.values
        fields: dict[str, Any] = {
            "key": options.id or digest_key(note_type, more.get("context") or front),
            "source": values.get("source", matter.source) or None,
            "as_of": values.get("as-of", matter.as_of),
        }
        if "span" not in more:
            fields["span"] = self.problems.source.span(Place(self.heading.offset(0), len(self.heading.text)))
        fields.update(more)
        return Note(
            type=note_type,
            deck=matter.deck,
            front=front,
            back=back,
            section=self.section,
            tags=merged_tags(matter.tags, options.tags) if "tags" in values else matter.tags,
            hint=values.get("hint") or None,
            suspended=matter.suspended or "suspended" in options.classes,
            html=matter.html,
            named=options.id is not None,
            **fields,
        )


def joined(parts: Iterable[str]) -> str:
    """Paragraphs, a blank line between them; empty ones are left out."""
    return "\n\n".join(part for part in parts if part)
