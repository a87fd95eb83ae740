"""The front door of the store: texts and log in, cards and schedules out, answers written down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from flashdeck.model import CardKey, Diagnostic, Event, EventKind, Moment, Note, Schedule, UserError
from flashdeck.schedule import (
    Candidate,
    ExportRecord,
    ImportRecord,
    Portion,
    Queue,
    Transition,
    days_after,
    everything,
    in_order,
    of_card,
    queue,
    to_log,
    to_redo,
    to_undo,
    transitions,
)
from flashdeck.store.drafts import together, with_notes
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
from flashdeck.store.index import reasons, transaction
from flashdeck.store.log import Draft
from flashdeck.store.opened import Opened
from flashdeck.store.query import Query, folded, has_tag, in_deck
from flashdeck.store.rows import NOTE, SCHEDULE, read_export, read_note, read_schedule
from flashdeck.store.seats import Seat

if TYPE_CHECKING:
    from flashdeck.store.renames import Rename

__all__ = ["Collection", "Draft", "Entry", "ExportRecord", "Query", "Retired", "Undone"]


class Collection(Opened):
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
        rows = self._ask("SELECT guid, digest, mod, notetype, text FROM imports", {}, tuple)
        return {guid: ImportRecord(*record) for guid, *record in rows}

    def created(self) -> dict[str, int]:
        """When each note that has an event was made (ms since 1970), by guid."""
        return dict(self._ask("SELECT guid, created FROM note_records", {}, tuple))

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

    # ------------------------------------------------------------------------------------------ today

    def candidates(self, decks: Sequence[str] = (), tags: Sequence[str] = ()) -> list[Candidate]:
        """The live cards of any of the decks (and those below) and any of the tags; all cards without them."""
        return self._candidates(decks, tags)

    def queue(  # noqa: PLR0913 - what a sitting may ask for
        self,
        decks: Sequence[str] = (),
        tags: Sequence[str] = (),
        *,
        limit: int | None = None,
        new: int | None = None,
        ahead: int = 0,
        cram: bool = False,
    ) -> Queue:
        """What is asked today of such cards; for `limit`, `new` and `ahead` see `schedule.Portion`.

        To `cram` is to be asked everything that is not suspended, in the order of the files.
        """
        if cram:
            return everything(self._candidates(decks, tags), limit)
        answered = self._ask(ANSWERED, {}, read_answered)
        until = days_after(self.now.day, ahead)
        due = self._candidates(decks, tags, DUE, until=until)
        return queue(due, self.now, self.settings, answered, Portion(limit, new, until if ahead else None))

    def _candidates(
        self, decks: Sequence[str], tags: Sequence[str], *conditions: str, until: date | None = None
    ) -> list[Candidate]:
        of_decks = {f"deck{place}": deck for place, deck in enumerate(decks)}
        of_tags = {f"tag{place}": tag for place, tag in enumerate(tags)}
        either = (" OR ".join(map(in_deck, of_decks)), " OR ".join(map(has_tag, of_tags)))
        narrowed = "".join(f" AND ({condition})" for condition in (*conditions, *either) if condition)
        parameters = {**of_decks, **of_tags, "until": (until or self.now.day).isoformat()}
        return self._ask(f"{CANDIDATES} {narrowed} ORDER BY cards.position", parameters, read_candidate)

    def answered_today(self) -> dict[CardKey, int]:
        """How often each card whose answer counted today was ever answered."""
        rows = self._ask("SELECT guid, ordinal, answers FROM schedules WHERE last = :day", {}, tuple)
        return {CardKey(guid, ordinal): answers for guid, ordinal, answers in rows}

    def history(self, key: CardKey) -> list[Event]:
        """The events about one card that still count, in the order of the fold."""
        return of_card(self._log.read().events, key)

    def transitions(self) -> Iterator[Transition]:
        """Every answer that stands, with what it made of its card, in the order of the fold."""
        decks = dict(self._ask("SELECT guid, deck FROM notes WHERE guid IS NOT NULL", {}, tuple))
        return transitions(self._log.read().events, self.settings, decks=decks)

    def take_seat(self, since: datetime) -> Seat | None:
        """A place among the sittings that are open; None where the folder cannot be written."""
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
        bodies = [{**key._asdict(), "schedule": to_log(schedule)} for key, schedule in given.items()]
        return self.record(together(EventKind.SET, when, bodies)) if bodies else []

    def undo(self, when: Moment, answer: Event | None = None) -> Undone | None:
        """Take back `answer`, or what was done last and still counts, in any session; None where there is nothing."""
        events = [answer] if answer else to_undo(self._log.read().events)
        return self._take_back(EventKind.UNDO, events, events, when)

    def redo(self, when: Moment) -> Undone | None:
        """Do again what the last undo took back; None where nothing was taken back, or something was done since."""
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
