"""What is seen of a review on a full screen: one calm column, drawn in the terminal's own colours."""

from __future__ import annotations

from time import monotonic

from textual.app import App, ComposeResult
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from flashdeck.diagnostics import visible
from flashdeck.model import Rating
from flashdeck.render.faces import faces
from flashdeck.review import facts, look, sides
from flashdeck.review.panels import End
from flashdeck.review.sitting import Sitting
from flashdeck.review.widgets import CardText, Choice, Facts, Head, TooSmall, Typing, grades
from flashdeck.review.words import short_offer


class Page(App[BaseException | None]):
    """The card that stands; returns what stopped the sitting, or None."""

    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None
    HORIZONTAL_BREAKPOINTS = [(0, "slim"), (look.LEAST_WIDE, "narrow"), (look.WIDE, "wide")]  # noqa: RUF012 - Textual's
    VERTICAL_BREAKPOINTS = [(0, "flat"), (look.LEAST_TALL, "low"), (look.LOW, "short"), (look.TALL, "tall")]  # noqa: RUF012 - as above
    CSS = look.LAYOUT

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(ansi_color=True)
        self.theme = "ansi-dark"
        self.animation_level = "none"
        self._sitting = sitting
        self._shortcuts = sitting.shortcuts
        self._head = Head(sitting)
        self._question = CardText("question", words="bold")
        self._verdict = Facts(name="verdict")
        self._typing = Typing()
        self._ended_at = 0.0
        self._has_turned = False
        self._notice = ""

    def compose(self) -> ComposeResult:
        """The column: where we are, the card, what can be done."""
        yield TooSmall()
        with Vertical(id="review", classes="column"):
            yield self._head
            with VerticalScroll(id="card"):
                yield CardText("context")
                yield self._question
                yield CardText("hint")
                with Horizontal(id="typing-line"):
                    yield Static("›")
                    yield self._typing
                yield self._verdict
                yield Static("─" * facts.WIDEST, id="rule")
                yield CardText("answer")
                yield Static(id="origin", markup=False)
            with Container(id="choices"):
                yield Choice(self._shortcuts.of("next"), "show the answer", "reveal", name="reveal")
                yield Choice("Enter", "compare", "compare", name="compare")
                yield from grades(self._shortcuts)
            yield Static(id="foot", markup=False)

    @property
    def _seen_at(self) -> float:
        """When what stands came onto the screen, by the clock of events: a card, the verdict on an answer, the end."""
        return max(self._ended_at, self._question.drawn_at, self._verdict.drawn_at)

    @property
    def _is_typing(self) -> bool:
        return self.focused is self._typing and self._sitting.is_to_be_typed

    @property
    def _is_too_small(self) -> bool:
        return self.size.width < look.LEAST_WIDE or self.size.height < look.LEAST_TALL

    def _paint(self) -> None:
        """The card that stands, as far as it is revealed; or the end."""
        self._sitting.clock.card_shown()
        if self._sitting.session.card is None:
            self._paint_end()
            return
        self._paint_head()
        card = self._sitting.standing.card
        self.query_one("#context", CardText).show(sides.context(card))
        self.query_one("#hint", CardText).show("")
        self._question.show(faces(card).question)
        self._typing.value = ""
        self.query_one("#card").scroll_home(animate=False, immediate=True)
        self._paint_answer()

    def _paint_end(self) -> None:
        self._ended_at = monotonic()
        outcome = self._sitting.outcome()
        end = End(facts.heading(outcome), facts.ending(outcome), self._shortcuts, goes_on=outcome.goes_on is not None)
        self.push_screen(end, self._after_the_end)

    def _after_the_end(self, chosen: str | None) -> None:
        raise NotImplementedError

    def _paint_head(self) -> None:
        self._head.show(self._sitting.standing, is_cram=self._sitting.session.is_cram)

    def _paint_answer(self) -> None:
        """What stands below the question, and the keys that now make sense."""
        revealed, is_to_be_typed = self._sitting.session.revealed, self._sitting.is_to_be_typed
        for name, is_shown in (("#rule", revealed), ("#origin", revealed), ("#typing-line", is_to_be_typed)):
            self.query_one(name).display = is_shown
        for rating in Rating:
            self.query_one(f"#{rating}").display = revealed
        self.query_one("#answer").display = revealed
        verdict, typed = self._sitting.verdict, self._sitting.typed or ""
        self._verdict.show(facts.judged(verdict, typed) if verdict else [])
        if revealed:
            self._paint_back()
            self._has_turned = True
        self.screen.set_focus(self._typing if is_to_be_typed else self.query_one("#card"), scroll_visible=False)
        self._paint_ways()
        self._tell("")

    def _paint_back(self) -> None:
        """The answer, where it is from, and what each grade gives: nothing in a cram."""
        standing, proposed = self._sitting.standing, self._sitting.proposed
        self.query_one("#answer", CardText).show(faces(standing.card).answer)
        small_print = " · ".join(facts.small_print(standing.card.note))
        self.query_one("#origin", Static).update("\n".join([*self._sitting.working, visible(small_print)]))
        now, offers = self._sitting.offers()
        for rating, after in offers.items():
            detail = () if self._sitting.session.is_cram else short_offer(after, now.day)
            also = self._shortcuts.of("next") if rating is proposed else ""
            self.query_one(f"#{rating}", Choice).tell(detail, also)

    def _paint_ways(self) -> None:
        """The key that goes on to the answer."""
        hidden = not self._sitting.session.revealed
        self.query_one("#reveal").display = hidden and not self._is_typing
        self.query_one("#compare").display = hidden and self._is_typing

    def _settle(self, _: Screen[object]) -> None:
        """Whenever sizes are known: an answer just shown begins in the upper half, the foot tells of more to see.

        Sizes come in several passes (a scroll bar takes a column); a key or the mouse wheel ends this.
        """
        if self._has_turned:
            card = self.query_one("#card")
            start = self.query_one("#rule").virtual_region.y - card.size.height // 2
            if self._verdict.display:
                start = min(start, self._verdict.virtual_region.y - 1)
            card.scroll_to(y=max(0, start), animate=False, immediate=True)
        self._paint_foot()

    def _tell(self, notice: str) -> None:
        """What has just happened, in the place of the keys and in as many lines as it takes."""
        self._notice = notice
        self._paint_foot()

    def _paint_foot(self) -> None:
        foot = self.query_one("#foot", Static)
        width = foot.size.width or self.size.width
        text = "\n".join(sides.wrapped(self._notice, width)) if self._notice else self._keys_in(width)
        foot.set_class(bool(self._notice), "notice")
        foot.styles.height = text.count("\n") + 1
        foot.update(text, layout=False)

    def _keys_in(self, width: int) -> str:
        return self._shortcuts.foot(
            width,
            has_hint=self._sitting.session.card is not None and bool(self._sitting.standing.card.note.hint),
            can_scroll=self.query_one("#card").max_scroll_y > 0,
            is_typing=self._is_typing,
        )
