"""Pipe tables as GitHub has them, but that a pipe in a code span never splits a cell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from flashdeck.syntax import Kind, regions

_DELIMITER = re.compile(
    r"^[ \t]*+(?:\|[ \t]*+)?+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?[ \t]*+$",
    re.MULTILINE,
)
_SEPARATOR = re.compile(r"\\[^\n]|\|")
_OTHER_BLOCK = re.compile(r"[ \t]*(?:$|>|\#{1,6}(?:[ \t]|$)|```|~~~|[-+*][ \t])")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table; each cell as its start and end in the text, white space around it left out."""

    start: int
    end: int
    cells: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class PipeTable:
    """A header, the delimiter row below it, and the rows below that."""

    header: Row
    delimiter: Row
    rows: tuple[Row, ...]

    @property
    def start(self) -> int:
        """Where the header begins."""
        return self.header.start

    @property
    def end(self) -> int:
        """Where the last row ends."""
        return self.rows[-1].end if self.rows else self.delimiter.end


def pipe_tables(text: str) -> Iterator[PipeTable]:
    """The tables of `text` in order; those inside code are not tables, which only the caller can tell."""
    if "|" not in text:
        return
    at = 0
    for delimiter in _DELIMITER.finditer(text):
        header_start = text.rfind("\n", 0, max(0, delimiter.start() - 1)) + 1
        header = text[header_start : delimiter.start()].rstrip("\n")
        if "|" not in delimiter.group() or "|" not in header or header_start < at:
            continue
        rows, at = [], min(delimiter.end() + 1, len(text))
        while at < len(text):
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            if _OTHER_BLOCK.match(text[at:end]):
                break
            rows.append(_row(text, at, end))
            at = min(end + 1, len(text))
        above = _row(text, header_start, header_start + len(header))
        yield PipeTable(above, _row(text, *delimiter.span()), tuple(rows))


def unescaped(cell: str) -> str:
    r"""A cell's text with each `\|` made the `|` that it stands for, in code too."""
    return cell.replace("\\|", "|")


def _row(text: str, start: int, end: int) -> Row:
    line = text[start:end]
    first, last = len(line) - len(line.lstrip()), len(line.rstrip())
    pipes = list(_pipes(line))
    if not pipes or pipes[0] != first:
        pipes.insert(0, first - 1)
    if len(pipes) == 1 or pipes[-1] != last - 1:
        pipes.append(last)
    return Row(start, end, tuple(_cell(line, start, left + 1, right) for left, right in pairwise(pipes)))


def _cell(line: str, start: int, left: int, right: int) -> tuple[int, int]:
    """Where the text of a cell begins and ends, the white space around it left out."""
    cell = line[left:right]
    begin = start + left + len(cell) - len(cell.lstrip())
    return begin, max(begin, start + left + len(cell.rstrip()))


def _pipes(line: str) -> Iterator[int]:
    """Where the pipes stand that part cells."""
    codes = [area for area in regions(line) if area.kind is Kind.CODE] if "`" in line else []
    at = 0
    for code in [*codes, None]:
        for match in _SEPARATOR.finditer(line, at, code.start if code else len(line)):
            if match.group() == "|":
                yield match.start()
        if code:
            at = code.end
