"""From the bytes of one card file to its notes and its problems."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flashdeck.compile import attributes, frontmatter, notetypes
from flashdeck.compile.blocks import blocks
from flashdeck.compile.draft import Draft
from flashdeck.compile.source import Problems, read
from flashdeck.model import Diagnostic, Note, Severity


@dataclass(frozen=True, slots=True)
class Compiled:
    """What a card file holds: its sound notes, without guids, in order, and its problems by line and column."""

    notes: tuple[Note, ...]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def has_errors(self) -> bool:
        """Whether any problem is an error."""
        return any(each.severity is Severity.ERROR for each in self.diagnostics)


def compile_file(file: str, raw: bytes, *, deck: str, exists: Callable[[str], bool] | None = None) -> Compiled:
    """Compiles the card file `raw`; never raises, whatever its bytes.

    `file` is the path as people are shown it (POSIX, relative to the collection), `deck` the name that this path
    gives. `exists` tells whether a path of that form is a media file; without it no picture is looked for.
    """
    source, undecodable = read(file, raw)
    if undecodable:
        return Compiled((), (undecodable,))
    problems = Problems(source)
    matter = frontmatter.read(problems, deck)
    found: list[Note] = []
    for block in blocks(problems, matter.end):
        errors = problems.errors
        heading, options = attributes.read(block.heading, problems)
        if not block.sound or problems.errors > errors:
            continue
        draft = Draft(problems, matter, options, block.section, heading, block.above, block.below)
        found += notetypes.notes(draft)
    found_problems = sorted(problems.found, key=lambda each: (each.span.line, each.span.column))
    return Compiled(tuple(found), tuple(found_problems))
