"""The nouns: what the rooms of the house hand to each other.

Everything here is an immutable value. Nothing here reads a file, a clock or a screen, and nothing knows how a card
is written, stored or shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Any, NamedTuple


class UserError(Exception):
    """A failure that a person can cause: one sentence that names the way out, and the exit code (1 or 2)."""

    def __init__(self, message: str, *, exit_code: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.exit_code = exit_code


# ---------------------------------------------------------------------------------------------- cards


class NoteType(StrEnum):
    """How a note makes its cards."""

    BASIC = "basic"
    REVERSED = "reversed"
    CLOZE = "cloze"
    TABLE = "table"
    TYPED = "typed"
    DRILL = "drill"


class CardKey(NamedTuple):
    """What events name: a note's guid and Anki's card ordinal (cloze N: N - 1; the reversed card: 1)."""

    guid: str
    ordinal: int


@dataclass(frozen=True, slots=True)
class Span:
    """A place in a card file: line and column count from 1, column and length in code points of that line."""

    file: str
    line: int
    column: int = 1
    length: int = 1


@dataclass(frozen=True, slots=True)
class Deletion:
    """One cloze deletion: `number` as written, offsets into the note's front (`start` at `{{`, `end` after `}}`)."""

    number: int
    start: int
    end: int
    answer_start: int
    answer_end: int
    hint: str | None = None


@dataclass(frozen=True, slots=True)
class Expected:
    """What is to be typed: the answers that are right, as plain text.

    `tolerance` is as written (`2%`, `0.1 TB/s`; empty: the digits of the answer), `exact_case` is for texts.
    """

    answers: tuple[str, ...]
    tolerance: str = ""
    exact_case: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """What a person wrote once and is asked in one or more cards.

    `front` and `back` are Markdown as written; of a cloze note they are the text with its deletions and the extra.
    `context` is shown above the question (the heading of a table or cloze note; empty otherwise), `section` is the
    `# Title` above. `key` names the note for ever (the `#id`, or a digest of kind and front); `guid` is empty until
    `identity.link` has given it. `apart` names the groups (a table's row, a table's column) whose cards are kept apart
    in a sitting. `reverse` is what the reversed card of a table cell asks and answers (of other notes: back and front).
    `expected` is what is to be typed on the card of ordinal 0 (of a drill, only the tolerance is known before a draw),
    `drill` the block of a drill that its numbers are drawn from.
    """

    key: str
    type: NoteType
    deck: str
    front: str
    back: str
    span: Span
    section: str = ""
    context: str = ""
    tags: tuple[str, ...] = ()
    source: str | None = None
    as_of: str | None = None
    hint: str | None = None
    suspended: bool = False
    html: bool = False
    named: bool = False
    deletions: tuple[Deletion, ...] = ()
    apart: tuple[str, ...] = ()
    ordinals: tuple[int, ...] = (0,)
    reverse: tuple[str, str] | None = None
    expected: Expected | None = None
    drill: str = ""
    guid: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """One question of a note: Markdown as asked (`front`) and as answered (`back`)."""

    note: Note
    ordinal: int
    front: str
    back: str

    @property
    def key(self) -> CardKey:
        """The pair that events name."""
        return CardKey(self.note.guid, self.ordinal)

    @property
    def expected(self) -> Expected | None:
        """What is to be typed; None where the card is only turned over, and of a drill before its numbers are drawn."""
        expected = self.note.expected
        return expected if expected and expected.answers and self.ordinal == 0 else None


# ---------------------------------------------------------------------------------------------- problems


class Severity(StrEnum):
    """An error makes `check` fail and its card unusable; a warning does neither."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A problem in a card file, as a value.

    `code` is kebab-case, `message` stands alone, `label` is the short word beside the caret, `help` says what to do.
    `text` is the line of `span` as written (for the caret); `related` are further places with their own label.
    """

    code: str
    severity: Severity
    message: str
    span: Span
    help: str = ""
    label: str = ""
    text: str = ""
    related: tuple[tuple[Span, str], ...] = ()


# ---------------------------------------------------------------------------------------------- schedules


class Rating(StrEnum):
    """The four answers; the log holds the word, Anki and the keyboard the number 1 to 4."""

    AGAIN = "again"
    HARD = "hard"
    GOOD = "good"
    EASY = "easy"

    @property
    def button(self) -> int:
        """1 again, 2 hard, 3 good, 4 easy."""
        return list(Rating).index(self) + 1


class State(StrEnum):
    """Anki's names for where a card stands."""

    NEW = "new"
    LEARNING = "learning"
    REVIEW = "review"
    RELEARNING = "relearning"


@dataclass(frozen=True, slots=True)
class Moment:
    """When something happened: `at` in UTC, the local `offset` from UTC in minutes, the study `day` it counts for."""

    at: datetime
    offset: int
    day: date


class Schedule(NamedTuple):
    """Where a card stands. A card never answered is `Schedule()`.

    `interval` is in days, `ease` in thousandths (Anki's permille: 2500 is 2.5; 0 under a scheduler without one).
    `repetitions` are SM-2's (passes since the last failure) or Anki's (all answers); `answers` counts all in either
    case. `due`, `first` and `last` are study days: when it is due, when it was first answered, and when an answer last
    counted. `pending` means: to be asked again on day `last` (SM-2, item 7).

    A card in learning or relearning is at a step of `step` seconds with `remaining` steps to go, this one included.
    `due_at` is the time (UTC) at which it comes back; None where that is a matter of days, as `due` has it.
    `stability` (days) and `difficulty` (1 to 10) are FSRS's memory, 0 without one.
    """

    # A named tuple: the fold makes one for each event, and a frozen dataclass of this size takes three times as long.
    state: State = State.NEW
    interval: int = 0
    ease: int = 0
    repetitions: int = 0
    lapses: int = 0
    due: date | None = None
    first: date | None = None
    last: date | None = None
    pending: bool = False
    leech: bool = False
    answers: int = 0
    step: int = 0
    remaining: int = 0
    due_at: datetime | None = None
    stability: float = 0.0
    difficulty: float = 0.0


class Marks(NamedTuple):
    """What was set on a card otherwise than by answering it.

    `suspended` is None where nobody said and the text decides, `buried` the study day on which it rests, `flag` Anki's
    number from 1 (red) to 7 (purple), 0 for none.
    """

    suspended: bool | None = None
    buried: date | None = None
    flag: int = 0


# ---------------------------------------------------------------------------------------------- the log


FLAGS = ("none", "red", "orange", "green", "blue", "pink", "turquoise", "purple")
"""Anki's flags by their number."""


class EventKind(StrEnum):
    """The kinds of events that this version understands; a line of another kind is kept and told."""

    NOTE = "note"
    REVIEW = "review"
    CRAM = "cram"
    SUSPEND = "suspend"
    UNSUSPEND = "unsuspend"
    BURY = "bury"
    FLAG = "flag"
    RESET = "reset"
    SET = "set"
    UNDO = "undo"
    REDO = "redo"
    EXPORT = "export"
    IMPORT = "import"


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the log: `id` is `device:sequence`, `body` every other field of the line, unknown ones included."""

    device: str
    sequence: int
    kind: str
    when: Moment
    body: Mapping[str, Any] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The name by which an undo points at this event."""
        return f"{self.device}:{self.sequence}"
