"""From the bytes of one card file to its notes and its problems."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flashdeck.compile import attributes, frontmatter, notetypes
from flashdeck.compile.blocks import Block, blocks
from flashdeck.compile.cardless import warn_of_no_card
from flashdeck.compile.draft import Draft
from flashdeck.compile.freshness import Freshness
from flashdeck.compile.frontmatter import FrontMatter
from flashdeck.compile.media import Listing, Pictures
from flashdeck.compile.source import Place, Problems, read
from flashdeck.compile.surprises import warn_of_tags
from flashdeck.model import Diagnostic, Note, NoteType, Severity
from flashdeck.syntax import regions


@dataclass(frozen=True, slots=True)
class Compiled:
    """What a card file holds: its sound notes, without guids, in order, and its problems by line and column."""

    notes: tuple[Note, ...]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def has_errors(self) -> bool:
        """Whether any problem is an error."""
        return any(each.severity is Severity.ERROR for each in self.diagnostics)


def compile_file(  # noqa: PLR0913 (each by its name, and all but the deck optional)
    file: str,
    raw: bytes,
    *,
    deck: str,
    exists: Callable[[str], bool] | None = None,
    listing: Listing | None = None,
    freshness: Freshness | None = None,
) -> Compiled:
    """Compiles the card file `raw`; never raises, whatever its bytes.

    `file` is the path as people are shown it (POSIX, relative to the collection), `deck` the name that this path
    gives. `exists` tells whether a name, as the cards of this file write it, is a media file; without it no picture
    is looked for. `listing` knows how those files are spelt, and `freshness` how long ago a fact may have been checked.
    """
    source, undecodable = read(file, raw)
    if undecodable:
        return Compiled((), (undecodable,))
    problems = Problems(source, freshness)
    matter = frontmatter.read(problems, deck)
    if matter.html and "<" in source.text:
        warn_of_tags(problems, matter.end, regions(source.text, matter.end))
    pictures = Pictures(problems, exists, listing or Listing(), html=matter.html)
    found: list[Note] = []
    tables = _Tables(problems)
    block = None
    for block in blocks(problems, matter.end):
        draft = _draft(block, matter, problems, pictures)
        if draft:
            found += tables.unique(draft, notetypes.notes(draft))
    if block is None and not problems.errors:
        warn_of_no_card(problems, matter.end)
    in_order = sorted(problems.found, key=lambda each: (each.span.line, each.span.column))
    return Compiled(tuple(found), tuple(in_order))


def _draft(block: Block, matter: FrontMatter, problems: Problems, pictures: Pictures) -> Draft | None:
    """The draft of a block, unless something is wrong with it before its type matters."""
    errors = problems.errors
    heading, options = attributes.read(block.heading, problems)
    for passage in (heading, block.above, block.below):
        if passage:
            pictures.look_at(passage)
    if not block.sound or problems.errors > errors:
        return None
    return Draft(problems, matter, options, block.section, heading, block.above, block.below)


class _Tables:
    """The ids of a file that name a table or a card: two tables may share one without sharing a key."""

    def __init__(self, problems: Problems) -> None:
        self._problems = problems
        self._taken: dict[str, tuple[NoteType, Place]] = {}

    def unique(self, draft: Draft, found: list[Note]) -> list[Note]:
        """The notes of `draft`, or none where it is a table with an id that is taken, or takes that of a table."""
        name = draft.options.id
        if name is None or not found:
            return found
        note_type, place = found[0].type, draft.heading.place(0, 1)
        taken_by, first = self._taken.setdefault(name, (note_type, place))
        if first == place or NoteType.TABLE not in (note_type, taken_by):
            return found
        first_line = self._problems.source.span(first).line
        message = f"The id `#{name}` is taken: it names the card at line {first_line}"
        draft.error("duplicate-id", message, f"Give one of the two another id, e.g. `#{name}-2`.", option="#id")
        return []
