"""How the screen looks: its layout, and what the styles of card text are in a terminal's own colours.

No colour has a meaning of its own, and none is fixed: the sixteen of the terminal fit its light or dark ground.
"""

from __future__ import annotations

from flashdeck.model import Rating

WIDE, TALL = 72, 18
"""Columns and rows from which the screen has room for four grades side by side, and for space between its parts."""

LOW = 11
"""Rows below which the card has the room of the counters and of the keys."""

LEAST_WIDE, LEAST_TALL = 30, 8
"""Columns and rows below which no card is shown, and none can be graded."""

COLORS = {Rating.AGAIN: "ansi_red", Rating.HARD: "ansi_yellow", Rating.GOOD: "ansi_green", Rating.EASY: "ansi_cyan"}
"""Of the keys that grade."""

_STYLES = {
    "bold": "bold",
    "italic": "italic",
    "underline": "underline",
    "mark": "reverse",
    "strike": "strike",
    "code": "ansi_cyan",
    "math": "italic",
    "link": "underline",
    "url": "dim",
    "image": "italic",
    "cloze": "bold ansi_blue",
    "heading": "underline",
    "table-head": "bold",
    "marker": "dim",
    "quote": "dim",
    "rule": "dim",
    "keyword": "ansi_magenta",
    "string": "ansi_green",
    "comment": "ansi_default dim italic",  # a colour that is dimmed cannot be read
    "number": "ansi_blue",
    "name": "bold",
    "diff": "reverse",
}
"""The styles of `render.terminal`; of several, the later one decides."""


def style(names: frozenset[str]) -> str:
    """The names as a Textual style; empty for plain words."""
    return " ".join(look for name, look in _STYLES.items() if name in names)


_SGR = {
    "bold": "1",
    "dim": "2",
    "italic": "3",
    "underline": "4",
    "reverse": "7",
    "strike": "9",
    "ansi_default": "39",
    "ansi_green": "32",
    "ansi_blue": "34",
    "ansi_magenta": "35",
    "ansi_cyan": "36",
}


def painted(text: str, names: frozenset[str]) -> str:
    """The text between the escape sequences that any terminal takes for these styles."""
    codes = ";".join(_SGR[part] for part in style(names).split())
    return f"\x1b[{codes}m{text}\x1b[0m" if codes else text


LAYOUT = """
Screen { align-horizontal: center; background: ansi_default; color: ansi_default; }
VerticalScroll {
    scrollbar-size-vertical: 1;
    scrollbar-background: ansi_default; scrollbar-background-hover: ansi_default;
    scrollbar-background-active: ansi_default; scrollbar-color: ansi_bright_black;
    scrollbar-color-hover: ansi_default; scrollbar-color-active: ansi_default;
}
.column { max-width: 92; padding: 0 0 0 1; }
.tall .column { padding: 1 1 0 2; }
.column > *, VerticalScroll > * { padding-right: 1; }
.column > VerticalScroll { padding-right: 0; }
TooSmall { display: none; }
.slim TooSmall, .flat TooSmall { display: block; }
.slim #review, .flat #review { display: none; }
Head { height: 3; }
.low Head { height: 1; }
#card { height: 1fr; }
.tall #card { margin-top: 1; }
CardText, Facts, #origin { height: auto; }
#context, #origin { text-style: dim; }
#hint { text-style: italic; }
#typing-line { height: 1; }
#typing-line > Static { width: 2; text-style: bold; }
#typing { width: 1fr; }
#typing > .input--cursor { background: ansi_default; color: ansi_default; text-style: reverse; }
#rule { height: 1; text-style: dim; }
.tall #context, .tall #question, .tall #hint, .tall #typing-line, .tall #verdict { margin-bottom: 1; }
.tall #answer, .tall #origin { margin-top: 1; }
#choices { height: 2; layout: grid; grid-size: 4 1; grid-rows: 2; }
.tall #choices { margin-top: 1; }
.narrow #choices { grid-size: 2 2; grid-rows: 1; }
#reveal, #compare { column-span: 4; }
.narrow #reveal, .narrow #compare { column-span: 2; }
#foot { height: 1; text-style: dim; }
.tall #foot { margin: 1 0; }
.low #foot { display: none; }
.low #foot.notice { display: block; }
Panel { align: center middle; background: transparent; }
#panel { max-width: 92; width: 100%; height: auto; max-height: 100%; border: round ansi_bright_black; }
.tall #panel { padding: 0 0 0 1; }
#title { text-style: bold; }
.tall #title { margin-bottom: 1; }
#panel > VerticalScroll { height: auto; max-height: 1fr; }
.tall #panel > VerticalScroll { margin-bottom: 1; }
#closing { height: 1; dock: bottom; text-style: dim; }
#done { text-style: bold; border-bottom: heavy ansi_default; height: 2; margin-right: 1; }
.tall #done { margin-bottom: 1; }
#end { height: 1fr; }
#ways { height: 1; layout: grid; grid-size: 2 1; grid-columns: 13 1fr; }
.tall #ways { margin: 1 0; }
"""
