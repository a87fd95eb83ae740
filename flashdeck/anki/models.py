"""The two note types under which every card lies in Anki, frozen from the first version.

Anki matches a note type by its id, and compares it field by field and template by template, each by its own id. One
field more, fewer or moved, and every later update of every note is skipped without a word. So the ids below never
change, the lists never grow, and the fields that no card fills yet are there because they could not be added later.
Free to change are names (the ids keep them together), the HTML of the templates and the CSS, always with a later `MOD`.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files

MOD = 1_796_094_000
"""When the note types last changed (Unix seconds): Anki takes a note type only if this is later than what it has."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a note type; Anki knows it by `id`, people by `name`."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Template:
    """The two sides of one card; its place in the note type is the ordinal of the card."""

    id: int
    name: str
    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class NoteModel:
    """A note type of Anki's. The first field is never empty, and is what Anki's browser lists."""

    id: int
    name: str
    cloze: bool
    fields: tuple[Field, ...]
    templates: tuple[Template, ...]

    def values(self, filled: dict[str, str]) -> tuple[str, ...]:
        """The fields of a note in order, the ones not named in `filled` empty; a name that is no field is a bug."""
        names = [field.name for field in self.fields]
        if unknown := filled.keys() - set(names):
            raise KeyError(f"no field of {self.name}: {', '.join(sorted(unknown))}")
        return tuple(filled.get(name, "") for name in names)


def css() -> str:
    """The style sheet of both note types, day and night."""
    return files("flashdeck.render").joinpath("card.css").read_text(encoding="utf-8")


_CONTEXT = '{{#Context}}<div class="context">{{Context}}</div>{{/Context}}\n'
_HINT = '\n{{#Hint}}<details class="hint"><summary>Hint</summary>{{Hint}}</details>{{/Hint}}'
_ASKED = _CONTEXT + '<div class="question">{{Front}}</div>' + _HINT
_TYPED = '{{#Expected}}<div class="typed">{{type:Expected}}</div>{{/Expected}}\n'
_RULE = '\n<hr id="answer">\n'
_EXTRA = '\n{{#Extra}}<hr id="answer">\n<div class="extra">{{Extra}}</div>{{/Extra}}'
_SMALL_PRINT = """
<footer>{{#Source}}<span class="source">{{Source}}{{#As of}}&nbsp;·{{/As of}}</span>{{/Source}}
{{#As of}}<span class="as-of">As of {{As of}}</span>{{/As of}}</footer>"""

STANDARD = NoteModel(
    id=1_403_934_277,
    name="flashdeck",
    cloze=False,
    fields=(
        Field(5_000_850_175_335, "Front"),
        Field(2_597_796_483_373, "Back"),
        Field(3_022_029_251_061, "Context"),
        Field(3_096_426_730_491, "Hint"),
        Field(3_797_793_578_739, "Extra"),
        Field(2_764_936_111_132, "Source"),
        Field(8_487_954_466_018, "As of"),
        Field(6_162_695_041_022, "Expected"),  # the answer to be typed, as plain text
        Field(1_061_773_378_188, "Reverse"),  # the question of the second card, which exists where this is filled
        Field(4_884_352_102_843, "Reverse answer"),  # where the second card does not ask for the front
        Field(3_927_586_450_608, "Guid"),
        Field(1_430_538_683_515, "Spare 1"),
        Field(1_076_831_031_751, "Spare 2"),
        Field(3_867_161_480_405, "Spare 3"),
    ),
    templates=(
        Template(
            6_243_631_278_400,
            "Card 1",
            _ASKED + "\n" + _TYPED,
            _ASKED + _RULE + _TYPED + '<div class="answer">{{Back}}</div>' + _SMALL_PRINT,
        ),
        Template(
            2_844_781_174_211,
            "Card 2 (reversed)",
            "{{#Reverse}}" + _CONTEXT + '<div class="question">{{Reverse}}</div>{{/Reverse}}',
            "{{FrontSide}}"
            + _RULE
            + '<div class="answer">{{Reverse answer}}{{^Reverse answer}}{{Front}}{{/Reverse answer}}</div>'
            + _SMALL_PRINT,
        ),
    ),
)

CLOZE = NoteModel(
    id=1_084_116_727,
    name="flashdeck cloze",
    cloze=True,
    fields=(
        Field(6_728_794_336_224, "Text"),
        Field(1_733_340_982_949, "Context"),
        Field(4_821_795_373_589, "Hint"),
        Field(8_836_016_523_648, "Extra"),
        Field(8_761_639_777_276, "Source"),
        Field(2_107_227_840_469, "As of"),
        Field(2_826_149_134_073, "Guid"),
        Field(3_312_713_561_443, "Spare 1"),
        Field(8_909_738_543_355, "Spare 2"),
        Field(4_963_099_524_294, "Spare 3"),
    ),
    templates=(
        Template(
            6_343_713_735_198,
            "Cloze",
            _CONTEXT + '<div class="question">{{cloze:Text}}</div>' + _HINT,
            _CONTEXT + '<div class="question">{{cloze:Text}}</div>' + _EXTRA + _SMALL_PRINT,
        ),
    ),
)
