"""A package or collection of Anki's as values, row by row."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from stat import S_ISREG
from tempfile import TemporaryDirectory
from typing import BinaryIO, Protocol

from flashdeck.anki.reading import limits
from flashdeck.anki.reading.archive import Archive, open_archive
from flashdeck.anki.reading.database import Damaged, Database, Row, open_database, see_that_anki_is_closed
from flashdeck.anki.reading.describing import describe
from flashdeck.anki.reading.values import AnkiAnswer, AnkiCard, AnkiNote
from flashdeck.model import UserError

_SQLITE = b"SQLite format 3\0"
_FIELD = "\x1f"
_NOTE = "id, guid, mid, mod, tags, flds"
_CARD = "id, nid, did, ord, mod, type, queue, due, ivl, factor, reps, lapses, left, odue, odid, flags, data"
_ANSWER = "id, cid, ease, ivl, lastIvl, factor, time, type"
_MOST = 2**53
_FLAG = 7  # the bits of `flags` that hold the colour


class Media(Protocol):
    """Where the media are: by name, and to be copied."""

    @property
    def media(self) -> Mapping[str, str]:
        """The names that notes know them by."""

    def copy_media(self, name: str, target: BinaryIO) -> None:
        """Write the content of one."""


class Package:
    """The rows of a package that make sense; the others are counted in `warnings`.

    `clock`, `notetypes` and `decks` by id, `modified` (ms since 1970), `note_count`; `media` are names, `copy_media`
    writes one. All reading raises UserError where the file turns out to be unsound.
    """

    def __init__(self, path: Path, database: Database, media: Media) -> None:
        self._path = path
        self._database = database
        self.copy_media = media.copy_media
        self._left_out: Counter[str] = Counter()
        with self._sound():
            self.clock, self.notetypes, self.decks, self.modified = describe(database)
            self.note_count = database.count("notes", limits.NOTES)
            database.count("cards", limits.CARDS)
            database.count("revlog", limits.ANSWERS)
            self.media = frozenset(media.media)

    @property
    def warnings(self) -> list[str]:
        """What was left out, a sentence for each kind."""
        return [f"Left out: {count} {what}." for what, count in self._left_out.items()]

    def notes(self) -> Iterator[AnkiNote]:
        """The notes in the order in which they were made."""
        with self._sound():
            for row in self._database.rows("notes", _NOTE, "ORDER BY id"):
                if note := self._note(row):
                    yield note

    def cards(self) -> Iterator[AnkiCard]:
        """The cards by note and ordinal."""
        with self._sound():
            for row in self._database.rows("cards", _CARD, "ORDER BY nid, ord"):
                if card := self._card(row):
                    yield card

    def answers(self) -> Iterator[AnkiAnswer]:
        """The review log in the order of time."""
        with self._sound():
            for row in self._database.rows("revlog", _ANSWER, "ORDER BY id"):
                if _are_whole(row) and row[0] > 0 and 0 <= row[2] <= 4 and row[6] >= 0:
                    yield AnkiAnswer(*row)
                else:
                    self._left_out["rows of the review log that make no sense"] += 1

    def _note(self, row: Row) -> AnkiNote | None:
        number, guid, notetype, mod, tags, written = row
        if not (_are_whole((number, notetype, mod)) and isinstance(guid, str) and guid and isinstance(written, str)):
            self._left_out["notes that make no sense"] += 1
            return None
        fields = tuple(written.split(_FIELD))
        known = self.notetypes.get(notetype)
        if known is None or len(known.fields) != len(fields):
            self._left_out["notes whose note type is not in the package"] += 1
            return None
        return AnkiNote(number, guid, notetype, max(0, mod), tuple(str(tags).split()), fields)

    def _card(self, row: Row) -> AnkiCard | None:
        """A card at home: in a filtered deck, home and due day stand aside."""
        *numbers, data = row
        if not (_are_whole(numbers) and 0 <= numbers[3] < limits.TEMPLATES and numbers[5] in range(4)):
            self._left_out["cards that make no sense"] += 1
            return None
        number, note, deck, ordinal, mod, kind, queue, due, interval, factor, reps, lapses, left, odue, odid, flags = (
            numbers
        )
        if odid:
            deck, due = odid, odue or due
        return AnkiCard(
            number,
            note,
            deck,
            ordinal,
            mod,
            kind,
            queue,
            due,
            interval,
            factor,
            reps,
            lapses,
            left % 1000,
            flags & _FLAG,
            data if isinstance(data, str) else "",
        )

    @contextmanager
    def _sound(self) -> Iterator[None]:
        try:
            yield
        except Damaged as error:
            raise UserError(
                f"{self._path} is damaged, or no collection of Anki: {error}. Nothing was imported."
            ) from None


def _are_whole(values: object) -> bool:
    return all(type(value) is int and -_MOST < value < _MOST for value in values)  # type: ignore[attr-defined]


# ---------------------------------------------------------------------------------------------- opening


@contextmanager
def open_package(path: Path) -> Iterator[Package]:
    """An .apkg, .colpkg or collection.anki2; raises UserError for what is none, is unsound or beyond the limits.

    What is unpacked lies in a private temporary folder, which goes when the package is closed.
    """
    with ExitStack() as stack:
        try:
            start = _beginning(path)
            aside = Path(stack.enter_context(TemporaryDirectory(prefix="flashdeck-"))) / "collection"
            if start == _SQLITE:
                media: Media = _copied_collection(path, aside)
            else:
                media = archive = stack.enter_context(open_archive(path))
                _extract(archive, aside)
            database = stack.enter_context(open_database(aside))
        except Damaged as error:
            raise UserError(f"{path} is damaged, or no collection of Anki: {error}. Nothing was imported.") from None
        except OSError as error:
            raise UserError(f"{path} cannot be read ({error.strerror}); nothing was imported.") from error
        yield Package(path, database, media)


def _beginning(path: Path) -> bytes:
    if path.is_dir():
        raise UserError(f"{path} is a folder: name an .apkg, a .colpkg, or a collection.anki2.")
    if not path.exists():
        raise UserError(f"There is no file {path}.")
    if not path.is_file():
        raise UserError(f"{path} is a device or a pipe: name an .apkg, a .colpkg, or a collection.anki2.")
    with path.open("rb") as file:
        return file.read(len(_SQLITE))


def _extract(archive: Archive, to: Path) -> None:
    with to.open("xb") as file:
        archive.extract_database(file)


def _copied_collection(path: Path, to: Path) -> _Folder:
    """A copy of a closed collection: SQLite would leave files beside one that it opens."""
    see_that_anki_is_closed(path)
    if path.stat().st_size > limits.DATABASE:
        raise UserError(f"{path} is larger than a collection can be; nothing was imported.")
    shutil.copyfile(path, to)
    see_that_anki_is_closed(path)
    return _Folder(path.with_suffix(".media"))


class _Folder:
    """The media beside a collection; links, which could lead anywhere, are no media."""

    def __init__(self, folder: Path) -> None:
        self.media: dict[str, str] = {}
        if folder.is_dir():
            with os.scandir(folder) as listing:
                for item in listing:
                    if S_ISREG(item.stat(follow_symlinks=False).st_mode):
                        self.media[item.name] = item.path

    def copy_media(self, name: str, target: BinaryIO) -> None:
        """Write a media file's content; raises KeyError for one that is not there."""
        with Path(self.media[name]).open("rb") as file:
            shutil.copyfileobj(file, target)
