"""The review as lines of text: for pipes, dumb terminals, screen readers and braille lines.

One fact a line, nothing drawn, nothing overwritten, no meaning in a colour.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable

from flashdeck.diagnostics import visible
from flashdeck.model import Rating
from flashdeck.render.faces import faces
from flashdeck.render.html import to_html
from flashdeck.render.terminal import Segment, lines
from flashdeck.review import facts, look
from flashdeck.review.keys import REPAINT, Keys
from flashdeck.review.sitting import Sitting
from flashdeck.review.words import offer
from flashdeck.store.collection import Entry

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
        while (key := self._keys.read()) not in ("", "q"):
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

    # ------------------------------------------------------------------------------------------ what a key does

    def _card_key(self, key: str) -> None:
        revealed = self._sitting.session.revealed
        if key in (" ", "\n") and not revealed:
            self._reveal()
        elif key == " ":
            self._rate(Rating.GOOD)
        elif key in _GRADES and revealed:
            self._rate(_GRADES[key])
        elif key in _GRADES:
            self._say(["The answer is not shown yet: Space shows it."])
        elif key != "\n":
            self._other_key(key)

    def _other_key(self, key: str) -> None:
        if key == "u":
            self._undo()
        elif key == "s":
            self._sitting.skip()
            self._show("Skipped: the card comes again at the end.")
        elif key == "i":
            self._say(["", *_labelled(facts.about(self._sitting.standing, self._sitting.now().day))])
        elif key == "t":
            self._tex = not self._tex
            self._show(facts.formulas(tex=self._tex))
        elif key == "?":
            self._say(["", *_labelled(facts.KEYS)])
        elif key == REPAINT:
            self._show()
        else:
            name = f"'{visible(key)}'" if len(key) == 1 else "that"
            self._say([f"There is no key {name}: ? shows the keys."])

    def _reveal(self) -> None:
        self._sitting.reveal()
        self._say(self._answer(self._sitting.standing))

    def _rate(self, rating: Rating) -> None:
        now, offers = self._sitting.offers()
        told = offer(self._sitting.session.schedule, offers[rating], now.day)
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
        note = entry.card.note
        place = [("Deck", note.deck)] + [("Section", note.section)] * bool(note.section)
        context = [*self._rendered(to_html(note.context, title=True)), ""] if note.context else []
        question = self._rendered(faces(entry.card).question)
        return [", ".join(facts.progress(self._sitting.progress)), *_labelled(place), "", *context, *question]

    def _answer(self, entry: Entry) -> list[str]:
        now, offers = self._sitting.offers()
        grades = [
            (f"{rating.button} {rating}", offer(entry.schedule, after, now.day)) for rating, after in offers.items()
        ]
        small_print = _labelled([*facts.origin(entry.card.note), *grades])
        return ["", *self._rendered(faces(entry.card).answer), "", *small_print]

    def _outcome(self) -> list[str]:
        return _labelled(facts.ending(self._sitting.outcome()))

    def _rendered(self, html: str) -> list[str]:
        width = min(facts.WIDEST, shutil.get_terminal_size().columns)
        return ["".join(map(self._painted, line)) for line in lines(html, width, tex=self._tex)]

    def _painted(self, segment: Segment) -> str:
        return look.painted(*segment) if self._color else segment.text

    def _say(self, text: Iterable[str]) -> None:
        self._write("".join(f"{line.rstrip()}\n" for line in text))


def _labelled(pairs: Iterable[facts.Fact]) -> list[str]:
    return [f"{visible(label)}: {visible(value)}" for label, value in pairs]
