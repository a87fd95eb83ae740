"""The cloze deletions of a text: `{{c1::answer}}` and `{{c1::answer::hint}}`, nested as deep as Anki takes them.

Code spans, fenced code and math inside a deletion are opaque. Braces are counted, so that `{{c1::{a, b}}}` hides the
set; a run of closing braces that is one short closes the deletion all the same (`{{c1::main() {}}`). Inside a fenced
block `::` is code and starts no hint.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from flashdeck.compile.pipetables import pipe_tables
from flashdeck.model import Deletion
from flashdeck.syntax import PARAGRAPH_BREAK, Kind, Region, regions

MAX_NUMBER = 500
"""Anki makes no card for a higher number."""

MAX_DEPTH = 10
"""Anki takes no deletion that is nested deeper."""

_OPENING = r"(?P<opening>\{\{c(?P<number>[0-9]++)::)|(?P<misspelt>\{\{[ \t]*+[cC][ \t]*+\d[\d, \t]*+[:：]{1,2})"
_BRACES = r"(?P<brace>\{)|(?P<closing>\}++)"
_SIGN = re.compile(_OPENING)
_IN_CODE = re.compile(rf"{_OPENING}|{_BRACES}")
_IN_MATH = re.compile(rf"\\[^\n]|{_OPENING}|{_BRACES}|(?P<hint>::)")
_IN_PROSE = re.compile(
    rf"\\[^\n]|{_OPENING}|{_BRACES}|(?P<hint>::)|(?P<break>{PARAGRAPH_BREAK})|(?P<cell>[\n|])", re.VERBOSE
)


@dataclass(frozen=True, slots=True)
class Flaw:
    """What is wrong with a deletion, at `start` in the text."""

    code: str
    message: str
    start: int
    length: int
    help: str


@dataclass(slots=True)
class _Open:
    """A deletion that is not closed yet; `braces` counts the plain ones that are open in it."""

    number: int
    start: int
    answer_start: int
    sound: bool
    braces: int = 0
    hint: int | None = None
    second_hint: int | None = None


def has_deletions(text: str) -> bool:
    """Whether `text` holds a deletion, or what was meant as one."""
    if "{{" not in text or not _SIGN.search(text):
        return False
    if "`" not in text and "\\{" not in text:
        return True
    return any(deletions(text))


def deletions(text: str) -> tuple[tuple[Deletion, ...], tuple[Flaw, ...]]:
    """The deletions of `text` in order, and what is wrong with those that are not among them."""
    scan = _Scan(text)
    scan.prose()
    found = sorted(scan.found, key=lambda deletion: deletion.start)
    return tuple(found), tuple(sorted(scan.flaws, key=lambda flaw: flaw.start))


@dataclass(slots=True)
class _Scan:
    """One pass over a text, region by region."""

    text: str
    found: list[Deletion] = field(default_factory=list)
    flaws: list[Flaw] = field(default_factory=list)
    open: list[_Open] = field(default_factory=list)
    cut: list[_Open] = field(default_factory=list)

    def prose(self) -> None:
        """Reads the text outside of regions, and the regions that hold deletions of their own."""
        tables = list(pipe_tables(self.text))[::-1]
        at = 0
        for region in [*regions(self.text), None]:
            for token in _IN_PROSE.finditer(self.text, at, region.start if region else len(self.text)):
                if token.lastgroup == "break":
                    self._border()
                elif token.lastgroup == "cell":
                    while tables and tables[-1].end < token.start():
                        tables.pop()
                    if tables and tables[-1].start <= token.start():
                        self._border()
                else:
                    self._token(token)
            if region:
                self._region(region)
                at = region.end
        self._border()
        for each in self.cut:
            self._flaw("cloze-unclosed", f"The deletion `c{each.number}` is never closed", each, "Close it with `}}`.")

    def _region(self, region: Region) -> None:
        """A formula or a fenced block is opaque, unless deletions stand in it: these must end in it."""
        if region.kind is Kind.CODE or not _SIGN.search(self.text, region.inner_start, region.inner_end):
            return
        outer, self.open = self.open, []
        cut, self.cut = self.cut, []
        pattern = _IN_CODE if region.kind is Kind.FENCE else _IN_MATH
        for token in pattern.finditer(self.text, region.inner_start, region.inner_end):
            self._token(token)
        where = "block" if region.kind is Kind.FENCE else "formula"
        for each in self.open:
            if each.sound:
                message = f"The deletion `c{each.number}` begins in a {where} and does not end in it"
                self._flaw("cloze-unclosed", message, each, f"Close it with `}}}}` inside the {where}, or begin it before.")
        self.open, self.cut = outer, cut

    def _token(self, token: re.Match[str]) -> None:
        inner = self.open[-1] if self.open else None
        match token.lastgroup:
            case "opening":
                self._begin(token)
            case "misspelt":
                self._misspelt(token)
            case "closing":
                self._close(*token.span())
            case "brace" if inner:
                inner.braces += 1
            case "hint" if inner and not inner.braces:
                if inner.hint is None:
                    inner.hint = token.start()
                else:
                    inner.second_hint = token.start()

    def _begin(self, token: re.Match[str]) -> None:
        digits = token["number"].lstrip("0")
        number = int(digits) if 0 < len(digits) <= 3 else 0
        deletion = _Open(number, token.start(), token.end(), sound=0 < number <= MAX_NUMBER)
        if not deletion.sound:
            message = f"Deletions are numbered from 1 to {MAX_NUMBER}, and this one is `c{token['number'][:9]}`"
            self._flaw("cloze-number", message, deletion, "Give it a number of that range, e.g. `{{c1::`.")
        elif self.open and self.open[-1].hint is not None:
            deletion.sound = False
            message = "A deletion stands in the hint of another"
            self._flaw("cloze-in-hint", message, deletion, "Write the hint without `{{c…::`.")
        elif len(self.open) >= MAX_DEPTH:
            deletion.sound = False
            message = f"Deletions nest more than {MAX_DEPTH} deep"
            self._flaw("cloze-too-deep", message, deletion, "Split the text into two cards.")
        self.open.append(deletion)

    def _misspelt(self, token: re.Match[str]) -> None:
        digits = "".join(each for each in token.group() if each.isdecimal())[:3]
        deletion = _Open(int(digits), token.start(), token.end(), sound=False)
        self.open.append(deletion)
        message = f"`{token.group()}` begins no deletion"
        self._flaw("cloze-misspelt", message, deletion, f"Write `{{{{c{int(digits)}::`; in a code span it is text.")

    def _close(self, at: int, end: int) -> None:
        """A run of closing braces: plain ones close first, then the deletion, then what is around it."""
        while at < end and self.open:
            inner, run = self.open[-1], end - at
            if run >= inner.braces + 2 or run == inner.braces + 1 > 1:
                at += min(run, inner.braces + 2)
                self._end(self.open.pop(), at - 2)
            else:
                inner.braces -= min(run, inner.braces)
                return
        if end - at > 1 and self.cut:
            each = self.cut.pop()
            message = f"The deletion `c{each.number}` crosses the end of a paragraph, list item or table cell"
            self._flaw("cloze-crosses-block", message, each, "Give each of them its own deletion with the same number.")

    def _end(self, inner: _Open, at: int) -> None:
        if not inner.sound:
            return
        answer_end = at if inner.hint is None else inner.hint
        if not self.text[inner.answer_start : answer_end].strip():
            message = f"The deletion `c{inner.number}` is empty"
            self._flaw("cloze-empty", message, inner, "Write what it hides behind `::`.")
        elif inner.second_hint is not None:
            message = f"The deletion `c{inner.number}` holds `::` twice: where its hint begins is not clear"
            answer = self.text[inner.answer_start : at]
            self._flaw("cloze-hint", message, inner, f"Put code into a code span: `` {{{{c{inner.number}::`{answer}`}}}} ``.")
        else:
            hint = None if inner.hint is None else self.text[inner.hint + 2 : at].strip() or None
            self.found.append(Deletion(inner.number, inner.start, at + 2, inner.answer_start, answer_end, hint))

    def _border(self) -> None:
        """The end of a block: what is open here crosses it, or is never closed."""
        self.cut.extend(each for each in self.open if each.sound)
        self.open.clear()

    def _flaw(self, code: str, message: str, deletion: _Open, help: str) -> None:
        self.flaws.append(Flaw(code, message, deletion.start, deletion.answer_start - deletion.start, help))
