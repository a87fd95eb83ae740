"""The folder `.flashdeck/` of a collection: its log, its index, its device's name."""

from __future__ import annotations

from pathlib import Path

from flashdeck.model import UserError
from flashdeck.store.durable import write_whole

_OF_THIS_MACHINE = "# The log may be committed; these are of this machine alone.\nindex.db*\ndevice\nbackups/\n*.tmp\n"


def own_folder(root: Path) -> Path:
    """`root/.flashdeck`, made if it is not there; raises UserError where it cannot be."""
    folder = root / ".flashdeck"
    try:
        folder.mkdir()
        write_whole(folder / ".gitignore", _OF_THIS_MACHINE)
    except FileExistsError:
        if not folder.is_dir():
            raise UserError(f"{folder} is in the way: flashdeck keeps its log in a folder of that name.") from None
    except OSError as error:
        raise UserError(f"{folder} cannot be made ({error.strerror}): see that {root} can be written.") from None
    return folder
