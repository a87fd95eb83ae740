"""Emphasis and links that begin inside a cloze deletion and end outside of it, or the other way round.

HTML has no such thing: `*{{c1::a*}}` would close `<em>` inside the deletion that it is opened outside of. The marks
inside of such a deletion are shown literally, so that the others find no partner and are text as well.
"""

from __future__ import annotations

import re
from functools import lru_cache

from flashdeck.model import Note
from flashdeck.render.html import Mark, to_html
from flashdeck.syntax import regions

_SIGNS = re.compile(r"[*_~]+|[\[\]]")
_BORDER = re.compile(r"\x02(?P<side>[oc])(?P<index>\d+)\x03|<(?P<end>/?)(?P<tag>[a-z][a-z0-9]*)\b[^<>]*>")


@lru_cache(maxsize=16)  # a card is rendered face by face
def literal_marks(note: Note) -> tuple[Mark, ...]:
    """Marks that show literally what would cross a border of a deletion of the note; of most notes there are none."""
    if not any(_SIGNS.search(note.front, each.answer_start, each.answer_end) for each in note.deletions):
        return ()
    crossed = _crossed(note)
    if not crossed:
        return ()
    inside = bytearray(len(note.front))  # 1 where a sign is to be shown literally
    for index in crossed:
        deletion = note.deletions[index]
        _fill(inside, deletion.answer_start, deletion.answer_end, 1)
    for area in regions(note.front):
        _fill(inside, area.start, area.end, 0)
    for each in note.deletions:
        _fill(inside, each.start, each.answer_start, 0)
        _fill(inside, each.answer_end, each.end, 0)
    signs = (sign for sign in _SIGNS.finditer(note.front) if inside[sign.start()])
    return tuple(Mark(*sign.span(), sign[0], sign[0]) for sign in signs)


def beside(marks: tuple[Mark, ...], others: list[Mark], length: int) -> list[Mark]:
    """Those of `marks` that overlap none of the `others`, in a text of this length."""
    taken = bytearray(length)
    for other in others:
        _fill(taken, other.start, other.end, 1)
    return [mark for mark in marks if not taken[mark.start]]


def _fill(places: bytearray, start: int, end: int, value: int) -> None:
    places[start:end] = bytes([value]) * (end - start)


def _crossed(note: Note) -> set[int]:
    """The numbers of the deletions, as they stand in the note, that an element's beginning or end divides."""
    marks: list[Mark] = []
    for index, each in enumerate(note.deletions):
        marks.append(Mark(each.start, each.answer_start, f"\x02o{index}\x03", ""))
        marks.append(Mark(each.answer_end, each.end, f"\x02c{index}\x03", ""))
    crossed: set[int] = set()
    open_: list[str] = []
    for border in _BORDER.finditer(to_html(note.front, raw_html=note.html, marks=sorted(marks))):
        name = border["tag"] or border["index"]
        if name in _VOID:
            continue
        if border["side"] == "o" or border["end"] == "":
            open_.append(name)
            continue
        inner: list[str] = []
        while open_ and len(inner) < _DEEPEST and open_[-1] != name:
            inner.append(open_.pop())
        if open_ and open_[-1] == name:
            open_.pop()
            crossed.update(int(each) for each in inner if each.isdigit())
            if name.isdigit() and not all(each.isdigit() for each in inner):
                crossed.add(int(name))
        open_ += reversed(inner)
    return crossed


_VOID = frozenset({"br", "hr", "img", "input", "source", "wbr"})
_DEEPEST = 100
"""How many elements are looked through for the one that ends."""
