r"""A field of Anki's -> tags and texts, in time linear in its length, whatever it holds.

Anki's own marks are read where it reads them, in the HTML as it is stored: `[sound:…]`, `[latex]`, and in a cloze
`{{c1::answer::hint}}`. MathJax reads what is shown, so that `\(…\)` is left to the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from typing import TypeAlias
from unicodedata import normalize

MOST = 500
"""The highest number of a deletion that Anki makes a card for."""

DEEPEST = 8
"""Deletions inside one another; what opens deeper is text."""

_TAG = re.compile(
    r"""
    <!--(?:-?>|.*?(?:-->|\Z))
  | <(?P<end>/?)(?P<tag>[A-Za-z][^\s/>]*+)
      (?P<attributes>(?:[^>"'=]|=\s*+(?:"[^"]*+"|'[^']*+')|["'=])*+)>
  | <[!?/][^>]*+>
  | (?P<torn></?[A-Za-z])
    """,
    re.VERBOSE | re.DOTALL,
)
_ATTRIBUTE = re.compile(r"""([^\s/>="']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?""")
_RUNS = re.compile(r"\son[a-z]+\s*=", re.IGNORECASE)
_UNSEEN = {
    **dict.fromkeys(("script", "style", "title", "head", "template"), True),
    **dict.fromkeys(("iframe", "object", "svg", "noembed", "noframes", "canvas", "select", "textarea"), True),
}
_ANKI = re.compile(
    r"\[sound:(?P<sound>[^\[\]<>]*+)\]|\[anki:[^\[\]<>]*+\]|\[(?P<slash>/?)(?P<latex>latex|\$\$?)\]", re.IGNORECASE
)
_CLOZE = re.compile(r"\{\{c(?P<number>\d[\d,]*+)::|(?P<close>\}\})|(?P<colons>::)")
_ROUND = str.maketrans("{}", "()")
_CONTROL = {code: None for code in (*range(32), *range(127, 160)) if chr(code) not in "\t\n\r\f"}


@dataclass(frozen=True, slots=True)
class Text:
    """Characters as they are shown."""

    text: str


@dataclass(frozen=True, slots=True)
class Start:
    """A tag that opens an element."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)

    @property
    def classes(self) -> frozenset[str]:
        """The words of its `class`."""
        return frozenset(self.attributes.get("class", "").split())


@dataclass(frozen=True, slots=True)
class End:
    """A tag that closes an element."""

    tag: str


@dataclass(frozen=True, slots=True)
class Sound:
    """A sound by its name in Anki's folder."""

    name: str


@dataclass(frozen=True, slots=True)
class Opening:
    """The beginning of a deletion."""

    number: int
    hint: str = ""
    written: str = ""


@dataclass(frozen=True, slots=True)
class Closing:
    """The end of a deletion."""


@dataclass(frozen=True, slots=True)
class Colons:
    """What begins a hint."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """Something that is not for reading: what it was, for people."""

    what: str


Token: TypeAlias = Text | Start | End | Sound | Opening | Closing | Colons | Dropped

SCRIPTS = "hold scripts, styles or frames, which are left out"
"""What is told of what would run, or only look."""


def tokens(html: str, *, cloze: bool = False) -> Iterator[Token]:
    """The tokens of a field; deletions are read in the text of a `cloze`."""
    html = html.encode("utf-8", "replace").decode().replace("\r\n", "\n").replace("\r", "\n")
    return iter(_deletions(list(_tokens(html, cloze=cloze)))) if cloze else _tokens(html, cloze=False)


def _tokens(html: str, *, cloze: bool) -> Iterator[Token]:
    at, endless = 0, set[str]()
    while tag := _TAG.search(html, at):
        yield from _texts(html[at : tag.start()], cloze=cloze)
        if tag["torn"]:  # it is never closed
            at = tag.start()
            break
        at = tag.end()
        if tag["tag"]:
            name = tag["tag"].lower()
            if name in _UNSEEN and not tag["end"]:
                yield Dropped(SCRIPTS)
                at = _behind(html, name, at, endless)
            elif tag["end"]:
                yield End(name)
            else:
                if _RUNS.search(tag["attributes"]):
                    yield Dropped(SCRIPTS)
                yield Start(name, _attributes(tag["attributes"]))
    yield from _texts(html[at:], cloze=cloze)


def _behind(html: str, name: str, at: int, endless: set[str]) -> int:
    """Where what an element holds has ended; one that is not closed holds nothing."""
    if name not in endless:
        closing = re.compile(rf"</{name}[^>]*>", re.IGNORECASE).search(html, at)
        if closing:
            return closing.end()
        endless.add(name)
    return at


def _attributes(written: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for each in _ATTRIBUTE.finditer(written) if written else ():
        found.setdefault(each[1].lower(), shown(each[2] or each[3] or each[4] or ""))
    return found


def shown(text: str) -> str:
    """HTML without tags as it is shown, without control characters."""
    return normalize("NFC", (unescape(text) if "&" in text else text).translate(_CONTROL))


# ---------------------------------------------------------------------------------------------- Anki's marks


def _texts(html: str, *, cloze: bool) -> Iterator[Token]:
    at = 0
    for mark in _ANKI.finditer(html) if "[" in html else ():
        yield from _words(html[at : mark.start()], cloze=cloze)
        if mark["sound"]:
            yield Sound(shown(mark["sound"]).strip())
        elif mark["latex"]:
            name = f"[{mark['latex'].lower()}]"
            yield End(name) if mark["slash"] else Start(name)
        at = mark.end()
    yield from _words(html[at:], cloze=cloze)


def _words(html: str, *, cloze: bool) -> Iterator[Token]:
    at = 0
    for mark in _CLOZE.finditer(html) if cloze else ():
        if text := shown(html[at : mark.start()]):
            yield Text(text)
        if mark["number"]:
            yield Opening(_number(mark["number"]), written=mark[0])
        else:
            yield Closing() if mark["close"] else Colons()
        at = mark.end()
    if text := shown(html[at:]):
        yield Text(text)


def _number(digits: str) -> int:
    first = digits.partition(",")[0].lstrip("0")
    return int(first) if 0 < len(first) <= 3 and int(first) <= MOST else 0


def _deletions(found: list[Token]) -> Iterator[Token]:
    """The tokens with the deletions that are closed, each with its hint; of the others the marks are text."""
    matched, hints = _matched(found)
    behind = 0
    for at, token in enumerate(found):
        if at < behind:
            continue
        if at in hints:
            behind = hints[at]
        elif isinstance(token, Opening) and at in matched:
            colons = matched[at]
            yield Opening(token.number, _hint(found, colons, hints[colons]) if colons in hints else "")
        elif at in matched:
            yield token
        else:
            yield _literal(token)


def _matched(found: list[Token]) -> tuple[dict[int, int], dict[int, int]]:
    """Of each deletion that is closed both marks, with the `::` that begins its hint (-1 for none); where hints end.

    A hint ends at the next mark of a deletion; of two hints of one deletion the later one counts, as in Anki.
    """
    matched: dict[int, int] = {}
    hints: dict[int, int] = {}
    open_: list[int] = []
    colons: dict[int, int] = {}
    running = -1
    for at, token in enumerate(found):
        if isinstance(token, Opening | Closing) and running >= 0:
            hints[running], running = at, -1
        if isinstance(token, Opening) and token.number and len(open_) < DEEPEST:
            open_.append(at)
        elif isinstance(token, Closing) and open_:
            opening = open_.pop()
            matched[opening] = matched[at] = colons.get(opening, -1)
        elif isinstance(token, Colons) and open_ and running < 0:
            colons[open_[-1]] = running = at
    kept = set(matched.values())
    return matched, {at: end for at, end in hints.items() if at in kept}


def _hint(found: list[Token], start: int, end: int) -> str:
    """A hint as a card file can say it: on one line, and without what would end it."""
    words = (each.text for each in map(_literal, found[start + 1 : end]) if isinstance(each, Text))
    return " ".join("".join(words).replace("::", ":").translate(_ROUND).split())


def _literal(token: Token) -> Token:
    match token:
        case Opening(written=written):
            return Text(written)
        case Closing():
            return Text("}}")
        case Colons():
            return Text("::")
        case _:
            return token
