"""Short ways to compile a text and to look at what came out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

from flashdeck.compile import Compiled, cards, compile_file
from flashdeck.model import Diagnostic, Note

FILE = "cards/gpu/h100.md"
TODAY = date(2026, 12, 1)


def compiled(text: str | bytes, *, exists: Callable[[str], bool] | None = None) -> Compiled:
    """What a card file with this text compiles to."""
    raw = text if isinstance(text, bytes) else text.encode()
    return compile_file(FILE, raw, deck="gpu::h100", exists=exists)


def notes(text: str | bytes) -> tuple[Note, ...]:
    """The notes of a text that has no problems."""
    result = compiled(text)
    assert result.diagnostics == ()
    return result.notes


def note(text: str | bytes) -> Note:
    """The one note of a text that has no problems."""
    (only,) = notes(text)
    return only


def faces(text: str | bytes) -> list[tuple[int, str, str]]:
    """Ordinal, front and back of every card of a text that has no problems."""
    return [(card.ordinal, card.front, card.back) for each in notes(text) for card in cards(each)]


def problem(text: str | bytes) -> Diagnostic:
    """The one problem of a text."""
    (only,) = compiled(text).diagnostics
    return only


def problems(text: str | bytes) -> list[tuple[str, int, int]]:
    """Code, line and column of every problem of a text."""
    return [(each.code, each.span.line, each.span.column) for each in compiled(text).diagnostics]


def underlined(found: Diagnostic) -> str:
    """What the caret of a problem points at, cut out of the line that the problem quotes."""
    start = found.span.column - 1
    return found.text[start : start + found.span.length]


def without_places(all_notes: tuple[Note, ...]) -> list[Note]:
    """The notes as they are wherever they stand."""
    return [replace(each, span=replace(each.span, line=1, column=1, length=1)) for each in all_notes]


def assert_in_the_file(result: Compiled, raw: bytes) -> None:
    """Every span lies in its file, and every problem quotes its line."""
    lines = raw.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    for span in [*(note.span for note in result.notes), *(each.span for each in result.diagnostics)]:
        line = lines[span.line - 1].decode(errors="replace")
        assert 1 <= span.column <= len(line) + 1
        assert 1 <= span.length <= max(1, len(line) - span.column + 1)
    for each in result.diagnostics:
        assert each.message
        assert each.help
        line = lines[each.span.line - 1].decode(errors="replace")
        assert each.text == (line.removesuffix("\r") if each.span.line < len(lines) else line)
