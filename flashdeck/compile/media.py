"""The pictures that a card shows: whether their files are there, and what a review without pictures shows of them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from unicodedata import normalize
from urllib.parse import unquote

from flashdeck.compile.source import Passage, Place, Problems
from flashdeck.compile.unclosed import outside
from flashdeck.compile.values import nearest
from flashdeck.model import Diagnostic, Severity, Span
from flashdeck.syntax import regions

LARGE = 5_000_000
"""Bytes past which a media file is told of."""

_MOST_GUESSES = 20
"""For how many missing files of a card file the nearest name is looked for; more are rather a folder that moved."""

_LONG = 80

_TARGET = r"(?:<(?P<angled>[^<>\n]*+)>|(?P<bare>(?:[^\s()<\\]|\\.|\([^\s()]*+\))(?:[^\s()\\]|\\.|\([^\s()]*+\))*+))"
_IMAGE = re.compile(
    r"(?<!\\)!\[(?P<alt>(?:[^\[\]\\]|\\.|\[[^\[\]\\]*+\])*+)\]"
    rf"(?:\([ \t]*+{_TARGET}(?=[\s)])|\[(?P<label>[^\[\]\n]*+)\]|(?![\[(]))",
    re.DOTALL,
)
_DEFINITION = re.compile(rf"^ {{0,3}}\[(?P<label>[^\[\]\n]++)\]:[ \t]*+{_TARGET}(?=\s|\Z)", re.MULTILINE)
_KEY = r"""[^\s"'<>/=]++"""
_VALUE = r"""(?:"[^"]*+"|'[^']*+'|[^\s"'<>=`]++)"""
_ATTRIBUTE = re.compile(rf"(?P<key>{_KEY})(?:\s*+=\s*+(?P<value>{_VALUE}))?+")
_ELEMENT = re.compile(
    r"<(?P<tag>img|audio|video|source|object)(?=[\s/])"
    rf"(?P<attributes>(?:[\s/]*+{_KEY}(?:\s*+=\s*+{_VALUE})?+)*+)[\s/]*+>",
    re.IGNORECASE,
)
_SPACED = re.compile(r"(?P<rest>[ \t]++[^\s()<>\"'][^()<>\"'\n]*+)\)")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_ELSEWHERE = re.compile(r"(?!file:)[a-z][a-z0-9+.-]+:|//", re.IGNORECASE)
_ABSOLUTE = re.compile(r"/|file:|[a-z]:[/\\]", re.IGNORECASE)


@dataclass(frozen=True)
class Listing:
    """The media files below `cards/` as they are spelt on disk: POSIX paths, named like the card files."""

    paths: tuple[str, ...] = ()

    @cached_property
    def _exact(self) -> frozenset[str]:
        return frozenset(normalize("NFC", path) for path in self.paths)

    @cached_property
    def _by_case(self) -> dict[str, str]:
        return {_folded(path): path for path in self.paths}

    @cached_property
    def _by_name(self) -> dict[str, str]:
        return {_folded(posixpath.basename(path)): path for path in self.paths}

    @cached_property
    def _by_stem(self) -> dict[str, str]:
        return {_stem(path): path for path in self.paths}

    def respelt(self, path: str) -> str | None:
        """The file that differs from `path` in nothing but upper and lower case."""
        return None if normalize("NFC", path) in self._exact else self._by_case.get(_folded(path))

    def nearest(self, path: str, *, guess: bool = True) -> str | None:
        """The file that `path` was most likely meant to name; without `guess` only one that has its name."""
        path = posixpath.normpath(re.split("[?#]", path)[0].replace("\\", "/"))
        if normalize("NFC", path) in self._exact:
            return path
        if found := self.respelt(path) or self._by_name.get(_folded(posixpath.basename(path))):
            return found
        near = nearest(_stem(path), self._by_stem) if guess else None
        return self._by_stem[near] if near else None


def _folded(path: str) -> str:
    return normalize("NFC", path).casefold()


def _stem(path: str) -> str:
    return posixpath.splitext(_folded(posixpath.basename(path)))[0]


@dataclass(frozen=True, slots=True)
class Picture:
    """A file that a text names, and where; `described` unless it is a picture without words.

    `is_split` tells that its name holds spaces and stands bare, so that Markdown sees no picture.
    """

    name: str
    start: int
    end: int
    described: bool = True
    is_split: bool = False


class Pictures:
    """Looks at the pictures of one card file.

    `exists` tells whether a name as written is a media file; `listing` knows how the files are spelt. Without
    `exists`, and on the web, nothing is looked for.
    """

    def __init__(
        self, problems: Problems, exists: Callable[[str], bool] | None, listing: Listing, *, html: bool
    ) -> None:
        self._problems = problems
        self._exists = exists
        self._listing = listing
        self._html = html
        self._file = problems.source.file
        self._missing = 0

    def look_at(self, passage: Passage) -> None:
        """Reports what is wrong with each picture of the passage, once for each place."""
        for picture in _pictures(passage.text, html=self._html):
            place = passage.place(picture.start, picture.end)
            if not picture.described:
                self._warn_of_silence(picture, place)
            if picture.is_split:
                self._report_space(picture.name, place)
            elif self._exists and not _ELSEWHERE.match(picture.name):
                self._look_for(picture.name, place, self._exists)

    def _look_for(self, name: str, place: Place, exists: Callable[[str], bool]) -> None:
        targets = {spelling: _target(self._file, spelling) for spelling in (name, unquote(name))}
        inside = {spelling: target for spelling, target in targets.items() if target is not None}
        there = next((target for spelling, target in inside.items() if exists(spelling)), None)
        if not inside:
            self._report_outside(name, place)
        elif there is None:
            self._report_missing(name, inside.popitem()[1], place)
        elif spelt := self._listing.respelt(there):
            spelt = self._relative(spelt)
            message = f"`{name}` is spelt `{spelt}` on disk, and will not be found on other systems"
            self._problems.warning("media-case", message, place, f"Write `{spelt}`.", "other case")

    def _report_missing(self, name: str, target: str, place: Place) -> None:
        self._missing += 1
        near = self._listing.nearest(target, guess=self._missing <= _MOST_GUESSES)
        fix = f"Did you mean `{self._relative(near)}`?" if near else "Put it there, or correct the name."
        fix += " Names are relative to this file, and spelt as on disk."
        self._problems.error("missing-media", f"There is no file `{name}`", place, fix, "not there")

    def _report_space(self, name: str, place: Place) -> None:
        message = f"`{name}` holds a space, so that Markdown shows these marks and no picture"
        self._problems.error(
            "media-with-space", message, place, f"Write `![what it shows](<{name}>)`.", "holds a space"
        )

    def _report_outside(self, name: str, place: Place) -> None:
        if _ABSOLUTE.match(name):
            message, label = f"`{name}` is an absolute path, which is another on each machine", "absolute"
        else:
            message, label = f"`{name}` leads out of `cards/`", "leads out"
        near = self._listing.nearest(name, guess=False)
        example = (
            self._relative(near) if near else f"figs/{posixpath.basename(name.replace(chr(92), '/')) or 'ring.png'}"
        )
        fix = f"Put the file beside this one and name it from here, e.g. `{example}`."
        self._problems.error("media-outside", message, place, fix, label)

    def _warn_of_silence(self, picture: Picture, place: Place) -> None:
        name = picture.name if len(picture.name) < _LONG else "…"
        self._problems.warning(
            "picture-without-words",
            "This picture has no description, so that a review in a terminal shows nothing but its path",
            place,
            f"Say what it shows: `![what it shows]({name})`.",
            "no description",
        )

    def _relative(self, path: str) -> str:
        return posixpath.relpath(path, posixpath.dirname(self._file) or ".")


def _target(file: str, name: str) -> str | None:
    """The path that `name` in `file` means, None where it is absolute or leaves the outermost folder of `file`."""
    if _ABSOLUTE.match(name):
        return None
    path = posixpath.normpath(posixpath.join(posixpath.dirname(file), name))
    top, slash, _ = file.partition("/")
    return path if (path.startswith(top + "/") if slash else not path.startswith(("../", "/"))) else None


def _pictures(text: str, *, html: bool) -> Iterator[Picture]:
    """The pictures of a Markdown text, and the media of its HTML where that is let through."""
    if "![" in text:
        yield from _images(text)
    if html and "<" in text:
        for element in outside(regions(text), _ELEMENT.finditer(text)):
            yield from _shown_by(element)


def _images(text: str) -> Iterator[Picture]:
    definitions = {_label(each["label"]): each for each in _DEFINITION.finditer(text)} if "]:" in text else {}
    for image in outside(regions(text), _IMAGE.finditer(text)):
        target: re.Match[str] | None = image
        if image["angled"] is None and image["bare"] is None:
            target = definitions.get(_label(image["label"] or image["alt"]))
        if target:
            name, start, end = _named(target)
            described = bool(image["alt"].strip())
            if target is not image:
                yield Picture(name, *image.span(), described)
            elif image["bare"] and (spaced := _SPACED.match(text, end)):
                yield Picture(name + spaced["rest"].rstrip(), start, spaced.end("rest"), described, is_split=True)
            else:
                yield Picture(name, start, end, described)


def _named(target: re.Match[str]) -> tuple[str, int, int]:
    group = "angled" if target["angled"] is not None else "bare"
    return _ESCAPE.sub(r"\1", target[group]), *target.span(group)


def _label(text: str) -> str:
    return " ".join(text.split()).casefold()


def html_pictures(html: str) -> Iterator[Picture]:
    """What the media elements of an HTML text name: the value of `src` or `data`, between quotes or bare."""
    for element in _ELEMENT.finditer(html):
        yield from _shown_by(element)


def _shown_by(element: re.Match[str]) -> Iterator[Picture]:
    attributes = {each["key"].lower(): each for each in _ATTRIBUTE.finditer(element["attributes"])}
    named = attributes.get("data" if element["tag"].lower() == "object" else "src")
    if named and named["value"]:
        alt = attributes.get("alt")
        described = element["tag"].lower() != "img" or bool(alt and _unquoted(alt["value"]).strip())
        start = element.start("attributes") + named.start("value")
        name = _unquoted(named["value"])
        start += len(named["value"]) > len(name)
        yield Picture(unescape(name), start, start + len(name), described)


def _unquoted(value: str | None) -> str:
    return value[1:-1] if value and value[0] in "\"'" else value or ""


# ---------------------------------------------------------------------------------------------- files


def names(text: str) -> Iterator[str]:
    """Whatever a Markdown text may mean as the name of a file, in any spelling: code and comments count as well."""
    for pattern in (_MENTION, _DEFINITION):
        for target in pattern.finditer(text):
            name, *_ = _named(target)
            yield name
    yield from (picture.name for picture in html_pictures(text))


_MENTION = re.compile(rf"\]\([ \t]*+{_TARGET}(?=[\s)])", re.DOTALL)


def file_warnings(sizes: Iterable[tuple[str, int]], used: Iterable[str]) -> Iterator[Diagnostic]:
    """Warns of media files that no card names and of those that are large; paths and sizes in bytes."""
    known = frozenset(used)
    for path, size in sizes:
        if path not in known:
            name = posixpath.basename(path)
            fix = f"Show it in a card, `![what it shows]({name})`, or delete it."
            yield _of_file("unused-media", path, "No Markdown file below `cards/` names this file", fix)
        elif size > LARGE:
            message = f"This file has {size / 1e6:.1f} MB, which every export packs and every device keeps"
            yield _of_file("large-media", path, message, f"Make it smaller than {LARGE / 1e6:.0f} MB.")


def _of_file(code: str, path: str, message: str, fix: str) -> Diagnostic:
    return Diagnostic(code, Severity.WARNING, message, Span(path, 1), fix)
