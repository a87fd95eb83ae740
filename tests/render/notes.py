"""Notes and cards for the tests of this room, made without the compiler."""

from __future__ import annotations

import re
from dataclasses import replace

from flashdeck.model import Card, Deletion, Note, NoteType, Span

BASIC = Note("key", NoteType.BASIC, "deck", "Front", "Back", Span("cards/a.md", 1), guid="guid")

_SIGN = re.compile(r"⟦(\d+):|⟦?⟧|\|")


def basic(front: str, back: str) -> Card:
    """The one card of a basic note."""
    return Card(replace(BASIC, front=front, back=back), 0, front, back)


def cloze_note(sketch: str, extra: str = "") -> Note:
    """A cloze note from a sketch: `⟦1:answer|hint⟧` stands for `{{c1::answer::hint}}`; without `⟦` it is all text."""
    written: list[str] = []
    open_: list[tuple[int, int, int]] = []
    answer_ends: list[int | None] = []
    deletions: list[Deletion] = []
    end = length = 0

    def write(text: str) -> None:
        nonlocal length
        written.append(text)
        length += len(text)

    for sign in _SIGN.finditer(sketch):
        if sign[0] == "|" and not open_:
            continue
        write(sketch[end : sign.start()])
        end = sign.end()
        if sign[1]:
            start = length
            write(f"{{{{c{sign[1]}::")
            open_.append((int(sign[1]), start, length))
            answer_ends.append(None)
        elif sign[0] == "|":
            answer_ends[-1] = length
            write("::")
        else:
            number, start, answer_start = open_.pop()
            split = answer_ends.pop()
            hint = "".join(written)[split + 2 :] if split is not None else None
            answer_end = length if split is None else split
            write("}}")
            deletions.append(Deletion(number, start, length, answer_start, answer_end, hint))
    write(sketch[end:])
    ordered = tuple(sorted(deletions, key=lambda deletion: deletion.start))
    ordinals = tuple(sorted({deletion.number - 1 for deletion in ordered}))
    front = "".join(written)
    return replace(BASIC, type=NoteType.CLOZE, front=front, back=extra, deletions=ordered, ordinals=ordinals)


def cloze_card(note: Note, number: int) -> Card:
    """The card of a cloze note that asks for `number`."""
    return Card(note, number - 1, note.front, note.back)
