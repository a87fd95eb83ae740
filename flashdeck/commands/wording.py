"""The text of a card in one line of a terminal, without the marks of Markdown."""

from __future__ import annotations

import re
from functools import cache

from flashdeck.commands.printing import folded

_MARKED = re.compile(r"[*_~`$\\\[<&]")


def in_words(text: str) -> str:
    """Its words, with formulas as text (`n²`); what cannot be said in a line stands as it is written."""
    if not _MARKED.search(text):
        return folded(text)
    from flashdeck.syntax.plain import plain

    return plain(text, formula=_formula) or folded(text)


@cache
def _formula(tex: str) -> str:
    from flashdeck.render.notation import formula_lines

    lines = formula_lines(tex)
    return lines[0] if lines and len(lines) == 1 else tex
