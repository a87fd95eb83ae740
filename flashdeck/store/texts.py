"""The card files of a collection: which they are, in which order, and their bytes."""

from __future__ import annotations

import os
import stat as modes
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from unicodedata import normalize

from flashdeck.model import UserError
from flashdeck.store.durable import modified_ns

CARDS = "cards"
_RACY_NS = 2_000_000_000  # the coarsest file times in use, those of FAT, are this far apart


@dataclass(frozen=True, slots=True)
class CardFile:
    """A card file as the folder lists it: its path below the collection in POSIX form, size in bytes, time in ns."""

    path: str
    size: int
    mtime_ns: int


@dataclass(frozen=True, slots=True)
class Text:
    """A card file as read: its bytes, their digest, and whether it may change once more without its time telling."""

    file: CardFile
    raw: bytes
    digest: str
    is_racy: bool

    @property
    def row(self) -> tuple[int, int, bool, str]:
        """What the index keeps of it, to see a change."""
        return self.file.size, self.file.mtime_ns, self.is_racy, self.digest


@dataclass(slots=True)
class Walk:
    """What lies below `cards/`: the card files in order, what is skipped and why, and the paths nothing is known of."""

    files: list[CardFile] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    def hides(self, path: str) -> bool:
        """Whether a file that is not listed may still be there: it, or a folder above it, could not be looked at."""
        return any(path == hidden or path.startswith(hidden + "/") for hidden in self.unknown)

    def leave_out(self, path: str, error: OSError) -> None:
        """Note that a file or folder cannot be read."""
        self.problems.append(f"{path} cannot be read ({error.strerror}); it is skipped")
        self.unknown.append(path)


def walk(root: Path) -> Walk:
    """Every card file below `root/cards`, sorted by the parts of its path; raises UserError where there is no folder.

    `README.md` and names that begin with `_` or `.` are none. A link that leaves `cards/` is refused, and what cannot
    be looked at is skipped; both are told as problems.
    """
    cards = root / CARDS
    if not cards.is_dir():
        if cards.exists():
            raise UserError(f"{cards} is a file where the folder of card files should be; move it away.")
        raise UserError(f"There is no folder {cards}; make one and put a card file, say first.md, into it.")
    found = Walk()
    _walk_folder(str(cards), CARDS, (os.path.realpath(cards),), found)
    return found


def in_order(paths: Iterable[str]) -> list[str]:
    """Paths sorted by their parts, as the walk lists them."""
    return sorted(paths, key=lambda path: path.split("/"))


def read(root: Path, path: str) -> bytes:
    """The bytes of a card file; raises OSError."""
    return (root / path).read_bytes()


def read_text(root: Path, file: CardFile) -> Text:
    """A card file with what tells later whether it changed; raises OSError."""
    from hashlib import blake2b

    now = time.time_ns()
    raw = read(root, file.path)
    return Text(file, raw, blake2b(raw, digest_size=16).hexdigest(), is_racy=file.mtime_ns > now - _RACY_NS)


def deck_of(path: str) -> str:
    """The default deck of a card file: `cards/gpu/h100.md` is `gpu::h100`."""
    return "::".join(path.removeprefix(CARDS + "/").removesuffix(".md").split("/"))


def find_media(root: Path, path: str, name: str) -> Path | None:
    """The file that a card of `path` names, or None where there is none below `cards/`; names match after NFC."""
    if "\0" in name:
        return None
    folder = (root / path).parent
    top = os.path.realpath(root / CARDS)
    for spelling in _spellings(folder, name):
        target = os.path.realpath(folder / spelling)
        if _is_below(target, top) and os.path.isfile(target):  # noqa: PTH113 (Path.is_file raises for a long name)
            return Path(target)
    return None


def _spellings(folder: Path, name: str) -> Iterator[str]:
    """A name as written, and where it is not ASCII as the disk spells each of its parts."""
    yield name
    if not name.isascii():
        parts: list[str] = []
        for part in name.split("/"):
            parts.append(_spelt_on_disk(folder.joinpath(*parts), part))
        yield "/".join(parts)


def _spelt_on_disk(folder: Path, part: str) -> str:
    """The name in a folder that is `part` after NFC, or `part` where there is none."""
    try:
        listing = os.listdir(folder)  # noqa: PTH208 (names, not paths)
    except OSError:
        return part
    composed = normalize("NFC", part)
    return next((each for each in listing if normalize("NFC", each) == composed), part)


def _walk_folder(folder: str, path: str, above: tuple[str, ...], found: Walk) -> None:
    """Add what lies in a folder, shown as `path`; `above` are the real folders on the way to it, `cards/` first."""
    try:
        with os.scandir(folder) as listing:
            items = sorted(listing, key=lambda item: item.name)
    except OSError as error:
        found.leave_out(path, error)
        return
    for item in items:
        if item.name[0] in "._" or item.name == "README.md":
            continue
        try:
            _walk_item(item, f"{path}/{item.name}", above, found)
        except OSError as error:
            found.leave_out(f"{path}/{item.name}", error)


def _walk_item(item: os.DirEntry[str], path: str, above: tuple[str, ...], found: Walk) -> None:
    is_card_file, is_folder = path.endswith(".md"), item.is_dir()
    if not (is_card_file or is_folder):
        return
    real = os.path.realpath(item.path) if item.is_symlink() else f"{above[-1]}{os.sep}{item.name}"
    stat = None if is_folder else item.stat()
    if not _is_below(real, above[0]):
        found.problems.append(f"{path} is a link that leaves {CARDS}/; it is skipped")
    elif not _is_text(path):
        found.problems.append(f"{path!a} is not UTF-8; it is skipped")
    elif is_folder and is_card_file:
        found.problems.append(f"{path} is a folder where a card file should be; it is skipped")
    elif is_folder:
        if real not in above:  # a link to a folder above itself would have no end
            _walk_folder(item.path, path, (*above, real), found)
    elif stat and modes.S_ISREG(stat.st_mode):
        found.files.append(CardFile(path, stat.st_size, modified_ns(stat)))
    else:
        found.problems.append(f"{path} is not a file; it is skipped")


def _is_below(real: str, top: str) -> bool:
    return real.startswith(top + os.sep) or real == top


def _is_text(path: str) -> bool:
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True
