"""What a note asks -> the text of one card, written the best way that says all of it.

Whatever is written is compiled before it is given away. Where the card file would say something else than was meant,
the same is written with more care, and in the end with nothing but its words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache, lru_cache

from flashdeck.anki.adopting.asked import Asked, Part
from flashdeck.anki.adopting.blocks import Block
from flashdeck.anki.adopting.markdown import reread, reread_cloze, reread_titled
from flashdeck.anki.adopting.prose.content import Blocks, Paragraph, Run, Runs, Style, all_gaps, text_of
from flashdeck.anki.adopting.prose.escapes import Care
from flashdeck.anki.adopting.prose.inline import settled
from flashdeck.anki.adopting.prose.reader import Media
from flashdeck.anki.adopting.prose.shapes import line_of
from flashdeck.anki.adopting.prose.writing import BARED, Reread, Written, write
from flashdeck.anki.adopting.sides import Front, content, first_words, front, line
from flashdeck.anki.adopting.trial import Meant, compiled
from flashdeck.anki.notes import anki_tags
from flashdeck.compile.values import is_as_of
from flashdeck.model import Note, NoteType

ANSWERLESS = "have no answer in Anki, and say so now"
QUESTIONLESS = "have no question in Anki, and say so now"
HEADLESS = "begin with no line of text, and got a heading of their first words"
UNTYPED = "were to be typed and are turned over now: their answers are no words that can be typed"
UNDATED = "lost an \u201cas of\u201d that is no date"
HIDELESS = "are clozes without a deletion, and have a front and a back now"

_NO_ANSWER: Blocks = (Paragraph((Run("(no answer)", frozenset([Style.EMPHASIS])),)),)
_NO_QUESTION: Runs = (Run("(no question)"),)
_NO_WORDS: Runs = (Run("What is missing?"),)
_MARKS_OF_ANKI = frozenset(["leech"])
_BETWEEN = " › "
_BAR = re.compile(r"(?<=\s)\|(?=\s)")
_BORDER = "\n\n---\n\n"


class Card:
    """The content of a note, and the ways to write it, the best first."""

    def __init__(self, what: Asked, ordinals: Iterable[int], tags: Iterable[str], media: Media) -> None:
        self._ordinals = frozenset(ordinals)
        self._asked, told = content(what.front, media, cloze=what.is_cloze)
        self._answered, told_of_back = content(what.back, media)
        self._told = set(what.notices | told | told_of_back)
        self._numbers = tuple(sorted({gap.number for gap in all_gaps(self._asked)}))
        if what.is_cloze and not self._numbers:
            self._told.add(HIDELESS)
        context = line(what.context, media) if what.context else ()
        self._section, self._title = _parted(context) if self._numbers else (context, ())
        self._expected = _expected(what, self._answered)
        self._is_reversed = what.reverse is not None and content((Part(what.reverse),), media)[0] == self._answered
        self._lines = {"source": line(what.source, media), "hint": line(what.hint, media)}
        self._as_of = text_of(line(what.as_of, media)).strip()
        self._tags = " ".join(_tag(tag) for tag in anki_tags(tags) if tag not in _MARKS_OF_ANKI)
        if self._as_of and not is_as_of(self._as_of):
            self._as_of = ""
            self._told.add(UNDATED)
        if not self._answered and not self._numbers:
            self._answered = _NO_ANSWER
            self._told.add(ANSWERLESS)
        self._written = cache(write)

    def block(self) -> tuple[Block, Note] | None:
        """The first way to write it that says what is meant, and the note that it compiles to."""
        for made, meant in self._ways():
            if note := compiled(made, meant):
                return made, note
        return None

    def _ways(self) -> Iterator[tuple[Block, Meant]]:
        if self._numbers:
            yield from (self._cloze(care) for care in Care)
            return
        if self._expected is not None:
            for care in (Care.SPARING, Care.THOROUGH):
                yield self._standard(care, is_typed=True)
                yield self._standard(care, lambda text: _BAR.sub(r"\\|", text), is_typed=True)
            self._told.add(UNTYPED)
        yield from (self._standard(care) for care in Care)
        self._lines, self._tags, self._section = {}, "", ()
        yield self._standard(Care.LITERAL)

    # ------------------------------------------------------------------------------------------ the kinds

    def _cloze(self, care: Care) -> tuple[Block, Meant]:
        text, extra = self._write(self._asked, reread_cloze, care), self._write(self._answered, reread, care)
        heading = _line(self._title or first_words(self._asked) or _NO_WORDS, care)
        body = _BORDER.join(part for part in (text.text, extra.text) if part)
        told = {BARED} if text.is_less or extra.is_less else set()
        ordinals = tuple(number - 1 for number in self._numbers)
        made = Block(heading, body, NoteType.CLOZE, ordinals)
        return self._completed(made, care, told), Meant(text.text, extra.text, context=heading)

    def _standard(
        self, care: Care, first: Callable[[str], str] = lambda text: text, *, is_typed: bool = False
    ) -> tuple[Block, Meant]:
        """A card with two sides; `first` is done to what is to be typed."""
        told = set()
        shown = front(self._asked)
        if shown is None:
            shown = Front(_NO_QUESTION, self._asked)
            told.add(QUESTIONLESS)
        elif shown.is_made:
            told.add(HEADLESS)
        asked_for = self._write((Paragraph(shown.heading), *shown.above), reread_titled, care, titled=True)
        answer = self._write(self._answered, reread, care)
        told |= {BARED} if asked_for.is_less or answer.is_less else set()
        heading, *above = asked_for.parts or ("",)
        begun, *rest = answer.parts or ("",)
        back = "\n\n".join([first(begun), *rest])
        body = _BORDER.join(["\n\n".join(above), back]) if above else back
        classes = (*(["typed"] if is_typed else []), *(["reversed"] if self._is_reversed else []))
        kind = NoteType(classes[0]) if classes else NoteType.BASIC
        made = Block(heading, body, kind, (0, 1) if self._is_reversed else (0,), classes)
        return self._completed(made, care, told), Meant(asked_for.text, back, expected=self._expected)

    def _completed(self, made: Block, care: Care, told: set[str]) -> Block:
        """A block with its section, its other options, and all that is to be told of it."""
        left_out = tuple(sorted(self._ordinals - set(made.ordinals)))
        notices = self._told | told | ({_left_out(len(left_out), made.type)} if left_out else set())
        values = {"tags": self._tags, **{key: _quotable(_line(runs, care)) for key, runs in self._lines.items()}}
        values["as-of"] = self._as_of
        return replace(
            made,
            values=tuple((key, values[key]) for key in ("tags", "source", "as-of", "hint") if values.get(key)),
            section=_line(self._section, care),
            left_out=left_out,
            notices=tuple(sorted(notices)),
            is_less=care > Care.SPARING or BARED in told,
        )

    def _write(self, blocks: Blocks, reread_as: Reread, care: Care, *, titled: bool = False) -> Written:
        return self._written(blocks, reread_as, titled=titled, care=care)


@lru_cache(maxsize=1024)
def _line(runs: Runs, care: Care) -> str:
    """The text of a line, which many notes share."""
    return write((Paragraph(runs),), reread_titled, titled=True, care=care).text if runs else ""


def _parted(context: Runs) -> tuple[Runs, Runs]:
    """The section and the heading that stand above a cloze, as the export joins them."""
    for at in range(len(context) - 1, -1, -1):
        before, sign, after = context[at].words.rpartition(_BETWEEN)
        if sign:
            outer, inner = context[at].styles, context[at].styles
            return settled([*context[:at], Run(before, outer)]), settled([Run(after, inner), *context[at + 1 :]])
    return (), context


def _expected(what: Asked, answered: Blocks) -> str | None:
    """What is to be typed, as plain text: of a whole field its first paragraph."""
    if what.expected is not None or what.typed is None:
        return what.expected
    return " ".join(text_of(line_of(answered[:1])).split())


def _left_out(count: int, kind: NoteType) -> str:
    cards = "a card" if count == 1 else f"{count} cards"
    if kind is NoteType.CLOZE:
        return f"have {cards} in Anki whose deletion is not in the text, left out"
    return f"have {cards} more in Anki than a card file can make of one note, left out"


def _quotable(text: str) -> str:
    """A value that one kind of quotes can enclose."""
    folded = " ".join(text.split())
    return folded.replace('"', "&quot;") if '"' in folded and "'" in folded else folded


def _tag(tag: str) -> str:
    """A tag that can stand between quotes with others."""
    return tag.encode("utf-8", "replace").decode().replace('"', "").replace(",", "_") or "_"
