"""What is wrong with a YAML block that its parser refuses, in plain words, and the line as it should be.

The parser tells where it lost its way, in terms of its grammar; what a person wrote there is one of a few things.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

_LINE = re.compile(
    r"""
    (?P<indent>\s*+)
    (?P<lead> -[ \t]++ | (?P<key>[^\s:\#'"\[{][^:\#]*?) [ \t]*+ : (?:[ \t]++|$) )?
    (?P<value>.*)
    """,
    re.VERBOSE,
)
_SIGN = re.compile(r"[@`%&*!|>\]}\[{,\"'?:#-]")
_CLOSES = {"[": "]", "{": "}", '"': '"', "'": "'"}
_GLUED = re.compile(r"(?P<lead>[A-Za-z][A-Za-z-]*+:|-)(?P<value>\S.*)")


@dataclass(frozen=True, slots=True)
class Fault:
    """Where in the block the fault stands, what it is, and what to write."""

    start: int
    length: int
    message: str
    fix: str


def fault(error: Any, block: str) -> Fault:
    """What the `MarkedYAMLError` that a parser raised for `block` comes from."""
    mark, context = error.problem_mark or error.context_mark, error.context_mark
    reason, is_escape = error.context or "", "escape" in (error.problem or "")
    is_left_open = ("flow" in reason or "quoted" in reason) and not is_escape
    if context and context.line < mark.line and (is_left_open or "simple key" in reason):
        mark = context
    at = min(mark.index, len(block))
    if is_escape:
        at = block.rfind("\\", 0, at + 1)  # one parser tells the backslash, the other what follows it
        return Fault(at, 2, *_escape(*_line_at(block, at)))
    line, column = _line_at(block, at)
    if is_left_open and mark is context:
        return Fault(at, 1, *_left_open(line, column))
    return Fault(at, 1, *_explained(line, column))


def _line_at(block: str, at: int) -> tuple[str, int]:
    start = block.rfind("\n", 0, at) + 1
    return block[start:].partition("\n")[0], at - start


def _escape(line: str, column: int) -> tuple[str, str]:
    message = f"`{line[column : column + 2]}` has no meaning between double quotes"
    lead, _, value = line.strip().partition('"')
    return message, _between_quotes(lead, value.removesuffix('"'))


def _left_open(line: str, column: int) -> tuple[str, str]:
    what = "list" if line[column] in "[{" else "quoted text"
    return f"The {what} that begins here is never closed", f"Write `{line.strip()}{_CLOSES[line[column]]}`."


def _explained(line: str, column: int) -> tuple[str, str]:
    """The fault of a line that the parser left at `column`, and the way out."""
    words = _LINE.fullmatch(line)
    indent, lead, value = (words["indent"], words["lead"] or "", words["value"].rstrip()) if words else ("", "", line)
    if "\t" in indent:
        return "A tab stands at the beginning of this line, and YAML takes only spaces", f"Write `{lead}{value}`."
    if not lead:
        glued = _GLUED.fullmatch(value)
        fix = f"Write `{glued['lead']} {glued['value']}`." if glued else "Write `key: value`, e.g. `tags: [gpu]`."
        return "This line is no `key: value` and no `- item`, with a space behind the sign", fix
    if indent and not lead.startswith("-"):
        return "This line is indented, and stands below no list", f"Write `{lead}{value}`, with no space before it."
    return _value(lead, value, column - len(indent) - len(lead))


def _value(lead: str, value: str, column: int) -> tuple[str, str]:
    """The fault of the value behind a key or behind the `-` of a list; the parser left it at `column`."""
    first = value[:1]
    if first == "[" and "]" not in value[:column]:
        item = value[column:].partition(",")[0].rstrip(" ]")
        return (
            f"A word that begins with {_named(item)} must stand between quotes",
            f"Write `{_quoted(item)}` in the list.",
        )
    if first in _CLOSES and column > 0:
        message = f"Text follows behind the `{_CLOSES[first]}` that ends this value"
        inner = value[1:-1] if value[-1] == first else value
        is_doubled = value.strip("[]") == value[1:column].strip("[]")
        return message, f"Write `{lead}{value[:column].rstrip()}`." if is_doubled else _between_quotes(lead, inner)
    if value.startswith("- "):
        return "A list begins on a line of its own, or stands in brackets", f"Write `{lead}[{value[2:]}]`."
    if not _SIGN.match(value) or ": " in value[: column + 2]:
        return "A value that holds `: ` must stand between quotes", _between_quotes(lead, value)
    return f"A value that begins with {_named(value)} must stand between quotes", _between_quotes(lead, value)


def _named(text: str) -> str:
    return "a backtick" if text[:1] == "`" else f"`{text[:1]}`"


def _between_quotes(lead: str, value: str) -> str:
    return f"Write `{lead}{_quoted(value)}`."


def _quoted(value: str) -> str:
    if '"' in value or "\\" in value:
        return "'" + value.replace("'", "''") + "'"
    return f'"{value}"'
