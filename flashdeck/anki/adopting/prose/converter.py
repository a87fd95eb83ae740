"""Markdown by markdownify, in the dialect of the card files and as their authors write it."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from bs4 import Tag
from markdownify import ATX, BACKSLASH, MarkdownConverter

from flashdeck.anki.adopting.prose.content import Block, Runs
from flashdeck.anki.adopting.prose.escapes import Care, closing_marks, escaped, line_starts, picture_words
from flashdeck.anki.adopting.prose.markup import block_html, inline_html

WIDEST = 120
"""Characters up to which the columns of a table are set below one another."""

_CELL, _ROW = "\x04", "\x05"
_KEPT = re.compile(r"\x02(\d+)d?\x03")
_BEFORE_DISPLAY, _AFTER_DISPLAY = re.compile(r" (?=\x02\d+d\x03)"), re.compile(r"(?<=d\x03) ")
_BACKTICKS = re.compile(r"`+")
_LINES = re.compile(r"^(?=[^\n])", re.MULTILINE)
_ONE_DOLLAR = re.compile(r"(?<!\\)(?:\\\\)*\$")
_PAIRED = re.compile(r"[^\[\]]*+(?:\[[^\[\]]*+\][^\[\]]*+)*+")
_PLAIN_TARGET = re.compile(r"[^\s()<>\\]+")


def block_markdown(block: Block, care: Care, *, second: bool = False) -> str:
    """One block; `second` tells that it is a numbered list behind another one."""
    return _converter(care).convert(block_html(block, second=second))


def line_markdown(runs: Runs, care: Care) -> str:
    """What stands on the line of a heading, which no mark at its beginning makes another block."""
    return closing_marks(_converter(care).convert(f"<line>{inline_html(runs)}</line>"))


class CardConverter(MarkdownConverter):
    """Writes the HTML of `markup`: its elements are markdownify's and a few of our own.

    What must not be escaped or indented is `kept` aside until the text is done, with a token in its place.
    """

    def __init__(self, care: Care) -> None:
        super().__init__(heading_style=ATX, bullets="-", newline_style=BACKSLASH, autolinks=False)
        self._care = care
        self._kept: list[str] = []

    def convert(self, html: str) -> str:
        """The Markdown of HTML."""
        self._kept.clear()
        text: str = super().convert(html)
        return _KEPT.sub(lambda token: self._kept[int(token[1])], text)

    def _keep(self, text: str, *, displayed: bool = False) -> str:
        self._kept.append(text)
        return f"\x02{len(self._kept) - 1}{'d' if displayed else ''}\x03"

    def escape(self, text: str, parent_tags: set[str]) -> str:
        """Text between tags."""
        return escaped(text, self._care, in_gap="gap" in parent_tags)

    # ------------------------------------------------------------------------------------------ inline

    def convert_line(self, _el: Tag, text: str, parent_tags: set[str]) -> str:
        """The text of a heading."""
        return text.replace("\n", " ").strip()

    def convert_gap(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        """A deletion."""
        hint = f"::{el['hint']}" if el["hint"] else ""
        return f"{{{{c{el['number']}::{text}{self._keep(hint) if hint else ''}}}}}"

    def convert_code(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        """A code span, between as many backticks as it needs."""
        code = str(el["text"])
        fence = "`" * (max((len(run) for run in _BACKTICKS.findall(code)), default=0) + 1)
        is_padded = code[:1] == code[-1:] == " " and code.strip(" ")
        pad = " " if is_padded or "`" in (code[:1], code[-1:]) else ""
        return self._keep(f"{fence}{pad}{code}{pad}{fence}")

    def convert_tex(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        """A formula, between dollars where these can only be its own."""
        tex, after = str(el["tex"]), str(el["after"])
        has_dollar = _ONE_DOLLAR.search(tex) is not None
        if el["kind"] == "displayed":
            return self._keep(f"\\[{tex}\\]" if has_dollar else f"$${tex}$$", displayed=True)
        is_safe = tex == tex.strip() and not has_dollar and not after.isdigit() and after != "$"
        return self._keep(f"${tex}$" if is_safe else f"\\({tex}\\)")

    def convert_mark(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        """A reference to a footnote."""
        return self._keep(f"[^{el['label']}]")

    def convert_img(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        """A picture."""
        return self._keep(f"![{picture_words(str(el['alt']))}]({_target(el['src'], el['title'])})")

    def convert_a(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        """A link."""
        target = _target(el["href"], el["title"])
        return f"[{_balanced(text)}]" + self._keep(f"({target})")

    # ------------------------------------------------------------------------------------------ blocks

    def convert_p(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        """A paragraph; a formula on display stands on lines of its own."""
        text = _AFTER_DISPLAY.sub("\n", _BEFORE_DISPLAY.sub("\n", text.strip(" \n")))
        return f"\n\n{line_starts(text)}\n\n"

    def convert_hN(self, n: int, el: Tag, text: str, parent_tags: set[str]) -> str:
        """A heading."""
        return f"\n\n{'#' * n} {closing_marks(text.strip())}\n\n"

    def convert_hr(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        """A line across, which is no border of a card."""
        return "\n\n***\n\n"

    def convert_pre(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        """A block of code."""
        code = str(el["code"])
        fence = "`" * max(3, *(len(run) + 1 for run in _BACKTICKS.findall(code)), 3)
        return f"\n\n{fence}{el['language']}\n{code}\n{fence}\n\n"

    def convert_blockquote(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        """A quotation."""
        lines = (f"> {line}" if line else ">" for line in text.strip("\n").split("\n"))
        return "\n\n" + "\n".join(lines) + "\n\n"

    def convert_footnote(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        """A footnote below the text."""
        return f"\n\n[^{el['label']}]: " + _LINES.sub("    ", text.strip("\n"))[4:] + "\n\n"

    def convert_ul(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        """A list, whose items bring their marks along."""
        return "\n\n" + text.strip("\n") + "\n\n"

    def convert_li(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        """An item."""
        is_loose = el.parent is not None and el.parent.has_attr("loose")
        text = text.strip("\n")
        if not is_loose and len(el.contents) > 1:  # a list or code directly below its paragraph
            text = text.replace("\n\n", "\n", 1)
        marker = f"{el['marker']} "
        lines = _LINES.sub(" " * len(marker), text)[len(marker) :]
        box = f"{el['box']} " if el["box"] else ""
        return f"{marker}{box}{lines}\n" + ("\n" if is_loose else "")

    # ------------------------------------------------------------------------------------------ tables

    def convert_td(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        """A cell."""
        return text.strip().replace("|", "\\|").replace("\n", " ") + _CELL

    def convert_tr(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        """A row."""
        return text + _ROW

    def convert_table(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        """A pipe table, its columns below one another if they are not too wide for that."""
        kept = _KEPT.sub(lambda token: self._kept[int(token[1])], text)
        rows = [line.split(_CELL)[:-1] for line in kept.split(_ROW)[:-1]]
        aligned = str(el["aligned"]).split(" ")
        widths = [max(3, *(len(row[column]) for row in rows)) for column in range(len(aligned))]
        if sum(widths) + 3 * len(widths) + 1 > WIDEST:
            widths = [3] * len(widths)
        header, *others = (
            "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in rows
        )
        rule = "|".join(_delimiter(side, width + 2) for side, width in zip(aligned, widths, strict=True))
        return "\n\n" + "\n".join([header, f"|{rule}|", *others]) + "\n\n"


@cache
def _converter(care: Care) -> CardConverter:
    """Making one takes as long as converting a line."""
    return CardConverter(care)


def _delimiter(side: str, width: int) -> str:
    left, right = ":" if side in ("left", "center") else "-", ":" if side in ("right", "center") else "-"
    return f"{left}{'-' * (width - 2)}{right}"


def _balanced(text: str) -> str:
    r"""The text of a link: a bracket in it that has no partner would end it, and `\]` might end a formula."""
    text = text.replace("\\[", "&#91;")
    if _PAIRED.fullmatch(text):
        return text
    return text.replace("[", "&#91;").replace("]", "&#93;")


def _target(address: Any, title: Any) -> str:
    written = str(address)
    if not _PLAIN_TARGET.fullmatch(written):
        written = f"<{written}>"
    quoted = str(title).replace("\\", "\\\\").replace('"', '\\"')
    return f'{written} "{quoted}"' if title else written
