"""Fenced code blocks, also in list items and block quotes."""

from __future__ import annotations

import re

from flashdeck.syntax.lines import LEAD, LINE, OpenLists, width
from flashdeck.syntax.region import Kind, Region

FENCE = re.compile(rf"^{LEAD}(?P<run>`{{3,}}(?=[^`\n]*+$)|~{{3,}})[^\n]*+", re.MULTILINE)
_CLOSING_FENCE = re.compile(r"^(?P<indent>[ \t]*+)(?P<run>`{3,}+|~{3,}+)[ \t]*+$", re.MULTILINE)
_QUOTED_LINE = re.compile(r"^[ \t]*+>[ \t>]*+(?P<run>`{3,}+|~{3,}+)?(?P<rest>[^\n]*+)\n?", re.MULTILINE)


def fence_at(text: str, opening: re.Match[str], lists: OpenLists) -> Region | None:
    """The fence that `opening` begins, unless its indentation makes it text."""
    lead, run = opening["lead"], opening["run"]
    start, inner_start = opening.start("run"), min(opening.end() + 1, len(text))
    if ">" in lead:
        inner_end, end = _quoted_end(text, run, inner_start)
        return Region(Kind.FENCE, start, end, inner_start, inner_end)
    indent = width(lead)
    marked = bool(lead.strip())
    column = indent if marked else lists.column(opening.start(), indent) if indent else 0
    if indent - column > 3:
        return None
    inner_end, end = _listed_end(text, run, inner_start, column) if column else _end(text, run, inner_start)
    return Region(Kind.FENCE, start, end, inner_start, inner_end)


def _end(text: str, run: str, inner_start: int) -> tuple[int, int]:
    """Where a fence at the margin ends, without and with its closing line."""
    for closing in _CLOSING_FENCE.finditer(text, inner_start):
        if closing["run"].startswith(run) and width(closing["indent"]) <= 3:
            return closing.start(), closing.end()
    return len(text), len(text)


def _listed_end(text: str, run: str, inner_start: int, column: int) -> tuple[int, int]:
    """Where a fence in a list item ends: at its closing line, or where the item does."""
    last = inner_start
    for line in LINE.finditer(text, inner_start):
        if line.lastgroup == "indent":
            continue
        if width(line["indent"]) < column:
            return last, last
        closing = _CLOSING_FENCE.match(text, line.start())
        if closing and closing["run"].startswith(run) and width(closing["indent"]) - column <= 3:
            return closing.start(), closing.end()
        line_end = text.find("\n", line.end())
        last = len(text) if line_end < 0 else line_end + 1
    return len(text), len(text)


def _quoted_end(text: str, run: str, inner_start: int) -> tuple[int, int]:
    """Where a fence in a block quote ends: at its closing line, or where the quote does."""
    at = inner_start
    while line := _QUOTED_LINE.match(text, at):
        if line["run"] and line["run"].startswith(run) and not line["rest"].strip():
            return at, line.end("rest")
        if line.end() == at:
            break
        at = line.end()
    return at, at
