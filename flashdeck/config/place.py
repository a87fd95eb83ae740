"""Where the collection is."""

from __future__ import annotations

from pathlib import Path

from flashdeck.config.files import CARDS_FOLDER, is_configured
from flashdeck.model import UserError


class NoCollectionError(UserError):
    """Neither here nor in a folder above is a collection."""


def find_collection(start: Path, named: str | None = None) -> Path:
    """The folder of the collection: the one `named`, or the nearest one at or above `start`.

    A folder with `flashdeck.toml`, or with a `pyproject.toml` that has `[tool.flashdeck]`, goes before one that merely
    has `cards/`. Raises `UserError` where `named` is no folder (exit code 2) or no collection (1), and
    `NoCollectionError` where none is found (1).
    """
    if named is not None:
        if not Path(named).is_dir():
            raise UserError(f"`{named}` is not a folder: --collection names the one that holds `cards/`.", exit_code=2)
        if not is_configured(Path(named)) and not (Path(named) / CARDS_FOLDER).is_dir():
            raise UserError(f"There is no collection in `{named}`: `flashdeck init {named}` starts one there.")
        return Path(named)
    upwards = [start, *start.parents]
    for folder in upwards:
        if is_configured(folder):
            return folder
    for folder in upwards:
        if (folder / CARDS_FOLDER).is_dir():
            return folder
    raise NoCollectionError(
        "There is no collection here or in a folder above: `flashdeck init` starts one, --collection DIR names one."
    )
