"""A basic card whose answer is typed: the first paragraph of its back is what is expected, the rest explains."""

from __future__ import annotations

import re
from dataclasses import replace

from flashdeck.answers import has_unit_of, is_quantity
from flashdeck.compile.draft import Draft
from flashdeck.compile.notetypes import basic
from flashdeck.compile.pipetables import pipe_tables
from flashdeck.compile.unclosed import outside
from flashdeck.model import Card, Expected, Note, NoteType
from flashdeck.syntax import regions
from flashdeck.syntax.plain import plain

LONGEST = 1000
"""The most characters of what is to be typed, its alternatives together."""

_PARAGRAPH_END = re.compile(r"\n[ \t]*(?:\n|$)")
_OTHER_BLOCK = re.compile(r"[ ]{0,3}(?:```|~~~|>|\#{1,6}(?:[ \t]|$)|[-+*][ \t]|\d{1,9}[.)][ \t])")
_SEPARATOR = re.compile(r"(?<=\s)\|(?=\s)")


def notes(draft: Draft) -> list[Note]:
    """The note of a typed card, which may be reversed as well: then only the heading's question is typed."""
    ordinals = (0, 1) if "reversed" in draft.kinds else (0,)
    found = basic.two_sided(draft, NoteType.TYPED, ordinals)
    return [replace(note, expected=what) for note in found if (what := _expected(draft))]


def cards(note: Note) -> tuple[Card, ...]:
    """Ordinal 0 is typed; ordinal 1, where there is one, asks for the heading and is turned over."""
    both = Card(note, 0, note.front, note.back), Card(note, 1, note.back, note.front)
    return tuple(card for card in both if card.ordinal in note.ordinals)


def alternatives(text: str) -> tuple[str, ...]:
    """The answers of a Markdown text, parted by ` | ` outside of code and formulas, as they would be typed.

    There are none where the text is too long for that.
    """
    if len(text) > LONGEST:
        return ()
    cuts = [0]
    for bar in outside(regions(text), _SEPARATOR.finditer(text)):
        cuts += bar.span()
    cuts.append(len(text))
    answers = (plain(text[begin:stop]) for begin, stop in zip(cuts[::2], cuts[1::2], strict=True))
    return tuple(dict.fromkeys(answer for answer in answers if answer))


def expected(draft: Draft, text: str) -> Expected:
    """What a Markdown text expects to be typed under the options of its card."""
    values = draft.options.values
    return Expected(alternatives(text), values.get("tolerance", ""), exact_case="case" in values)


def _expected(draft: Draft) -> Expected | None:
    """What the first paragraph of the back expects, unless there is none, or a tolerance that does not fit."""
    end = _PARAGRAPH_END.search(draft.below.text)
    paragraph = draft.below.part(0, end.start() if end else len(draft.below.text))
    what = expected(draft, paragraph.text)
    if not what.answers or _OTHER_BLOCK.match(paragraph.text) or any(pipe_tables(paragraph.text)):
        message = "The back of a typed card begins with the words to be typed, and this is no such paragraph"
        if len(paragraph.text) > LONGEST:
            message = f"The first paragraph of a typed card is to be typed, and this one has over {LONGEST} characters"
        fix = "Write the answer into the first paragraph, and the explanation below it."
        draft.problems.error("nothing-to-type", message, paragraph.place(0, len(paragraph.text)), fix)
        return None
    return what if _fits(draft, what) else None


def _fits(draft: Draft, what: Expected) -> bool:
    """Whether there is a number that the tolerance is for, and in its unit."""
    numbers = [answer for answer in what.answers if is_quantity(answer)]
    if what.tolerance and not numbers:
        message = f"A tolerance is for numbers, and the answer is the text `{what.answers[0]}`"
        fix = "Take it out, or begin the answer with a number and its unit."
        draft.error("tolerance-without-number", message, fix, option="tolerance")
        return False
    return all(tolerance_fits(draft, what.tolerance, number) for number in numbers)


def tolerance_fits(draft: Draft, tolerance: str, number: str) -> bool:
    """Whether a tolerance, if there is one, can be measured in the unit of a number; an error where it cannot."""
    if not tolerance or has_unit_of(tolerance, number):
        return True
    message = f"The tolerance `{tolerance}` cannot be measured in the unit of `{number}`"
    draft.error("tolerance-of-another-unit", message, "Write it in that unit, or in per cent.", option="tolerance")
    return False
