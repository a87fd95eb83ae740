"""Styled text and its lines, measured in the cells of a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len

Style = frozenset[str]
PLAIN: Style = frozenset()

_ZWJ = "\u200d"
_NOT_FIRST = frozenset(",.;:!?)]}、。，．：；？！）］｝」』】〉》〕〗…～·’”％")
_NOT_LAST = frozenset("([{（［｛「『【〈《〔〖‘“￥＄")


class Segment(NamedTuple):
    """A piece of a line and the names of its styles."""

    text: str
    style: Style = PLAIN


Line = tuple[Segment, ...]


def width_of(segments: Iterable[Segment]) -> int:
    """Return the cells that the segments take."""
    return sum(cell_len(segment.text) for segment in segments)


def merged(segments: Iterable[Segment]) -> Line:
    """Join neighbours of one style."""
    line: list[Segment] = []
    for segment in segments:
        if line and line[-1].style == segment.style:
            line[-1] = Segment(line[-1].text + segment.text, segment.style)
        elif segment.text:
            line.append(segment)
    return tuple(line)


def prefixed(lines: Sequence[Line], first: str, rest: str, style: Style = PLAIN) -> list[Line]:
    """Put `first` before the first line and `rest` before the others; a line of spaces alone is left empty."""
    result: list[Line] = []
    for index, line in enumerate(lines):
        prefix = first if index == 0 else rest
        if not prefix:
            result.append(line)
        elif not line:
            result.append(merged([Segment(prefix.rstrip(), style)]))
        elif line[0].style == style:
            result.append((Segment(prefix + line[0].text, style), *line[1:]))
        else:
            result.append((Segment(prefix, style), *line))
    return result


def clusters(text: str) -> Iterator[str]:
    """Cut the text into what a terminal shows in one place: a character with what combines with it."""
    cluster = ""
    for character in text:
        joins = cluster and (
            cluster[-1] == _ZWJ
            or (not character.isascii() and cell_len(character) == 0)
            or (_is_flag(character) and _is_flag(cluster) and len(cluster) == 1)
        )
        if cluster and not joins:
            yield cluster
            cluster = ""
        cluster += character
    if cluster:
        yield cluster


def _is_flag(character: str) -> bool:
    return "\U0001f1e6" <= character[0] <= "\U0001f1ff"


class _Word(NamedTuple):
    """What is not broken as long as it fits; `space` stands before it."""

    segments: tuple[Segment, ...]
    width: int
    space: Segment | None


def wrap(segments: Iterable[Segment], width: int) -> list[Line]:
    r"""Flow the text into lines of at most `width` cells; spaces and `\n` (a forced end of line) are single.

    CJK text breaks between any two characters, but no line begins with closing punctuation or ends with an opening
    bracket. A word that is wider than a line is cut, behind a slash if it has one.
    """
    whole = tuple(segments)
    if _is_one_line(whole) and width_of(whole) <= width:
        return [merged(whole)]
    result: list[Line] = []
    line: list[Segment] = []
    used = 0
    for word in _words(whole):
        if word is None:
            result.append(merged(line))
            line, used = [], 0
            continue
        gap = 1 if word.space and line else 0
        if line and used + gap + word.width > width:
            result.append(merged(line))
            line, used, gap = [], 0, 0
        if gap and word.space:
            line.append(word.space)
            used += 1
        *full, last = cut(word.segments, width, after="/")
        result += full
        line += last
        used = used + word.width if not full else width_of(last)
    if line or not result:
        result.append(merged(line))
    return result


def _is_one_line(segments: Sequence[Segment]) -> bool:
    """Tell whether wrapping would neither break the text nor strip it, if it fits."""
    return bool(segments) and not (
        any("\n" in text for text, _ in segments) or segments[0].text[:1] == " " or segments[-1].text[-1:] == " "
    )


def cut(segments: Sequence[Segment], width: int, later: int | None = None, *, after: str = "") -> list[Line]:
    """Cut the segments into lines of at most `width` cells (`later` from the second on).

    A line is cut where it is full, or rather behind a character of `after` if one stands in its second half.
    """
    if width_of(segments) <= width:
        return [tuple(segments)]
    whole = "".join(segment.text for segment in segments)
    if whole.isascii() and whole.isprintable():
        return _sliced(segments, _ends(whole, width, width if later is None else later, after))
    lines: list[Line] = []
    line: list[Segment] = []
    room = width
    for text, style in segments:
        for piece in text if text.isascii() else clusters(text):
            cells = cell_len(piece)
            if line and cells > room:
                end = _cut_at(line, after)
                lines.append(merged(line[:end]))
                line = line[end:]
                room = (width if later is None else later) - width_of(line)
            line.append(Segment(piece, style))
            room -= cells
    return [*lines, merged(line)]


def _ends(text: str, room: int, later: int, after: str) -> Iterator[int]:
    """Yield where the lines of text end that takes a cell for each character, as `cut` has it."""
    start = 0
    while len(text) - start > room:
        full = start + max(1, room)
        behind = max((text.rfind(mark, (start + full) // 2 + 1, full) + 1 for mark in after), default=0)
        start, room = behind or full, later
        yield start
    yield len(text)


def _sliced(segments: Iterable[Segment], ends: Iterable[int]) -> list[Line]:
    lines: list[Line] = []
    line: list[Segment] = []
    at, waiting = 0, iter(ends)
    end = next(waiting)
    for text, style in segments:
        start, stop = 0, len(text)
        while end - at < stop:
            line.append(Segment(text[start : end - at], style))
            lines.append(merged(line))
            start, line = end - at, []
            end = next(waiting)
        line.append(Segment(text[start:], style))
        at += stop
    return [*lines, merged(line)]


def _cut_at(line: Sequence[Segment], after: str) -> int:
    for index in range(len(line) - 1, len(line) // 2, -1):
        if line[index].text in after:
            return index + 1
    return len(line)


def longest_word(segments: Iterable[Segment]) -> int:
    """Return the cells of the widest word: narrower than that, text can only be cut. An address may well be cut."""
    return max((word.width for word in _words(segments) if word and "url" not in word.segments[-1].style), default=0)


def _words(segments: Iterable[Segment]) -> Iterator[_Word | None]:
    """Cut the text at spaces and around CJK characters; None is a forced end of line."""
    word: list[Segment] = []
    space: Segment | None = None
    breakable = False
    for text, style in segments:
        for cluster in _pieces(text):
            if cluster in {" ", "\n"}:
                if word:
                    yield _word(word, space)
                    word, space = [], None
                if cluster == "\n":
                    yield None
                    space = None
                else:
                    space = Segment(" ", style)
                continue
            wide = not cluster.isascii() and cell_len(cluster[0]) == 2
            before = word[-1].text[-1] if word else ""
            if word and (wide or breakable) and cluster[0] not in _NOT_FIRST and before not in _NOT_LAST:
                yield _word(word, space)
                word, space = [], None
            word.append(Segment(cluster, style))
            breakable = wide
    if word:
        yield _word(word, space)


_PIECE = re.compile(r"[ \n]|[!-~]+|[^ \n!-~]+")


def _pieces(text: str) -> Iterator[str]:
    """Spaces, words of ASCII, and clusters of other characters."""
    for piece in _PIECE.findall(text):
        if piece.isascii():
            yield piece
        else:
            yield from clusters(piece)


def _word(segments: list[Segment], space: Segment | None) -> _Word:
    return _Word(tuple(segments), width_of(segments), space)
