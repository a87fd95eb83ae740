"""A package or collection of Anki's as values, row by row."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO, Protocol

from flashdeck.anki.reading import limits, rows
from flashdeck.anki.reading.archive import open_archive
from flashdeck.anki.reading.database import Database, open_database
from flashdeck.anki.reading.describing import describe
from flashdeck.anki.reading.faults import TooLarge, told_in_a_sentence
from flashdeck.anki.reading.media import MediaFolder
from flashdeck.anki.reading.values import AnkiAnswer, AnkiCard, AnkiNote
from flashdeck.model import UserError

_SQLITE = b"SQLite format 3\0"
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG)


class Media(Protocol):
    """Where the media are: by name, and to be copied."""

    @property
    def media(self) -> Mapping[str, str]:
        """The names that notes know them by."""

    def copy_media(self, name: str, target: BinaryIO) -> None:
        """Write the content of one."""


class Package:
    """The rows of a package that make sense; the others are counted in `warnings` once they were passed over.

    `clock`, `notetypes` and `decks` by id, `modified` (ms since 1970), `note_count`; `media` are names. All reading
    raises UserError where the file turns out to be unsound.
    """

    def __init__(self, path: Path, database: Database, media: Media) -> None:
        self._path = path
        self._database = database
        self._source = media
        self._left_out: dict[tuple[str, str], int] = {}
        with told_in_a_sentence(path):
            self.clock, self.notetypes, self.decks, self.modified = describe(database)
            self.note_count = database.count("notes", limits.NOTES)
            database.count("cards", limits.CARDS)
            database.count("revlog", limits.ANSWERS)
            self.media = frozenset(media.media)

    @property
    def warnings(self) -> list[str]:
        """What was left out, a sentence for each kind."""
        return [f"Left out, because {why}: {count} of the {what}." for (what, why), count in self._left_out.items()]

    def notes(self) -> Iterator[AnkiNote]:
        """The notes in the order in which they were made."""
        strange, unfit = 0, 0
        with told_in_a_sentence(self._path):
            for row in self._database.ordered("notes", rows.NOTE, limits.NOTES):
                note = rows.note_of(row)
                if note is None:
                    strange += 1
                elif rows.fits(note, self.notetypes):
                    yield note
                else:
                    unfit += 1
        self._leave_out(strange, "notes", "they make no sense")
        self._leave_out(unfit, "notes", "their note type is not in the package or has other fields")

    def cards(self) -> Iterator[AnkiCard]:
        """The cards by note and ordinal."""
        strange, alone = 0, 0
        with told_in_a_sentence(self._path):
            notes = {number for (number,) in self._database.ordered("notes", "id", limits.NOTES)}
            for row in self._database.ordered("cards", rows.CARD, limits.CARDS, by="nid, ord"):
                card = rows.card_of(row)
                if card is None:
                    strange += 1
                elif card.note in notes:
                    yield card
                else:
                    alone += 1
        self._leave_out(strange, "cards", "they make no sense")
        self._leave_out(alone, "cards", "they have no note")

    def answers(self) -> Iterator[AnkiAnswer]:
        """The review log in the order of time."""
        strange = 0
        with told_in_a_sentence(self._path):
            for row in self._database.ordered("revlog", rows.ANSWER, limits.ANSWERS):
                answer = rows.answer_of(row)
                if answer is None:
                    strange += 1
                else:
                    yield answer
        self._leave_out(strange, "rows of the review log", "they make no sense")

    def copy_media(self, name: str, target: BinaryIO) -> None:
        """Write a media file's content; raises KeyError for one that is not there."""
        with told_in_a_sentence(self._path):
            self._source.copy_media(name, target)

    def _leave_out(self, count: int, what: str, why: str) -> None:
        """Remember what a whole pass left out; another pass says the same."""
        if count:
            self._left_out[what, why] = count


# ---------------------------------------------------------------------------------------------- opening


@contextmanager
def open_package(path: Path) -> Iterator[Package]:
    """An .apkg, .colpkg or collection.anki2; raises UserError for what is none, is unsound or beyond the limits.

    What is unpacked lies in a private temporary folder, which goes when the package is closed.
    """
    with ExitStack() as stack:
        try:
            with told_in_a_sentence(path):
                database, media = _opened(path, stack)
        except OSError as error:
            raise UserError(f"{path} cannot be {_why(error)}") from error
        yield Package(path, database, media)


def _why(error: OSError) -> str:
    """The end of the sentence: the file's own fault, or that there is no room to unpack it."""
    reason = error.strerror or str(error)
    if error.errno in _NO_ROOM or reason.startswith("No usable temporary directory"):
        return f"unpacked ({reason}), so nothing was imported: make room where temporary files go, or set TMPDIR."
    return f"read ({reason}), so nothing was imported: name another."


def _opened(path: Path, stack: ExitStack) -> tuple[Database, Media]:
    """The database, unpacked or copied into a folder of its own, and where the media are."""
    start = _beginning(path)
    aside = Path(stack.enter_context(TemporaryDirectory(prefix="flashdeck-"))) / "collection"
    if start == _SQLITE:
        _copy_closed_collection(path, aside)
        media: Media = MediaFolder(path.with_suffix(".media"))
    else:
        media = archive = stack.enter_context(open_archive(path))
        with aside.open("xb") as file:
            archive.extract_database(file)
    return stack.enter_context(open_database(aside)), media


def _beginning(path: Path) -> bytes:
    if path.is_dir():
        raise UserError(f"{path} is a folder: name an .apkg, a .colpkg, or a collection.anki2.")
    if not path.exists():
        raise UserError(f"There is no file {path}: name an .apkg, a .colpkg, or a collection.anki2.")
    if not path.is_file():
        raise UserError(f"{path} is a device or a pipe: name an .apkg, a .colpkg, or a collection.anki2.")
    with path.open("rb") as file:
        return file.read(len(_SQLITE))


def _copy_closed_collection(path: Path, to: Path) -> None:
    """Copy a collection, because SQLite would leave files beside one that it opens."""
    _see_that_it_is_closed(path)
    if path.stat().st_size > limits.DATABASE:
        raise TooLarge("is larger than a collection can be")
    shutil.copyfile(path, to)
    _see_that_it_is_closed(path)


def _see_that_it_is_closed(path: Path) -> None:
    """Raise UserError while what was written last lies beside the file: Anki has it open, or did not end well."""
    if any(path.with_name(f"{path.name}{suffix}").exists() for suffix in ("-wal", "-journal")):
        raise UserError(
            f"{path} is open in Anki: close Anki (if it is, open and close it once more), then import again."
        )
