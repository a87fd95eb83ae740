"""Emphasis and strike-through: CommonMark's rules, bettered where figures and CJK text suffer from them.

* `*` between two letters or digits is a sign of multiplication: `8*H100 vs 16*A100`.
* `**` between them opens nothing if one is a digit: `2**10`.
* A Chinese, Japanese or Korean character beside `**` counts as a border of words, so that `**带宽（GB/s）**是` works.
* `~` alone is a tilde; only `~~` strikes through.
"""

from __future__ import annotations

import re

from markdown import Markdown
from markdown.extensions import Extension
from pymdownx.delimiterprocessor import PUNCT, Delimiter, DelimiterProcessor

MAX_RUNS = 1000
"""Runs of `*`, `_` and `~` in one paragraph; the time that they take grows with the square of their number."""

_RUN = re.compile(r"[*_~]+")
_CJK = (
    "\u1100-\u11ff\u2e80-\u303f\u3040-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff"
    "\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U0001b000-\U0001b16f\U00020000-\U0003ffff"
)
_WORD = rf"[^\W_{_CJK}]"
_NEAR = rf"\s{PUNCT}{_CJK}"  # what may stand outside a run that has punctuation inside; a token of the stash may, too


class _Emphasis(Delimiter):  # type: ignore[misc] # pymdownx ships no types
    """`*` or `_` (once `em`, twice `strong`), or `~` (twice `del`)."""

    def __init__(self, token: str, tags: str) -> None:
        super().__init__(token, tags, double=tags == "del")
        self.boundary = _boundary(re.escape(token))


def settle_runs(text: str) -> str:
    """Show the marks of emphasis literally that stand beyond the first `MAX_RUNS` runs of a paragraph."""
    for count, run in enumerate(_RUN.finditer(text)):
        if count == MAX_RUNS:
            rest = _RUN.sub(lambda late: "".join(f"\x02{ord(mark)}\x03" for mark in late[0]), text[run.start() :])
            return text[: run.start()] + rest
    return text


def _boundary(token: str) -> re.Pattern[str]:
    """Return the pattern of a run of `token` that can be an end, a start, or (ambiguous) either."""
    run = rf"{token}+(?!{token})"
    left = rf"(?:(?<=[{_NEAR}\x03])|^){run}(?=\S)|{run}(?![\s{PUNCT}]|$)"
    right = rf"(?<=\S){run}(?=[{_NEAR}\x02]|$)|(?<=[^\s{PUNCT}]){run}"
    start, end = rf"(?={left})", rf"(?={right})"
    if token == "_":  # noqa: S105 - a mark of emphasis, not a secret
        start, end = rf"{start}(?!(?={right})(?<![{PUNCT}]))", rf"{end}(?!(?={left}){run}(?![{PUNCT}]))"
    elif token == r"\*":
        product = rf"(?<={_WORD}){token}(?!{token})(?={_WORD})"
        power = rf"(?:(?<=\d){token}{{2,}}(?={_WORD})|(?<={_WORD}){token}{{2,}}(?=\d))"
        start, end = rf"(?!{product}|{power}){start}", rf"(?!{product}){end}"
    return re.compile(
        rf"(?<!{token})(?:(?P<ambiguous>{start}{end}{token}+)|(?P<end>{end}{token}+)|(?P<start>{start}{token}+))"
    )


class EmphasisExtension(Extension):
    """Put this room's emphasis in the place of Python-Markdown's."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the library's name
        """Register the three delimiters."""
        self._delimiters = DelimiterProcessor(_Emphasis("*", "strong,em"), md)
        self._delimiters.add(_Emphasis("_", "strong,em"))
        self._delimiters.add(_Emphasis("~", "del"))
        md.inlinePatterns.deregister("em_strong")
        md.inlinePatterns.register(self._delimiters, "emphasis", 60)
        md.registerExtension(self)

    def reset(self) -> None:
        """Forget the text before."""
        self._delimiters.reset()
