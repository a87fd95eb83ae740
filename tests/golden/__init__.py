"""Card files and what they compile to, as text: `python -m tests.golden` writes the `.out` files anew."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from urllib.parse import unquote

from flashdeck.compile import Freshness, Listing, cards, claim, compile_file, link
from flashdeck.compile.advice import advice
from flashdeck.compile.media import file_warnings, names
from flashdeck.diagnostics import concise
from flashdeck.model import Diagnostic, Note

FOLDER = Path(__file__).parent
CASES = tuple(sorted(FOLDER.glob("*.md")))
PICTURES = {"figs/Tree.png": 20_000, "old.png": 20_000, "ring.png": 20_000, "wafer.png": 7_300_000}
"""The files beside the cases, with their sizes in bytes, on a disk that does not tell upper from lower case."""

TODAY = date(2026, 11, 30)


def problems(case: Path) -> tuple[tuple[Note, ...], frozenset[int], list[Diagnostic]]:
    """The notes of a case, the numbers of those that are refused, and what `check` says of it."""
    result = compile_file(
        case.name,
        case.read_bytes(),
        deck=case.stem,
        exists=lambda name: name.casefold() in {path.casefold() for path in PICTURES},
        listing=Listing(tuple(PICTURES)),
        freshness=Freshness(TODAY, 18),
    )
    linked = link([claim(note) for note in result.notes], guids={}, before={})
    refused = frozenset(range(len(result.notes))) - linked.guids.keys()
    found = [*result.diagnostics, *linked.diagnostics, *advice(result.notes)]
    if case.stem == "media":
        named = {unquote(name) for name in names(case.read_text(encoding="utf-8"))}
        found += file_warnings(PICTURES.items(), named)
    return result.notes, refused, found


def outcome(case: Path) -> str:
    """Notes, cards and problems of a case."""
    notes, refused, found = problems(case)
    lines: list[str] = []
    for at, note in enumerate(notes):
        lines += [*_note(note), "  refused" if at in refused else "", ""]
    for problem in found:
        lines += _problem(problem)
    return "\n".join(lines).replace("\n\n\n", "\n\n").strip("\n") + "\n"


def _note(note: Note) -> Iterator[str]:
    """A note's name, what is not as usual about it, and its cards."""
    yield f"{note.type} {note.key} at {note.span.line}:{note.span.column}"
    usual = {"deck": note.span.file.removesuffix(".md"), "section": "", "context": "", "tags": (), "apart": ()}
    for name in ("deck", "section", "context", "tags", "source", "as_of", "hint", "suspended", "html", "apart"):
        value = getattr(note, name)
        if value and value != usual.get(name):
            yield f"  {name}: {', '.join(value) if isinstance(value, tuple) else value}"
    if note.expected and note.expected.answers:
        case = ", case exact" if note.expected.exact_case else ""
        tolerance = f", tolerance {note.expected.tolerance}" if note.expected.tolerance else ""
        yield f"  expected: {' | '.join(note.expected.answers)}{tolerance}{case}"
    for card in cards(note):
        yield f"  {card.ordinal}"
        yield from (f"    ? {line}".rstrip() for line in card.front.split("\n"))
        yield from (f"    = {line}".rstrip() for line in card.back.split("\n"))


def _problem(problem: Diagnostic) -> Iterator[str]:
    yield concise([problem])
    yield f"  help: {problem.help}"
    yield from (f"  see {span.line}:{span.column}, {label}" for span, label in problem.related)
