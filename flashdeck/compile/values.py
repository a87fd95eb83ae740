"""The values that front matter and attribute lists share: tags, dates of facts, and the nearest known name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from unicodedata import normalize

_AS_OF = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")
_ID = re.compile(r"[a-z0-9][a-z0-9-]*")

AS_OF_FIX = "Write the day the fact was last checked as YYYY, YYYY-MM or YYYY-MM-DD, e.g. `2026-03`."


def is_as_of(text: str) -> bool:
    """Whether `text` is a real year, month or day in ISO form."""
    match = _AS_OF.fullmatch(text)
    if not match:
        return False
    year, month, day = match.groups(default="01")
    try:
        date(int(year), int(month), int(day))
    except ValueError:
        return False
    return True


def is_id(text: str) -> bool:
    """Whether `text` may name a note: lower-case Latin letters, digits and hyphens, no hyphen first."""
    return _ID.fullmatch(text) is not None


def tag(text: str) -> str:
    """A tag as it is kept: NFC, and every stretch of white space (tabs and U+3000 too) made `_`."""
    return "_".join(normalize("NFC", text).split())


def merged_tags(*groups: Iterable[str]) -> tuple[str, ...]:
    """The tags of all groups in order, each once; case does not count, the first spelling stays."""
    kept: dict[str, str] = {}
    for group in groups:
        for each in group:
            if each:
                kept.setdefault(each.casefold(), each)
    return tuple(kept.values())


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known name that `word` was most likely meant to be."""
    import difflib

    matches = difflib.get_close_matches(word.lower().replace("_", "-"), list(known), n=1, cutoff=0.6)
    return matches[0] if matches else None


def listed(names: Iterable[str]) -> str:
    """Names for a sentence: `a`, `b` and `c`."""
    quoted = [f"`{name}`" for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"
