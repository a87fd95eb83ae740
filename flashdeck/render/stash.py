"""What Markdown must not touch stands in its text as tokens until the HTML is done.

Math is delivered byte for byte, code spans literally, and the marks of cloze deletions have no meaning to Markdown. A
token is opaque to Python-Markdown: it begins with STX and ends with ETX, which the library itself reserves, and its
name is none of the library's.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from flashdeck.syntax import Kind, Region, regions

STX, ETX = "\x02", "\x03"
_TOKEN = re.compile(r"\x02fd(\d+)\x03")
_QUOTED = re.compile(r"\n[ ]{0,3}(?:>[ ]?)+")
_CLEAN = str.maketrans({"\x00": "\ufffd", STX: "␂", ETX: "␃"})


def clean(text: str) -> str:
    """Show the characters that tokens are made of; every offset stays."""
    return text.translate(_CLEAN)


def escape(text: str) -> str:
    """Escape what HTML would read as markup."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


@dataclass(frozen=True, slots=True)
class Piece:
    """What a token stands for: how it was written, and its HTML. A mark (of a cloze) was not written as text."""

    source: str
    html: str
    mark: bool = False
    in_math: str = ""


class Stash:
    """The tokens of one text."""

    def __init__(self) -> None:
        self._pieces: list[Piece] = []

    def keep(self, piece: Piece) -> str:
        """Return the token that stands for `piece`."""
        self._pieces.append(piece)
        return f"{STX}fd{len(self._pieces) - 1}{ETX}"

    def mark(self, html: str, in_math: str) -> str:
        """Return a token that becomes `html` in text and code, `in_math` in a formula, and nothing in an attribute."""
        return self.keep(Piece("", html, mark=True, in_math=in_math))

    def marked(self, text: str) -> bool:
        """Tell whether a mark stands in the text."""
        return any(self._pieces[int(token[1])].mark for token in _TOKEN.finditer(text))

    def source(self, text: str, *, marks: bool = False) -> str:
        """Put back what was written; `marks` stay as tokens if wanted."""

        def written(token: re.Match[str]) -> str:
            piece = self._pieces[int(token[1])]
            return token[0] if piece.mark and marks else self.source(piece.source, marks=marks)

        return _TOKEN.sub(written, text)

    def html(self, text: str) -> str:
        """Put the HTML in place of the tokens."""
        return _TOKEN.sub(lambda token: self.html(self._pieces[int(token[1])].html), text)

    def stow(self, text: str) -> str:
        """Replace formulas, and code spans that stand on one line, by tokens, and drop comments.

        A code span of several lines may yet turn out to cross a block's border: `stow_code` takes it, block by block.
        """
        return self._replace(text, [r for r in regions(text) if _opaque(text, r)])

    def stow_code(self, text: str) -> str:
        """Replace the code spans of one block's text by tokens."""
        if "`" not in text:
            return text
        return self._replace(text, [region for region in regions(text) if region.kind is Kind.CODE])

    def in_cell(self, text: str) -> str:
        r"""Read `\|` in the code spans of a table's cell as a pipe; a formula keeps it, as TeX's double bar."""

        def unescaped(token: re.Match[str]) -> str:
            piece = self._pieces[int(token[1])]
            if not piece.source.startswith("`"):
                return token[0]
            return self.keep(Piece(piece.source, piece.html.replace("\\|", "|")))

        return _TOKEN.sub(unescaped, text)

    def _replace(self, text: str, found: list[Region]) -> str:
        parts: list[str] = []
        end = 0
        for region in found:
            start = region.start
            if region.kind is Kind.COMMENT:
                start, after = _comment(text, region, end)
                parts.append(text[end:start])
                end = after
                continue
            parts += [text[end:start], self._token(text, region)]
            end = region.end
        parts.append(text[end:])
        return "".join(parts)

    def _token(self, text: str, region: Region) -> str:
        source = text[region.start : region.end]
        inner = text[region.inner_start : region.inner_end]
        if region.kind is Kind.CODE:
            return self.keep(Piece(source, f"<code>{escape(_code(self.source(inner)))}</code>"))
        if ">" in text[text.rfind("\n", 0, region.start) + 1 : region.start]:
            inner = _QUOTED.sub("\n", inner)
        inner = self._marks_in_math(inner)
        opening, closing = (r"\(", r"\)") if region.kind is Kind.MATH_INLINE else (r"\[", r"\]")
        return self.keep(Piece(source, f"{opening}{escape(inner)}{closing}"))

    def _marks_in_math(self, formula: str) -> str:
        def in_math(token: re.Match[str]) -> str:
            return self.keep(Piece("", self._pieces[int(token[1])].in_math, mark=True))

        return _TOKEN.sub(in_math, formula)


def _opaque(text: str, region: Region) -> bool:
    if region.kind is Kind.FENCE:
        return False
    return region.kind is not Kind.CODE or text.find("\n", region.start, region.end) < 0


def _code(inner: str) -> str:
    """A code span's text as CommonMark has it: line ends are spaces, one space of padding on both sides goes."""
    inner = inner.replace("\n", " ")
    if inner.strip(" ") and inner[0] == inner[-1] == " ":
        return inner[1:-1]
    return inner


def _comment(text: str, region: Region, end: int) -> tuple[int, int]:
    """Where a dropped comment begins and ends: with its lines, if it has them to itself."""
    line_start = text.rfind("\n", end, region.start) + 1 or end
    line_end = text.find("\n", region.end)
    after = len(text) if line_end < 0 else line_end + 1
    if text[line_start : region.start].strip() or text[region.end : after].strip():
        return region.start, region.end
    return line_start, after
