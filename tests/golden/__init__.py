"""Card files and what they compile to, as text: `python -m tests.golden` writes the `.out` files anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from flashdeck.compile import cards, claim, compile_file, link
from flashdeck.diagnostics import concise
from flashdeck.model import Diagnostic, Note

FOLDER = Path(__file__).parent
CASES = tuple(sorted(FOLDER.glob("*.md")))
PICTURES = frozenset({"ring.png"})


def outcome(case: Path) -> str:
    """Notes, cards and problems of a case; the only picture that is there is `ring.png`."""
    result = compile_file(case.name, case.read_bytes(), deck=case.stem, exists=PICTURES.__contains__)
    linked = link([claim(note) for note in result.notes], guids={}, before={})
    lines: list[str] = []
    for at, note in enumerate(result.notes):
        lines += [*_note(note), "" if at in linked.guids else "  refused", ""]
    for problem in (*result.diagnostics, *linked.diagnostics):
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
    for card in cards(note):
        yield f"  {card.ordinal}"
        yield from (f"    ? {line}".rstrip() for line in card.front.split("\n"))
        yield from (f"    = {line}".rstrip() for line in card.back.split("\n"))


def _problem(problem: Diagnostic) -> Iterator[str]:
    yield concise([problem])
    yield f"  help: {problem.help}"
    yield from (f"  see {span.line}:{span.column}, {label}" for span, label in problem.related)
