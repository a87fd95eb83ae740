"""What every command is given: where the collection is, its settings, the time, and how to print."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from flashdeck.config import Loaded, NoCollectionError, Settings, find_collection, load
from flashdeck.model import Moment, UserError

if TYPE_CHECKING:
    from flashdeck.store.collection import Collection


class Context:
    """One call of one command. Everything is looked up when it is first asked for, and only then."""

    def __init__(  # noqa: PLR0913 (what the options of every command said)
        self,
        named: str | None = None,
        instant: datetime | None = None,
        color: str = "auto",
        overrides: Sequence[tuple[str, str]] = (),
        *,
        json: bool = False,
        accept_retired: bool = False,
    ) -> None:
        self.json = json
        self._accept_retired = accept_retired
        self._named = named
        self._instant = instant
        self._color = color
        self._overrides = overrides

    @cached_property
    def root(self) -> Path:
        """The folder of the collection. Raises `UserError` where there is none."""
        try:
            here = Path.cwd()
        except FileNotFoundError:
            raise UserError("The working directory is gone: change to one that exists.") from None
        return find_collection(here, self._named)

    @cached_property
    def loaded(self) -> Loaded:
        """The settings of the collection and where each comes from."""
        return load(self.root, self._overrides)

    @cached_property
    def is_outside(self) -> bool:
        """Whether there is no collection here and none was named."""
        try:
            _ = self.root
        except NoCollectionError:
            return True
        return False

    @cached_property
    def loaded_anywhere(self) -> Loaded:
        """As `loaded`, but outside of a collection the defaults, for commands that need none."""
        return load(None, self._overrides) if self.is_outside else self.loaded

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self.loaded.settings

    @cached_property
    def instant(self) -> datetime:
        """`--now`, or what the clock says, with the local zone's offset. The one place that reads the clock."""
        return self._instant if self._instant is not None else datetime.now().astimezone()

    @cached_property
    def now(self) -> Moment:
        """The instant with the study day it belongs to."""
        from flashdeck.schedule.day import moment

        return moment(self.instant, self.settings.rollover)

    def offset_at(self, at: datetime) -> int:
        """The local zone's offset from UTC at another time, in minutes: that of `--now`, where it names one."""
        there = at.astimezone(None if self._instant is None else self._instant.tzinfo)
        return int((there.utcoffset() or timedelta()).total_seconds() // 60)

    @cached_property
    def color(self) -> bool:
        """Whether to colour: as `--color` says, else NO_COLOR, FORCE_COLOR, and whether stdout is a terminal."""
        if self._color != "auto":
            return self._color == "always"
        if os.environ.get("NO_COLOR"):
            return False
        if os.environ.get("FORCE_COLOR"):
            return True
        return sys.stdout is not None and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"

    @contextmanager
    def collection(self) -> Iterator[Collection]:
        """The collection, open; what cannot be read in it is named on stderr before, what goes wrong later after.

        Where very many notes have lost their text, or the history of one could go to several, a person is asked.
        """
        from flashdeck.commands.histories import settle_choices, tell_renames
        from flashdeck.commands.printing import counted, warn

        opened = self._open()
        told = len(opened.problems)
        try:
            for problem in opened.problems[:told]:
                warn(problem)
            tell_renames(opened.renamed)
            settle_choices(opened)
            if opened.errors:
                warn(f"{counted(opened.errors, 'error')} in card files: flashdeck check")
            yield opened
        finally:
            opened.close()
            for problem in opened.problems[told:]:
                warn(problem)

    def see_that_the_clock_is_right(self, collection: Collection, *, force: bool) -> None:
        """Raise `UserError` where an event written now would stand before this device's last one, unless forced."""
        if collection.is_clock_back and not force:
            raise UserError(
                f"The clock was set back: it shows {self.instant:%Y-%m-%d %H:%M}, before the last answer from here. "
                "Set it right, or write all the same with --force."
            )

    def _open(self) -> Collection:
        from flashdeck.commands.histories import may_retire
        from flashdeck.store.guard import MassRetirementError

        try:
            return self._opened(accept_retired=self._accept_retired)
        except MassRetirementError as error:
            if not may_retire(error):
                raise
        return self._opened(accept_retired=True)

    def _opened(self, *, accept_retired: bool) -> Collection:
        from flashdeck.commands.progress import Progress
        from flashdeck.store.collection import Collection

        progress = Progress()
        try:
            return Collection.open(self.root, self.settings, self.now, accept_retired=accept_retired, progress=progress)
        finally:
            progress.clear()
