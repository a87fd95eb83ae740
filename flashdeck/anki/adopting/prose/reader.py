"""Tokens of a field's HTML -> its content: what Anki's editor, a browser's clipboard and our own export write.

Nothing here recurses, and depth costs nothing: a `<div>` only ends a line, a style is on or off, and lists and quotes
nest no deeper than a card file can show.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import ClassVar

from flashdeck.anki.adopting.prose.containers import Containers
from flashdeck.anki.adopting.prose.content import Blocks, Image, Mark, Rule, described
from flashdeck.anki.adopting.prose.latex import Latex
from flashdeck.anki.adopting.prose.places import placed
from flashdeck.anki.adopting.prose.simpler import without_deletions
from flashdeck.anki.adopting.prose.tokens import Closing, Dropped, End, Opening, Sound, Start, Text, Token, tokens
from flashdeck.anki.adopting.prose.words import INLINE, Words

Media = Callable[[str], str | None]

RESIZED = "gave pictures a size, which is lost"
SOUNDING = "play sounds, to which they have links now"
LATEX = "hold LaTeX for Anki's own use, of which the formulas are kept as such and the rest as text"
WITHIN = "hold pictures or sounds in their text itself, which are left out"

_LINES = frozenset(
    [
        *("address", "article", "aside", "body", "caption", "center", "dd", "details", "dialog", "div", "dl", "dt"),
        *("fieldset", "figcaption", "figure", "footer", "form", "header", "html", "legend", "main", "nav", "section"),
        "summary",
    ]
)
_HEADINGS = {f"h{level}": max(3, level) for level in range(1, 7)}
_CONTAINERS = {
    **dict.fromkeys(("ul", "ol", "menu", "dir"), "list"),
    **dict.fromkeys(("td", "th"), "cell"),
    "blockquote": "quote",
    "li": "item",
    "pre": "pre",
    "table": "table",
    "tr": "row",
}
_CELLS = frozenset(["table", "tr", "td", "th"])
_UNSAID = "…"  # what a deletion hides that hides nothing, which makes a card in Anki
_BRACKETS = {
    "[$]": ("\\(", "\\)"),
    "[$$]": ("\\[", "\\]"),
    "anki-mathjax": ("\\(", "\\)"),
    "rt": ("(", ")"),
}
_LANGUAGE = re.compile(r"(?:language|lang|highlight|brush)-(.+)")
_PAIRED = re.compile(r"[^\[\]\\]*+(?:\[[^\[\]\\]*+\][^\[\]\\]*+)*+")
_ROUND = str.maketrans("[]\\", "()/")
_FOOTNOTE = re.compile(r"#?fn(?:ref\d*)?:(?:[0-9a-f]{8}-)?([^\s\[\]]+)")
_ELSEWHERE = re.compile(r"(?!file:)[a-z][a-z0-9+.-]+:|//", re.IGNORECASE)


def content_of(html: str, *, media: Media = lambda name: name, cloze: bool = False) -> tuple[Blocks, frozenset[str]]:
    """The content of a field, and what is to be told of it: predicates of the notes that it is said of.

    `media` gives the path of a file of Anki's by its name, None where there is none. Deletions are read in the text of
    a `cloze`.
    """
    reader = _Reader(media)
    for token in tokens(html, cloze=cloze):
        reader.take(token)
    blocks = reader.finish()
    return placed(blocks) if cloze else tuple(map(without_deletions, blocks)), frozenset(reader.told)


class _Reader:
    """What has been read so far."""

    def __init__(self, media: Media) -> None:
        self.told: set[str] = set()
        self._media = media
        self._words = Words(self.told)
        self._containers = Containers(self._words, self.told)
        self._latex = Latex()
        self._inner_tables = 0
        self._closing: list[str] = []
        self._skipped = ""

    def finish(self) -> Blocks:
        """The content, when all is read."""
        return self._containers.finish()

    def take(self, token: Token) -> None:
        """Read one token."""
        match token:
            case End(self._skipped):
                self._skipped = ""
            case Text() | Sound() if self._skipped:
                pass
            case Text(text):
                self._text(text)
            case Start(tag):
                self._skipped = self._skipped if tag in INLINE else ""
                self._start(token)
            case End(tag):
                self._end(tag)
            case Opening(number, hint):
                self._words.open_gap(number, hint)
            case Closing():
                self._skipped = ""
                self._text(_UNSAID if self._words.hides_nothing else "")
                self._words.close_gap()
            case Sound(name):
                self._sound(name)
            case Dropped(what):
                self.told.add(what)

    # ------------------------------------------------------------------------------------------ words

    def _text(self, text: str) -> None:
        top = self._containers.top
        if self._latex.is_on:
            text = self._latex.read(text)
        if top.kind == "pre":
            top.code.append(self._words.run(text))
        elif text and (text.strip() or top.kind not in ("list", "table", "row", "footnotes")):
            self._containers.flow()
            self._words.add(text)

    def _sound(self, name: str) -> None:
        self.told.add(SOUNDING)
        if path := self._media(name):
            self._words.open(Start("a", {"href": path}))
            self._text(name)
            self._words.close("a")
        else:
            self._text(name)

    def _line_end(self) -> None:
        """What a line break is in code."""
        code = self._containers.top.code
        if code and not code[-1].words.endswith("\n"):
            self._text("\n")

    # ------------------------------------------------------------------------------------------ tags

    def _start(self, start: Start) -> None:
        tag = start.tag
        if self._containers.top.kind == "pre":
            self._start_in_code(start)
        elif tag in INLINE:
            self._start_inline(start)
        elif self._inner_tables and tag in _CELLS:
            self._inner_tables += tag == "table"
            self._text(" ") if _CONTAINERS[tag] == "cell" else self._words.end_line()
        elif tag in _CONTAINERS:
            self._start_container(start)
        elif tag in _LINES:
            self._words.end_line()
            if "footnote" in start.classes and not self._containers.holds("footnotes"):
                self._containers.push("footnotes", start)
        elif tag in _BRACKETS:
            opening, closing = _BRACKETS["[$$]" if start.attributes.get("block") == "true" else tag]
            self._closing.append(closing)
            self._text(opening)
        elif tag in self._STARTS:
            self._STARTS[tag](self, start)

    def _end(self, tag: str) -> None:
        containers = self._containers
        if self._inner_tables and tag in _CELLS:
            self._inner_tables -= tag == "table"
            self._words.end_line()
        elif tag == "li":
            _ = containers.close_last("item") or containers.close_last("footnote")
        elif tag in _CONTAINERS:
            containers.close_last(_CONTAINERS[tag])
        elif tag in INLINE:
            self._words.close(tag)
        elif containers.top.kind == "pre":
            self._line_end()
        elif tag in _LINES:
            self._words.end_line()
        else:
            self._end_other(tag)

    def _end_other(self, tag: str) -> None:
        if tag == "[latex]":
            self._text(self._latex.end())
        elif tag in _BRACKETS:
            self._text(self._closing.pop() if self._closing else "")
        elif tag == "p" or tag in _HEADINGS:
            self._containers.paragraph()
            self._containers.heading = 0

    def _start_in_code(self, start: Start) -> None:
        top = self._containers.top
        if start.tag == "code":
            top.start.attributes["language"] = top.start.attributes["language"] or _language(start)
        elif start.tag == "br":
            self._text("\n")
        elif start.tag in _LINES or start.tag == "p":
            self._line_end()

    def _start_inline(self, start: Start) -> None:
        if "footnote-backref" in start.classes:
            self._skipped = "a"
        elif "footnote-ref" in start.classes and (label := _FOOTNOTE.fullmatch(start.attributes.get("href", ""))):
            self._skipped = "a"
            self._containers.flow()
            self._words.add(Mark(label[1]))
        else:
            self._words.open(start)

    def _start_container(self, start: Start) -> None:
        containers, kind = self._containers, _CONTAINERS[start.tag]
        label = _FOOTNOTE.fullmatch(start.attributes.get("id", "")) if kind == "item" else None
        if kind == "table" and containers.holds("cell"):
            self._inner_tables = 1
            self._words.end_line()
        elif kind == "list" and containers.top.kind == "footnotes":
            pass
        elif label and containers.holds("footnotes"):
            containers.push("footnote", Start("li", {"label": label[1]}))
        elif kind == "pre":
            containers.push("pre", Start("pre", {"language": _language(start)}))
        else:
            containers.push(kind, start)

    def _start_paragraph(self, start: Start) -> None:
        self._containers.paragraph()
        if start.tag in _HEADINGS:
            self._containers.heading = _HEADINGS[start.tag]
        elif self._containers.top.kind == "item":
            self._containers.top.paragraphs = True

    def _start_br(self, _start: Start) -> None:
        if not self._words.end_line():
            self._containers.paragraph()

    def _start_hr(self, _start: Start) -> None:
        self._containers.paragraph()
        if self._containers.top.kind not in ("footnotes", "cell"):
            self._containers.flow()
            self._containers.block(Rule())

    def _start_img(self, start: Start) -> None:
        source, words = start.attributes.get("src", ""), start.attributes.get("alt", "").strip()
        if start.attributes.keys() & {"width", "height"}:
            self.told.add(RESIZED)
        inside = source.lower().startswith("data:")
        path = source if _ELSEWHERE.match(source) else self._media(source)
        if source and path and not inside:
            self._containers.flow()
            title = " ".join(start.attributes.get("title", "").split())
            self._words.add(Image(path, _bracketed(words or described(path)), title))
        else:
            self.told |= {WITHIN} if inside else set()
            self._text(words or ("" if inside else source))

    def _start_sound(self, start: Start) -> None:
        source = start.attributes.get("src", "")
        if source and not _ELSEWHERE.match(source):
            self._sound(source)

    def _start_input(self, start: Start) -> None:
        top = self._containers.top
        if start.attributes.get("type") == "checkbox" and top.kind == "item" and not top.blocks and self._words.is_new:
            top.checked = "checked" in start.attributes

    def _start_latex(self, _start: Start) -> None:
        self.told.add(LATEX)
        self._latex.is_on = True

    def _start_rp(self, _start: Start) -> None:
        self._skipped = "rp"

    _STARTS: ClassVar[dict[str, Callable[[_Reader, Start], None]]] = {
        **dict.fromkeys(("p", *_HEADINGS), _start_paragraph),
        **dict.fromkeys(("audio", "video", "source", "embed"), _start_sound),
        "br": _start_br,
        "hr": _start_hr,
        "img": _start_img,
        "input": _start_input,
        "rp": _start_rp,
        "[latex]": _start_latex,
    }


def _bracketed(text: str) -> str:
    """The words of a picture on one line; brackets that have no partner, or stand inside others, are round."""
    words = " ".join(text.split())
    return words if _PAIRED.fullmatch(words) else words.translate(_ROUND)


def _language(start: Start) -> str:
    found = (_LANGUAGE.fullmatch(name) for name in start.attributes.get("class", "").split())
    return next((name[1] for name in found if name), "")
