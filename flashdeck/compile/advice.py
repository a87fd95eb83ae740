"""Advice on cards that are sound: figures without a source, and questions with two answers in the collection."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from flashdeck.compile.identity import folded
from flashdeck.compile.notetypes import cards
from flashdeck.model import Diagnostic, Note, NoteType, Severity, Span
from flashdeck.syntax.plain import plain

_UNIT = (
    r"(?:[kKMGTPEZnpµμm]i?)?"
    r"(?:B|bit|bits|byte|bytes|b|FLOPS?|flops?|FLOP/s|OPS|Hz|Wh?|J|V|A|s|m|g|eV|params?|parameters|tokens)"
    r"|TFLOPS|[Mm]illion|[Bb]illion|[Tt]rillion|hours?|days?|years?|°C|mm²|USD|EUR"
)
_FIGURE = re.compile(rf"(?<![\w.-])[0-9][0-9.,]*+(?:[ \u00a0\u202f]?(?:(?:{_UNIT})(?![\w-])|%|×(?![ ]*[0-9]))|x(?!\w))")
_DIGIT = re.compile("[0-9]")
_MONEY = re.compile(r"[$€£][ ]?[0-9]")


def advice(notes: Iterable[Note]) -> Iterator[Diagnostic]:
    """Warnings about the notes of a collection, which are in order."""
    asked: dict[tuple[str, str, str], tuple[Note, str]] = {}
    told: set[tuple[str, str]] = set()
    for note in notes:
        faces = _faces(note)
        if note.source is None and (name := _card(note)) not in told and _holds_figure(note, faces):
            told.add(name)
            yield _unsourced(note)
        for front, back in faces:
            first, answer = asked.setdefault((note.section, note.context, front), (note, back))
            if first.key != note.key and answer != back:
                yield _contradicted(note, first)
                break


def _faces(note: Note) -> list[tuple[str, str]]:
    """What the cards of a note ask and answer, white space folded; of a drill, before its numbers are drawn."""
    if note.type is NoteType.DRILL:
        return [(folded(note.front), folded(note.drill))]
    return [(folded(card.front), folded(card.back)) for card in cards(note)]


def _card(note: Note) -> tuple[str, str]:
    """What a person calls the card: all cells of a table are one."""
    return note.span.file, note.key.partition("/")[0]


# ---------------------------------------------------------------------------------------------- figures


def _holds_figure(note: Note, faces: list[tuple[str, str]]) -> bool:
    """Whether the first answer holds a number with a unit; the numbers of a drill are drawn, not known."""
    _, answer = faces[0]
    if note.type is NoteType.DRILL or not _DIGIT.search(answer):
        return False
    words = plain(answer)
    return _FIGURE.search(words) is not None or _MONEY.search(words) is not None


def _unsourced(note: Note) -> Diagnostic:
    where = "a column `Source` to the table" if note.type is NoteType.TABLE else '`source="…"` to its options'
    return Diagnostic(
        "figure-without-source",
        Severity.WARNING,
        "This answer holds a figure, and nothing says where it is from",
        note.span,
        f"Add {where}, or `source: …` to the front matter, e.g. `NVIDIA H100 datasheet, 2023` or `own arithmetic`.",
        "no source",
    )


# ---------------------------------------------------------------------------------------------- contradictions


def _contradicted(note: Note, first: Note) -> Diagnostic:
    return Diagnostic(
        "contradicted-answer",
        Severity.WARNING,
        f"The same question has another answer at {_place(first.span)}{_name(first)}",
        note.span,
        "Correct the answer that is wrong, or say in the headings what tells them apart, e.g. `… of the H100 SXM?`.",
        "asked elsewhere too",
        related=((first.span, "the other answer"),),
    )


def _place(span: Span) -> str:
    return f"{span.file}:{span.line}"


def _name(note: Note) -> str:
    return f" (`#{note.key}`)" if note.named else ""
