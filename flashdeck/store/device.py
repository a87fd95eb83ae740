"""The name under which this machine writes to the log, so that two machines never write to one file."""

from __future__ import annotations

import platform
import re
from pathlib import Path

from flashdeck.store.durable import write_whole

_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def device_name(folder: Path) -> str:
    """The name kept in `folder/device`: a slug of the host and six random letters, made when there is none.

    A file that holds no name is replaced: a new name only starts a new log file beside the old one. Raises OSError when
    the file can be neither read nor written.
    """
    path = folder / "device"
    name = read_device(folder)
    if name is None:
        import secrets

        host = "-".join(re.findall(r"[a-z0-9]+", platform.node().lower()))[:30].strip("-") or "device"
        name = f"{host}-{''.join(secrets.choice(_LETTERS) for _ in range(6))}"
        write_whole(path, name + "\n", private=True)
    return name


def read_device(folder: Path) -> str | None:
    """The name kept in `folder/device`, or None where no log was ever written from here."""
    try:
        kept = (folder / "device").read_bytes().decode("ascii", "replace").strip()
    except FileNotFoundError:
        return None
    return kept if _NAME.fullmatch(kept) else None
