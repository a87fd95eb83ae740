"""Links, images and bare URLs, each found in one pass so that no text is slow."""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor
from markdown.util import AtomicString

from flashdeck.render.stash import ETX, STX, Stash

MAX_BRACKETS = 8
"""Square brackets inside one another; what is bracketed deeper is shown literally."""

_LITERAL = {"[": f"{STX}91{ETX}", "]": f"{STX}93{ETX}"}  # Python-Markdown's form of an escaped character
_BRACKET = re.compile(r"\\.|[\[\]]", re.DOTALL)
_PARENTHESES = r"(?:[^\s()<\\]|\\.)"
for _ in range(3):
    _PARENTHESES = rf"(?:[^\s()\\]|\\.|\({_PARENTHESES}*+\))"
_TITLE = r"""(?:"((?:[^"\\]|\\.)*+)"|'((?:[^'\\]|\\.)*+)'|\(((?:[^()\\]|\\.)*+)\))"""
_TARGET = re.compile(rf"\(\s*+(?:<([^<>\n]*+)>|({_PARENTHESES}*+))(?:\s++{_TITLE})?\s*+\)", re.DOTALL)
_LABEL = re.compile(r"\[([^\[\]]*+)\]")
_LINK_INSIDE = re.compile(r"(?<!!)\[[^\[\]]*+\]\(")
_RUNS = re.compile(r"\s*(?:javascript|vbscript|data|file):", re.IGNORECASE)
_DEFINITION = re.compile(
    r" {0,3}\[(?!\^)((?:[^\[\]\\]|\\.)++)\]:[ \t]*+\n?[ \t]*+(?:<([^<>\n]*+)>|(?!<)(\S++))"
    rf"(?:[ \t]*+(?:\n[ \t]*+)?(?<=\s){_TITLE})?[ \t]*+(?:\n|$)"
)
_URL = (
    r"(?i)(?<![A-Za-z0-9_@/.])(?:https?://|www\.)"
    rf"[^\s<>\[\]`\"{STX}{ETX}\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef]+"
)


def settle_brackets(text: str) -> str:
    """Show the square brackets literally that have no partner, or stand too deep."""
    literal: list[int] = []
    open_: list[int] = []
    for found in _BRACKET.finditer(text):
        if found[0] == "[":
            open_.append(found.start())
        elif found[0] == "]" and open_:
            start = open_.pop()
            if len(open_) >= MAX_BRACKETS:
                literal += [start, found.start()]
    literal += open_
    if not literal:
        return text
    characters = list(text)
    for position in literal:
        characters[position] = _LITERAL[characters[position]]
    return "".join(characters)


def take_definitions(text: str, references: dict[str, tuple[str, str]]) -> str:
    """Move the link definitions that a paragraph begins with into `references`; return what is left of it."""
    while found := _DEFINITION.match(text):
        target = found[2] if found[2] is not None else found[3]
        references.setdefault(_label(found[1]), (target, found[4] or found[5] or found[6] or ""))
        text = text[found.end() :]
    return text


def _label(text: str) -> str:
    return " ".join(text.split()).casefold()


class _Bracketed(InlineProcessor):
    """What begins with a bracket: `[text](target "title")`, `[text][label]`, `[label][]` or `[label]`.

    What goes into an attribute is written out from the stash's tokens; with a cloze's mark in it, it is no link.
    """

    def __init__(self, pattern: str, md: Markdown, stash: Callable[[], Stash]) -> None:
        super().__init__(pattern, md)
        self.md: Markdown = md
        self.stash = stash

    def handleMatch(  # type: ignore[override] # noqa: N802 - the library's name; its stub forbids a refusal
        self, m: re.Match[str], data: str
    ) -> tuple[Element | None, int | None, int | None]:
        """Return the element and its place in `data`, or Nones."""
        after = _closing(data, m.end())
        if after is None:
            return None, None, None
        text = data[m.end() : after - 1]
        target = self._target(text, data, after)
        if target is None:
            return None, None, None
        address, title, end = target
        element = self.element(text, address)
        if element is None:
            return None, None, None
        if title:
            element.set("title", self.written(title))
        return element, m.start(), end

    def element(self, text: str, address: str) -> Element | None:
        """Build the element, or refuse."""
        raise NotImplementedError

    def written(self, text: str) -> str:
        """Return the text for an attribute, where no token may stand."""
        return self.stash().source(self.unescape(text))

    def _target(self, text: str, data: str, after: int) -> tuple[str, str, int] | None:
        if found := _TARGET.match(data, after):
            address = found[1] if found[1] is not None else found[2]
            return address, found[3] or found[4] or found[5] or "", found.end()
        label, end = text, after
        if found := _LABEL.match(data, after):
            label, end = found[1] or text, found.end()
        reference = self.md.references.get(_label(label))
        return (*reference, end) if reference else None


class LinkProcessor(_Bracketed):
    """A link; of links inside one another the inner one counts, and what would run code is none."""

    ANCESTOR_EXCLUDES = ("a",)

    def element(self, text: str, address: str) -> Element | None:
        """Return an `a`."""
        target = self.written(address).replace(" ", "%20")
        if _LINK_INSIDE.search(text) or self.stash().marked(address) or _RUNS.match(target):
            return None
        link = Element("a", href=target)
        link.text = text
        return link


class ImageProcessor(_Bracketed):
    """An image."""

    def element(self, text: str, address: str) -> Element | None:
        """Return an `img`."""
        if self.stash().marked(text + address):
            return None
        return Element("img", src=self.written(address), alt=self.written(text))


class BareUrlProcessor(InlineProcessor):
    """A URL in the text, without the punctuation after it."""

    ANCESTOR_EXCLUDES = ("a",)

    def handleMatch(  # type: ignore[override] # noqa: N802 - as above
        self,
        m: re.Match[str],
        data: str,  # noqa: ARG002 - the library's
    ) -> tuple[Element | None, int | None, int | None]:
        """Return a link, or Nones where nothing but the scheme stands."""
        url = _without_punctuation(m[0])
        if not re.search(r"[:.][/]{0,2}\w", url):
            return None, None, None
        link = Element("a", href=url if "://" in url else f"http://{url}")
        link.text = AtomicString(url)
        return link, m.start(), m.start() + len(url)


def _without_punctuation(url: str) -> str:
    url = re.sub(r"(?:&[A-Za-z0-9]+;)+\Z", "", url)
    unopened = url.count(")") - url.count("(")
    end = len(url)
    while end and (url[end - 1] in "?!.,:;*_~'" or (url[end - 1] == ")" and unopened > 0)):
        end -= 1
        unopened -= url[end] == ")"
    return url[:end]


class AngleLinkProcessor(InlineProcessor):
    """`<https://…>` and `<name@host>`."""

    def handleMatch(  # type: ignore[override] # noqa: N802 - as above
        self,
        m: re.Match[str],
        data: str,  # noqa: ARG002 - the library's
    ) -> tuple[Element | None, int | None, int | None]:
        """Return a link, or Nones."""
        address = m[1]
        if _RUNS.match(address):
            return None, None, None
        link = Element("a", href=address if ":" in address else f"mailto:{address}")
        link.text = AtomicString(address)
        return link, m.start(), m.end()


def _closing(data: str, start: int) -> int | None:
    """Return the offset after the bracket that closes the one before `start`."""
    depth = 1
    for found in _BRACKET.finditer(data, start):
        if found[0] in "[]":
            depth += 1 if found[0] == "[" else -1
            if depth == 0:
                return found.end()
    return None


class LinksExtension(Extension):
    """Put this room's links in the place of Python-Markdown's."""

    def __init__(self, stash: Callable[[], Stash]) -> None:
        super().__init__()
        self._stash = stash

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the library's name
        """Register the patterns."""
        patterns = md.inlinePatterns
        for name in ("reference", "link", "image_link", "image_reference", "short_reference", "short_image_ref"):
            patterns.deregister(name)
        patterns.deregister("autolink")
        patterns.deregister("automail")
        patterns.register(LinkProcessor(r"(?<!!)\[", md, self._stash), "link", 160)
        patterns.register(ImageProcessor(r"!\[", md, self._stash), "image", 150)
        angle = r"<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[^\s<>@:/\\]+@[A-Za-z0-9.-]+)>"
        patterns.register(AngleLinkProcessor(angle, md), "angle_link", 120)
        patterns.register(BareUrlProcessor(_URL, md), "bare_url", 85)
