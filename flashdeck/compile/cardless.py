"""A file with text and no card: it was hardly meant so, and what its writer took for a question is named."""

from __future__ import annotations

import posixpath
import re

from flashdeck.compile.source import Place, Problems
from flashdeck.compile.unclosed import outside
from flashdeck.syntax import Kind, Region, regions

_QUESTION = re.compile(
    r"""
    ^[ ]{0,3}
    (?P<line> (?:\#|\#{3,6}) [ \t] (?P<heading>[^\n]*)  # of another level, as other tools have it
      | \**+ Q(?:uestion)? (?:\**+ : | :\**+) (?P<asked>[^\n]*)
      | (?P<underlined>[^\s>|\#=-][^\n]*) (?= \n[ ]{0,3} (?:-{3,}|={3,}) [ \t]*+ $)
    )
    """,
    re.VERBOSE | re.MULTILINE,
)
_WORD = re.compile(r"(?P<line>\S[^\n]*)")


def warn_of_no_card(problems: Problems, start: int) -> None:
    """Warns where text stands from offset `start` on, comments aside, in a file of which no card was made."""
    text = problems.source.text
    areas = regions(text, start)
    comments = [area for area in areas if area.kind is Kind.COMMENT]
    words = next(outside(comments, _WORD.finditer(text, start)), None)
    if words:
        question = next((each for each in outside(areas, _QUESTION.finditer(text, start)) if _words(each)), None)
        what = question or words
        problems.warning(
            "no-card",
            "This file holds no card: each begins with a heading of two marks, `## `",
            Place(what.start("line"), len(what["line"].rstrip())),
            _fix(problems.source.file, question, is_title_alone=_is_title_alone(text, question, comments)),
            "no card begins here",
        )


def _is_title_alone(text: str, question: re.Match[str] | None, comments: list[Region]) -> bool:
    """Whether nothing but a section's title stands in the file yet."""
    return bool(
        question and question["heading"] and not next(outside(comments, _WORD.finditer(text, question.end())), None)
    )


def _fix(file: str, question: re.Match[str] | None, *, is_title_alone: bool) -> str:
    what = "`## ` before a question and its answer below"
    if question and not is_title_alone:
        below = " and the answer below it without `A:`" if question["asked"] else " for a card"
        what = f"`## {_words(question)}`{below}"
    return f"Write {what}, or name the file `_{posixpath.basename(file)}` if it is to hold none."


def _words(question: re.Match[str]) -> str:
    """What was written, without the marks around it."""
    if question["heading"]:
        return question["heading"].rstrip(" \t#").strip()
    return (question["asked"] or question["underlined"] or "").strip(" \t*")
