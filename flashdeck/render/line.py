"""One line of Markdown as the reader of blocks sees it: how far it is indented, and how far it has been read."""

from __future__ import annotations

import re

# What may stand before a line's text: only there do tabs count as columns.
_PREFIX = re.compile(r"[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t>]+)*")


class Line:
    """A line and how far it has been read; leading tabs count as columns of four."""

    __slots__ = ("_written", "column", "text")

    def __init__(self, text: str) -> None:
        self._written = text
        self.text = text
        self.column = 0
        if "\t" in text:
            prefix = _PREFIX.match(text)
            end = prefix.end() if prefix else 0
            self.text = text[:end].expandtabs(4) + text[end:]

    @property
    def rest(self) -> str:
        """What has not been read yet."""
        return self.text[self.column :]

    @property
    def indent(self) -> int:
        """The spaces before the rest."""
        return len(self.text) - self.column - len(self.rest.lstrip(" "))

    @property
    def blank(self) -> bool:
        """Whether only white space is left."""
        return not self.rest.strip(" \t")

    @property
    def verbatim(self) -> str:
        """The rest with its tabs as written, where nothing before them had to be read."""
        return self.rest if self.column else self._written

    def skip(self, columns: int) -> None:
        """Read on by so many columns."""
        self.column = min(self.column + columns, len(self.text))


def dedent(text: str, columns: int) -> str:
    """Drop up to `columns` leading spaces."""
    spaces = len(text) - len(text.lstrip(" "))
    return text[min(spaces, columns) :]
