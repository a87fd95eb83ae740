"""The first picture of a card, and the system's own viewer for it."""

from __future__ import annotations

import os
import shutil
import sys
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from threading import Thread
from urllib.parse import unquote

from flashdeck.model import UserError
from flashdeck.store.texts import find_media

SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif", ".bmp", ".tif", ".tiff", ".ico"})
"""What is opened; a viewer of anything else might run it."""


def first_picture(root: Path, file: str, *sides: str) -> Path | None:
    """The first picture that the sides of a card of `file` show (HTML), if it lies below `cards/`; None without one."""
    for side in sides:
        for name in _sources(side):
            found = next(filter(None, (find_media(root, file, each) for each in (name, unquote(name)))), None)
            if found and found.suffix.lower() in SUFFIXES:
                return found
    return None


def show(picture: Path) -> None:
    """Open the picture with the system's viewer, and go on. Raises UserError where there is none."""
    import subprocess

    if sys.platform == "win32":
        os.startfile(picture)  # noqa: S606 - a picture, by its suffix, inside the collection
        return
    viewer = shutil.which("open" if sys.platform == "darwin" else "xdg-open")
    if viewer is None:
        raise UserError(f"There is no xdg-open here to show {picture} with.")
    view = partial(
        subprocess.call,
        [viewer, str(picture)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # the viewer outlives the review, and its words stay off the screen
    )
    Thread(target=view, daemon=True).start()  # somebody waits for it, as for any child


def _sources(html: str) -> list[str]:
    parser = _Sources()
    parser.feed(html)
    return parser.found


class _Sources(HTMLParser):
    """Collects where images come from."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an image."""
        if tag == "img":
            self.found += [value for name, value in attrs if name == "src" and value]
