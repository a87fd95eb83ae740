"""The review as lines of text: for pipes, dumb terminals, screen readers and braille lines.

One fact a line, nothing drawn, nothing overwritten, no meaning in a colour.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable

from flashdeck.diagnostics import visible
from flashdeck.model import Rating
from flashdeck.render.faces import faces
from flashdeck.render.terminal import Segment, lines
from flashdeck.review import facts, look, sides
from flashdeck.review.keys import COMMAND, REPAINT, Keys
from flashdeck.review.sitting import Sitting
from flashdeck.review.words import offer
from flashdeck.store.collection import Entry

_ESCAPE = "\x1b"
_GRADES = {str(rating.button): rating for rating in Rating}


class PlainReview:
    """One sitting, from the first card to the end; what is to be said goes to `write` in one piece."""

    def __init__(self, sitting: Sitting, keys: Keys, write: Callable[[str], None], *, color: bool = False) -> None:
        self._sitting = sitting
        self._keys = keys
        self._write = write
        self._color = color
        self._tex = False

    def run(self) -> None:
        """Show and ask until the cards, the keys or the person come to an end."""
        self._show("Space shows the answer, ? the keys, q quits.")
        while (key := self._next()) not in ("", "q"):
            if self._sitting.session.card is not None:
                self._card_key(key)
            elif key == "u":
                self._undo()
            elif key in (" ", "\n"):
                return
            else:
                self._say(["No card is left: u undoes the last answer, q leaves."])
        if self._sitting.session.card is not None:
            self._say(["", *self._outcome()])

    def _next(self) -> str:
        """The next key; an answer that is typed first counts as seen when its line has ended, and asks for another."""
        while self._sitting.session.card is not None and self._sitting.is_to_be_typed:
            line = self._keys.line()
            if line is None:
                return ""
            if line.startswith(COMMAND):
                return line.strip(f"{COMMAND} ")[:1] or " "
            self._reveal(None if _ESCAPE in line else line)
        return self._keys.read()

    # ------------------------------------------------------------------------------------------ what a key does

    def _card_key(self, key: str) -> None:
        session = self._sitting.session
        if key in (" ", "\n") and not session.revealed:
            self._reveal()
        elif key == " " or (key == "\n" and self._sitting.typed is not None):
            self._rate(self._sitting.proposed)
        elif key in _GRADES and session.revealed:
            self._rate(_GRADES[key])
        elif key in _GRADES:
            self._say(["The answer is not shown yet: Space shows it."])
        elif key not in ("\n", COMMAND):
            self._other_key(key)

    def _other_key(self, key: str) -> None:
        if key == "u":
            self._undo()
        elif key == "s" and self._sitting.skip():
            self._show("Skipped: the card comes again at the end.")
        elif key == "s":
            self._say([facts.ONLY_CARD])
        elif key == "h":
            self._say(self._rendered(sides.hint(self._sitting.standing.card)) or [facts.NO_HINT])
        elif key == "i":
            self._say(["", *self._labelled(facts.about(self._sitting.standing, self._sitting.now().day))])
        elif key == "t":
            self._tex = not self._tex
            self._show(facts.formulas(tex=self._tex))
        elif key == "?":
            self._say(["", *self._labelled([*facts.KEYS, *facts.TYPING_LINES])])
        elif key == REPAINT:
            self._show()
        else:
            name = f"'{visible(key)}'" if len(key) == 1 else "that"
            self._say([f"There is no key {name}: ? shows the keys."])

    def _reveal(self, typed: str | None = None) -> None:
        self._sitting.reveal(typed)
        self._say(self._answer(self._sitting.standing))

    def _rate(self, rating: Rating) -> None:
        now, offers = self._sitting.offers()
        told = offer(offers[rating], now.day)
        self._sitting.rate(rating)
        self._show(f"{rating.value.capitalize()}: {told}.")

    def _undo(self) -> None:
        if self._sitting.undo():
            self._show("The last answer is taken back.")
        else:
            self._say(["There is no answer to take back."])

    # ------------------------------------------------------------------------------------------ what is said

    def _show(self, *news: str) -> None:
        """What happened, then the card that stands, as far as it is revealed, or the end."""
        text = [*news, ""]
        if self._sitting.session.card is None:
            text += ["No card is left for today.", *self._outcome(), "u undoes the last answer, q leaves."]
        else:
            entry = self._sitting.standing
            text += self._question(entry)
            if self._sitting.session.revealed:
                text += self._answer(entry)
        self._keys.new_card()
        self._say(text)
        self._sitting.card_shown()

    def _question(self, entry: Entry) -> list[str]:
        card = entry.card
        place = [("Deck", card.note.deck)] + [("Section", sides.section(card))] * bool(card.note.section)
        context = [*self._rendered(sides.context(card)), ""] if card.note.context else []
        question = [*context, *self._rendered(faces(card).question)]
        way = [*["h shows the hint."] * bool(card.note.hint), *["Type the answer."] * self._sitting.is_to_be_typed]
        text = [", ".join(facts.progress(self._sitting.progress)), *self._labelled(place), "", *question]
        return [*text, *[""] * bool(way), *way]

    def _answer(self, entry: Entry) -> list[str]:
        now, offers = self._sitting.offers()
        verdict, proposed = self._sitting.verdict, self._sitting.proposed
        judged = self._labelled(facts.judged(verdict, self._sitting.typed or "")) if verdict else []
        grades = [(facts.grade(rating, proposed), offer(after, now.day)) for rating, after in offers.items()]
        working = [("Computed", step) for step in self._sitting.working]
        small_print = self._labelled([*working, *facts.origin(entry.card.note), *grades])
        return ["", *judged, *[""] * bool(judged), *self._rendered(faces(entry.card).answer), "", *small_print]

    def _outcome(self) -> list[str]:
        return self._labelled(facts.ending(self._sitting.outcome()))

    @property
    def _width(self) -> int:
        return min(facts.WIDEST, shutil.get_terminal_size().columns)

    def _labelled(self, pairs: Iterable[facts.Fact]) -> list[str]:
        return [line for label, value in pairs for line in sides.wrapped(f"{label}: {value}", self._width, "  ")]

    def _rendered(self, html: str) -> list[str]:
        return ["".join(map(self._painted, line)) for line in lines(html, self._width, tex=self._tex)]

    def _painted(self, segment: Segment) -> str:
        return look.painted(*segment) if self._color else segment.text

    def _say(self, text: Iterable[str]) -> None:
        self._write("".join(f"{line.rstrip()}\n" for line in text))
