"""Fences, comments and formulas that are opened and never closed, reported where they begin."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from flashdeck.compile.source import Place, Problems
from flashdeck.syntax import Kind, Region

_MARKS = re.compile(r"`+|~+")
_COMMENT = re.compile(r"(?<!\\)<!--")
_INLINE = re.compile(r"(?<![\\\]])(?P<marks>\\\()")
_CLOSES = {"$$": "$$", "\\[": "\\]", "\\(": "\\)"}
_DISPLAY = re.compile(r"^ {0,3}(?P<marks>\$\$|\\\[)(?![^\n]*(?:\$\$|\\\]))", re.MULTILINE)


def report_unclosed(problems: Problems, start: int, areas: Sequence[Region]) -> list[int]:
    """Reports what is never closed from offset `start` on; returns in order where that spoils a card."""
    text = problems.source.text
    spoiled = [_fence(problems, area) for area in areas if area.kind is Kind.FENCE and not area.closed]
    if "<!--" in text:
        spoiled += [_comment(problems, match.start()) for match in outside(areas, _COMMENT.finditer(text, start))]
        _warn_of_nested_comments(problems, areas)
    if "$$" in text or "\\[" in text:
        for display in outside(areas, _DISPLAY.finditer(text, start)):
            _warn_of_formula(problems, display, "no blank line with a heading below it may stand in a formula")
    if "\\(" in text:
        for inline in outside(areas, _INLINE.finditer(text, start)):
            _warn_of_formula(
                problems, inline, "it must stand in the same paragraph, and a plain `(` needs no backslash"
            )
    return sorted(spoiled)


def outside(areas: Sequence[Region], matches: Iterable[re.Match[str]]) -> Iterator[re.Match[str]]:
    """The matches, which are in order, that begin in none of the areas."""
    at = 0
    for match in matches:
        while at < len(areas) and areas[at].end <= match.start():
            at += 1
        if at == len(areas) or match.start() < areas[at].start:
            yield match


def _fence(problems: Problems, area: Region) -> int:
    marks = _MARKS.match(problems.source.text, area.start)
    length = marks.end() - area.start if marks else 1
    mark = problems.source.text[area.start : area.start + length]
    problems.error(
        "unclosed-fence",
        "The code block that begins here is never closed",
        Place(area.start, length),
        f"Put a line holding only {mark} below its last line, indented like this one.",
        "opened here",
    )
    return area.start


def _comment(problems: Problems, offset: int) -> int:
    problems.error(
        "unclosed-comment",
        "The comment that begins here is not closed",
        Place(offset, 4),
        "Put `-->` behind it, in its paragraph unless it begins a line; write `\\<!--` to show it.",
        "opened here",
    )
    return offset


def _warn_of_nested_comments(problems: Problems, areas: Sequence[Region]) -> None:
    """A comment that holds another opening has probably lost its end, and hides cards."""
    for area in areas:
        if area.kind is Kind.COMMENT:
            at = problems.source.text.find("<!--", area.inner_start, area.inner_end)
            if at >= 0:
                problems.warning(
                    "comment-in-comment",
                    "A comment begins inside a comment, which ends at the first `-->`",
                    Place(at, 4),
                    "Close the first comment with `-->` before this one.",
                    "already in a comment",
                )


def _warn_of_formula(problems: Problems, opening: re.Match[str], where: str) -> None:
    marks = opening["marks"]
    problems.warning(
        "unclosed-math",
        f"The formula that `{marks}` begins is never closed, and is shown as text",
        Place(opening.start("marks"), 2),
        f"Put `{_CLOSES[marks]}` behind it; {where}.",
        "opened here",
    )
