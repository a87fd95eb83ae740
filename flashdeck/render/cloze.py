"""Cloze notes: their deletions in Anki's syntax, and hidden or shown on a card's faces.

Markdown never sees a deletion's delimiters: they are marks that stand in the text as tokens, and what is between them
is rendered as if they were not there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from flashdeck.model import Deletion, Note
from flashdeck.render.crossings import beside, literal_marks
from flashdeck.render.html import Mark, to_html

_OPENING = "\x02c{}\x03"
_CLOSING = "\x02h{}\x03"
_DELIMITER = re.compile(r"\x02([ch])(\d+)\x03")
_LOOKS_LIKE_OPENING = re.compile(r"\{\{(?=c[\d,]+::)")
_TRAILING = re.compile(r"[:}]\Z")


def anki_text(note: Note) -> str:
    """Return the HTML of a cloze note's text, with its deletions as `{{cN::answer::hint}}`.

    Anki ends a deletion at the first `}}` and begins its hint at the first `::`, also within code and math, and takes
    every `{{cN::` for a deletion: where these are text, they are written as entities.
    """
    marks: list[Mark] = []
    for index, deletion in enumerate(note.deletions):
        opening, closing = _OPENING.format(deletion.number), _CLOSING.format(index)
        marks.append(Mark(deletion.start, deletion.answer_start, opening, opening))
        marks.append(Mark(deletion.answer_end, deletion.end, closing, closing))
    return "".join(_with_delimiters(_html(note, marks), note.deletions))


def _with_delimiters(html: str, deletions: tuple[Deletion, ...]) -> Iterator[str]:
    depth = start = 0
    for found in _DELIMITER.finditer(html):
        text = _literal(html[start : found.start()], inside=depth > 0)
        if found[1] == "c":
            depth += 1
            yield text + f"{{{{c{found[2]}::"
        else:
            depth -= 1
            hint = deletions[int(found[2])].hint
            yield _TRAILING.sub(_entity, text)
            yield f"::{_literal(escape(hint, quote=False), inside=True)}}}}}" if hint else "}}"
        start = found.end()
    yield _literal(html[start:], inside=False)


def _literal(html: str, *, inside: bool) -> str:
    """Break what Anki would read as its own."""
    html = _LOOKS_LIKE_OPENING.sub("&#123;&#123;", html)
    if inside:
        html = html.replace("}}", "&#125;&#125;").replace("::", "&#58;&#58;")
    return html


def _entity(character: re.Match[str]) -> str:
    return f"&#{ord(character[0])};"


def asked(note: Note, number: int) -> str:
    """Return the HTML of the text with the deletions of `number` hidden, as `[...]` or `[hint]`."""
    return _html(note, _marks(note.deletions, number, hide=True))


def answered(note: Note, number: int) -> str:
    """Return the HTML of the text with the deletions of `number` marked."""
    return _html(note, _marks(note.deletions, number, hide=False))


def _marks(deletions: tuple[Deletion, ...], number: int, *, hide: bool) -> list[Mark]:
    marks: list[Mark] = []
    hidden_to = 0
    for deletion in sorted(deletions, key=lambda deletion: deletion.start):
        if deletion.start < hidden_to:
            continue
        asked_for = deletion.number == number
        if asked_for and hide:
            hidden_to = deletion.end
            gap = f"[{escape(deletion.hint or '...', quote=False)}]"
            marks.append(Mark(deletion.start, deletion.end, f'<span class="cloze">{gap}</span>', gap))
        else:
            opening, closing = ('<span class="cloze">', "</span>") if asked_for else ("", "")
            marks.append(Mark(deletion.start, deletion.answer_start, opening, ""))
            marks.append(Mark(deletion.answer_end, deletion.end, closing, ""))
    return marks


def _html(note: Note, marks: list[Mark]) -> str:
    """The HTML of the text with these marks, and with those that keep its deletions and Markdown from crossing."""
    free = beside(literal_marks(note), marks, len(note.front))
    return to_html(note.front, raw_html=note.html, marks=sorted([*marks, *free]))
