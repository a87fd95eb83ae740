"""What the log comes to: where every card and note stands."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from flashdeck.model import CardKey, Marks, Schedule
from flashdeck.schedule.order import Place


@dataclass(frozen=True, slots=True)
class NoteRecord:
    """What the log says of a note: its key and front when last written down, and when it was made (ms since 1970).

    `cloze` tells whether it is a cloze note; None where the log does not say.
    """

    key: str
    front: str
    created: int
    cloze: bool | None = None


@dataclass(frozen=True, slots=True)
class ExportRecord:
    """A note's last export to Anki: the digest of what left, and the `mod` it left with (seconds since 1970).

    `deck` is the full name under which it lies there, `ordinals` are its cards; empty where an older log does not say.
    """

    digest: str
    mod: int
    deck: str = ""
    ordinals: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportRecord:
    """What a note was in Anki when it last came from there: its `mod` (seconds since 1970) and its note type's id.

    `digest` names what Anki had of it, `text` what was written here of that.
    """

    digest: str
    mod: int
    notetype: int
    text: str


@dataclass(slots=True)
class Standing:
    """What the log comes to.

    `guids` are by the key that each note has now. `problems` are sentences about events that were skipped, `unknown`
    counts events by a kind that this version does not know. `undone` are the ids that undo and redo events name,
    `newest` is the place of the last event: with them `extends` knows whether a fold can go on from here.
    """

    schedules: dict[CardKey, Schedule] = field(default_factory=dict)
    marks: dict[CardKey, Marks] = field(default_factory=dict)
    notes: dict[str, NoteRecord] = field(default_factory=dict)
    guids: dict[str, str] = field(default_factory=dict)
    exports: dict[str, ExportRecord] = field(default_factory=dict)
    imports: dict[str, ImportRecord] = field(default_factory=dict)
    unknown: dict[str, int] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    undone: frozenset[str] = frozenset()
    newest: Place | None = None

    def copy(self) -> Standing:
        """The same standing, to be changed apart from this one."""
        return replace(
            self,
            schedules=dict(self.schedules),
            marks=dict(self.marks),
            notes=dict(self.notes),
            guids=dict(self.guids),
            exports=dict(self.exports),
            imports=dict(self.imports),
            unknown=dict(self.unknown),
            problems=list(self.problems),
        )
