"""Words as a browser shows them -> runs as Markdown can write them.

White space is folded and never stands at the border of a style, formulas are found, and where Markdown has no mark for
a style its words stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from flashdeck.anki.adopting.prose.borders import bordered
from flashdeck.anki.adopting.prose.content import Break, Link, Run, Runs, Style
from flashdeck.anki.adopting.prose.formulas import with_formulas
from flashdeck.anki.adopting.prose.runs import common, is_blank, merged, outer

_SPACE = re.compile("[ \t\n\r\f\x85\xa0\u2028\u2029]+")
_WEB = re.compile(r"https?://|www\.", re.IGNORECASE)


def settled(runs: Iterable[Run]) -> Runs:
    """The runs of one paragraph, cell or heading in the one form that all ways to write them share."""
    return tuple(merged(_unlinked(bordered(_folded(with_formulas(list(runs)))))))


# ---------------------------------------------------------------------------------------------- white space


def _folded(runs: list[Run]) -> list[Run]:
    """Each stretch of white space as one space that stands in what its neighbours share; none at a line's ends."""
    pieces = [piece for run in runs for piece in _cut(run)]
    result: list[Run] = []
    for at, piece in enumerate(pieces):
        before = result[-1] if result else None
        if piece.what != " " or Style.CODE in piece.styles:
            result.append(piece)
        elif before and before.what == " " and Style.CODE not in before.styles:
            result[-1] = replace(before, gaps=common(before.gaps, piece.gaps), styles=before.styles & piece.styles)
        elif before and not _ends_line(before):
            after = pieces[at + 1] if at + 1 < len(pieces) else None
            styles = piece.styles & before.styles & after.styles if after else frozenset()
            result.append(replace(piece, styles=outer(styles)))
    return _trimmed(result)


def _cut(run: Run) -> Iterator[Run]:
    """A run with its white space folded, that at its ends on its own."""
    if not isinstance(run.what, str):
        yield run
    elif Style.CODE in run.styles:
        yield Run(_SPACE.sub(lambda space: " " * len(space[0]), run.what), run.styles, run.gaps)
    else:
        text = _SPACE.sub(" ", run.what)
        inner = text.strip(" ")
        if text[:1] == " ":
            yield Run(" ", run.styles, run.gaps)
        if inner:
            yield Run(inner, run.styles, run.gaps)
            if text[-1] == " ":
                yield Run(" ", run.styles, run.gaps)


def _ends_line(run: Run) -> bool:
    return isinstance(run.what, Break)


def _trimmed(runs: list[Run]) -> list[Run]:
    """The runs without white space of any kind around each line; a break stands in the deletions around it alone."""
    lines: list[list[Run]] = [[]]
    for run in runs:
        if _ends_line(run):
            lines.append([])
        else:
            lines[-1].append(run)
    result: list[Run] = []
    for line in filter(None, map(_stripped, lines)):
        if result:
            before, after = result[-1], line[0]
            result.append(Run(Break(), gaps=common(before.gaps, after.gaps)))
        result += line
    return result


def _stripped(line: list[Run]) -> list[Run]:
    start, end = 0, len(line)
    while start < end and is_blank(line[start]):
        start += 1
    while end > start and is_blank(line[end - 1]):
        end -= 1
    kept = line[start:end]
    for at, strip in ((0, str.lstrip), (-1, str.rstrip)):
        if kept and Style.CODE not in kept[at].styles and isinstance(text := kept[at].what, str):
            kept[at] = Run(strip(text), kept[at].styles, kept[at].gaps)
    return kept


# ---------------------------------------------------------------------------------------------- links


def _unlinked(runs: list[Run]) -> Iterator[Run]:
    """A link that says its own address is text: an address in the text is a link anyway."""
    for at, run in enumerate(runs):
        link = next((each for each in run.styles if isinstance(each, Link)), None)
        if link and isinstance(run.what, str) and not link.title and _says_itself(run.what, link):
            beside = [runs[near] for near in (at - 1, at + 1) if 0 <= near < len(runs)]
            if not any(link in each.styles for each in beside):
                yield replace(run, styles=run.styles - {link})
                continue
        yield run


def _says_itself(text: str, link: Link) -> bool:
    return _WEB.match(text) is not None and link.address in (text, f"http://{text}")
