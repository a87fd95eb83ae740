"""What a deck's page in Anki says of it: the prose above the first card of its first file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from flashdeck.anki.notes import field_text
from flashdeck.compile.preface import preface
from flashdeck.compile.source import read as read_source
from flashdeck.model import Note
from flashdeck.render.html import to_html
from flashdeck.store.texts import read

_PICTURE = re.compile(r"<img\b[^>]*>")


def descriptions(root: Path, notes: Iterable[Note]) -> dict[str, str]:
    """The HTML by deck, from the files as they are now; a deck is left out where none of its files has such prose.

    Pictures are left out: Anki takes only those that a note shows.
    """
    files: dict[str, dict[str, None]] = {}
    for note in notes:
        files.setdefault(note.deck, {})[note.span.file] = None
    found = {deck: next(filter(None, (_prose(root, path) for path in paths)), "") for deck, paths in files.items()}
    return {deck: field_text(_PICTURE.sub("", to_html(prose))) for deck, prose in found.items() if prose}


def _prose(root: Path, path: str) -> str:
    try:
        raw = read(root, path)
    except OSError:
        return ""
    source, _ = read_source(path, raw)
    return preface(source.text)
