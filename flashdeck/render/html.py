"""Card text -> HTML, by Python-Markdown with this room's extensions.

The same HTML goes to Anki and, through `terminal`, to the screen, so that a card looks alike in both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from threading import Lock
from typing import NamedTuple
from zlib import crc32

from markdown import Markdown
from markdown.extensions import Extension
from markdown.extensions.footnotes import FootnoteExtension
from pymdownx.tasklist import TasklistExtension

from flashdeck.render.elements import CardBlocks
from flashdeck.render.emphasis import EmphasisExtension
from flashdeck.render.links import LinksExtension
from flashdeck.render.stash import Stash, clean

# Anki itself reads these in a field's text, wherever they stand.
_ANKI_TAG = re.compile(r"\[(?=(?:sound:|anki:|latex\]|\$\$?\]))")


class Mark(NamedTuple):
    """HTML that takes the place of `text[start:end]`, which Markdown does not see; `in_math` where it is a formula."""

    start: int
    end: int
    html: str
    in_math: str


def to_html(
    text: str,
    *,
    raw_html: bool = False,
    title: bool = False,
    marks: Iterable[Mark] = (),
) -> str:
    r"""Return the HTML of one side of a card.

    Math comes out as `\(…\)` and `\[…\]`, byte for byte and then escaped. Without `raw_html`, tags are shown literally.
    With `title`, the first line is text, whatever block it would begin (`1986. A great year`). `marks` are sorted and
    do not overlap. Every text has an HTML, and 64 kB of the worst take about a second.
    """
    return _converter(raw_html).convert(text, title=title, marks=marks)


@cache
def _converter(raw_html: bool) -> _Converter:  # noqa: FBT001 - the key of the cache
    return _Converter(raw_html=raw_html)


class _Converter:
    """One Python-Markdown instance: building it costs as much as converting a card."""

    def __init__(self, *, raw_html: bool) -> None:
        self._lock = Lock()
        self._footnotes = _Footnotes(USE_DEFINITION_ORDER=False)
        self._markdown = Markdown(
            output_format="html",
            extensions=[
                self._footnotes,
                EmphasisExtension(),
                LinksExtension(lambda: self._blocks.stash),
                TasklistExtension(),
                _CardText(raw_html=raw_html),
            ],
        )
        self._blocks = CardBlocks(self._markdown, self._footnotes.setFootnote, raw_html=raw_html)
        self._markdown.parser = self._footnotes.parser = self._blocks

    def convert(self, text: str, *, title: bool, marks: Iterable[Mark]) -> str:
        """See `to_html`."""
        with self._lock:
            self._markdown.reset()
            self._blocks.stash = stash = Stash()
            self._blocks.title = title
            self._footnotes.prefix = f"{crc32(text.encode('utf-8', 'surrogatepass')):08x}"
            html = self._markdown.convert(stash.stow(_with_marks(clean(text), marks, stash)))
            return _ANKI_TAG.sub("&#91;", stash.html(html))


def _with_marks(text: str, marks: Iterable[Mark], stash: Stash) -> str:
    parts: list[str] = []
    end = 0
    for mark in marks:
        parts += [text[end : mark.start], stash.mark(mark.html, mark.in_math)]
        end = mark.end
    parts.append(text[end:])
    return "".join(parts)


class _CardText(Extension):
    """Leave out what of Python-Markdown this room does otherwise."""

    def __init__(self, *, raw_html: bool) -> None:
        super().__init__()
        self._raw_html = raw_html

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the library's name
        """Change the registries."""
        for name in ("normalize_whitespace", "html_block"):
            md.preprocessors.deregister(name)
        for name in ("backtick", "escape", "linebreak"):
            md.inlinePatterns.deregister(name)
        if not self._raw_html:
            md.inlinePatterns.deregister("html")


class _Footnotes(FootnoteExtension):
    """Python-Markdown's footnotes, with ids that two texts on one page do not share."""

    prefix = ""

    def makeFootnoteId(self, id: str) -> str:  # noqa: A002, N802 - the library's names
        """Return the id of a footnote."""
        return f"fn:{self.prefix}-{id}"

    def makeFootnoteRefId(self, id: str, found: bool = False) -> str:  # noqa: A002, FBT001, FBT002, N802 - the library's
        """Return the id of a reference to it."""
        return self.unique_ref(f"fnref:{self.prefix}-{id}", found)

    def unique_ref(self, reference: str, found: bool = False) -> str:  # noqa: FBT001, FBT002 - the library's
        """Number the references to one footnote; the library tries all numbers anew for each."""
        if not found:
            return reference
        number = self.found_refs[reference] = self.found_refs.get(reference, 0) + 1
        return reference if number == 1 else reference.replace("fnref", f"fnref{number}", 1)
