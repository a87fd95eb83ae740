"""What a package of Anki's holds, whichever generation wrote it, as values of this project's."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AnkiTemplate:
    """The two sides of one card, in Anki's template language."""

    name: str
    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class AnkiNotetype:
    """A note type: `fields` by name in the order of a note's values; `templates` by ordinal, one for a cloze."""

    id: int
    name: str
    cloze: bool
    fields: tuple[str, ...]
    templates: tuple[AnkiTemplate, ...]


@dataclass(frozen=True, slots=True)
class AnkiDeck:
    """A deck by its full name, parts joined by `::`; `description` is HTML or Markdown as a person wrote it."""

    id: int
    name: str
    filtered: bool = False
    description: str = ""


@dataclass(frozen=True, slots=True)
class AnkiNote:
    """A note: `id` is when it was made (ms since 1970), `mod` when it was last changed (seconds), fields are HTML."""

    id: int
    guid: str
    notetype: int
    mod: int
    tags: tuple[str, ...]
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnkiCard:
    """A card at home: what a filtered deck has lent it is taken off (`odid`, `odue`).

    `type` is 0 new, 1 learning, 2 review, 3 relearning; `queue` -1 suspended, -2 and -3 buried, else where it waits.
    `due` is a position (new), seconds since 1970 (a step within the day) or days since the collection was made.
    `interval` is in days, `factor` in permille, `remaining` the steps to go, `flag` 0 to 7.
    """

    id: int
    note: int
    deck: int
    ordinal: int
    mod: int
    type: int
    queue: int
    due: int
    interval: int
    factor: int
    repetitions: int
    lapses: int
    remaining: int
    flag: int
    data: str = ""


@dataclass(frozen=True, slots=True)
class AnkiAnswer:
    """A row of the review log: `id` is when (ms since 1970).

    `button` is 1 again to 4 easy, 0 for what was no answer; intervals are days, or seconds where negative; `kind` is
    0 learning, 1 review, 2 relearning, 3 in a filtered deck, 4 set by hand, 5 rescheduled by an option.
    """

    id: int
    card: int
    button: int
    interval: int
    last_interval: int
    factor: int
    taken_ms: int
    kind: int


@dataclass(frozen=True, slots=True)
class AnkiClock:
    """How a package counts days.

    `created` (seconds since 1970) lies in day 0, whose local zone was `offset` minutes
    east of UTC (None: not told); a day begins at the hour `rollover`.
    """

    created: int
    offset: int | None
    rollover: int = 4
