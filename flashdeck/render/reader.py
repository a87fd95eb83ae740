"""Lines of Markdown -> a tree of blocks, as CommonMark reads them.

Python-Markdown's own block parser wants four spaces for a nested list, a blank line before a list, and fences at the
margin. People write otherwise, so its lines are read here: one pass, each line first carried through the containers
that are open (quote, list item), then tried as the start of a new block, else taken as text. What the text of a block
says (emphasis, links) is left to Python-Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from flashdeck.render.blocks import Block, Kind, cells
from flashdeck.render.line import Line, dedent

MAX_DEPTH = 40
"""Blocks open inside one another (a list and its item are two); what is nested deeper is shown literally."""

_HEADING = re.compile(r"(#{1,6})(?=[ \t]|$)")
_CLOSING_MARKS = re.compile(r"(?:^|[ \t])#+$")
_SETEXT = re.compile(r"(=+|-+)[ \t]*$")
_RULE = re.compile(r"(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_FENCE = re.compile(r"(`{3,}(?!.*`)|~{3,})(.*)$")
_MARKER = re.compile(r"([-+*]|(\d{1,9})([.)]))(?=[ ]|$)")
_FOOTNOTE = re.compile(r"\[\^([^\]\s]+)\]:[ ]*")
_DELIMITER_ROW = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_RAW = re.compile(r"</?[A-Za-z][A-Za-z0-9-]*(?:[\s/>]|$)")


def read(lines: Iterable[str], *, raw_html: bool = False, footnotes: bool = False, title: bool = False) -> Block:
    """Return the document that `lines` make.

    `raw_html` and `footnotes` say whether blocks of HTML and definitions of footnotes are known here; with `title`, the
    first line is the text of a paragraph, whatever it looks like.
    """
    reader = _Reader(raw_html=raw_html, footnotes=footnotes)
    for number, line in enumerate(lines):
        if title and number == 0:
            reader.text(line.lstrip(), number)
        else:
            reader.line(line, number)
    return reader.finish()


class _Reader:
    """The open blocks, from the document inwards; the last may be a leaf that takes lines."""

    def __init__(self, *, raw_html: bool, footnotes: bool) -> None:
        self._open = [Block(Kind.DOCUMENT, 0, 0)]
        self._leaf: Block | None = None
        self._raw_html = raw_html
        self._footnotes = footnotes

    def finish(self) -> Block:
        """Close what is open and return the document."""
        self._close(1)
        return self._open[0]

    def line(self, written: str, number: int) -> None:
        """Take one line."""
        line = Line(written)
        matched = self._carry(line)
        inside = matched == len(self._open)
        if inside and self._leaf is not None and self._fills(self._leaf, line, number):
            return
        for _ in range(MAX_DEPTH):
            opened = self._starts(line, number, matched, inside=inside)
            if opened is None:
                break
            if not opened:
                return
            matched, inside = len(self._open), True
        if line.blank:
            self._blank(matched)
        elif self._leaf is not None and self._goes_on(self._leaf, inside=inside):
            self._extend(self._leaf, line.rest.lstrip(" "), number)
        else:
            self._close(matched)
            self.text(line.rest.lstrip(" "), number)

    def text(self, text: str, number: int) -> None:
        """Begin a paragraph."""
        self._leaf = self._add(Block(Kind.PARAGRAPH, number, number, lines=[text]))

    def _goes_on(self, leaf: Block, *, inside: bool) -> bool:
        """Tell whether a line of text goes on with the leaf; a paragraph's need not repeat the marks around it."""
        if leaf.kind is Kind.FOOTNOTE:
            return leaf.lines[-1] != ""
        return leaf.kind is Kind.PARAGRAPH or (leaf.kind is Kind.TABLE and inside)

    def _carry(self, line: Line) -> int:
        """Read the line's part of each open container; return how many of them go on."""
        for depth, block in enumerate(self._open):
            indent = line.indent
            if block.kind is Kind.QUOTE:
                if indent > 3 or line.rest.lstrip(" ")[:1] != ">":
                    return depth
                line.skip(indent + 1)
                line.skip(line.rest[:1] == " ")
            elif block.kind is Kind.ITEM:
                if line.blank:
                    if not block.children:
                        return depth
                elif indent >= block.indent:
                    line.skip(block.indent)
                else:
                    return depth
        return len(self._open)

    def _fills(self, leaf: Block, line: Line, number: int) -> bool:
        """Give the line to a leaf that takes anything; tell whether it was taken."""
        if leaf.kind is Kind.FENCE:
            closing = _FENCE.match(line.rest.lstrip(" ")) if line.indent < 4 else None
            if closing and closing[1][0] == leaf.info[0] and len(closing[1]) >= leaf.number and not closing[2].strip():
                leaf.last, self._leaf = number, None
            else:
                self._extend(leaf, dedent(line.verbatim, leaf.indent), number)
            return True
        if leaf.kind is Kind.RAW:
            if line.blank:
                self._leaf = None
            else:
                self._extend(leaf, line.rest, number)
            return True
        if leaf.kind in (Kind.INDENTED, Kind.FOOTNOTE) and (line.indent >= 4 or line.blank):
            leaf.lines.append(dedent(line.rest, 4))
            leaf.last = leaf.last if line.blank else number
            return True
        return False

    def _starts(self, line: Line, number: int, matched: int, *, inside: bool) -> bool | None:
        """Open the block that begins here: True for a container (read on), False for a leaf, None where none begins."""
        if line.blank:
            return None
        paragraph = self._leaf is not None and self._leaf.kind is Kind.PARAGRAPH
        if line.indent >= 4:
            if paragraph:
                return None
            self._close(matched)
            line.skip(4)
            self._leaf = self._add(Block(Kind.INDENTED, number, number, lines=[line.rest]))
            return False
        if inside and self._underlines(line, number):
            return False
        return self._opens_container(line, number, matched) or self._opens_leaf(line, number, matched)

    def _opens_leaf(self, line: Line, number: int, matched: int) -> bool | None:
        indent = line.indent
        rest = line.rest[indent:]
        leaf: Block | None = None
        if found := _HEADING.match(rest):
            text = _CLOSING_MARKS.sub("", rest[found.end() :].strip(" \t"))
            leaf = Block(Kind.HEADING, number, number, lines=[text], number=len(found[1]))
        elif found := _FENCE.match(rest):
            leaf = Block(Kind.FENCE, number, number, indent=indent, info=found[0], number=len(found[1]))
        elif _RULE.match(rest):
            leaf = Block(Kind.RULE, number, number)
        elif self._footnotes and self._at_margin(matched) and (found := _FOOTNOTE.match(rest)):
            leaf = Block(Kind.FOOTNOTE, number, number, info=found[1], lines=[rest[found.end() :]])
        elif self._raw_html and _RAW.match(rest) and not self._in_paragraph(matched):
            leaf = Block(Kind.RAW, number, number, lines=[rest])
        if leaf is None:
            return None
        self._close(matched)
        self._add(leaf)
        self._leaf = leaf if leaf.kind in (Kind.FENCE, Kind.RAW, Kind.FOOTNOTE) else None
        return False

    def _opens_container(self, line: Line, number: int, matched: int) -> bool | None:
        indent = line.indent
        rest = line.rest[indent:]
        if matched > MAX_DEPTH:
            return None
        if rest[0] == ">":
            self._close(matched)
            line.skip(indent + 1)
            line.skip(line.rest[:1] == " ")
            self._open_container(Block(Kind.QUOTE, number, number))
            return True
        if (found := _MARKER.match(rest)) and not _RULE.match(rest):
            return self._opens_item(line, found, number, matched)
        return None

    def _opens_item(self, line: Line, found: re.Match[str], number: int, matched: int) -> bool | None:
        """Open a list item; a paragraph is interrupted only by one that has text and, if numbered, begins at 1."""
        empty = not line.rest[line.indent + found.end() :].strip()
        if self._in_paragraph(matched) and (empty or found[2] not in (None, "1")):
            return None
        self._close(matched)
        bullet, start = found[3] or found[1], int(found[2] or 0)
        if self._open[-1].kind is not Kind.LIST or self._open[-1].info != bullet:
            self._open_container(Block(Kind.LIST, number, number, info=bullet, number=start))
        before = line.indent + found.end()
        line.skip(before)
        padding = line.indent
        if empty or padding > 4:
            padding = 1
        line.skip(padding)
        self._open_container(Block(Kind.ITEM, number, number, indent=before + padding))
        return True

    def _underlines(self, line: Line, number: int) -> bool:
        """Turn the open paragraph, or its last line, into a heading or a table where this line makes it one."""
        leaf, rest = self._leaf, line.rest.strip()
        if leaf is None or leaf.kind is not Kind.PARAGRAPH:
            return False
        if _is_table(leaf.lines[-1], rest):
            header = leaf.lines.pop()
            if not leaf.lines:
                self._open[-1].children.pop()
            leaf.last = number - 2
            self._leaf = self._add(Block(Kind.TABLE, number - 1, number, lines=[header, rest]))
            return True
        if found := _SETEXT.match(rest):
            leaf.kind, leaf.last, leaf.number = Kind.HEADING, number, 1 if found[1][0] == "=" else 2
            self._leaf = None
            return True
        return False

    def _at_margin(self, matched: int) -> bool:
        return all(block.kind in (Kind.DOCUMENT, Kind.LIST) for block in self._open[:matched])

    def _in_paragraph(self, matched: int) -> bool:
        return matched == len(self._open) and self._leaf is not None and self._leaf.kind is Kind.PARAGRAPH

    def _blank(self, matched: int) -> None:
        """A blank line ends a paragraph or table, and a quote that it does not carry on."""
        if matched < len(self._open):
            self._close(matched)
        if self._leaf is not None and self._leaf.kind in (Kind.PARAGRAPH, Kind.TABLE):
            self._leaf = None

    def _extend(self, leaf: Block, text: str, number: int) -> None:
        leaf.lines.append(text)
        leaf.last = number

    def _add(self, block: Block) -> Block:
        if self._open[-1].kind is Kind.LIST and block.kind is not Kind.ITEM:
            self._close(len(self._open) - 1)
        self._open[-1].children.append(block)
        return block

    def _open_container(self, block: Block) -> None:
        self._leaf = None
        self._add(block)
        self._open.append(block)

    def _close(self, depth: int) -> None:
        """Close the open leaf and the containers beyond `depth`."""
        self._leaf = None
        while len(self._open) > depth:
            closed = self._open.pop()
            closed.last = max((child.last for child in closed.children), default=closed.first)


def _is_table(header: str, delimiters: str) -> bool:
    """Tell whether two lines begin a table: as many columns in the one as in the other, and a pipe somewhere."""
    return (
        _DELIMITER_ROW.match(delimiters) is not None
        and "|" in header + delimiters
        and len(cells(header)) == len(cells(delimiters))
    )
