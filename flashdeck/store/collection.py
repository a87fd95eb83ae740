"""The front door of the store: texts and log in, cards and schedules out, answers written down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from flashdeck.model import CardKey, Diagnostic, Event, EventKind, Moment, Note, Schedule, UserError
from flashdeck.schedule import in_order
from flashdeck.store.drafts import together, with_notes
from flashdeck.store.entries import (
    ENTRIES,
    RETIRED,
    Entry,
    Retired,
    Undone,
    read_entry,
    read_retired,
)
from flashdeck.store.index import reasons, transaction
from flashdeck.store.log import Draft
from flashdeck.store.query import Query, folded
from flashdeck.store.rows import NOTE, SCHEDULE, read_export, read_note, read_schedule
from flashdeck.store.today import Today

if TYPE_CHECKING:
    from flashdeck.schedule.fold import Transition
    from flashdeck.schedule.standing import ExportRecord, ImportRecord
    from flashdeck.store.renames import Rename
    from flashdeck.store.seats import Seat

__all__ = ["Collection", "Draft", "Entry", "Query", "Retired", "Undone"]


class Collection(Today):
    """A collection as it stood when it was opened, and the answers since."""

    # ------------------------------------------------------------------------------------------ what is there

    def entries(self, query: Query | None = None) -> Iterator[Entry]:
        """The live cards that match, in the order of the files."""
        where = f"AND {query.where}" if query and query.where else ""
        parameters = query.parameters if query else {}
        return iter(self._ask(f"{ENTRIES} {where} ORDER BY cards.position", parameters, read_entry))

    def entry(self, key: CardKey) -> Entry:
        """One live card; raises KeyError where there is none of that name."""
        found = self._ask(f"{ENTRIES} AND notes.guid = :guid AND cards.ordinal = :ordinal", key._asdict(), read_entry)
        if not found:
            raise KeyError(key)
        return found[0]

    def notes(self) -> Iterator[Note]:
        """The live notes in the order of the files."""
        return iter(self._ask(f"SELECT {NOTE} FROM notes WHERE guid IS NOT NULL ORDER BY position", {}, read_note))

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
        rows = self._ask("SELECT guid, digest, mod, deck, ordinals FROM exports", {}, tuple)
        return {guid: read_export(record) for guid, *record in rows}

    def imports(self) -> dict[str, ImportRecord]:
        """What last came from Anki, by guid."""
        from flashdeck.schedule.standing import ImportRecord

        rows = self._ask("SELECT guid, digest, mod, notetype, text FROM imports", {}, tuple)
        return {guid: ImportRecord(*record) for guid, *record in rows}

    def created(self) -> dict[str, int]:
        """When each note that has an event was made (ms since 1970), by guid."""
        return dict(self._ask("SELECT guid, created FROM note_records", {}, tuple))

    def keys(self) -> dict[str, str]:
        """The key that each note had when it was last written down, by guid; its text may be gone."""
        return dict(self._ask("SELECT guid, key FROM note_records", {}, tuple))

    def events(self) -> list[Event]:
        """Every event of the log, in the order of the files."""
        return self._log.read().events

    def names(self) -> set[str]:
        """Every id that a card, a cell or a table has, or once had, so that none is given to another."""
        tables = ("notes", "guids", "note_records", "moves")
        keys = self._ask(" UNION ".join(f"SELECT key FROM {table}" for table in tables), {}, tuple)
        return {name for (key,) in keys for name in (key, key.partition("/")[0])}

    def contested(self) -> set[str]:
        """The keys that more than one card claims."""
        claims = "SELECT key FROM notes WHERE NOT is_kept GROUP BY key HAVING count(*) > 1"
        return {key for (key,) in self._ask(claims, {}, tuple)}

    def diagnostics(self, file: str) -> list[Diagnostic]:
        """What is wrong in one card file now, by line and column; `refresh` first where it was changed."""
        from flashdeck.store.problems import CLAIMS, problems

        return problems(self.root, file, self._ask(CLAIMS, {"file": file}, tuple))

    # ------------------------------------------------------------------------------------------ what was done

    def answered_today(self) -> dict[CardKey, int]:
        """How often each card whose answer counted today was ever answered."""
        rows = self._ask("SELECT guid, ordinal, answers FROM schedules WHERE last = :day", {}, tuple)
        return {CardKey(guid, ordinal): answers for guid, ordinal, answers in rows}

    def history(self, key: CardKey) -> list[Event]:
        """The events about one card that still count, in the order of the fold."""
        from flashdeck.schedule.undoing import of_card

        return of_card(self._log.read().events, key)

    def transitions(self) -> Iterator[Transition]:
        """Every answer that stands, with what it made of its card, in the order of the fold."""
        from flashdeck.schedule.fold import transitions

        decks = dict(self._ask("SELECT guid, deck FROM notes WHERE guid IS NOT NULL", {}, tuple))
        return transitions(self._log.read().events, self.settings, decks=decks)

    def take_seat(self, since: datetime) -> Seat | None:
        """A place among the sittings that are open; None where the folder cannot be written."""
        from flashdeck.store.seats import Seat

        try:
            return Seat(self._folder, since)
        except OSError:
            return None

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
            raise UserError(
                f"The log cannot be written ({error.strerror}): what was just done does not count."
            ) from error
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

    def change(self, kind: EventKind, keys: Sequence[CardKey], when: Moment, **more: Any) -> list[Event]:
        """Do one thing to several cards; a single undo takes it back from all of them."""
        return self.record(together(kind, when, [{**key._asdict(), **more} for key in keys])) if keys else []

    def set_schedules(self, given: Mapping[CardKey, Schedule], when: Moment) -> list[Event]:
        """Set the schedules of cards, whatever their answers came to."""
        from flashdeck.schedule.given import to_log

        bodies = [{**key._asdict(), "schedule": to_log(schedule)} for key, schedule in given.items()]
        return self.record(together(EventKind.SET, when, bodies)) if bodies else []

    def undo(self, when: Moment, answer: Event | None = None) -> Undone | None:
        """Take back `answer`, or what was done last and still counts, in any session; None where there is nothing."""
        from flashdeck.schedule.undoing import to_undo

        events = [answer] if answer else to_undo(self._log.read().events)
        return self._take_back(EventKind.UNDO, events, events, when)

    def redo(self, when: Moment) -> Undone | None:
        """Do again what the last undo took back; None where nothing was taken back, or something was done since."""
        from flashdeck.schedule.undoing import to_redo

        everything = self._log.read().events
        undos = to_redo(everything)
        taken_back = {event.body["target"] for event in undos}
        events = [event for event in in_order(everything) if event.id in taken_back]
        return self._take_back(EventKind.REDO, undos, events, when)

    def _take_back(
        self, kind: EventKind, targets: Sequence[Event], events: Sequence[Event], when: Moment
    ) -> Undone | None:
        if not targets:
            return None
        self.record(together(kind, when, [{"target": target.id} for target in targets]))
        event = events[-1]
        key = CardKey(event.body["guid"], event.body["ordinal"])
        return Undone(event, key, self.schedule(key), cards=len(events))

    def schedule(self, key: CardKey) -> Schedule:
        """Where a card stands, also one whose text is gone."""
        where = "WHERE guid = :guid AND ordinal = :ordinal"
        found = self._ask(f"SELECT {SCHEDULE} FROM schedules {where}", key._asdict(), read_schedule)
        return found[0] if found else Schedule()
