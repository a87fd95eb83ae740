"""Emphasis and strike-through: CommonMark's rules, bettered where figures and CJK text suffer from them.

* `*` between two letters or digits is a sign of multiplication: `8*H100 vs 16*A100`.
* `**` between them opens nothing if one is a digit: `2**10`.
* A Chinese, Japanese or Korean character beside `**` counts as a border of words, so that `**带宽（GB/s）**是` works.
* `~` alone is a tilde; only `~~` strikes through.
"""

from __future__ import annotations

import re
from unicodedata import category, east_asian_width

from markdown import Markdown
from markdown.extensions import Extension
from pymdownx.delimiterprocessor import Delimiter, DelimiterProcessor

from flashdeck.render.stash import ETX, STX

MAX_RUNS = 1000
"""Runs of `*`, `_` and `~` in one paragraph; the time that they take grows with the square of their number."""

_RUN = re.compile(r"[*_~]+")


def settle_runs(text: str) -> str:
    """Show the marks of emphasis literally that stand beyond the first `MAX_RUNS` runs of a paragraph."""
    for count, run in enumerate(_RUN.finditer(text)):
        if count == MAX_RUNS:
            rest = _RUN.sub(lambda late: "".join(f"{STX}{ord(mark)}{ETX}" for mark in late[0]), text[run.start() :])
            return text[: run.start()] + rest
    return text


class EmphasisExtension(Extension):
    """Put this room's emphasis in the place of Python-Markdown's."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the library's name
        """Register the three marks."""
        self._delimiters = DelimiterProcessor(_Mark("*", "strong,em"), md)
        self._delimiters.add(_Mark("_", "strong,em"))
        self._delimiters.add(_Mark("~", "del"))
        md.inlinePatterns.deregister("em_strong")
        md.inlinePatterns.register(self._delimiters, "emphasis", 60)
        md.registerExtension(self)

    def reset(self) -> None:
        """Forget the text before."""
        self._delimiters.reset()


class _Mark(Delimiter):  # type: ignore[misc] # pymdownx ships no types
    """`*` or `_` (once `em`, twice `strong`), or `~` (twice `del`)."""

    def __init__(self, token: str, tags: str) -> None:
        super().__init__(token, tags, double=tags == "del")

    def _build_patterns(self, token: str) -> None:
        """Set what the library's processor asks for; its own patterns do not know these rules."""
        self.token = token
        self.max_size = 1 if self.single else 2
        self.bad = re.compile(re.escape(token) + "+")
        self.boundary = _Boundary(token)


class _Boundary:
    """What stands for the library's pattern of a run: its match's group is an end, a start, or (ambiguous) either."""

    def __init__(self, mark: str) -> None:
        self._mark = mark
        names = ("end", "start", "ambiguous")
        self._as = {name: re.compile(rf"(?P<{name}>{re.escape(mark)}+)") for name in names}

    def match(self, text: str, position: int) -> re.Match[str] | None:
        """Return the run that begins at `position`, or None if it means nothing there."""
        before = text[position - 1 : position]
        run = self._as["ambiguous"].match(text, position)
        if run is None or before == self._mark:
            return None
        opens, closes = self._means(before, run[0], text[run.end() : run.end() + 1])
        if opens and closes:
            return run
        name = "start" if opens else "end" if closes else ""
        return self._as[name].match(text, position) if name else None

    def _means(self, before: str, run: str, after: str) -> tuple[bool, bool]:
        """Tell whether a run between two characters ("" at the ends of the text) can open, and whether it can close."""
        left = _is_text(after) and (not _is_punctuation(after) or _is_border(before))
        right = _is_text(before) and (not _is_punctuation(before) or _is_border(after))
        if self._mark == "_":
            opens = left and (not right or before == ETX or _is_punctuation(before))
            return opens, right and (not left or after == STX or _is_punctuation(after))
        if self._mark == "*" and _is_word(before) and _is_word(after):
            product = len(run) == 1
            power = len(run) == 2 and (before.isdigit() or after.isdigit())
            return left and not product and not power, right and not product
        return left, right


def _is_text(character: str) -> bool:
    return character != "" and not character.isspace()


def _is_border(character: str) -> bool:
    """Tell what may stand outside a run that has punctuation inside; a token may, and so may CJK text."""
    return not _is_text(character) or character in (STX, ETX) or _is_punctuation(character) or _is_cjk(character)


def _is_punctuation(character: str) -> bool:
    return character != "" and category(character)[0] in "PS"


def _is_cjk(character: str) -> bool:
    return character != "" and east_asian_width(character) in "WF"


def _is_word(character: str) -> bool:
    return character.isalnum() and not _is_cjk(character)
