r"""LaTeX between `[latex]` and `[/latex]`: text, in which `$…$` and environments of mathematics are formulas."""

from __future__ import annotations

import re

_MARK = re.compile(r"(?<!\\)\$\$?|\\(?P<side>begin|end)\{(?P<name>[A-Za-z]+\*?)\}")
_CLOSES = {"$": ("\\(", "\\)"), "$$": ("\\[", "\\]")}


class Latex:
    r"""The text at hand, read piece by piece while it `is_on`: its formulas come out as `\(…\)` and `\[…\]`."""

    def __init__(self) -> None:
        self.is_on = False
        self._open = ""

    def read(self, text: str) -> str:
        """A piece of the text."""
        return _MARK.sub(self._mark, text)

    def end(self) -> str:
        """What is still to be closed at the end."""
        self.is_on = False
        closing = _CLOSES.get(self._open, ("", "\\]" if self._open else ""))[1]
        self._open = ""
        return closing

    def _mark(self, mark: re.Match[str]) -> str:
        written, side = mark[0], mark["side"]
        if not self._open and side != "end":
            self._open = mark["name"] or written
            return f"\\[{written}" if side else _CLOSES[written][0]
        if self._open == (mark["name"] if side == "end" else written):
            self._open = ""
            return f"{written}\\]" if side else _CLOSES[written][1]
        return written
