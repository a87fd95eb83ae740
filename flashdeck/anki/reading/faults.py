"""What can be wrong with a package, and the one sentence in which a person is told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flashdeck.diagnostics import visible
from flashdeck.model import UserError

_LONGEST = 200  # characters of what a library says, which may quote names of any length


class Damaged(Exception):  # noqa: N818 (a state of the file)
    """The file is not as Anki writes it; the argument says what is wrong, as half a sentence."""


class TooLarge(Damaged):
    """The file holds more than is read; the argument says more of what, as the end of a sentence."""


@contextmanager
def told_in_a_sentence(path: Path) -> Iterator[None]:
    """Raise what is wrong with the file at `path` as `UserError`: what it is, that nothing came of it, the way out."""
    try:
        yield
    except TooLarge as error:
        raise UserError(f"{path} {error}, so nothing was imported: export fewer decks at a time.") from None
    except Damaged as error:
        what = visible(str(error))[:_LONGEST]
        raise UserError(
            f"{path} is damaged, or not of Anki ({what}), so nothing was imported: export it from Anki once more."
        ) from None
