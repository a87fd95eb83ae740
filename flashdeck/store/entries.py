"""What the store hands out, and the questions to the index that it is read from."""

from __future__ import annotations

from dataclasses import dataclass

from flashdeck.model import Card, CardKey, Event, Marks, Schedule
from flashdeck.schedule import Answered, Candidate
from flashdeck.store.rows import (
    MARKS,
    NOTE,
    SCHEDULE,
    SCHEDULE_SIZE,
    Row,
    read_marks,
    read_note,
    read_schedule,
    read_words,
)

UNMARKED = Marks()


@dataclass(frozen=True, slots=True)
class Entry:
    """A live card as it stands; `position` orders the collection's cards as the files do, with gaps.

    `marks` are what the log says; a card is `suspended` also where only its text says so.
    """

    card: Card
    schedule: Schedule
    position: int
    marks: Marks = UNMARKED

    @property
    def suspended(self) -> bool:
        """Whether the card is left out until somebody takes it back in."""
        return self.card.note.suspended if self.marks.suspended is None else self.marks.suspended


@dataclass(frozen=True, slots=True)
class Retired:
    """A card that the log knows and no text has any more; `front` is the note's when it was last written down."""

    key: str
    front: str
    card: CardKey
    schedule: Schedule


@dataclass(frozen=True, slots=True)
class Undone:
    """What was taken back, or done again, and where its card stands now; of several `event` is the last."""

    event: Event
    key: CardKey
    schedule: Schedule
    cards: int = 1


# ---------------------------------------------------------------------------------------------- live cards

_CARD = "cards.ordinal, cards.position, cards.front, cards.back"
SUSPENDED = "ifnull(marks.suspended, notes.suspended)"
"""Whether a live card is suspended: what the log says, else what the text says."""

_CANDIDATE = f"""
    notes.guid, cards.ordinal, notes.deck, cards.position, notes.apart, {SUSPENDED}, marks.buried = :day
"""
LIVE = """
    FROM cards JOIN notes ON notes.id = cards.note
    LEFT JOIN schedules ON schedules.guid = notes.guid AND schedules.ordinal = cards.ordinal
    LEFT JOIN marks ON marks.guid = notes.guid AND marks.ordinal = cards.ordinal
    WHERE notes.guid IS NOT NULL
"""
"""The live cards with their notes, schedules and marks; to be narrowed with AND."""

ENTRIES = f"SELECT {_CARD}, {MARKS}, {SCHEDULE}, {NOTE} {LIVE}"
"""The live cards; to be narrowed with AND. Read by `read_entry`."""

CANDIDATES = f"SELECT {_CANDIDATE}, {SCHEDULE} {LIVE}"
"""The live cards without their texts; to be narrowed with AND. Read by `read_candidate`."""

ANSWERED = f"SELECT notes.guid, cards.ordinal, notes.deck, schedules.first = :day {LIVE} AND schedules.last = :day"
"""The live cards whose answer counted on :day. Read by `read_answered`."""

NEW = "cards.due IS NULL"
"""The condition of being new."""

DUE = """cards.due IS NOT NULL AND cards.rowid IN (
    SELECT rowid FROM cards WHERE due <= :until
    UNION SELECT cards.rowid FROM schedules JOIN notes USING (guid)
        JOIN cards ON cards.note = notes.id AND cards.ordinal = schedules.ordinal
        WHERE schedules.last >= :day AND (schedules.last = :day AND schedules.pending OR schedules.due_at IS NOT NULL)
)"""
"""The condition of being due by :until, to be repeated on :day, or at a step on :day or a later one: who flew west
after an answer is on an earlier study day, while the step is over in minutes all the same."""


def read_entry(row: Row) -> Entry:
    """An entry of a row of `ENTRIES`."""
    ordinal, position, front, back = row[:4]
    marks, schedule, note = row[4:7], row[7 : 7 + SCHEDULE_SIZE], row[7 + SCHEDULE_SIZE :]
    card = Card(read_note(note), ordinal, front, back)
    return Entry(card, read_schedule(schedule), position, read_marks(marks))


def read_candidate(row: Row) -> Candidate:
    """A candidate of a row of `CANDIDATES`."""
    guid, ordinal, deck, position, apart, suspended, buried = row[:7]
    schedule = read_schedule(row[7:])
    return Candidate(CardKey(guid, ordinal), deck, position, schedule, read_words(apart), bool(suspended), bool(buried))


def read_answered(row: Row) -> Answered:
    """What a row of `ANSWERED` tells."""
    guid, ordinal, deck, was_new = row
    return Answered(CardKey(guid, ordinal), deck, was_new=bool(was_new))


# ---------------------------------------------------------------------------------------------- retired ones

RETIRED = f"""
    SELECT guid, ordinal, ifnull(key, guid), ifnull(note_records.front, ''), {SCHEDULE}
    FROM schedules LEFT JOIN note_records USING (guid)
    WHERE schedules.state != 'new' AND NOT EXISTS (
        SELECT * FROM notes JOIN cards ON cards.note = notes.id
        WHERE notes.guid = schedules.guid AND cards.ordinal = schedules.ordinal
    )
    UNION ALL
    SELECT guid, 0, key, front, {", ".join(["NULL"] * SCHEDULE_SIZE)}
    FROM note_records
    WHERE guid NOT IN (SELECT guid FROM schedules)
        AND guid IN (SELECT guid FROM exports)
        AND guid NOT IN (SELECT guid FROM notes WHERE guid IS NOT NULL)
    ORDER BY 3, 2
"""
"""Cards with a history and without a text, and notes without either that ever left for Anki."""


def read_retired(row: Row) -> Retired:
    """A retired card of a row of `RETIRED`."""
    guid, ordinal, key, front = row[:4]
    return Retired(key, front, CardKey(guid, ordinal), read_schedule(row[4:]))


TITLE = "iif(context = '' OR instr(key, '/'), front, context)"
"""What people know a note by: the heading of a cloze note, of a table's cell its subject and attribute."""

IS_CLOZE = "json_extract(rest, '$.type') = 'cloze'"
"""Whether a note is a cloze note: 1 or 0."""

UNRECORDED = f"""
    SELECT key, {TITLE}, {IS_CLOZE} FROM notes
    WHERE guid = :guid AND guid NOT IN (SELECT guid FROM note_records)
"""
"""Key, front and kind of the live note :guid, unless the log has them already."""
