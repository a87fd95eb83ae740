"""The cloze deletions of a text: `{{c1::answer}}` and `{{c1::answer::hint}}`, which may nest.

Code spans, fenced code and math inside a deletion are opaque. Braces are counted, so that `{{c1::{a, b}}}` hides the
set; a run of closing braces that is one short closes the deletion all the same (`{{c1::main() {}}`). In a fenced block
`::` is code and starts no hint.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from flashdeck.compile.pipetables import pipe_tables
from flashdeck.model import Deletion
from flashdeck.syntax import PARAGRAPH_BREAK, Kind, Region, regions

MAX_NUMBER = 500
"""Anki makes no card for a higher number."""

MAX_DEPTH = 10
"""Anki sees no deletion that is nested deeper."""

_OPENING = r"(?P<opening>\{\{c(?P<number>[0-9]++)::)|(?P<misspelt>\{\{[ \t]*+[cC][ \t]*+\d[\d, \t]*+[:：]{1,2})"
_BRACES = r"(?P<brace>\{)|(?P<closing>\}++)"
_DIGITS = re.compile(r"\d+")
_HEADING = re.compile(r"[ ]{0,3}#{1,6}[ \t\n]")
_SIGN = re.compile(_OPENING)
_IN_CODE = re.compile(rf"{_OPENING}|{_BRACES}")
_IN_MATH = re.compile(rf"\\[^\n]|{_OPENING}|{_BRACES}|(?P<hint>::)")
_IN_PROSE = re.compile(rf"\\[^\n]|{_OPENING}|{_BRACES}|(?P<hint>::)|(?P<border>{PARAGRAPH_BREAK})|(?P<cell>[\n|])")


@dataclass(frozen=True, slots=True)
class Flaw:
    """What is wrong with the deletion whose opening marks stand from `start` to `end`."""

    code: str
    message: str
    start: int
    end: int
    fix: str


def has_deletions(text: str) -> bool:
    """Whether `text` holds a deletion, or what was meant as one."""
    if "{{" not in text or not _SIGN.search(text):
        return False
    if "`" not in text and "\\{" not in text:
        return True
    return any(deletions(text))


@lru_cache(maxsize=4)  # a card is first asked whether it is a cloze, and then for its deletions
def deletions(text: str) -> tuple[tuple[Deletion, ...], tuple[Flaw, ...]]:
    """The deletions of `text` by their start, and what is wrong with those that are not among them."""
    scan = _Scan(text)
    scan.prose()
    found = sorted(scan.found, key=lambda deletion: deletion.start)
    return tuple(found), tuple(sorted(scan.flaws, key=lambda flaw: flaw.start))


@dataclass(slots=True)
class _Open:
    """A deletion that is not closed yet; `braces` counts the plain ones that are open in it."""

    number: int
    start: int
    answer_start: int
    sound: bool = True
    braces: int = 0
    hint: int | None = None
    second_hint: int | None = None


@dataclass(slots=True)
class _Scan:
    """One pass over a text: `open` are the deletions around the place at hand, `cut` those that a border ended."""

    text: str
    found: list[Deletion] = field(default_factory=list)
    flaws: list[Flaw] = field(default_factory=list)
    open: list[_Open] = field(default_factory=list)
    cut: list[_Open] = field(default_factory=list)

    def prose(self) -> None:
        """Reads the text outside of regions, and on the way the regions that hold deletions of their own."""
        borders = _Borders(self.text)
        ahead = list(regions(self.text))[::-1]
        for token in _IN_PROSE.finditer(self.text):
            while ahead and ahead[-1].end <= token.start():
                self._region(ahead.pop())
            region = ahead[-1] if ahead else None
            if region and region.start <= token.start():
                continue
            if token.lastgroup not in ("border", "cell"):
                self._token(token)
            elif borders.is_border(token, region):
                self._border()
        while ahead:
            self._region(ahead.pop())
        self._border()
        for each in self.cut:
            self._flaw("cloze-unclosed", f"The deletion `c{each.number}` is never closed", each, "Put `}}` behind it.")

    def _region(self, region: Region) -> None:
        """Reads a formula or a fenced block if deletions stand in it: they must end in it."""
        if region.kind is Kind.CODE or not _SIGN.search(self.text, region.inner_start, region.inner_end):
            return
        outer = self.open, self.cut
        self.open, self.cut = [], []
        pattern, where = (_IN_CODE, "block") if region.kind is Kind.FENCE else (_IN_MATH, "formula")
        for token in pattern.finditer(self.text, region.inner_start, region.inner_end):
            self._token(token)
        self._border()
        for each in self.cut:
            message = f"The deletion `c{each.number}` begins in a {where} and does not end in it"
            self._flaw("cloze-unclosed", message, each, f"Put `}}}}` behind it, inside the {where}.")
        self.open, self.cut = outer

    def _token(self, token: re.Match[str]) -> None:
        inner = self.open[-1] if self.open else None
        match token.lastgroup:
            case "opening":
                self._opening(token)
            case "misspelt":
                self._misspelt(token)
            case "closing":
                self._closing(*token.span())
            case "brace" if inner:
                inner.braces += 1
            case "hint" if inner and not inner.braces:
                if inner.hint is None:
                    inner.hint = token.start()
                else:
                    inner.second_hint = token.start()

    def _opening(self, token: re.Match[str]) -> None:
        digits = token["number"].lstrip("0")
        number = int(digits) if 0 < len(digits) <= 3 else 0
        deletion = _Open(number, *token.span())
        if not 0 < number <= MAX_NUMBER:
            message = f"Deletions are numbered from 1 to {MAX_NUMBER}"
            self._refuse("cloze-number", message, deletion, "Give it a free number, e.g. `{{c1::`.")
        elif self.open and self.open[-1].hint is not None:
            message = "A deletion stands in the hint of another"
            self._refuse("cloze-in-hint", message, deletion, "Write the hint without a deletion.")
        elif len(self.open) >= MAX_DEPTH:
            message = f"Deletions nest more than {MAX_DEPTH} deep, which Anki does not take"
            self._refuse("cloze-too-deep", message, deletion, "Split the text into two cards.")
        self.open.append(deletion)

    def _misspelt(self, token: re.Match[str]) -> None:
        digits = _DIGITS.search(token.group())
        number = int(digits.group()[:3]) if digits else 1
        deletion = _Open(number, *token.span())
        message = f"`{token.group()}` begins no deletion"
        self._refuse("cloze-misspelt", message, deletion, f"Write `{{{{c{number}::`; in a code span it is text.")
        self.open.append(deletion)

    def _closing(self, at: int, end: int) -> None:
        """A run of closing braces: plain ones close first, then the deletion, then what is around it."""
        while at < end and self.open:
            inner, run = self.open[-1], end - at
            if run < inner.braces + 2 and not run == inner.braces + 1 > 1:
                inner.braces -= min(run, inner.braces)
                return
            at += min(run, inner.braces + 2)
            self._close(self.open.pop(), at - 2)
        if end - at > 1 and self.cut:
            deletion = self.cut.pop()
            message = f"The deletion `c{deletion.number}` crosses the border of a paragraph, list item or table cell"
            fix = f"Give each part a deletion of its own; those with the number {deletion.number} hide together."
            self._flaw("cloze-crosses-block", message, deletion, fix)

    def _close(self, deletion: _Open, at: int) -> None:
        """Ends a deletion whose `}}` stand at `at`."""
        number, answer_start, hint = deletion.number, deletion.answer_start, deletion.hint
        answer_end = at if hint is None else hint
        if not deletion.sound:
            return
        if not self.text[answer_start:answer_end].strip():
            self._flaw(
                "cloze-empty", f"The deletion `c{number}` is empty", deletion, "Write what it hides behind `::`."
            )
        elif deletion.second_hint is not None:
            message = f"The deletion `c{number}` holds `::` twice, so that it is not clear where its hint begins"
            fix = f"Put code into a code span: {{{{c{number}::`{self.text[answer_start:at].strip()}`}}}}."
            self._flaw("cloze-hint", message, deletion, fix)
        else:
            words = None if hint is None else self.text[hint + 2 : at].strip()
            self.found.append(Deletion(number, deletion.start, at + 2, answer_start, answer_end, words or None))

    def _border(self) -> None:
        """The end of a block: what is open here crosses it, or is never closed."""
        if self.open:
            self.cut.extend(each for each in self.open if each.sound)
            self.open.clear()

    def _refuse(self, code: str, message: str, deletion: _Open, fix: str) -> None:
        deletion.sound = False
        self._flaw(code, message, deletion, fix)

    def _flaw(self, code: str, message: str, deletion: _Open, fix: str) -> None:
        self.flaws.append(Flaw(code, message, deletion.start, deletion.answer_start, fix))


class _Borders:
    """Which line ends and pipes of a text end a block; asked in order."""

    def __init__(self, text: str) -> None:
        self._tables = list(pipe_tables(text))[::-1]
        self._is_heading = _HEADING.match(text) is not None

    def is_border(self, token: re.Match[str], region: Region | None) -> bool:
        """Whether `token` ends a block, `region` being the next one: a fence may follow inside a deletion."""
        was_heading = self._is_heading and token.group() != "|"
        if token.lastgroup == "border":
            self._is_heading = token["heading"] is not None
            is_fence = region is not None and region.kind is Kind.FENCE and region.start == token.end()
            return was_heading or token["blank"] is not None or not is_fence
        self._is_heading = self._is_heading and not was_heading
        return was_heading or self._is_in_table(token.start())

    def _is_in_table(self, at: int) -> bool:
        while self._tables and self._tables[-1].end < at:
            self._tables.pop()
        return bool(self._tables) and self._tables[-1].start <= at
