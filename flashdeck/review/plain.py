"""The review as lines of text: for pipes, dumb terminals, screen readers and braille lines.

One fact a line, nothing drawn, nothing overwritten, no meaning in a colour.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from pathlib import Path

from flashdeck.diagnostics import visible
from flashdeck.model import Rating
from flashdeck.render.faces import faces
from flashdeck.render.terminal import Segment, lines
from flashdeck.review import editor, facts, look, sides
from flashdeck.review.keys import COMMAND, REPAINT, Keys
from flashdeck.review.sitting import Sitting
from flashdeck.review.words import offer
from flashdeck.store.collection import Entry

_ESCAPE = "\x1b"
_GRADES = frozenset(rating.value for rating in Rating)


class PlainReview:
    """One sitting, from the first card to the end; what is to be said goes to `write` in one piece."""

    def __init__(self, sitting: Sitting, keys: Keys, write: Callable[[str], None], *, color: bool = False) -> None:
        self._sitting = sitting
        self._keys = keys
        self._write = write
        self._color = color
        self._tex = False
        self._shortcuts = sitting.shortcuts

    def run(self) -> None:
        """Show and ask until the cards, the keys or the person come to an end."""
        keys = self._shortcuts
        welcome = f"{keys.of('next')} shows the answer, {keys.of('keys')} the keys, {keys.of('quit')} quits."
        self._show(welcome)
        while (key := self._next()) and (action := keys.action(key)) != "quit":
            if self._sitting.session.card is not None:
                self._on_a_card(key, action)
            elif action == "undo":
                self._undo()
            elif self._sitting.go_on():
                self._show()
            elif action not in ("next", "show"):
                self._say(["No card is left: " + self._ways_at_the_end])
            elif told := facts.comes_back(self._sitting.outcome()):
                self._say([told])
            else:
                return
        if self._sitting.session.card is not None:
            self._say(["", *self._outcome()])

    @property
    def _ways_at_the_end(self) -> str:
        return f"{self._shortcuts.of('undo')} undoes the last step, {self._shortcuts.of('quit')} leaves."

    def _next(self) -> str:
        """The next key; an answer that is typed first counts as seen when its line has ended, and asks for another."""
        while self._sitting.session.card is not None and self._sitting.is_to_be_typed:
            line = self._keys.line()
            if line is None:
                return ""
            if line.startswith(COMMAND):
                return line.strip(f"{COMMAND} ")[:1] or " "
            self._reveal(None if _ESCAPE in line else line)
        return self._keys.read(None if self._sitting.session.card else self._sitting.go_on)

    # ------------------------------------------------------------------------------------------ what a key does

    def _on_a_card(self, key: str, action: str | None) -> None:
        revealed = self._sitting.session.revealed
        if action in ("next", "show") and not revealed:
            self._reveal()
        elif action == "next" or (action == "show" and self._sitting.typed is not None):
            self._rate(self._sitting.proposed)
        elif action in _GRADES and revealed:
            self._rate(Rating(action))
        elif action in _GRADES:
            self._say([f"The answer is not shown yet: {self._shortcuts.of('next')} shows it."])
        elif action and action in self._actions:
            self._actions[action]()
        elif key == REPAINT:
            self._show()
        elif key not in ("\n", COMMAND):
            name = f"'{visible(key)}'" if len(key) == 1 else "that"
            self._say([f"There is no key {name}: {self._shortcuts.of('keys')} shows the keys."])

    @cached_property
    def _actions(self) -> Mapping[str, Callable[[], None]]:
        return {
            "undo": self._undo,
            "skip": self._skip,
            "bury": self._bury,
            "suspend": self._suspend,
            "flag": self._flag,
            "edit": self._edit,
            "hint": self._hint,
            "info": self._info,
            "picture": self._picture,
            "formulas": self._formulas,
            "keys": self._all_keys,
        }

    def _reveal(self, typed: str | None = None) -> None:
        self._sitting.reveal(typed)
        self._say(self._answer(self._sitting.standing))

    def _rate(self, rating: Rating) -> None:
        told = self._offered(rating)
        self._sitting.rate(rating)
        self._show(f"{rating.value.capitalize()}{told}.")

    def _undo(self) -> None:
        undone = self._sitting.undo()
        if undone:
            self._show(facts.taken_back(undone))
        else:
            self._say([facts.NOTHING_TO_UNDO])

    def _skip(self) -> None:
        if self._sitting.skip():
            self._show("Skipped: the card comes again at the end.")
        else:
            self._say([facts.ONLY_CARD])

    def _bury(self) -> None:
        self._sitting.bury()
        self._show(facts.BURIED)

    def _suspend(self) -> None:
        self._sitting.suspend()
        self._show(facts.SUSPENDED)

    def _flag(self) -> None:
        self._say([facts.flagged(self._sitting.flag())])

    def _edit(self) -> None:
        def open_editor(path: Path, line: int) -> None:
            with self._keys.lent():
                editor.edit(path, line)

        edited = self._sitting.edit(open_editor)
        self._show(*[edited.news] * bool(edited.news), *self._labelled(facts.problems(edited.problems)))

    def _hint(self) -> None:
        self._say(self._rendered(sides.hint(self._sitting.standing.card)) or [facts.NO_HINT])

    def _info(self) -> None:
        sitting = self._sitting
        about = facts.about(sitting.standing, sitting.clock.now().day, sitting.history)
        self._say(["", *self._labelled(about)])

    def _picture(self) -> None:
        self._say([self._sitting.open_picture()])

    def _formulas(self) -> None:
        self._tex = not self._tex
        self._show(facts.formulas(tex=self._tex))

    def _all_keys(self) -> None:
        self._say(["", *self._labelled(self._shortcuts.in_lines)])

    # ------------------------------------------------------------------------------------------ what is said

    def _show(self, *news: str) -> None:
        """What happened, then the card that stands, as far as it is revealed, or the end."""
        text = [*news, ""]
        if self._sitting.session.card is None:
            ending = self._sitting.outcome()
            text += [f"{facts.heading(ending)}.", *self._labelled(facts.ending(ending)), self._ways_at_the_end]
        else:
            entry = self._sitting.standing
            text += self._question(entry)
            if self._sitting.session.revealed:
                text += self._answer(entry)
        self._keys.new_card()
        self._say(text)
        self._sitting.clock.card_shown()

    def _question(self, entry: Entry) -> list[str]:
        card = entry.card
        section, flag = sides.section(card), entry.marks.flag
        place = [("Deck", card.note.deck), *[("Section", section)] * bool(section), *facts.flag(flag)]
        context = [*self._rendered(sides.context(card)), ""] if card.note.context else []
        question = [*context, *self._rendered(faces(card).question)]
        way = [
            *[f"{self._shortcuts.of('hint')} shows the hint."] * bool(card.note.hint),
            *["Type the answer."] * self._sitting.is_to_be_typed,
        ]
        progress = [*["cram"] * self._sitting.session.is_cram, *facts.progress(self._sitting.progress)]
        text = [", ".join(progress), *self._labelled(place), "", *question]
        return [*text, *[""] * bool(way), *way]

    def _answer(self, entry: Entry) -> list[str]:
        verdict, proposed = self._sitting.verdict, self._sitting.proposed
        judged = self._labelled(facts.judged(verdict, self._sitting.typed or "")) if verdict else []
        grades = [self._grade(rating, is_proposed=rating is proposed) + self._offered(rating) for rating in Rating]
        working = [("Computed", step) for step in self._sitting.working]
        small_print = self._labelled([*working, *facts.origin(entry.card.note)])
        answer = self._rendered(faces(entry.card).answer)
        return ["", *judged, *[""] * bool(judged), *answer, "", *small_print, *grades]

    def _grade(self, rating: Rating, *, is_proposed: bool) -> str:
        """`1 again`, and `3 good (Space)` of the one that Space gives."""
        return f"{self._shortcuts.of(rating)} {rating}" + f" ({self._shortcuts.of('next')})" * is_proposed

    def _offered(self, rating: Rating) -> str:
        """What a grade gives, behind a colon; nothing where schedules stay as they are."""
        if self._sitting.session.is_cram:
            return ""
        now, offers = self._sitting.offers()
        return f": {offer(offers[rating], now.day)}"

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
