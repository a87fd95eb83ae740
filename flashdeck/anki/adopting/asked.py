"""What a note of Anki's asks, recognised by its templates and fields: names of note types are translated and copied."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import unescape

from flashdeck.anki.adopting.templates import Side, side
from flashdeck.anki.models import CLOZE, STANDARD
from flashdeck.anki.notes import is_blank
from flashdeck.anki.reading.values import AnkiNote, AnkiNotetype

UNTYPED = "had their deletions typed, and are turned over now"
"""What is told of a cloze whose answer Anki asks to be typed."""

_OCCLUSION = re.compile(r"\{\{c\d+::image-occlusion:")
_MASKS = frozenset(["Question Mask", "Answer Mask"])


@dataclass(frozen=True, slots=True)
class Part:
    """A field that a side shows: its HTML, and its name where that is to be said."""

    html: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """A note as a card file can have it: the HTML of what is asked and answered, and of what stands around it.

    `context` is None where a note type has none. `typed` is the HTML of what is to be typed, `expected` the same as
    plain text; None where nothing is. `reverse` is what a second card asks, None where there is none that asks for the
    front. `notices` are predicates of the note: what is not as in Anki.
    """

    front: tuple[Part, ...]
    back: tuple[Part, ...]
    is_cloze: bool = False
    context: str | None = None
    hint: str = ""
    source: str = ""
    as_of: str = ""
    typed: str | None = None
    expected: str | None = None
    reverse: str | None = None
    notices: frozenset[str] = frozenset()


def asked(note: AnkiNote, notetype: AnkiNotetype, ordinals: Sequence[int]) -> Asked | None:
    """What a note asks; None of one that asks for a place in a picture, which no text can."""
    if notetype.id == STANDARD.id and len(note.fields) >= len(STANDARD.fields):
        return _standard(dict(zip((each.name for each in STANDARD.fields), note.fields, strict=False)))
    if notetype.id == CLOZE.id and len(note.fields) >= len(CLOZE.fields):
        return _cloze(dict(zip((each.name for each in CLOZE.fields), note.fields, strict=False)))
    if set(notetype.fields) >= _MASKS or any(_OCCLUSION.search(html) for html in note.fields):
        return None
    values = dict(zip(notetype.fields, (*note.fields, *[""] * len(notetype.fields)), strict=False))
    reading = _Reading(notetype, values, frozenset(ordinals) or frozenset([0]))
    return reading.cloze() if notetype.cloze else reading.standard()


# ---------------------------------------------------------------------------------------------- from here


def _standard(of: Mapping[str, str]) -> Asked:
    return Asked(
        (Part(of["Front"]),),
        (Part(of["Back"]),),
        context=of["Context"],
        hint=of["Hint"],
        source=of["Source"],
        as_of=of["As of"],
        expected=unescape(of["Expected"]) if of["Expected"] else None,
        reverse=of["Reverse"] if of["Reverse"] and not of["Reverse answer"] else None,
    )


def _cloze(of: Mapping[str, str]) -> Asked:
    return Asked(
        (Part(of["Text"]),),
        (Part(of["Extra"]),),
        is_cloze=True,
        context=of["Context"],
        hint=of["Hint"],
        source=of["Source"],
        as_of=of["As of"],
    )


# ---------------------------------------------------------------------------------------------- from elsewhere


@dataclass(frozen=True, slots=True)
class _Faces:
    """What one template of a note type shows: `answer` is what is not asked already."""

    question: Side
    answer: Side

    @property
    def asks(self) -> tuple[str, ...]:
        """The fields of the question."""
        return self.question.read

    @property
    def answers(self) -> tuple[str, ...]:
        """The fields of the answer; what is typed is the first of them."""
        typed = self.question.through("type")
        fields = (*typed, *self.answer.through("type"), *self.answer.read, *self.answer.through("hint"))
        return tuple(name for name in dict.fromkeys(fields) if name not in self.asks)


class _Reading:
    """A note of a type made by Anki or by hand, its fields by name."""

    def __init__(self, notetype: AnkiNotetype, values: Mapping[str, str], ordinals: frozenset[int]) -> None:
        self._notetype = notetype
        self._values = values
        self._ordinals = ordinals
        self._filled = frozenset(name for name, html in values.items() if not is_blank(html))

    def standard(self) -> Asked:
        """A note whose templates each make a card."""
        first = min(self._ordinals)
        faces = self._faces(first)
        fields = faces.asks or self._notetype.fields[:1]
        answers = tuple(name for name in faces.answers if name not in fields and name in self._filled)
        typed = next((name for name in faces.question.through("type") if answers[:1] == (name,)), None)
        hints = [name for name in faces.question.through("hint") if name not in answers]
        return Asked(
            self._parts([name for name in fields if name in self._filled] or list(fields[:1]), alone=1),
            self._parts(answers, alone=1 if typed else 0),
            hint=self._values[hints[0]] if hints else "",
            typed=self._values[typed] if typed else None,
            reverse=self._values[answers[0]] if answers and first == 0 and self._is_mirrored(faces) else None,
            notices=self._notices(faces),
        )

    def cloze(self) -> Asked:
        """A note whose text has deletions, each number of which makes a card."""
        faces = self._faces(0)
        texts = faces.question.through("cloze") or self._notetype.fields[:1]
        around = [name for name in faces.asks if name not in texts and name in self._filled]
        extras = [name for name in faces.answers if name not in texts and name in self._filled]
        told = {UNTYPED} if faces.question.through("type") else set()
        texts = tuple(name for name in texts if name in self._filled) or texts[:1]
        return Asked(
            (*(Part(self._values[name], name) for name in around), *(Part(self._values[name]) for name in texts)),
            self._parts(extras),
            is_cloze=True,
            notices=self._notices(faces) | told,
        )

    def _faces(self, ordinal: int) -> _Faces:
        templates, known = self._notetype.templates, frozenset(self._notetype.fields)
        if not templates:
            front, back = (tuple(self._notetype.fields[at : at + 1]) for at in (0, 1))
            return _Faces(
                *(side("".join(f"{{{{{name}}}}}" for name in names), self._filled, known) for names in (front, back))
            )
        template = templates[min(ordinal, len(templates) - 1)]
        return _Faces(side(template.question, self._filled, known), side(template.answer, self._filled, known))

    def _is_mirrored(self, faces: _Faces) -> bool:
        """Whether a second card asks for the question of the first one, given its answer."""
        if 1 not in self._ordinals or len(self._notetype.templates) < 2:
            return False
        second = self._faces(1)
        return len(faces.asks) == len(faces.answers) == 1 and (second.asks, second.answers) == (
            faces.answers,
            faces.asks,
        )

    def _parts(self, names: Sequence[str], *, alone: int = 0) -> tuple[Part, ...]:
        """The fields, with their names where there are several; the first `alone` of them stand without."""
        named = (name if len(names) > 1 and at >= alone else "" for at, name in enumerate(names))
        return tuple(Part(self._values[name], label) for name, label in zip(names, named, strict=True))

    def _notices(self, faces: _Faces) -> frozenset[str]:
        name = " ".join(self._notetype.name.encode("utf-8", "replace").decode().split())
        if faces.question.has_words or faces.answer.has_words:
            return frozenset({f"are of the note type {name}, whose own words around its fields are left out"})
        return frozenset()
