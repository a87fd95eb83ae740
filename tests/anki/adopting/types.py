"""Note types as Anki makes them and as people do, notes of them, and what an export makes of their cards."""

from __future__ import annotations

from dataclasses import replace

from flashdeck.anki.adopting.blocks import Block
from flashdeck.anki.adopting.notes import block
from flashdeck.anki.adopting.texts import written
from flashdeck.anki.fields import export_note
from flashdeck.anki.media import Media, MediaShelf
from flashdeck.anki.models import CLOZE, STANDARD, NoteModel
from flashdeck.anki.notes import ExportNote
from flashdeck.anki.reading.values import AnkiNote, AnkiNotetype, AnkiTemplate
from flashdeck.compile import compile_file
from flashdeck.model import Note

RULE = "\n\n<hr id=answer>\n\n"


def notetype(
    *templates: tuple[str, str], fields: str = "Front Back", cloze: bool = False, name: str = "A"
) -> AnkiNotetype:
    """A note type with these templates, each a question and an answer."""
    sides = tuple(AnkiTemplate(f"Card {at}", *both) for at, both in enumerate(templates, 1))
    return AnkiNotetype(1_234_567, name, cloze, tuple(fields.split()), sides)


BASIC = notetype(("{{Front}}", "{{FrontSide}}" + RULE + "{{Back}}"))
REVERSED = notetype(
    ("{{Recto}}", "{{FrontSide}}" + RULE + "{{Verso}}"),
    ("{{Verso}}", "{{FrontSide}}" + RULE + "{{Recto}}"),
    fields="Recto Verso",
    name="Basique (et inversée)",
)
OPTIONAL = notetype(
    ("{{Front}}", "{{FrontSide}}" + RULE + "{{Back}}"),
    ("{{#Both}}{{Back}}{{/Both}}", "{{FrontSide}}" + RULE + "{{Front}}"),
    fields="Front Back Both",
)
TYPED = notetype(("{{Front}}\n\n{{type:Back}}", "{{Front}}" + RULE + "{{type:Back}}"))
FILLED = notetype(("{{cloze:Text}}", "{{cloze:Text}}<br>\n{{Extra}}"), fields="Text Extra", cloze=True)
WORDS = notetype(
    ("Say: {{Word}}", "{{FrontSide}}<hr>{{Meaning}}<br>{{Reading}} {{Sound}}"),
    ("{{Meaning}}", "{{FrontSide}}<hr>{{Word}} {{Reading}}"),
    fields="Word Meaning Reading Sound",
    name="My words",
)
OCCLUSION = notetype(("{{cloze:Occlusion}}{{Image}}", "{{Image}}"), fields="Occlusion Image", cloze=True)


def ours(model: NoteModel) -> AnkiNotetype:
    """A note type of this project's as a package holds it."""
    templates = tuple(AnkiTemplate(each.name, each.question, each.answer) for each in model.templates)
    return AnkiNotetype(model.id, model.name, model.cloze, tuple(field.name for field in model.fields), templates)


OURS = {model.id: ours(model) for model in (STANDARD, CLOZE)}


def adopted(kind: AnkiNotetype, *fields: str, ordinals: tuple[int, ...] = (0,), tags: tuple[str, ...] = ()) -> Block:
    """The block of a note of a type."""
    found = block(AnkiNote(1, "guid", kind.id, 0, tags, fields), kind, ordinals)
    assert found is not None
    return found


def compiled(made: Block) -> Note:
    """The one note that a card file of the block holds, without an error."""
    section = f"# {made.section}\n\n" if made.section else ""
    found = compile_file("cards/a.md", (section + written(made, "card")).encode(), deck="a")
    assert not found.has_errors
    (note,) = found.notes
    return note


def exported(note: Note) -> ExportNote:
    """A note as it goes to Anki, its media under their own names."""
    return export_note(replace(note, guid="guid"), NoShelf())


def taken_back(sent: ExportNote) -> Block:
    """The block of what was exported."""
    kind = OURS[sent.model.id]
    found = block(AnkiNote(1, sent.guid, kind.id, 0, sent.tags, sent.fields), kind, sent.ordinals)
    assert found is not None
    return found


class NoShelf(MediaShelf):
    """Leaves the names of media as they are."""

    def __init__(self) -> None:
        """Need no folder."""

    def pack(self, html: str, card_file: str) -> tuple[str, tuple[Media, ...]]:
        return html, ()
