"""An open collection: its index, kept up to date with the texts and the log, and rebuilt when it is damaged."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from flashdeck.config import Settings
from flashdeck.model import Event, Moment, UserError
from flashdeck.store.catchup import catch_up, clock_problems, depends_on_decks, is_clock_back, log_problems
from flashdeck.store.device import device_name, read_device
from flashdeck.store.drafts import forget_moves, rename_drafts
from flashdeck.store.folder import own_folder
from flashdeck.store.index import DamagedIndexError, as_written, delete_index, open_index, reasons
from flashdeck.store.log import Draft, Log
from flashdeck.store.query import folded
from flashdeck.store.refresh import refresh
from flashdeck.store.rows import Row
from flashdeck.store.texts import Walk, walk
from flashdeck.store.waits import Progress, unseen

if TYPE_CHECKING:
    from flashdeck.store.renames import Choice, Rename

T = TypeVar("T")


class Opened:
    """What a collection rests on while it is open.

    `problems` are sentences for stderr: files and lines that cannot be read, an index that was rebuilt, a clock set
    back; `renamed` tells of histories that moved to another card, `choices` of those that could move to several.
    `errors` and `warnings` count what is wrong in the card files.
    """

    def __init__(
        self,
        root: Path,
        settings: Settings,
        now: Moment,
        *,
        accept_retired: bool = False,
        progress: Progress = unseen,
    ) -> None:
        self.root = root
        self.settings = settings
        self.now = now
        self.problems: list[str] = []
        self.renamed: list[Rename] = []
        self.choices: list[Choice] = []
        self.errors = 0
        self.warnings = 0
        self._accept_retired = accept_retired
        self._progress = progress
        self._has_written = False
        self._folder = root / ".flashdeck"
        self._path = self._folder / "index.db"
        self._log = Log(self._folder / "log", read_device(self._folder))
        self._index = self._open_index()

    @classmethod
    def open(
        cls,
        root: Path,
        settings: Settings,
        now: Moment,
        *,
        accept_retired: bool = False,
        progress: Progress = unseen,
    ) -> Self:
        """The collection at `root`, with its index brought up to date with its texts and its log.

        `progress` is told how far that has come.

        Raises UserError where there are no cards, or where its own folder cannot be read and written, and
        MassRetirementError where very many notes have lost their text since the last opening, unless that is accepted.
        """
        walked = walk(root)
        folder = own_folder(root)
        try:
            collection = cls(root, settings, now, accept_retired=accept_retired, progress=progress)
            try:
                collection._catch_up_or_rebuild(walked)
            except BaseException:
                collection.close()
                raise
        except OSError as error:
            raise UserError(f"{folder} cannot be read ({error.strerror}): see that it is yours to read.") from error
        return collection

    def close(self) -> None:
        """Let go of the index; what was the first of a study day to write to the log leaves a backup of it."""
        self._index.close()
        if self._has_written:
            self._has_written = False
            self._back_up()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # ------------------------------------------------------------------------------------------ the index

    def _ask(self, question: str, parameters: Mapping[str, Any], read: Callable[[Row], T]) -> list[T]:
        """What the index answers, each row as it is read."""
        return self._look_up(lambda: [read(row) for row in self._rows(question, parameters)])

    def _look_up(self, ask: Callable[[], T]) -> T:
        """What is asked of the index; one that is damaged is rebuilt and asked again."""
        for is_last in (False, True):
            try:
                with reasons(self._path), as_written():
                    return ask()
            except DamagedIndexError:
                if is_last:
                    raise
                self._rebuild()
        raise AssertionError("the second try returns or raises")

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

    def refresh(self) -> None:
        """Bring the index up to date with texts that were changed since the opening.

        What was renamed, and what could go on as several cards, is added to `renamed` and `choices`. Raises as `open`.
        """
        try:
            self._catch_up_or_rebuild(walk(self.root))
        except OSError as error:
            raise UserError(f"{self.root} cannot be read ({error.strerror}): see that it is yours to read.") from error

    def _catch_up_or_rebuild(self, walked: Walk) -> None:
        try:
            self._catch_up(walked)
        except DamagedIndexError:
            self._rebuild()

    def _catch_up(self, walked: Walk) -> None:
        with reasons(self._path):
            catch_up(self._index, self._log, self.settings, progress=self._progress)
            outcome = refresh(
                self._index, self.root, walked, accept_retired=self._accept_retired, progress=self._progress
            )
            if outcome:
                self.renamed += outcome.renames
                self.choices += outcome.choices
                if depends_on_decks(self.settings):
                    catch_up(self._index, self._log, self.settings, anew=True, progress=self._progress)
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

    # ------------------------------------------------------------------------------------------ the log

    @property
    def is_clock_back(self) -> bool:
        """Whether both the study day and UTC stand before this device's last event."""
        return is_clock_back(self._index, self._log.device, self.now)

    def _append(self, drafts: Sequence[Draft]) -> list[Event]:
        if self._log.device is None:
            self._log.device = device_name(self._folder)
        self._has_written = True
        return self._log.append(drafts)

    def _back_up(self) -> None:
        """Copy the log, once a study day.

        After the work rather than before the first write: no answer waits for it, a command that only reads never
        meets it, and since a write only appends, the copy holds all that one made before it would have held.
        """
        from flashdeck.store.backups import back_up

        try:
            back_up(self._folder, self.now.day)
        except OSError as error:
            why = error.strerror or error
            self._tell(f"Today's backup of the log could not be written to .flashdeck/backups/ ({why}).")

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

    # ------------------------------------------------------------------------------------------ what is told

    def _tell(self, *problems: str) -> None:
        self.problems += [problem for problem in problems if problem not in self.problems]
