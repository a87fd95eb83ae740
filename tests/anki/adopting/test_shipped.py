"""The cards that are shipped with the program, exported and taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from flashdeck.anki.models import STANDARD
from flashdeck.anki.notes import ExportNote
from flashdeck.compile import compile_file
from flashdeck.model import Note, NoteType
from tests.anki.adopting.types import compiled, exported, taken_back

ROOT = Path(__file__).parents[3]
REVERSE = [field.name for field in STANDARD.fields].index("Reverse")
FILES = sorted((ROOT / "cards").rglob("*.md"))


def folded(sent: ExportNote) -> list[str]:
    """The fields with their white space folded, which HTML shows as spaces: lines come back unwrapped."""
    return [" ".join(field.split()) for field in sent.fields]


def notes(path: Path) -> tuple[Note, ...]:
    """The notes of a card file."""
    return compile_file(path.relative_to(ROOT).as_posix(), path.read_bytes(), deck="a").notes


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_each_card_comes_back_as_it_was(path: Path) -> None:
    """Of a drill one draw comes back; a table's cell comes back alone, without the card that asks for its row."""
    for note in notes(path):
        sent = exported(note)
        made = taken_back(sent)
        again = exported(compiled(made))
        if note.type is NoteType.TABLE and 1 in note.ordinals:
            assert (made.ordinals, made.left_out) == ((0,), (1,))
            assert folded(again) == [*folded(sent)[:REVERSE], "", "", *folded(sent)[REVERSE + 2 :]]
        else:
            assert (folded(again), again.tags, again.ordinals) == (folded(sent), sent.tags, sent.ordinals)
            assert (again.model, made.notices) == (sent.model, ())
        assert taken_back(again).body == made.body


def test_wrapped_lines_are_one_line() -> None:
    """From then on the fields are the same byte for byte."""
    for note in notes(ROOT / "cards" / "gpu-specs" / "roofline.md"):
        once = exported(compiled(taken_back(exported(note))))
        assert exported(compiled(taken_back(once))).fields == once.fields
