"""The tree of blocks -> Python-Markdown's tree of elements."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable
from xml.etree.ElementTree import Element, ElementTree, SubElement

from markdown import Markdown
from markdown.blockparser import BlockParser
from markdown.util import AMP_SUBSTITUTE, AtomicString

from flashdeck.render.blocks import Block, Kind, cells
from flashdeck.render.emphasis import settle_runs
from flashdeck.render.highlight import MAX_HIGHLIGHTED, code_block, cost
from flashdeck.render.links import settle_brackets, take_definitions
from flashdeck.render.reader import read
from flashdeck.render.stash import ETX, STX, Piece, Stash

MAX_CELLS = 10_000
"""Cells of all tables of a text, those included that a short row leaves out; rows past them are shown as written."""

_ESCAPE = re.compile(rf"\\([{re.escape(string.punctuation)}])|\\\n| {{2,}}\n")
# Without any of these, no inline pattern has anything to do.
_FOR_PATTERNS = re.compile(r"[*_~\[\]<>&@]|://|www\.", re.IGNORECASE)


class CardBlocks(BlockParser):
    """Python-Markdown's block parser, with CommonMark's blocks and this room's stash.

    `stash` holds the tokens of the text at hand; `title` says that its first line is text, whatever it looks like.
    """

    def __init__(self, md: Markdown, footnote: Callable[[str, str], None], *, raw_html: bool) -> None:
        super().__init__(md)
        self.stash = Stash()
        self.title = False
        self._cells = self._highlighted = 0
        self._markdown = md
        self._footnote = footnote
        self._raw_html = raw_html

    def parseDocument(self, lines: Iterable[str]) -> ElementTree[Element | None]:  # noqa: N802 - the library's name
        """Return the tree of a whole text."""
        self._cells = self._highlighted = 0
        root = Element(self._markdown.doc_tag)
        self._children(read(lines, raw_html=self._raw_html, footnotes=True, title=self.title), root)
        return ElementTree(root)

    def parseChunk(self, parent: Element, text: str) -> None:  # noqa: N802 - the library's name
        """Add the elements of a part of a text, a footnote's, to `parent`: one at least, for the link back."""
        self._children(read(text.split("\n"), raw_html=self._raw_html), parent)
        if not len(parent):
            SubElement(parent, "p").text = ""

    def _children(self, block: Block, parent: Element) -> None:
        for child in block.children:
            self._element(child, parent)

    def _element(self, block: Block, parent: Element) -> None:
        match block.kind:
            case Kind.QUOTE:
                self._children(block, SubElement(parent, "blockquote"))
            case Kind.LIST:
                self._list(block, parent)
            case Kind.TABLE:
                self._table(block, parent)
            case Kind.PARAGRAPH:
                if text := self._paragraph(block):
                    SubElement(parent, "p").text = text
            case Kind.HEADING:
                SubElement(parent, f"h{block.number}").text = self._inline("\n".join(block.lines).strip())
            case Kind.RULE:
                SubElement(parent, "hr")
            case _:
                self._verbatim(block, parent)

    def _verbatim(self, block: Block, parent: Element) -> None:
        """What is not for the inline patterns, or not yet."""
        match block.kind:
            case Kind.FENCE:
                language = block.info.lstrip("`~").split()[:1]
                self._code(block.lines, language[0] if language else "", parent)
            case Kind.INDENTED:
                self._code(_without_blank_ends(block.lines), "", parent)
            case Kind.FOOTNOTE:
                self._footnote(block.info, "\n".join(block.lines))
            case _:
                html = self.stash.source("\n".join(block.lines), marks=True)
                SubElement(parent, "p").text = AtomicString(self._markdown.htmlStash.store(html))

    def _paragraph(self, block: Block) -> str:
        """A paragraph's text for the inline patterns, without the link definitions it begins with."""
        text = "\n".join(block.lines)
        if text.startswith("["):
            text = take_definitions(text, self._markdown.references)
        return self._inline(text.rstrip())

    def _inline(self, text: str) -> str:
        """Settle what can be settled in one pass: each of the library's takes as long as the text for every match."""
        settled = settle_runs(self._escapes(settle_brackets(self.stash.stow_code(text))))
        return settled if _FOR_PATTERNS.search(settled) else AtomicString(settled)

    def _escapes(self, text: str) -> str:
        """Show escaped characters literally, in the library's own form; a backslash or two spaces can break a line."""

        def literal(found: re.Match[str]) -> str:
            if found[1] is None:
                return self.stash.keep(Piece(found[0], "<br>\n"))
            return f"{AMP_SUBSTITUTE}amp;" if found[1] == "&" else f"{STX}{ord(found[1])}{ETX}"

        return _ESCAPE.sub(literal, text)

    def _list(self, block: Block, parent: Element) -> None:
        numbered = block.info in (".", ")")
        element = SubElement(parent, "ol" if numbered else "ul")
        if numbered and block.number != 1:
            element.set("start", str(block.number))
        tight = block.tight
        for item in block.children:
            li = SubElement(element, "li")
            for child in item.children:
                if tight and child.kind is Kind.PARAGRAPH:
                    _append_text(li, self._paragraph(child))
                else:
                    self._element(child, li)

    def _code(self, lines: list[str], language: str, parent: Element) -> None:
        code = self.stash.source("\n".join(lines), marks=True)
        pre = SubElement(SubElement(parent, "div", {"class": "highlight"}), "pre")
        html = code_block(code, language, MAX_HIGHLIGHTED - self._highlighted)
        self._highlighted += cost(code) if language else 0
        pre.text = AtomicString(self.stash.keep(Piece(code, html)))

    def _table(self, block: Block, parent: Element) -> None:
        header, delimiters, *rows = block.lines
        styles = [_alignment(cell) for cell in cells(delimiters)]
        room = (MAX_CELLS - self._cells) // len(styles) - 1
        if room < 0:
            self._code(block.lines, "", parent)
            return
        rows, rest = rows[:room], rows[room:]
        self._cells += len(styles) * (len(rows) + 1)
        table = SubElement(parent, "table")
        self._row(header, "th", styles, SubElement(table, "thead"))
        if rows:
            body = SubElement(table, "tbody")
            for row in rows:
                self._row(row, "td", styles, body)
        if rest:
            self._code(rest, "", parent)

    def _row(self, row: str, tag: str, styles: list[str], parent: Element) -> None:
        tr = SubElement(parent, "tr")
        texts = cells(row)
        for index, style in enumerate(styles):
            cell = SubElement(tr, tag, {"style": style} if style else {})
            if index < len(texts):
                cell.text = self._inline(self.stash.in_cell(texts[index]))


def _append_text(li: Element, text: str) -> None:
    """Add the text of a tight list's paragraph: after the last element, or at the beginning."""
    if len(li):
        li[-1].tail = text
    else:
        li.text = text


def _alignment(delimiter: str) -> str:
    left, right = delimiter.startswith(":"), delimiter.endswith(":")
    if left and right:
        return "text-align:center"
    return "text-align:right" if right else "text-align:left" if left else ""


def _without_blank_ends(lines: list[str]) -> list[str]:
    written = [number for number, line in enumerate(lines) if line.strip()]
    return lines[written[0] : written[-1] + 1] if written else []
