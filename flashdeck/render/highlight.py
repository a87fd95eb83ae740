"""Code -> HTML, in Pygments' short classes; a cloze mark stays between the spans it falls among."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flashdeck.render.stash import escape

MAX_HIGHLIGHTED = 3_000
"""The `cost` of the code in one text that is highlighted; blocks that would make it more stay plain."""

# Words and white space so long that Pygments' lexers for some languages take seconds over one of them.
_ENDLESS = re.compile(r"\w{100}|\s{100}")
_MARK = re.compile(r"\x02fd\d+\x03")


def cost(code: str) -> int:
    """Return how much a block counts: its characters, and 15 for each line and for each of three around it.

    The time of some of Pygments' lexers grows with the square of the lines, and each lexer is loaded for its block.
    """
    return len(code) + 15 * (code.count("\n") + 4)


def code_block(code: str, language: str, room: int) -> str:
    """Return the inside of a `<pre>`, with the marks of `code` in their places.

    It is highlighted if Pygments knows `language` and its cost is no more than `room`.
    """
    plain, marks = _without_marks(code)
    name = f' class="language-{escape(language)}"' if re.fullmatch(r"[\w.+#-]+", language) else ""
    return f"<code{name}>{''.join(_spans(plain, marks, language if cost(plain) <= room else ''))}</code>"


def _without_marks(code: str) -> tuple[str, list[tuple[int, str]]]:
    """Return the code alone, and each mark with its offset in it."""
    marks: list[tuple[int, str]] = []
    plain: list[str] = []
    length = end = 0
    for mark in _MARK.finditer(code):
        plain.append(code[end : mark.start()])
        length += mark.start() - end
        end = mark.end()
        marks.append((length, mark[0]))
    plain.append(code[end:])
    return "".join(plain), marks


def _spans(code: str, marks: list[tuple[int, str]], language: str) -> Iterator[str]:
    waiting = iter([*marks, (len(code) + 1, "")])
    at, mark = next(waiting)
    position = 0
    for name, text in _tokens(code, language):
        start = 0
        while position + len(text) > at:
            cut = at - position
            yield _span(name, text[start:cut])
            yield mark
            start = cut
            at, mark = next(waiting)
        yield _span(name, text[start:])
        position += len(text)
    while mark:
        yield mark
        at, mark = next(waiting)


def _span(name: str, text: str) -> str:
    if not text or not name:
        return escape(text)
    return f'<span class="{name}">{escape(text)}</span>'


def _tokens(code: str, language: str) -> list[tuple[str, str]]:
    """Cut `code` into (Pygments' short class, text); the texts together are `code`."""
    from pygments.lexers import get_lexer_by_name
    from pygments.token import STANDARD_TYPES
    from pygments.util import ClassNotFound

    plain = [("", code)]
    if not language or _ENDLESS.search(code):
        return plain
    try:
        lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return plain
    tokens: list[tuple[str, str]] = []
    for kind, text in lexer.get_tokens(code):
        known = next(above for above in reversed(kind.split()) if above in STANDARD_TYPES)
        name = "" if text.isspace() else STANDARD_TYPES[known]
        if tokens and tokens[-1][0] == name:
            tokens[-1] = (name, tokens[-1][1] + text)
        else:
            tokens.append((name, text))
    return tokens if "".join(text for _, text in tokens) == code else plain
