"""The pictures that a card shows, and whether their files are there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from urllib.parse import unquote

from flashdeck.compile.source import Passage, Problems
from flashdeck.compile.unclosed import outside
from flashdeck.syntax import regions

_IMAGE = re.compile(
    r"(?<!\\)!\[(?:[^\[\]\\]|\\.|\[[^\[\]\\]*+\])*+\]\([ \t]*+"
    r"(?:<(?P<angled>[^<>\n]*+)>|(?P<bare>(?:[^\s()\\]|\\.|\([^\s()]*+\))++))(?=[\s)])",
    re.DOTALL,
)
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]+:|//", re.IGNORECASE)


def report_missing(passage: Passage, problems: Problems, exists: Callable[[str], bool]) -> None:
    """Reports each picture of the passage whose file is not there: `exists` is asked by the name as written.

    A name that is not found is asked for once more, percent-decoded; an address on the web is not looked for.
    """
    for image in _images(passage.text):
        group = "angled" if image["angled"] is not None else "bare"
        name = _ESCAPE.sub(r"\1", image[group])
        if _ELSEWHERE.match(name) or exists(name) or ("%" in name and exists(unquote(name))):
            continue
        message = f"There is no picture `{name}`"
        fix = "Name a file relative to this one, inside `cards/`, as it is spelt on disk."
        if name.startswith("/"):
            message, fix = (
                f"`{name}` is not relative to this file",
                "Write the way from this file, e.g. `figs/ring.png`.",
            )
        problems.error("missing-media", message, passage.place(*image.span(group)), fix)


def _images(text: str) -> Iterator[re.Match[str]]:
    if "![" not in text:
        return iter(())
    return outside(regions(text), _IMAGE.finditer(text))
