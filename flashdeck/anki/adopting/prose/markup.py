"""Content -> the plainest HTML that says it, for the library that writes Markdown.

Styles and deletions are runs' properties until here; now they become elements inside one another, the longest outside.
A deletion is never cut in two, a style may be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from typing import TypeAlias

from flashdeck.anki.adopting.prose.content import (
    Block,
    Blocks,
    Break,
    Code,
    Footnote,
    Formula,
    Gap,
    Heading,
    Image,
    Item,
    Items,
    Link,
    Mark,
    Paragraph,
    Quote,
    Rule,
    Run,
    Runs,
    Style,
    Table,
)

_Around: TypeAlias = Style | Link | Gap


def block_html(block: Block, *, second: bool = False) -> str:
    """The HTML of one block; `second` tells that it is a numbered list behind another one."""
    match block:
        case Paragraph(runs):
            html = f"<p>{inline_html(runs)}</p>"
        case Heading(level, runs):
            html = f"<h{level}>{inline_html(runs)}</h{level}>"
        case Rule():
            html = "<hr>"
        case Code(language, runs):
            html = f'<pre language="{escape(language)}" code="{escape(_with_marks(runs))}"></pre>'
        case Quote(blocks):
            html = f"<blockquote>{blocks_html(blocks)}</blockquote>"
        case Footnote(label, blocks):
            html = f'<footnote label="{escape(label)}">{blocks_html(blocks)}</footnote>'
        case Items():
            html = _list(block, ")" if second else ".")
        case Table(rows, aligned):
            lines = "".join(f"<tr>{''.join(f'<td>{inline_html(cell)}</td>' for cell in row)}</tr>" for row in rows)
            html = f'<table aligned="{" ".join(each or "-" for each in aligned)}">{lines}</table>'
    return html


def blocks_html(blocks: Blocks) -> str:
    """The HTML of blocks."""
    return "".join(block_html(block, second=second) for block, second in with_neighbours(blocks))


def with_neighbours(blocks: Blocks) -> Iterator[tuple[Block, bool]]:
    """Each block, and whether it is a numbered list that would go on with the one before it."""
    second = False
    before: Block | None = None
    for block in blocks:
        second = _is_numbered(before) and _is_numbered(block) and not second
        yield block, second
        before = block


def _is_numbered(block: Block | None) -> bool:
    return isinstance(block, Items) and block.start is not None


def _list(block: Items, delimiter: str) -> str:
    items = "".join(_item(item, at, block, delimiter) for at, item in enumerate(block.items))
    return f"<ul loose>{items}</ul>" if block.loose else f"<ul>{items}</ul>"


def _item(item: Item, at: int, block: Items, delimiter: str) -> str:
    marker = "-" if block.start is None else f"{block.start + at}{delimiter}"
    box = "" if item.checked is None else "[x]" if item.checked else "[ ]"
    return f'<li marker="{marker}" box="{box}">{blocks_html(item.blocks)}</li>'


# ---------------------------------------------------------------------------------------------- inline


def inline_html(runs: Runs) -> str:
    """The HTML of runs."""
    return "".join(_nested(list(runs), frozenset(), 0))


def _nested(runs: list[Run], on: frozenset[_Around], depth: int) -> Iterator[str]:
    """The HTML of runs of which all stand in what is `on`, and in `depth` deletions."""
    at = 0
    while at < len(runs):
        around, end = _longest(runs, at, on, depth)
        if around is None:
            after = runs[at + 1] if at + 1 < len(runs) else None
            yield _alone(runs[at], after)
            at += 1
            continue
        inner = "".join(_nested(runs[at:end], on | {around}, depth + isinstance(around, Gap)))
        yield _element(around, inner)
        at = end


def _longest(runs: list[Run], at: int, on: frozenset[_Around], depth: int) -> tuple[_Around | None, int]:
    """What begins at a run and goes on longest, and where it ends; a deletion before all of its length."""
    best: tuple[_Around | None, int] = (None, at + 1)
    gap = _gap(runs[at], depth)
    if gap:
        best = gap, _end(runs, at, lambda run: _gap(run, depth) == gap)
    styles = sorted(runs[at].styles - on - {Style.CODE}, key=lambda each: (isinstance(each, Style), str(each)))
    for style in styles:
        end = _end(runs, at, lambda run, style=style: style in run.styles)  # type: ignore[misc]  # a lambda with a default
        while end < len(runs) and end > at and (cut := _gap(runs[end - 1], depth)) and _gap(runs[end], depth) == cut:
            end -= 1
        if end > (best[1] if best[0] else at):
            best = style, end
    return best


def _end(runs: list[Run], at: int, holds: Callable[[Run], bool]) -> int:
    while at < len(runs) and holds(runs[at]):
        at += 1
    return at


def _gap(run: Run, depth: int) -> Gap | None:
    return run.gaps[depth] if len(run.gaps) > depth else None


def _element(around: _Around, inner: str) -> str:
    match around:
        case Link(address, title):
            return f'<a href="{escape(address)}" title="{escape(title)}">{inner}</a>'
        case Gap(number, hint):
            return f'<gap number="{number}" hint="{escape(hint)}">{inner}</gap>'
        case _:
            return f"<{around}>{inner}</{around}>"


def _alone(run: Run, after: Run | None) -> str:
    match run.what:
        case str(text):
            return f'<code text="{escape(text)}"></code>' if Style.CODE in run.styles else escape(text, quote=False)
        case Break():
            return "<br>"
        case Image(path, words, title):
            return f'<img src="{escape(path)}" alt="{escape(words)}" title="{escape(title)}">'
        case Mark(label):
            return f'<mark label="{escape(label)}"></mark>'
        case Formula(pieces, displayed):
            kind = "displayed" if displayed else "inline"
            follows = after.words[:1] if after else ""
            return f'<tex kind="{kind}" tex="{escape(_with_marks(pieces))}" after="{escape(follows)}"></tex>'


def _with_marks(runs: Runs) -> str:
    """Code or TeX with the marks of its deletions in their places."""
    parts: list[str] = []
    open_: tuple[Gap, ...] = ()
    for run in (*runs, Run("")):
        shared = 0
        while shared < min(len(open_), len(run.gaps)) and open_[shared] == run.gaps[shared]:
            shared += 1
        parts += [f"::{gap.hint}}}}}" if gap.hint else "}}" for gap in reversed(open_[shared:])]
        parts += [f"{{{{c{gap.number}::" for gap in run.gaps[shared:]]
        parts.append(run.words)
        open_ = run.gaps
    return "".join(parts)
