"""A source cut into cards: which lines are headings, and where a card's front ends and its back begins."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from flashdeck.compile.source import Passage, Problems
from flashdeck.syntax import Kind, OpenLists, Region, regions

_HEADING = re.compile(r"^(?P<indent> {0,3})(?P<marks>##?)(?![^ \t\n])[ \t]*+(?P<text>[^\n]*)", re.MULTILINE)
_GLUED = re.compile(r"^ {0,3}(?P<marks>##)(?=[^\W_])", re.MULTILINE)
_RULE = re.compile(r"^(?P<indent> {0,3})(?P<marks>---)[ \t]*+$", re.MULTILINE)
_MATH_LINE = re.compile(r"^ {0,3}(?P<marks>\$\$|\\\[)(?![^\n]*(?:\$\$|\\\]))", re.MULTILINE)
_COMMENT = re.compile(r"(?<!\\)(?P<marks><!--)")
_REST_OF_LINE = re.compile(r"[ \t]*+(?:\n|\Z)")


@dataclass(frozen=True, slots=True)
class Block:
    """One card as it stands in the file: a level-2 heading and the text up to the next heading of level 1 or 2.

    `above` is what stands between the heading and the `---`, None where there is no such border; `below` is the rest
    of the body. `sound` is false where a fence or a comment that begins in it is never closed.
    """

    section: str
    heading: Passage
    above: Passage | None
    below: Passage
    sound: bool


def blocks(problems: Problems, start: int) -> Iterator[Block]:
    """The cards of the source from offset `start` on, in order."""
    text = problems.source.text
    areas = regions(text, start)
    unclosed = _report_unclosed(problems, start, areas)
    _warn_of_glued_marks(problems, start, areas)
    section, headings = "", list(_headings(text, start, areas))
    for heading, end in zip(headings, [*(each.start() for each in headings[1:]), len(text)], strict=False):
        inside = _between(areas, heading.start(), end) if areas else ()
        cuts = _cuts(text, inside) if inside else []
        title = _title(text, heading, cuts)
        if heading["marks"] == "#":
            section = title.text
            continue
        body_start = min(heading.end() + 1, end)
        if cuts:
            body_start = max([body_start, *(cut[1] for cut in cuts if cut[0] < body_start)])
        body = Passage.read(text, body_start, end, [cut for cut in cuts if cut[0] >= body_start])
        above, below = _parts(problems, body, inside)
        sound = not any(heading.start() <= offset < end for offset in unclosed)
        yield Block(section, title, above, below, sound)


def _headings(text: str, start: int, areas: Sequence[Region]) -> Iterator[re.Match[str]]:
    """The headings of level 1 and 2, but those in a region or a list item."""
    lists = OpenLists(text, start)
    for heading in _outside(_HEADING.finditer(text, start), areas):
        indent = len(heading["indent"])
        if not indent or not lists.column(heading.start(), indent):
            yield heading


def _outside(matches: Iterable[re.Match[str]], areas: Sequence[Region]) -> Iterator[re.Match[str]]:
    """The matches that begin in no region."""
    at = 0
    for match in matches:
        while at < len(areas) and areas[at].end <= match.start():
            at += 1
        if at == len(areas) or match.start() < areas[at].start:
            yield match


def _between(areas: Sequence[Region], start: int, end: int) -> Sequence[Region]:
    first = bisect_left(areas, start, key=lambda area: area.start)
    return areas[first : bisect_left(areas, end, first, key=lambda area: area.start)]


def _title(text: str, heading: re.Match[str], cuts: Sequence[tuple[int, int]]) -> Passage:
    """The heading's text, without the marks that may close it."""
    words = heading["text"].rstrip(" \t")
    opened = words.rstrip("#")
    if opened != words and not opened.rstrip(" \t") != opened and opened:
        opened = words
    start = heading.start("text")
    end = start + len(opened.rstrip(" \t"))
    return Passage.read(text, start, end, [(cut, min(to, end)) for cut, to in cuts if cut < end]).stripped()


def _cuts(text: str, areas: Sequence[Region]) -> list[tuple[int, int]]:
    """What is cut out with the comments: one that has its lines to itself takes them along."""
    cuts = []
    for area in areas:
        if area.kind is Kind.COMMENT:
            start, end = area.start, area.end
            while start and text[start - 1] in " \t":
                start -= 1
            rest = _REST_OF_LINE.match(text, end)
            alone = rest and (start == 0 or text[start - 1] == "\n")
            cuts.append((start, rest.end()) if rest and alone else (area.start, end))
    return cuts


# ---------------------------------------------------------------------------------------------- the border


def _parts(problems: Problems, body: Passage, areas: Sequence[Region]) -> tuple[Passage | None, Passage]:
    """What stands above and below the first `---` with blank lines around it."""
    if "---" not in body.text:
        return None, body.stripped()
    lists = OpenLists(body.text, 0)
    for rule in _RULE.finditer(body.text):
        if _is_inside(body.offset(rule.start("marks")), areas):
            continue
        if rule["indent"] and lists.column(rule.start(), len(rule["indent"])):
            continue
        above, below = body.part(0, rule.start()), body.part(min(rule.end() + 1, len(body.text)), len(body.text))
        blank_above, blank_below = _ends_blank(above.text), _REST_OF_LINE.match(below.text)
        if blank_above and blank_below:
            return above.stripped(), below.stripped()
        _warn_of_border(problems, body.offset(rule.start("marks")), blank_above=blank_above)
    return None, body.stripped()


def _is_inside(offset: int, areas: Sequence[Region]) -> bool:
    at = bisect_left(areas, offset, key=lambda area: area.end)
    return at < len(areas) and areas[at].start <= offset


def _ends_blank(text: str) -> bool:
    """Whether the last line of `text`, which ends with a line end, is blank."""
    last_line = text.rfind("\n", 0, max(0, len(text) - 1)) + 1
    return bool(text) and not text[last_line:].strip()


def _warn_of_border(problems: Problems, offset: int, *, blank_above: bool) -> None:
    if blank_above:
        problems.warning(
            "border-without-blank-line",
            "`---` moves the border only with blank lines around it: this one is a rule across the text",
            offset,
            3,
            help="Put a blank line below it; for a rule write `***`.",
            label="text follows directly",
        )
    else:
        problems.warning(
            "setext-border",
            "`---` directly below text makes that text a heading and moves no border",
            offset,
            3,
            help="Put a blank line above and below `---` to end the front here; for a rule write `***`.",
            label="underlines the line above",
        )


# ---------------------------------------------------------------------------------------------- what is never closed


def _report_unclosed(problems: Problems, start: int, areas: Sequence[Region]) -> list[int]:
    """Reports fences, comments and displays that nothing closes; returns where those begin that spoil a card."""
    text = problems.source.text
    fences = [area.start for area in areas if area.kind is Kind.FENCE and not area.closed]
    for offset in fences:
        run = re.compile(r"`+|~+").match(text, offset)
        mark = run.group() if run else "```"
        problems.error(
            "unclosed-fence",
            "The code block that begins here is never closed",
            offset,
            len(mark),
            help=f"Put a line holding only `{mark}` below its last line, indented like its first.",
            label="opened here",
        )
    comments: list[int] = []
    if "<!--" in text:
        for comment in _outside(_COMMENT.finditer(text, start), areas):
            comments.append(comment.start())
            problems.error(
                "unclosed-comment",
                "The comment that begins here is never closed",
                comment.start(),
                4,
                help="Put `-->` behind it, or write `\\<!--` to show it.",
                label="opened here",
            )
        _warn_of_nested_comments(problems, areas)
    if "$$" in text or "\\[" in text:
        for formula in _outside(_MATH_LINE.finditer(text, start), areas):
            problems.warning(
                "unclosed-math",
                "The formula that begins here is never closed, and is shown as text",
                formula.start("marks"),
                2,
                help="Close it with `$$`, or with `\\]` if it begins with `\\[`.",
                label="opened here",
            )
    return fences + comments


def _warn_of_nested_comments(problems: Problems, areas: Sequence[Region]) -> None:
    """A comment that holds another opening has probably lost its end, and hides cards."""
    text = problems.source.text
    for area in areas:
        if area.kind is Kind.COMMENT:
            at = text.find("<!--", area.inner_start, area.inner_end)
            if at >= 0:
                problems.warning(
                    "comment-in-comment",
                    "A comment begins inside a comment, which ends at the first `-->`",
                    at,
                    4,
                    help="Close the first comment with `-->` before this one.",
                )


def _warn_of_glued_marks(problems: Problems, start: int, areas: Sequence[Region]) -> None:
    for marks in _outside(_GLUED.finditer(problems.source.text, start), areas):
        problems.warning(
            "heading-without-space",
            "`##` directly before a word is text and opens no card",
            marks.start("marks"),
            2,
            help="Put a space behind `##` to open a card, or write `\\##`.",
        )
