"""The files that settings stand in: `flashdeck.toml`, or `[tool.flashdeck]` of a `pyproject.toml`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flashdeck.model import UserError

SETTINGS_FILE = "flashdeck.toml"
PROJECT_FILE = "pyproject.toml"
CARDS_FOLDER = "cards"


def settings_of(root: Path) -> tuple[Path | None, dict[str, Any]]:
    """The file that holds the settings of the collection at `root`, and their table.

    Raises `UserError` for a file that is not TOML, and where both files hold settings.
    """
    own, project = root / SETTINGS_FILE, root / PROJECT_FILE
    table = _project_table(project)
    if not own.is_file():
        return (project, table) if table is not None else (None, {})
    if table:
        raise UserError(f"Settings stand in {own} and in [tool.flashdeck] of {project}: keep them in one of the two.")
    return own, _toml(own.read_bytes(), own)


def is_configured(folder: Path) -> bool:
    """Whether the folder holds settings of its own."""
    return (folder / SETTINGS_FILE).is_file() or _project_table(folder / PROJECT_FILE) is not None


def _project_table(path: Path) -> dict[str, Any] | None:
    """`[tool.flashdeck]` of a `pyproject.toml`; None where there is none.

    A file that nowhere says `flashdeck` is somebody else's and is not parsed, broken or not.
    """
    if not path.is_file():
        return None
    content = path.read_bytes()
    if b"flashdeck" not in content:
        return None
    table = _toml(content, path).get("tool", {})
    found = table.get("flashdeck") if isinstance(table, dict) else None
    return found if isinstance(found, dict) else None


def _toml(content: bytes, path: Path) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UserError(f"{path}, line {line}: the file is not UTF-8; save it as UTF-8.") from None
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{path} is not valid TOML: {error}.") from None
