"""The front door of the store: texts and log in, cards and schedules out, answers written down."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from flashdeck.config import Settings
from flashdeck.model import CardKey, Event, EventKind, Moment, Note, Schedule, UserError
from flashdeck.schedule import Candidate, ExportRecord, Portion, Queue, last_answer, queue
from flashdeck.store.catchup import catch_up, clock_problems, depends_on_decks, log_problems
from flashdeck.store.device import device_name, read_device
from flashdeck.store.drafts import forget_moves, rename_drafts, with_notes
from flashdeck.store.entries import (
    ANSWERED,
    CANDIDATES,
    DUE,
    ENTRIES,
    RETIRED,
    Entry,
    Retired,
    Undone,
    read_answered,
    read_candidate,
    read_entry,
    read_retired,
)
from flashdeck.store.folder import own_folder
from flashdeck.store.index import DamagedIndexError, as_written, delete_index, open_index, reasons, transaction
from flashdeck.store.log import Draft, Log
from flashdeck.store.query import Query, folded, has_tag, in_deck
from flashdeck.store.refresh import refresh
from flashdeck.store.rows import NOTE, SCHEDULE, Row, read_note, read_schedule
from flashdeck.store.texts import Walk, walk

if TYPE_CHECKING:
    from flashdeck.store.renames import Choice, Rename

__all__ = ["Collection", "Draft", "Entry", "ExportRecord", "Query", "Retired", "Undone"]

T = TypeVar("T")


class Collection:
    """A collection as it stood when it was opened, and the answers since.

    `problems` are sentences for stderr: files and lines that cannot be read, an index that was rebuilt, a clock set
    back; `renamed` tells of histories that moved to another card, `choices` of those that could move to several.
    `errors` and `warnings` count what is wrong in the card files.
    """

    def __init__(self, root: Path, settings: Settings, now: Moment, *, accept_retired: bool = False) -> None:
        self.root = root
        self.settings = settings
        self.now = now
        self.problems: list[str] = []
        self.renamed: list[Rename] = []
        self.choices: list[Choice] = []
        self.errors = 0
        self.warnings = 0
        self._accept_retired = accept_retired
        self._folder = root / ".flashdeck"
        self._path = self._folder / "index.db"
        self._log = Log(self._folder / "log", read_device(self._folder))
        self._index = self._open_index()

    @classmethod
    def open(cls, root: Path, settings: Settings, now: Moment, *, accept_retired: bool = False) -> Self:
        """The collection at `root`, with its index brought up to date with its texts and its log.

        Raises UserError where there are no cards, or where its own folder cannot be read and written, and
        MassRetirementError where very many notes have lost their text since the last opening, unless that is accepted.
        """
        walked = walk(root)
        folder = own_folder(root)
        try:
            collection = cls(root, settings, now, accept_retired=accept_retired)
            try:
                collection._catch_up_or_rebuild(walked)
            except BaseException:
                collection.close()
                raise
        except OSError as error:
            raise UserError(f"{folder} cannot be read ({error.strerror}): see that it is yours to read.") from error
        return collection

    def close(self) -> None:
        """Let go of the index."""
        self._index.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # ------------------------------------------------------------------------------------------ what is there

    def entries(self, query: Query | None = None) -> Iterator[Entry]:
        """The live cards that match, in the order of the files."""
        where = f"AND {query.where}" if query and query.where else ""
        parameters = query.parameters if query else {}
        return self._stream(f"{ENTRIES} {where} ORDER BY cards.position", parameters, read_entry)

    def entry(self, key: CardKey) -> Entry:
        """One live card; raises KeyError where there is none of that name."""
        found = self._ask(f"{ENTRIES} AND notes.guid = :guid AND cards.ordinal = :ordinal", key._asdict(), read_entry)
        if not found:
            raise KeyError(key)
        return found[0]

    def notes(self) -> Iterator[Note]:
        """The live notes in the order of the files."""
        return self._stream(f"SELECT {NOTE} FROM notes WHERE guid IS NOT NULL ORDER BY position", {}, read_note)

    def decks(self) -> list[str]:
        """The names of the decks of live notes, sorted."""
        rows = self._ask("SELECT DISTINCT deck FROM notes WHERE guid IS NOT NULL ORDER BY deck", {}, tuple)
        return [deck for (deck,) in rows]

    def retired(self, query: Query | None = None) -> list[Retired]:
        """The cards with a history, and the notes that ever left for Anki, whose text is gone.

        Of a query only its words can be met: decks, tags and states are the text's.
        """
        if query and not query.is_words:
            return []
        words = query.words if query else ()
        found = self._ask(RETIRED, {}, read_retired)
        return [card for card in found if all(word in folded(f"{card.key}\n{card.front}") for word in words)]

    def exports(self) -> dict[str, ExportRecord]:
        """What last left for Anki, by guid."""
        rows = self._ask("SELECT guid, digest, mod FROM exports", {}, tuple)
        return {guid: ExportRecord(digest, mod) for guid, digest, mod in rows}

    def created(self) -> dict[str, int]:
        """When each note that has an event was made (ms since 1970), by guid."""
        return dict(self._ask("SELECT guid, created FROM note_records", {}, tuple))

    # ------------------------------------------------------------------------------------------ today

    def candidates(self, decks: Sequence[str] = (), tags: Sequence[str] = ()) -> list[Candidate]:
        """The live cards of any of the decks (and those below) and any of the tags; all cards without them."""
        return self._candidates(decks, tags)

    def queue(
        self, decks: Sequence[str] = (), tags: Sequence[str] = (), *, limit: int | None = None, new: int | None = None
    ) -> Queue:
        """What is asked today of such cards; for `limit` and `new` see `schedule.Portion`."""
        answered = self._ask(ANSWERED, {}, read_answered)
        due = self._candidates(decks, tags, DUE)
        return queue(due, self.now.day, self.settings, answered, Portion(limit, new))

    def _candidates(self, decks: Sequence[str], tags: Sequence[str], *conditions: str) -> list[Candidate]:
        of_decks = {f"deck{place}": deck for place, deck in enumerate(decks)}
        of_tags = {f"tag{place}": tag for place, tag in enumerate(tags)}
        either = (" OR ".join(map(in_deck, of_decks)), " OR ".join(map(has_tag, of_tags)))
        narrowed = "".join(f" AND ({condition})" for condition in (*conditions, *either) if condition)
        return self._ask(f"{CANDIDATES} {narrowed} ORDER BY cards.position", of_decks | of_tags, read_candidate)

    # ------------------------------------------------------------------------------------------ what is done

    def record(self, drafts: Iterable[Draft]) -> list[Event]:
        """Write events to the log, flushed to the disk, then to the index; returns those written.

        A note's first event is preceded by one that names the note. Raises UserError where the log cannot be written;
        what is in the log counts, also where the index could not follow: the next opening catches up.
        """
        complete = with_notes(drafts, self._ask)
        if not complete:
            return []
        try:
            events = self._append(complete)
        except OSError as error:
            raise UserError(f"The log cannot be written ({error.strerror}): the last answer does not count.") from error
        try:
            self._follow_log()
        except UserError as error:
            self._tell(f"{error.message} The answers are in the log all the same.")
        return events

    def keep_history(self, renames: Sequence[Rename]) -> None:
        """Let notes whose text is gone go on as others: what a person chose of `choices`."""
        from flashdeck.store.changes import rename

        with reasons(self._path), transaction(self._index):
            rename(self._index, renames)
        self._log_renames()

    def undo(self, when: Moment, answer: Event | None = None) -> Undone | None:
        """Take back `answer`, or the last one given that still counts, of whatever session; None where there is none."""
        event = answer or last_answer(self._log.read().events)
        if event is None:
            return None
        self.record([(EventKind.UNDO, when, {"target": event.id})])
        key = CardKey(event.body["guid"], event.body["ordinal"])
        where = "WHERE guid = :guid AND ordinal = :ordinal"
        schedules = self._ask(f"SELECT {SCHEDULE} FROM schedules {where}", key._asdict(), read_schedule)
        return Undone(event, key, schedules[0] if schedules else Schedule())

    def _append(self, drafts: Sequence[Draft]) -> list[Event]:
        if self._log.device is None:
            self._log.device = device_name(self._folder)
        return self._log.append(drafts)

    def _log_renames(self) -> None:
        """Write down what the index alone knows of renamed notes; where the log cannot be written, another time."""
        drafts = rename_drafts(self._index, self._log, self.now)
        if not drafts:
            return
        try:
            self._append(drafts)
        except OSError as error:
            self._tell(f"The log cannot be written ({error.strerror}): renamed cards are noted when it can be.")
            return
        catch_up(self._index, self._log, self.settings)
        forget_moves(self._index, drafts)

    # ------------------------------------------------------------------------------------------ the index

    def _ask(self, question: str, parameters: Mapping[str, Any], read: Callable[[Row], T]) -> list[T]:
        """What the index answers, each row as it is read; an index that is damaged is rebuilt and asked again."""
        for is_last in (False, True):
            try:
                with reasons(self._path), as_written():
                    return [read(row) for row in self._rows(question, parameters)]
            except DamagedIndexError:
                if is_last:
                    raise
                self._rebuild()
        raise AssertionError("the second try returns or raises")

    def _stream(self, question: str, parameters: Mapping[str, Any], read: Callable[[Row], T]) -> Iterator[T]:
        """The same row by row, for answers that are large; what was handed out cannot be taken back for a rebuild."""
        try:
            with reasons(self._path):
                for row in self._rows(question, parameters):
                    with as_written():
                        found = read(row)
                    yield found
        except DamagedIndexError:
            delete_index(self._path)
            raise UserError("The index is damaged and was deleted: run the command again, it is rebuilt.") from None

    def _rows(self, question: str, parameters: Mapping[str, Any]) -> Iterator[Row]:
        return self._index.execute(question, {"day": self.now.day.isoformat(), **parameters})

    def _open_index(self) -> sqlite3.Connection:
        try:
            index = open_index(self._path)
        except DamagedIndexError:
            self._tell("The index was damaged; it is rebuilt from the card files and the log.")
            delete_index(self._path)
            index = open_index(self._path)
        index.create_function("folded", 1, folded, deterministic=True)
        return index

    def _follow_log(self) -> None:
        try:
            with reasons(self._path):
                catch_up(self._index, self._log, self.settings)
        except DamagedIndexError:
            self._rebuild()

    def _catch_up_or_rebuild(self, walked: Walk) -> None:
        try:
            self._catch_up(walked)
        except DamagedIndexError:
            self._rebuild()

    def _catch_up(self, walked: Walk) -> None:
        with reasons(self._path):
            catch_up(self._index, self._log, self.settings)
            outcome = refresh(self._index, self.root, walked, accept_retired=self._accept_retired)
            if outcome:
                self.renamed += outcome.renames
                self.choices += outcome.choices
                if depends_on_decks(self.settings):
                    catch_up(self._index, self._log, self.settings, anew=True)
            self._log_renames()
            counts = "SELECT total(errors + identity_errors), total(warnings + identity_warnings) FROM files"
            self.errors, self.warnings = map(int, self._index.execute(counts).fetchone())
            self._tell(
                *walked.problems, *log_problems(self._index), *clock_problems(self._index, self._log.device, self.now)
            )

    def _rebuild(self) -> None:
        self._index.close()
        delete_index(self._path)
        self._tell("The index was damaged; it is rebuilt from the card files and the log.")
        self._index = self._open_index()
        self._catch_up(walk(self.root))

    # ------------------------------------------------------------------------------------------ what is told

    def _tell(self, *problems: str) -> None:
        self.problems += [problem for problem in problems if problem not in self.problems]
