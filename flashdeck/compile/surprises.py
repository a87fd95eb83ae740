"""What Markdown makes of a text against the plain intent of its writer: warnings, each with what to write instead."""

from __future__ import annotations

import re
from collections.abc import Sequence

from flashdeck.compile.source import Place, Problems
from flashdeck.compile.unclosed import outside
from flashdeck.syntax import Region

_GLUED = re.compile(r"^ {0,3}(?P<marks>\#{1,6})(?=[^\W_])", re.MULTILINE)
_UNDERLINED = re.compile(r"^ {0,3}[^\s>|=][^\n]*\n(?P<marks> {0,3}={3,}+)[ \t]*+$", re.MULTILINE)
_DOLLAR = re.compile(
    r"""
    (?<![\\$\w]) \$ (?![$])
    (?=[ ]?+
      (?: \\[A-Za-z]                                     # $\alpha
        | [A-Za-z] (?: [\^_(] | [ ]*+[=<>+*/-] | [ ]?\$ )  # $x_1, $x = 2, $ x $
        | [0-9][0-9.,]*+ (?: \\[A-Za-z] | [A-Za-z]?\^ )    # $2\pi, $2x^2
      )
    )
    """,
    re.VERBOSE,
)
_TAG = re.compile(r"<(?P<name>[A-Za-z][A-Za-z0-9-]*+)(?=[\s/>])[^<>]*+>")
_BROWSERS_KNOW = """
a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption center cite code col
colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure font footer form h1 h2 h3
h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark menu meta meter nav
noscript object ol optgroup option output p param picture pre progress q rp rt ruby s samp script search section select
slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time
title tr track tt u ul var video wbr
circle defs ellipse g line marker path polygon polyline rect text tspan use
math mfrac mi mn mo mover mrow mspace msqrt msub msubsup msup mtable mtd mtext mtr munder
"""
_ELEMENTS = frozenset(_BROWSERS_KNOW.split())
"""HTML, and what is common inside `<svg>` and `<math>`."""


def warn_of_surprises(problems: Problems, start: int, areas: Sequence[Region]) -> None:
    """Warns from offset `start` on, outside of the areas, of marks that do not do what they seem to."""
    text = problems.source.text
    if "#" in text:
        for marks in outside(areas, _GLUED.finditer(text, start)):
            _warn_of_glued_marks(problems, marks)
    if "===" in text:
        for line in outside(areas, _UNDERLINED.finditer(text, start)):
            _warn_of_underline(problems, line)
    if "$" in text:
        _warn_of_dollars(problems, start, areas)


def warn_of_tags(problems: Problems, start: int, areas: Sequence[Region]) -> None:
    """Warns of each tag that no browser knows, where HTML is let through: it is not shown, and looks like lost text."""
    for tag in outside(areas, _TAG.finditer(problems.source.text, start)):
        if tag["name"].lower() not in _ELEMENTS:
            problems.warning(
                "vanishing-tag",
                f"`{tag[0]}` is taken for an HTML tag that nothing knows, and is not shown",
                Place(tag.start(), tag.end() - tag.start()),
                f"Put it into a code span, or write `\\<` for its `<`: `\\{tag[0]}`.",
                "vanishes",
            )


def _warn_of_glued_marks(problems: Problems, line: re.Match[str]) -> None:
    marks = line["marks"]
    opens = {"#": "begins no section", "##": "opens no card"}.get(marks, "is no heading")
    problems.warning(
        "heading-without-space",
        f"`{marks}` directly before a word is text and {opens}",
        Place(line.start("marks"), len(marks)),
        f"Put a space behind `{marks}` if a heading is meant, or write `\\{marks}` to show it.",
        "no space",
    )


def _warn_of_underline(problems: Problems, line: re.Match[str]) -> None:
    problems.warning(
        "underlined-heading",
        "A line of `=` makes a heading of the text above it, which begins no section and opens no card",
        Place(line.start("marks"), len(line["marks"])),
        "Write `# ` before the text for a section or `## ` for a card, and delete the line of `=`.",
        "underlines the line above",
    )


def _warn_of_dollars(problems: Problems, start: int, areas: Sequence[Region]) -> None:
    """Warns of dollars that look like mathematics and open no formula, once a line."""
    text, line_end = problems.source.text, start - 1
    for dollar in outside(areas, _DOLLAR.finditer(text, start)):
        if dollar.start() > line_end:
            line_end = text.find("\n", dollar.start()) % (len(text) + 1)
            problems.warning(
                "dollar-as-text",
                "This `$` looks like the beginning of a formula, and is shown as text",
                Place(dollar.start()),
                "Write a formula as `$x$`: in one paragraph, no space inside its dollars and no digit behind them; "
                "write money as `\\$`.",
                "opens no formula",
            )
