"""A source cut into cards: which lines are headings, and where a card's front ends and its back begins."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flashdeck.compile.source import Passage, Problems
from flashdeck.compile.surprises import warn_of_surprises
from flashdeck.compile.unclosed import outside, report_unclosed
from flashdeck.syntax import Kind, OpenLists, Region, regions

_HEADING = re.compile(r"^(?P<indent> {0,3})(?P<marks>##?)(?![^ \t\n])[ \t]*+(?P<text>[^\n]*)", re.MULTILINE)
_RULE = re.compile(r"^(?P<indent> {0,3})(?P<marks>---)[ \t]*+$", re.MULTILINE)
_OTHER_BLOCK = re.compile(r"[ \t]*(?:[-+*>|#]|\d{1,9}[.)])")
_BLANK_REST = re.compile(r"[ \t]*+(?:\n|\Z)")

Cuts = Sequence[tuple[int, int]]


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
    unclosed = report_unclosed(problems, start, areas)
    warn_of_surprises(problems, start, areas)
    section, headings = "", list(_headings(text, start, areas))
    for heading, end in zip(headings, [*(each.start() for each in headings[1:]), len(text)], strict=False):
        inside = _between(areas, heading.start(), end) if areas else ()
        cuts = _cuts(text, inside) if inside else ()
        title = _title(text, heading, cuts)
        if heading["marks"] == "#":
            section = title.text
        else:
            above, below = _parts(problems, _body(text, heading, end, cuts), inside)
            sound = bisect_left(unclosed, heading.start()) == bisect_left(unclosed, end)
            yield Block(section, title, above, below, sound)


def extents(text: str, start: int) -> Iterator[tuple[int, int]]:
    """Where each card of a source's text begins and ends, in order: offsets of its heading's line and of the next."""
    headings = list(_headings(text, start, regions(text, start)))
    for heading, end in zip(headings, [*(each.start() for each in headings[1:]), len(text)], strict=False):
        if heading["marks"] == "##":
            yield heading.start(), end


def prose(text: str, start: int) -> str:
    """What stands between a source's first title and its next title or card, comments cut out.

    Empty where a card comes before any title.
    """
    areas = regions(text, start)
    found = _headings(text, start, areas)
    title, after = next(found, None), next(found, None)
    if title is None or title["marks"] != "#":
        return ""
    end = after.start() if after else len(text)
    return _body(text, title, end, _cuts(text, _between(areas, title.start(), end))).stripped().text


def _headings(text: str, start: int, areas: Sequence[Region]) -> Iterator[re.Match[str]]:
    """The headings of level 1 and 2, but those in a region or a list item."""
    lists = OpenLists(text, start, areas)
    for heading in outside(areas, _HEADING.finditer(text, start)):
        indent = len(heading["indent"])
        if not indent or not lists.column(heading.start(), indent):
            yield heading


def _between(areas: Sequence[Region], start: int, end: int) -> Sequence[Region]:
    first = bisect_left(areas, start, key=lambda area: area.start)
    return areas[first : bisect_left(areas, end, first, key=lambda area: area.start)]


def _title(text: str, heading: re.Match[str], cuts: Cuts) -> Passage:
    """The heading's text, without the marks that may close it: `## Text ##`."""
    words = heading["text"].rstrip(" \t")
    opened = words.rstrip("#")
    if opened and opened[-1] not in " \t":
        opened = words
    start = heading.start("text")
    end = start + len(opened.rstrip(" \t"))
    return Passage.read(text, start, end, [(cut, min(to, end)) for cut, to in cuts if cut < end]).stripped()


def _body(text: str, heading: re.Match[str], end: int, cuts: Cuts) -> Passage:
    """The lines below the heading; a comment that begins in the heading may end in them."""
    start = min(heading.end() + 1, end)
    if not cuts:
        return Passage.read(text, start, end)
    start = max([start, *(cut_end for cut_start, cut_end in cuts if cut_start < start)])
    return Passage.read(text, start, end, [cut for cut in cuts if cut[0] >= start])


def _cuts(text: str, areas: Sequence[Region]) -> Cuts:
    """What is cut out with the comments: one that has its lines to itself takes them along."""
    cuts = []
    for area in areas:
        if area.kind is Kind.COMMENT:
            start = area.start
            while start and text[start - 1] in " \t":
                start -= 1
            rest = _BLANK_REST.match(text, area.end)
            alone = start == 0 or text[start - 1] == "\n"
            cuts.append((start, rest.end()) if rest and alone else (area.start, area.end))
    return cuts


# ---------------------------------------------------------------------------------------------- the border


def _parts(problems: Problems, body: Passage, areas: Sequence[Region]) -> tuple[Passage | None, Passage]:
    """What stands above and below the first `---` with blank lines around it."""
    if "---" not in body.text:
        return None, body.stripped()
    lists = OpenLists(body.text, 0)
    for rule in _RULE.finditer(body.text):
        indent = len(rule["indent"])
        if _is_inside(areas, body.offset(rule.start("marks"))) or (indent and lists.column(rule.start(), indent)):
            continue
        below = min(rule.end() + 1, len(body.text))
        if not _ends_blank(body.text, rule.start()):
            warn = _warn_of_heading if _is_paragraph(body.text, rule.start()) else _warn_of_rule
            warn(problems, body, rule)
        elif not _BLANK_REST.match(body.text, below):
            _warn_of_rule(problems, body, rule)
        else:
            return body.part(0, rule.start()).stripped(), body.part(below, len(body.text)).stripped()
    return None, body.stripped()


def _is_inside(areas: Sequence[Region], offset: int) -> bool:
    at = bisect_left(areas, offset, key=lambda area: area.end)
    return at < len(areas) and areas[at].start <= offset


def _ends_blank(text: str, end: int) -> bool:
    """Whether there is a line before the one that begins at `end`, and it is blank."""
    line_start = text.rfind("\n", 0, max(0, end - 1)) + 1
    return end > 0 and not text[line_start:end].strip()


def _is_paragraph(text: str, end: int) -> bool:
    """Whether the line before the one that begins at `end` is text, which a line below it can underline."""
    line_start = text.rfind("\n", 0, max(0, end - 1)) + 1
    return end > 0 and not _OTHER_BLOCK.match(text, line_start)


def _warn_of_heading(problems: Problems, body: Passage, rule: re.Match[str]) -> None:
    problems.warning(
        "setext-border",
        "`---` directly below text makes that text a heading and moves no border",
        body.place(*rule.span("marks")),
        "Put a blank line above and below `---` to end the front here; for a rule write `***`.",
        "underlines the line above",
    )


def _warn_of_rule(problems: Problems, body: Passage, rule: re.Match[str]) -> None:
    problems.warning(
        "border-without-blank-line",
        "`---` moves the border only with blank lines around it: this one is a rule across the text",
        body.place(*rule.span("marks")),
        "Put a blank line above and below `---` to end the front here; for a rule write `***`.",
        "no blank line",
    )
